"""The record of a failure of the rules, kept for the operator."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("vault", sa.Column("report", sa.LargeBinary))


def downgrade() -> None:
    op.drop_column("vault", "report")
