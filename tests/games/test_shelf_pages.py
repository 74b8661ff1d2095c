"""Pages that are made of the games: what is told of them comes out, and the README says so."""

import re

import pytest

from games import Hexapawn, Kayles, Nim, TicTacToe
from gamesolver import Game, Value, registered_games, solve
from tests.support.at_the_terminal import ROOT
from tests.support.shelf_pages import shelf_pages

PAGES = shelf_pages()
MADE_ANEW = "the table in README.md is not what comes out: make it anew by python docs/shelf.py"


def in_readme():
    """The rows of the table in the README."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    between = text.split(PAGES.MARKS[0])[1].split(PAGES.MARKS[1])[0]
    return [line for line in between.splitlines() if line.startswith("| [")], between


@pytest.mark.parametrize("name", registered_games())
def test_what_is_told_of_a_game_is_what_comes_out(name):
    """Each figure is met or has its reason, and the README's row of the game is made of them."""
    others = [each for each in PAGES.held(name) if each.verdict == PAGES.OTHER]
    assert others == []
    made = PAGES.table([], [PAGES.row(name, PAGES.to_rules)]).splitlines()[-1]
    assert made in in_readme()[0], MADE_ANEW


def test_the_readme_has_all_games_and_their_figures_add_up():
    """A row for each game in order; at least 120 figures are met, and the last line counts them."""
    rows, text = in_readme()
    titles = [re.match(r"\| \[(.*?)\]\(", row)[1] for row in rows]
    assert titles == [PAGES.cases(name)[0].game.title for name in PAGES.own_games()], MADE_ANEW
    cells = [row.removesuffix(" |").split(" | ")[-2:] for row in rows]
    numbers = [[int(each.partition(" of ")[0] or 0) for each in both] for both in cells]
    published, recomputed = map(sum, zip(*numbers, strict=True))
    assert f"In all, {published} published and {recomputed} recomputed figures." in text, MADE_ANEW
    assert published + recomputed >= 120
    assert PAGES.MEANING in text, MADE_ANEW


def test_what_is_recorded_is_told_of_games_that_are_there():
    """No set of parameters stands in the record that no game tells of."""
    called = {case.called for name in registered_games() for case in PAGES.cases(name)}
    assert PAGES.record().keys() <= called


def test_a_record_outlives_the_words_for_moves(monkeypatch):
    """It has moves by their places in the game's order, and the page their names of today."""
    told = case(Nim((1, 2)))
    ours = PAGES.answers(told, solve(told.game))
    kept = PAGES.for_record(told, ours)
    assert kept["first_moves"] == [["win in 3", [1]], ["loss in 2", [0, 2]]]
    assert ours["first_moves"][0] == ["win in 3", [told.game.format_move((1, 1))]]
    monkeypatch.setattr(PAGES, "record", lambda: {told.called: kept})
    monkeypatch.setattr(PAGES, "is_small", lambda case: False)
    assert PAGES.found(told) == ours


def case(game, **told):
    """A game of which something is told."""
    return PAGES.Case(game, {"parameters": {}, "source": "a book", **told})


def verdicts(told, game=None):
    """What is said of each figure."""
    ours = PAGES.answers(told, solve(game or told.game))
    return {each.figure: each.verdict for each in PAGES.held_of(told, ours)}


def test_a_figure_that_differs_is_seen():
    """Of three figures one is right; a reason makes the others differences of convention."""
    told = {"outcome": "win in 6", "positions": 135, "lost": 1}
    assert verdicts(case(Hexapawn(), **told)) == {
        "outcome": "not equal",
        "positions": "equal",
        "lost": "not equal",
    }
    reasoned = verdicts(case(Hexapawn(), differs="ends are left out", **told))
    assert reasoned["lost"] == reasoned["outcome"] == "ours differs: ends are left out"


@pytest.mark.parametrize(
    ("told", "is_met"),
    [
        ("draw in 9", True),
        ("draw", True),
        ("draw in 8", False),
        ("endless draw", False),
        ("win", False),
    ],
)
def test_an_outcome_may_be_told_without_its_plies(told, is_met):
    """The value alone is met by any number of plies, and a number only by itself."""
    assert (verdicts(case(TicTacToe(), outcome=told))["outcome"] == "equal") is is_met
    part = {"source": "a book", "which": "all", "outcome": told}
    assert (verdicts(case(TicTacToe(), value=part))["value: outcome"] == "equal") is is_met


