"""Explanation of a proved outcome: one move of the side that holds it, and every reply.

The side that wins, or does not lose, *holds* the position. At a turn of that side one move is
sufficient. At a turn of the other side every move needs a response. So an explanation is one move,
and the replies to it, each with the move that responds to it. The position after that response is
explained in the same way, to any depth.

Known bounds are taken from the table of the search. If an entry was dropped, the search is called
again, and only for the bound required: that the side still gets as much, with one ply less.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Generic, NotRequired, TypedDict

import attrs

from gamesolver.lazy import shown_by
from gamesolver.proofs.questions import Questions, exactly, value_alone
from gamesolver.proofs.search_scores import NOTHING, Scale
from gamesolver.rules.game import Game, MoveT, PositionT
from gamesolver.rules.guard import Rules
from gamesolver.shapes import BoundsShape, Gain, Shaped, bounds_shape
from gamesolver.show.winnings import move_and_gain
from gamesolver.texts import flat
from gamesolver.value import Bounds

NEAR = 4
"""Plies to an end that are searched in no time: claims nearer to it are not kept in files."""


class ReplyShape(TypedDict):
    """A move of the side that does not hold a position, and the answer to it."""

    move: str
    position: Annotated[str, "After the reply."]
    bounds: Annotated[
        BoundsShape, "For the player making the reply, counted from the position before it."
    ]
    answer: Annotated[
        str | None, "`null` at the end, if the same player moves again, and if none is proved."
    ]
    gain: NotRequired[Gain]


@attrs.frozen
class Reply(Generic[MoveT, PositionT]):
    """Move of the side that does not hold the position, and the response to it.

    >>> from games import Nim
    >>> from gamesolver import prove
    >>> reply = prove(Nim(heaps=(1, 1))).explain().replies[0]
    >>> reply.move, reply.answer, str(reply.bounds)
    ((0, 1), (1, 1), 'loss in 2')
    """

    move: MoveT
    position: PositionT
    bounds: Bounds
    """Known bounds of the move, **for the player making it**, counted from before it."""
    answer: MoveT | None = None
    """Move that holds the position after the reply. ``None`` if play has ended, if the same player
    moves again, or if no move is shown within the seconds.
    """
    gain: int = 0
    """Points that the reply wins at once, for the player making it."""
    gain_of_answer: int = 0
    """Points that the response wins at once, for the player making it."""


class ExplanationShape(TypedDict):
    """Reason for an outcome: `Explanation.as_json` and `prove --explain --json`."""

    position: str
    bounds: Annotated[BoundsShape, "For the player to move."]
    move: Annotated[str | None, "The move that holds the bound; `null` if the other side holds."]
    leads_to: Annotated[str | None, "The position after that move."]
    replies: list[ReplyShape]
    stopped: Annotated[str, "Reason why it stopped early; empty if it is complete."]
    gain: NotRequired[Annotated[int, "Points that this move wins at once, if there is one."]]


@attrs.frozen(repr=False)
class Explanation(Shaped, Generic[PositionT, MoveT]):
    """One move of the side that holds a position, and the responses to all replies.

    >>> from games import TicTacToe
    >>> from gamesolver import prove
    >>> game = TicTacToe()
    >>> print(prove(game, game.parse("xo..x...o")).explain())
    win in 3: 3, and then
      2: 5, loss in 2
      5: 6, loss in 2
      6: 5, loss in 2
      7: 5, loss in 2
    """

    game: Game[PositionT, MoveT]
    position: PositionT
    bounds: Bounds
    """Known bounds of the position, for the player to move."""
    move: MoveT | None = None
    """Move that holds; ``None`` if the other side holds, or no side is known to."""
    after: PositionT | None = None
    """Position after that move; without a move, the position itself."""
    gain: int = 0
    """Points that the move wins at once, for the player making it."""
    replies: tuple[Reply[MoveT, PositionT], ...] = ()
    """Moves of the other side in ``after``, in the order of ``game.moves``. Empty if play has
    ended, or if the same player moves again.
    """
    stopped: str = ""
    """Reason why the search stopped early; empty if it did not."""

    def __str__(self) -> str:
        worded = partial(gained, Rules(self.game))
        move = "" if self.move is None else f": {worded(self.move, self.gain)}"
        then = ", and then" if self.replies and move else ":" if self.replies else ""
        stopped = [f"stopped: {self.stopped}"] if self.stopped else []
        replies = map(self._line, self.replies)
        return "\n".join([f"{self.bounds}{move}{then}", *replies, *stopped])

    def _line(self, reply: Reply[Any, Any]) -> str:
        worded = partial(gained, Rules(self.game))
        answer = "" if reply.answer is None else f"{worded(reply.answer, reply.gain_of_answer)}, "
        return f"  {worded(reply.move, reply.gain)}: {answer}{reply.bounds}"

    def __repr__(self) -> str:
        first, count = str(self).splitlines()[0], len(self.replies)
        replies = f" {count} {'reply' if count == 1 else 'replies'}" if count else ""
        stopped = f"; {self.stopped}" if self.stopped else ""
        return flat(f"<{first}{replies}{stopped}>")

    def shape(self) -> ExplanationShape:
        """Return the explanation as plain data, in the shape of JSON results."""
        rules = Rules(self.game)

        def named(move: Any) -> str | None:
            return None if move is None else rules.format_move(move)

        shape: ExplanationShape = {
            "position": rules.format(self.position),
            "bounds": bounds_shape(self.bounds),
            "move": named(self.move),
            "leads_to": None if self.after is None else rules.format(self.after),
            "replies": [_reply_shape(rules, each) for each in self.replies],
            "stopped": self.stopped,
        }
        has_gain = rules.has_gains and self.move is not None
        return {**shape, "gain": self.gain} if has_gain else shape

    _repr_html_ = shown_by("show.proofs", "explanation_html")


def _reply_shape(rules: Rules[Any, Any], reply: Reply[Any, Any]) -> ReplyShape:
    shape: ReplyShape = {
        "move": rules.format_move(reply.move),
        "position": rules.format(reply.position),
        "bounds": bounds_shape(reply.bounds),
        "answer": None if reply.answer is None else rules.format_move(reply.answer),
    }
    return {**shape, "gain": reply.gain} if rules.has_gains else shape


def gained(rules: Rules[Any, Any], move: Any, gain: int) -> str:
    """Return a move as text, with its gain, if any."""
    return move_and_gain(rules.format_move(move), gain)


@attrs.define
class Explainer:
    """Explains positions of one game, by the answers to questions about it."""

    questions: Questions

    def known(self, position: Any) -> tuple[int, int]:
        """Return the bounds of a position that the questions and the table have."""
        questions, bounds = self.questions, self.questions.bounds(position)
        key = questions.rules.canonical(position)
        if questions.rules.ending(position) is not None or questions.search.solved.found(key):
            return bounds  # the search has no bounds of terminal positions
        kept = questions.search.known(key)
        least, most = max(bounds[0], kept[0]), min(bounds[1], kept[1])
        questions.require_order(position, least, most)
        return least, most

    def resolved(self, position: Any) -> tuple[int, int]:
        """Return these bounds after resolving the value, and the plies if an end is near."""
        bounds, scale = self.known(position), self.scale(position)
        if value_alone(scale, *bounds) is not None:
            self.questions.resolve(position, value_alone)
            bounds = self.known(position)
        if self._is_near(scale, bounds):
            self.questions.resolve(position, exactly)
            bounds = self.known(position)
        return bounds

    def _is_near(self, scale: Scale, bounds: tuple[int, int]) -> bool:
        """Return True if an end is so near that finding its exact plies takes no time."""
        least, most = bounds
        won_or_lost = least if least > 0 else most if most < 0 else 0
        return won_or_lost != 0 and not scale.has_gains and scale.plies(won_or_lost) <= NEAR

    def scale(self, position: Any) -> Scale:
        """Return the scale of the player to move at a position."""
        return self.questions.scales.at(position)

    def holding(self, position: Any, bound: int) -> Any:
        """Return a move that reaches ``bound``: one known to reach it, else one found to.

        Return ``None`` if there is none, which means that the bound does not hold.
        """
        played = self._played(position)
        known = (move for move, after in played if self._seems_to_get(position, move, after, bound))
        found = (
            move for move, after in played if self.questions.move_gets(position, move, after, bound)
        )
        first = next(known, None)
        return next(found, None) if first is None else first

    def capped(self, position: Any, move: Any, successor: Any, most: int) -> tuple[int, int]:
        """Return the bounds of a move whose player gets at most ``most``."""
        bounds = self.questions.bounds_of_move(position, move, successor, self.known(successor))
        return min(bounds[0], most), min(bounds[1], most)

    def answer(self, position: Any, move: Any, successor: Any, held: int) -> Any:
        """Return the holding side's response to the other side's move, or ``None``."""
        rules = self.questions.rules
        if rules.ending(successor) is not None or rules.turn_kept(position, successor):
            return None
        least = self.known(successor)[0]
        return self.holding(successor, max(least, self.needed(position, move, held)))

    def needed(self, position: Any, move: Any, held: int, own: bool = False) -> int:
        """Return the number that the holding side needs after its own or the other's move."""
        gain = self.questions.rules.gain(position, move)
        return self.scale(position).successor_target(held, True, gain if own else -gain)

    def _seems_to_get(self, position: Any, move: Any, successor: Any, bound: int) -> bool:
        rules = self.questions.rules
        kept, gain = rules.turn_kept(position, successor), rules.gain(position, move)
        least, most = self.known(successor)
        return self.scale(position).backed_up(least if kept else most, kept, gain) >= bound

    def _played(self, position: Any) -> list[tuple[Any, Any]]:
        """Return the moves with their successors, the most promising first."""
        rules = self.questions.rules
        moves = self.questions.search.moves_first(position)
        return [(move, rules.play(position, move)) for move in moves]


