"""Whole families of games known in closed form, and the shelf that all games stand on."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
from functools import cache, reduce
from itertools import combinations, pairwise, product
from operator import xor
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
from games import Nim, Subtraction, Template
from gamesolver import (
    Game,
    IllegalMoveError,
    Outcome,
    PositionTextError,
    UnknownGameError,
    Value,
    find_game,
    registered_games,
    solve,
)
from tests.oracles.plain_rules import TWINS
from tests.support.scale import scaled

GOLDEN = tomllib.loads((Path(__file__).parents[1] / "goldens" / "families.toml").read_text())
NAMES = [
    (name, kind)
    for name, kind in registered_games().items()
    if kind.__module__.partition(".")[0] == "games"
]
BOTH = pytest.mark.parametrize("method", ["retrograde", "minimax"])


def nim_is_lost(heaps, misere):
    """Bouton's theorem: whether the player to move loses."""
    if misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 1
    return reduce(xor, heaps) == 0


@BOTH
@pytest.mark.parametrize("misere", [False, True])
def test_nim_by_exclusive_or(misere, method):
    """Every heap up to (5, 6, 7), in any order, is lost exactly when the theorem says so."""
    heaps = GOLDEN["nim"]["heaps"]
    solution = solve(Nim(heaps, misere=misere), method=method)
    every = list(product(range(6), range(7), range(8)))
    for position in every:
        lost = nim_is_lost(position, misere)
        assert solution[position].value is (Value.LOSS if lost else Value.WIN)
        assert solution[position[::-1]] == solution[position]
    assert {tuple(sorted(each)) for each in every} == set(solution)


@settings(max_examples=scaled(60, 600))
@given(st.lists(st.integers(0, 4), min_size=1, max_size=4), st.booleans())
def test_nim_from_any_start(heaps, misere):
    """From one to four heaps, the start has its value, and each best move leaves a lost heap."""
    solution = solve(Nim(heaps, misere=misere))
    lost = nim_is_lost(heaps, misere)
    assert solution.value is (Value.LOSS if lost else Value.WIN)
    for row in solution.moves(tuple(heaps)):
        leaves_lost = nim_is_lost(row.position, misere)
        assert row.outcome.value is (Value.WIN if leaves_lost else Value.LOSS)
    assert len(solution.mainline()) == solution.remoteness


def subtraction_outcomes(most, takes):
    """Value and remoteness of every heap, by a table of its own."""
    table = []
    for heap in range(most + 1):
        after = [table[heap - take] for take in takes if take <= heap]
        quick = [plies for value, plies in after if value == -1]
        slow = max((plies for _, plies in after), default=-1)
        table.append((1, min(quick) + 1) if quick else (-1, slow + 1))
    return table


@pytest.mark.parametrize("count", [1, 2, 3])
def test_subtraction_by_a_table(count):
    """With any one to three takes up to 8, every heap has the outcome of a plain table."""
    for takes in combinations(range(1, 9), count):
        solution = solve(Subtraction(heap=50, takes=takes))
        table = subtraction_outcomes(50, takes)
        for heap in solution:
            value, plies = table[heap]
            assert solution[heap] == Outcome(Value(value), plies), (takes, heap)


@BOTH
@pytest.mark.parametrize("golden", GOLDEN["subtraction"], ids=lambda each: str(each["takes"]))
def test_subtraction_by_its_period(golden, method):
    """The lost heaps repeat with the published period."""
    game = Subtraction(heap=300, takes=golden["takes"])
    solution = solve(game, positions=range(300), method=method)
    lost = [heap for heap in range(301) if solution[heap].value is Value.LOSS]
    assert lost == [heap for heap in range(301) if heap % golden["period"] in golden["lost"]]


@cache
def strip_outcome(squares):
    """Value and remoteness of the template's game, by its rules in other words."""
    pieces = [piece for piece in squares if piece != "."]
    if any(a == b != "." for a, b in pairwise(squares)):
        return -1, 0
    if len(pieces) == len(squares):
        return 0, 0
    mover = "xo"[len(pieces) % 2]
    backs = []
    for place in range(len(squares)):
        if squares[place] == ".":
            value, plies = strip_outcome(squares[:place] + mover + squares[place + 1 :])
            backs.append((-value, plies + 1))
    return max(backs, key=lambda back: (back[0], back[1] if back[0] < 0 else -back[1]))


@pytest.mark.parametrize("squares", range(9))
def test_template_by_its_rules(squares):
    """On strips of up to eight squares every position has the outcome its rules give."""
    solution = solve(Template(squares=squares))
    assert solution.verify().positions == len(solution)
    for position in solution:
        value, plies = strip_outcome(position)
        assert solution[position] == Outcome(Value(value), plies)


