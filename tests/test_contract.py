"""Every law of ``check_game``: a chafing game that breaks it alone, and games that break none.

The chafing games are small honest ones with one method spoilt.
"""

# ruff: noqa: D101  # a chafing game is named for what it does wrong

import itertools
from pathlib import Path
from typing import ClassVar

import attrs
import pytest

from gamesolver import (
    ContractReport,
    Fault,
    Game,
    GameContractError,
    InvalidArgumentError,
    Value,
    check_game,
    registered_games,
)
from gamesolver.laws import LAWS

# ── honest games ───────────────────────────────────────────────────────────


@attrs.frozen(repr=False)
class Heap(Game):
    """Take one or two; who takes the last counter wins. No parameter but the size."""

    size: int = 3

    def start(self):
        return self.size

    def moves(self, position):
        return [take for take in (1, 2) if take <= position]

    def play(self, position, move):
        return position - move

    def terminal_value(self, position):
        return Value.LOSS if position == 0 else None


class Plain(Game):
    """Take one, until none is left: an ordinary class with attributes of its own."""

    def __init__(self, size=4):
        self.size = size
        self.moves_seen = []

    def start(self):
        return self.size

    def moves(self, position):
        self.moves_seen.append(position)
        return (1,)

    def play(self, position, move):
        return position - move

    def terminal_value(self, position):
        return None if position else Value.WIN


class Strip(Game):
    """Put a stone on one of three squares in turn; two neighbours win. Mirrored."""

    seats = ("black", "white")

    def start(self):
        return "..."

    def moves(self, position):
        return (square for square in range(3) if position[square] == ".")

    def play(self, position, move):
        return position[:move] + "#" + position[move + 1 :]

    def terminal_value(self, position):
        if "##" in position:
            return Value.LOSS
        return None

    def symmetries(self, position):
        return {position, position[::-1]}

    def player(self, position):
        return position.count("#") % 2

    def stage(self, position):
        return position.count("#")

    def format(self, position):
        return position

    def parse(self, text):
        return text


class Tug(Game):
    """Pull a rope one way or the other, for ever if need be, until an end wins. Mirrored."""

    def start(self):
        return 0

    def moves(self, position):
        yield from ("left", "right")

    def play(self, position, move):
        return position + (1 if move == "right" else -1)

    def terminal_value(self, position):
        return Value.LOSS if abs(position) == 2 else None

    def symmetries(self, position):
        return [-position]


