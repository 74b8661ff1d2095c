"""Comparison of lowered rules with the author's own lines, without the trial before a solve."""

import pytest

from gamesolver.boardgames import RulesError
from gamesolver.boardgames.running import on_integers
from gamesolver.value import NO_SCORE, PLAYING

NOT_ALLOWED = "an action that is not allowed"


@pytest.fixture
def without_trial(monkeypatch):
    """Lowering without the trial, which would refuse a faulty lowering before it is compared."""
    monkeypatch.setattr("gamesolver.boardgames.trial.require_agreement", lambda game, made: None)


def by_lines(game, word):
    """Return the result, or each move's next position and gain, by the author's own lines."""
    plain = game.plain
    at = plain.of_word(word)
    try:
        end = plain.end(at)
        if end is not None:
            return int(end)
        found = plain.actions(at).items()
    except RulesError:
        return NOT_ALLOWED
    return {text: (after, action.gained) for text, (action, after) in found}


def by_lowered(game, word):
    """Return the value of :func:`by_lines` as computed by lowered rules on integers."""
    try:
        return _by_lowered(game, word)
    except OverflowError:  # a counter leaves its range
        return NOT_ALLOWED


def _by_lowered(game, word):
    made = game.lowering
    rules = on_integers(made.text)
    has_scores = game.scores is not None
    end = rules["terminal_score" if has_scores else "terminal_code"](word)
    if end != (NO_SCORE if has_scores else PLAYING):
        return int(end)
    buffers = [[0] * made.max_moves for _ in range(2 + game.has_gains)]
    count = rules["successors"](word, *buffers)
    if count < 0 or len(set(buffers[0][:count])) < count:
        return NOT_ALLOWED
    assert count == rules["count_moves"](word)
    gains = buffers[2] if game.has_gains else [0] * count
    rows = zip(buffers[0][:count], buffers[1], gains, strict=False)
    return {game.move_text(move): (after, gain) for move, after, gain in rows}


def differences(game, most=3000):
    """Return the number of positions seen, and those for which lowered rules differ."""
    start = game.start()
    seen, waiting, differ = {start}, [start], []
    for word in waiting:
        expected = by_lines(game, word)
        found = by_lowered(game, word)
        if found != expected:
            differ.append((game.texts.format(word), expected, found))
        if isinstance(expected, dict) and len(seen) < most:
            fresh = {after for after, _ in expected.values()} - seen
            seen |= fresh
            waiting += sorted(fresh)
    return len(waiting), differ
