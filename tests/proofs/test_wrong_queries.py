"""Invalid arguments of ``prove`` are refused: foreign positions and contradictions."""

import pytest

from games import Domineering, DotsAndBoxes, TicTacToe
from games.hex import Hex
from gamesolver import InvalidArgumentError, Outcome, Value, prove
from tests.attacks.compiled_scores import CompiledScores
from tests.attacks.scored_graphs import ScoredDrawing
from tests.support.scored_games import Race


def one_move(least, most):
    """Return a compiled game of one move to a score of 0, with the given limits of scores."""
    return CompiledScores(ScoredDrawing((((1, False, 0),), ()), (None, 0)), bounds=(least, most))


class Wordless(Domineering):
    """Domineering that cannot parse any text."""

    def parse(self, text):
        raise self.unreadable(text, "another game")


def refused(game, *arguments, **options):
    """Return the message of a call that is refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        prove(game, *arguments, **options)
    return str(caught.value)


@pytest.mark.parametrize(
    ("game", "position", "why"),
    [
        (
            Hex(rows=3, columns=3),
            513,
            "no position 513 of Hex(): expected a number that parse returns",
        ),
        (
            Domineering(rows=2, columns=2),
            8,
            "no position of Domineering(rows=2, columns=2) in '#./.# h': expected 2 rows",
        ),
    ],
)
def test_an_integer_that_is_no_position_is_refused(game, position, why):
    """An integer that the game cannot format, or cannot parse again, is refused as a position."""
    verdict = refused(game, position)
    assert verdict.startswith(f"bad position {position} in position=...: {why}")


def test_a_compiled_game_that_reads_no_texts_takes_any_integer():
    """A compiled game that parses no texts accepts any integer as a position."""
    assert prove(Wordless(rows=2, columns=2), 8, at_least=Value.WIN).bounds.value is not None


@pytest.mark.parametrize(
    ("game", "at_least", "why"),
    [
        (
            DotsAndBoxes(rows=1, columns=2),
            3,
            "no position reaches it: expected a score from -1 to 2",
        ),
        (
            DotsAndBoxes(rows=1, columns=2),
            -2,
            "every position reaches it: expected a score from -1 to 2",
        ),
        (
            one_move(0, 0),
            1,
            "no position reaches it: expected no score, for that of every position is 0",
        ),
        (
            one_move(0, 0),
            0,
            "every position reaches it: expected no score, for that of every position is 0",
        ),
        (one_move(0, 1), 2, "no position reaches it: expected a score of 1"),
        (one_move(0, 1), 0, "every position reaches it: expected a score of 1"),
        (
            TicTacToe(),
            Outcome(Value.LOSS, 0),
            "every position reaches it: expected a win in 1 or more plies, a loss in 2 or more, a "
            "win or a draw",
        ),
        (
            TicTacToe(),
            Outcome(Value.WIN, None),
            "infinite play is an endless draw: expected that, or an outcome with its plies",
        ),
    ],
)
def test_what_is_answered_beforehand_is_not_queried(game, at_least, why):
    """A bound that every position reaches, or none, is refused."""
    verdict = at_least if isinstance(at_least, int) else str(at_least)
    where = f"bad at_least {verdict}: before the end of play of {game!r}, "
    assert refused(game, at_least=at_least) == where + why


@pytest.mark.parametrize("at_least", [Value.WIN, Value.DRAW, Outcome(Value.WIN, 3)], ids=str)
def test_one_question_is_queried_one_way(at_least):
    """``exact=False`` and ``at_least`` exclude each other."""
    assert refused(TicTacToe(), at_least=at_least, exact=False) == (
        "exact=False and at_least exclude each other: leave out one of them"
    )


def test_scores_that_are_queried_are_answered():
    """Every score from the least that can be missed to the greatest is answered."""
    game = DotsAndBoxes(rows=1, columns=2)
    verdict = [str(prove(game, at_least=score).bounds) for score in (-1, 1, 2)]
    assert verdict == ["at least loss by 1", "at most draw", "at most win by 1"]


@pytest.mark.parametrize(
    ("game", "plies", "expected"), [(TicTacToe(), 9, "Value.DRAW"), (Race(), 4, "a score")]
)
def test_the_plies_of_a_draw_are_no_question(game, plies, expected):
    """``at_least`` a draw in n plies is refused, and not taken for at least a draw."""
    score = 0 if expected == "a score" else None
    assert refused(game, at_least=Outcome(Value.DRAW, plies, score)) == (
        f"bad at_least draw in {plies}: the number of plies of a draw cannot be a bound; expected "
        f"{expected}, or leave out at_least for the number of plies"
    )