class Again(Game):
    """Count down from four: two keep the turn. The seats are exchanged by a symmetry."""

    def start(self):
        return 4, 0

    def positions(self):
        return [(5, 1)]

    def moves(self, position):
        return [take for take in (1, 2) if take <= position[0]]

    def play(self, position, move):
        heap, seat = position
        return heap - move, seat if move == 2 else 1 - seat

    def terminal_value(self, position):
        return Value.DRAW if position[0] == 0 else None

    def symmetries(self, position):
        return [(position[0], 1 - position[1])]

    def player(self, position):
        return position[1]

    def stage(self, position):
        return -((position[0] + 1) // 2)


class Endless(Game):
    """Count for ever: no two positions are alike."""

    def start(self):
        return 0

    def moves(self, position):
        return [1, 10]

    def play(self, position, move):
        return position + move

    def terminal_value(self, position):
        return None


@attrs.frozen
class Board:
    """A position of a class of its own."""

    stones: int


class Boards(Heap):
    """A heap whose positions are objects, read and written."""

    def start(self):
        return Board(self.size)

    def moves(self, position):
        return range(1, position.stones + 1)

    def play(self, position, move):
        return Board(position.stones - move)

    def terminal_value(self, position):
        return Value.WIN if position.stones == 0 else None

    def parse(self, text):
        return Board(int(text))

    def format(self, position):
        return str(position.stones)


HONEST = [
    (Heap(), ContractReport(4, 5, 1, True, ())),
    (Plain(), ContractReport(5, 4, 1, True, ())),
    (Strip(), ContractReport(8, 10, 3, True, ())),
    (Tug(), ContractReport(5, 6, 2, True, ())),
    (Again(), ContractReport(6, 9, 1, True, ())),
    (Boards(), ContractReport(4, 6, 1, True, ())),
]


@pytest.mark.parametrize(
    ("game", "expected"), HONEST, ids=[type(row[0]).__name__ for row in HONEST]
)
def test_honest_games_pass(game, expected):
    """An honest game gets a report that counts all its raw positions, moves and ends."""
    report = check_game(game)

    assert attrs.evolve(report, laws=()) == expected


@pytest.mark.parametrize("name", registered_games())
def test_registered_games_pass(name):
    """Every game on the shelf obeys every law."""
    assert check_game(registered_games()[name](), limit=6_000, walks=20).positions > 1


# ── chafing games, one for each law and message ────────────────────────────


class Raises(Heap):
    def stage(self, position):
        if position == 1:
            raise ZeroDivisionError("one too few")
        return -position


class RaisesInTheMaking(Plain):
    def __init__(self, size=3):
        if size > 5:
            raise ValueError("too big")
        super().__init__(2 * size)


class Lists(Heap):
    def start(self):
        return (self.size,)

    def moves(self, position):
        return [1]

    def play(self, position, move):
        return [position[0] - move]

    def terminal_value(self, position):
        return None


class ListTwins(Heap):
    def symmetries(self, position):
        return [[position]]

    def canonical(self, position):
        return position


@attrs.frozen(hash=False)
class Restless:
    """Equal by its contents, hashed by its place in memory."""

    stones: int

    def __hash__(self):
        return id(self)


class UnequalHashes(Boards):
    keep: ClassVar[list] = []

    def start(self):
        self.keep.append(Restless(self.size))  # kept, lest a place in memory be used twice
        return self.keep[-1]


@attrs.frozen(eq=False)
class Trail:
    """Equal by its stones; the hash remembers the way."""

    stones: int
    way: tuple

    def __eq__(self, other):
        return isinstance(other, Trail) and self.stones == other.stones

    def __hash__(self):
        return hash(self.way)


class HashesOfTheWay(Heap):
    def start(self):
        return Trail(self.size, ())

    def moves(self, position):
        return super().moves(position.stones)

    def play(self, position, move):
        return Trail(position.stones - move, (*position.way, move))

    def terminal_value(self, position):
        return super().terminal_value(position.stones)

    def format(self, position):
        return str(position.stones)

    def parse(self, text):
        return Trail(int(text), ())


class HashesOfParse(Boards):
    def start(self):
        return Trail(0, (1, 1))

    def parse(self, text):
        return Trail(int(text), ())


class NotIterable(Heap):
    def moves(self, position):
        for _ in super().moves(position):
            pass


class NoEnd(Heap):
    def moves(self, position):
        return itertools.count(1)


class NoEndOfTwins(Heap):
    def symmetries(self, position):
        return itertools.repeat(position)

    def canonical(self, position):
        return position


class Shuffles(Heap):
    """Lists its moves forwards and backwards in turn."""

    def __init__(self, size=3):
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "turn", itertools.count())

    def moves(self, position):
        moves = super().moves(position)
        return moves[::-1] if len(moves) == 2 and next(self.turn) % 2 else moves


class Remembers(Heap):
    """Answers alike twice in a row, and in another way once it has seen the end of play."""

    def __init__(self, size=3):
        object.__setattr__(self, "size", size)
        object.__setattr__(self, "seen", set())

    def moves(self, position):
        moves = super().moves(position)
        return moves[::-1] if 0 in self.seen else moves

    def terminal_value(self, position):
        self.seen.add(position)
        return super().terminal_value(position)


class NoEquality:
    """A position without equality."""

    def __repr__(self):
        return "NoEquality()"


class Strangers(Heap):
    def start(self):
        return NoEquality()


class Pile(list):
    """A list with a hash, for whoever wants trouble."""

    def __hash__(self):
        return 1


