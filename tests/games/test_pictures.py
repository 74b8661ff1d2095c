"""Pictures of games: every game has one, every move has a shape, and men keep their colours."""

import random
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from games import (
    MNK,
    AnimalShogi,
    Awari,
    ConnectFour,
    CopsAndRobber,
    Dodgem,
    DotsAndBoxes,
    FoxAndGeese,
    GobbletGobblers,
    HareAndHounds,
    Hexapawn,
    Kalah,
    Nim,
    Othello,
    Quixo,
    ScoringHeaps,
    Subtraction,
    Teeko,
    Template,
    ThreeMensMorris,
    TinyGo,
)
from gamesolver import registered_games
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.show.pictures import OwnSvg
from gamesolver.show.sanitizing import safe
from tests.oracles.published import on_board

SHELF = [kind() for kind in registered_games().values()]
OTHERS = [MNK(m=5, n=2), ConnectFour(width=4, height=2, line=3), Dodgem(size=4), Hexapawn(4, 2),
          ConnectFour(width=3, height=2, fall=False), GobbletGobblers(sizes=2, copies=1),
          GobbletGobblers(placing_only=True), Quixo(size=3), Teeko(drops=True),
          CopsAndRobber(cops=3), CopsAndRobber([(0, 1)], cops=1), HareAndHounds(hare=5),
          FoxAndGeese("ggg/gf./...", lines="both"), FoxAndGeese("g#g/#.#/f#.", "slanting", False),
          ThreeMensMorris(diagonal_slides=False), AnimalShogi(pieces="LC"), Nim(heaps=(0, 12)),
          Nim(heaps=(63,)), Subtraction(heap=100, takes=(3, 7)), Template(squares=2),
          DotsAndBoxes(1, 4), Kalah(houses=1, seeds=14), Awari(houses=2, seeds=12), Othello(4, 4),
          TinyGo(1, 5), ScoringHeaps((1, 20), (1, 2, 4))]  # fmt: skip
GAMES = SHELF + OTHERS
WITH_MEN = [game for game in GAMES if on_board(game)["men"]]
UNSEEN = {"Nim(heaps=(63,))": "of a heap of more than sixty, the last sixty are drawn"}
"""Games with a move that has no shape in the picture, and the reason."""


def plain(game):
    """Return the plain version, so that nothing is compiled."""
    return getattr(game, "plain", None) or game


def some_lines(game, *, plies, lines=3):
    """Yield lines of random play, each a list of positions with the players to move."""
    rules, rng = Rules(plain(game)), random.Random(7)
    for _ in range(lines):
        position = rules.start()
        line = [(position, rules.mover(position, 0))]
        while rules.ending(position) is None and len(line) <= plies:
            position = rules.play(position, rng.choice(rules.moves(position)))
            line.append((position, rules.mover(position, len(line))))
        yield line


def some_positions(game):
    """Return the start and ten positions of random play, with the players to move."""
    reached = [each for line in some_lines(game, plies=30, lines=10) for each in line[1:]]
    return [next(some_lines(game, plies=0))[0], *random.Random(3).sample(reached, 10)]


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_library_pictures_are_equal_with_and_without_parsing(game):
    """``safe`` returns equal pieces for a picture drawn by the library, parsed or not."""
    rules = Rules(plain(game))
    for position, mover in some_positions(game):
        svg = rules.svg(position, mover)
        assert isinstance(svg, OwnSvg)
        assert safe(svg) == safe(str(svg))


@pytest.mark.parametrize("game", GAMES, ids=repr)
def test_every_game_has_a_picture_in_which_every_move_is_clicked(game):
    """At the start and in random play there is a safe picture, with a shape for each legal move."""
    rules = Rules(plain(game))
    for position, mover in some_positions(game):
        picture = safe(rules.svg(position, mover))
        assert str(picture.html()).startswith("<svg")
        moves = () if rules.ending(position) is not None else rules.moves(position)
        drawn = [each[0] for each in picture.pieces if isinstance(each, tuple) and each[0]]
        wanted = [rules.format_move(move) for move in moves]
        if repr(game) in UNSEEN:
            wanted = [move for move in wanted if move in drawn]
        assert sorted(drawn) == sorted(wanted)


@pytest.mark.parametrize("game", [each for each in GAMES if hasattr(each, "plain")], ids=repr)
def test_a_compiled_game_looks_as_its_plain_version(game):
    """Boards and pictures of a compiled game are those of its plain version, for either mover."""
    rules, plain = Rules(game), Rules(game.plain)
    for position, mover in some_positions(game):
        compiled = game.from_plain(position)
        assert rules.svg(compiled, mover) == plain.svg(position, mover)
        assert rules.render(compiled, mover) == plain.render(position, mover)


