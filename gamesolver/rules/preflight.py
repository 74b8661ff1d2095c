"""Trial of compiled rules before a solve.

A kernel does not detect mistakes in the rules, such as a buffer overrun or an index out of
range. Before a solve, :func:`try_rules` therefore tests the rules on 100 positions of seeded
random play, and on 100 seeded indexes of an indexed game. Each rule runs as plain Python first,
where every access is checked (see ``interpreted``). It then runs compiled and must return the
same result. ``check_game`` tests the same laws on ten times as many positions.

Each method of :class:`Trial` and :class:`Numbering` tests laws at one position and raises the
first violation as a ``GameContractError`` with the name of the law.

Index: ``index`` maps a position to its index, and ``position_at`` an index to its position. Index
i is *valid* if ``index(position_at(i)) == i``, and unused otherwise. For an unused index,
``position_at`` returns either an integer that is not a position (index -1) or a position with
a valid index of its own. Each orbit has one index, and each valid index one orbit.

Predecessors: ``predecessors`` returns each position with a move to the given one, once for
each such move. Both directions are tested. Each successor must list the position as often as
moves lead there, and each predecessor listed must have as many moves. A terminal position, or
an integer with index -1 or an unused index, is permitted and ignored. It must not have the index
of another position. At most :data:`NEIGHBOURS` neighbours are tested in each direction, drawn
by a seed.
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
from gamesolver.kernels.deferring import is_plain
from gamesolver.kernels.places import BY_CANONICAL, BY_SYMMETRIES
from gamesolver.rules.calls import FOR_SOLVES, Calls, not_undone
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.faults import (
    blame,
    listed_twice,
    named,
    no_image,
    not_alone,
    not_by_the_rules,
    seats_exchanged,
    stuck,
)
from gamesolver.rules.guard import Rules, further_methods
from gamesolver.rules.lookup import require_positions
from gamesolver.rules.messages import contract, shown, shown_apart
from gamesolver.texts import texts_apart

# ── the laws of an index: indexes and positions belong together ───────────────────────────────────


class Numbering:
    """Tests of the index of one game."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        self.calls = game.rules.calls
        self.num_indexes = game.rules.num_indexes or 0

    def is_valid(self, index: int) -> bool:
        """Return True if an index is valid."""
        return 0 <= index == self.calls.index_of(self.calls.position_in(index))

    def drawn(self, count: int, luck: Random) -> Iterator[int]:
        """Return indexes drawn at random, or all in order if there are at most ``count``."""
        if self.num_indexes <= count:
            return iter(range(self.num_indexes))
        return (luck.randrange(self.num_indexes) for _ in range(count))

    def standing(self, count: int, luck: Random) -> Iterator[int]:
        """Yield the positions at valid indexes drawn at random."""
        for index in self.drawn(count, luck):
            with suppress(GameContractError):  # reported where the index is tried
                if self.is_valid(index):
                    yield self.calls.position_in(index)

    # ── laws ───────────────────────────────────────────────────────────────

    def of_index(self, index: int) -> None:
        """Test "indexes" on an index: it is valid, or it is unused and leads to no other."""
        position = self.calls.position_in(index)
        other = self.calls.index_of(position)
        if position == NO_POSITION and other == index:
            message = f"position_at({index}) is 2^64 - 1, which is not a position: "
            message += f"expected another integer, for which index returns {index}"
            raise self._fault("indexes", message, position)
        if other not in (-1, index) and not self.is_valid(other):
            raise self._fault(
                "indexes",
                f"position_at({index}) is {position}, whose index is {other}, and index {other} is "
                f"unused: expected {index}, an index with a position, or -1",
                position,
            )

    def of_position(self, position: int) -> None:
        """Test "indexes" on a position: it has a valid index."""
        index = self.calls.index_of(position)
        if index < 0:
            message = f"position {self._show(position)} has index -1: expected an index"
            raise self._fault("indexes", f"{message} from 0 to {self.num_indexes - 1}", position)
        back = self.calls.position_in(index)
        if (other := self.calls.index_of(back)) != index:
            own, standing = shown_apart(self.game, position, back)
            raise self._fault("indexes", not_undone(own, index, standing, other), position)
        if self.calls.folding == BY_CANONICAL and (
            (canonical := self.calls.call("canonical", position)) != back
        ):
            own = self._show(position)
            standing, folded = shown_apart(self.game, back, canonical)
            message = (
                f"position {own} has index {index}, for which position_at returns {standing}, but "
                f"canonical returns {folded}: expected equal positions"
            )
            raise self._fault("indexes", message, position)

    def of_images(self, position: int) -> None:
        """Test "one index": all positions of an orbit have one index."""
        index = self.calls.index_of(position)
        for image in self.calls.call_symmetries(position):
            other = self.calls.index_of(image)
            if other != index:
                one, two = shown_apart(self.game, position, image)
                raise self._fault(
                    "one index",
                    f"position {one} has index {index}, and the symmetric position {two} has "
                    f"index {other}: expected one index for all of an orbit",
                    position,
                )

    def of_others(self, position: int) -> None:
        """Test "shared indexes": the position at the index is symmetric to the given one."""
        index = self.calls.index_of(position)
        if not self.is_valid(index):
            return
        other = self.calls.position_in(index)
        if other != position and position not in self.calls.call_symmetries(other):
            raise not_alone(self.game, position, other, index)

    def _show(self, position: int) -> str:
        return shown(self.game, position)

    def _fault(self, law: str, complaint: str, position: int) -> GameContractError:
        return contract(self.game, law, complaint, position)


