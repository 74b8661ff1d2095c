"""Pages of games: published figures match computed ones, and the overview counts them."""

import re
from types import SimpleNamespace

import pytest

from games import MNK, ConnectFour, DotsAndBoxes, Hexapawn, Kayles, Nim, TicTacToe
from games.in_a_row.plain import PlainConnectFour
from gamesolver import Game, Value, explore, find_game, registered_games, solve
from gamesolver.rules.figures import found_here
from gamesolver.rules.registry import registered_name
from gamesolver.web import write_site
from tests.support.shelf_pages import shelf_pages

PAGES = shelf_pages()
OUT_OF_DATE = "games/found.toml is out of date: run python docs/shelf.py"


@pytest.mark.parametrize("name", registered_games())
def test_published_figures_match_computed_ones(name):
    """Each figure matches or has a reason to differ, and the commands have the same outcomes."""
    others = [each for each in PAGES.held(name) if each.verdict == PAGES.OTHER]
    assert others == []
    kind = find_game(name)
    with_table = {case.called for case in PAGES.cases(name)}
    known = {each: start for each, start in found_here(kind).items() if each in with_table}
    assert known == PAGES.starts_of(name), OUT_OF_DATE


def test_the_overview_has_all_games_and_their_figures_add_up():
    """The table has a row for each game, and its last line counts at least 120 figures."""
    text = PAGES.overview(PAGES.own_games())
    rows = [line for line in text.splitlines() if line.startswith("| [")]
    titles = [re.match(r"\| \[(.*?)\]\(", row)[1] for row in rows]
    assert titles == [PAGES.cases(name)[0].game.title for name in PAGES.own_games()]
    cells = [row.removesuffix(" |").split(" | ")[-2:] for row in rows]
    numbers = [[int(each.partition(" of ")[0] or 0) for each in both] for both in cells]
    published, recomputed = map(sum, zip(*numbers, strict=True))
    in_all = f"In all, {published} published and {recomputed} recomputed figures, "
    assert in_all in text
    assert published + recomputed >= 120


def test_the_gallery_has_a_picture_and_a_link_for_each_game():
    """Each game of the project has a board and a link to its page."""
    cards = PAGES.gallery().split("<a ")[1:]
    assert [re.match(r'href="shelf/(.*?)\.html"', each)[1] for each in cards] == PAGES.own_games()
    assert all("<svg " in each or "<pre>" in each for each in cards)


def test_a_picture_has_the_points_won_before_it():
    """The stores of Kalah have the seeds of the first half of perfect play."""
    case, ours = PAGES.as_it_is("kalah")
    stored = [int(each) for each in re.findall(r">(\d+)<", PAGES.drawing(case, ours, 240))]
    position = PAGES.shown_position(case, ours)
    assert sum(stored) == 2 * case.game.houses * case.game.seeds
    assert sum(PAGES.won_halfway(case.game).points) == sum(stored) - sum(
        map(int, re.findall(r"\d+", case.game.format(position)))
    )


def test_a_small_game_is_live_on_its_page(tmp_path):
    """The frame of a page names a file of the site that the build writes; a large game has none."""
    assert write_site(tmp_path, [Nim(), Hexapawn()], most=PAGES.MOST_LIVE) == 2
    for game in (Nim(), Hexapawn()):
        (frame,) = PAGES.live(game)
        (source,) = re.findall(r'<iframe class="live" src="\.\./play/([^"]+)"', frame)
        assert (tmp_path / source).exists()
        assert frame in PAGES.page(registered_name(type(game)))
    assert [*PAGES.live(ConnectFour())] == []


def test_the_build_of_html_writes_the_site(tmp_path, monkeypatch):
    """Only a successful build of HTML writes the site."""
    monkeypatch.setattr(PAGES, "own_games", lambda: ["nim"])
    for kind, error in (("latex", None), ("html", ValueError())):
        PAGES.write_live(SimpleNamespace(builder=SimpleNamespace(format=kind)), error)
    html = SimpleNamespace(builder=SimpleNamespace(format="html"), outdir=str(tmp_path))
    PAGES.write_live(html, None)
    names = sorted(path.name for path in (tmp_path / "play").iterdir())
    assert names == ["index.html", "nim.html"]


