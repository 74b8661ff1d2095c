"""Lines of random play: by how much they are won, and how long they are.

A game with scores is played from its start to the end, again and again, each move drawn from the
legal ones. So it shows what scores there are, and how many plies a cell must have room for: cells
are as wide as the scores and the plies need (``tables.cells``). Good play is another thing: it
may come to a score that no line by chance has, and how often a score comes here says little of
who wins. So the scores are told as what they are, and of the plies the width alone depends.

**The cost.** The rules of some hundred lines, from Python: a third of a second at most.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Annotated, Any, TypedDict

import attrs

from gamesolver.rules.guard import Rules
from gamesolver.shapes import Natural, Shaped, fill
from gamesolver.show.sentences import score_in_words
from gamesolver.system.progress import Stopwatch
from gamesolver.texts import several

SEED = 20_260_919
MOST_LINES = 1000
LONGEST = 1000  # plies, after which a line is left: play may have no end
SECONDS = 0.3


class SampledScoreShape(TypedDict):
    """A score, and how many lines of play by chance had it."""

    score: int
    lines: Natural


class SampledScoresShape(TypedDict):
    """What lines of play by chance were won by, for the player to move at the start."""

    lines: Natural
    unfinished: Annotated[Natural, "How many were left before they came to an end."]
    by_score: Annotated[list[SampledScoreShape], "Best first."]


@attrs.frozen
class SampledScores(Shaped):
    """What lines of random play were won by, for the player to move at the start.

    >>> from games import DotsAndBoxes
    >>> from gamesolver import estimate
    >>> scores = estimate(DotsAndBoxes(rows=1, columns=1)).scores
    >>> sorted(scores.by_score), scores.longest
    ([-1], 4)
    """

    by_score: dict[int, int]
    """How many lines have each score, the highest first."""
    unfinished: int
    """How many were left before they came to an end."""
    longest: int
    """How many plies the longest has of those that came to an end."""

    @property
    def lines(self) -> int:
        """How many were played."""
        return sum(self.by_score.values()) + self.unfinished

    @property
    def spread(self) -> str:
        """From the least score to the greatest, in words."""
        words = [score_in_words(score) for score in self.by_score]
        return " to ".join(dict.fromkeys([*words[-1:], *words[:1]])) or "not known"

    @property
    def how(self) -> str:
        """How they were got, and which came most often."""
        said = f"sampled in {several(self.lines, 'line')} of random play"
        if self.unfinished:
            said += f", {self.unfinished:,} of them left before their end"
        if len(self.by_score) > 1:
            most = max(self.by_score, key=lambda score: self.by_score[score])
            said += f"; most often {score_in_words(most)}"
        return said

    def shape(self) -> SampledScoresShape:
        """The scores as plain data, in the shape that JSON has."""
        by_score = [{"score": score, "lines": count} for score, count in self.by_score.items()]
        return fill(SampledScoresShape, self, by_score=by_score)


def sample_scores(rules: Rules[Any, Any], start: Any) -> SampledScores | None:
    """The scores of lines from a position; nothing of a game without scores."""
    if not rules.is_scored:
        return None
    luck, clock = random.Random(SEED), Stopwatch(SECONDS)
    lines = [_line(rules, start, luck)]
    while len(lines) < MOST_LINES and not clock.is_over:
        lines.append(_line(rules, start, luck))
    ended = [(score, plies) for score, plies in lines if score is not None]
    by_score = dict(sorted(Counter(score for score, _ in ended).items(), reverse=True))
    longest = max((plies for _, plies in ended), default=LONGEST)
    return SampledScores(by_score, len(lines) - len(ended), longest)


def _line(rules: Rules[Any, Any], position: Any, luck: random.Random) -> tuple[int | None, int]:
    """The score of a line, for whoever moves first, and its plies; no score if it does not end."""
    won, sign = 0, 1
    for plies in range(LONGEST):
        end = rules.ending(position)
        if end is not None:
            return won + sign * end.points, plies
        move = luck.choice(rules.moves(position))
        before, position = position, rules.play(position, move)
        won += sign * rules.gain(before, move)
        sign = sign if rules.turn_kept(before, position) else -sign
    return None, LONGEST
