"""The JSON and the JSON Schema of every report, compared with golden files.

The files are in ``tests/goldens/json``. If a report changes on purpose, write them again with
``python -m tests.house.test_json_goldens`` and review the difference.
"""

import json
import os
import shlex
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from games import Nim, PongHauKi, TicTacToe
from gamesolver import GameContractError, check_game, estimate, prove, solve
from gamesolver.check.check_game import broken_shape
from gamesolver.cli.tool_answers import Answers
from gamesolver.forecast import lines
from gamesolver.players import (
    RandomPlayer,
    audit,
    compare,
    match,
    odds,
    puzzles,
    strategy,
    traps,
)
from gamesolver.players.survey import surveyed
from gamesolver.shapes import json_text
from gamesolver.verify.certificate import refuted_shape
from gamesolver.verify.claims import refuted_proof_shape
from gamesolver.web import app
from tests.support.at_the_terminal import ROOT, called
from tests.support.explorer_calls import fetch
from tests.support.json_shapes import all_schemas
from tests.support.scored_games import Coins

SUPPORT = ROOT / "tests" / "support"
FOLDER = ROOT / "tests" / "goldens" / "json"
MEASURED = {"seconds", "compiling", "bytes"}
"""Fields whose numbers are measured, and differ from run to run."""

GAMES = {"nim": Nim(heaps=(1, 2)), "coins": Coins(), "ttt": TicTacToe(), "pong": PongHauKi()}
COMMAND_LINES = {"nim": "nim --heaps 1,2", "coins": "scored_games.py:Coins"}


class Broken(Nim):
    """A game that lists its first move twice."""

    def moves(self, position):
        """Return the moves, and the first again."""
        moves = super().moves(position)
        return moves + moves[:1]


@cache
def solved(name):
    """Return the solution of a game."""
    return solve(GAMES[name])


@cache
def proved(name):
    """Return the proof of a game."""
    return prove(GAMES[name])


def lowest(game):
    """Return a player that chooses the first move."""
    return lambda position: game.moves(position)[0]


def misere(name):
    """Return the other rules that a game is compared with."""
    rules = {"nim": Nim(heaps=(1, 2), misere=True), "coins": Coins(row=(2, 7, 1))}
    return solve(rules.get(name, TicTacToe(misere=True)))


def broken():
    """Return the report of a check on a game that violates a law."""
    game = Broken(heaps=(1, 2))
    with pytest.raises(GameContractError) as caught:
        check_game(game, laws=["unique moves"], most=5, walks=1)
    return json_text(broken_shape(game, caught.value.faults))


def written(*words):
    """Return the output of a command; exit code 1 is a negative result."""
    output = called(*words)
    assert output.code in (0, 1), output.err
    return output.out


