"""A trial: the rules tried on a hundred positions before they are trusted with millions.

Inside a kernel an author's mistake is silent: a buffer overrun, an index out of range. So
before a solve the rules run as plain Python, where every access is checked (see
``interpreted``), on positions met in seeded random play; of a numbered game also on what
stands in seeded slots, for all of them will be solved. Then they run compiled, must say the
same, and what they say must be possible. A trial is short, for every solve begins with
one: ``check_game`` tries the same laws in the same words on ten times as many positions.

Each method of :class:`Trial` tries laws on one position and raises the first fault it
meets, as a ``GameContractError`` with the name of the law.

**The laws of an index: slots and positions belong together.**

``index`` takes a position to its slot and ``position_at`` takes a slot to the position that
stands in it. Slot i is *valid* if ``index(position_at(i)) == i``; every other one is a hole,
and what ``position_at`` makes of a hole either is no position (-1) or has a valid slot of
its own: a board that stands for no orbit, say, where ``index`` folds. Each orbit has one
slot, and each valid slot one orbit.

Each method tries one law and raises its fault as a ``GameContractError``.

**The law of predecessors: what a move has led to leads back to where it came from.**

``predecessors`` gives each position that has a move to the one asked about, as often as it
has such moves. This is tried from both ends of a move. Going *forth*, each successor must
give the position as often as moves lead there. Going *back*, each position given must have
as many moves. What is given may also be an end of play, or no position: ``index`` says so
with -1 or with the slot of a hole, and nobody looks at it. It must not have the slot of
another position, which would be taken for it.

Where many positions are one move away, some of them are looked at, always the same ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from operator import methodcaller
from random import Random
from typing import Any

from gamesolver.arguments import NO_POSITION
from gamesolver.errors import GameContractError
from gamesolver.kernels.codes import MOST_GAIN
from gamesolver.kernels.places import BY_CANONICAL, BY_SYMMETRIES
from gamesolver.rules.calls import FOR_SOLVES, Calls, not_undone
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.faults import (
    blame,
    listed_twice,
    named,
    no_twin,
    not_alone,
    not_by_the_rules,
    seats_exchanged,
    stuck,
)
from gamesolver.rules.guard import Rules, methods_beside
from gamesolver.rules.interpreted import interpreted
from gamesolver.rules.lookup import require_positions
from gamesolver.rules.messages import contract, shown, shown_apart
from gamesolver.texts import texts_apart

# ── the laws of an index: slots and positions belong together ───────────────────────────────────


class Numbering:
    """The index of one game."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        self.calls = game.rules.calls
        self.slots = game.rules.slots or 0

    def is_valid(self, slot: int) -> bool:
        """Whether a position stands in a slot."""
        return 0 <= slot == self.calls.slot_of(self.calls.position_in(slot))

    def drawn(self, count: int, luck: Random) -> Iterator[int]:
        """Slots drawn at random; all of them, in order, where they are no more than that."""
        if self.slots <= count:
            return iter(range(self.slots))
        return (luck.randrange(self.slots) for _ in range(count))

    def standing(self, count: int, luck: Random) -> Iterator[int]:
        """What stands in slots drawn at random."""
        for slot in self.drawn(count, luck):
            with suppress(GameContractError):  # reported where the slot is tried
                if self.is_valid(slot):
                    yield self.calls.position_in(slot)

    # ── laws ───────────────────────────────────────────────────────────────

    def of_slot(self, slot: int) -> None:
        """Try "slots" on a slot: it is valid, or a hole that does not lead to another."""
        position = self.calls.position_in(slot)
        other = self.calls.slot_of(position)
        if position == NO_POSITION and other == slot:
            message = f"position_at({slot}) is 2^64 - 1, which stands for no position: "
            message += f"expected any other where index gives {slot}"
            raise self._fault("slots", message, position)
        if other not in (-1, slot) and not self.is_valid(other):
            raise self._fault(
                "slots",
                f"position_at({slot}) is {position}, whose index is {other}, and slot {other} is "
                f"a hole: expected {slot}, a slot in which a position stands, or -1",
                position,
            )

    def of_position(self, position: int) -> None:
        """Try "slots" on a position: it has a valid slot."""
        slot = self.calls.slot_of(position)
        if slot < 0:
            message = f"position {self._show(position)} has index -1: expected a slot"
            raise self._fault("slots", f"{message} from 0 to {self.slots - 1}", position)
        back = self.calls.position_in(slot)
        if (other := self.calls.slot_of(back)) != slot:
            own, standing = shown_apart(self.game, position, back)
            raise self._fault("slots", not_undone(own, slot, standing, other), position)
        if self.calls.folding == BY_CANONICAL and (
            (canonical := self.calls.ask("canonical", position)) != back
        ):
            own = self._show(position)
            standing, folded = shown_apart(self.game, back, canonical)
            message = (
                f"position {own} has slot {slot}, where position_at gives {standing}, but "
                f"canonical {folded}: expected index and position_at to agree"
            )
            raise self._fault("slots", message, position)

    def of_twins(self, position: int) -> None:
        """Try "one slot": all of an orbit has the same."""
        slot = self.calls.slot_of(position)
        for twin in self.calls.ask_symmetries(position):
            other = self.calls.slot_of(twin)
            if other != slot:
                one, two = shown_apart(self.game, position, twin)
                raise self._fault(
                    "one slot",
                    f"position {one} has slot {slot}, and its twin {two} has slot {other}: "
                    "expected one slot for all of an orbit",
                    position,
                )

    def of_others(self, position: int) -> None:
        """Try "shared slots": what stands in the slot of a position is a twin of it."""
        slot = self.calls.slot_of(position)
        if not self.is_valid(slot):
            return
        other = self.calls.position_in(slot)
        if other != position and position not in self.calls.ask_symmetries(other):
            raise not_alone(self.game, position, other, slot)

    def _show(self, position: int) -> str:
        return shown(self.game, position)

    def _fault(self, law: str, complaint: str, position: int) -> GameContractError:
        return contract(self.game, law, complaint, position)


