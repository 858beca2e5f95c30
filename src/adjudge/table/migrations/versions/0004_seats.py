"""How long somebody may be away, and which moves a stand-in has made."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

LOG = sa.table(
    "entries",
    sa.column("table", sa.Text),
    sa.column("number", sa.Integer),
    sa.column("kind", sa.Text),
    sa.column("seat", sa.Integer),
    sa.column("text", sa.Text),
    sa.column("stand_in", sa.Text),
)
SEATED = ("stand-in", "resign", "time")  # after these a bot plays for the seat: the entry's text


def upgrade() -> None:
    """Go to this schema; the moves that stand-ins have made before are found out from the log."""
    op.add_column("tables", sa.Column("away", sa.Double, nullable=False, server_default="300"))
    op.add_column("entries", sa.Column("stand_in", sa.Text, nullable=False, server_default=""))
    before = LOG.alias("before")
    same = sa.and_(
        before.c.table == LOG.c.table,
        before.c.seat == LOG.c.seat,
        before.c.number < LOG.c.number,
        before.c.kind.in_((*SEATED, "back")),
    )
    latest = sa.select(before.c.text).where(same).order_by(before.c.number.desc()).limit(1)
    stood_in = sa.select(before.c.table).where(before.c.kind.in_(SEATED))
    moves = sa.and_(LOG.c.kind == "move", LOG.c.table.in_(stood_in))
    bot = sa.func.coalesce(latest.scalar_subquery(), "")  # of who came back, the text is empty
    op.execute(sa.update(LOG).where(moves).values(stand_in=bot))
