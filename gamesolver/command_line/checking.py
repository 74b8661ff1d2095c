"""``gamesolver check``: do the rules obey the laws of every game?

No is an answer: it goes to standard output, and the exit code is 1.
"""

from __future__ import annotations

from typing import Annotated

import typer

import gamesolver
from gamesolver.command_line.endings import NO
from gamesolver.command_line.options import Json, whole
from gamesolver.command_line.page import Page, bar, write_json
from gamesolver.command_line.shapes import CheckShape, FaultShape
from gamesolver.command_line.subjects import Subject
from gamesolver.command_line.telling import game_told
from gamesolver.command_line.texts import several
from gamesolver.errors import Fault, GameContractError
from gamesolver.game import Game
from gamesolver.spelling import clean
from gamesolver.words import shown


def check(
    subject: Annotated[Subject, "GAME"],
    limit: Annotated[
        int,
        typer.Option(
            "--limit", metavar="N", parser=whole, help="Up to so many positions, look at all."
        ),
    ] = 20_000,
    walks: Annotated[
        int,
        typer.Option(
            "--walks", metavar="N", parser=whole, help="Beyond, play so many games at random."
        ),
    ] = 100,
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", parser=whole, help="Of random play.")
    ] = 0,
    json: Json = False,
) -> int:
    """Whether the rules obey the laws of every game; if not, where."""
    game = subject.game()
    try:
        report = gamesolver.check_game(game, limit=limit, walks=walks, seed=seed, progress=bar())
    except GameContractError as error:
        return _broken(game, error, json)
    if json:
        answer: CheckShape = {
            "game": game_told(game),
            "holds": True,
            "positions": report.positions,
            "moves": report.moves,
            "ends": report.ends,
            "exhaustive": report.exhaustive,
            "laws": list(report.laws),
            "faults": [],
        }
        write_json(answer)
        return 0
    page = Page()
    page.print(f"{game!r} obeys all {len(report.laws)} laws", style="green", soft_wrap=True)
    all_of = "all of them" if report.exhaustive else "met in random play"
    page.say(
        f"{several(report.positions, 'position')}, {all_of}, with "
        f"{several(report.moves, 'move')} and {several(report.ends, 'end')} of play"
    )
    return 0


def _broken(game: Game[object, object], error: GameContractError, json: bool) -> int:
    faults = error.faults or (Fault("raises", str(error)),)
    if json:
        answer: CheckShape = {
            "game": game_told(game),
            "holds": False,
            "positions": None,
            "moves": None,
            "ends": None,
            "exhaustive": None,
            "laws": None,
            "faults": [_fault_told(game, fault) for fault in faults],
        }
        write_json(answer)
        return NO
    page = Page()
    laws = "a law" if len(faults) == 1 else f"{len(faults)} laws"
    page.print(f"{game!r} breaks {laws}", style="red", soft_wrap=True)
    page.table(["law", "what happened"], [(fault.law, clean(fault.message)) for fault in faults])
    return NO


def _fault_told(game: Game[object, object], fault: Fault) -> FaultShape:
    position = None if fault.position is None else shown(game, fault.position)
    return {"law": fault.law, "message": fault.message, "position": position}