def rows(name):
    """Return the file of rows with moves."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "rows.jsonl")
        solved(name).export(path, moves=True)
        return path.read_text()


REPORTS = {
    "solution": lambda name: solved(name),
    "proof": lambda name: proved(name),
    "explanation": lambda name: proved(name).explain(),
    "explanation-of-reply": lambda name: proved(name).explain(
        GAMES[name].play(GAMES[name].start(), proved(name).best_move())
    ),
    "proof-verification": lambda name: proved(name).verify(),
    "check": lambda name: check_game(GAMES[name], most=50, walks=2),
    "verification": lambda name: solved(name).verify(),
    "estimate": lambda name: estimate(GAMES[name]),
    "match": lambda name: match(
        GAMES[name], RandomPlayer(GAMES[name]), RandomPlayer(GAMES[name]), games=10, seed=1
    ),
    "odds": lambda name: odds(GAMES[name], RandomPlayer(GAMES[name]), RandomPlayer(GAMES[name])),
    "audit": lambda name: audit(lowest(GAMES[name]), solved(name)),
    "survey": lambda name: surveyed(solved(name), most=1000, seed=0),
    "puzzles": lambda name: puzzles(solved(name), most=3),
    "traps": lambda name: traps(solved(name), most=2),
    "strategy": lambda name: strategy(solved(name), 0),
    "comparison": lambda name: compare(solved(name), misere(name)),
}
"""Every report of the library."""

PARTS = {
    "tally": lambda: audit(lowest(GAMES["nim"]), solved("nim")).by_value,
    "range": lambda: estimate(GAMES["nim"]).positions,
    "sampled-scores": lambda: estimate(GAMES["coins"]).scores,
    "puzzle": lambda: puzzles(solved("ttt"), plies=5, most=1)[0],
    "trap": lambda: traps(solved("ttt"), most=1)[0],
    "solution-endless": lambda: solved("pong"),
    "match-endless": lambda: match(
        GAMES["pong"], lowest(GAMES["pong"]), lowest(GAMES["pong"]), games=3, seed=1, cap=9
    ),
    "proof-stopped": lambda: prove(GAMES["ttt"], seconds=0),
    "puzzles-ttt": lambda: puzzles(solved("ttt"), most=3),
    "traps-ttt": lambda: traps(solved("ttt"), most=3),
    "comparison-ttt": lambda: compare(solved("ttt"), misere("ttt")),
}
"""Parts that are reports themselves, and reports about other games."""

COMMANDS = {
    "solve": "solve {}",
    "prove": "prove {}",
    "explain": "prove {} --explain",
    "check": "check {} --limit 50 --walks 2",
    "verify": "verify {}",
    "estimate": "estimate {}",
    "match": "match {} random random --games 10 --seed 1",
    "odds": "odds {} random random",
    "audit": "audit {} random --examples 2",
    "stats": "stats {}",
    "show": "show {}",
    "show-line": "show {} --line",
    "puzzles": "puzzles {} --limit 2",
    "traps": "puzzles {} --traps --limit 2",
    "strategy": "strategy {}",
    "compare": 'compare {0} "{0}"',
}
"""Every command that writes JSON about a game."""

ADDRESSES = ["/api/game", "/api/position", "/api/line"]


def texts():
    """Yield the name of each golden file, and a function that makes its text."""
    for game in ("nim", "coins"):
        for name, make in REPORTS.items():
            yield f"{name}-{game}", lambda make=make, game=game: make(game).as_json()
        for name, line in COMMANDS.items():
            words = shlex.split(line.format(COMMAND_LINES[game]))
            yield f"command-{name}-{game}", lambda words=words: written(*words, "--json")
        yield f"rows-{game}", lambda game=game: rows(game)
        for address in ADDRESSES:
            yield (
                f"explorer-{Path(address).name}-{game}",
                lambda game=game, address=address: queried(app(solved(game)), address),
            )
        for address in ("/api/proof", "/api/position"):
            yield (
                f"explorer-of-proof-{Path(address).name}-{game}",
                lambda game=game, address=address: queried(app(proved(game)), address),
            )
    for name, make in PARTS.items():
        yield name, lambda make=make: make().as_json()
    yield "check-broken", broken
    yield "verification-refuted", lambda: json_text(refuted_shape("no"))
    yield "proof-verification-refuted", lambda: json_text(refuted_proof_shape("no"))
    yield "command-games", lambda: written("games", "nim", "--json")
    yield "explorer-refusal", lambda: queried(app(solved("nim")), "/api/position?from=zz")
    for name, arguments in {
        "solve": {"game": "tic-tac-toe", "parameters": None},
        "probe": {"game": "tic-tac-toe", "positions": ["x........"], "parameters": None},
        "best_moves": {"game": "tic-tac-toe", "position": "xo.......", "parameters": None},
        "audit": {"game": "tic-tac-toe", "choices": {"x........": "1"}, "parameters": None},
    }.items():
        yield (
            f"tool-{name}",
            lambda name=name, given=arguments: json_text(
                Answers(None, None, 60.0).answer(name, given)
            ),
        )


def queried(explorer, address):
    """Return the response of the explorer as text, in the layout of the other reports."""
    return json_text(fetch(explorer, address).json)


TEXTS = dict(texts())


def unmeasured(value, is_measured=False):
    """Return a value with each measured number replaced by 0."""
    if isinstance(value, dict):
        return {
            name: unmeasured(each, is_measured or name in MEASURED) for name, each in value.items()
        }
    if isinstance(value, list):
        return [unmeasured(each, is_measured) for each in value]
    return 0 if is_measured and isinstance(value, int | float) else value


def golden(name):
    """Return the text that is compared: laid out as ``as_json`` does, with measured numbers 0."""
    text = TEXTS[name]()
    parts = text.splitlines(keepends=True) if name.startswith("rows") else [text]
    reported = [json.loads(part) for part in parts]
    if len(reported) == 1:
        assert text == json_text(reported[0])
        return json_text(unmeasured(reported[0]))
    return text


@pytest.fixture
def in_support(monkeypatch):
    """Run in the folder of the games for tests, and sample all lines however busy the machine."""
    monkeypatch.chdir(SUPPORT)
    monkeypatch.setattr(lines, "SECONDS", 60)


@pytest.mark.parametrize("name", TEXTS)
def test_json_is_as_in_the_golden_file(name, in_support):
    """JSON has the fields, the order, the layout and the values that it had."""
    assert golden(name) == (FOLDER / f"{name}.json").read_text()


def test_every_golden_file_is_compared():
    """Every golden file belongs to a report that is compared."""
    assert {path.stem for path in FOLDER.glob("*.json")} == TEXTS.keys() | {"schema"}


def test_the_schema_is_as_in_the_golden_file():
    """The schema of each report has the fields, types and descriptions that it had."""
    assert all_schemas() == json.loads((FOLDER / "schema.json").read_text())


if __name__ == "__main__":
    os.chdir(SUPPORT)
    lines.SECONDS = 60
    FOLDER.mkdir(exist_ok=True)
    for each in TEXTS:
        (FOLDER / f"{each}.json").write_text(golden(each))
    (FOLDER / "schema.json").write_text(json_text(dict(sorted(all_schemas().items()))))
