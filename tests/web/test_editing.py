"""Board editor: clicks change the text of a position, which is then opened or refused."""

import re
from itertools import islice

import pytest

from games import (
    CopsAndRobber,
    DotsAndBoxes,
    FoxAndGeese,
    GobbletGobblers,
    Hex,
    Hexapawn,
    Kayles,
    Nim,
    PongHauKi,
    Sim,
    TicTacToe,
    TinyGo,
    TsoroYematatu,
)
from games.animal_shogi.plain import PlainAnimalShogi
from games.chess_endgame.plain import PlainChessEndgame
from games.in_a_row.plain import PlainConnectFour
from games.nine_mens_morris.plain import PlainNineMensMorris
from games.sowing.plain import PlainAwari, PlainKalah
from gamesolver import grid_svg, points_svg, solve
from gamesolver.show.pictures import drawing_of
from gamesolver.show.sanitizing import picture_of
from gamesolver.web import app
from gamesolver.web.addresses import Place
from gamesolver.web.editing import Editor, Rests, arranged
from gamesolver.web.notation import Board
from gamesolver.web.views import Views
from tests.attacks.hostile_games import SeatedAttack
from tests.boardgames import games as board_games
from tests.support.explorer_browser import browser, opened, served
from tests.support.explorer_calls import Page, fetch
from tests.support.scored_games import Counters
from tests.support.small_games import OnePosition

EXPLORER = app(solve(TicTacToe()))


class Silent(OnePosition):
    """A game that cannot parse positions."""

    def start(self):
        return (object,)


class Drawn(Silent):
    """A game with a given text and picture."""

    def __init__(self, text, picture):
        self.text, self.picture = text, picture

    def start(self):
        return self.text

    def parse(self, text):
        return self.text

    def format(self, position):
        return self.text

    def svg(self, position):
        return self.picture


class Changing(TicTacToe):
    """Tic-tac-toe whose picture does not depend on the text alone."""

    def svg(self, position):
        mine, theirs = "xo" if position.count(".") % 2 else "ox"
        signs = position[:9].translate(str.maketrans("xo", mine + theirs))
        return grid_svg([signs[0:3], signs[3:6], signs[6:9]])


OTHERS = [
    Drawn("", grid_svg([["."]])),
    Drawn("/", grid_svg([["."]])),
    Drawn("x", None),
    Drawn("x", "<svg/>"),
    Drawn("x", grid_svg([["x"]]) + " "),
    Drawn("xo", grid_svg([["x"]])),
    Drawn("x.", grid_svg([["x", "x"]])),
    Drawn("xo", grid_svg([["x", "x"]])),
    Changing(),
]


def page_at(target, explorer=EXPLORER):
    """Return the page at an address."""
    answer = fetch(explorer, target)
    assert answer.code == 200
    return Page(answer.text, target)


def clicks(page):
    """Return the link of each square, in order."""
    return [each["href"] for each in page.all("a", class_="draw")]


def reported(page):
    """Return the heading, and the text below it."""
    return page.all("h1")[0]["text"], page.all("p", class_="in-short")[0]["text"]


def test_clicks_go_round_the_signs_of_a_square():
    """Clicks cycle a square through empty and each piece; other squares do not change."""
    target, texts = "/edit?from=x........", []
    for _ in range(3):
        page = page_at(target)
        target = clicks(page)[8]
        texts.append(target.partition("from=")[2])
    assert texts == ["x.......o", "x.......x", "x........"]


def test_any_position_is_put_together_and_opened():
    """Any position can be set up from the start by clicks on squares, and then opened."""
    wanted, page = "x...o...x", page_at("/edit")
    for square, sign in enumerate(wanted):
        while page.all("code")[0]["text"][square] != sign:
            page = page_at(clicks(page)[square])
    (link,) = page.all("a", class_="open")
    assert link["href"] == f"/?from={wanted}"
    assert reported(page)[0] == reported_by_page(link["href"])


def reported_by_page(target, explorer=EXPLORER):
    """Return the heading of the page of a position."""
    return page_at(target, explorer).all("h1")[0]["text"]


def test_an_impossible_position_has_the_reason_of_the_game():
    """For an invalid position the editor shows the same reason as its page, and no link to it."""
    page = page_at("/edit?from=ooo......")
    heading, reason = reported(page)
    assert heading == "Not a position of this game"
    refusal = fetch(EXPLORER, "/?from=ooo......")
    assert refusal.code == 400
    assert reason == Page(refusal.text).all("h1")[0]["text"]
    assert not page.all("a", class_="open")