# ── the law of predecessors ─────────────────────────────────────────────────────────────────────

NEIGHBOURS = 8
"""So many positions are looked at in each direction."""


def require_predecessors(game: CompiledGame, position: int) -> None:
    """Try "predecessors" on the moves from a position and on those that lead there."""
    calls = game.rules.calls
    if not calls.is_over(position):
        successors = Counter(calls.ask_successors(position)[1])
        for successor, moves in _some(successors.items(), position):
            times = calls.ask_predecessors(successor).count(position)
            _require_same(game, position, successor, moves, times)
    if game.rules.predecessor_slots is not None:
        require_predecessor_slots(game, position)
    predecessors = Counter(calls.ask_predecessors(position))
    for before, times in _some(predecessors.items(), position):
        if game.rules.by_stage is not None:
            calls.ask("stage", before)  # within a stage waves ask it of all that is listed
        if _counts(game, before, position):
            moves = calls.ask_successors(before)[1].count(position)
            _require_same(game, before, position, moves, times)


def require_predecessor_slots(game: CompiledGame, position: int) -> None:
    """Require the slots that ``index`` gives of the predecessors of a position."""
    calls = game.rules.calls
    expected = sorted(map(calls.slot_of, calls.ask_predecessors(position)))
    given = sorted(calls.ask_predecessor_slots(position))
    if given != expected:
        one, other = texts_apart((str(given), given), (str(expected), expected))
        message = f"predecessor_slots({shown(game, position)}) gives {one}: expected {other}, "
        message += "which index says of what predecessors lists"
        raise contract(game, "predecessors", message, position)


def _some(neighbours: Iterable[tuple[int, int]], position: int) -> Iterator[tuple[int, int]]:
    """All of them, or some drawn at random."""
    listed = list(neighbours)
    few = len(listed) <= NEIGHBOURS
    return iter(listed if few else Random(position).sample(listed, NEIGHBOURS))


def _counts(game: CompiledGame, before: int, position: int) -> bool:
    """Whether what is given as a predecessor is a position, and play goes on there."""
    calls = game.rules.calls
    if not game.rules.is_numbered:
        return False  # nothing shows what is no position
    slot = calls.slot_of(before)
    if slot < 0:
        return False
    standing = calls.position_in(slot)
    if calls.slot_of(standing) != slot or calls.is_over(standing):
        return False
    if before != standing and before not in calls.ask_symmetries(standing):
        where, (other, alias) = shown(game, position), shown_apart(game, standing, before)
        message = f"predecessors({where}) gives {alias}, which has slot {slot} and is no twin of "
        message += f"{other}, which stands there: expected index to give -1 for what is no position"
        raise contract(game, "predecessors", message, position)
    return True


