"""All tests see the sixth game, a package of somebody else, through its entry point; and all draw the same examples."""

from __future__ import annotations

import sys
from pathlib import Path

from hypothesis import settings

SIXTH = str(Path(__file__).parent / "sixth")
if SIXTH not in sys.path:  # before any test asks for the registered games
    sys.path.append(SIXTH)

settings.register_profile("alike", derandomize=True)  # the same examples in every run and on every machine
settings.load_profile("alike")
