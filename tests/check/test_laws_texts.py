"""Laws of reading and writing: positions and moves as texts, and back."""

# ruff: noqa: D101  # a spoilt game is named for what it does wrong

import numpy as np
import pytest

from gamesolver import Game, Note, Value, check_game
from tests.attacks.spoilt_rules import Again, Board, Boards, Plain, each_row, refusal
from tests.support.small_games import Heap


class NoText(Heap):
    def format(self, position):
        return position


class BytesAsPicture(Heap):
    def svg(self, position):
        return b"<svg/>"


class NoMoveText(Heap):
    def format_move(self, move):
        return move

    def parse_move(self, position, text):
        return text


class ForgetsThePlayer(Again):
    def positions(self):
        return [(4, 1)]

    def format(self, position):
        return str(position[0])

    def parse(self, text):
        return int(text), 0


class ReadsWrongly(Heap):
    def parse(self, text):
        return 0


class SameMoves(Heap):
    def format_move(self, move):
        return "take"


class StoresMovesAlike(Heap):
    """Moves differ in ``format_move``, but not in ``stored_move``."""

    def stored_move(self, move):
        return "m"


class ReadsAnyMove(Heap):
    def parse_move(self, position, text):
        return int(text) if text.isdigit() else text


class ReadsNumbersFromOne(Heap):
    """Stored moves are numbers, and one of them is read as another move."""

    def format_move(self, move):
        return f"take {move}"

    def stored_move(self, move):
        return str(move)

    def parse_move(self, position, text):
        return 2 if text == "1" else super().parse_move(position, text)


class ReadsMovesWrongly(Heap):
    def parse_move(self, position, text):
        return 1


SPOILT = [
    (NoText, "texts", "format(3) returned 3: expected a str"),
    (BytesAsPicture, "texts", "svg(3) returned b'<svg/>': expected a str or None"),
    (NoMoveText, "texts", "format_move(1) returned 1: expected a str"),
    (
        ForgetsThePlayer,
        "different texts",
        "positions (4, 0) and (4, 1) are both '4' in format: "
        "expected a text of all of the position, including the player to move",
    ),
    (
        ReadsWrongly,
        "parse",
        "parse('3') returned 0: expected 3, which format writes as that text",
    ),
    (
        SameMoves,
        "different move texts",
        "moves 1 and 2 at position 3 are both 'take' in format_move: expected different texts",
    ),
    (
        StoresMovesAlike,
        "different move texts",
        "moves 1 and 2 at position 3 are both 'm' in stored_move: expected different texts",
    ),
    (
        ReadsMovesWrongly,
        "parse_move",
        "parse_move(3, '2') returned 1: expected 2, which format_move writes as that text",
    ),
    (
        ReadsNumbersFromOne,
        "parse_move",
        "parse_move(3, '1') returned 2: expected 1, which stored_move writes as that text, or "
        "an error",
    ),
    (
        ReadsAnyMove,
        "parse_move",
        "parse_move(3, '?!') returned '?!', which is not a legal move: "
        "expected an error, such as illegal(position, text) makes",
    ),
]


@pytest.mark.parametrize("error", [KeyError, ZeroDivisionError, AssertionError])
def test_any_error_refuses_a_text(error):
    """``parse_move`` may raise any exception to refuse a text."""

    class Refuses(Heap):
        def parse_move(self, position, text):
            if text not in ("1", "2"):
                raise error(text)
            return int(text)

    assert check_game(Refuses()).moves == check_game(Heap()).moves


class ManyMoves(Heap):
    def moves(self, position):
        return range(1, 1 + position)


def test_of_many_moves_some_are_read_back():
    """A position with more moves than are read back passes."""
    assert check_game(ManyMoves(30)).moves == 30 * 31 // 2


class MovesOfAllKinds(Plain):
    """Game whose moves have a different type at each position."""

    kinds = (int, bool, float, np.int64)

    def moves(self, position):
        return [self.kinds[position - 1](0), self.kinds[position - 1](1)]

    def play(self, position, move):
        return position - 1


def test_equal_moves_of_different_positions_may_have_different_texts():
    """Moves 1 and True of different positions may have different texts."""
    assert check_game(MovesOfAllKinds()).moves == 8


