"""Games with a symmetry of the board that the rules do not have are refused by ``solve``."""

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
    """Solves of compiled games without the trials that look for false symmetries."""
    with ExitStack() as stack:
        stack.enter_context(patch.object(whole_solve, "try_rules"))
        for module in (whole_solve, stage_by_stage):
            stack.enter_context(patch.object(module, "check_indexes"))
        yield


def refused(work, *arguments, **options):
    """Return the violation for which a call is refused."""
    with pytest.raises(GameContractError) as caught:
        work(*arguments, **options)
    (fault,) = caught.value.faults
    return fault


# ── symmetries of the board, but not of the rules ───────────────────────────────────────────────

MIRRORED = tuple(SIZE * (cell // SIZE) + SIZE - 1 - cell % SIZE for cell in range(CELLS))
TRANSPOSED = tuple(SIZE * (cell % SIZE) + cell // SIZE for cell in range(CELLS))
HEX_CLAIMS = {"mirror": (MIRRORED, False), "colours": (TRANSPOSED, True)}
"""Cells of the image of a board, and True if the colours, but not the turn, are exchanged."""
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
    """Without checks a win in 5 is solved as a win in 7, and a full verification refuses it."""
    assert solve(Hex(SIZE, SIZE)).outcome == Outcome(Value.WIN, 5)
    solution = solve(FalseHex())

    assert solution.how.spot_check.folded == 0
    assert solution.outcome == Outcome(Value.WIN, 7)
    refused(solution.verify, full=True)


@pytest.mark.parametrize("claim", HEX_CLAIMS)
def test_compiled_hex_with_a_false_symmetry_is_refused(claim):
    """A false symmetry of compiled Hex is refused, and both positions are named."""
    fault = refused(solve, FalseHex(claim=claim))

    assert fault.law in ("symmetric endings", "symmetric moves")
    assert len(set(re.findall(HEX_BOARD, fault.message))) >= 2


@pytest.mark.parametrize("claim", HEX_CLAIMS)
def test_plain_hex_with_a_false_symmetry_is_refused(claim):
    """A false symmetry of plain Hex is refused, and both positions are named."""
    fault = refused(solve, FalsePlainHex(SIZE, SIZE, claim=claim))

    assert fault.law == "symmetric endings"
    assert len(set(re.findall(HEX_BOARD, fault.message))) == 2
    assert fault.message.endswith(": expected equal results for symmetric positions")


@pytest.mark.parametrize("claim", HEX_CLAIMS)
def test_a_spot_check_alone_refuses_compiled_hex(claim, spot_check_alone):
    """A spot check without the trials of the rules also refuses the false symmetry."""
    fault = refused(solve, FalseHex(claim=claim))

    assert fault.law in ("symmetric endings", "symmetric moves")
    assert len(set(re.findall(HEX_BOARD, fault.message))) >= 2


FOUR_BOARD = "[ox.]{3}/[ox.]{3}/[ox.]{3}"


class UpsideDown(PlainConnectFour):
    """Connect Four that treats a board upside down as symmetric, though stones fall."""

    def symmetries(self, position):
        yield position[::-1]


class HalfTurned(PlainConnectFour):
    """Connect Four that treats half a turn of the board as a symmetry, though stones fall."""

    def symmetries(self, position):
        yield tuple(row[::-1] for row in reversed(position))


@pytest.mark.parametrize("method", ["auto", "retrograde"])
@pytest.mark.parametrize("kind", [UpsideDown, HalfTurned])
def test_connect_four_with_a_symmetry_that_moves_break_is_refused(kind, method):
    """A stuck board that only the symmetry leads to is named with its symmetric position."""
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
    """Connect Four with a false symmetry and rules that fail at a board that no move leads to."""

    def moves(self, position):
        return super().moves(position) or 1 // 0


class Stuck(UpsideDown):
    """Connect Four with a false symmetry, and no moves at boards that moves lead to."""

    def moves(self, position):
        return super().moves(position) if position == self.start() else ()


def test_a_canonical_position_without_moves_is_compared_with_what_it_stands_for():
    """If ``canonical`` leaves the orbit, it is blamed, not the missing moves."""
    fault = refused(explore, OnlyCanonical(3, 3, 3))

    assert fault.law == "canonical"
    assert fault.message == (
        "canonical('x../x../oxo') returned ('oxo', 'x..', 'x..'): expected a position of its orbit"
    )


def test_a_rule_that_fails_where_only_a_false_symmetry_leads_is_named_with_the_symmetry():
    """If rules fail at a board that only a false symmetry leads to, the symmetry is blamed."""
    fault = refused(explore, Failing(3, 3, 3))

    assert fault.law == "symmetric moves"
    assert fault.message == (
        "'x../x../oxo' leads to 'x../xo./oxo', and the rules fail at the symmetric position "
        "'oxo/x../x..': moves('oxo/x../x..') raised ZeroDivisionError: integer division or modulo "
        "by zero"
    )


def test_a_position_without_moves_that_moves_lead_to_is_not_laid_to_a_symmetry():
    """If a position that moves lead to has no moves, ``moves`` is blamed, not the symmetry."""
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
    """An exchange of any two squares of tic-tac-toe is refused as a symmetry."""
    assert refused(solve, ExchangedSquares(squares=squares)).law in (
        "symmetric endings",
        "symmetric moves",
    )


STACK = 6
FULL = (1 << STACK) - 1
PLAYING = 2


@register_jitable
def has_three(board):
    """Return True if three stones are adjacent."""
    return board & board >> 1 & board >> 2 != 0


@register_jitable
def turned(board):
    """Return the row reversed."""
    result = 0
    for cell in range(STACK):
        result |= (board >> cell & 1) << STACK - 1 - cell
    return result


class PlainStack(Game):
    """Game of stones on the two lowest empty cells of a row, with reversal as a false symmetry."""

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
    """A reversal that the moves do not preserve is refused, and both positions are named."""
    fault = refused(solve, kind())

    assert fault.law in ("symmetric endings", "symmetric moves")
    assert len(set(re.findall(r"\b[0-9]+\b", fault.message))) >= 2


# ── objects that are not positions ──────────────────────────────────────────────────────────────


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
    """An object that is not a position is blamed on the method that returned it."""
    with pytest.raises(GameContractError) as caught:
        work(kind())
    first = caught.value.faults[0]
    if work is not check_game or kind is not ListsNone:  # check_game may blame ``<`` too
        assert first.message == message


# ── symmetries that are different at each call ──────────────────────────────────────────────────


class SomeImages(TicTacToe):
    """Tic-tac-toe whose ``symmetries`` returns a random subset of the true ones."""

    luck = Random(1)

    def symmetries(self, position):
        images = list(super().symmetries(position))
        return self.luck.sample(images, self.luck.randrange(len(images) + 1))


class SomeCells(TicTacToe):
    """Tic-tac-toe whose ``symmetries`` returns a random arrangement of the cells."""

    luck = Random(1)

    def symmetries(self, position):
        yield "".join(self.luck.sample(position[:9], 9)) + position[9]


class Now(TicTacToe):
    """Tic-tac-toe whose ``symmetries`` is empty at every second call."""

    calls = 0

    def symmetries(self, position):
        type(self).calls += 1
        yield from super().symmetries(position) if self.calls % 2 else ()


@pytest.mark.parametrize("kind", [SomeImages, SomeCells, Now])
def test_symmetries_that_depend_on_the_number_of_calls_never_give_a_wrong_answer(kind):
    """Symmetries that vary by call are refused, or every outcome is right."""
    truth = solve(TicTacToe())
    for seed in range(10):
        kind.luck, kind.calls = Random(seed), seed
        try:
            solution = solve(kind())
        except (GameContractError, VerificationError):
            continue
        assert kind is not SomeCells
        assert all(outcome == truth[position] for position, outcome in solution.items())


# ── faults that a sample can miss ───────────────────────────────────────────────────────────────


@attrs.frozen
class OneFalsePair(TicTacToe):
    """Tic-tac-toe in which one orbit is declared symmetric to another one."""

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
    """Return pairs of positions of five stones, one won and the other lost."""
    solution = solve(TicTacToe())
    five = [each for each in solution if 9 - each.count(".") == 5]
    won = [each for each in five if solution[each].value is Value.WIN]
    lost = [each for each in five if solution[each].value is Value.LOSS]
    return Random(3).sample(list(product(won, lost)), count)


def test_a_symmetry_that_is_false_of_two_positions_needs_a_full_verification():
    """A spot check misses some false pairs, and ``verify(full=True)`` finds all of them."""
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


# ── reused solutions ────────────────────────────────────────────────────────────────────────────

BY_DISCS = example("connect_four_by_discs").ConnectFourByDiscs


class WithTable(BY_DISCS):
    """Connect Four that reuses the positions of three discs or more of another solution."""

    def shared_stage(self, other, stage):
        return stage if type(other) is BY_DISCS and stage >= 3 else None


@pytest.fixture(scope="module")
def table():
    """Solution that is reused."""
    return solve(BY_DISCS(3, 2, line=3))


def test_a_spot_check_looks_at_what_comes_from_a_saved_solution(table, tmp_path):
    """The spot check covers as many positions as without a saved solution."""
    game = WithTable(3, 2, line=3)
    with_table = solve(game, folder=tmp_path, tables=[table])

    assert with_table.how.reused
    assert with_table.how.spot_check == solve(game).how.spot_check
    assert with_table.how.spot_check.positions == len(with_table)


def test_a_wrong_saved_solution_is_refused(table, tmp_path):
    """A saved solution with one wrong outcome is refused, without the trial of its entries."""
    game, first = WithTable(3, 2, line=3), sum(table.game.rules.by_stage[each] for each in range(3))
    tried = 0
    for index in range(first, len(table._table.entries), 5):
        entries = table._table.entries.copy()
        if entries[index] < 3:  # unused
            continue
        entries[index] += 3 * 2  # two plies more
        wrong = Solution(
            table.game, attrs.evolve(table._table, entries=entries), table.how, (table.start,)
        )
        with patch.object(shared_stages, "TRIED", 0), pytest.raises(VerificationError):
            solve(game, folder=tmp_path / str(index), tables=[wrong])
        tried += 1
    assert tried > 10


class OneWay(Game):
    """Row of four cells whose ``symmetries`` rotates it one way, without the inverse."""

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
    """Symmetries without their inverse are blamed on ``symmetries``, not on ``canonical``."""
    with pytest.raises(GameContractError) as caught:
        solve(OneWay())
    assert str(caught.value) == (
        "OneWay breaks its contract: symmetries(('o.xx', 1)) lists ('.xxo', 1), and "
        "symmetries(('.xxo', 1)) does not list ('o.xx', 1): expected each position of an orbit "
        "to list the others"
    )


class Wavering(TicTacToe):
    """Tic-tac-toe that returns one loss in fifty as a win, at random."""

    luck: ClassVar = Random(3)

    def terminal_value(self, position):
        value = super().terminal_value(position)
        return Value.WIN if value is Value.LOSS and self.luck.random() < 0.02 else value


def test_a_rule_that_wavers_is_named_and_not_the_solution():
    """A rule with random results is blamed, not the solution."""
    with pytest.raises(GameContractError, match=r"terminal_value\(.*\) returned .* and then "):
        solve(Wavering())
