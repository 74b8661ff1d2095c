"""Ways through a game: a root, and moves from there by their texts.

Explorers of solutions and of proofs share this module. They differ in the content of a page, but
not in the way to it.

Positions that do not show the player to move are seen from that player. Along a way the players
alternate from its root, so that men keep their colours from board to board.

Where the words of moves are long, an address has the texts that files have for them, which are
short; it reads them, whatever the game reads. One that is the text of several moves at its place,
or the words of another, stays out of addresses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any

import attrs

from gamesolver.errors import (
    GameContractError,
    GameSolverError,
    InvalidArgumentError,
    PositionTextError,
    UnknownPositionError,
)
from gamesolver.rules.faults import blame, call_text
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules, seats_of
from gamesolver.rules.messages import contract, illegal_move, shown, unreadable
from gamesolver.rules.parameters import titled
from gamesolver.rules.reading_back import why_unread
from gamesolver.show.sanitizing import Album, Picture
from gamesolver.show.winnings import Winnings, move_and_gain
from gamesolver.show.won_on_board import WonOnBoard
from gamesolver.texts import apart, spelled, standing_alone
from gamesolver.web.addresses import Place

LONG = 6  # characters of a move; what is longer has its text of files in addresses
KEPT = 2_000  # moves with their texts


@attrs.frozen
class Step:
    """A move on the way here or of the mainline, with the position after it."""

    move: str
    mover: str | None
    """Name of the player who made the move; None if boards do not show the players."""
    seat: int
    """Player index of the move; from the number of plies if positions do not show it."""
    player: str
    """Name of that player."""
    place: Place
    position: Any
    gain: int
    """Points that the move gained."""

    @property
    def text(self) -> str:
        """The move, and what it won at once, if anything."""
        return move_and_gain(self.move, self.gain)


class Walks:
    """The ways of one game from where the explorer begins.

    It keeps pictures made lately, and the texts of moves, which are the same at many positions.
    """

    def __init__(self, game: Game[Any, Any], start: Any, require: Callable[[Any], object]) -> None:
        self.game = game
        self.start = start
        self.rules = Rules(game)
        self.album = Album(self.rules)
        self._words = _remembering(self.rules.format_move)
        self._text_of_files = _remembering(self.rules.stored_move)
        self.keeps_colours = self.rules.has_seats or bool(self.rules.draws_for_either)
        self._require = require  # raises if a position is not known
        self._mover_in = lru_cache(KEPT)(self._named_mover)

    @property
    def name(self) -> str:
        """Title of the game, with the parameters that differ from their defaults."""
        return titled(self.game)

    @property
    def seats(self) -> tuple[str, str]:
        """Names of the players, player 0 first."""
        return seats_of(self.game)

    # ── who moves ──────────────────────────────────────────────────────────

    def seat(self, place: Place, position: Any) -> int:
        """Return the player to move at a place; players alternate if positions do not show it."""
        first = None if place.root is None else self._mover_in(place.root)
        return self.rules.mover(position, len(place.way), place.mover if first is None else first)

    # ── boards ─────────────────────────────────────────────────────────────

    def picture(self, step: Step, *, is_small: bool = False) -> Picture:
        """Return the board after a step, its men in the colours that they have on the way."""
        seat = self.seat(step.place, step.position)
        return self.album.picture(step.position, seat, is_small=is_small)

    def before(self, place: Place, way: Sequence[Step]) -> Picture:
        """Return the board before the last move of a way to a place, in the same colours."""
        if len(way) > 1:
            return self.picture(way[-2])
        root = self.root(place)
        return self.album.picture(root, self.seat(place.start, root))

    def won(self, place: Place, way: Sequence[Step]) -> list[WonOnBoard]:
        """Return what is won on the board at the root of a place, and after each step of a way."""
        here = WonOnBoard.at_root(self.rules)
        found = [here]
        for number, step in enumerate(way):
            if step.gain:
                before = self.before(place, way[: number + 1])
                here = here.after(step.seat, step.gain, before.html(), self.picture(step).html())
            found.append(here)
        return found

    # ── the way to a place ─────────────────────────────────────────────────

    def root(self, place: Place) -> Any:
        """Return the root position of a place; raise if it is not known."""
        if place.mover and self.rules.has_seats:
            problem = f"positions of {self.game!r} contain the player to move; leave 'mover' out"
            raise InvalidArgumentError(f"bad mover {spelled(str(place.mover))}: {problem}")
        return self.start if place.root is None else self._known(place.root)

    def walk(self, place: Place) -> tuple[Any, list[Step]]:
        """Return the position of a place, and the way there."""
        position, way = self.root(place), []
        for number, text in enumerate(place.way, start=1):
            move = self._meant(position, text)
            before, after = place.earlier(number - 1), place.earlier(number)
            successor, gain = self.rules.play(position, move), self.rules.gain(position, move)
            words = self._words(move)
            way.append(self.step(words, before, position, after, successor, gain))
            position = successor
        return position, way

    def step(
        self, move: str, before: Place, position: Any, after: Place, successor: Any, gain: int
    ) -> Step:
        """Return a move from one place to another, with who made it."""
        seat = self.seat(before, position)
        player = self.seats[seat]
        mover = player if self.keeps_colours else None
        return Step(move, mover, seat, player, after, successor, gain)

    def onwards(
        self, place: Place, position: Any, moves: Sequence[Any], legal: Sequence[Any] | None = None
    ) -> Iterator[tuple[str, Place]]:
        """Yield the names of some legal moves of a position, each with the place after it.

        A caller that has all legal moves passes them as ``legal``.
        """
        before, words = self._with_room(place, position), [*map(self._words, moves)]
        alone: set[str] = set()
        if any(len(each) > LONG for each in words):
            alone = self._alone(self.rules.moves(position) if legal is None else legal)
        for move, name in zip(moves, words, strict=True):
            yield name, before.after(self._short(move, name, alone))

    def after(self, place: Place, position: Any, move: Any) -> tuple[str, Place]:
        """Return a legal move in words, and the place after it."""
        return next(self.onwards(place, position, [move]))

    def _with_room(self, place: Place, position: Any) -> Place:
        """Return the place, or one with this position as its root if the way is too long."""
        if not place.is_full:
            return place
        mover = 0 if self.rules.has_seats else self.seat(place, position)
        return place.rooted_at(self.rules.format(position, mover), mover)

    # ── texts ──────────────────────────────────────────────────────────────

    def _named_mover(self, text: str) -> int | None:
        """Return the player to move that the text of a root names, if positions do not show it."""
        if "format_for" not in self.rules.draws_for_either:
            return None
        return self.rules.mover_in(text, self._known(text))

    def _known(self, text: str) -> Any:
        """The position with that text; without the spaces around it, where it has none with them.

        Our own links have the text as the game writes it, and people paste it with spaces.
        """
        try:
            position = self._parsed(text)
            self._require(position)
            return position
        except (PositionTextError, UnknownPositionError):
            bare = text.strip()
            if bare == text:
                raise
        return self._known(bare) if bare else self.start

    def _parsed(self, text: str) -> Any:
        try:
            return self.game.parse(text)
        except PositionTextError as error:
            why = why_unread(self.game, self.start)
            if not why:
                raise
            message = f"{why}; an address can name the moves from the start instead, with 'move'"
            raise PositionTextError(message, text) from error
        except GameSolverError:
            raise
        except Exception as error:  # an author's own parse may raise anything
            example = self.rules.format(self.start)
            raise unreadable(self.game, text, f"a text such as {example!r}") from error

    def _meant(self, position: Any, text: str) -> Any:
        """Return the legal move that an address calls so."""
        has_ended = self.rules.ending(position) is not None
        legal = () if has_ended else self.rules.moves(position)
        alone, named = self._alone(legal), []
        for move in legal:
            name = self._words(move)
            if text == self._short(move, name, alone) != name:
                return move
            if text == name and move not in named:
                named.append(move)
        if len(named) > 1:
            raise self._ambiguous(position, text, named)
        read = self._read(position, text, legal)
        if named and read != named[0]:
            raise self._misread(position, text, read, named[0])
        return read

    def _alone(self, legal: Sequence[Any]) -> set[str]:
        """Return the texts that files have for long words, if they are unique."""
        words = [*map(self._words, legal)]
        long = (move for move, name in zip(legal, words, strict=True) if len(name) > LONG)
        return standing_alone([*map(self._text_of_files, long)], words)

    def _short(self, move: Any, name: str, alone: set[str]) -> str:
        """Return the text of a move for addresses: that of files if the name is long."""
        if len(name) <= LONG:
            return name
        text = self._text_of_files(move)
        is_shorter = len(text) < len(name) and text.isprintable()
        return text if is_shorter and text in alone else name

    def _read(self, position: Any, text: str, legal: Sequence[Any]) -> Any:
        """Return the legal move that the game reads from a text; a reader may accept any text.

        If it is not the words of that move, and files have it for another one, it is refused.
        """
        try:
            move = self.game.parse_move(position, text)
            is_legal = move in legal
        except GameSolverError:
            raise
        except Exception as error:
            raise blame(self.game, "parse_move", (position, text), error) from error
        if not is_legal or self._is_stored_for_another(text, move, legal):
            raise illegal_move(self.game, position, text, text)
        return move

    def _is_stored_for_another(self, text: str, move: Any, legal: Sequence[Any]) -> bool:
        """Return True if a text is not the words of a move, and files have it for another."""
        return text != self._words(move) and any(
            each != move and self._text_of_files(each) == text for each in legal
        )

    def _misread(self, position: Any, text: str, read: Any, move: Any) -> GameContractError:
        """Make the error for words of a move that the game reads as another move."""
        call = call_text(self.game, "parse_move", (position, text))
        got, wanted = apart(read, move)
        message = f"{call} returned {got}: expected {wanted}, which format_move writes as that text"
        return contract(self.game, "parse_move", message, position)

    def _ambiguous(self, position: Any, text: str, named: Sequence[Any]) -> GameContractError:
        """Make the error for a text that is the words of several moves."""
        return contract(
            self.game,
            "different move texts",
            f"moves {' and '.join(apart(*named[:2]))} at position {shown(self.game, position)} "
            f"are both {spelled(text)} in format_move: expected different texts",
            position,
        )


def _remembering(text_of: Callable[[Any], str]) -> Callable[[Any], str]:
    """Return the function with a cache for moves that are numbers and texts.

    Moves of other types can be equal and have different names, so they are not cached.
    """
    kept = lru_cache(KEPT, typed=True)(text_of)

    def text(move: Any) -> str:
        return kept(move) if type(move) in (int, str) else text_of(move)

    return text


def winnings(way: Sequence[Step]) -> Winnings:
    """Return the points that each player has won on a way."""
    return Winnings.of((step.seat, step.gain) for step in way)
