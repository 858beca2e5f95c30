"""Whether a table gives hints, and when somebody sat down."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Go to this schema; tables made before give hints."""
    op.add_column(
        "tables", sa.Column("hints", sa.Boolean, nullable=False, server_default=sa.true())
    )
    op.add_column("seats", sa.Column("sat", sa.Double))
