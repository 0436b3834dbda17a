"""What is kept of tables and campaigns, and where."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    DateTime,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData()


def _table_id() -> Column[str]:
    return Column("table_id", String(20), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def _campaign_id() -> Column[str]:
    return Column("campaign_id", String(20), ForeignKey("campaigns.id", ondelete="CASCADE"), primary_key=True)


# Public things: what the lobby may show.
TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("status", String(10), nullable=False),
    Column("public", Boolean, nullable=False),
    Column("rev", BigInteger, nullable=False),
    Column("answers", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("options", Text, nullable=False),
    Column("seats", Text, nullable=False),
    Column("commitment", String(64)),
    Column("salts", Text, nullable=False),
    Column("hashes", Text, nullable=False, server_default="[]"),  # of the salts, once all are published
    Column("asked", Text, nullable=False),
    Column("place", Text),  # chapter and phase, for the lobby's line
    Column("result", Text),
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("owner", String(20)),  # the server that has it now
    Column("term", BigInteger, nullable=False, server_default="0"),  # rises with every owner
    Index("tables_in_lobby", "public", "status", "changed", "id"),
    Index("tables_by_owner", "owner"),
)

# The servers that have tables. Each renews its lease while it lives.
SERVERS = Table(
    "servers",
    METADATA,
    Column("id", String(20), primary_key=True),
    Column("until", DateTime(timezone=True), nullable=False),
)

# Secrets: the position, the dice. Read by the table's own room, and for the record of a game that is over.
VAULT = Table(
    "vault",
    METADATA,
    _table_id(),
    Column("seed", BigInteger),
    Column("secret", LargeBinary),
    Column("position", LargeBinary),
    Column("failure", Text),
    Column("rules", Integer, nullable=False),
    Column("report", LargeBinary),  # the whole record up to the last failure of the rules, for the operator
)

LINES = Table(
    "lines",
    METADATA,
    _table_id(),
    Column("n", Integer, primary_key=True),
    Column("kept", LargeBinary, nullable=False),
)

LOG = Table(
    "log",
    METADATA,
    _table_id(),
    Column("n", Integer, primary_key=True),
    Column("entry", LargeBinary, nullable=False),
)

GRANTS = Table(
    "grants",
    METADATA,
    _table_id(),
    Column("hash", String(64), primary_key=True),
    Column("kind", String(10), nullable=False),
    Column("seats", Text, nullable=False),
    Column("maker", Boolean, nullable=False),
)

# Wishes that were carried out, so that none is carried out twice.
WISHES = Table(
    "wishes",
    METADATA,
    _table_id(),
    Column("hash", String(64), primary_key=True),
    Column("wish", String(40), primary_key=True),
    Column("rev", BigInteger, nullable=False),
)

# Campaigns: nothing of them is public.
CAMPAIGNS = Table(
    "campaigns",
    METADATA,
    Column("id", String(20), primary_key=True),
    Column("game", String(40), nullable=False),
    Column("name", Text, nullable=False),
    Column("rev", BigInteger, nullable=False),
    Column("arrived", Text, nullable=False),  # by person: whether they have come
    Column("closing", Text, nullable=False),  # the last line of the document
    Column("created", Float, nullable=False),
    Column("changed", Float, nullable=False),
)

CAMPAIGN_LINES = Table(
    "campaign_lines",
    METADATA,
    _campaign_id(),
    Column("n", Integer, primary_key=True),
    Column("line", Text, nullable=False),
)

CAMPAIGN_GRANTS = Table(
    "campaign_grants",
    METADATA,
    _campaign_id(),
    Column("hash", String(64), primary_key=True),
    Column("person", Integer),  # none: whoever watches
    Column("maker", Boolean, nullable=False),
)

CAMPAIGN_WISHES = Table(
    "campaign_wishes",
    METADATA,
    _campaign_id(),
    Column("hash", String(64), primary_key=True),
    Column("wish", String(40), primary_key=True),
    Column("rev", BigInteger, nullable=False),
)

# The tables of a campaign's games, by the number of the game in the campaign.
CAMPAIGN_TABLES = Table(
    "campaign_tables",
    METADATA,
    _campaign_id(),
    Column("number", Integer, primary_key=True),
    Column("table_id", String(20), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, unique=True),
)
