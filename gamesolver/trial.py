"""A trial: the rules tried on a thousand positions before they are trusted with millions.

Inside a kernel an author's mistake is silent: a buffer overrun, an index out of range. So
before a solve the rules run as plain Python, where every access is checked (see
``interpreted``), on positions met in seeded random play; of a numbered game also on what
stands in seeded slots, for all of them will be solved. Then they run compiled, must say the
same, and what they say must be possible. ``check_game`` tries the same laws in the same
words, on more positions.

Each method of :class:`Trial` tries laws on one position and raises the first fault it
meets, as a ``GameContractError`` with the name of the law.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from operator import methodcaller
from random import Random
from typing import Any

from gamesolver.apart import texts_apart
from gamesolver.compiled import NO_POSITION, PLAYING, CompiledGame
from gamesolver.complaints import contract, listed_twice, named, no_twin, stuck
from gamesolver.errors import GameContractError
from gamesolver.going_back import require_predecessors
from gamesolver.interpreted import interpreted
from gamesolver.numbering import Numbering
from gamesolver.places_kernels import BY_CANONICAL, BY_SYMMETRIES
from gamesolver.roots import require_positions
from gamesolver.signatures import Calls
from gamesolver.words import shown, shown_apart

POSITIONS = 1000
SLOTS = 100  # whose positions are further roots
SEED = 20_260_919
LONGEST_PLAY = 200


def try_rules(game: CompiledGame, roots: Sequence[int]) -> None:
    """Raise ``GameContractError`` for the first thing that the rules do wrong."""
    try:
        require_positions(game, roots)
        trial = Trial(game)
        luck = Random(SEED)
        for slot in trial.numbering.drawn(SLOTS, luck):
            trial.slot_is_sound(slot)
        for position in trial.play_from(roots, luck):
            for law in LAWS_OF_THE_TRIAL:
                law(trial, position)
    except GameContractError as error:
        raise named(game, error) from error.__cause__


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
        """Ask every rule as plain Python and then compiled: "bounds" and "two modes"."""
        for name in ("terminal_code", "player", "stage", "index", "canonical"):
            if name == "terminal_code" or getattr(self.rules, name) is not None:
                self._both(name, position, methodcaller("ask", name, position))
        if self.rules.symmetries is not None:
            self._both("symmetries", position, methodcaller("ask_symmetries", position))
        if self.rules.predecessors is not None:
            self._both("predecessors", position, methodcaller("ask_predecessors", position))
        if self.calls.ask("terminal_code", position) == PLAYING:
            self._both("successors", position, methodcaller("ask_successors", position))
        if self.rules.index is not None and (slot := self.calls.ask("index", position)) >= 0:
            self._both("position_at", slot, methodcaller("position_in", slot))

    def play_goes_on(self, position: int) -> None:
        """Try "ending", "stuck", "unique moves", "player" and "stage"."""
        if self.calls.ask("terminal_code", position) != PLAYING:
            return
        codes, positions = self.calls.ask_successors(position)
        if not codes:
            raise stuck(self.game, position)
        if len(set(codes)) < len(codes):
            twice = next(code for code in codes if codes.count(code) > 1)
            raise listed_twice(self.game, position, twice)
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

    def ends_well(self, position: int) -> None:
        """Try "ending"."""
        self.calls.ask("terminal_code", position)

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
            told = f"canonical({shown(self.game, position)}) returned 2^64 - 1"
            raise contract(self.game, "canonical", f"{told}: expected a position", position)
        if canonical != position and position not in self.calls.ask_symmetries(canonical):
            raise no_twin(self.game, position, canonical, self.rules.writes("symmetries"))
        for twin in self.calls.ask_symmetries(position):
            if (other := self.calls.ask("canonical", twin)) != canonical:
                asked = shown_apart(self.game, position, twin)
                answers = shown_apart(self.game, canonical, other)
                pairs = zip(asked, answers, strict=True)
                one, two = (f"canonical({of}) returned {answer}" for of, answer in pairs)
                told = f"{one}, and {two}: expected the same for twins"
                raise contract(self.game, "canonical", told, position)

    def leads_back(self, position: int) -> None:
        """Try "predecessors", where the author wrote them."""
        if self.rules.predecessors is not None:
            require_predecessors(self.game, position)

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

    def play_from(self, roots: Sequence[int], luck: Random) -> Iterator[int]:
        """A thousand positions of random play; each is to be tried before the next is asked for.

        A play ends where one has been before, and another begins at a move not yet made.
        """
        further = list(self.numbering.standing(SLOTS, luck)) if roots else []
        waiting = list(roots)
        met: set[int] = set()
        while waiting or further:
            position = _taken(further if further and len(met) % 2 else waiting or further, luck)
            for _ in range(LONGEST_PLAY):
                if position in met:
                    break
                if len(met) == POSITIONS:
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
            if self.calls.ask("terminal_code", position) == PLAYING:
                return self.calls.ask_successors(position)[1]
        return []

    def _both(self, name: str, given: int, question: Callable[[Calls], Any]) -> Any:
        """The answer to a question put in both modes, plain Python first: it sees more."""
        plainly = question(self.plain)
        compiled = question(self.calls)
        if plainly != compiled:
            one, two = texts_apart((str(compiled), compiled), (str(plainly), plainly))
            raise contract(
                self.game,
                "two modes",
                f"{name}({given}) is {one} compiled, and {two} as plain Python: does a "
                "uint64 meet an int64, or a small number overflow?",
                given,
            )
        return compiled


LAWS_OF_THE_TRIAL = (
    Trial.in_both_modes,
    Trial.play_goes_on,
    Trial.has_its_slot,
    Trial.folds_well,
    Trial.leads_back,
)


def _taken(numbers: list[int], luck: Random) -> int:
    """One of them drawn at random, and taken out."""
    place = luck.randrange(len(numbers))
    numbers[place], numbers[-1] = numbers[-1], numbers[place]
    return numbers.pop()
