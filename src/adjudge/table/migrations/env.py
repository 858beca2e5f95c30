"""Alembic's entry: it runs on the connection that migrate() hands it."""

from __future__ import annotations

from alembic import context

from adjudge.table.database import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
context.run_migrations()