def test_records_are_of_existing_games():
    """Each set of parameters in a record has a table or a letter of a game."""
    called = {case.called for name in registered_games() for case in PAGES.every_case(name)}
    assert PAGES.record().keys() <= called
    assert PAGES.proofs().keys() <= called
    assert found_here(ConnectFour).keys() <= called


def test_a_record_outlives_the_words_for_moves(monkeypatch):
    """A record has the indices of moves, and the page shows their current names."""
    example = case(Nim((1, 2)))
    ours = PAGES.answers(example, solve(example.game))
    kept = PAGES.for_record(example, ours)
    assert kept["first_moves"] == [["win in 3", [1]], ["loss in 2", [0, 2]]]
    assert ours["first_moves"][0] == ["win in 3", [example.game.format_move((1, 1))]]
    monkeypatch.setattr(PAGES, "record", lambda: {example.called: kept})
    monkeypatch.setattr(PAGES, "is_small", lambda case: False)
    assert PAGES.found(example) == ours


# ── proofs of the start ────────────────────────────────────────────────────────────────────────

BOXES = DotsAndBoxes(1, 2)


def test_a_proof_states_how_it_was_found():
    """A proof is recorded with its call, visited positions, CPU-seconds, day and version."""
    example = case(PlainConnectFour(3, 3, 3), outcome="draw in 9")
    example.figures["parameters"].update(width=3, height=3, line=3)
    ours = PAGES.prove_start(example, "10 MB")
    assert ours["outcome"] == "draw"
    call = "prove(PlainConnectFour(width=3, height=3, line=3), exact=False, memory='10 MB')"
    assert ours["call"] == call
    assert ours["visited"] > 0
    assert ours["seconds"] >= 0
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", ours["date"])
    assert ours["version"]


def test_a_proof_has_what_the_table_has():
    """A proof finds plies and best moves if the table has them, otherwise the value."""
    exactly = PAGES.prove_start(case(Hexapawn(), outcome="loss in 6"), "1 MB")
    assert (exactly["outcome"], exactly["best_moves"]) == ("loss in 6", None)
    assert PAGES.prove_start(case(Hexapawn(), outcome="loss"), "1 MB")["outcome"] == "loss"
    first = PAGES.prove_start(case(Nim((1, 2)), outcome="win in 3", only_by=["?"]), "1 MB")
    assert first["best_moves"] == [1]
    assert PAGES.prove_start(case(Hexapawn(), outcome="loss in 6"), "1 MB", seconds=0) is None


def test_a_proof_has_a_verdict_of_its_own(monkeypatch):
    """Only figures that follow from a proof are equal by it, and a wrong proof differs."""
    example = case(ConnectFour(), outcome="win in 41", only_by=["column d"], positions=10**12)
    kept = {"outcome": "win in 41", "score": None, "best_moves": [3]}
    monkeypatch.setattr(PAGES, "proofs", lambda: {example.called: kept})
    assert {each.figure: each.verdict for each in PAGES.held_of(example, None)} == {
        "outcome": "equal, by a proof",
        "only by": "equal, by a proof",
        "positions": "too large, not solved here",
    }
    example.figures.update(won_by=["column c", "column d"])
    assert PAGES.proof_of(example, "won_by") is None  # there may be others, that take longer
    kept["outcome"], kept["best_moves"] = "win", [3, 2]
    assert PAGES.proof_of(example, "won_by") == ["column c", "column d"]
    kept["outcome"], kept["best_moves"] = "win in 43", [3, 2]
    verdicts = [each.verdict for each in PAGES.held_of(example, None)]
    assert verdicts[:2] == ["not equal", "not equal"]


