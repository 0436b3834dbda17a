"""The command line and the client that plays in a terminal."""
