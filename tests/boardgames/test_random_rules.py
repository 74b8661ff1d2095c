"""Random rules give the same outcomes plain, lowered, compiled, folded and unfolded.

A slow reference gives the true outcomes. The trial before a solve is switched off, so that it
hides no fault. Rules with an action that a position does not allow are refused in every mode.
"""

from __future__ import annotations

from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location

import pytest

from gamesolver import GameContractError, solve
from gamesolver.boardgames import RulesError
from gamesolver.boardgames.symmetry import symmetric_words
from tests.boardgames.comparing import differences, without_trial
from tests.boardgames.random_rules import text_of
from tests.oracles.reference import reference
from tests.oracles.scored_reference import reference as scored_reference
from tests.support.scale import IS_PLAIN, scaled

__all__ = ["without_trial"]

pytestmark = pytest.mark.usefixtures("without_trial")

MOST_POSITIONS = 800
PER_TEST = 20

SEEDS = range(scaled(5, 250))
"""Blocks of seeds."""
COMPILED_SEEDS = range(scaled(4, 300))


def game_of(seed, folder):
    """Return the random game of a seed, imported from a file so that its source is available."""
    path = folder / f"drawn_{seed}.py"
    path.write_text(text_of(seed), "utf-8")
    spec = spec_from_file_location(f"drawn_{seed}", path)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Drawn()


class TooLargeError(Exception):
    """The game has too many positions for the reference."""


def explored(game):
    """Return the moves and the ends of all positions, by the author's own lines."""
    plain, moves, ends = game.plain, {}, {}
    start = plain.start()
    seen, waiting = {start.word}, [start]
    for at in waiting:
        if len(seen) > MOST_POSITIONS:
            raise TooLargeError
        end = plain.end(at)
        moves[at.word] = []
        if end is not None:
            ends[at.word] = int(end)
            continue
        for action, after in plain.actions(at).values():
            gain = [action.gained] if game.has_gains else []
            moves[at.word].append((after, action.keeps, *gain))
            if after not in seen:
                seen.add(after)
                waiting.append(plain.of_word(after))
        if not moves[at.word]:
            raise RulesError("a position without an action")
    return moves, ends


def as_reference(game, outcome):
    """Return an outcome in the format of the reference."""
    if game.scores is not None:
        return outcome.score, outcome.remoteness, outcome.last_gain
    return int(outcome.value), outcome.remoteness


def meaning(game):
    """Return the reference outcome of every position and None, or None and the error."""
    try:
        moves, ends = explored(game)
    except RulesError as error:
        return None, error
    if game.scores is None:
        return reference(moves, {word: (value, 0) for word, value in ends.items()}), None
    scored = {word: [(*move, 0)[:3] for move in found] for word, found in moves.items()}
    return scored_reference(scored, ends, dict.fromkeys(moves, 0)), None


def assert_one_meaning(seed, folder, is_compiled):
    """Compare one random game in all modes, and return the kind of result."""
    game = game_of(seed, folder)
    try:
        made = game.lowering
    except RulesError as refusal:
        if not refusal.line:
            raise
        return "refused as a text"
    seen, differ = differences(game, MOST_POSITIONS)
    assert seen
    assert not differ, f"seed {seed}: {differ[0]}"
    try:
        expected, fault = meaning(game)
    except TooLargeError:
        return "too large"
    modes = [game.lowered, *([game] if is_compiled else [])]
    if is_compiled:
        game.rules.calls.hand_over()  # otherwise the solve of so small a game compiles nothing
    if fault is not None:
        for mode in modes:
            with pytest.raises(GameContractError):
                solve(mode)
        return "refused in play"
    for mode in modes:
        solution = solve(mode)
        for word, outcome in expected.items():
            for image in symmetric_words(word, made.motions, game.terms.layout):
                found = as_reference(game, solution[image])
                assert found == outcome, f"seed {seed}: {mode!r} at {game.format(image)}"
    return "folded" if made.motions.count > 1 else "unfolded"


@pytest.mark.parametrize("block", SEEDS)
def test_random_rules_mean_the_same_on_integers(block, tmp_path):
    """Folded outcomes of the lowered rules are those of the unfolded reference."""
    seeds = range(PER_TEST * block, PER_TEST * (block + 1))
    found = Counter(assert_one_meaning(seed, tmp_path, False) for seed in seeds)
    assert found["folded"] + found["unfolded"] >= PER_TEST // 4, found
    assert found["folded"], found


def test_a_quarter_of_the_compiled_games_is_solved(tmp_path):
    """Of the games for the compiled rules, enough are solved, neither refused nor too large."""
    found = Counter(assert_one_meaning(seed, tmp_path, False) for seed in COMPILED_SEEDS)
    assert found["folded"] + found["unfolded"] >= len(COMPILED_SEEDS) // 4, found


@pytest.mark.skipif(IS_PLAIN, reason="compiled rules need numba: NUMBA_DISABLE_JIT is set")
@pytest.mark.parametrize("seed", COMPILED_SEEDS)
def test_random_rules_mean_the_same_compiled(seed, tmp_path):
    """Outcomes of the compiled rules are those of the reference."""
    assert_one_meaning(seed, tmp_path, True)
