"""Editor of boards: a position is put together by clicks on its places, and then opened.

The text of a position is edited, and the game's own picture shows it. So the editor works for games
whose texts have a sign for each place of the picture (``notation`` reads such texts). Which sign
belongs to which place is found on positions of random play: the piece at a place must depend on the
sign alone. Each click is a link to the same page with another text, so the page works without
script. The page says if the text is a position, and otherwise repeats the reason of the game.

If the texts of a game are lists of numbers, such as the heaps of Nim, each number has links to the
next lower and the next greater one. Other texts are only typed, and the page says so.

The method costs the pictures of at most ``MOST_DRAWN`` positions, once for a game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import chain
from random import Random
from typing import Any, TypeAlias

import attrs

from gamesolver.errors import GameSolverError, InvalidArgumentError, UnknownPositionError
from gamesolver.rules.reading_back import why_unread
from gamesolver.show import sentences
from gamesolver.show.pictures import EMPTY as NO_PIECE
from gamesolver.show.pictures import Drawing, drawing_of
from gamesolver.show.sanitizing import Picture, as_text, safe
from gamesolver.texts import spelled
from gamesolver.web.addresses import Place
from gamesolver.web.notation import EMPTY, Board
from gamesolver.web.views import Views

WALKS = 30  # random ways that show the signs of a game
MOST_PLIES = 60
MOST_DRAWN = 100  # positions whose pictures are compared with their texts
MOST_SIGNS = 100  # that follow each other by clicks
MOST_RESTS = 4  # different texts after the board that are offered, apart from their numbers
NUMBER = re.compile(r"\d+", re.ASCII)
NUMBERS = re.compile(r"[(\[]?(\d+(, ?\d+)*,?)?[)\]]?", re.ASCII)
"""Texts that are lists of numbers."""
NOT_A_POSITION, NOT_SOLVED = "not a position of this game", "not a position of this solution"


@attrs.frozen
class Edited:
    """Content of the page: the board, the addresses of clicks, and what is known of the text."""

    place: Place
    board: Picture
    clicks: dict[str, tuple[Place, str]]
    """The place after a click on each place of the board, and the description of the click."""
    numbers: tuple[tuple[str, Place | None, Place | None], ...]
    """Each number of a text that is a list of them, and the places with the next ones."""
    rests: tuple[tuple[str, Place], ...]
    """Other texts after the board, such as the player to move."""
    sentence: str
    """Outcome of the position, or a heading if the text is not a known position."""
    reason: str
    """Reason why the text is not a known position; empty if it is."""


@attrs.frozen
class Arrangement:
    """The places of a picture in the order of the signs in a text, and the piece of each sign."""

    places: Sequence[int]
    pieces: Mapping[str, str]

    def drawn(self, drawing: Drawing, signs: Sequence[str]) -> Drawing:
        """Return a drawing with the pieces of these signs; an unknown sign is shown as it is."""
        pieces = list(drawing.pieces)
        for place, sign in zip(self.places, signs, strict=True):
            pieces[place] = self.pieces.get(sign, sign)
        return attrs.evolve(drawing, pieces=pieces)


class Editor:
    """Editor of the boards of one game."""

    def __init__(self, explorer: Views) -> None:
        self._explorer = explorer
        self._arrangement: Arrangement | None = None
        self._most: int | None = None
        with suppress(GameSolverError):  # rules that fail have pages, but no editor
            if not why_unread(explorer.game, explorer.start):
                self._learn()

    @property
    def has_places(self) -> bool:
        """True if the signs in the texts of the game belong to the places of its picture."""
        return self._arrangement is not None

    @property
    def has_numbers(self) -> bool:
        """True if the texts of the game are lists of numbers, and not boards."""
        return self._most is not None and not self.has_places

    def _learn(self) -> None:
        """Learn the form of the game's texts from positions of random play."""
        luck, rules = Random(1), self._explorer.rules
        seen = list(_positions(self._explorer, luck))
        texts = [rules.format(each, number % 2) for number, each in enumerate(seen)]
        self._arrangement = self._learned(seen, texts, luck)
        if all(map(NUMBERS.fullmatch, texts)):
            self._most = max(chain(*map(_numbers_in, texts)), default=None)

    def _learned(
        self, seen: Sequence[Any], texts: Sequence[str], luck: Random
    ) -> Arrangement | None:
        """Learn the signs of the game, and their places, from positions and their texts."""
        boards = [Board.of(text) for text in texts]
        self._shape = boards[0].shape
        signs = {*chain(*(board.signs for board in boards))}
        if not 0 < len(signs) <= MOST_SIGNS or any(each.shape != self._shape for each in boards):
            return None
        self._signs = _in_order(signs)
        self._rests = Rests.of([board.rest for board in boards])
        chosen = [0, *luck.sample(range(1, len(seen)), min(MOST_DRAWN, len(seen)) - 1)]
        drawn = (self._drawing(seen[each], each % 2) for each in chosen)
        drawings = [drawing for drawing in drawn if drawing]
        if len(drawings) < len(chosen):
            return None
        self._start = drawings[0]
        return arranged([boards[each].signs for each in chosen], drawings)

    def _drawing(self, position: Any, seat: int) -> Drawing | None:
        """Return the board that the game's picture of a position shows, if it shows just one.

        Player ``seat`` moves if positions do not show it.
        """
        return drawing_of(lambda: self._explorer.rules.svg(position, seat))

    def at(self, place: Place) -> Edited:
        """Return the content of the page of a text; without a text, that of the start."""
        text = self._text(place)
        if self._arrangement is None:
            return self._typed(Place(text), text)
        board = Board.of(text)
        if board.shape != self._shape:
            expected = f"expected {_in_words(self._shape)}"
            raise InvalidArgumentError(f"bad board {spelled(text)}: {expected}")
        here = Place(text)
        sentence, reason, position = self._known(here)
        drawing = self._start
        if position is not None:
            drawing = self._drawing(position, self._explorer.seat(here, position)) or drawing
        shown = self._arrangement.drawn(drawing, board.signs)
        clicks = {str(sign): [each] for sign, each in enumerate(self._arrangement.places)}
        return Edited(
            here,
            safe(attrs.evolve(shown, names=()).svg(clicks)) or as_text(" ".join(board.signs)),
            {str(number): self._click(board, number) for number in range(len(board.signs))},
            (),
            tuple(
                (rest.strip(), Place(attrs.evolve(board, rest=rest).text))
                for rest in self._rests.near(board.rest)
            ),
            sentence,
            reason,
        )

    def _typed(self, here: Place, text: str) -> Edited:
        """Return the content for a text without signs of places: its numbers, if it is a list."""
        sentence, reason, position = self._known(here)
        board = as_text(text)
        if position is not None:
            board = self._explorer.album.picture(position, self._explorer.seat(here, position))
        is_list = self.has_numbers and NUMBERS.fullmatch(text)
        numbers = tuple(self._steps(text)) if is_list else ()
        return Edited(here, board, {}, numbers, (), sentence, reason)

    def _steps(self, text: str) -> Iterator[tuple[str, Place | None, Place | None]]:
        """Yield each number of a text, with the places in which it is less or greater by one."""
        most = self._most or 0
        for found in NUMBER.finditer(text):
            number, before, after = int(found[0]), text[: found.start()], text[found.end() :]
            less, more = (
                Place(f"{before}{other}{after}") if 0 <= other <= most else None
                for other in (number - 1, number + 1)
            )
            yield found[0], less, more

    def _text(self, place: Place) -> str:
        """Return the text of a place, or the root as it is if it is not a position."""
        explorer = self._explorer
        try:
            position, _ = explorer.walk(place)
        except GameSolverError:
            if place.root is None or place.way:
                raise
            return place.root
        if place.root is not None and not place.way and not explorer.rules.draws_for_either:
            return place.root
        return explorer.rules.format(position, explorer.seat(place, position))

    def _click(self, board: Board, number: int) -> tuple[Place, str]:
        """Return the place with the next sign in a text, and a description."""
        sign = board.signs[number]
        following = self._signs.index(sign) + 1 if sign in self._signs else 0
        chosen = self._signs[following % len(self._signs)]
        made = "empty" if chosen == EMPTY else chosen
        return Place(board.having(number, chosen).text), f"{self._name(number)}: make it {made}"

    def _name(self, number: int) -> str:
        """Return the name of the place of a sign, or its number if the picture has no names."""
        arrangement, names = self._arrangement, list(self._start.names)
        place = arrangement.places[number] if arrangement else number
        name = str(names[place]) if place < len(names) else ""
        return name or f"place {number + 1}"

    def _known(self, place: Place) -> tuple[str, str, Any]:
        """Return the outcome of a text as a sentence, or a heading and the reason of a refusal.

        The third item is the position, or None if it is not known.
        """
        explorer = self._explorer
        try:
            position = explorer.root(place)
            outcome = explorer.solution[position]
        except UnknownPositionError as error:
            return NOT_SOLVED, error.message, None
        except GameSolverError as error:
            return NOT_A_POSITION, error.message, None
        ended = explorer.rules.ending(position) is not None
        seat = explorer.seat(place, position)
        sentence = sentences.sentence(explorer.game, position, outcome, ended, seat)
        return sentence, "", position