def test_what_nobody_has_solved_is_no_figure_met():
    """A figure without ours is not solved here, and not met."""
    (unsolved,) = PAGES.held_of(case(TicTacToe(), outcome="draw"), None)
    assert (unsolved.verdict, unsolved.is_met) == ("too large, not solved here", False)


@pytest.mark.parametrize(
    ("source", "published", "kinds"),
    [
        ("a book", None, ["published", "published"]),
        ("a book; counts recomputed by throw-away code", None, ["published", "recomputed"]),
        ("a book; counts recomputed", ["outcome", "folded"], ["published", "published"]),
        ("a throw-away solver; no publication known", None, ["recomputed", "recomputed"]),
        ("recomputed; the counts: by this library alone", None, ["recomputed", "alone"]),
        ("a book; the outcome: by this library alone", [], ["alone", "alone"]),
    ],
)
def test_a_source_says_who_found_a_figure(source, published, kinds):
    """Of several the best says the outcome, or what is called published; the last says the rest."""
    told = {"source": source} | ({} if published is None else {"published": published})
    assert [PAGES.kind_of(told, key) for key in ("outcome", "folded")] == kinds


def test_what_is_ours_alone_is_nothing_published():
    """A figure that only this library says is not counted as met by others."""
    told = case(Nim(), outcome="win in 11", source="by this library alone")
    assert verdicts(told) == {"outcome": "nothing published"}


def test_a_figure_may_be_told_under_another_name():
    """``means`` says which of ours it is."""
    told = case(TicTacToe(), plies=5, means={"plies": "longest_win"}, positions=5478)
    assert verdicts(told) == {"plies": "equal", "positions": "equal"}


def test_a_part_may_be_about_a_seat_or_a_stage():
    """Of tic-tac-toe's boards with two marks x is to move on all; o is on none of them."""
    part = {"source": "a book", "which": "up to symmetry"}
    parts = {
        "of_x": {**part, "seat": 0, "stage": 2, "positions": 12},
        "of_o": {**part, "seat": 1, "stage": 2, "positions": 0},
        "late": {**part, "lost_in": {"0": 135, "2": 72, "4": 17}, "even_wins": 0},
    }
    assert set(verdicts(case(TicTacToe(), **parts)).values()) == {"equal"}
    parts["of_o"]["seat"] = 0
    assert verdicts(case(TicTacToe(), **parts))["of o: positions"] == "not equal"


def test_a_part_may_be_about_all_positions():
    """Of a game that names more positions than its start reaches, one part counts those too."""
    part = {"source": "a book", "which": "reachable or not", "positions": 4}
    told = case(Longer(), positions=3, all_of_them=part)
    assert verdicts(told) == {"positions": "equal", "all of them: positions": "equal"}


def test_a_part_may_be_about_single_heaps():
    """The first nimbers, their period, and what stands out, are held; a wrong one is seen."""
    part = {"source": "a book", "which": "single rows", "single_heaps": 200, "period": 12}
    told = {"nimbers": [0, 1, 2, 3, 1, 4], "exceptions": [0, 3, 6, 9, 11, 15, 18, 21, 22]}
    rest = [28, 34, 39, 57, 70]
    whole = told | {"exceptions": told["exceptions"] + rest}
    assert set(verdicts(case(Kayles(), rows=part | whole)).values()) == {"equal"}
    assert verdicts(case(Kayles(), rows=part | told | {"nimbers": [0, 1, 2, 2]})) == {
        "rows: nimbers": "not equal",
        "rows: period": "equal",
        "rows: exceptions": "not equal",
    }


@pytest.mark.parametrize(
    ("numbers", "period"), [([1, 2, 1, 2], 2), ([1, 1, 1], 1), ([1, 2, 3, 1], 0), ([], 0)]
)
def test_a_period_is_seen_twice(numbers, period):
    """What came once may have been chance."""
    assert PAGES.period_of(numbers) == period


def test_a_convention_is_worked_out():
    """Where it gives the told number it stands in the verdict; where not, the figure is another."""
    so = {"differs": "each counts twice", "counted_so": {"times": 2, "less": {"drawn": 3}}}
    told = case(TicTacToe(), positions=5478, won=2 * 2836, drawn=2 * 1068 - 3, lost=5, **so)
    assert verdicts(told) == {
        "positions": "equal",
        "won": "ours differs: each counts twice; counted so, it is 5,672",
        "drawn": "ours differs: each counts twice; counted so, it is 2,133",
        "lost": "not equal",
    }


