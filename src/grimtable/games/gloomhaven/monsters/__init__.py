"""Monsters: `sight` and `plan` find every legal outcome, `deeds` performs ability cards by it."""
