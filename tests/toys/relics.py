"""The toy with hidden information is the sixth game; tests reach its insides here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # where its folder lies in the tree; at run time it is a package on the path
    from sixth.sixth_game import DEFINITION, RULES, actions, components, hidden, state, turn
else:
    from sixth_game import DEFINITION, RULES, actions, components, hidden, state, turn

__all__ = ["DEFINITION", "RULES", "actions", "components", "hidden", "state", "turn"]
