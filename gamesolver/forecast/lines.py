"""Lines of random play: their scores, and their lengths.

A game with scores is played from its start to the end, again and again, each move drawn from the
legal ones. This samples the scores, and the number of plies that an entry must hold: the width of
entries depends on the scores and the plies (``tables.entries``). Good play may differ: it
may reach a score that no random line has, and the frequency of a score here shows little about
the winner. So the scores are reported as sampled, and the plies determine only the width.

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
    """A score, and the number of random lines of play that had it."""

    score: int
    lines: Natural


class SampledScoresShape(TypedDict):
    """Scores of random lines of play, for the player to move at the start."""

    lines: Natural
    unfinished: Annotated[Natural, "Number of lines that were abandoned before their end."]
    by_score: Annotated[list[SampledScoreShape], "Best first."]


@attrs.frozen
class SampledScores(Shaped):
    """Scores of lines of random play, for the player to move at the start.

    >>> from games import DotsAndBoxes
    >>> from gamesolver import estimate
    >>> scores = estimate(DotsAndBoxes(rows=1, columns=1)).scores
    >>> sorted(scores.by_score), scores.longest
    ([-1], 4)
    """

    by_score: dict[int, int]
    """Number of lines with each score, the highest score first."""
    unfinished: int
    """Number of lines that were abandoned before their end."""
    longest: int
    """Number of plies of the longest finished line."""

    @property
    def lines(self) -> int:
        """Number of lines that were played."""
        return sum(self.by_score.values()) + self.unfinished

    @property
    def spread(self) -> str:
        """From the least score to the greatest, in words."""
        words = [score_in_words(score) for score in self.by_score]
        return " to ".join(dict.fromkeys([*words[-1:], *words[:1]])) or "not known"

    @property
    def how(self) -> str:
        """Description of the sample, with the most frequent score."""
        text = f"sampled in {several(self.lines, 'line')} of random play"
        if self.unfinished:
            text += f", {self.unfinished:,} of them left before their end"
        if len(self.by_score) > 1:
            most = max(self.by_score, key=lambda score: self.by_score[score])
            text += f"; most often {score_in_words(most)}"
        return text

    def shape(self) -> SampledScoresShape:
        """Return the scores as plain data, in the shape that JSON has."""
        by_score = [{"score": score, "lines": count} for score, count in self.by_score.items()]
        return fill(SampledScoresShape, self, by_score=by_score)


def sample_scores(rules: Rules[Any, Any], start: Any) -> SampledScores | None:
    """Return the scores of lines from a position; nothing of a game without scores."""
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
    """Return the score of a line for the player to move, and its plies; None without an end."""
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
