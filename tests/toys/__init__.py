"""Small games that show every side of the kernel."""
