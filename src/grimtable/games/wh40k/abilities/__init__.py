"""Unusual abilities, one block each; importing this attaches them to the hooks."""