@pytest.mark.parametrize(
    ("fills", "outcome", "shown"),
    [
        ("a draw", "draw", "draw in 42"),
        ("a draw", "win", "win"),
        ("a draw", "win in 41", "win in 41"),
        ("every game", "win by 2", "win by 2 in 42"),
        (None, "draw", "draw"),
    ],
)
def test_who_fills_the_board_takes_as_many_plies(fills, outcome, shown):
    """The plies of a draw, or of every game, are known if the figures say it fills the board."""
    example = PAGES.Case(ConnectFour(), {"parameters": {}}, {"fills": fills} if fills else {})
    assert PAGES.with_plies(example, outcome) == shown


@pytest.mark.parametrize(
    ("name", "game"),
    [("connect-four", PlainConnectFour(3, 3, 3)), ("mnk", MNK()), ("dots-and-boxes", BOXES)],
)
def test_a_board_that_is_filled_has_no_room_left(name, game):
    """In games whose figures say so, each draw or each end is a full board."""
    graph, fills = explore(game, fold=False), PAGES.cases(name)[0].board["fills"]
    for position in graph:
        is_full = "." not in game.format(position)
        if fills == "every game":
            assert (game.terminal_score(position) is not None) is is_full
        else:
            assert is_full or game.terminal_value(position) is not Value.DRAW
    assert len(graph.plies()) - 1 == game.format(game.start()).count(".")


def case(game, **figures):
    """Return a game with a table of figures."""
    return PAGES.Case(game, {"parameters": {}, "source": "a book", **figures})


def verdicts(example, game=None):
    """Return the verdict on each figure."""
    ours = PAGES.answers(example, solve(game or example.game))
    return {each.figure: each.verdict for each in PAGES.held_of(example, ours)}


def test_a_figure_that_differs_is_seen():
    """Wrong figures are not equal, and with a reason they are differences of convention."""
    figures = {"outcome": "win in 6", "positions": 135, "lost": 1}
    assert verdicts(case(Hexapawn(), **figures)) == {
        "outcome": "not equal",
        "positions": "equal",
        "lost": "not equal",
    }
    reasoned = verdicts(case(Hexapawn(), differs="ends are left out", **figures))
    assert reasoned["lost"] == reasoned["outcome"] == "ours differs: ends are left out"


@pytest.mark.parametrize(
    ("published", "is_met"),
    [
        ("draw in 9", True),
        ("draw", True),
        ("draw in 8", False),
        ("endless draw", False),
        ("win", False),
    ],
)
def test_an_outcome_may_be_published_without_its_plies(published, is_met):
    """A published value matches any number of plies, and a published number only itself."""
    assert (verdicts(case(TicTacToe(), outcome=published))["outcome"] == "equal") is is_met
    part = {"source": "a book", "which": "all", "outcome": published}
    assert (verdicts(case(TicTacToe(), value=part))["value: outcome"] == "equal") is is_met


def test_a_score_may_be_published_without_its_plies_or_by_its_value():
    """A published winner or margin matches if it is found; another score does not."""
    equal = [PAGES.states(each, "win by 2 in 5") for each in ("win", "win by 2", "win by 2 in 5")]
    assert equal == [True] * 3
    others = [PAGES.states(each, "win by 2 in 5") for each in ("draw", "win by 4", "win by 2 in 7")]
    assert others == [False] * 3
    assert PAGES.states("win by 3", "win by 3, endless")


def test_a_game_that_is_not_solved_has_no_equal_figures():
    """A figure of a game that is not solved here is not met."""
    (unsolved,) = PAGES.held_of(case(TicTacToe(), outcome="draw"), None)
    assert (unsolved.verdict, unsolved.is_met) == ("too large, not solved here", False)


