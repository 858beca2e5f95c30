"""The web table: a service that plays matches for people and bots, and loses nothing."""