# ── the law of predecessors ─────────────────────────────────────────────────────────────────────

NEIGHBOURS = 8
"""Most positions tested in each direction."""


def require_predecessors(game: CompiledGame, position: int) -> None:
    """Test "predecessors" on the moves from a position and on those that lead there."""
    calls = game.rules.calls
    if not calls.is_over(position):
        successors = Counter(calls.call_successors(position)[1])
        for successor, moves in _some(successors.items(), position):
            times = calls.call_predecessors(successor).count(position)
            _require_same(game, position, successor, moves, times)
    if game.rules.predecessor_indexes is not None:
        require_predecessor_indexes(game, position)
    predecessors = Counter(calls.call_predecessors(position))
    for before, times in _some(predecessors.items(), position):
        if game.rules.by_stage is not None:
            calls.call("stage", before)  # within a stage passes call it for all listed positions
        if _counts(game, before, position):
            moves = calls.call_successors(before)[1].count(position)
            _require_same(game, before, position, moves, times)


def require_predecessor_indexes(game: CompiledGame, position: int) -> None:
    """Raise unless ``predecessor_indexes`` agrees with ``index`` of the predecessors."""
    calls = game.rules.calls
    expected = sorted(map(calls.index_of, calls.call_predecessors(position)))
    given = sorted(calls.call_predecessor_indexes(position))
    if given != expected:
        one, other = texts_apart((str(given), given), (str(expected), expected))
        message = f"predecessor_indexes({shown(game, position)}) gives {one}: expected {other}, "
        message += "the indexes of the positions that predecessors lists"
        raise contract(game, "predecessors", message, position)


def _some(neighbours: Iterable[tuple[int, int]], position: int) -> Iterator[tuple[int, int]]:
    """Return all neighbours, or some drawn by a seed."""
    listed = list(neighbours)
    few = len(listed) <= NEIGHBOURS
    return iter(listed if few else Random(position).sample(listed, NEIGHBOURS))


def _counts(game: CompiledGame, before: int, position: int) -> bool:
    """Return True if a listed predecessor is a position that is not terminal."""
    calls = game.rules.calls
    if not game.rules.is_indexed:
        return False  # nothing identifies an integer that is not a position
    index = calls.index_of(before)
    if index < 0:
        return False
    standing = calls.position_in(index)
    if calls.index_of(standing) != index or calls.is_over(standing):
        return False
    if before != standing and before not in calls.call_symmetries(standing):
        where, (other, alias) = shown(game, position), shown_apart(game, standing, before)
        message = f"predecessors({where}) gives {alias}, which has index {index} and is not "
        message += f"symmetric to {other}, which is stored there: expected index to give -1 for an "
        message += "integer that is not a position"
        raise contract(game, "predecessors", message, position)
    return True


