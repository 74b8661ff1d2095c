"""Files of games with scores, gains and a payoff of infinite play."""

from functools import cache
from random import Random

import attrs
import numpy as np
import pytest
from numba import njit

from gamesolver import (
    NO_SCORE,
    CompiledGame,
    CompiledRules,
    FileError,
    Game,
    GameContractError,
    Outcome,
    Value,
    load,
    load_values,
    solve,
)
from tests.attacks.compiled_scores import CompiledScores, bounds_of
from tests.attacks.magnitudes import Points
from tests.attacks.scored_graphs import ScoredGame, abreast, drawn
from tests.oracles.scored_reference import as_reference
from tests.oracles.unfolded import unfolded_size

GRAPHS = 60


@cache
def drawing_of(seed):
    """Return random graphs side by side, with points at the limits of bytes, or small ones."""
    luck = Random(seed)
    points = Points.drawn(luck, 2**8 + 1)
    return abreast([drawn(luck, points=points) for _ in range(GRAPHS)])


class Plain(ScoredGame):
    """Plain game whose parameters are numbers alone, as files require."""

    def __init__(self, endless=0, seed=0):
        object.__setattr__(self, "seed", seed)
        ScoredGame.__init__(self, drawing_of(seed), endless)


class Compiled(CompiledScores):
    """Compiled variant of the plain game."""

    def __init__(self, endless=0, seed=0, indexed=False):
        object.__setattr__(self, "seed", seed)
        drawing = drawing_of(seed)
        CompiledScores.__init__(
            self, drawing, endless, indexed=indexed, bounds=bounds_of(drawing, endless)
        )


def games(endless):
    """Return random graphs as a plain, an enumerated and an indexed game."""
    return [Plain(endless), Compiled(endless), Compiled(endless, indexed=True)]


def reported(outcome):
    """Return all fields of an outcome."""
    return *as_reference(outcome), outcome.endless_payoff


@pytest.mark.parametrize(
    ("kind", "endless"),
    [(0, 0), (1, -2), (2, -2), (0, -2), (1, 0), (2, 0)],
)
def test_what_is_saved_is_opened(tmp_path, endless, kind):
    """A loaded solution has the same outcomes and counts, is verified, and saves the same file."""
    game = games(endless)[kind]
    solution = solve(game)
    solution.save(tmp_path / "one.solution")
    with load(tmp_path / "one.solution", game, check=False) as opened:
        assert {each: reported(opened[each]) for each in opened} == {
            each: reported(solution[each]) for each in solution
        }
        assert opened.counts() == solution.counts()
        assert opened.counts(reachable=True) == solution.counts(reachable=True)
        assert opened.verify(full=True).positions == unfolded_size(solution)
        assert [row.outcome.preference_key for row in opened.moves(opened.start)] == [
            row.outcome.preference_key for row in solution.moves(solution.start)
        ]
        opened.save(tmp_path / "two.solution")
    one, two = ((tmp_path / f"{name}.solution").read_bytes() for name in ("one", "two"))
    assert one == two


@pytest.mark.parametrize("kind", range(3))
def test_values_alone_are_the_signs_of_the_scores(tmp_path, kind):
    """A ``.values`` file of a game with scores contains the signs of the scores."""
    game = games(0)[kind]
    solution = solve(game)
    solution.export(tmp_path / "signs.values")
    with load_values(tmp_path / "signs.values", game, check=False) as values:
        assert all(values.value(each) is Value.of(solution[each].score) for each in solution)
        assert sum(values.counts().values()) == len(solution)


class Everlasting(Game):
    """Play that never ends, with the payoff ``endless``."""

    endless = 1

    def start(self):
        return 0

    def moves(self, position):
        return ("on",)

    def play(self, position, move):
        return 1 - position

    def player(self, position):
        return position

    def terminal_score(self, position):
        return None


def test_a_file_of_another_payoff_is_refused(tmp_path, monkeypatch):
    """The payoff of infinite play is part of the rules, and not of the sampled play."""
    solve(Everlasting()).save(tmp_path / "one.solution")
    assert str(load(tmp_path / "one.solution", Everlasting()).outcome) == "win by 1, endless"
    monkeypatch.setattr(Everlasting, "endless", 2)
    with pytest.raises(FileError, match="infinite play has the payoff 1 in it, and 2 in the game"):
        load(tmp_path / "one.solution", Everlasting())


def test_values_alone_of_another_payoff_are_refused(tmp_path, monkeypatch):
    """The payoff of infinite play is in a file of values, too, because they depend on it."""
    solve(Everlasting()).export(tmp_path / "one.values")
    with load_values(tmp_path / "one.values", Everlasting()) as values:
        assert values.value(0) is Value.WIN
    monkeypatch.setattr(Everlasting, "endless", -2)
    with pytest.raises(FileError, match="infinite play has the payoff 1 in it, and -2 in the game"):
        load_values(tmp_path / "one.values", Everlasting())


