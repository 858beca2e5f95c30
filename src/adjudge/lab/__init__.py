"""Many games: what bots make of them."""
