"""Scores, gains and payoffs of infinite play in sentences and notebooks."""

import re
from collections import Counter

import numpy as np
import pytest

from gamesolver import Outcome, Value, solve
from gamesolver.show.sentences import sentence
from gamesolver.web import app
from tests.support.explorer_calls import Page, fetch
from tests.support.scored_games import Chase, Coins, Counters, Race, Treasure

COINS, COUNTERS, RACE, CHASE = solve(Coins()), solve(Counters()), solve(Race()), solve(Chase())
KINDS = [Value.WIN, Value.DRAW, Value.LOSS]
TREASURE, DEAR = solve(Treasure()), solve(Treasure(endless=-1))


def reported(solution, position, mover=None):
    """Return the sentence of a position."""
    game = solution.game
    has_ended = game.terminal_value(position) is not None
    return sentence(game, position, solution[position], has_ended, mover)


def texts(answer, *tags):
    """Return the texts of the elements with some tags in the HTML of a result."""
    page = Page(answer._repr_html_())
    return [" ".join(each["text"].split()) for tag in tags for each in page.all(tag)]


@pytest.mark.parametrize(
    ("solution", "position", "words"),
    [
        (RACE, (0, 0), "red wins by 1 in 3 plies"),
        (RACE, (1, 1), "red wins by 1 in 2 plies"),
        (RACE, (7, 0), "blue has won by 3"),
        (CHASE, (0, 2, 0), "mouse wins, and play goes on for ever"),
        (CHASE, (1, 2, 1), "cat wins in 1 ply"),
        (COINS, ((2, 7, 1, 4, 6), 0), "left wins by 12 in 5 plies"),
        (COINS, ((2, 7, 1, 4), 1), "from here on left wins by 6 in 4 plies"),
        (COINS, ((2, 7, 1), 0), "from here on left wins by 10 in 3 plies"),
        (COINS, ((), 1), "play has ended"),
        (COUNTERS, 4, "the player to move wins by 3 in 3 plies"),
        (COUNTERS, 3, "from here on the player to move loses by 2 in 2 plies"),
        (COUNTERS, 0, "play has ended, and the player to move loses 3 by that"),
        (TREASURE, ("door", 0), "hero wins by 2, and play goes on for ever"),
        (TREASURE, ("cave", 1), "from here on it is a draw: play goes on for ever"),
        (DEAR, ("cave", 0), "from here on villain wins by 1, and play goes on for ever"),
    ],
)
def test_a_sentence_states_by_how_much(solution, position, words):
    """A sentence has winner, margin, and plies or infinite play, and "from here on" with gains."""
    assert reported(solution, position) == words


def test_a_seat_that_is_known_is_named():
    """If positions do not show the player to move, the caller or the start determines it."""
    assert reported(COUNTERS, 3, mover=1) == "from here on first player wins by 2 in 2 plies"
    assert reported(COUNTERS, 0, mover=1) == "play has ended, and first player wins 3 by that"
    assert COUNTERS.shape()["sentence"] == "the first player wins by 3 in 3 plies"
    later = fetch(app(COUNTERS), "/api/position?from=3").json["sentence"]
    assert later == "from here on the second player wins by 2 in 2 plies"


def test_counts_in_a_notebook_state_from_when_on():
    """The title of the counts has "from here on" if moves gain points."""
    assert "Coins, 16 positions, for the player to move, from here on" in COINS._repr_html_()
    assert "from here on" not in RACE._repr_html_()


def test_a_note_has_the_payoff_of_infinite_play():
    """The note on infinite play has player and payoff, and is left out if it is a draw."""
    games = Chase(), Chase(endless=Value.LOSS), Chase(endless=Value.DRAW), Treasure(endless=-1)
    reported = [
        re.findall("(?:the payoff of )?infinite play is[^<.;]*", solve(game)._repr_html_())
        for game in games
    ]
    assert reported == [
        ["infinite play is a win for mouse"],
        ["infinite play is a win for cat"],
        [],
        ["the payoff of infinite play is 1 for villain"],
    ]


# ── gains along a line ─────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("solution", "start", "words"),
    [
        (COINS, COINS.start, "left 16, right 4: left wins the match by 12"),
        (COINS, ((2, 7, 1, 4), 1), "left 10, right 4"),
        (
            COUNTERS,
            4,
            "the first player 2, the second player 2, then 3 for the first player: "
            "the first player wins the match by 3",
        ),
        (COUNTERS, 3, "the player to move 2, the other player 1, then 3 for the other player"),
        (TREASURE, TREASURE.start, "hero 2, villain 0: hero wins the match by 2"),
        (DEAR, DEAR.start, "hero 2, villain 0, then 1 for villain: hero wins the match by 1"),
    ],
)
def test_what_a_line_has_won(solution, start, words):
    """A line shows each player's gains, the payoff at the end, and the winner of a whole match."""
    assert f"On this line {words}<" in solution.mainline(start)._repr_html_()


