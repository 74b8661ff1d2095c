"""Scores at the terminal: margins, gains of moves, totals of a match, and infinite play."""

import pytest

from tests.support.at_the_terminal import ROOT, answered, refused

GAMES = f"{ROOT}/tests/support/scored_games.py"


def lines(*words, typed=""):
    """Return the lines of the output of a call."""
    return answered(*words, typed=typed).splitlines()


def test_solve_states_by_how_much_and_what_the_line_wins():
    """``solve`` shows the margin, the gain of each move, the totals and the range of scores."""
    output = lines("solve", f"{GAMES}:Coins")
    assert output[1] == "Left wins by 12 in 5 plies"
    assert "1. last (+6)    2. last (+4)" in output[3]
    assert "On this line left 16, right 4: left wins the match by 12" in output
    assert output[-4:-1] == ["  14 win, by 1 to 12", "   1 draw", "   1 loss, by 6"]
    assert output[-1] == "Spot check: 16 positions checked"


@pytest.mark.parametrize(
    ("options", "sentence", "note"),
    [
        (["Chase"], "Mouse wins, and play goes on for ever", "Infinite play is a win for mouse"),
        (
            ["Treasure", "--endless=-1"],
            "Hero wins by 1, and play goes on for ever",
            "The payoff of infinite play is 1 for villain",
        ),
    ],
)
def test_endless_play_is_won_in_words(options, sentence, note):
    """If infinite play is a win, the winner and a note are shown; for a draw there is no note."""
    named, *more = options
    for command in ("solve", "stats"):
        assert note in lines(command, f"{GAMES}:{named}", *more)
    assert lines("solve", f"{GAMES}:{named}", *more)[1] == sentence
    assert "nfinite play" not in answered("solve", f"{GAMES}:Treasure")


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("solve", "Red wins in 3 plies"),
        ("show", "Red is to move: red wins in 3 plies"),
        ("match {} perfect perfect --games 1", "win             1       100.00%"),
    ],
)
def test_without_scores_it_is_stated_who_wins_and_no_more(words, line):
    """With ``--no-scores`` the commands show who wins, without a margin."""
    command, _, rest = words.partition(" {}")
    output = answered(command, f"{GAMES}:Race", *rest.split(), "--no-scores")
    assert line in output
    assert " by " not in output


def test_what_cannot_be_solved_without_scores_is_stated_in_options(tmp_path):
    """``--no-scores`` is refused for games with gains and for files, with advice on options."""
    for command in ("solve", "estimate", "stats"):
        assert refused(command, f"{GAMES}:Coins", "--no-scores") == (
            "Coins() cannot be solved without scores: its moves gain, so that the winner depends "
            "on earlier gains; expected a game whose positions contain the score so far; "
            "--scores solves it by score"
        )
    file = str(tmp_path / "race.solution")
    answered("solve", f"{GAMES}:Race", "--no-scores", "--save", file)
    opened = answered("show", file, "--game", f"{GAMES}:Race")
    assert "wins in" in opened
    assert " by " not in opened
    assert refused("show", file, "--game", f"{GAMES}:Race", "--no-scores") == (
        f"bad --no-scores: {file} is a file, and solved already; name the game instead"
    )


def test_show_has_a_column_of_what_moves_win():
    """``show`` has a column of gains only for games with gains, and totals below the line."""
    output = lines("show", f"{GAMES}:Coins", "7 1 4 6/right")
    assert output[2] == "Right is to move: from here on right wins by 10 in 4 plies"
    assert output[4].split() == ["move", "outcome", "at", "once", "board", "after", "it"]
    assert output[5].split() == ["first", "win", "by", "10", "in", "4", "+7", "best", "1", "4", "6"]
    assert "at once" not in answered("show", f"{GAMES}:Race")
    assert lines("show", f"{GAMES}:Coins", "--line")[-1].startswith("On this line left 16, right 4")
    assert "On this line" not in answered("show", f"{GAMES}:Race", "--line")


def test_counts_state_from_when_on():
    """In games with gains the counts are labelled as outcomes "from here on"."""
    assert "16 positions that the start reaches, for the player to move, from here on:" in (
        answered("solve", f"{GAMES}:Coins")
    )
    assert answered("stats", f"{GAMES}:Coins").count("for the player to move, from here on ") == 2
    assert "from here on" not in answered("stats", f"{GAMES}:Race")
    assert "from here on" not in answered("solve", f"{GAMES}:Race")


def test_stats_count_by_score_and_show_the_widest_win():
    """``stats`` counts positions by score, and shows the longest and the widest win."""
    output = answered("stats", f"{GAMES}:Race")
    table = output.split("\n\n")[1].splitlines()
    assert [row.rsplit(maxsplit=1) for row in table[1:]] == [
        ["win by 3", "2"], ["win by 2", "2"], ["win by 1", "3"],
        ["loss by 1", "3"], ["loss by 2", "2"], ["loss by 3", "2"],
    ]  # fmt: skip
    assert "The longest win takes 3 plies:\n\nstart    1. 1     2. 1     3. 3\n" in output
    assert "The widest win is by 3:\n\nstart    1. 3\n" in output


def test_an_endless_win_is_not_the_longest():
    """An infinite win is never the longest win, but can be the widest."""
    assert "The longest win takes 1 ply:" in answered("stats", f"{GAMES}:Chase")
    output = answered("stats", f"{GAMES}:Treasure")
    assert "The longest win" not in output
    assert "The widest win is by 2:" in output


# ── a match ────────────────────────────────────────────────────────────────

PLAY = "play", f"{GAMES}:Coins", "--seat", "left", "--seed", "3"


def test_a_match_states_what_was_won_so_far_and_who_won():
    """Both totals are printed after each move, and winner and margin at the end."""
    output = answered(*PLAY, typed="last\nlast\nfirst\n")
    reported = [
        line for line in output.splitlines() if line.startswith(("So far", "Left ", "Play has"))
    ]
    assert reported == [
        "So far left 6, right 0",
        "So far left 6, right 4",
        "So far left 7, right 4",
        "So far left 9, right 4",
        "Play has ended",
        "Left 9, right 11: right has won the match by 2",
    ]


def test_points_given_away_are_a_mistake():
    """Points lost are a mistake if they change the winner of the match, else a loose move."""
    output = answered(*PLAY, typed="last\nlast\nfirst\n")
    assert (
        "A mistake: loss by 5 in 2 from here on, and it was win by 9 in 2 with last; "
        "in the match it gave win by 12 for loss by 2"
    ) in output
    assert "Ply 4: first gave win by 12 for loss by 2 in the match; last kept it" in output
    output = answered(*PLAY, "--row", "1,1,1,2,2", typed="first\nfirst\nlast\n")
    assert (
        "A loose move: loss by 1 in 3 from here on, and it was win by 1 in 3 with first; "
        "in the match it gave win by 3 for win by 1"
    ) in output
    race = answered("play", f"{GAMES}:Race", "--start", "(2, 1)", "--seat", "red", typed="1\n")
    assert "So far" not in race


def test_a_match_without_gains_reports_of_none():
    """A match without gains ends with the score and prints no totals."""
    output = answered("play", f"{GAMES}:Race", "--seat", "red", "--seed", "1", typed="1\n3\n3\n")
    assert "So far" not in output
    assert "Red has won by" in output or "Blue has won by" in output
