"""The engine all games share; it knows no game."""
