"""``python -m gamesolver`` is the command line."""

from __future__ import annotations

import sys

if __name__ == "__main__":
    try:
        from gamesolver.cli.main import main  # here, so that Ctrl-C is handled meanwhile
    except KeyboardInterrupt:
        print("gamesolver: stopped", file=sys.stderr)  # noqa: T201  # rich may not be loaded yet
        sys.exit(130)  # cli.endings.INTERRUPTED, which may not be loaded either
    sys.exit(main())