def _require_same(game: CompiledGame, before: int, position: int, moves: int, times: int) -> None:
    """Require that a position be given as often as it has moves."""
    if moves == times:
        return
    one, other = shown_apart(game, before, position)
    has = ("no move", "a move")[moves] if moves < 2 else f"{moves} moves"
    words = ("does not give it", "gives it once", "gives it twice")
    gives = words[times] if times < len(words) else f"gives it {times} times"
    message = f"position {one} has {has} to {other}, and predecessors({other}) {gives}: expected "
    raise contract(game, "predecessors", f"{message}it as often as it has such moves", before)


# ── a trial ────────────────────────────────────────────────────────────────────────

BEFORE_A_SOLVE = 100
"""So many positions of random play are tried before a solve, and so many slots."""

BEFORE_A_PROOF = 12
"""So many positions, at most, are asked for candidates before a first proof by some rules."""

SLOTS = 100  # whose positions are further roots
SEED = 20_260_919
LONGEST_PLAY = 200
SHORTEST_PLAY = 10


def try_rules(game: CompiledGame, roots: Sequence[int]) -> None:
    """Raise ``GameContractError`` for the first thing that the rules do wrong."""
    try:
        game.rules.calls.fit()
        require_positions(game, roots)
        trial = Trial(game)
        luck = Random(SEED)
        for slot in trial.numbering.drawn(BEFORE_A_SOLVE, luck):
            trial.slot_is_sound(slot)
        for position in trial.play_from(roots, luck, BEFORE_A_SOLVE):
            for law in LAWS_OF_THE_TRIAL:
                law(trial, position)
    except GameContractError as error:
        raise named(game, error) from error.__cause__


def try_before_a_proof(game: CompiledGame, root: Any) -> None:
    """Raise for candidates, or a player, that cannot be; once for each rules.

    They are asked as plain Python alone, along a line of random play: there a write out of range is
    seen before it harms anything, and nothing is compiled that a proof does not need.
    """
    asked = {"candidates": game.rules.candidates, "player": game.rules.player}
    rules = {name for name, rule in asked.items() if rule is not None}
    if rules <= game.rules.trials_passed:
        return
    plain, luck, position = interpreted(game.rules.calls), Random(SEED), root
    try:
        game.rules.calls.fit((*FOR_SOLVES, *rules))
        for _ in range(BEFORE_A_PROOF):
            if plain.is_over(position):
                break
            if "player" in rules:
                plain.ask("player", position)
            if "candidates" in rules:
                plain.ask_ranked(position)
            successors = plain.ask_successors(position)[1]
            if not successors:
                raise stuck(game, position)
            position = luck.choice(successors)
    except GameContractError as error:
        raise named(game, error) from error.__cause__
    game.rules.trials_passed.update(rules)