def _require_same(game: CompiledGame, before: int, position: int, moves: int, times: int) -> None:
    """Raise unless a position is listed as often as it has moves."""
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
"""Positions of random play, and indexes, tested before a solve."""

BEFORE_A_PROOF = 12
"""Most positions tested before the first proof with some rules."""

INDEXES = 100  # whose positions are further roots
SEED = 20_260_919
LONGEST_PLAY = 200
SHORTEST_PLAY = 10


def try_rules(game: CompiledGame, roots: Sequence[int]) -> None:
    """Raise ``GameContractError`` for the first violation that the trial finds."""
    try:
        game.rules.calls.fit()
        require_positions(game, roots)
        trial = Trial(game)
        luck = Random(SEED)
        for index in trial.numbering.drawn(BEFORE_A_SOLVE, luck):
            trial.index_is_sound(index)
        for position in trial.play_from(roots, luck, BEFORE_A_SOLVE):
            for law in LAWS_OF_THE_TRIAL:
                law(trial, position)
    except GameContractError as error:
        raise named(game, error) from error.__cause__


def try_before_a_proof(game: CompiledGame, root: Any) -> None:
    """Raise for impossible results of ``candidates`` or ``player``, once for each rules.

    They run as plain Python only, along a line of random play. There a write out of range is
    detected before it does harm, and nothing is compiled that a proof does not need.
    """
    optional = {"candidates": game.rules.candidates, "player": game.rules.player}
    rules = {name for name, rule in optional.items() if rule is not None}
    if rules <= game.rules.trials_passed:
        return
    fit_for_a_proof(game)
    plain, luck, position = _in_python(game.rules.calls), Random(SEED), root
    try:
        for _ in range(BEFORE_A_PROOF):
            if plain.is_over(position):
                break
            if "player" in rules:
                plain.call("player", position)
            if "candidates" in rules:
                plain.call_candidate_moves(position)
            successors = plain.call_successors(position)[1]
            if not successors:
                raise stuck(game, position)
            position = luck.choice(successors)
    except GameContractError as error:
        raise named(game, error) from error.__cause__
    game.rules.trials_passed.update(rules)


def fit_for_a_proof(game: CompiledGame) -> None:
    """Compile the rules that a proof calls. Raise if one does not fit."""
    has_candidates = game.rules.candidates is not None
    try:
        game.rules.calls.fit((*FOR_SOLVES, *["candidates"] * has_candidates))
    except GameContractError as error:
        raise named(game, error) from error.__cause__


def _in_python(calls: Calls) -> Calls:
    """Return the rules as plain Python."""
    if is_plain():
        return calls.named_plain()
    from gamesolver.rules.interpreted import interpreted  # numba: only when rules are compiled

    return interpreted(calls)


