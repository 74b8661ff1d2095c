"""Reprs and HTML of results: the repr is one line, and neither takes long."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

import gamesolver
from games import Hexapawn, Nim, PongHauKi, TicTacToe
from gamesolver import (
    Board,
    GameContractError,
    Solution,
    UnknownPositionError,
    check_game,
    estimate,
    explore,
    solve,
)
from gamesolver.players import RandomPlayer, audit, compare, match, odds, puzzles, strategy, traps
from gamesolver.show.colours import APPEARANCES
from gamesolver.tables.table import DictTable
from gamesolver.web import app
from tests.attacks.hostile_games import ATTACK, Attack, PicturedAttack, SeatedAttack
from tests.support.explorer_calls import Page, fetch
from tests.support.small_games import UndrawnNim

SOLUTION = solve(TicTacToe())
GAME = SOLUTION.game
EDGE = GAME.parse(".o..x....")
ANYHOW = RandomPlayer(GAME)
SVG = "{http://www.w3.org/2000/svg}"

ANSWERS = {
    "solution": lambda: SOLUTION,
    "board": lambda: SOLUTION.board(EDGE),
    "rows": lambda: SOLUTION.moves(EDGE),
    "line": lambda: SOLUTION.mainline(),
    "graph": lambda: explore(GAME),
    "verified": lambda: SOLUTION.verify(),
    "laws": lambda: check_game(Nim(heaps=(1, 2))),
    "estimate": lambda: estimate(GAME),
    "how": lambda: SOLUTION.how,
    "rounds": lambda: solve(GAME, method="retrograde").how,
    "probes": lambda: SOLUTION.probe_many([EDGE, "typo"]),
    "match": lambda: match(GAME, ANYHOW, ANYHOW, games=10, seed=1),
    "odds": lambda: odds(GAME, ANYHOW, ANYHOW),
    "audit": lambda: audit(lambda position: position.index("."), SOLUTION),
    "comparison": lambda: compare(SOLUTION, solve(TicTacToe(misere=True))),
    "puzzles": lambda: puzzles(SOLUTION, plies=5),
    "puzzle": lambda: puzzles(SOLUTION, plies=5)[0],
    "traps": lambda: traps(SOLUTION),
    "trap": lambda: traps(SOLUTION)[0],
    "strategy": lambda: strategy(SOLUTION, seat=1),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_every_answer_shows_itself(name):
    """A repr is one short line, and the HTML is well-formed with one style sheet."""
    answer = ANSWERS[name]()
    assert "\n" not in repr(answer)
    assert len(repr(answer)) < 400
    page = answer._repr_html_()
    assert page.startswith('<div class="gamesolver"><style>')
    without_style = re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL)
    ElementTree.fromstring(without_style)  # every element is closed


def test_a_solution_shows_who_wins_and_its_counts():
    """A solution shows a sentence about its outcome, and the sums of ``counts``."""
    page = SOLUTION._repr_html_()
    assert "A draw in 9 plies" in page
    texts = [cell["text"] for cell in Page(page).all("td")]
    assert texts[-4:-1] == ["390", "151", "224"]


def test_rows_show_each_move_with_its_board():
    """Each move has a row, best first, with a picture of the position after it."""
    page = Page(SOLUTION.moves(EDGE)._repr_html_())
    moves = [each["text"] for each in page.all("span", class_="move")]
    assert moves == ["0", "2", "3", "5", "6", "8", "7"]
    assert len(page.all("svg")) == 8  # including the board before the moves


def test_rows_remain_a_tuple():
    """Equality, hash, order, slices, copies and pickles are those of a tuple of rows."""
    rows = SOLUTION.moves(EDGE)
    plain = tuple(rows)
    assert isinstance(rows, tuple)
    assert (rows, hash(rows)) == (plain, hash(plain))
    assert plain == rows
    assert type(rows[:2]) is tuple
    assert rows[0].move == 0
    for other in (copy.copy(rows), copy.deepcopy(rows), pickle.loads(pickle.dumps(rows))):
        assert other == rows
        assert repr(other) == repr(rows)


def test_an_end_and_an_endless_line_show_themselves():
    """Rows and lines at a terminal position show the end, and an endless line shows a draw."""
    end = GAME.parse("xxxoo....")
    assert repr(SOLUTION.moves(end)) == "<no moves at 'xxxoo....': play has ended>"
    assert "x has won" in SOLUTION.moves(end)._repr_html_()
    assert "x has won" in SOLUTION.mainline(end)._repr_html_()
    assert "A draw: play goes on for ever" in solve(PongHauKi()).mainline()._repr_html_()


def test_a_board_is_the_game_s_picture_or_its_text():
    """A board is a complete SVG picture; a game without pictures has its text drawn."""
    picture = ElementTree.fromstring(SOLUTION.board(EDGE)._repr_svg_())
    assert picture.tag == f"{SVG}svg"
    assert len(picture.findall(f".//{SVG}rect")) == 9
    text = ElementTree.fromstring(solve(UndrawnNim(heaps=(1, 2))).board()._repr_svg_())
    assert [each.text for each in text.iter(f"{SVG}tspan")] == ["a: |", "b: ||"]


def test_a_board_is_one_of_the_solution():
    """``board`` shows the start by default, and refuses unknown positions."""
    assert SOLUTION.board() == Board(GAME, SOLUTION.start)
    assert str(SOLUTION.board(EDGE)) == GAME.render(EDGE)
    with pytest.raises(UnknownPositionError):
        SOLUTION.board("nowhere")


@pytest.mark.parametrize("game", [Attack(), PicturedAttack(), SeatedAttack()], ids=repr)
def test_markup_of_a_game_is_shown_and_never_part_of_the_page(game):
    """Markup in a game's texts is escaped, and a game's picture keeps only its shapes."""
    solution = solve(game)
    for answer in (
        solution,
        solution.board(),
        solution.moves(4),
        solution.mainline(),
        explore(game),
    ):
        page = Page(answer._repr_html_())
        for tag in ("script", "img", "foreignobject", "image", "animate", "b", "a"):
            assert page.all(tag) == []
        assert not any(name.startswith("on") for each in page.elements for name in each)
        assert "elsewhere" not in str([dict(each) for each in page.elements if "src" in each])
    svg = solution.board()._repr_svg_()
    assert "<script" not in svg
    assert "http://elsewhere" not in svg
    if type(game) is Attack:
        assert ATTACK.replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#39;") in svg


def test_a_repr_looks_at_nothing_but_the_start(monkeypatch):
    """The repr, and the HTML of a large solution, neither count nor list positions."""

    def refuse(*_):
        raise AssertionError("a scan")

    monkeypatch.setattr(DictTable, "count", refuse)
    monkeypatch.setattr(DictTable, "__iter__", refuse)
    assert repr(SOLUTION) == "<Solution of TicTacToe(): draw in 9, 765 positions>"
    monkeypatch.setattr(Solution, "__len__", lambda solution: 100_001)
    assert "100,001 positions; counts() counts them by outcome" in SOLUTION._repr_html_()


def test_a_repr_is_one_line_whatever_the_author_wrote():
    """A long game repr of several lines is shortened and put on one line."""

    class Wordy(UndrawnNim):
        def __repr__(self):
            return "Wordy(\n" + "heaps,\n" * 1000 + ")"

        def format_move(self, move):
            raise ValueError(move)

    solution = solve(Wordy(heaps=(1, 1)))
    for answer in (solution, explore(solution.game), solution.board(), solution.moves((1, 1))):
        assert "\n" not in repr(answer)
        assert len(repr(answer)) < 400
    with pytest.raises(GameContractError, match="format_move"):
        solution.moves((1, 1))._repr_html_()


def test_probes_are_reported_briefly():
    """The repr of probes has counts, and the HTML has the first 20 positions."""
    probes = SOLUTION.probe_many([EDGE, "typo"] * 500)
    assert repr(probes) == "<OutcomeArray of 1000 positions, 500 of them known>"
    assert "the first 20 of 1,000 positions" in probes._repr_html_()
    assert [str(each) for each in probes.first(2)] == ["win in 5", "None"]


def test_the_explorer_has_the_same_colours():
    """The explorer's style sheet takes its outcome colours from ``APPEARANCES``."""
    style = fetch(app(solve(TicTacToe())), "/assets/explorer.css").text
    for appearance in APPEARANCES.values():
        for shades in (appearance.light, appearance.dark):
            assert f": {shades.ink};" in style
    own = style[style.index("/* Ink on paper") :]
    assert not any(appearance.light.ink in own for appearance in APPEARANCES.values())


