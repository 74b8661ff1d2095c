"""Content of a page of a proof: the move that holds, every reply, and the answer to it.

All of it comes from the rules and from ``Proof.explain``. Positions are proved when a visitor opens
their page. Each response has a time limit, and a result that is not exact by then
is a bound. A query writes to the tables of the search, so queries wait for each
other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from threading import Lock
from typing import Any

import attrs

from gamesolver.proofs.explaining import Explanation
from gamesolver.proofs.proof import Proof, ProofShape
from gamesolver.show.sanitizing import Picture
from gamesolver.show.sentences import Voice, headline
from gamesolver.show.winnings import gains_so_far, move_and_gain
from gamesolver.value import Bounds
from gamesolver.web.addresses import Place
from gamesolver.web.walking import Step, Walks, winnings

SECONDS = 5.0
"""Time limit of a response; a client is disconnected after four times as long."""


@attrs.frozen
class MoveLink:
    """A legal move, with the place after it."""

    move: str
    gain: int
    place: Place

    @property
    def text(self) -> str:
        """The move, and what it wins at once, if anything."""
        return move_and_gain(self.move, self.gain)


@attrs.frozen
class ReplyLink(MoveLink):
    """A reply, with what is known of it and what answers it."""

    bounds: Bounds
    """Bounds for the player who makes the reply."""
    answer: MoveLink | None


@attrs.frozen
class ProvedView:
    """Content of a page of a proof."""

    place: Place
    position: Any
    seat: int
    """Player index to move; from the number of plies if positions do not show it."""
    text: str
    board: Picture
    player: str
    """Name of the player to move."""
    other: str
    """And the other one."""
    why: Explanation[Any, Any]
    sentence: str
    so_far: str
    """Text about points won on the way here; empty if moves do not gain points."""
    has_ended: bool
    moves_again: bool
    """True if the same player moves again after the move that holds."""
    steps: tuple[Step, ...]
    """All legal moves, in the order of the game."""
    holding: MoveLink | None
    """Move that holds; None if the other side holds, or if neither is known to."""
    replies: tuple[ReplyLink, ...]
    """Of the side that does not hold: to that move, else at this position."""
    way: tuple[Step, ...]

    @property
    def others(self) -> tuple[MoveLink, ...]:
        """Legal moves other than the move that holds and the replies."""
        shown = {self.holding.move} if self.holding else {reply.move for reply in self.replies}
        return tuple(each for each in self.moves if each.move not in shown)

    @property
    def moves(self) -> tuple[MoveLink, ...]:
        """All legal moves, in the order of the game."""
        return tuple(MoveLink(each.move, each.gain, each.place) for each in self.steps)


class ProofViews(Walks):
    """Source of the pages of a proof."""

    def __init__(self, proof: Proof[Any, Any], seconds: float = SECONDS) -> None:
        super().__init__(proof.game, proof.position, lambda position: None)
        self.proof = proof
        self.seconds = seconds
        self._voice = Voice(self.rules)
        self._one_at_a_time = Lock()
        with proof.within(0):
            pass  # compiles what the first visitor would have to wait for

    def about(self) -> ProofShape:
        """Return the proved statement as data."""
        with self._one_at_a_time, self.proof.within(self.seconds):
            return self.proof.shape()

    def at(self, place: Place) -> ProvedView:
        """Return the content of the page of a place."""
        position, way = self.walk(place)
        with self._one_at_a_time, self.proof.within(self.seconds):
            why = self.proof.explain(position)
        has_ended = self.rules.ending(position) is not None
        seat = self.seat(place, position)
        holding = None if why.move is None else self._link(place, position, why.move)
        is_held = holding is not None and why.after is not None
        return ProvedView(
            place,
            position,
            seat,
            self.rules.format(position, seat),
            self.album.picture(position, seat),
            self.seats[seat],
            self.seats[1 - seat],
            why,
            headline(self._voice.known(position, why.bounds, seat)),
            self._so_far(place, way, seat, why.bounds, has_ended),
            has_ended,
            is_held and self.rules.turn_kept(position, why.after),
            () if has_ended else tuple(self._steps(place, position)),
            holding,
            tuple(self._replies(place if holding is None else holding.place, position, why)),
            tuple(way),
        )

    def _steps(self, place: Place, position: Any) -> Iterator[Step]:
        """Yield all legal moves, with where they lead."""
        played = [*self.rules.played(position)]
        legal = [move for move, _ in played]
        links = self.onwards(place, position, legal, legal)
        for (move, successor), (text, after) in zip(played, links, strict=True):
            gain = self.rules.gain(position, move)
            yield self.step(text, place, position, after, successor, gain)

    def _replies(
        self, place: Place, position: Any, why: Explanation[Any, Any]
    ) -> Iterator[ReplyLink]:
        """Yield the replies, from the place where they are made."""
        here = position if why.move is None else why.after
        links = self.onwards(place, here, [reply.move for reply in why.replies])
        for reply, (text, after) in zip(why.replies, links, strict=True):
            answer = None
            if reply.answer is not None:
                answer = self._link(after, reply.position, reply.answer)
            yield ReplyLink(text, self.rules.gain(here, reply.move), after, reply.bounds, answer)

    def _link(self, place: Place, position: Any, move: Any) -> MoveLink:
        text, after = self.after(place, position, move)
        return MoveLink(text, self.rules.gain(position, move), after)

    def _so_far(
        self, place: Place, way: Sequence[Step], seat: int, bounds: Bounds, has_ended: bool
    ) -> str:
        """Return the text about points won, with the match if the way begins at the start."""
        if not way or not self.rules.has_gains:
            return ""
        won, outcome = winnings(way), bounds.outcome
        is_match = place.root is None and self.start == self.rules.start()
        match = won.match(seat, outcome) if is_match and outcome is not None else None
        return headline(gains_so_far(self.seats, won, match, has_ended))