def test_a_position_that_the_start_does_not_reach_is_not_in_the_solution():
    """For an unreachable position the editor shows the reason, and no link to it."""
    heading, reason = reported(page_at("/edit?from=....x.... x"))
    assert heading == "Not a position of this solution"
    assert reason.startswith("Unknown position '....x.... x': not reachable from the start")


def test_what_follows_the_board_is_chosen():
    """In a game whose text names the player to move, the other player is one click away."""
    explorer = app(solve(Hexapawn()))
    page = page_at("/edit?from=bbb/.../www w", explorer)
    assert [each["text"] for each in page.all("a", class_="rest")] == ["b"]
    assert len(clicks(page)) == 9
    target = page.all("a", class_="rest")[0]["href"]
    assert page_at(target, explorer).all("code")[0]["text"] == "bbb/.../www b"


def test_counters_after_the_board_are_changed_by_one():
    """Each number has links to the next lower and the next greater number that occurs in play."""
    explorer = app(solve(board_games.MenInHand().plain))
    page = page_at("/edit?from=x../.../... hand=2,3 o", explorer)
    assert [each["text"] for each in page.all("a", class_="rest")] == [
        "hand=2,3 x", "hand=1,3 o", "hand=3,3 o", "hand=2,2 o"
    ]  # fmt: skip
    target = page.all("a", class_="rest")[-1]["href"]
    assert page_at(target, explorer).all("code")[0]["text"] == "x../.../... hand=2,2 o"


def test_texts_after_the_board_of_other_forms_are_examples():
    """Suggestions keep the numbers in texts of equal form; other forms are suggested unchanged."""
    rests = Rests.of([" 2+2 x", " 1+2 o", " x", " o"])
    assert rests.near(" 2+2 x") == [" x", " o", " 2+2 o", " 1+2 x"]
    assert rests.near(" x") == [" o", " 2+2 x", " 1+2 o"]
    assert rests.near(" 7") == [" x", " o", " 2+2 x", " 1+2 o"]
    assert Rests.of([" a", " b", " c", " d", " e"]).near(" a") == []


@pytest.mark.parametrize("text", ["x", "x...o....x", "xx/o/...", "<b>", "x" * 400])
def test_a_text_of_another_shape_is_refused(text):
    """A text of the wrong shape is refused with the expected shape."""
    answer = fetch(EXPLORER, f"/edit?from={text}")
    assert answer.code == 400
    assert "<b>" not in answer.text
    assert "expected 9 signs" in answer.text


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (Hexapawn(), "3 rows of 3 signs"),
        (DotsAndBoxes(rows=1, columns=1), "rows of 1, 2, 1 signs"),
    ],
)
def test_the_shape_of_rows_is_named(game, expected):
    """The message names the number of rows and signs, or the signs of each row."""
    answer = fetch(app(solve(game)), "/edit?from=x")
    assert answer.code == 400
    assert f"expected {expected}" in answer.text


NO_EDITOR = "The board of this game cannot be edited by clicking: type a position instead"


@pytest.mark.parametrize("game", [CopsAndRobber(cops=1), SeatedAttack(), Silent(), *OTHERS])
def test_other_texts_are_typed(game):
    """If texts do not match pictures, the page says so, and the editor has the text field only."""
    explorer = app(solve(game))
    page = fetch(explorer, "/").text
    assert 'href="./edit' not in page
    assert f"{NO_EDITOR}." in page
    editor = page_at("/edit", explorer)
    assert editor.all("p", class_="turn")[0]["text"] == NO_EDITOR
    assert editor.all("input", name="from")
    assert not clicks(editor) + steppers(editor)


def steppers(page):
    """Return the link of each button that changes a number."""
    return [each["href"] for each in page.all("a", class_="step")]


@pytest.mark.parametrize("game", [Nim(heaps=(1, 2)), Counters(), Kayles(rows=(4,))], ids=repr)
def test_numbers_of_a_list_are_changed_by_one(game):
    """A text that is a list of numbers has a button for each next number up to the greatest one."""
    explorer = app(solve(game))
    first = page_at("/edit", explorer)
    text = first.all("code")[0]["text"]
    assert text == game.format(game.start())
    assert reported(first)[0] == reported_by_page("/", explorer)
    numbers = [int(each) for each in re.findall(r"\d+", text)]
    expected = []
    for place, number in enumerate(numbers):
        for other in (number - 1, number + 1):
            if 0 <= other <= max(numbers):
                changed = iter([*numbers[:place], other, *numbers[place + 1 :]])
                expected.append(re.sub(r"\d+", lambda _: str(next(changed)), text))  # noqa: B023
    there = [page_at(each, explorer).all("code")[0]["text"] for each in steppers(first)]
    assert there == expected