def men(svg):
    """Return the looks of the pieces on the board, by the middle of each place."""
    root = ElementTree.fromstring(svg)
    standing = next(each for each in root if each.get("pointer-events") == "none")
    found = {}
    within = [*root.iterfind(".//*[@class='standing']/*"), *root.iterfind(".//*[@class='box']/*")]
    for shape in [*standing, *within]:
        if shape.get("class") in ("label", "hand", "box"):
            continue
        numbers = [float(each) for each in re.findall(r"-?[\d.]+", shape.get("d", "")
                                                      or shape.get("points", ""))]  # fmt: skip
        x = shape.get("cx") or shape.get("x") or sum(numbers[::2]) / len(numbers[::2])
        y = shape.get("cy") or shape.get("y") or sum(numbers[1::2]) / len(numbers[1::2])
        look = shape.get("fill"), shape.get("r"), shape.text, len(numbers)
        found.setdefault((float(x) // 100, float(y) // 100), []).append(look)
    return found


def letters(game, board):
    """Return the letters of a board in plain text, without names of rows and columns, or hands."""
    if isinstance(game, AnimalShogi | GobbletGobblers):
        rows = 4 if isinstance(game, AnimalShogi) else 3
        return [letter for line in board.split("\n")[:rows] for letter in line.split()[1:]]
    return [letter for line in board.split("\n") for letter in line.split()]


@pytest.mark.parametrize("game", WITH_MEN, ids=repr)
def test_men_keep_their_place_and_colour(game):
    """A move changes the look of no more squares than the figures of the game allow."""
    rules, most = Rules(plain(game)), on_board(game)["touched"]
    seen = 0
    for line in some_lines(game, plies=24):
        boards = [men(rules.svg(*each)) for each in line]
        texts = [letters(game, rules.render(*each)) for each in line]
        for before, after in pairwise(boards):
            changed = [at for at in before | after if before.get(at) != after.get(at)]
            assert len(changed) <= most
            seen += len(changed)
        for first, second in pairwise(texts):
            assert sum(map(str.__ne__, first, second)) <= most
    assert seen


def test_the_board_of_animal_shogi_stands_still():
    """For the second player the names of rows and columns are reversed, and the board is not."""
    game = AnimalShogi().plain
    position = game.play(game.start(), ("b2", "b3"))
    assert game.render_for(position, 1) == "\n".join(
        ["1 g l e", "2 . C .", "3 . . .", "4 E L G", "  c b a", "in hand: C"]
    )
    root = ElementTree.fromstring(game.svg_for(position, 1))
    names = {each.text: (float(each.get("x")) // 100, float(each.get("y")) // 100)
             for each in root.iter() if each.get("class") == "label"}  # fmt: skip
    assert [names[column][0] for column in "cba"] == [0, 1, 2]
    assert [names[row][1] for row in "1234"] == [0, 1, 2, 3]
    shapes = {each.get("data-move"): each for each in root.iter() if each.get("data-move")}
    start = re.match(r"M(\d+) (\d+)L(\d+) (\d+)", shapes["b1c2"][-1].get("d"))
    x, y, to_x, to_y = map(int, start.groups())
    assert (x // 100, y // 100, to_x // 100, to_y // 100) == (1, 0, 0, 1)


def test_a_drop_is_clicked_where_the_piece_goes():
    """A chick in hand has a shape to click on each empty square, and is drawn in the hand."""
    game = AnimalShogi().plain
    root = ElementTree.fromstring(game.svg(game.parse("gle/.../.../ELG Cc")))
    drops = [each for each in root if each.get("data-move", "").startswith("C*")]
    assert [each.get("data-move") for each in drops] == [
        f"C*{column}{row}" for row in "32" for column in "abc"
    ]
    tiles = [each.get("points") for each in root.iter() if each.tag.endswith("polygon")]
    assert len(tiles) == 8


def test_a_board_without_places_has_no_picture():
    """A strip without squares has no picture, and heaps without counters have one."""
    assert Template(squares=0).svg("") is None
    assert "<svg" in Nim(heaps=(0, 0)).svg((0, 0))
    assert "<svg" in Subtraction(heap=0).svg(0)


def test_a_whole_column_is_clicked_in_connect_four():
    """The shape of a move covers its whole column, including filled squares and gaps."""
    game = ConnectFour().plain
    position = game.play(game.start(), 3)
    root = ElementTree.fromstring(game.svg(position))
    columns = {each.get("data-move"): each for each in root if each.get("data-move")}
    for column in range(7):
        (block,) = [
            each for each in columns[f"column {'abcdefg'[column]}"] if each.tag.endswith("rect")
        ]
        assert (block.get("x"), block.get("height")) == (str(100 * column + 3), "594")
    assert columns["column d"].get("data-outcome").split()[:2] == ["350", "450"]


def test_a_full_column_keeps_its_letter():
    """Every column has its letter above it, whether it is full or not."""
    game = ConnectFour(width=3, height=2).plain
    root = ElementTree.fromstring(game.svg(game.parse("o../x..")))
    reported = sorted(each.text for each in root.iter() if each.tag.endswith("text"))
    assert reported == ["a", "b", "c"]


def test_titles_are_what_people_state():
    """No title is a class name, and only a game and its plain version share a title."""
    titles = [game.title for game in SHELF]
    assert len(set(titles)) == len(titles)
    for game in SHELF:
        assert plain(game).title == game.title
        assert "Plain" not in game.title
        assert not re.search("[a-z][A-Z]", titled(game))