@pytest.mark.parametrize("first", [range(3), Board(1), (1, float("inf")), (np.int64(3),)])
def test_positions_that_only_their_author_can_read(first):
    """A game whose positions the default ``parse`` cannot read passes, with a note."""

    class Opens(Plain):
        def start(self):
            return first

        def moves(self, position):
            return [1]

        def play(self, position, move):
            return "end"

        def terminal_value(self, position):
            return Value.LOSS if position == "end" else None

    report = check_game(Opens())

    remark = (
        f"positions of type {type(first).__name__}, such as {first!r}, cannot be read back from "
        "text: parse is not written; the solution cannot be saved, and no position can be named "
        "on the command line or in an address; write parse and format if that is wanted"
    )
    assert report.notes == (Note("parse", remark, first),)
    assert set(LAWS_OF_PLAIN) - set(report.laws) == {"parse"}
    counted = "ContractReport(positions=2, moves=1, ends=1, exhaustive=True)"
    assert str(report) == f"{counted}\n{remark}\nthe turn passes with every move"
    assert repr(report) == f"{counted[:-1]}, notes={[remark]})"


LAWS_OF_PLAIN = check_game(Plain()).laws


class CannotRead(Boards):
    """An author's own ``parse``, which refuses every text."""

    def parse(self, text):
        raise self.unreadable(text, "nothing")


class WritesNumbers(Boards):
    """The default ``parse`` reads numbers, but the positions are boards."""

    parse = Game.parse


class RaisesOnReading(Boards):
    """A ``parse`` that is not implemented."""

    def parse(self, text):
        raise NotImplementedError


WRITTEN = [
    (
        CannotRead,
        "parse",
        "parse('3') raised PositionTextError: no position of CannotRead() in '3': expected "
        "nothing; write parse and format",
    ),
    (
        WritesNumbers,
        "parse",
        "parse('3') returned 3: expected Board(stones=3), which format writes as that text",
    ),
    (RaisesOnReading, "raises", "parse('3') raised NotImplementedError"),
]


@each_row(WRITTEN)
def test_a_parse_that_a_person_wrote_is_held_to_its_word(make, law, message):
    """An author's ``parse`` that fails is a fault, and so is a default that reads wrongly."""
    assert refusal(make()) == (message, [(law, message)])


class WritesBoards(Boards):
    """A ``format`` that the default ``parse`` cannot read."""

    parse = Game.parse

    def format(self, position):
        return f"{position.stones} stones"


def test_a_format_without_a_parse_is_a_choice():
    """An author who writes format alone gets advice on the missing parse."""
    (note,) = check_game(WritesBoards()).notes

    assert (note.about, note.position) == ("parse", Board(3))


class ForgetsWhoMoves(Heap):
    """The text for the second player is that of another position."""

    def format_for(self, position, seat):
        return str(position - seat)


def test_the_text_for_either_player_is_read_back():
    """``parse`` returns the position for the texts of ``format_for``."""
    message = "parse('2') returned 2: expected 3, which format_for writes as that text"
    assert refusal(ForgetsWhoMoves())[1][0] == ("parse", message)


class SeenByEither(Plain):
    """Boards that are not texts for the second player, and a legend that is not a text."""

    def render_for(self, position, seat):
        return self.render(position) if seat == 0 else position

    def svg_for(self, position, seat):
        return None if seat == 0 else b"<svg/>"

    def legend(self):
        return 3


@pytest.mark.parametrize(
    ("rule", "message"),
    [
        ("render_for", "render_for(4, 1) returned 4: expected a str"),
        ("svg_for", "svg_for(4, 1) returned b'<svg/>': expected a str or None"),
        ("legend", "legend() returned 3: expected a str or None"),
    ],
)
def test_what_is_drawn_for_either_seat_and_the_legend_are_texts(rule, message):
    """A result of ``render_for``, ``svg_for`` or ``legend`` that is not a text breaks ``texts``."""
    drawn = type("Drawn", (Plain,), {rule: getattr(SeenByEither, rule)})
    assert refusal(drawn()) == (message, [("texts", message)])
