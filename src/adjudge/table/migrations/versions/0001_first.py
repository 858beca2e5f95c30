"""The first schema: guests, tables, seats, the log of each match, and what is said."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Go to this schema."""
    op.create_table(
        "guests",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("webhook", sa.Text),
        sa.Column("secret", sa.Text, nullable=False),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("pack", sa.Text, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("private", sa.Boolean, nullable=False),
        sa.Column("invite", sa.Text, nullable=False),
        sa.Column("seeded", sa.Boolean, nullable=False),
        sa.Column("clock", sa.Text),
        sa.Column("window", sa.Double, nullable=False),
        sa.Column("pace", sa.Double, nullable=False),
        sa.Column("chat", sa.Boolean, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("result", sa.Text),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("ended", sa.Double),
        sa.Column("due", sa.Double),
        sa.Column("asked", sa.Integer, nullable=False),
        sa.Column("rematch", sa.Text),
        sa.Column("secret", sa.Text, nullable=False),
    )
    op.create_index("tables_due", "tables", ["status", "due"])
    op.create_index("tables_made", "tables", ["status", "made"])
    op.create_table(
        "seats",
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("guest", sa.Text),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("invite", sa.Text, nullable=False),
        sa.Column("reserved", sa.Text),
        sa.Column("order", sa.Text, nullable=False),
        sa.Column("order_turn", sa.Integer, nullable=False),
        sa.Column("seen", sa.Double, nullable=False),
    )
    op.create_index("ix_seats_guest", "seats", ["guest"])
    op.create_table(
        "entries",
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
    )
    op.create_table(
        "snapshots",
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "answers",
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "sayings",
        sa.Column("table", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("token", sa.Text, nullable=False),
    )
