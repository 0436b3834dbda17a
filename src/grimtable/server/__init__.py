"""The browser table: HTTP, sockets, tables as actors, and where they are kept."""