class Trial:
    """The rules of one game, tried position by position."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        self.rules = game.rules
        self.calls = game.rules.calls
        self.plain = interpreted(self.calls)
        self.numbering = Numbering(game)

    # ── laws at a position ─────────────────────────────────────────────────

    def in_both_modes(self, position: int) -> None:
        """Ask what a solve asks as plain Python and then compiled: "bounds" and "two modes"."""
        self._both(self.rules.end_rule, position, methodcaller("ask_end", position))
        for name in ("player", "stage", "index", "canonical"):
            if getattr(self.rules, name) is not None:
                self._both(name, position, methodcaller("ask", name, position))
        if self.rules.symmetries is not None:
            self._both("symmetries", position, methodcaller("ask_symmetries", position))
        if self.rules.predecessors is not None:
            self._both("predecessors", position, methodcaller("ask_predecessors", position))
        if self.rules.predecessor_slots is not None:
            slots = methodcaller("ask_predecessor_slots", position)
            self._both("predecessor_slots", position, slots)
        if not self.calls.is_over(position):
            self._both("successors", position, methodcaller("ask_moves", position))
            if self.rules.count_moves is not None:
                count = methodcaller("ask", "count_moves", position)
                self._both("count_moves", position, count)
        if self.rules.index is not None and (slot := self.calls.ask("index", position)) >= 0:
            self._both("position_at", slot, methodcaller("position_in", slot))

    def all_in_both_modes(self, position: int) -> None:
        """The same of ``candidates`` too: no solve asks for them, and so none compiles them."""
        self.in_both_modes(position)
        if self.rules.candidates is not None and not self.calls.is_over(position):
            self._both("candidates", position, methodcaller("ask_ranked", position))

    def play_goes_on(self, position: int) -> None:
        """Try "ending", "stuck", "unique moves", "player" and "stage"."""
        if self.calls.is_over(position):
            return
        codes, positions = self.calls.ask_successors(position)
        if not codes:
            raise stuck(self.game, position)
        if len(set(codes)) < len(codes):
            twice = next(code for code in codes if codes.count(code) > 1)
            raise listed_twice(self.game, position, twice)
        if self.rules.count_moves is not None:
            counted = self.calls.ask("count_moves", position)
            if counted != len(codes):
                message = f"count_moves({shown(self.game, position)}) returned {counted}: expected "
                message += f"{len(codes)}, as many moves as successors writes"
                raise contract(self.game, "counted moves", message, position)
        if self.rules.player is not None:
            self.calls.ask("player", position)
        if self.rules.stage is not None:
            self.stage_rises(position, positions)

    def stage_rises(self, position: int, successors: Sequence[int]) -> None:
        """Try "stage"."""
        stage = self.calls.ask("stage", position)
        for successor in successors:
            later = self.calls.ask("stage", successor)
            if later < stage:
                show = shown_apart(self.game, position, successor)
                raise contract(
                    self.game,
                    "stage",
                    f"stage falls from {stage} to {later} when {show[0]} leads to {show[1]}: "
                    "expected the stage of a compiled game never to fall",
                    position,
                )

    def methods_agree(self, position: int) -> None:
        """Try "two modes" on methods that the author writes beside the rules."""
        for name in methods_beside(self.game):
            for arguments in self._questions(name, position):
                theirs = getattr(CompiledGame, name)(self.game, *arguments)
                own = self._said_beside(name, arguments)
                if own != theirs:
                    raise not_by_the_rules(self.game, name, arguments, (own, theirs))

    def _questions(self, name: str, position: int) -> Iterable[tuple[int, ...]]:
        """The arguments with which a method is asked about a position; moves before the end."""
        if name not in ("moves", "play", "gain"):
            return [(position,)]
        moves = [] if self.calls.is_over(position) else self.calls.ask_successors(position)[0]
        return (
            [(position, move) for move in moves] if name != "moves" else [(position,)][: len(moves)]
        )

    def _said_beside(self, name: str, arguments: tuple[int, ...]) -> Any:
        """What such a method says."""
        try:
            said = getattr(self.game, name)(*arguments)
            return list(said) if name == "moves" else said
        except Exception as error:
            raise blame(self.game, name, arguments, error) from error

    def ends_well(self, position: int) -> None:
        """Try "ending"."""
        self.calls.ask_end(position)

    def has_its_slot(self, position: int) -> None:
        """Try "slots", "one slot" and "shared slots", where positions are numbered."""
        if self.rules.is_numbered:
            self.numbering.of_position(position)
            self.numbering.of_twins(position)
            self.numbering.of_others(position)

    def slot_is_sound(self, slot: int) -> None:
        """Ask about a slot in both modes; try "slots" on it."""
        position = self._both("position_at", slot, methodcaller("position_in", slot))
        self.plain.slot_of(position)
        self.numbering.of_slot(slot)

    def folds_well(self, position: int) -> None:
        """Try "canonical", where the author wrote it, or else what it follows from."""
        if self.calls.folding == BY_SYMMETRIES:
            self.calls.ask_symmetries(position)
        if self.calls.folding != BY_CANONICAL:
            return
        canonical = self.calls.ask("canonical", position)
        if canonical == NO_POSITION:
            message = f"canonical({shown(self.game, position)}) returned 2^64 - 1"
            raise contract(self.game, "canonical", f"{message}: expected a position", position)
        if canonical != position and position not in self.calls.ask_symmetries(canonical):
            raise no_twin(self.game, position, canonical, self.rules.writes("symmetries"))
        for twin in self.calls.ask_symmetries(position):
            if (other := self.calls.ask("canonical", twin)) != canonical:
                positions = shown_apart(self.game, position, twin)
                answers = shown_apart(self.game, canonical, other)
                pairs = zip(positions, answers, strict=True)
                one, two = (f"canonical({of}) returned {answer}" for of, answer in pairs)
                message = f"{one}, and {two}: expected the same for twins"
                raise contract(self.game, "canonical", message, position)

    def gains_are_scores(self, position: int) -> None:
        """Try "gains", where moves gain: there is room for so much."""
        if not self.rules.has_gains or self.calls.is_over(position):
            return
        for move, gain in self.calls.ask_gains(position).items():
            if abs(gain) > MOST_GAIN:
                raise contract(
                    self.game,
                    "gains",
                    f"move {move} from position {shown(self.game, position)} gains {gain}: "
                    f"expected a whole number from {-MOST_GAIN:,} to {MOST_GAIN:,}",
                    position,
                )

    def twins_keep_the_player(self, position: int) -> None:
        """Try "endless", where it is worth something: to twins it must be worth the same."""
        if self.rules.symmetries is None or not Rules(self.game).worth:
            return
        player = self.calls.ask("player", position)
        for twin in self.calls.ask_symmetries(position):
            if self.calls.ask("player", twin) != player:
                raise seats_exchanged(self.game, position, twin)

    def predecessors_agree(self, position: int) -> None:
        """Try "predecessors", where the author wrote them."""
        if self.rules.predecessors is not None:
            require_predecessors(self.game, position)

    def candidates_lead_alike(self, position: int) -> None:
        """Try "candidates": each move leads where ``successors`` says."""
        said = None if self.calls.is_over(position) else self.calls.ask_ranked(position)
        leads = dict(zip(*self.calls.ask_successors(position), strict=True)) if said else {}
        for code, successor in said if isinstance(said, list) else ():
            if leads.get(code, successor) != successor:
                here, there, expected = (
                    shown(self.game, each) for each in (position, successor, leads[code])
                )
                message = (
                    f"candidates({here}) leads by move {code} to {there}: expected {expected}, as "
                    "successors says"
                )
                raise contract(self.game, "candidates", message, position)

    def bears(self, number: int) -> None:
        """Try "stray integers": the rules that may be asked about what is no position."""
        for calls in (self.plain, self.calls):
            if self.rules.index is not None:
                calls.slot_of(number)
            if number == NO_POSITION:
                continue  # the other rules are never asked about that one
            if self.rules.canonical is not None:
                calls.ask("canonical", number)
            if self.rules.symmetries is not None:
                calls.ask_symmetries(number)

    # ── random play ────────────────────────────────────────────────────────

    def play_from(self, roots: Sequence[int], luck: Random, count: int) -> Iterator[int]:
        """So many positions of random play; each is to be tried before the next is asked for.

        A play ends where one has been before, or has used up half of what may still be met, so
        that few positions, too, are of several plays. Another begins at a move not yet made.
        """
        further = list(self.numbering.standing(SLOTS, luck)) if roots else []
        waiting = list(roots)
        met: set[int] = set()
        while waiting or further:
            position = _taken(further if further and len(met) % 2 else waiting or further, luck)
            half = max(SHORTEST_PLAY, (count - len(met)) // 2)
            for _ in range(min(LONGEST_PLAY, half)):
                if position in met:
                    break
                if len(met) == count:
                    return
                met.add(position)
                yield position
                successors = self.successors(position)
                if not successors:
                    break
                waiting += successors
                position = luck.choice(successors)

    def successors(self, position: int) -> list[int]:
        """The next positions; none at an end of play, or where the rules fail."""
        with suppress(GameContractError):
            if not self.calls.is_over(position):
                return self.calls.ask_successors(position)[1]
        return []

    def _both(self, name: str, argument: int, question: Callable[[Calls], Any]) -> Any:
        """The answer to a question put in both modes, plain Python first: it sees more."""
        plainly = question(self.plain)
        compiled = question(self.calls)
        if plainly != compiled:
            one, two = texts_apart((str(compiled), compiled), (str(plainly), plainly))
            raise contract(
                self.game,
                "two modes",
                f"{name}({argument}) is {one} compiled, and {two} as plain Python: does a "
                "uint64 meet an int64, or a small number overflow?",
                argument,
            )
        return compiled


LAWS_OF_THE_TRIAL = (
    Trial.in_both_modes,
    Trial.play_goes_on,
    Trial.has_its_slot,
    Trial.folds_well,
    Trial.twins_keep_the_player,
    Trial.predecessors_agree,
    Trial.gains_are_scores,
    Trial.methods_agree,
)


def _taken(numbers: list[int], luck: Random) -> int:
    """One of them drawn at random, and taken out."""
    place = luck.randrange(len(numbers))
    numbers[place], numbers[-1] = numbers[-1], numbers[place]
    return numbers.pop()