class Explaining:
    """One explanation in progress; if it is interrupted, the results so far are kept."""

    def __init__(self, questions: Questions, position: Any) -> None:
        self._explainer = Explainer(questions)
        self._rules = questions.rules
        self.position = position
        self._found: dict[str, Any] = {}
        self._replies: list[Reply[Any, Any]] = []
        self._shown = NOTHING  # so far by the moves of a position that the other side holds

    def run(self) -> None:
        """Find the side that holds the position, its move, and the response to each reply."""
        if self._rules.ending(self.position) is not None:
            return
        least, most = self._explainer.resolved(self.position)
        if most < 0:
            self._shown = self._find_replies(self.position, -most)
            return
        scale = self._explainer.scale(self.position)
        if least < 0 and value_alone(scale, least, most) is not None:
            return
        move = self._explainer.holding(self.position, least)
        if move is None:
            return
        after = self._rules.play(self.position, move)
        gain = self._rules.gain(self.position, move)
        self._found = {"move": move, "after": after, "gain": gain}
        is_over = self._rules.ending(after) is not None
        if not is_over and not self._rules.turn_kept(self.position, after):
            self._find_replies(after, self._explainer.needed(self.position, move, least, own=True))

    def _find_replies(self, position: Any, held: int) -> tuple[int, int]:
        """Find the moves at a position that the other side holds, then the response to each.

        Return the bounds of the position that follow from theirs.
        """
        explainer, rules = self._explainer, self._rules
        scale = explainer.scale(position)
        played = rules.played(position)
        for move, after in played:
            bounds = scale.of_moves.between(*explainer.capped(position, move, after, -held))
            gain = rules.gain(position, move)
            self._replies.append(Reply(move, after, bounds, gain=gain))
        shown = []
        for number, (move, after) in enumerate(played):
            answer = explainer.answer(position, move, after, held)
            shown.append(explainer.capped(position, move, after, -held))
            gain = 0 if answer is None else rules.gain(after, answer)
            self._replies[number] = attrs.evolve(
                self._replies[number],
                answer=answer,
                bounds=scale.of_moves.between(*shown[-1]),
                gain_of_answer=gain,
            )
        return max(least for least, _ in shown), max(most for _, most in shown)

    def known(self) -> dict[Any, tuple[int, int]]:
        """Return the positions in the explanation, with their bounds."""
        after = [self._found["after"]] if self._found else []
        worded = [self.position, *after, *(reply.position for reply in self._replies)]
        return {each: self._explainer.known(each) for each in worded}

    def explanation(self, stopped: str) -> Explanation[Any, Any]:
        """Return the explanation found so far."""
        bounds = self._explainer.questions.known(self.position)
        if bounds.outcome is None:
            least, most = self._explainer.known(self.position)
            least, most = max(least, self._shown[0]), min(most, self._shown[1])
            bounds = self._explainer.scale(self.position).between(least, most)
        replies, game = tuple(self._replies), self._rules.game
        return Explanation(
            game, self.position, bounds, replies=replies, stopped=stopped, **self._found
        )
