"""Laws of the rules: terminal positions, moves, players and stages."""

# ruff: noqa: D101  # a spoilt game is named for what it does wrong

from tests.attacks.spoilt_rules import Pile, Tug
from tests.support.small_games import Heap


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


SPOILT = [
    (
        OldValue,
        "ending",
        "terminal_value(3) returned False: expected Value.LOSS, Value.DRAW, Value.WIN or None",
    ),
    (
        NoStalemate,
        "stuck",
        "position 1 has no moves and is not terminal: return a result from terminal_value",
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
]
