"""The lobby lists tables by status."""

from __future__ import annotations

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("tables_by_change", "tables")
    op.create_index("tables_in_lobby", "tables", ["public", "status", "changed", "id"])


def downgrade() -> None:
    op.drop_index("tables_in_lobby", "tables")
    op.create_index("tables_by_change", "tables", ["public", "changed"])
