"""Which server has a table, and the servers' leases."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("tables", sa.Column("owner", sa.String(20)))
    op.add_column("tables", sa.Column("term", sa.BigInteger, nullable=False, server_default="0"))
    op.create_index("tables_by_owner", "tables", ["owner"])
    op.create_table(
        "servers",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=False),
    )


def downgrade() -> None:
    op.drop_table("servers")
    op.drop_index("tables_by_owner", "tables")
    op.drop_column("tables", "term")
    op.drop_column("tables", "owner")
