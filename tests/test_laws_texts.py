"""Laws of reading and writing: positions and moves as texts, and back."""

# ruff: noqa: D101  # a chafing game is named for what it does wrong

from gamesolver import check_game
from tests.chafing import Again, each_row, told
from tests.small_games import Heap


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


class ReadsMovesWrongly(Heap):
    def parse_move(self, position, text):
        return 1


CHAFING = [
    (NoText, "texts", "format(3) returned 3: expected a str"),
    (BytesAsPicture, "texts", "svg(3) returned b'<svg/>': expected a str or None"),
    (NoMoveText, "texts", "format_move(1) returned 1: expected a str"),
    (
        ForgetsThePlayer,
        "different texts",
        "positions (4, 0) and (4, 1) are both '4' in format: "
        "expected a text that shows all of a position, the player to move too",
    ),
    (
        ReadsWrongly,
        "parse",
        "parse('3') returned 0: expected 3, whose format that text is",
    ),
    (
        SameMoves,
        "different move texts",
        "moves 1 and 2 at position 3 are both 'take' in format_move: expected different texts",
    ),
    (
        ReadsMovesWrongly,
        "parse_move",
        "parse_move(3, '2') returned 1: expected 2, whose format_move that text is",
    ),
]


@each_row(CHAFING)
def test_each_law_is_found_broken(make, law, message):
    """A game that breaks one law is refused with one fault, in the documented words."""
    assert told(make()) == (message, [(law, message)])


class ManyMoves(Heap):
    def moves(self, position):
        return range(1, 1 + position)


def test_of_many_moves_some_are_read_back():
    """A position of more moves than are read back obeys the laws like any other."""
    assert check_game(ManyMoves(30)).moves == 30 * 31 // 2
