"""Monsters: `plan` finds every legal outcome, `deeds` performs ability cards by it."""