class Pops(Boards):
    def start(self):
        return Pile([1, 1])

    def moves(self, position):
        return [1]

    def play(self, position, move):
        position.pop()
        return Pile(position)

    def terminal_value(self, position):
        return None if position else Value.LOSS

    def format(self, position):
        return "".join(map(str, position))

    def parse(self, text):
        return Pile(map(int, text))


class Hidden:
    """A position that shows its contents in format only."""

    def __init__(self):
        self.stones = 3

    def __repr__(self):
        return "Hidden()"

    def __eq__(self, other):
        return isinstance(other, Hidden)

    def __hash__(self):
        return 1


class Peeks(Heap):
    def start(self):
        return Hidden()

    def terminal_value(self, position):
        position.stones -= 1
        return Value.LOSS

    def format(self, position):
        return str(position.stones)

    def parse(self, text):
        return Hidden()


class Unstored(Heap):
    def __init__(self, size=3, misere=False):
        object.__setattr__(self, "size", size)


@attrs.frozen(repr=False)
class NoLiteral(Heap):
    board: Board = Board(2)


class Doubles(Plain):
    def __init__(self, size=2):
        super().__init__(2 * size)


class MoreThanParameters(Plain):
    moves_first = 1

    def start(self):
        return self.size + self.moves_first


def more_than_parameters():
    """A game that something was done to after it was made."""
    game = MoreThanParameters()
    game.moves_first = 2
    return game


class Counts(Plain):
    def __init__(self, size=4, asked=0):
        super().__init__(size)
        self.asked = asked

    def terminal_value(self, position):
        self.asked = 1
        return super().terminal_value(position)


class OneText(Heap):
    seats = "xo"


class OldValue(Heap):
    def terminal_value(self, position):
        return False if position else -1


class NoStalemate(Heap):
    def moves(self, position):
        return [2] if position > 1 else []


class Passes(Heap):
    def moves(self, position):
        return [1, None] if position == 1 else [1]

    def play(self, position, move):
        return position - (move or 0)


class ListMoves(Heap):
    def moves(self, position):
        return [[1, take] for take in super().moves(position)] or [[1, 1]]


class PileMoves(Heap):
    def moves(self, position):
        return [Pile([1])]


class Repeats(Heap):
    def moves(self, position):
        return [1, 1] if position == 1 else [1]


class Seats(Heap):
    def player(self, position):
        return 1 + position % 2


class FloatSeats(Heap):
    def player(self, position):
        return 1.0


class NoSeatAtEnds(Heap):
    def player(self, position):
        return position % 2 if position else None


class GoesBack(Tug):
    def symmetries(self, position):
        return ()

    def stage(self, position):
        return abs(position)


class ListStages(Heap):
    def stage(self, position):
        return [position]


class OneWayTwins(Strip):
    def symmetries(self, position):
        return [position[::-1]] if position == "#.." else []

    def canonical(self, position):
        return max(position, position[::-1])


class OneLoses(Tug):
    def terminal_value(self, position):
        return {2: Value.WIN, -2: Value.LOSS}.get(position)


class WrongTwins(Heap):
    """Two and three counters are said to be twins."""

    def symmetries(self, position):
        return [5 - position] if position in (2, 3) else []


class KeepsOneSide(Again):
    """Only seat 0 moves again after taking two."""

    def positions(self):
        return ()

    def play(self, position, move):
        heap, seat = position
        return heap - move, seat if move == 2 and seat == 0 else 1 - seat


class FarCanonical(Tug):
    def canonical(self, position):
        return abs(position) + 3