@pytest.mark.parametrize(
    ("source", "published", "kinds"),
    [
        ("a book", None, ["published", "published"]),
        ("a book; plies and counts recomputed by separate code", [], ["recomputed"] * 2),
        ("a book; counts recomputed by separate code", ["outcome"], ["published", "recomputed"]),
        ("a book; counts recomputed", ["outcome", "folded"], ["published", "published"]),
        ("a separate solver; no publication known", None, ["recomputed", "recomputed"]),
        ("recomputed; the counts: by this library alone", None, ["recomputed", "ours alone"]),
        ("a book; the outcome: by this library alone", [], ["ours alone", "ours alone"]),
    ],
)
def test_a_source_states_who_found_a_figure(source, published, kinds):
    """The kind of a figure follows from the source and from the list of published figures."""
    table = {"source": source} | ({} if published is None else {"published": published})
    assert [PAGES.kind_of(table, key) for key in ("outcome", "folded")] == kinds


def test_what_a_publication_states_is_a_figure_without_the_plies():
    """A published winner and recomputed plies are compared separately; wrong plies are found."""
    source = {"source": "a book; the rest recomputed", "said": {"outcome": "loss"}}
    example = case(Hexapawn(), outcome="loss in 6", positions=135)
    example.figures.update(source)
    ours = PAGES.answers(example, solve(example.game))
    held = [
        (each.figure, each.expected, each.kind, each.source)
        for each in PAGES.held_of(example, ours)
    ]
    assert held == [
        ("outcome", "loss", "published", "a book"),
        ("outcome, with its plies", "loss in 6", "recomputed", "the rest recomputed"),
        ("positions", 135, "recomputed", "the rest recomputed"),
    ]
    example.figures["outcome"] = "loss in 8"
    met = [each.is_met for each in PAGES.held_of(example, ours)]
    assert met == [True, False, True]


def test_no_move_is_stated_in_words():
    """An empty list of moves is shown as "no move", and so are the moves of a terminal start."""
    lost = case(Hexapawn(), won_by=[], longest_by=[])
    rows = [
        PAGES.held_row(each) for each in PAGES.held_of(lost, PAGES.answers(lost, solve(lost.game)))
    ]
    assert [row[1:4] for row in rows] == [
        ["first moves that win, no others", "no move", "no move"],
        ["first moves that hold out longest, no others", "no move", "b1-b2"],
    ]
    ended = case(Nim((0,)), outcome="loss in 0")
    ours = PAGES.answers(ended, solve(ended.game))
    assert list(PAGES.move_rows(ended, ours)) == [
        ["as it is", "loss in 0", "no move: the start is terminal"]
    ]


def test_a_row_of_letters_states_what_each_stands_for():
    """A row of letters is shown with its game, the name of its columns, and outcomes as text."""
    letters = {"row": "height", "column": "width", "first": 2, "besides": {"line": 3}}
    part = {"source": "a book", "which": "small boards", "letters": letters, "2": "DD"}
    (each,) = PAGES.held_of(case(ConnectFour(line=3), values=part), None)
    assert PAGES.held_row(each)[:5] == [
        "`ConnectFour(height=2, line=3)`",
        "outcome, by width",
        "2: draw, 3: draw",
        "2: draw, 3: draw",
        "equal",
    ]


def test_what_is_ours_alone_is_nothing_published():
    """A figure by this library alone is not counted as published."""
    example = case(Nim(), outcome="win in 11", source="by this library alone")
    assert verdicts(example) == {"outcome": "nothing published"}


def test_a_figure_may_have_another_name():
    """``means`` names the computed figure."""
    example = case(TicTacToe(), plies=5, means={"plies": "longest_win"}, positions=5478)
    assert verdicts(example) == {"plies": "equal", "positions": "equal"}


def test_a_part_may_be_about_a_seat_or_a_stage():
    """A part can be limited to a player to move and a stage, and a wrong number is found."""
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
    """A part can count positions that the start does not reach."""
    part = {"source": "a book", "which": "reachable or not", "positions": 4}
    example = case(Longer(), positions=3, all_of_them=part)
    assert verdicts(example) == {"positions": "equal", "all of them: positions": "equal"}


