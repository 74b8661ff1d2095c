"""Mark of the last move: a halo around a new piece, or the arrow or square of the move."""

import re
from random import Random

import pytest

from games import MNK, GobbletGobblers, Hexapawn, TicTacToe
from gamesolver import Game, Value, solve
from gamesolver.web import app
from tests.support.explorer_calls import Page, fetch
from tests.support.scale import scaled
from tests.support.seen_from_mover import Circling, Unturned


class Pictured(Game):
    """A game with one move, from one picture to another."""

    def __init__(self, now, before, move):
        self.pictures = before, now
        self.move = move

    def start(self):
        return 0

    def moves(self, position):
        return [self.move]

    def play(self, position, move):
        return 1

    def terminal_value(self, position):
        return Value.LOSS if position else None

    def svg(self, position):
        return self.pictures[position]


class Seated(Pictured):
    """Variant with the player to move in each position, so that men keep their colours."""

    def player(self, position):
        return position


def mark(now, before, move="1", keeps_colours=True):
    """Return the markup of the mark in the picture of a page, or None."""
    game = (Seated if keeps_colours else Pictured)(now, before, move)
    html = fetch(app(solve(game)), f"/?move={move}").text
    assert "<svg" in html
    found = re.search('<g class="last" pointer-events="none">(.*?</g>)</g>', html)
    return found and found[1]


BOARD = '<svg viewBox="0 0 9 9"><rect data-move="1" width="3"/>{}</svg>'
MAN = '<circle cx="{}" r="1"></circle>'


def test_what_is_new_is_marked():
    """The mark contains the new piece and no old piece."""
    before, now = BOARD.format(MAN.format(1)), BOARD.format(MAN.format(1) + MAN.format(5))
    assert mark(now, before) == f'<g class="new">{MAN.format(5)}</g>'


def test_without_anything_new_the_shape_that_played_is_marked():
    """If no piece is new, or colours change with every ply, the clicked square is marked."""
    shape = '<g class="shape"><rect width="3"></rect></g>'
    assert mark(BOARD.format(""), BOARD.format(MAN.format(1))) == shape
    before, now = BOARD.format(MAN.format(1)), BOARD.format(MAN.format(5))
    assert mark(now, before, keeps_colours=False) == shape
    assert mark(now, before, "2", keeps_colours=False) is None


def test_an_arrow_is_marked_with_what_it_moved():
    """The mark also contains the arrow of the move, with its transform and without its id."""
    arrow = '<g transform="scale(2)"><path id="a" data-move="1" d="M0 0"/></g>'
    board = f'<svg viewBox="0 0 9 9">{arrow}{{}}</svg>'
    now, before = board.format(MAN.format(5)), board.format(MAN.format(1))
    shape = '<g class="shape"><g transform="scale(2)"><path d="M0 0"></path></g></g>'
    page = fetch(app(solve(Seated(now, before, "1"))), "/?move=1").text
    assert f'>{shape}<g class="new">{MAN.format(5)}</g></g>' in page


def test_pictures_of_two_sizes_are_not_compared():
    """A picture that changes its size has no mark, nor has a board in plain text."""
    assert mark('<svg viewBox="0 0 5 5"><circle/></svg>', BOARD.format("")) is None
    text = Page(fetch(app(solve(Unmarked())), "/?move=0").text)
    assert text.all("p", class_="last-move")[0]["text"] == "Last move: x 0"
    assert not text.all("g", class_="last")


class Unmarked(TicTacToe):
    """Tic-tac-toe without a picture."""

    def svg(self, position):
        return None


MARKED = [TicTacToe(), MNK(), Hexapawn(), Circling(), GobbletGobblers(sizes=1, copies=3)]


@pytest.mark.parametrize("game", MARKED, ids=repr)
def test_the_last_move_is_marked_all_along(game):
    """After each random move, the mark has exactly one shape, and the root has no mark."""
    explorer, luck = app(solve(game)), Random(3)
    for _ in range(scaled(2, 5)):
        address = "/"
        for ply in range(6):
            reported = fetch(explorer, address).text
            page = Page(reported)
            marks = re.findall('<g class="new(?: dots)?">(.*?)</g></g>', reported)
            shapes = [len(re.findall("<(?:path|circle)", mark)) for mark in marks]
            assert shapes == [1] * (ply > 0)
            if not page.moves():
                break
            *_, address = luck.choice(page.moves())


def test_a_board_seen_from_the_mover_has_its_square_marked():
    """If both men change colours with each ply, the square of the move is marked."""
    page = Page(fetch(app(solve(Unturned())), "/?move=2").text)
    assert not page.all("g", class_="new")
    assert len(page.all("g", class_="shape")) == 1
    assert page.all("rect", x="200")


def test_what_is_marked_can_still_be_read():
    """A new digit is marked by a circle below it, and a new disc by a dot on it."""
    pieces = '<g class="pieces" pointer-events="none">{}</g>'
    board = f'<svg viewBox="0 0 9 9"><rect data-move="1" width="3"/>{pieces}</svg>'
    digit = '<text x="5" y="6" font-size="40">7</text>'
    disc = '<circle cx="5" cy="6" r="30" fill="#2b2f36"/>'
    halo = mark(board.format(digit), board.format(""))
    assert re.findall("<(?:text|circle)[^>]*>", halo) == ['<circle cx="5" cy="6" r="24">']
    page = fetch(app(solve(Seated(board.format(disc), board.format(""), "1"))), "/?move=1").text
    below, _, above = page.partition(disc.removesuffix("/>"))
    assert 'class="last"' not in below
    assert above.startswith(
        '></circle></g><g class="last" pointer-events="none"><g class="new dots">'
        '<circle cx="5" cy="6" r="9"></circle></g></g></svg>'
    )
