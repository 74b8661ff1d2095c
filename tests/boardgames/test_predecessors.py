"""Derived predecessors, sections and indexes, compared with all positions and all moves."""

from __future__ import annotations

from collections import Counter
from random import Random

import attrs
import pytest

import games as shelf
from gamesolver import solve
from gamesolver.boardgames import DRAW, LOSS, BoardGame, RulesError
from gamesolver.boardgames.numbering import _Back, _Sample, fault_of_predecessors
from gamesolver.boards import ALL_DIRECTIONS, STRAIGHT, Grid
from gamesolver.value import PLAYING
from tests.boardgames import games as once
from tests.boardgames.test_random_rules import (
    IS_PLAIN,
    PER_TEST,
    TooLargeError,
    as_reference,
    explored,
    game_of,
    meaning,
)
from tests.oracles.gobblet import PlainGobbletGobblers
from tests.oracles.morris import PlainThreeMensMorris
from tests.support.scale import scaled

SEEDS = range(scaled(8, 250))
COMPILED_SEEDS = range(scaled(2, 100))


def is_refused(game):
    """Return True if the text of random rules cannot be lowered."""
    try:
        return not game.lowering
    except RulesError:
        return True


def moves_of(game):
    """Return the next positions of each position that is not terminal, by the author's lines."""
    moves, ends = explored(game)
    return {
        word: [after for after, *_ in listed] for word, listed in moves.items() if word not in ends
    }


def require_inverse(game, moves):
    """Assert that derived predecessors are the inverse of moves, and sections are complete."""
    made = game.lowering
    back = _Back(game, made)
    expected = {}
    for word, listed in moves.items():
        assert back.is_position(word), f"{game!r}: no section for {game.format(word)}"
        for after, times in Counter(listed).items():
            expected.setdefault(after, Counter())[word] = times
    for after in moves.keys() | expected.keys():
        found = Counter(back.predecessors(after))
        known = Counter({word: times for word, times in found.items() if word in moves})
        assert known == expected.get(after, Counter()), f"{game!r} at {game.format(after)}"
        for word in found.keys() - moves.keys():  # play does not reach it
            moved = back.successors(word)
            if moved is not None:  # the rules allow each action there
                assert moved.count(after) == found[word]


@pytest.mark.parametrize("block", SEEDS)
def test_random_rules_are_undone(block, tmp_path):
    """Derived predecessors of random rules are the inverse of moves at every position."""
    undone = 0
    for seed in range(PER_TEST * block, PER_TEST * (block + 1)):
        game = game_of(seed, tmp_path)
        if is_refused(game) or not game.lowering.max_predecessors:
            continue
        try:
            moves = moves_of(game)
        except (RulesError, TooLargeError):
            continue
        require_inverse(game, moves)
        undone += 1
    assert undone >= 2


GAMES = {
    "tic-tac-toe": once.TicTacToe(),
    "morris": once.ThreeMensMorris(),
    "hexapawn": shelf.Hexapawn(3, 3),
    "breakthrough": once.Breakthrough(4, 2, 1),
    "gobblet": shelf.GobbletGobblers(sizes=2, copies=1),
    "clobber": shelf.Clobber(2, 4),
    "connect four": once.ConnectFour(3, 3, 3),
    "achi": once.Achi(),
}


LARGE = {"gobblet"}
"""Games whose positions are too many to compare all moves with all predecessors."""


@pytest.mark.parametrize("name", sorted(GAMES))
def test_games_are_undone(name):
    """Derived predecessors of known games are the inverse of moves."""
    game, most = GAMES[name], 5_000
    assert game.lowering.max_predecessors
    buffers = [[0] * 200, [0] * 200]
    rules = _Back(game, game.lowering).rules
    moves, waiting = {}, [game.start()]
    for word in waiting:
        if len(moves) > most:
            break
        if word in moves or rules["terminal_code"](word) != PLAYING:
            continue
        moves[word] = buffers[1][: rules["successors"](word, *buffers)]
        waiting += moves[word]
    assert (len(moves) > most) == (name in LARGE)
    if name not in LARGE:
        require_inverse(game, moves)
    assert fault_of_predecessors(game, game.lowering) is None


class Jumps(BoardGame):
    """Men jump over others, which stay, or leave the board together with an opposing man."""

    each, stuck = 2, LOSS

    def __init__(self):
        self.board = board = Grid(2, 4)
        self.near = board.steps(*STRAIGHT)
        self.pairs = tuple(
            tuple((ray[0], ray[1]) for ray in rays if len(ray) > 1)
            for rays in board.rays(*STRAIGHT)
        )

    def setup(self):
        places = self.board.places
        return self.board.set([places[0], places[5]]), self.board.set([places[3], places[6]])

    def actions(self, at):
        for man in at.mine:
            if not self.near[man] & at.taken:
                continue
            for over, to in self.pairs[man]:
                if over in at.taken and to in at.empty:
                    yield at.slide(man, to)
        if len(at.mine) == 2:
            for man in at.mine:
                for gone in self.near[man] & at.theirs:
                    yield at.lift(man).take(gone)

    def result(self, at):
        return None if at.theirs else DRAW


class Swaps(BoardGame):
    """A man moves, and another is put where it was."""

    each, stuck = 3, LOSS

    def __init__(self):
        self.board = Grid(2, 3)
        self.near = self.board.steps(*ALL_DIRECTIONS)

    def setup(self):
        places = self.board.places
        return self.board.set([places[0]]), self.board.set([places[5]])

    def actions(self, at):
        if not at.mine:
            yield at.pass_turn()
            return
        full = len(at.mine) == self.each
        for man in at.mine:
            for to in self.near[man] & at.empty:
                if full:
                    yield at.slide(man, to)
                else:
                    yield at.slide(man, to).put(man)