def test_a_line_without_gains_wins_nothing():
    """A line without gains and an empty line have no note about gains."""
    assert "On this line" not in RACE.mainline()._repr_html_()
    assert "On this line" not in COINS.mainline(((), 1))._repr_html_()


# ── counts ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("solution", [COINS, RACE, CHASE, DEAR])
def test_bars_have_every_position(solution):
    """The tables by plies and by score count each position once."""
    counts, by_plies, by_score = solution.counts(), Counter(), Counter()
    for outcome, count in counts.items():
        plies = "endless" if outcome.remoteness is None else str(outcome.remoteness)
        by_plies[plies, KINDS.index(outcome.value)] += count
        if outcome.score is not None:
            words = f" by {abs(outcome.score)}" if outcome.score else ""
            by_score[f"{outcome.value.name.lower()}{words}"] += count
    shown_plies, shown_scores = {}, []
    page = fetch(app(solution), "/").text
    for label, row in re.findall(r'<tr><th scope="row">([^<]*)</th>(.*?)</tr>', page, re.DOTALL):
        cells = re.findall("<td>([^<]*)</td>", row)
        if len(cells) == len(KINDS):
            shown_plies |= {(label, kind): int(cell) for kind, cell in enumerate(cells) if cell}
        else:
            shown_scores.append((label, int(cells[0])))
    assert shown_plies == by_plies
    best_first = [each.score for each in counts if each.score is not None]
    assert dict(shown_scores) == by_score
    assert len(shown_scores) == len(set(best_first))


# ── notebooks ──────────────────────────────────────────────────────────────


def test_a_notebook_shows_scores():
    """A solution has its counts by score and by plies, and the payoff of infinite play."""
    cells = texts(RACE, "td")
    assert cells[:6] == ["win by 3", "2", "", "win by 2", "2", ""]
    assert "win by" not in "".join(texts(CHASE, "td"))
    assert "infinite play is a win for mouse" in "".join(texts(CHASE, "div"))
    assert "infinite play" not in "".join(texts(RACE, "div"))


def test_a_notebook_shows_what_moves_win():
    """Rows have a column of gains and a line has its total; without gains there is neither."""
    assert texts(COINS.moves(COINS.start), "th")[2] == "wins at once"
    cells = texts(COINS.moves(COINS.start), "td")
    assert cells[:3] == ["last", "win by 12 in 5", "+6"]
    assert texts(COINS.mainline(), "figcaption")[:3] == ["start", "1. last (+6)", "2. last (+4)"]
    received = Page(COINS.mainline()._repr_html_()).all("div", class_="subtitle")[0]["text"]
    assert received == "On this line left 16, right 4: left wins the match by 12"
    assert "wins at once" not in RACE.moves(RACE.start)._repr_html_()
    assert not Page(RACE.mainline()._repr_html_()).all("div", class_="subtitle")


def test_a_repr_of_rows_states_by_how_much():
    """The repr of rows has the outcome and the moves that lead to it."""
    rows = COINS.moves(COINS.start)
    assert repr(rows) == "<2 moves at '2 7 1 4 6/left': win by 12 in 5 with last>"
    assert repr(CHASE.moves((1, 2, 1))) == "<3 moves at (1, 2, 1): win in 1 by back>"


# ── columns of outcomes ────────────────────────────────────────────────────


@pytest.mark.parametrize("solution", [COINS, COUNTERS, RACE, CHASE, TREASURE, DEAR])
def test_probes_have_scores(solution):
    """Probes have a score for each position, whose sign is the value; unknown positions have 0."""
    positions = list(solution)
    probes = solution.probe_many([*positions, "nowhere"])
    assert probes.first(99) == [*map(solution.__getitem__, positions), None]
    assert probes.known.tolist() == [True] * len(positions) + [False]
    if solution.outcome.score is None:
        assert probes.scores is None
        return
    assert probes.scores.tolist() == [solution[each].score for each in positions] + [0]
    assert (np.sign(probes.scores) == probes.values).all()
    assert re.findall("win by 2", probes._repr_html_()) == [
        "win by 2" for each in positions[:20] if solution[each].score == 2
    ]


def test_probes_without_scores_are_as_ever():
    """Probes of a game without scores have no scores."""
    probes = CHASE.probe_many([(0, 2, 0), (1, 2, 1)])
    assert probes.scores is None
    assert probes.first(2) == [Outcome(Value.WIN, None), Outcome(Value.WIN, 1)]
