"""Markup in a game's texts and pictures is shown as text and never becomes part of the page."""

import re
from xml.etree import ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as some

from gamesolver import solve
from gamesolver.show.layouts import grid_svg
from gamesolver.show.pictures import OwnSvg
from gamesolver.show.sanitizing import ATTRIBUTES, ELEMENTS, safe
from gamesolver.web import app, write_page
from tests.attacks.hostile_games import ATTACK, PICTURE, Attack, PicturedAttack, SeatedAttack
from tests.support.explorer_calls import Page, fetch

GAMES = [Attack(), PicturedAttack(), SeatedAttack()]
EACH = pytest.mark.parametrize("game", GAMES, ids=lambda game: type(game).__name__)
RUNS = re.compile(r"^on|^javascript:", re.IGNORECASE)


def foreign(page):
    """Return the elements of a page that no template wrote."""
    known = {"script": 1, "style": 0, "img": 0, "b": None, "foreignobject": 0, "image": 0}
    return [
        each
        for each in page.elements
        if any(RUNS.match(name) for name in each)
        or any(RUNS.match(str(value)) for name, value in each.items() if name != "text")
        or (known.get(each["tag"]) == 0)
        or (each["tag"] == "script" and not each.get("src", "").startswith("./assets/"))
    ]


@EACH
def test_markup_of_a_game_is_text_on_every_page(game):
    """Names, positions, moves and boards that are markup add no element or handler to a page."""
    explorer = app(solve(game))
    for target in (
        "/",
        "/api",
        f"/?from={ATTACK.replace('/', '%2F')}2",
        "/?move=<b>",
        "/?from=<b>1",
    ):
        page = Page(fetch(explorer, target).text)
        assert foreign(page) == []


@EACH
def test_markup_of_a_game_is_shown(game):
    """Texts with markup appear unchanged on the page: position, moves and player names."""
    solution = solve(game)
    page = Page(fetch(app(solution), "/").text)
    assert page.all("code")[-1]["text"] == game.format(4)
    assert [move for move, _, _ in page.moves()] == [
        game.format_move(row.move) for row in solution.moves(4)
    ]
    if isinstance(game, SeatedAttack):
        assert page.all("p", class_="turn")[0]["text"] == f"F{game.seats[0][1:]} to move"


@EACH
def test_links_of_such_moves_lead_on(game):
    """Moves whose texts contain markup have working links."""
    explorer = app(solve(game))
    for _, _, address in Page(fetch(explorer, "/").text).moves():
        there = fetch(explorer, address)
        assert there.code == 200
        assert ATTACK in Page(there.text).all("code")[-1]["text"]


@EACH
def test_markup_in_the_page_of_one_file(game, tmp_path):
    """The page that contains a whole game has only its own two scripts, and no handler."""
    path = tmp_path / "page.html"
    write_page(solve(game), path)
    page = Page(path.read_text())
    assert len(page.all("script")) == 2
    assert not [each for each in page.elements if any(RUNS.match(name) for name in each)]


def test_only_shapes_are_left_of_a_picture():
    """A picture full of attacks is reduced to its shapes and its move."""
    html = safe(PICTURE.replace("MOVE", "1").replace("TEXT", "a &lt; b")).html(
        lambda move: f"<a {move}>"
    )
    assert html == (
        '<svg width="90" height="30" viewBox="0 0 90 30">\n<use></use>'
        '<a 1><rect id="picture-main" width="30" height="30" stroke="url(#picture-main)"></rect>'
        "</a>"
        '<text x="40" y="20">a &lt; b</text></svg>'
    )


NO_PICTURES = ["", "x", "<svg", "<p></p>", "<svg><rect></svg>", "<script/>", None, 7, b"<svg/>",
               '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>', "<svg>\0</svg>",
               "<svg>&nbsp;</svg>",
               f"<svg>{' ' * 200_000}</svg>", "<svg>\ud800</svg>"]  # fmt: skip


@pytest.mark.parametrize("given", NO_PICTURES, ids=lambda given: repr(given)[:20])
def test_what_cannot_be_read_is_no_picture(given):
    """A picture that is not SVG, has a document type, or is too large is omitted."""
    assert safe(given) is None


def test_a_deep_picture_is_cut_off():
    """Deeply nested elements are cut off at depth 40."""
    assert safe("<svg>" + "<g>" * 900 + "</g>" * 900 + "</svg>").html().count("<g>") == 40


NAMES = some.sampled_from(
    [*sorted(ELEMENTS), "script", "a", "style", "image", "foreignObject", "set"]
)
KEYS = some.sampled_from([*sorted(ATTRIBUTES), "onload", "href", "style", "data-move", "onclick"])
VALUES = some.sampled_from(["1", "url(#a)", "url(http://x)", "javascript:x", "#a", "\"'<>&", "red"])
TREES = some.recursive(
    some.tuples(NAMES, some.dictionaries(KEYS, VALUES, max_size=3), some.just([])),
    lambda parts: some.tuples(
        NAMES, some.dictionaries(KEYS, VALUES, max_size=3), some.lists(parts, max_size=4)
    ),
    max_leaves=12,
)


def grown(tree):
    """Return the XML element of a tree."""
    name, attributes, parts = tree
    element = ElementTree.Element(name, attributes)
    element.extend(grown(part) for part in parts)
    return element


@given(some.lists(TREES, max_size=4))
@example([("circle", {"id": "url(http://x)"}, [])])
def test_only_what_draws_is_left(trees):
    """In any picture only allowed elements and attributes remain, and no external address."""
    root = ElementTree.Element("svg")
    root.extend(grown(tree) for tree in trees)
    html = safe(ElementTree.tostring(root, "unicode")).html()
    for element in ElementTree.fromstring(html).iter():
        assert element.tag in ELEMENTS
        for name, value in element.attrib.items():
            assert name in ATTRIBUTES or (name == "href" and value.startswith("#picture-"))
            assert "http" not in value.replace("javascript:x", "")


HOSTILE = some.one_of(
    some.text(max_size=6),
    some.text("<>/&\"' g=", max_size=8),
    some.sampled_from(
        ['<g data-move="1">', "</g>", '"/><script>', "<b/>", "x", "o", ".", "\r\x00"]
    ),
)


@given(
    some.lists(HOSTILE, min_size=4, max_size=4),
    some.lists(HOSTILE, min_size=4, max_size=4),
    some.dictionaries(HOSTILE, some.sampled_from([(0,), (3,), (1, 2), frozenset((0, 1))])),
)
def test_library_pictures_escape_hostile_text(pieces, names, moves):
    """Markup in pieces, names and moves of a picture drawn by the library is escaped.

    The pieces of the picture, which is not parsed, equal those of the parsed one.
    """
    svg = grid_svg([pieces[:2], pieces[2:]], moves, names=names)
    assert isinstance(svg, OwnSvg)
    assert safe(svg) == safe(str(svg))
