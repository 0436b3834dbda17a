"""All tests see the sixth game: a package of somebody else, found through its entry point."""

from __future__ import annotations

import sys
from pathlib import Path

SIXTH = str(Path(__file__).parent / "sixth")
if SIXTH not in sys.path:  # before any test asks for the registered games
    sys.path.append(SIXTH)