def test_first_moves_are_figures():
    """The best ones by their names, and in how many plies each of them ends."""
    told = case(Nim((1, 2)), only_by=[Nim().format_move((1, 1))], opening_plies=[2, 2, 3])
    assert set(verdicts(told).values()) == {"equal"}


def test_openings_are_figures():
    """All that win, and the outcomes of those that are told, with their plies or without."""
    first, second = map(Nim().format_move, ((0, 1), (1, 1)))
    told = case(Nim((1, 2)), won_by=[second], openings={first: "loss", second: "win in 3"})
    assert set(verdicts(told).values()) == {"equal"}
    wrong = case(Nim((1, 2)), won_by=[first], openings={first: "loss in 4", second: "win in 3"})
    assert set(verdicts(wrong).values()) == {"not equal"}
    strange = case(Nim((1, 2)), openings={"pass": "draw"})
    assert set(verdicts(strange).values()) == {"not equal"}


def test_what_is_not_counted_is_told_besides():
    """Numbers under names of their own, in tables too, with their sources; not what is counted."""
    told = case(
        TicTacToe(),
        positions=1,
        lines=8,
        board={"legend": True},
        tree={"source": "a poem", "which": "all", "games": 2, "leaves": 3},
        elsewhere={"source": "a song", "games": 4},
    )
    assert list(PAGES.told_besides(told)) == [
        ("lines", 8, "a book"),
        ("tree: leaves", 3, "a poem"),
        ("elsewhere: games", 4, "a song"),
    ]


@pytest.mark.parametrize(
    ("game", "positions"), [(TicTacToe(), 5478), (Nim((1, 2)), 6), (Nim((1, 1)), 4)], ids=repr
)
def test_many_positions_are_counted_by_their_orbits(monkeypatch, game, positions):
    """It comes to the same as counting one by one; nobody does so where the start has a twin."""
    told = case(game, positions=positions)
    one_by_one = PAGES.answers(told, solve(game))["raw"]
    monkeypatch.setattr(PAGES, "SMALL", 0)
    assert PAGES.answers(told, solve(game))["raw"] == one_by_one
    assert one_by_one["positions"] == positions


class Longer(Nim):
    """A heap that may have been larger."""

    def positions(self):
        return [(3,)]

    def start(self):
        return (2,)


class Endless(Game):
    """A walk to the right that never ends."""

    def start(self):
        return 0

    def moves(self, position):
        return [1]

    def play(self, position, move):
        return position + move

    def terminal_value(self, position):
        return Value.LOSS if position < 0 else None


def test_only_what_is_small_is_solved():
    """By the size that is told, or by a walk that stops; a known size makes no walk."""
    assert PAGES.is_small(case(Nim()))
    assert not PAGES.is_small(case(Endless()))
    assert PAGES.is_small(case(Endless(), positions=20_000))
    assert not PAGES.is_small(case(Nim(), positions=20_001))
    assert not PAGES.is_small(case(Nim(), which="reachable or not"))


def test_a_page_has_the_rules_a_picture_the_moves_and_the_figures():
    """Nim's page: what its file says, a drawing, its only winning move, and whose figure it is."""
    page = PAGES.page("nim")
    assert page.startswith("# Nim\n\n{class}`games.Nim`, on the shelf as `nim`.")
    assert "a move takes any number from one heap" in page
    assert "A position is the tuple" not in page  # how it is kept is no rule
    assert page.count("<svg ") == 1
    assert f"| win in 11 | `{Nim().format_move((0, 2))}` |" in page
    assert "| `Nim()` | outcome | win in 11 | win in 11 | equal | published |" in page


def test_a_bar_in_a_cell_is_no_end_of_it():
    """A move may be called by a bar."""
    assert PAGES.table(["move"], [["a|b"]]).splitlines()[-1] == "| a\\|b |"


def test_pages_are_written_once(tmp_path, monkeypatch):
    """What says the same is left alone, and the page of a game that is gone goes too."""
    monkeypatch.setattr(PAGES, "all_pages", lambda: {"nim.md": "Nim\n"})
    (tmp_path / "gone.md").write_text("gone")
    PAGES.write_pages(tmp_path)
    first = (tmp_path / "nim.md").stat().st_mtime_ns
    PAGES.write_pages(tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["nim.md"]
    assert (tmp_path / "nim.md").stat().st_mtime_ns == first
