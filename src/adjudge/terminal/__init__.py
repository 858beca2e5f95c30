"""The terminal: drawing, a game played at the prompt, and what the commands print."""
