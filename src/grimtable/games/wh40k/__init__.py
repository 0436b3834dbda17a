"""Warhammer 40,000, 8th edition core rules: two armies on an open table, the mission Only War."""
