"""A person at the terminal as a player: shown the board, and asked for a move.

What is shown goes to standard error, for standard output is the answer's. A wrong entry is
answered with what is possible, and asked again. The end of the input stops the command.
"""

from __future__ import annotations

import sys
from typing import Any

import attrs

from gamesolver.command_line.page import Page
from gamesolver.command_line.wording import Voice
from gamesolver.game import Game
from gamesolver.playing import place_meant
from gamesolver.spelling import spelled
from gamesolver.words import MOST_SHOWN

NAME = "human"


@attrs.frozen(repr=False)
class HumanPlayer:
    """Whoever sits at the terminal."""

    game: Game[Any, Any]

    def __repr__(self) -> str:
        return NAME

    def __call__(self, position: Any) -> Any:
        page, voice = Page(errors=True), Voice.of(self.game)
        moves = voice.rules.moves(position)
        texts = [voice.rules.format_move(move) for move in moves]
        page.say("", voice.board(position), "")
        while True:
            page.print(f"{voice.name(voice.seat(position))}: ", end="", soft_wrap=True)
            line = sys.stdin.readline()
            if not line:
                page.say("")
                raise KeyboardInterrupt
            place = place_meant(texts, line.strip())
            if place is not None:
                return moves[place]
            more = f" and {len(texts) - MOST_SHOWN} more" if len(texts) > MOST_SHOWN else ""
            possible = ", ".join(map(voice.move, moves[:MOST_SHOWN])) + more
            page.say(f"no move {spelled(line.strip())} here: possible are {possible}")
