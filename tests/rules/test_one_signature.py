"""Every method and interface calls a rule by its one signature."""

import numpy as np
import pytest

from gamesolver import CycleError, check_game, estimate, load, solve
from gamesolver.players import (
    MinimaxPlayer,
    PerfectPlayer,
    RandomPlayer,
    audit,
    best_response,
    compare,
    match,
    odds,
    puzzles,
    traps,
)
from gamesolver.rules.fitting import SIGNATURES
from tests.attacks.symmetric_games import RULES, SymmetricGame, drawn

FEW = 6
KINDS = ("both", "index", "none", "canonical", "symmetries")


def some_games():
    """Return seeds of games: each kind of symmetry and one with stages, indexed and enumerated."""
    games = {}
    for seed in range(200):
        pattern, way = drawn(seed)
        if way.factor > 2**60 and len(pattern.action[0]) < 20 and way.back == way.indexed:
            games.setdefault((KINDS.index(way.fold), way.indexed), seed)
            if way.staged:
                games.setdefault((len(KINDS), way.indexed), seed)
    return [games[kind] for kind in sorted(games)]


def call_by_every_interface(game, solution):
    """Call the functions that show, play and judge a solution."""
    raw = [position for position in game.expected() if position in solution]
    for position in raw[:FEW]:
        solution.moves(position), solution.mainline(position)
    for positions in (raw, np.array(raw, np.uint64)):
        assert solution.probe_many(positions).known.all()
    solution.counts(symmetric=True), solution.counts(reachable=True)
    perfect, chance = PerfectPlayer(solution), RandomPlayer(game)
    match(game, perfect, chance, games=4, seed=1, cap=50)
    odds(game, perfect, chance)
    best_response(solution, chance)
    audit(perfect, solution)
    puzzles(solution), traps(solution), compare(solution, solution)


@pytest.mark.compiled(why="plain Python has no signatures")
def test_no_rule_is_compiled_for_another_signature(path):
    """Solving, checking, playing, saving and probing compile each rule for one signature only."""
    for seed in some_games():
        game = SymmetricGame(seed)
        for method in ("auto", "retrograde", "minimax"):
            try:
                solution = solve(game, method=method)
            except CycleError:
                continue
            solution.verify(full=True)
            call_by_every_interface(game, solution)
            if method == "minimax":
                match(game, MinimaxPlayer(game), RandomPlayer(game), games=2, seed=1)
        solution = solve(game)
        solution.save(path)
        call_by_every_interface(game, load(path, game))
        path.unlink()
        check_game(game)
    estimate(game)
    for rule in RULES:
        name = rule.__name__
        assert {name: rule.signatures} == {name: [SIGNATURES[name].args]}