class TwoCanonicals(Tug):
    def canonical(self, position):
        return position


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
    (Raises, "raises", "stage(1) raised ZeroDivisionError: one too few"),
    (RaisesInTheMaking, "raises", "RaisesInTheMaking(size=6) raised ValueError: too big"),
    (
        Lists,
        "hashable",
        "play((3,), 1) returned a list, and positions must be hashable",
    ),
    (
        ListTwins,
        "hashable",
        "symmetries(3) returned a list, and positions must be hashable",
    ),
    (
        UnequalHashes,
        "equal hashes",
        "start() returned Restless(stones=3) twice, equal but with different hashes: "
        "expected equal hashes",
    ),
    (
        HashesOfTheWay,
        "equal hashes",
        "positions Trail(stones=1, way=(2,)) and Trail(stones=1, way=(1, 1)) were both reached, "
        "equal but with different hashes: expected equal hashes",
    ),
    (
        HashesOfParse,
        "equal hashes",
        "parse('0') returned Trail(stones=0, way=()) for Trail(stones=0, way=(1, 1)), "
        "equal but with different hashes: expected equal hashes",
    ),
    (NotIterable, "iterable", "moves(3) returned None: expected an iterable"),
    (
        NoEnd,
        "finite",
        "moves(3) gives more than 1,000,000 answers: expected an end to them",
    ),
    (
        NoEndOfTwins,
        "finite",
        "symmetries(3) gives more than 1,000,000 answers: expected an end to them",
    ),
    (
        Shuffles,
        "repeatable",
        "moves(3) returned (2, 1) and, asked again, (1, 2): expected the same",
    ),
    (
        Remembers,
        "repeatable",
        "moves(2) returned (1, 2) and, asked again, (2, 1): expected the same",
    ),
    (
        Strangers,
        "repeatable",
        "start() returned NoEquality() and, asked again, NoEquality(): "
        "expected the same; give NoEquality __eq__ and __hash__",
    ),
    (
        Pops,
        "unchanged",
        "play changed its argument, whose repr was [1, 1] and is now [1]: "
        "expected it to stay as it was",
    ),
    (
        Peeks,
        "unchanged",
        "terminal_value changed its argument, whose format was 3 and is now 2: "
        "expected it to stay as it was",
    ),
    (
        Unstored,
        "parameters",
        "parameter 'misere' is not stored: expected it as the attribute 'misere'",
    ),
    (
        NoLiteral,
        "parameters",
        "parameter 'board' is no literal: expected numbers, text, None, or tuples, lists, sets "
        "and dictionaries of them, got Board(stones=2)",
    ),
    (
        Doubles,
        "rebuilt",
        "Doubles(size=4) stores size=8: expected the parameters as they were given",
    ),
    (
        more_than_parameters,
        "rebuilt",
        "MoreThanParameters(size=4) opens at 5 with moves (1,), and the game itself at 6 with "
        "moves (1,): expected parameters that say all about a game",
    ),
    (
        Counts,
        "fixed game",
        "asking changed parameter 'asked' from 0 to 1: a game does not change once made",
    ),
    (OneText, "seats", "seats is 'xo': expected a tuple of two texts"),
    (
        OldValue,
        "ending",
        "terminal_value(3) returned False: expected Value.LOSS, Value.DRAW, Value.WIN or None",
    ),
    (
        NoStalemate,
        "stuck",
        "position 1 has no moves and is not terminal: let terminal_value say what stalemate means",
    ),
    (Passes, "None move", "moves(1) gives the move None: expected anything else"),
    (
        ListMoves,
        "hashable moves",
        "moves(3) gives the move [1, 1]: expected something hashable and no list, such as a tuple",
    ),
    (
        PileMoves,
        "hashable moves",
        "moves(3) gives the move [1]: expected something hashable and no list, such as a tuple",
    ),
    (Repeats, "unique moves", "moves(1) gives the move 1 twice: expected it once"),
    (Seats, "player", "player(3) returned 2: expected 0, 1 or None"),
    (FloatSeats, "player", "player(3) returned 1.0: expected 0, 1 or None"),
    (
        NoSeatAtEnds,
        "one kind of player",
        "player(3) returned 1 and player(0) returned None: expected None everywhere or nowhere",
    ),
    (
        GoesBack,
        "stage",
        "play(-1, 'right') leads from stage 1 back to 0, after the stages 0, 1, 0: "
        "expected no return to an earlier stage",
    ),
    (ListStages, "stage", "stage(3) returned [3]: expected something hashable"),
    (
        OneWayTwins,
        "orbit",
        "'#..' is in the orbit of '#..', but not of its twin '..#': "
        "expected symmetries to give all of it",
    ),
    (
        OneLoses,
        "twin endings",
        "terminal_value(-2) returned Value.LOSS, and terminal_value(2) returned Value.WIN: "
        "expected the same for twins",
    ),
    (
        WrongTwins,
        "twin moves",
        "3 leads to 2, and its twin 2 to no twin of that: expected twins to reach twins",
    ),
    (
        KeepsOneSide,
        "twin turns",
        "(4, 0) leads to (2, 0) keeping the turn, and its twin (4, 1) to a twin of that "
        "passing it: expected the same for twins",
    ),
    (
        FarCanonical,
        "canonical",
        "canonical(0) returned 3: expected a position of its orbit",
    ),
    (
        TwoCanonicals,
        "canonical",
        "canonical(-1) returned -1, and canonical(1) returned 1: expected the same for twins",
    ),
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


