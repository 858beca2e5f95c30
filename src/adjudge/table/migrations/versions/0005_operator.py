"""Who is kept out, who said what, and what an operator's commands tell running servers."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Go to this schema; of what was said before, nobody knows by which guest."""
    op.create_table(
        "bans",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("whom", sa.Text, primary_key=True),
        sa.Column("why", sa.Text, nullable=False),
        sa.Column("made", sa.Double, nullable=False),
        sa.Column("until", sa.Double),
    )
    op.create_table(
        "marks",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("number", sa.Double, nullable=False),
    )
    op.add_column("sayings", sa.Column("guest", sa.Text))
    op.create_index("ix_sayings_guest", "sayings", ["guest"])
    op.create_index("ix_seats_reserved", "seats", ["reserved"])
    op.create_index("tables_host", "tables", ["host"])