def test_a_part_may_be_about_single_heaps():
    """A part can have nimbers, their period and exceptions, and wrong ones are found."""
    part = {"source": "a book", "which": "single rows", "single_heaps": 200, "period": 12}
    figures = {"nimbers": [0, 1, 2, 3, 1, 4], "exceptions": [0, 3, 6, 9, 11, 15, 18, 21, 22]}
    rest = [28, 34, 39, 57, 70]
    whole = figures | {"exceptions": figures["exceptions"] + rest}
    assert set(verdicts(case(Kayles(), rows=part | whole)).values()) == {"equal"}
    assert verdicts(case(Kayles(), rows=part | figures | {"nimbers": [0, 1, 2, 2]})) == {
        "rows: nimbers": "not equal",
        "rows: period": "equal",
        "rows: exceptions": "not equal",
    }


@pytest.mark.parametrize(
    ("numbers", "period"), [([1, 2, 1, 2], 2), ([1, 1, 1], 1), ([1, 2, 3, 1], 0), ([], 0)]
)
def test_a_period_is_seen_twice(numbers, period):
    """A period counts only if the numbers contain it twice."""
    assert PAGES.period_of(numbers) == period


def test_a_convention_is_worked_out():
    """If the converted number is equal, the verdict has it, otherwise the figure differs."""
    so = {"differs": "each counts twice", "counted_so": {"times": 2, "less": {"drawn": 3}}}
    example = case(TicTacToe(), positions=5478, won=2 * 2836, drawn=2 * 1068 - 3, lost=5, **so)
    assert verdicts(example) == {
        "positions": "equal",
        "won": "ours differs: each counts twice; counted so, it is 5,672",
        "drawn": "ours differs: each counts twice; counted so, it is 2,133",
        "lost": "not equal",
    }


def test_first_moves_are_figures():
    """The only best move and the plies of all first moves are compared."""
    example = case(Nim((1, 2)), only_by=[Nim().format_move((1, 1))], opening_plies=[2, 2, 3])
    assert set(verdicts(example).values()) == {"equal"}


def test_openings_are_figures():
    """All winning moves, and the outcomes of listed moves, with or without plies, are compared."""
    first, second = map(Nim().format_move, ((0, 1), (1, 1)))
    example = case(Nim((1, 2)), won_by=[second], openings={first: "loss", second: "win in 3"})
    assert set(verdicts(example).values()) == {"equal"}
    wrong = case(Nim((1, 2)), won_by=[first], openings={first: "loss in 4", second: "win in 3"})
    assert set(verdicts(wrong).values()) == {"not equal"}
    strange = case(Nim((1, 2)), openings={"pass": "draw"})
    assert set(verdicts(strange).values()) == {"not equal"}


def test_a_part_may_be_about_a_position():
    """A part can have the outcomes of a position and of its moves."""
    part = {"source": "a book", "which": "x moves again", "position": "....x.... x"}
    again = part | {"outcome": "win in 5", "openings": {"1": "win in 5"}}
    assert set(verdicts(case(TicTacToe(), again=again)).values()) == {"equal"}
    again["openings"] = {"1": "draw"}
    assert verdicts(case(TicTacToe(), again=again))["again: openings"] == "not equal"


def test_a_part_may_be_counted_by_the_game():
    """A method of the game yields positions, and equal ones count once."""
    part = {"source": "a book", "which": "all", "counted_by": "boards", "positions": 39_366}
    assert verdicts(case(TicTacToe(), boards=part)) == {"boards: positions": "equal"}


def test_letters_are_held_one_by_one(monkeypatch):
    """Each letter is compared with its own game, and an unsolved game has a question mark."""
    letters = {"row": "height", "column": "width", "first": 2, "besides": {"line": 3}}
    part = {"source": "a book", "which": "small boards", "letters": letters}

    def held(**rows):
        example = case(ConnectFour(line=3), values=part | rows)
        return {each.figure: (each.ours, each.verdict) for each in PAGES.held_of(example, None)}

    assert held(**{"2": "DD"}) == {"values: height 2": ("DD", "equal")}
    assert held(**{"2": "DL"}) == {"values: height 2": ("DD", "not equal")}
    partly = ("DD?", "equal where solved or proved, and ? where not")
    monkeypatch.setattr(PAGES, "is_walked", lambda game: game.width < 4)
    assert held(**{"2": "DDD"})["values: height 2"] == partly
    assert held(**{"2": "DLD"})["values: height 2"] == ("DD?", "not equal")
    too_large = part | {"letters": letters | {"first": 90}}
    example = case(ConnectFour(line=3), values=too_large | {"9": "W"})
    assert [each.verdict for each in PAGES.held_of(example, None)] == ["too large, not solved here"]
    abreast = list(PAGES.tested_figures(case(ConnectFour(), values=part | {"2": "DD"})))
    assert abreast == []