@pytest.mark.parametrize(
    ("make", "law", "message"), CHAFING, ids=[row[0].__name__ for row in CHAFING]
)
def test_each_law_is_found_broken(make, law, message):
    """A game that breaks one law is refused with one fault, in the documented words."""
    game = make()

    with pytest.raises(GameContractError) as caught:
        check_game(game)

    assert str(caught.value) == f"{type(game).__name__} breaks its contract: {message}"
    assert [(fault.law, fault.message) for fault in caught.value.faults] == [(law, message)]


def test_no_law_is_left_out():
    """Every law has a chafing game, and the list of laws has every law that was broken."""
    assert {law for _, law, _ in CHAFING} == set(LAWS)


@pytest.mark.parametrize("law", LAWS)
def test_the_documentation_tells_every_law(law):
    """The page of laws has each law by name, what it says, and the message of a breach."""
    page = (Path(__file__).parents[1] / "docs" / "reference" / "laws.md").read_text()
    _, _, section = page.partition(f"### {law}\n")
    section, _, _ = section.partition("\n### ")
    told = " ".join(section.split())

    assert LAWS[law].lower() in told.replace("`", "").lower()
    assert any(" ".join(message.split()) in told for _, each, message in CHAFING if each == law)


# ── what becomes of faults ─────────────────────────────────────────────────


class SeveralFaults(Heap):
    seats = ()

    def format_move(self, move):
        return ""

    def play(self, position, move):
        return [] if position == 3 else 1 / 0

    def positions(self):
        return [2, 1]


def test_all_faults_are_told():
    """Several faults come in one message, each law once with the first position that shows it."""
    with pytest.raises(GameContractError) as caught:
        check_game(SeveralFaults())

    assert str(caught.value) == (
        "SeveralFaults breaks its contract: seats is (): expected a tuple of two texts\n"
        "play(3, 1) returned a list, and positions must be hashable\n"
        "play(2, 1) raised ZeroDivisionError: division by zero\n"
        "moves 1 and 2 at position 3 are both '' in format_move: expected different texts"
    )
    assert [(fault.law, fault.position) for fault in caught.value.faults] == [
        ("seats", None),
        ("hashable", 3),
        ("raises", 2),
        ("different move texts", 3),
    ]
    assert caught.value.faults[1] == Fault(
        "hashable", "play(3, 1) returned a list, and positions must be hashable", 3
    )


def test_the_first_exception_is_the_cause():
    """What the author's code raised first is the cause of the error, with its own traceback."""
    with pytest.raises(GameContractError) as caught:
        check_game(Raises())

    assert repr(caught.value.__cause__) == "ZeroDivisionError('one too few')"
    assert caught.value.__cause__.__traceback__.tb_next.tb_frame.f_code.co_name == "stage"


def test_without_an_exception_there_is_no_cause():
    """A fault that is no exception has no cause."""
    with pytest.raises(GameContractError) as caught:
        check_game(OneText())

    assert caught.value.__cause__ is None