def test_a_number_that_makes_no_position_has_the_reason():
    """A list of numbers that the start does not reach is reported, and can be changed further."""
    explorer = app(solve(Nim(heaps=(1, 2))))
    page = page_at("/edit?from=(2,%202)", explorer)
    assert reported(page)[0] == "Not a position of this solution"
    assert len(steppers(page)) == 2
    assert page_at("/edit?from=(x)", explorer).all("code")[0]["text"] == "(x)"


@pytest.mark.parametrize(
    "game",
    [
        TicTacToe(),
        Hexapawn(),
        TinyGo(rows=2, columns=2),
        PlainConnectFour(width=3, height=3, line=3),
        Hex(),
        Sim(points=4),
        PongHauKi(),
        TsoroYematatu(),
        FoxAndGeese("ggg/.../.f."),
        PlainNineMensMorris(rings=1, men=(3, 3), flying=False, diagonals=True, placing=True),
        PlainKalah(houses=2, seeds=2),
        PlainAwari(houses=2, seeds=4),
        DotsAndBoxes(rows=1, columns=1),
        PlainAnimalShogi("L"),
        GobbletGobblers(sizes=2, copies=1).plain,
        board_games.MenInHand().plain,
        board_games.Nim().plain,
        board_games.Kalah(houses=2).plain,
    ],
)
def test_each_position_can_be_edited(game):
    """The editor shows each position's text and picture, and each click changes one sign.

    A text without the player to move is completed.
    """
    solution = solve(game)
    views = Views(solution)
    editor = Editor(views)
    for number, position in enumerate(list(solution)[:100]):
        mover = views.rules.mover(position, number)
        text = views.rules.format(position, mover)
        edited = editor.at(Place(text))
        assert edited.place.root == text
        assert editor.at(Place(game.format(position))).place.root in (
            text, views.rules.format(position, 1 - mover)
        )  # fmt: skip
        assert (edited.reason, edited.sentence != "") == ("", True)
        assert pieces(edited.board) == pieces(picture_of(views.rules, position, mover))
        for number, (place, _) in edited.clicks.items():
            before, after = Board.of(text).signs, Board.of(place.root).signs
            changed = [each for each, sign in enumerate(before) if sign != after[each]]
            assert changed == [int(number)]


def pieces(picture):
    """Return the shapes of the pieces in a picture, without labels."""
    html = str(picture.html())
    _, found, rest = html.partition('<g class="pieces"')
    assert found
    below_outcomes = re.findall('<g class="standing"[^>]*>(.*?)</g>', html)
    shapes = "".join([rest.partition("</g>")[0], *below_outcomes])
    return sorted(re.findall(r'<(?!text [^>]*class="label")\w+ [^>]*>[^<]*</\w+>', shapes))


def test_chess_men_have_the_squares_of_their_text():
    """In a chess text with numbers for empty squares, each sign maps to its square."""
    game = PlainChessEndgame("KQKR")
    signs, drawings = [], []
    for position in islice(game.positions(), 0, 20_000, 397):
        signs.append(Board.of(game.format(position)).signs)
        drawings.append(drawing_of(lambda: game.svg(position)))  # noqa: B023  # called at once
        board = Board.of(game.format(position))
        assert board.text == game.format(position)
    found = arranged(signs, drawings)
    assert [*found.places] == [*range(64)]
    assert found.pieces.keys() == {".", "K", "Q", "k", "r"}


def test_signs_of_lines_follow_the_points():
    """If a text has signs for the lines only, they map to the last places of the picture."""
    drawing = drawing_of(lambda: points_svg([(0, 0), (1, 0)], [(0, 1)], "..x"))
    assert [*arranged(["x"], [drawing]).places] == [2]


def test_a_position_is_made_by_the_keyboard():
    """By keyboard, Enter changes the focused square, and the link opens the position."""
    with (
        served("solve(TicTacToe())") as (address, _),
        browser() as chromium,
        opened(chromium, f"{address}/edit") as (page, complaints),
    ):
        squares = page.locator(".editor a")
        assert squares.count() == 9
        for square in (4, 4, 0):
            page.locator(".editor a").nth(square).focus()
            with page.expect_navigation():
                page.keyboard.press("Enter")
        assert page.locator(".text-of code").inner_text() == "o...x...."
        page.locator("a.open").focus()
        page.keyboard.press("Enter")
        page.wait_for_selector(".board:not(.editor)")
        assert page.url == f"{address}/?from=o...x...."
        assert complaints == []