def test_other_figures_are_listed_with_their_sources():
    """Figures that the page does not compute are listed, those of inner tables too."""
    example = case(
        TicTacToe(),
        positions=1,
        lines=8,
        board={"legend": True},
        tree={"source": "a poem", "which": "all", "games": 2, "leaves": 3},
        elsewhere={"source": "a song", "games": 4},
    )
    assert list(PAGES.tested_figures(example)) == [
        ("lines", 8, "a book"),
        ("tree: leaves", 3, "a poem"),
        ("elsewhere: games", 4, "a song"),
    ]


@pytest.mark.parametrize(
    ("game", "positions"), [(TicTacToe(), 5478), (Nim((1, 2)), 6), (Nim((1, 1)), 4)], ids=repr
)
def test_many_positions_are_counted_by_their_orbits(monkeypatch, game, positions):
    """Counts by orbits equal counts one by one. They need a start without symmetric positions."""
    example = case(game, positions=positions)
    one_by_one = PAGES.answers(example, solve(game))["raw"]
    monkeypatch.setattr(PAGES, "SMALL", 0)
    assert PAGES.answers(example, solve(game))["raw"] == one_by_one
    assert one_by_one["positions"] == positions


class Longer(Nim):
    """Nim that lists a position which its start does not reach."""

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
    """The size of a game is that in its table, or that of a limited search without one."""
    assert PAGES.is_small(case(Nim()))
    assert not PAGES.is_small(case(Endless()))
    assert PAGES.is_small(case(Endless(), positions=20_000))
    assert not PAGES.is_small(case(Nim(), positions=20_001))
    assert not PAGES.is_small(case(Nim(), which="reachable or not"))


def test_a_page_has_the_rules_a_picture_the_moves_and_the_figures():
    """The page of Nim has rules, a picture, the winning move, and figures with sources."""
    page = PAGES.page("nim")
    assert page.startswith("# Nim\n\n{class}`games.Nim`, on the command line `nim`.")
    assert "a move takes any number of counters from one heap" in page
    assert "A position is the tuple" not in page  # its representation is not a rule
    assert page.count("<svg ") == 1
    assert f"| as it is | win in 11 | `{Nim().format_move((0, 2))}` |" in page
    assert "\n**Published**: the value: C. L. Bouton, 1901.\n" in page
    assert "| `Nim()` | outcome | win | win in 11 | equal | published |" in page
    assert "| `Nim()` | outcome, with its plies | win in 11 | win in 11 | equal | recomput" in page


def test_a_bar_in_a_cell_is_no_end_of_it():
    """A bar in a table cell is escaped."""
    assert PAGES.table(["move"], [["a|b"]]).splitlines()[-1] == "| a\\|b |"


def test_pages_are_written_once(tmp_path, monkeypatch):
    """An unchanged page is left alone, and the page of a removed game goes too."""
    monkeypatch.setattr(PAGES, "all_pages", lambda: {"nim.md": "Nim\n"})
    (tmp_path / "gone.md").write_text("gone")
    PAGES.write_pages(tmp_path)
    first = (tmp_path / "nim.md").stat().st_mtime_ns
    PAGES.write_pages(tmp_path)
    assert [each.name for each in tmp_path.iterdir()] == ["nim.md"]
    assert (tmp_path / "nim.md").stat().st_mtime_ns == first