@pytest.mark.parametrize(
    "asked",
    [
        "start", "positions", "terminal_value", "moves", "play", "player", "stage", "symmetries",
        "canonical", "format", "parse", "format_move", "parse_move", "render", "svg",
    ],
)  # fmt: skip
def test_an_exception_of_any_method_is_one_fault(asked):
    """Whichever method raises, that is all the author hears, named with its arguments."""

    def fail(self, *given):
        raise LookupError("lost")

    game = type("Loses", (Strip,), {asked: fail})()

    with pytest.raises(GameContractError) as caught:
        check_game(game)

    assert [fault.law for fault in caught.value.faults] == ["raises"]
    assert str(caught.value).startswith(f"Loses breaks its contract: {asked}(")
    assert str(caught.value).endswith(") raised LookupError: lost")


class StumblesOnce(Strip):
    def play(self, position, move):
        if position == "#.." and move == 2:
            raise LookupError("no such square")
        return super().play(position, move)


def test_twins_are_not_compared_where_a_move_leads_nowhere():
    """A move that raises at one of two twins is one fault, not a second one about twins."""
    with pytest.raises(GameContractError) as caught:
        check_game(StumblesOnce())

    assert str(caught.value) == (
        "StumblesOnce breaks its contract: play('#..', 2) raised LookupError: no such square"
    )


class OpensOnlyOnce(Plain):
    def start(self):
        return self.first


def test_a_game_that_cannot_start_again_is_no_equal_game():
    """A start that only the game at hand knows is told with what the rebuilt game raised."""
    game = OpensOnlyOnce()
    game.first = 2

    with pytest.raises(GameContractError) as caught:
        check_game(game)

    assert str(caught.value) == (
        "OpensOnlyOnce breaks its contract: OpensOnlyOnce(size=4) opens with AttributeError: "
        "'OpensOnlyOnce' object has no attribute 'first', and the game itself at 2 with moves "
        "(1,): expected parameters that say all about a game"
    )


class SpoilsTheHash(Pops):
    def play(self, position, move):
        position[0] = []
        return position

    def start(self):
        return PileOfAll([1, 1])


class PileOfAll(Pile):
    """A list hashed by its contents."""

    def __hash__(self):
        return hash(tuple(self))


def test_a_position_whose_hash_is_spoilt_is_no_traceback():
    """An argument changed until it cannot be hashed is told like any other change."""
    with pytest.raises(GameContractError) as caught:
        check_game(SpoilsTheHash())

    assert [fault.law for fault in caught.value.faults] == ["unchanged"]


@attrs.define(eq=False)
class Token:
    """A move that can be changed."""

    uses: int = 0


class UsesTokens(Plain):
    def __init__(self, size=2):
        super().__init__(size)
        self.token = Token()

    def moves(self, position):
        return [self.token]

    def play(self, position, move):
        return position - 1

    def format_move(self, move):
        move.uses += 1
        return "token"


def test_a_changed_move_is_found():
    """A move is an argument too, and the fault is at no position."""
    with pytest.raises(GameContractError) as caught:
        check_game(UsesTokens())

    assert str(caught.value) == (
        "UsesTokens breaks its contract: format_move changed its argument, whose repr was "
        "Token(uses=0) and is now Token(uses=1): expected it to stay as it was"
    )
    assert caught.value.faults[0].position is None


# ── random play, and what is asked of whom ─────────────────────────────────


def test_random_play_stands_in_for_large_games():
    """Above the limit random play is looked at, and the report says that this is not all."""
    report = check_game(Heap(10**9), limit=50, walks=3)

    assert not report.exhaustive
    assert 200 <= report.positions <= 600
    assert report.ends == 0


def test_an_endless_game_is_left_in_the_end():
    """A game of infinitely many positions is left after so many games of 200 plies."""
    report = check_game(Endless(), limit=100, walks=2)

    assert not report.exhaustive
    assert report.moves == 2 * report.positions <= 800