@pytest.mark.parametrize(
    ("game", "position", "move", "message"),
    [
        (Nim(), (0, 1, 1), (0, 1), "illegal move (0, 1) in position (0, 1, 1): legal moves are "
         "take 1 from heap b, take 1 from heap c"),
        (Nim(), (0, 1, 0), (3, 1), "illegal move (3, 1) in position (0, 1, 0): legal moves are "
         "take 1 from heap b"),
        (Subtraction(), 2, 3, "illegal move 3 in position 2: legal moves are take 1, take 2"),
        (Subtraction(), 9, 4, "illegal move 4 in position 9: legal moves are "
                              "take 1, take 2, take 3"),
        (Template(), "x.....", 0, "illegal move 0 in position 'x.....': legal moves are "
         "1, 2, 3, 4, 5"),
    ],
)  # fmt: skip
def test_illegal_moves(game, position, move, message):
    """A move that is not legal is refused with the legal ones, word for word."""
    with pytest.raises(IllegalMoveError) as caught:
        game.play(position, move)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    ("takes", "message"),
    [
        ((), "bad takes () of Subtraction: expected one or more whole numbers from 1 to 1,000,000"),
        (5, "bad takes 5 of Subtraction: expected one or more whole numbers from 1 to 1,000,000"),
        ((0, 1), "bad takes 0 of Subtraction: expected a whole number from 1 to 1,000,000"),
        ((1, 1), "bad takes (1, 1) of Subtraction: expected no number twice"),
        ((-2,), "bad takes -2 of Subtraction: expected a whole number from 1 to 1,000,000"),
    ],
)
def test_takes_that_make_no_game(takes, message):
    """Takes must be different numbers from 1 on."""
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        Subtraction(takes=takes)


@pytest.mark.parametrize("text", ["x?.", "xxo.", "xx.", "o..", "...\n", None])
def test_template_refuses_other_texts(text):
    """The template's parse refuses what is no strip of its length, or what play cannot come to."""
    with pytest.raises(PositionTextError) as caught:
        Template(squares=3).parse(text)
    message = (
        f"no position of Template(squares=3) in {text!r}: expected 3 of 'x', 'o' and '.', as many "
        "x as o or one more, where the player to move has not won before"
    )
    assert str(caught.value) == message


def test_a_copy_of_the_template_stands_alone(tmp_path):
    """Copied to a place of one's own it is solved, and asks for nothing of the shelf."""
    shutil.copy(games.template.__file__, tmp_path / "my_game.py")
    code = (
        "import sys; sys.modules['games'] = None; from my_game import Template; "
        "from gamesolver import solve; print(solve(Template()).outcome)"
    )
    path = os.pathsep.join([str(tmp_path), *sys.path])
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == "win in 3"


# ── the shelf ──────────────────────────────────────────────────────────────


def test_registered_names():
    """Every file and folder of ours but those of twins and kernels has a game under its name."""
    shelf = Path(games.__file__).parent
    modules = {kind.__module__.split(".")[1] for _, kind in NAMES}
    files = {
        file.stem for file in shelf.iterdir() if file.suffix in (".py", "") and file.stem[0] != "_"
    }
    assert modules == files
    assert sorted(games.__all__) == sorted(kind.__name__ for _, kind in NAMES)
    assert {"tic-tac-toe", "mnk", "gobblet-gobblers"} <= dict(NAMES).keys()
    assert list(registered_games()) == sorted(registered_games())


@pytest.mark.parametrize(("name", "kind"), NAMES)
def test_every_game_is_made_without_arguments(name, kind):
    """A game is imported by its class name, made without arguments, and ready to be played."""
    assert find_game(name) is getattr(games, kind.__name__) is kind
    assert_ready_to_be_played(kind())


@pytest.mark.parametrize("kind", TWINS)
def test_every_twin_is_made_without_arguments(kind):
    """A twin is ready to be played as well, and has no name on the shelf nor in ``games``."""
    assert kind not in registered_games().values()
    assert kind.__name__ not in games.__all__
    assert_ready_to_be_played(kind())


def assert_ready_to_be_played(game):
    """Its start has moves, and texts that are read back."""
    start, kind = game.start(), type(game).__name__
    assert isinstance(game, Game)
    assert repr(game) == f"{kind}()"
    assert game.parse(game.format(start)) == start
    assert game.terminal_value(start) is None
    assert all(game.parse_move(start, game.format_move(each)) == each for each in game.moves(start))


def test_importing_games_loads_no_compiler():
    """Neither the games nor the library load numba or networkx when imported."""
    code = "import sys, games, gamesolver; print({'numba', 'networkx'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"


NONE = "no name on the shelf is like it"


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("tictactoe", "did you mean 'tic-tac-toe' or 'wild-tic-tac-toe'?"),
        ("TicTacToe", "did you mean 'tic-tac-toe'?"),
        ("nimm", "did you mean 'nim'?"),
        ("backgammon", NONE),
        ("morris", "did you mean 'nine-mens-morris' or 'three-mens-morris'?"),
        ("shogi", "did you mean 'animal-shogi'?"),
        ("four", "did you mean 'connect-four'?"),
        ("Tic", "did you mean 'tic-tac-toe' or 'wild-tic-tac-toe'?"),
        ("ti", NONE),
        ("hree", NONE),
        ("", NONE),
        (None, NONE),
    ],
)
def test_unknown_games(name, hint):
    """A name that no game bears is refused with the nearest names, and where all are listed."""
    with pytest.raises(UnknownGameError) as caught:
        find_game(name)
    assert str(caught.value) == f"unknown game {name!r}: {hint}; registered_games lists all"
    assert caught.value.name == name