Form: TypeAlias = tuple[str, ...]
"""The parts of a text between its numbers."""


@attrs.frozen
class Rests:
    """Texts after the board that are one click away: another player to move, or another number."""

    forms: Mapping[Form, str]
    """An example of each text, by its form."""
    limits: Mapping[int, Sequence[tuple[int, int]]]
    """The least and the greatest number that was seen at each place, by the count of numbers."""

    @classmethod
    def of(cls, rests: Sequence[str]) -> Rests:
        """Return the texts that follow from those of some positions."""
        forms = {_form(rest): rest for rest in sorted(rests, reverse=True)}
        if len(forms) > MOST_RESTS:
            return cls({}, {})
        seen: dict[int, list[list[int]]] = {}
        for rest in rests:
            numbers = _numbers_in(rest)
            seen.setdefault(len(numbers), []).append(numbers)
        limits = {
            count: [(min(each), max(each)) for each in zip(*rows, strict=True)]
            for count, rows in seen.items()
        }
        return cls(forms, limits)

    def near(self, rest: str) -> list[str]:
        """Return the texts one click away from a text.

        >>> Rests.of([" hand=2,2 x", " hand=1,2 o"]).near(" hand=2,2 x")
        [' hand=2,2 o', ' hand=1,2 x']
        """
        form, numbers = _form(rest), _numbers_in(rest)
        others = [
            _filled(each, numbers) if len(each) == len(form) else example
            for each, example in self.forms.items()
            if each != form
        ]
        return [*others, *(self._steps(form, numbers) if form in self.forms else [])]

    def _steps(self, form: Form, numbers: Sequence[int]) -> Iterator[str]:
        """Yield the text with each of its numbers less or greater by one, in the limits."""
        for place, (low, high) in enumerate(self.limits[len(numbers)]):
            for number in (numbers[place] - 1, numbers[place] + 1):
                if low <= number <= high:
                    yield _filled(form, [*numbers[:place], number, *numbers[place + 1 :]])