def test_random_play_is_reproducible():
    """The same seed looks at the same positions, another at others."""
    reports = [check_game(Endless(), limit=10, walks=2, seed=seed) for seed in (5, 5, 6)]

    assert reports[0] == reports[1] != reports[2]


class ManyRoots(Plain):
    def positions(self):
        return itertools.count(5)


def test_roots_without_end_are_sampled():
    """Further positions without an end are looked at up to the limit, by random play."""
    report = check_game(ManyRoots(), limit=10, walks=8)

    assert not report.exhaustive
    assert report.positions > 5


class FarFault(Heap):
    def moves(self, position):
        return range(1, 1 + min(position, 100))

    def terminal_value(self, position):
        return "lost" if position == 0 else None


def test_random_play_finds_faults_far_from_the_start():
    """A fault at the end of play is found even where the limit is far before it."""
    with pytest.raises(GameContractError) as caught:
        check_game(FarFault(2_000), limit=500, walks=5)

    assert str(caught.value) == (
        "FarFault breaks its contract: terminal_value(0) returned 'lost': "
        "expected Value.LOSS, Value.DRAW, Value.WIN or None"
    )


@pytest.mark.parametrize(("limit", "exhaustive"), [(3, False), (4, True)])
def test_the_limit_itself_is_within_it(limit, exhaustive):
    """A game of exactly as many positions as the limit allows is looked at in full."""
    assert check_game(Heap(3), limit=limit).exhaustive is exhaustive


class Heaps(Game):
    """Take a counter from one of five different heaps, in any order of the heaps."""

    def start(self):
        return (0, 1, 2, 3, 4)

    def moves(self, position):
        return [heap for heap, size in enumerate(position) if size]

    def play(self, position, move):
        return (*position[:move], position[move] - 1, *position[move + 1 :])

    def terminal_value(self, position):
        return None if any(position) else Value.LOSS

    def symmetries(self, position):
        return itertools.permutations(position)

    def canonical(self, position):
        return tuple(sorted(position))


def test_of_many_twins_some_are_asked():
    """An orbit of 120 positions, not one of the others reached, is no trouble."""
    assert check_game(Heaps()).positions == 2 * 3 * 4 * 5


class ManyMoves(Heap):
    def moves(self, position):
        return range(1, 1 + position)


def test_of_many_moves_some_are_read_back():
    """A position of more moves than are read back obeys the laws like any other."""
    assert check_game(ManyMoves(30)).moves == 30 * 31 // 2


def test_the_report_names_the_laws_tried():
    """Laws about what a game does not have are left out of the report."""
    plain, mirrored = check_game(Plain()).laws, check_game(Strip()).laws

    assert set(LAWS) - set(plain) == {
        "player", "one kind of player", "stage", "orbit", "twin endings", "twin moves",
        "twin turns", "canonical",
    }  # fmt: skip
    assert mirrored == tuple(LAWS)


def test_progress_is_told():
    """A listener hears how many questions were put, the last time with the total."""
    heard = []

    check_game(Heap(2_000), progress=heard.append)

    assert {news.phase for news in heard} == {"check"}
    assert heard[-1].done == heard[-1].total > 10_000


# ── wrong arguments ────────────────────────────────────────────────────────


@pytest.mark.parametrize("given", [0, -1, 2.5, "9", None, True])
@pytest.mark.parametrize(("name", "counted"), [("limit", "positions"), ("walks", "games")])
def test_counts_are_whole_numbers(name, counted, given):
    """A limit or a number of games that counts nothing is refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        check_game(Heap(), **{name: given})

    assert str(caught.value) == (
        f"{name} counts {counted}: expected a whole number from 1 on, got {given!r}"
    )


def test_a_seed_is_a_whole_number():
    """A seed that is no whole number is refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        check_game(Heap(), seed="abc")

    assert str(caught.value) == "bad seed 'abc': expected a whole number"


@pytest.mark.parametrize("given", [Heap, "Heap", None])
def test_only_games_are_checked(given):
    """Anything but a game is refused."""
    with pytest.raises(InvalidArgumentError, match="expected a Game"):
        check_game(given)
