"""`python -m grimtable.server [PORT [DATABASE]]`"""

from __future__ import annotations

import sys

from grimtable.server.serve import serve

if __name__ == "__main__":
    serve(port=int(sys.argv[1]) if len(sys.argv) > 1 else 8000, database=sys.argv[2] if len(sys.argv) > 2 else None)