def _form(rest: str) -> Form:
    return tuple(NUMBER.split(rest))


def _numbers_in(rest: str) -> list[int]:
    return [int(each) for each in NUMBER.findall(rest)]


def _filled(form: Form, numbers: Iterable[int]) -> str:
    """Return the text of a form with these numbers.

    >>> _filled((" hand=", ",", " x"), [2, 3])
    ' hand=2,3 x'
    """
    return "".join(chain(*zip(form, [*map(str, numbers), ""], strict=True)))


def arranged(signs: Sequence[Sequence[str]], drawings: Sequence[Drawing]) -> Arrangement | None:
    """Return the arrangement of signs by which some texts have the pieces of their drawings.

    The signs may be in the order of the places, or in that of the last places (lines follow the
    points that they join). Otherwise each sign is looked up among the pieces, by its changes from
    position to position. Return None if no order makes the pieces depend on the signs alone.
    """
    count, places = len(signs[0]), len(drawings[0].places)
    if not 0 < count <= places or any(len(each.places) != places for each in drawings):
        return None
    columns = {
        tuple(_marked(drawing.pieces[place]) for drawing in drawings): place
        for place in range(places)
    }
    found = [columns.get(tuple(map(_marked, column)), -1) for column in zip(*signs, strict=True)]
    orders = [range(count), range(places - count, places), found]
    for order in orders:
        pieces = _pieces_by_sign(signs, drawings, order)
        if pieces is not None:
            return Arrangement(order, pieces)
    return None


def _pieces_by_sign(
    signs: Sequence[Sequence[str]], drawings: Sequence[Drawing], order: Sequence[int]
) -> dict[str, str] | None:
    """Return the piece of each sign, or None if pieces and signs do not correspond."""
    if len({*order}) < len(order) or min(order) < 0:
        return None
    pieces: dict[str, str] = {}
    for row, drawing in zip(signs, drawings, strict=True):
        for sign, place in zip(row, order, strict=True):
            piece = drawing.pieces[place]
            if pieces.setdefault(sign, piece) != piece:
                return None
            if bool(_marked(sign)) != bool(_marked(piece)):
                return None
    return pieces if len({*pieces.values()}) == len(pieces) else None


def _positions(explorer: Views, luck: Random) -> Iterator[Any]:
    """Yield the start, and the positions of some random ways from it."""
    rules = explorer.rules
    yield explorer.start
    for _ in range(WALKS):
        position = explorer.start
        for _ in range(MOST_PLIES):
            if rules.ending(position) is not None:
                break
            _, position = luck.choice(list(rules.played(position)))
            yield position


def _marked(sign: str) -> str:
    """Return a sign or a piece, and an empty text for an empty place or a house without seeds."""
    return "" if sign in NO_PIECE or sign == "0" else sign


def _in_order(signs: set[str]) -> list[str]:
    """Return signs in the order of clicks: empty first, and numbers by size without gaps.

    >>> _in_order({"x", ".", "o"}), _in_order({"0", "3", "1"})
    (['.', 'o', 'x'], ['0', '1', '2', '3'])
    """
    if all(map(str.isdecimal, signs)):
        return [str(number) for number in range(min(MOST_SIGNS, max(map(int, signs)) + 1))]
    return [EMPTY, *sorted(signs - {EMPTY})]


def _in_words(shape: Sequence[int]) -> str:
    """Return the number of signs in each row as text."""
    if len(shape) == 1:
        return f"{shape[0]} signs"
    if len({*shape}) == 1:
        return f"{len(shape)} rows of {shape[0]} signs"
    return f"rows of {', '.join(map(str, shape))} signs"
