"""The page in one file: it contains the whole solution, and requests no other address."""

import base64
import hashlib
import json
import re
import zlib

import pytest

from games import Hexapawn, Nim, PongHauKi, TicTacToe
from games.in_a_row.plain import PlainConnectFour
from gamesolver import FileError, SizeLimitError, explore, solve
from gamesolver.web import packed_page, write_page
from tests.support.compiled_games import STEP, Chain
from tests.support.explorer_calls import Page
from tests.support.scale import scaled

GAMES = [TicTacToe(), Hexapawn(), Nim(heaps=(1, 2, 3)), PongHauKi()]


class PilesFromAfar(Nim):
    """Nim with a pile of two, and a second root with a pile of five."""

    def __init__(self):
        super().__init__(heaps=(2,))

    def positions(self):
        return [(5,)]


EACH = pytest.mark.parametrize("game", GAMES, ids=repr)


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """Texts of the pages of the games, each written once."""
    folder = tmp_path_factory.mktemp("pages")
    for place, game in enumerate(GAMES):
        write_page(solve(game), folder / f"{place}.html")
    return {game: (folder / f"{place}.html").read_text() for place, game in enumerate(GAMES)}


def unpacked(page):
    """Return the data in a page, unpacked as in a browser."""
    found = re.search('<script type="application/octet-stream" id="data">([^<]*)</script>', page)
    return json.loads(zlib.decompress(base64.b64decode(found[1]), -15))


@EACH
def test_every_reachable_position_is_there_with_its_outcome(game, pages):
    """A page has each reachable position with its moves, best first, outcomes and successors."""
    solution, data = solve(game), unpacked(pages[game])
    positions = [game.parse(text) for text in data["texts"]]
    assert set(positions) == set(explore(game, fold=False))
    assert positions[0] == solution.start
    for number, position in [*enumerate(positions)][:: scaled(4, 1)]:
        flat = data["moves"][number]
        reported = [
            (data["moveTexts"][move], positions[number + step], data["outcomes"][outcome][1])
            for move, step, outcome in zip(flat[::3], flat[1::3], flat[2::3], strict=True)
        ]
        assert reported == [
            (game.format_move(row.move), row.position, str(row.outcome))
            for row in solution.moves(position)
        ]


@EACH
def test_pictures_have_all_their_parts(game, pages):
    """The parts of each picture have all of its rectangles and paths, or the text of the board."""
    data = unpacked(pages[game])
    for text, pieces in zip(data["texts"], data["pictures"], strict=True):
        shown = "".join(data["tokens"][each] for each in pieces if data["tokens"][each][0] > "\x02")
        drawn = game.svg(game.parse(text))
        if drawn is None:
            assert re.sub("<[^>]*>", "", shown) == game.render(game.parse(text))
        else:
            assert shown.count("<rect") == drawn.count("<rect")
            assert shown.count("<path") == drawn.count("<path")


def test_progress_is_reported(tmp_path):
    """Progress reports the number of counted positions, then of written positions."""
    received = []
    write_page(solve(Hexapawn()), tmp_path / "page.html", progress=received.append)
    assert {each.phase for each in received} == {"count", "page"}
    assert all(0 < each.done <= 135 for each in received)
    last = received[-1]
    assert (last.phase, last.done, last.total) == ("page", 135, 135)


def test_tic_tac_toe_takes_under_200_kilobytes(pages):
    """All 5,478 positions (A008907) and their pictures fit in 200 KB."""
    page = pages[TicTacToe()]
    assert len(page.encode()) <= 200_000
    assert len(unpacked(page)["texts"]) == 5_478


def test_only_our_script_and_style_may_run(pages):
    """The content policy allows only the page's own script and style, by their hashes."""
    page = Page(pages[TicTacToe()])
    policy = page.all("meta", **{"http-equiv": "Content-Security-Policy"})[0]["content"]
    rules = dict(part.split(" ", 1) for part in policy.split("; "))
    script, style = page.all("script")[-1]["text"], page.all("style")[0]["text"]
    assert rules["default-src"] == "'none'"
    for name, content in (("script-src", script), ("style-src", style)):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert rules[name] == f"'sha256-{digest}'"


def test_the_page_calls_no_player(pages):
    """No element of the page names another address."""
    page = Page(pages[TicTacToe()])
    for element in page.elements:
        for name in ("src", "href", "action", "data", "poster"):
            assert (element.get(name) or "#").startswith(("#", "data:"))


@pytest.mark.parametrize("most", [100, 1_000])
def test_a_game_too_large_is_refused_before_anything_is_drawn(most, tmp_path, monkeypatch):
    """A game is refused at once by its positions up to symmetry, or after counting all of them."""
    monkeypatch.setattr(packed_page, "MOST_POSITIONS", most)
    monkeypatch.setattr(packed_page._Packer, "take", lambda *_: pytest.fail("drawn"))
    received = []
    with pytest.raises(SizeLimitError, match=f"reaches more than {most:,} positions"):
        write_page(solve(TicTacToe()), tmp_path / "page.html", progress=received.append)
    assert {each.phase for each in received} == ({"count"} if most == 1_000 else set())


def test_positions_that_nothing_reaches_do_not_count(tmp_path, monkeypatch):
    """Unreachable positions of an indexed game do not count against the limit of a page."""
    game = Chain(plies=9, indexed=True)
    solution = solve(game, start=game.play(game.play(0, STEP), STEP))
    monkeypatch.setattr(packed_page, "MOST_POSITIONS", 8)
    write_page(solution, tmp_path / "page.html")
    assert len(solution) == 10
    assert len(unpacked((tmp_path / "page.html").read_text())["texts"]) == 8


def test_positions_of_other_roots_do_not_count(tmp_path, monkeypatch):
    """Positions that only other roots reach do not count against the limit of a page."""
    game = PilesFromAfar()
    solution = solve(game)
    monkeypatch.setattr(packed_page, "MOST_POSITIONS", 3)
    write_page(solution, tmp_path / "page.html")
    assert len(solution) == 6


def test_a_game_too_large_is_refused(tmp_path, monkeypatch):
    """A game with too many positions for a page is refused, and nothing is written."""
    monkeypatch.setattr(packed_page, "MOST_POSITIONS", 100)
    with pytest.raises(SizeLimitError) as caught:
        write_page(solve(PlainConnectFour(width=3, height=3, line=3)), tmp_path / "page.html")
    assert str(caught.value) == (
        "PlainConnectFour(width=3, height=3, line=3) is too large for one page: its start reaches "
        "more than 100 positions; gamesolver.web.serve shows it"
    )
    assert caught.value.limit == 100
    assert list(tmp_path.iterdir()) == []


def test_a_page_takes_its_name_when_it_is_whole(tmp_path):
    """If a page cannot be written, a ``FileError`` is raised and existing files are kept."""
    folder = tmp_path / "page.html"
    folder.mkdir()
    with pytest.raises(FileError, match=r"cannot write .*page.html: "):
        write_page(solve(Nim((1,))), folder)
    assert [each.name for each in tmp_path.iterdir()] == ["page.html"]
    with pytest.raises(FileError, match=r"cannot write .*page.html: there is no folder .*nowhere"):
        write_page(solve(Nim((1,))), tmp_path / "nowhere" / "page.html")
