"""The process of the tool server with positions that take long to read, or end it."""

from __future__ import annotations

import os
import time

from gamesolver.cli import tool_answers

SECONDS = 120


class Slow(tool_answers.Answers):
    """Read any position for minutes."""

    def _position(self, solution, text):
        if text == "end":
            os._exit(7)
        time.sleep(SECONDS)


def main(argument):
    """Answer as usual, and read positions slowly."""
    tool_answers.Answers = Slow
    tool_answers.main(argument)