class Trial:
    """Tests of the rules of one game, position by position."""

    def __init__(self, game: CompiledGame) -> None:
        self.game = game
        self.rules = game.rules
        self.calls = game.rules.calls
        self.plain = _in_python(self.calls)
        self.numbering = Numbering(game)

    # ── laws at a position ─────────────────────────────────────────────────

    def in_both_modes(self, position: int) -> None:
        """Test "bounds" and "two modes": call the rules of a solve plainly, then compiled."""
        self._both(self.rules.end_rule, position, methodcaller("call_end", position))
        for name in ("player", "stage", "index", "canonical"):
            if getattr(self.rules, name) is not None:
                self._both(name, position, methodcaller("call", name, position))
        if self.rules.symmetries is not None:
            self._both("symmetries", position, methodcaller("call_symmetries", position))
        if self.rules.predecessors is not None:
            self._both("predecessors", position, methodcaller("call_predecessors", position))
        if self.rules.predecessor_indexes is not None:
            indexes = methodcaller("call_predecessor_indexes", position)
            self._both("predecessor_indexes", position, indexes)
        if not self.calls.is_over(position):
            self._both("successors", position, methodcaller("call_moves", position))
            if self.rules.count_moves is not None:
                count = methodcaller("call", "count_moves", position)
                self._both("count_moves", position, count)
        if self.rules.index is not None and (index := self.calls.call("index", position)) >= 0:
            self._both("position_at", index, methodcaller("position_in", index))

    def all_in_both_modes(self, position: int) -> None:
        """Test the rules in both modes, with ``candidates``, which no solve compiles."""
        self.in_both_modes(position)
        if self.rules.candidates is not None and not self.calls.is_over(position):
            self._both("candidates", position, methodcaller("call_candidate_moves", position))

    def play_goes_on(self, position: int) -> None:
        """Test "ending", "stuck", "unique moves", "player" and "stage"."""
        if self.calls.is_over(position):
            return
        codes, positions = self.calls.call_successors(position)
        if not codes:
            raise stuck(self.game, position)
        if len(set(codes)) < len(codes):
            twice = next(code for code in codes if codes.count(code) > 1)
            raise listed_twice(self.game, position, twice)
        if self.rules.count_moves is not None:
            counted = self.calls.call("count_moves", position)
            if counted != len(codes):
                message = f"count_moves({shown(self.game, position)}) returned {counted}: expected "
                message += f"{len(codes)}, as many moves as successors writes"
                raise contract(self.game, "counted moves", message, position)
        if self.rules.player is not None:
            self.calls.call("player", position)
        if self.rules.stage is not None:
            self.stage_rises(position, positions)

    def stage_rises(self, position: int, successors: Sequence[int]) -> None:
        """Test "stage": it never falls."""
        stage = self.calls.call("stage", position)
        for successor in successors:
            later = self.calls.call("stage", successor)
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
        """Test "two modes" on methods that the author writes in addition to the rules."""
        for name in further_methods(self.game):
            for arguments in self._questions(name, position):
                theirs = getattr(CompiledGame, name)(self.game, *arguments)
                own = self._result_of(name, arguments)
                if own != theirs:
                    raise not_by_the_rules(self.game, name, arguments, (own, theirs))

    def _questions(self, name: str, position: int) -> Iterable[tuple[int, ...]]:
        """Return the arguments for a method at a position, by move if it takes one."""
        if name not in ("moves", "play", "gain"):
            return [(position,)]
        moves = [] if self.calls.is_over(position) else self.calls.call_successors(position)[0]
        return (
            [(position, move) for move in moves] if name != "moves" else [(position,)][: len(moves)]
        )

    def _result_of(self, name: str, arguments: tuple[int, ...]) -> Any:
        """Return the result of such a method. Raise if it fails."""
        try:
            returned = getattr(self.game, name)(*arguments)
            return list(returned) if name == "moves" else returned
        except Exception as error:
            raise blame(self.game, name, arguments, error) from error

    def ends_well(self, position: int) -> None:
        """Test "ending"."""
        self.calls.call_end(position)

    def has_its_index(self, position: int) -> None:
        """Test "indexes", "one index" and "shared indexes" of an indexed game."""
        if self.rules.is_indexed:
            self.numbering.of_position(position)
            self.numbering.of_images(position)
            self.numbering.of_others(position)

    def index_is_sound(self, index: int) -> None:
        """Test "indexes" on an index, in both modes."""
        position = self._both("position_at", index, methodcaller("position_in", index))
        self.plain.index_of(position)
        self.numbering.of_index(index)

    def folds_well(self, position: int) -> None:
        """Test "canonical" if the author wrote it, or else the symmetries it follows from."""
        if self.calls.folding == BY_SYMMETRIES:
            self.calls.call_symmetries(position)
        if self.calls.folding != BY_CANONICAL:
            return
        canonical = self.calls.call("canonical", position)
        if canonical == NO_POSITION:
            message = f"canonical({shown(self.game, position)}) returned 2^64 - 1"
            raise contract(self.game, "canonical", f"{message}: expected a position", position)
        if canonical != position and position not in self.calls.call_symmetries(canonical):
            raise no_image(self.game, position, canonical, self.rules.writes("symmetries"))
        for image in self.calls.call_symmetries(position):
            if (other := self.calls.call("canonical", image)) != canonical:
                positions = shown_apart(self.game, position, image)
                answers = shown_apart(self.game, canonical, other)
                pairs = zip(positions, answers, strict=True)
                one, two = (f"canonical({of}) returned {answer}" for of, answer in pairs)
                message = f"{one}, and {two}: expected equal results for symmetric positions"
                raise contract(self.game, "canonical", message, position)

    def gains_are_scores(self, position: int) -> None:
        """Test "gains": each gain is within the permitted range."""
        if not self.rules.has_gains or self.calls.is_over(position):
            return
        for move, gain in self.calls.call_gains(position).items():
            if abs(gain) > MOST_GAIN:
                raise contract(
                    self.game,
                    "gains",
                    f"move {move} from position {shown(self.game, position)} gains {gain}: "
                    f"expected a whole number from {-MOST_GAIN:,} to {MOST_GAIN:,}",
                    position,
                )

    def images_keep_the_player(self, position: int) -> None:
        """Test "endless": symmetric positions agree on the payoff of infinite play."""
        if self.rules.symmetries is None or not Rules(self.game).payoff:
            return
        player = self.calls.call("player", position)
        for image in self.calls.call_symmetries(position):
            if self.calls.call("player", image) != player:
                raise seats_exchanged(self.game, position, image)

    def predecessors_agree(self, position: int) -> None:
        """Test "predecessors" if the author wrote them."""
        if self.rules.predecessors is not None:
            require_predecessors(self.game, position)

    def candidates_lead_alike(self, position: int) -> None:
        """Test "candidates": each move leads to the successor that ``successors`` lists."""
        returned = (
            None if self.calls.is_over(position) else self.calls.call_candidate_moves(position)
        )
        leads = dict(zip(*self.calls.call_successors(position), strict=True)) if returned else {}
        for code, successor in returned if isinstance(returned, list) else ():
            if leads.get(code, successor) != successor:
                here, there, expected = (
                    shown(self.game, each) for each in (position, successor, leads[code])
                )
                message = (
                    f"candidates({here}) leads by move {code} to {there}: expected {expected}, as "
                    "in successors"
                )
                raise contract(self.game, "candidates", message, position)

    def bears(self, number: int) -> None:
        """Test "stray integers": rules that may be called with any integer."""
        for calls in (self.plain, self.calls):
            if self.rules.index is not None:
                calls.index_of(number)
            if number == NO_POSITION:
                continue  # the other rules are never called for that one
            if self.rules.canonical is not None:
                calls.call("canonical", number)
            if self.rules.symmetries is not None:
                calls.call_symmetries(number)

    # ── random play ────────────────────────────────────────────────────────

    def play_from(self, roots: Sequence[int], luck: Random, count: int) -> Iterator[int]:
        """Yield ``count`` positions of random play. Test each before requesting the next.

        A play stops at a position met before, or when it has used half of the remaining count, so
        that even few positions come from several plays. Another begins at a move not yet made.
        """
        further = list(self.numbering.standing(INDEXES, luck)) if roots else []
        waiting = list(roots)
        met: set[int] = set()
        while waiting or further:
            position = _drawn(further if further and len(met) % 2 else waiting or further, luck)
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
        """Return the successors, none for a terminal position or if the rules fail."""
        with suppress(GameContractError):
            if not self.calls.is_over(position):
                return self.calls.call_successors(position)[1]
        return []

    def _both(self, name: str, argument: int, question: Callable[[Calls], Any]) -> Any:
        """Return the result in both modes. Plain Python runs first, since it checks more.

        Work that runs as plain Python has the one mode.
        """
        plainly = question(self.plain)
        if is_plain():
            return plainly
        compiled = question(self.calls)
        if plainly != compiled:
            one, two = texts_apart((str(compiled), compiled), (str(plainly), plainly))
            raise contract(
                self.game,
                "two modes",
                f"{name}({argument}) is {one} compiled, and {two} as plain Python: look for "
                "uint64 mixed with int64, or for an overflow",
                argument,
            )
        return compiled


LAWS_OF_THE_TRIAL = (
    Trial.in_both_modes,
    Trial.play_goes_on,
    Trial.has_its_index,
    Trial.folds_well,
    Trial.images_keep_the_player,
    Trial.predecessors_agree,
    Trial.gains_are_scores,
    Trial.methods_agree,
)


def _drawn(numbers: list[int], luck: Random) -> int:
    """Remove and return a random element."""
    place = luck.randrange(len(numbers))
    numbers[place], numbers[-1] = numbers[-1], numbers[place]
    return numbers.pop()
