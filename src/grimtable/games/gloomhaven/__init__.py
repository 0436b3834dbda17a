"""Gloomhaven: a party of mercenaries, each with a hand of cards that is both repertoire and stamina, against
monsters."""
