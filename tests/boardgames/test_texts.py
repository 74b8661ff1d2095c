"""Texts of positions of board games: rows, the player to move, and wrong texts."""

import pytest

from gamesolver import PositionTextError, solve
from gamesolver.boardgames import LOSS, BoardGame
from gamesolver.boards import Graph, Grid, GridEdges, Hexagons


class Drops(BoardGame):
    """Players put men on a board. A player who finds it full loses."""

    stuck = LOSS

    def __init__(self, board):
        self.board = board

    def actions(self, at):
        for place in at.empty:
            yield at.put(place)


class Written(Drops):
    """Variant with the player to move in each position."""

    turn = True


class Sorts(Drops):
    """Variant with men of two kinds."""

    kinds = 2

    def actions(self, at):
        for place in at.empty:
            for kind in range(2):
                yield at.put(place, kind)


TEXTS = {
    "squares": (Drops(Grid(2, 3)), ".../...", "x.o/..."),
    "hexagons": (Drops(Hexagons(2, 2)), "../..", "x./o."),
    "edges": (Drops(GridEdges(1, 2)), "../.../..", "x./o../.."),
    "a graph": (Drops(Graph("abc", ["abc"])), "...", "x.o"),
    "the player to move": (Written(Grid(1, 3)), "... x", "x.. o"),
    "two kinds": (Sorts(Grid(2, 2)), ".,./.,.", "x0,o1/.,."),
}


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_has_a_part_for_each_row(name):
    """Rows have a slash between them, and a text is read back, also without the slashes."""
    game, start, text = TEXTS[name]
    assert game.format(game.start()) == start
    position = game.parse(text)
    assert game.format(position) == text
    joined = text.replace("/", "," if name == "two kinds" else "")
    assert game.parse(joined) == position


@pytest.mark.parametrize("text", ["..././..", ".../../.", "...../.", "......x", "...... x", ""])
def test_rows_of_another_length_are_refused(text):
    """A text whose rows do not fit the board is refused with the expected format."""
    with pytest.raises(PositionTextError) as caught:
        Drops(Grid(2, 3)).parse(text)
    assert str(caught.value).endswith(
        "expected 2 rows of 3 places of '.', 'x' and 'o', with '/' between rows"
    )


def test_a_man_that_is_taken_off_is_named_by_its_place():
    """An action that only removes a man is named by the man's place and ``off``."""

    class Leaves(Drops):
        """Each player takes off a man of theirs; a player without men loses."""

        def setup(self):
            return self.board.set(["a1"]), self.board.set(["b1"])

        def actions(self, at):
            for man in at.mine:
                yield at.lift(man)

    game = Leaves(Grid(1, 2))
    assert game.plain.moves(game.plain.start()) == ["a1 off"]
    assert [game.format_move(move) for move in game.moves(game.start())] == ["a1 off"]


def test_the_only_kind_is_not_written():
    """A rule may name the only kind of men, and no mode writes it."""

    class OneKind(Drops):
        def actions(self, at):
            for place in at.empty:
                yield at.put(place, 0)

    game = OneKind(Grid(1, 2))
    for mode in (game.plain, game.lowered):
        start = mode.start()
        assert [mode.format_move(move) for move in mode.moves(start)] == ["a1", "b1"]


class Sizes(Sorts):
    """Variant with stacks of small and large men, and with a third kind that is not used."""

    kinds, stacked, each, kind_signs = 3, True, (2, 2, 0), "SLQ"

    def actions(self, at):
        for kind in range(2):
            if len(at.mine[kind]) < self.each[kind]:
                for place in ~at.taken:
                    yield at.put(place, kind)


def test_kinds_of_men_have_signs():
    """Kinds are letters in texts and moves, and a stack is written from the lowest kind up."""
    game = Sizes(Grid(1, 2))
    for text in (".,.", "xS,oL", "oSxL,xS", "xSoL,."):
        assert game.format(game.parse(text)) == text
    assert game.plain.moves(game.plain.start()) == ["Sa1", "Sb1", "La1", "Lb1"]
    assert [game.format_move(move) for move in game.moves(game.start())] == [
        "Sa1",
        "Sb1",
        "La1",
        "Lb1",
    ]
    for text in ("xQ,oL", "x0,oL", "xLoS,.", "x,oL", "xLoL,."):
        with pytest.raises(PositionTextError) as caught:
            game.parse(text)
    assert "with the sign of the kind from 'SLQ'" in str(caught.value)


def test_the_second_player_can_begin():
    """With ``begins = 1`` the second player puts the first man, in all three modes."""
    game = type("Second", (Written,), {"begins": 1})(Grid(1, 3))
    for mode in (game, game.plain, game.lowered):
        start = mode.start()
        assert (mode.format(start), mode.player(start)) == ("... o", 1)
        after = mode.play(start, mode.parse_move(start, "b1"))
        assert mode.format(after) == ".o. x"
    assert str(solve(game.lowered).outcome) == str(solve(Written(Grid(1, 3)).lowered).outcome)


class Slides(Drops):
    """Men are put and slide, so that their number does not show who moves."""

    def actions(self, at):
        yield from super().actions(at)
        for man in at.mine:
            for place in at.empty:
                yield at.slide(man, place)


def test_a_man_keeps_its_letter_if_it_is_known_who_moves():
    """The text for a player names both players and the player to move, and is read back."""
    game = Slides(Grid(2, 3))
    position = game.parse("m.w/...")
    assert game.format(position) == "m.w/..."
    assert game.format_for(position, 0) == "x.o/... x"
    assert game.format_for(position, 1) == "o.x/... o"
    for text in ("x.o/... x", "o.x/... o", "x.o... x"):
        assert game.parse(text) == position
    for text in ("x.o/...", "m.w/... x", "x.o/... m"):
        with pytest.raises(PositionTextError):
            game.parse(text)


@pytest.mark.parametrize("text", ["xSxS,./.,. x", "xLoS,./.,. o"])
def test_stacks_in_another_form_are_refused(text):
    """Two equal men on a place, and a stack from the highest kind down, are refused."""

    class Stacks(Slides):
        kinds, stacked, kind_signs = 2, True, "SL"

        def actions(self, at):
            for place in at.empty:
                yield at.put(place, 0)
                for man in at.mine[1]:
                    yield at.slide(man, place, 1)

    game = Stacks(Grid(2, 2))
    assert game.format_for(game.parse("oSxL,./.,. x"), 0) == "oSxL,./.,. x"
    with pytest.raises(PositionTextError, match="it is not in the form that format writes"):
        game.parse(text)


def test_a_text_that_states_who_moves_is_the_same_for_both_players():
    """``format_for`` adds nothing to a text that already determines the player to move."""
    for game, _, text in (TEXTS["squares"], TEXTS["the player to move"]):
        position = game.parse(text)
        assert game.format_for(position, 0) == game.format_for(position, 1) == text