@pytest.mark.parametrize("kind", [Jumps, Swaps])
def test_actions_of_several_verbs_are_undone(kind):
    """Derived predecessors are the inverse of actions that combine several verbs."""
    game = kind()
    assert game.lowering.max_predecessors
    require_inverse(game, moves_of(game))


class LeavesLoops(once.TicTacToe):
    """Only the first free place may be taken."""

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)
            break


class Carries(once.TicTacToe):
    """Only empty places before the first occupied one may be taken."""

    def actions(self, at):
        open_ = True
        for place in self.board.places:
            if place in at.taken:
                open_ = False
            if open_:
                yield at.put(place)


class Flips(once.TicTacToe):
    """A man put down turns all others."""

    def actions(self, at):
        for place in at.empty:
            yield at.put(place).flip(at.theirs)


@pytest.mark.parametrize(
    ("kind", "reason"),
    [
        (LeavesLoops, "a loop is left early"),
        (Carries, "'open_' changes from action to action"),
        (Flips, "flip cannot be undone"),
    ],
)
def test_rules_that_cannot_be_undone_state_why(kind, reason):
    """The reason names the construct and its line."""
    made = kind().lowering
    assert not made.max_predecessors
    (found,) = [each for each in made.reasons if each.startswith("predecessors")]
    assert found.startswith(f"predecessors are not derived: {reason} ({kind.__name__}.actions, ")
    assert found.endswith(")")


def test_wrong_predecessors_are_not_used():
    """A trial on random play finds a predecessor that is missing."""
    game = once.ThreeMensMorris()
    made = game.lowering
    wrong = made.text.replace("] = at\n", "] = at ^ ONE\n", 1)
    assert wrong != made.text
    fault = fault_of_predecessors(game, attrs.evolve(made, text=wrong))
    assert fault is not None
    assert "predecessors list it" in fault


# ── indexed ─────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        (once.ThreeMensMorris(), ""),
        (shelf.GobbletGobblers(sizes=2), ""),
        (once.Achi(), ""),
        (once.TicTacToe(), "play cannot return to a position"),
        (shelf.Hexapawn(3, 3), "play reaches about 0 of 40 positions"),
    ],
)
def test_games_are_numbered_where_play_loops_and_reaches_most(game, reason):
    """The plan states why a game is enumerated instead of indexed."""
    assert (game.numbering.is_indexed, game.numbering.reason) == (not reason, reason)


class Sets(once.ThreeMensMorris):
    """Three Men's Morris as an indexed or an enumerated game, with all symmetries."""

    all_symmetries = True

    def __init__(self, indexed):
        super().__init__()
        self.indexed = indexed


class Layers(shelf.GobbletGobblers):
    """Gobblet Gobblers with two sizes and one piece each, indexed or enumerated."""

    def __init__(self, indexed):
        super().__init__(sizes=2, copies=1)
        self.indexed = indexed


@pytest.mark.parametrize("kind", [Sets, Layers])
def test_numbered_and_found_positions_have_the_same_outcomes(kind):
    """Every reachable position has the same outcome in the indexed and the enumerated game."""
    found, indexed = solve(kind(False)), solve(kind(True))
    assert indexed.game.rules.is_indexed
    assert not found.game.rules.is_indexed
    assert {str(k): v for k, v in found.counts(reachable=True).items()} == {
        str(k): v for k, v in indexed.counts(reachable=True).items()
    }
    assert all(str(found[word]) == str(indexed[word]) for word in found)


@pytest.mark.skipif(IS_PLAIN, reason="compiled rules need numba: NUMBA_DISABLE_JIT is set")
@pytest.mark.parametrize("block", COMPILED_SEEDS)
def test_random_rules_are_numbered(block, tmp_path):
    """Indexed random games have the reference outcome at every reachable position."""
    for seed in range(PER_TEST * block, PER_TEST * (block + 1)):
        game = game_of(seed, tmp_path)
        if is_refused(game) or not (game.lowering.max_predecessors and game.lowering.may_loop):
            continue
        try:
            expected, fault = meaning(game)
        except TooLargeError:
            continue
        type(game).indexed = True
        if fault is not None or not all_allowed(game):
            continue
        solution = solve(game)
        assert solution.game.rules.is_indexed
        for word, outcome in expected.items():
            assert as_reference(game, solution[word]) == outcome, (
                f"seed {seed} at {game.format(word)}"
            )
        return
    pytest.fail("no seed of this block can be numbered")


def all_allowed(game):
    """Return True if each position of a sample is terminal or has allowed actions."""
    back = _Back(game, game.lowering)
    sample = _Sample(game, game.lowering)
    luck = Random(3)
    words = [sample._word(luck) for _ in range(2_000)]
    return all(back.has_ended(word) or back.successors(word) for word in words)


def test_a_game_that_cannot_be_numbered_is_refused():
    """``numbered = True`` needs predecessors, and the error states why there are none."""

    class Wanted(Flips):
        indexed = True

    with pytest.raises(RulesError, match=r"Wanted\.indexed is True, .* flip cannot be undone"):
        _ = Wanted().numbering


def test_the_library_is_compared():
    """Indexed Morris and Gobblet have the counts of outcomes of independently written rules."""
    for ours, theirs in (
        (once.ThreeMensMorris(), PlainThreeMensMorris()),
        (shelf.GobbletGobblers(sizes=2, copies=1), PlainGobbletGobblers(sizes=2, copies=1)),
    ):
        one, other = solve(ours), solve(theirs)
        assert one.game.rules.is_indexed
        assert {str(k): v for k, v in one.counts(reachable=True).items()} == {
            str(k): v for k, v in other.counts(reachable=True).items()
        }