@attrs.frozen
class Onward(Game):
    """One move to the end, with or without scores, and with or without a gain."""

    def start(self):
        return 0

    def moves(self, position):
        return ("on",)

    def play(self, position, move):
        return 1

    def terminal_value(self, position):
        return Value.LOSS if position else None


def test_a_file_of_values_opened_by_a_game_whose_moves_gain(tmp_path, monkeypatch):
    """Files with values are opened if the game has terminal scores since, but not if moves gain."""
    solution = solve(Onward())
    solution.save(tmp_path / "one.solution")
    solution.export(tmp_path / "one.values")
    monkeypatch.delattr(Onward, "terminal_value")
    monkeypatch.setattr(Onward, "terminal_score", lambda self, at: -1 if at else None, False)
    assert load(tmp_path / "one.solution", Onward()).outcome == solution.outcome
    assert load_values(tmp_path / "one.values", Onward()).value(0) is Value.WIN
    monkeypatch.setattr(Onward, "gain", lambda self, position, move: 1)
    for opens, name in ((load, "one.solution"), (load_values, "one.values")):
        with pytest.raises(FileError) as refused:
            opens(tmp_path / name, Onward())
        assert str(refused.value) == (
            f"{tmp_path / name} was saved under other rules than those of Onward(): it has values "
            "without scores, and moves of the game gain points; solve the game again"
        )


@attrs.frozen
class Stake(Game):
    """Game of one player, who gains the stake with each move and once more at the end."""

    stake: int = 0
    plies: int = 1

    def start(self):
        return self.plies

    def moves(self, position):
        return ("on",)

    def play(self, position, move):
        return position - 1

    def gain(self, position, move):
        return self.stake

    def terminal_score(self, position):
        return None if position else self.stake

    def player(self, position):
        return 0


@pytest.mark.parametrize("side", [-1, 1])
def test_scores_that_add_up_to_more_than_one_move_may_bring(tmp_path, side):
    """A score of two billion is saved, one billion from a move and one from the end."""
    game = Stake(side * 1_000_000_000)
    solve(game).save(tmp_path / "one.solution")
    with load(tmp_path / "one.solution", game) as opened:
        assert opened.outcome.score == side * 2_000_000_000
        assert opened.verify(full=True).positions == 2


def test_scores_too_far_apart_for_a_file(tmp_path):
    """A game whose scores are too far apart is not saved, and the message says what to do."""
    with pytest.raises(GameContractError) as refused:
        solve(Stake(1_000_000_000, plies=2)).save(tmp_path / "one.solution")
    assert not list(tmp_path.iterdir())
    assert str(refused.value) == (
        "Stake cannot be saved: scores from 0 to 3,000,000,000 with up to 2 plies do not fit "
        "into table entries of four bytes; count points in larger units"
    )


class EnoughError(Exception):
    """Error by which a listener stops a solve."""


@pytest.mark.parametrize("share", [0.5, 0.1, 0.99])
@pytest.mark.parametrize("indexed", [False, True])
def test_a_solve_that_was_stopped_goes_on(tmp_path, share, indexed):
    """A solve stopped early, in the middle or late and resumed gives the same outcomes.

    Some of them are endless and have a score, from gains before the infinite play.
    """
    game, received = Compiled(0, seed=5, indexed=indexed), []
    whole = solve(game, folder=tmp_path, every=0, progress=received.append)
    stop = int(len(received) * share)

    def listen(news):
        received.append(news)
        if len(received) > stop:
            raise EnoughError

    received.clear()
    with pytest.raises(EnoughError):
        solve(game, folder=tmp_path, every=0, progress=listen)
    solution = solve(game, folder=tmp_path, every=0)
    assert "resumed" in solution.how.why
    assert {each: reported(solution[each]) for each in solution} == {
        each: reported(whole[each]) for each in whole
    }
    assert solution.verify(full=True).positions == unfolded_size(whole)
    assert any(outcome.is_endless and outcome.score for _, outcome in whole._table.items())


@njit
def round_and_round(position, moves, positions):
    """Generate the only move, from either of two positions to the other."""
    moves[0], positions[0] = 0, position ^ np.uint64(1)
    return 1


@njit
def never(position):
    """Return ``NO_SCORE``, because play goes on."""
    return NO_SCORE


class NeverEnds(CompiledGame):
    """Infinite play that no player wins."""

    rules = CompiledRules(
        round_and_round, terminal_score=never, max_moves=1, least_score=-1, most_score=1
    )

    def start(self):
        return 0


def test_play_without_any_end_is_kept(tmp_path):
    """A compiled game with scores and without terminal positions is saved and opened."""
    solve(NeverEnds()).save(tmp_path / "never.solution")
    with load(tmp_path / "never.solution", NeverEnds()) as opened:
        assert opened.outcome == Outcome(Value.DRAW, None, 0)
        assert opened.verify(full=True).positions == 2
