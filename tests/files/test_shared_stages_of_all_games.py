"""Stages reused from solutions of games with scores, and of enumerated games."""

from functools import cache
from random import Random

import attrs
import pytest

from games import ConnectFour
from gamesolver import GameContractError, InvalidArgumentError, load, solve
from tests.attacks.compiled_scores import CompiledScores, bounds_of
from tests.attacks.scored_graphs import abreast, drawn
from tests.oracles.scored_reference import as_reference


@cache
def drawing_of(seed, added=0):
    """Return a drawing with scores, loops, kept turns, and gains that are raised by a number."""
    luck = Random(seed)
    drawing = abreast([drawn(luck, gains=True) for _ in range(8)])
    rows = (tuple((to, kept, own + added) for to, kept, own in row) for row in drawing.moves)
    return attrs.evolve(drawing, moves=tuple(rows))


class Scored(CompiledScores):
    """A game on a drawing, made from numbers alone, so that it can be saved."""

    def __init__(self, seed=0, endless=0, added=0, wider=0, most=None, by_stage=False):
        for name, value in locals().copy().items():
            if name in ("seed", "added", "wider", "most"):
                object.__setattr__(self, name, value)
        drawing = drawing_of(seed, added)
        least, highest = bounds_of(drawing, endless)
        bounds = least - wider, highest + wider if most is None else most
        CompiledScores.__init__(self, drawing, endless, by_stage=by_stage, bounds=bounds)


class Sharing(Scored):
    """The game shares all stages with other games on drawings."""

    def shared_stage(self, other, stage):
        """Return the stage itself."""
        return stage


def outcomes_of(solution):
    """Return the outcome of every position of a drawing."""
    return [as_reference(solution[position]) for position in solution.game.positions()]


@pytest.mark.parametrize("endless", [0, 2])
@pytest.mark.parametrize("is_staged_there", [False, True])
@pytest.mark.parametrize("is_staged", [False, True])
@pytest.mark.parametrize("is_saved", [False, True])
@pytest.mark.parametrize("has_folder", [False, True])
def test_scores_of_stages_are_copied(
    has_folder, is_staged, is_staged_there, endless, is_saved, tmp_path
):
    """All stages come from the table, also with wider bounds of scores, and none is solved."""
    table = solve(Scored(7, endless, by_stage=is_staged_there))
    if is_saved:
        table.save(tmp_path / "saved")
        table = load(tmp_path / "saved", table.game)
    game = Sharing(7, endless, wider=200, by_stage=is_staged)
    over = solve(game, folder=tmp_path / "kept" if has_folder else None, tables=[table])
    assert outcomes_of(over) == outcomes_of(solve(game))
    assert over.how.reused[0].num_indexes == len(over)
    assert "with cycles" not in over.how.why
    assert over.verify(full=True).positions == len(over)


@pytest.mark.parametrize("has_folder", [False, True])
def test_an_enumerated_game_takes_its_own_solution(has_folder, tmp_path):
    """An enumerated game reuses its own solution without a method ``shared_stage``."""
    game = ConnectFour(3, 3)
    first = solve(game)
    over = solve(game, folder=tmp_path / "kept" if has_folder else None, tables=[first])
    for name, solution in (("one", first), ("other", over)):
        solution.save(tmp_path / name, how=False)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "other").read_bytes()
    assert over.how.reused[0].num_indexes == len(first)
    assert str(over.how.reused[0]).endswith(f"the solution of {game!r}, {len(first)} positions")


def refusal(kind, game, folder, table):
    """Return the message of a solve that refuses a table."""
    with pytest.raises(kind) as caught:
        solve(game, folder=folder, tables=[table])
    return str(caught.value)


def test_a_table_must_have_all_positions_of_a_stage(tmp_path):
    """A solution from a later start lacks positions, and one of them is named."""
    game = ConnectFour(3, 3)
    later = next(iter(game.moves(game.start())))
    table = solve(game, start=game.play(game.start(), later))
    message = refusal(InvalidArgumentError, game, tmp_path, table)
    assert message.startswith(f"bad table: the solution of {game!r}, {len(table)} positions does")
    assert " does not have position '" in message
    assert message.endswith("expected a table with all positions of the stage")


def test_outcomes_must_be_of_one_kind(tmp_path):
    """A table with scores is refused by a game with values, and so is one with another payoff."""
    game = Sharing(1, endless=1)
    assert refusal(InvalidArgumentError, game, tmp_path, solve(Scored(1))).endswith(
        f"has the payoff 0 of infinite play: expected 1, the payoff of {game!r}"
    )

    class Values(ConnectFour):
        def shared_stage(self, other, stage):
            return stage

    assert refusal(InvalidArgumentError, Values(3, 3), tmp_path, solve(Scored(1))).endswith(
        f"has scores: expected wins, losses and draws without scores, as {Values(3, 3)!r} has"
    )


@pytest.mark.parametrize("is_staged", [False, True])
def test_scores_beyond_the_bounds_of_the_game(is_staged, tmp_path):
    """A table with a score that the game cannot have is refused, with the position."""
    table = solve(Scored(5, by_stage=True))
    most = max(score for score, *_ in outcomes_of(table))
    game = Sharing(5, most=most - 1, by_stage=is_staged)
    message = refusal(InvalidArgumentError, game, tmp_path, table)
    assert f"has score {most} for position " in message
    assert f" to {most - 1}, the bounds of {game!r}" in message


def test_other_gains_are_noticed(tmp_path):
    """A table of a game whose moves have other gains is refused."""
    message = refusal(GameContractError, Sharing(6, added=1), tmp_path, solve(Scored(6, wider=99)))
    assert " has other moves there: expected " in message
