"""Campaigns, their lines, grants, wishes and tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def _campaign_id() -> sa.Column[str]:
    key = sa.ForeignKey("campaigns.id", ondelete="CASCADE")
    return sa.Column("campaign_id", sa.String(20), key, primary_key=True)


def upgrade() -> None:
    op.create_table(
        "campaigns",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("rev", sa.BigInteger, nullable=False),
        sa.Column("arrived", sa.Text, nullable=False),
        sa.Column("closing", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_table(
        "campaign_lines",
        _campaign_id(),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("line", sa.Text, nullable=False),
    )
    op.create_table(
        "campaign_grants",
        _campaign_id(),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("person", sa.Integer),
        sa.Column("maker", sa.Boolean, nullable=False),
    )
    op.create_table(
        "campaign_wishes",
        _campaign_id(),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("wish", sa.String(40), primary_key=True),
        sa.Column("rev", sa.BigInteger, nullable=False),
    )
    key = sa.ForeignKey("tables.id", ondelete="CASCADE")
    op.create_table(
        "campaign_tables",
        _campaign_id(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_id", sa.String(20), key, nullable=False, unique=True),
    )


def downgrade() -> None:
    for name in ("campaign_tables", "campaign_wishes", "campaign_grants", "campaign_lines", "campaigns"):
        op.drop_table(name)