def brightness(colour):
    """Return the relative luminance of a colour, from 0 to 1."""
    parts = np.array([int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)])
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ [0.2126, 0.7152, 0.0722])


def contrast(one, other):
    """Return the contrast of words in one colour on another, from 1 to 21."""
    low, high = sorted([brightness(one), brightness(other)])
    return (high + 0.05) / (low + 0.05)


def test_the_ink_of_a_chip_can_be_read_on_its_tint():
    """Texts on a tint have a contrast of at least 4.5 to 1, in light and in dark mode."""
    for appearance in APPEARANCES.values():
        for shades in (appearance.light, appearance.dark):
            assert contrast(shades.ink, shades.tint) >= 4.5


@pytest.mark.parametrize("behind", ["#ffffff", "#000000"])
def test_words_at_a_terminal_can_be_read_on_white_and_on_black(behind):
    """Terminal colours have a contrast of at least 4.5 to 1 on white and on black."""
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    for appearance in APPEARANCES.values():
        assert contrast(appearance.terminal, behind) >= 4.5


def test_fills_differ_without_colour():
    """The three fills differ in luminance, hatch and marker."""
    values = sorted(brightness(appearance.light.fill) for appearance in APPEARANCES.values())
    assert min(np.diff(values)) > 0.06
    assert len({appearance.hatch for appearance in APPEARANCES.values()}) == 3
    assert len({appearance.marker for appearance in APPEARANCES.values()}) == 3


def test_arrows_are_left_out_of_small_boards():
    """The boards of moves are marked as small, and a style hides arrows on small boards."""
    solution = solve(Hexapawn())
    page = solution.moves(solution.start)._repr_html_()
    assert page.count('class="board small"') == len(solution.moves(solution.start))
    assert ".gamesolver .small .arrow { display: none; }" in page


def test_escaping_stands_in_one_place():
    """Only ``show/markup.py`` escapes: no other module imports markupsafe or Python's ``html``."""
    names = re.compile(r"^\s*(from|import) (markupsafe|html)\b", re.MULTILINE)
    root = Path(gamesolver.__file__).parent
    paths = [each for each in root.rglob("*.py") if names.search(each.read_text("utf-8"))]
    assert [str(each.relative_to(root)) for each in paths] == ["show/markup.py"]
