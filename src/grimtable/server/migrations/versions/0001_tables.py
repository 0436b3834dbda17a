"""Tables, their secrets, lines, log, grants and wishes."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def _table_id() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(20), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    op.create_table(
        "tables",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("status", sa.String(10), nullable=False),
        sa.Column("public", sa.Boolean, nullable=False),
        sa.Column("rev", sa.BigInteger, nullable=False),
        sa.Column("answers", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("options", sa.Text, nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("commitment", sa.String(64)),
        sa.Column("salts", sa.Text, nullable=False),
        sa.Column("asked", sa.Text, nullable=False),
        sa.Column("place", sa.Text),
        sa.Column("result", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
    )
    op.create_index("tables_by_change", "tables", ["public", "changed"])
    op.create_table(
        "vault",
        _table_id(),
        sa.Column("seed", sa.BigInteger),
        sa.Column("secret", sa.LargeBinary),
        sa.Column("position", sa.LargeBinary),
        sa.Column("failure", sa.Text),
        sa.Column("rules", sa.Integer, nullable=False),
    )
    for name, column in (("lines", "kept"), ("log", "entry")):
        op.create_table(
            name,
            _table_id(),
            sa.Column("n", sa.Integer, primary_key=True),
            sa.Column(column, sa.LargeBinary, nullable=False),
        )
    op.create_table(
        "grants",
        _table_id(),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seats", sa.Text, nullable=False),
        sa.Column("maker", sa.Boolean, nullable=False),
    )
    op.create_table(
        "wishes",
        _table_id(),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("wish", sa.String(40), primary_key=True),
        sa.Column("rev", sa.BigInteger, nullable=False),
    )


def downgrade() -> None:
    for name in ("wishes", "grants", "log", "lines", "vault", "tables"):
        op.drop_table(name)
