"""A tool server process in which reading a position takes minutes, or ends the process."""

from __future__ import annotations

import os
import time

from gamesolver.cli import tool_answers

SECONDS = 120


class Slow(tool_answers.Answers):
    """Variant that takes minutes to read a position, and exits at the text ``end``."""

    def _position(self, solution, text):
        if text == "end":
            os._exit(7)
        time.sleep(SECONDS)


def main(argument):
    """Run the tool server with slow reading of positions."""
    tool_answers.Answers = Slow
    tool_answers.main(argument)
