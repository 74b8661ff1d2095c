"""Games with symmetries that their board has and their rules do not are refused by ``solve``."""

import re
from contextlib import ExitStack
from functools import cache
from itertools import combinations, product
from random import Random
from typing import ClassVar
from unittest.mock import patch

import attrs
import numpy as np
import pytest
from numba import njit
from numba.extending import register_jitable

from games import Hex, TicTacToe
from games.in_a_row.plain import PlainConnectFour
from gamesolver import (
    CompiledGame,
    CompiledRules,
    Game,
    GameContractError,
    Outcome,
    Solution,
    Value,
    VerificationError,
    check_game,
    estimate,
    explore,
    prove,
    solve,
)
from gamesolver.engine import stage_by_stage, whole_solve
from gamesolver.files import shared_stages
from tests.oracles.hex import PlainHex
from tests.support.example_games import example

SIZE = 3
CELLS = SIZE * SIZE
BOARD = (1 << CELLS) - 1


@pytest.fixture
def spot_check_alone():
    """Solve compiled games without the trials before and after that look for false symmetries."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(whole_solve, "try_rules"))
        for module in (whole_solve, stage_by_stage):
            stack.enter_context(patch.object(module, "check_slots"))
        yield


def refused(work, *arguments, **options):
    """Return the violation for which a call is refused."""
    with pytest.raises(GameContractError) as caught:
        work(*arguments, **options)
    (fault,) = caught.value.faults
    return fault


# ── boards that have a symmetry, and rules that do not ──────────────────────────────────────────

MIRRORED = tuple(SIZE * (cell // SIZE) + SIZE - 1 - cell % SIZE for cell in range(CELLS))
TRANSPOSED = tuple(SIZE * (cell % SIZE) + cell // SIZE for cell in range(CELLS))
HEX_CLAIMS = {"mirror": (MIRRORED, False), "colours": (TRANSPOSED, True)}
"""The cells of the image of a board, and whether the colours are exchanged, but not the turn."""
EXCHANGED = str.maketrans("rb", "br")
HEX_BOARD = r"[rb.]{3}/[rb.]{3}/[rb.]{3}"
TURN = 2 * CELLS


@attrs.frozen
class FalsePlainHex(PlainHex):
    """Hex on three by three hexagons with a false symmetry, in plain Python."""

    claim: str = "mirror"

    def symmetries(self, position):
        cells, are_exchanged = HEX_CLAIMS[self.claim]
        image = "".join(position[cell] for cell in cells)
        yield image.translate(EXCHANGED) if are_exchanged else image


@cache
def false_hex_rules(claim):
    """Return the compiled rules of Hex with a false symmetry."""
    cells, are_exchanged = HEX_CLAIMS[claim]
    shifts = (CELLS, 0) if are_exchanged else (0, CELLS)

    @njit
    def image(position):
        number = np.int64(position)
        result = number >> TURN << TURN
        for cell in range(CELLS):
            result |= (number >> cells[cell] & 1) << cell + shifts[0]
            result |= (number >> CELLS + cells[cell] & 1) << cell + shifts[1]
        return np.uint64(result)

    @njit
    def symmetries(position, positions):
        positions[0] = image(position)
        return np.int64(1)

    @njit
    def canonical(position):
        return min(position, image(position))

    rules = attrs.evolve(Hex(SIZE, SIZE).rules, candidates=None)
    return attrs.evolve(rules, symmetries=symmetries, max_symmetries=1, canonical=canonical)


@attrs.frozen
class FalseHex(CompiledGame):
    """Hex on three by three hexagons with a false symmetry, with compiled rules."""

    claim: str = "mirror"

    def start(self):
        return Hex(SIZE, SIZE).start()

    def format(self, position):
        return Hex(SIZE, SIZE).format(position)

    @property
    def rules(self):
        return false_hex_rules(self.claim)


def test_compiled_hex_with_a_false_mirror_is_wrong_without_a_spot_check(
    spot_check_alone, unchecked
):
    """It is solved as a win in 7, and the truth is 5, which a full verification finds."""
    assert solve(Hex(SIZE, SIZE)).outcome == Outcome(Value.WIN, 5)
    solution = solve(FalseHex())

    assert solution.how.spot_check.folded == 0
    assert solution.outcome == Outcome(Value.WIN, 7)
    refused(solution.verify, full=True)


@pytest.mark.parametrize("claim", HEX_CLAIMS)
def test_compiled_hex_with_a_false_symmetry_is_refused(claim):
    """A mirror, and an exchange of the colours that leaves the turn: both positions are named."""
    fault = refused(solve, FalseHex(claim=claim))

    assert fault.law in ("symmetric endings", "symmetric moves")
    assert len(set(re.findall(HEX_BOARD, fault.message))) >= 2


@pytest.mark.parametrize("claim", HEX_CLAIMS)
def test_plain_hex_with_a_false_symmetry_is_refused(claim):
    """At the latest at a full board that only the symmetry leads to: both positions are named."""
    fault = refused(solve, FalsePlainHex(SIZE, SIZE, claim=claim))

    assert fault.law == "symmetric endings"
    assert len(set(re.findall(HEX_BOARD, fault.message))) == 2
    assert fault.message.endswith(": expected equal results for symmetric positions")


@pytest.mark.parametrize("claim", HEX_CLAIMS)
def test_a_spot_check_alone_refuses_compiled_hex(claim, spot_check_alone):
    """Without the trials of the rules that come before it."""
    fault = refused(solve, FalseHex(claim=claim))

    assert fault.law in ("symmetric endings", "symmetric moves")
    assert len(set(re.findall(HEX_BOARD, fault.message))) >= 2


FOUR_BOARD = "[ox.]{3}/[ox.]{3}/[ox.]{3}"


class UpsideDown(PlainConnectFour):
    """Connect Four that takes a board upside down for symmetric, though stones fall."""

    def symmetries(self, position):
        yield position[::-1]


class HalfTurned(PlainConnectFour):
    """Connect Four that takes half a turn of the board for a symmetry, though stones fall."""

    def symmetries(self, position):
        yield tuple(row[::-1] for row in reversed(position))


@pytest.mark.parametrize("method", ["auto", "retrograde"])
@pytest.mark.parametrize("kind", [UpsideDown, HalfTurned])
def test_connect_four_with_a_symmetry_that_moves_break_is_refused(kind, method):
    """A board without moves that only the symmetry leads to is named with the one it stands for."""
    fault = refused(solve, kind(3, 3, 3), method=method)

    assert fault.law == "symmetric moves"
    assert re.fullmatch(
        f"'{FOUR_BOARD}' leads to '{FOUR_BOARD}', and the symmetric position '{FOUR_BOARD}' has no "
        "moves: expected symmetric positions to reach symmetric positions",
        fault.message,
    )


class OnlyCanonical(PlainConnectFour):
    """Connect Four whose ``canonical`` turns a board upside down, which ``symmetries`` does not."""

    def canonical(self, position):
        return min(position, position[::-1])


class Failing(UpsideDown):
    """Connect Four with a false symmetry that fails at a board that no move leads to."""

    def moves(self, position):
        return super().moves(position) or 1 // 0


class Stuck(UpsideDown):
    """Connect Four with a false symmetry and no move at a board that moves lead to."""

    def moves(self, position):
        return super().moves(position) if position == self.start() else ()


def test_a_canonical_position_without_moves_is_compared_with_what_it_stands_for():
    """Neither the end of play nor the moves are to blame if ``canonical`` leaves the orbit."""
    fault = refused(explore, OnlyCanonical(3, 3, 3))

    assert fault.law == "canonical"
    assert fault.message == (
        "canonical('x../x../oxo') returned ('oxo', 'x..', 'x..'): expected a position of its orbit"
    )


def test_a_rule_that_fails_where_only_a_false_symmetry_leads_is_named_with_the_symmetry():
    """The rule need not serve a board that no move leads to."""
    fault = refused(explore, Failing(3, 3, 3))

    assert fault.law == "symmetric moves"
    assert fault.message == (
        "'x../x../oxo' leads to 'x../xo./oxo', and the rules fail at the symmetric position "
        "'oxo/x../x..': moves('oxo/x../x..') raised ZeroDivisionError: integer division or modulo "
        "by zero"
    )


def test_a_position_without_moves_that_moves_lead_to_is_not_laid_to_a_symmetry():
    """The rules are to blame for what they do at a position that play reaches."""
    assert refused(explore, Stuck(3, 3, 3)).law == "stuck"


@attrs.frozen
class ExchangedSquares(TicTacToe):
    """Tic-tac-toe whose ``symmetries`` exchanges two squares, and leaves the others."""

    squares: tuple[int, int] = (0, 1)

    def symmetries(self, position):
        one, other = self.squares
        image = list(position)
        image[one], image[other] = image[other], image[one]
        yield "".join(image)


@pytest.mark.parametrize("squares", list(combinations(range(CELLS), 2)))
def test_any_two_squares_that_are_exchanged_are_refused(squares):
    """No exchange of two squares alone is a symmetry of the board."""
    assert refused(solve, ExchangedSquares(squares=squares)).law in (
        "symmetric endings",
        "symmetric moves",
    )


STACK = 6
FULL = (1 << STACK) - 1
PLAYING = 2


@register_jitable
def has_three(board):
    """Return True if three stones lie side by side."""
    return board & board >> 1 & board >> 2 != 0


@register_jitable
def turned(board):
    """Return the row turned round."""
    result = 0
    for cell in range(STACK):
        result |= (board >> cell & 1) << STACK - 1 - cell
    return result


class PlainStack(Game):
    """Stones on one of the two lowest empty cells of a row, with a false claim of reflection."""

    def start(self):
        return 0

    def moves(self, position):
        return [cell for cell in range(STACK) if not position >> cell & 1][:2]

    def play(self, position, move):
        return position | 1 << move

    def terminal_value(self, position):
        if has_three(position):
            return Value.LOSS
        return Value.DRAW if position == FULL else None

    def symmetries(self, position):
        return [turned(position)]

    def canonical(self, position):
        return max(position, turned(position))


@cache
def stack_rules():
    """Return the same rules compiled."""

    @njit
    def successors(position, moves, positions):
        board, count = np.int64(position), 0
        for cell in range(STACK):
            if not board >> cell & 1 and count < 2:
                moves[count], positions[count] = cell, np.uint64(board | 1 << cell)
                count += 1
        return count

    @njit
    def terminal_code(position):
        if has_three(np.int64(position)):
            return -1
        return 0 if position == FULL else PLAYING

    @njit
    def symmetries(position, positions):
        positions[0] = np.uint64(turned(np.int64(position)))
        return np.int64(1)

    @njit
    def canonical(position):
        return max(position, np.uint64(turned(np.int64(position))))

    return CompiledRules(
        successors,
        terminal_code,
        max_moves=2,
        symmetries=symmetries,
        max_symmetries=1,
        canonical=canonical,
    )


@attrs.frozen
class CompiledStack(CompiledGame):
    """The game of ``PlainStack`` with compiled rules."""

    def start(self):
        return 0

    @property
    def rules(self):
        return stack_rules()


@pytest.mark.parametrize("kind", [PlainStack, CompiledStack])
def test_a_symmetry_of_the_board_that_moves_break_is_refused(kind, spot_check_alone):
    """The row may be turned round, and its moves may not: both positions are named."""
    fault = refused(solve, kind())

    assert fault.law in ("symmetric endings", "symmetric moves")
    assert len(set(re.findall(r"\b[0-9]+\b", fault.message))) >= 2


# ── what is not a position ──────────────────────────────────────────────────────────────────────


class NoCanonical(TicTacToe):
    """Tic-tac-toe whose ``canonical`` forgets to return a position."""

    def canonical(self, position):
        return None


class ListsLists(TicTacToe):
    """Tic-tac-toe whose ``symmetries`` lists lists."""

    def symmetries(self, position):
        return [list(position)]


class ListsNone(TicTacToe):
    """Tic-tac-toe whose ``symmetries`` lists ``None``."""

    def symmetries(self, position):
        return [None]


@pytest.mark.parametrize("work", [solve, explore, prove, estimate, check_game])
@pytest.mark.parametrize(
    ("kind", "message"),
    [
        (
            NoCanonical,
            "canonical('.........') returned None: expected a position of its orbit",
        ),
        (
            ListsLists,
            "symmetries('.........') returned a list, and positions must be hashable: use a tuple",
        ),
        (ListsNone, "symmetries('.........') lists None: expected positions"),
    ],
)
def test_what_is_not_a_position_is_blamed_on_the_method_that_gave_it(kind, message, work):
    """Neither on ``canonical``, which the author did not write, nor on what comes after it."""
    with pytest.raises(GameContractError) as caught:
        work(kind())
    first = caught.value.faults[0]
    if work is not check_game or kind is not ListsNone:  # which may lay it to ``<`` as well
        assert first.message == message


# ── symmetries that are different at each call ──────────────────────────────────────────────────


class SomeImages(TicTacToe):
    """Tic-tac-toe that lists some of its true symmetric positions, and others at another call."""

    luck = Random(1)

    def symmetries(self, position):
        images = list(super().symmetries(position))
        return self.luck.sample(images, self.luck.randrange(len(images) + 1))


class SomeCells(TicTacToe):
    """Tic-tac-toe that lists an arrangement of the cells, and another one at another call."""

    luck = Random(1)

    def symmetries(self, position):
        yield "".join(self.luck.sample(position[:9], 9)) + position[9]


class Now(TicTacToe):
    """Tic-tac-toe that lists its true symmetric positions at every second call."""

    calls = 0

    def symmetries(self, position):
        type(self).calls += 1
        yield from super().symmetries(position) if self.calls % 2 else ()


@pytest.mark.parametrize("kind", [SomeImages, SomeCells, Now])
def test_symmetries_that_depend_on_the_number_of_calls_never_give_a_wrong_answer(kind):
    """They are refused, or every outcome is right."""
    truth = solve(TicTacToe())
    for seed in range(10):
        kind.luck, kind.calls = Random(seed), seed
        try:
            solution = solve(kind())
        except (GameContractError, VerificationError):
            continue
        assert kind is not SomeCells
        assert all(outcome == truth[position] for position, outcome in solution.items())


# ── what a sample cannot see ────────────────────────────────────────────────────────────────────


@attrs.frozen
class OneFalsePair(TicTacToe):
    """Tic-tac-toe in which one orbit is declared to be symmetric to another one."""

    pair: tuple[str, str] = ("", "")

    def symmetries(self, position):
        images = [position, *super().symmetries(position)]
        first, other = self.pair
        if first in images or other in images:
            for each in self.pair:
                yield from (each, *super().symmetries(each))
        else:
            yield from images


def false_pairs(count):
    """Return pairs of positions of five stones, of which one is won and the other lost."""
    solution = solve(TicTacToe())
    five = [each for each in solution if 9 - each.count(".") == 5]
    won = [each for each in five if solution[each].value is Value.WIN]
    lost = [each for each in five if solution[each].value is Value.LOSS]
    return Random(3).sample(list(product(won, lost)), count)


def test_a_symmetry_that_is_false_of_two_positions_needs_a_full_verification():
    """A sample misses some of these, and ``verify(full=True)`` finds all and names both."""
    missed = 0
    for pair in false_pairs(12):
        game = OneFalsePair(pair=pair)
        try:
            solution = solve(game)
        except (GameContractError, VerificationError):
            continue
        missed += 1
        fault = refused(solution.verify, full=True)
        assert len(set(re.findall(r"'[xo.]{9}(?: [xo])?'", fault.message))) >= 2
    assert 0 < missed < 12


# ── saved solutions that are used again ─────────────────────────────────────────────────────────

BY_DISCS = example("connect_four_by_discs").ConnectFourByDiscs


class WithTable(BY_DISCS):
    """Connect Four whose positions of three discs or more are taken from another solution."""

    def shared_stage(self, other, stage):
        return stage if type(other) is BY_DISCS and stage >= 3 else None


@pytest.fixture(scope="module")
def table():
    """Return the solution that is used again."""
    return solve(BY_DISCS(3, 2, line=3))


def test_a_spot_check_looks_at_what_comes_from_a_saved_solution(table, tmp_path):
    """It looks at as many positions as without one."""
    game = WithTable(3, 2, line=3)
    with_table = solve(game, folder=tmp_path, tables=[table])

    assert with_table.how.reused
    assert with_table.how.spot_check == solve(game).how.spot_check
    assert with_table.how.spot_check.positions == len(with_table)


def test_a_wrong_saved_solution_is_refused(table, tmp_path):
    """Some outcomes in it are wrong in turn, and no trial of slots looks."""
    game, first = WithTable(3, 2, line=3), sum(table.game.rules.by_stage[each] for each in range(3))
    tried = 0
    for slot in range(first, len(table._table.cells), 5):
        cells = table._table.cells.copy()
        if cells[slot] < 3:  # unused
            continue
        cells[slot] += 3 * 2  # two plies more
        wrong = Solution(
            table.game, attrs.evolve(table._table, cells=cells), table.how, (table.start,)
        )
        with patch.object(shared_stages, "TRIED", 0), pytest.raises(VerificationError):
            solve(game, folder=tmp_path / str(slot), tables=[wrong])
        tried += 1
    assert tried > 10


class OneWay(Game):
    """A row of four cells whose symmetries turn it one step, and do not list the way back."""

    def start(self):
        return "....", 0

    def player(self, position):
        return position[1]

    def moves(self, position):
        return [cell for cell, sign in enumerate(position[0]) if sign == "."]

    def play(self, position, move):
        row, seat = position
        return row[:move] + "xo"[seat] + row[move + 1 :], 1 - seat

    def terminal_value(self, position):
        if "xx" in position[0] or "oo" in position[0]:
            return Value.LOSS
        return None if "." in position[0] else Value.DRAW

    def symmetries(self, position):
        yield position[0][1:] + position[0][:1], position[1]


def test_symmetries_that_do_not_list_the_way_back_are_named():
    """No ``canonical`` is blamed that the author did not write."""
    with pytest.raises(GameContractError) as caught:
        solve(OneWay())
    assert str(caught.value) == (
        "OneWay breaks its contract: symmetries(('o.xx', 1)) lists ('.xxo', 1), and "
        "symmetries(('.xxo', 1)) does not list ('o.xx', 1): expected each position of an orbit "
        "to list the others"
    )


class Wavering(TicTacToe):
    """Tic-tac-toe in which one loss in fifty is declared to be a win."""

    luck: ClassVar = Random(3)

    def terminal_value(self, position):
        value = super().terminal_value(position)
        return Value.WIN if value is Value.LOSS and self.luck.random() < 0.02 else value


def test_a_rule_that_wavers_is_named_and_not_the_solution():
    """Once an outcome is wrong, the rule is called again at its position."""
    with pytest.raises(GameContractError, match=r"terminal_value\(.*\) returned .* and then "):
        solve(Wavering())
