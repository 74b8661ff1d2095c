"""Indexes for the positions of a board game, if that is faster than to find positions by play.

An indexed game is solved with one table entry for each index, and through derived predecessors. It
takes less time and memory if most indexes are positions of play. The positions are therefore
numbered if

* predecessors are derived, and have passed a trial on positions of random play,
* play may return to a position, so that predecessors save the graph of the game,
* a quarter of all positions, at least, are such that play may come from the start: of a sample
  each is followed back for some moves,
* the rules can be applied to each position of the sample, which play need not reach.

On a board of marks alone the word of a position is its index, or the least word of its symmetric
positions. Such an index costs nothing, so that predecessors are not required: each action that adds
one mark can be reversed by taking it away. The last two conditions remain.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any

import attrs

from gamesolver.boardgames.errors import rules_error
from gamesolver.boardgames.running import on_integers
from gamesolver.boardgames.sections import is_possible
from gamesolver.boardgames.symmetry import Motion, symmetric_words
from gamesolver.value import NO_SCORE, PLAYING

if TYPE_CHECKING:
    from gamesolver.boardgames.board_game import BoardGame
    from gamesolver.boardgames.module import Lowered
    from gamesolver.orbits import Numbering

TRIED, NEIGHBOURS = 40, 3
"""Positions of random play on which predecessors are tried, and neighbours in each direction."""
ALLOWED = 200
"""Random positions to which the rules are applied. Play need not reach them."""
SAMPLE, STEPS_BACK, BRANCHES, SEED = 40, 30, 3, 451
"""Positions that are followed back, steps of each, and predecessors in a step."""
DENSE = 0.25
"""Least share of positions that play may reach, of a game that is indexed."""
MOST_INDEX_BITS = 31
"""Bits of the largest board of marks whose words are indexes: 2^31 of them."""
MOST_POSITIONS, MOST_SYMMETRIES, MOST_CLASSED, MOST_LAYERED = 2**36, 32, 4_000_000, 10


# ── the trial of predecessors ───────────────────────────────────────────────────────────────────


def fault_of_predecessors(game: BoardGame, made: Lowered) -> str | None:
    """Return what is wrong with derived predecessors on positions of random play, or ``None``.

    Each position must be listed among the predecessors of its successors, as often as it has such
    moves. Each listed predecessor must have such a move.
    """
    back = _Back(game, made)
    luck, word = Random(SEED), game.start()
    for _ in range(TRIED):
        after = Counter(back.successors(word) or [])
        for successor in _some(after, luck):
            listed = Counter(back.predecessors(successor))
            for before in {word, *_some(listed, luck)}:
                moves = back.successors(before)
                if moves is not None and listed[before] != moves.count(successor):
                    one, other = map(game.texts.format, (before, successor))
                    return (
                        f"{one!r} has {moves.count(successor)} moves to {other!r}, and its derived "
                        f"predecessors list it {listed[before]} times"
                    )
        word = luck.choice(sorted(after.elements())) if after else game.start()
    return None


def _some(words: Counter[int], luck: Random) -> list[int]:
    """Return a few of some positions."""
    return luck.sample(sorted(words), min(NEIGHBOURS, len(words)))


# ── indexed, or enumerated ──────────────────────────────────────────────────────────────────────


@attrs.frozen
class Plan:
    """Choice between indexed and enumerated positions, with the reason for the second."""

    is_indexed: bool
    reason: str = ""


def plan_of(game: BoardGame, made: Lowered) -> Plan:
    """Return whether the positions of a game are indexed."""
    wanted: object = game.indexed
    if wanted is False:
        return Plan(False, "indexed is False")
    if game.terms.layout.kinds or game.terms.layout.fields:
        reason = _why_not_indexed(game, made, wanted)
    elif "index" not in made.rules:
        reason = f"there are more than 2^{MOST_INDEX_BITS} sets of marks"
    else:
        reason = None if wanted else _why_marks_are_enumerated(game, made)
    if reason is None:
        return Plan(True)
    if wanted:
        raise rules_error(
            f"{type(game).__name__}.indexed is True, and positions have no indexes: {reason}. "
            "Leave indexed out."
        )
    return Plan(False, reason)


def _why_not_indexed(game: BoardGame, made: Lowered, wanted: object) -> str | None:
    """Return why positions with men have no indexes, or ``None``."""
    reason = _obstacle_to_indexes(game, made)
    if reason is None and wanted is None and not made.may_loop:
        reason = "play cannot return to a position"
    if reason is None:
        reason = fault_of_predecessors(game, made)
    if reason is None and wanted is None:
        reason = _why_enumerated(game, made)
    return reason


def _obstacle_to_indexes(game: BoardGame, made: Lowered) -> str | None:
    """Return why positions cannot have indexes, or ``None``."""
    terms = game.terms
    if not made.max_predecessors:
        return next((r for r in made.reasons if r.startswith("predecessors")), "no predecessors")
    if made.motions.exchange:
        return "the players may be exchanged"
    if len(made.motions.of_places) > MOST_SYMMETRIES:
        return f"there are more than {MOST_SYMMETRIES} symmetries"
    if terms.is_stacked:
        is_small = terms.layout.size <= MOST_LAYERED and not terms.layout.has_marks
        return None if is_small else "men can lie on each other on too many places"
    assert made.sections is not None
    firsts = sum(
        comb(terms.layout.size, size) for size in {each[0] for each in made.sections.sizes}
    )
    if firsts > MOST_CLASSED:
        return f"there are {firsts:,} sets of men of the first kind"
    return None


def _why_enumerated(game: BoardGame, made: Lowered) -> str | None:
    """Return why positions should be found by play, or ``None``."""
    sample = _Sample(game, made)
    if sample.count > MOST_POSITIONS:
        return f"there are {sample.count:,} positions"
    back, words = _Back(game, made), list(sample)
    for word in words:
        if not back.has_ended(word) and not back.successors(word):
            return f"no action is possible in {game.texts.format(word)!r}, which play may not reach"
    reached = sum(map(back.may_be_reached, words[:SAMPLE]))
    if reached < DENSE * SAMPLE:
        return f"play reaches about {reached} of {SAMPLE} positions"
    return None


class _Back:
    """The lowered rules on integers, forwards and backwards."""

    def __init__(self, game: BoardGame, made: Lowered) -> None:
        self.game, self.made = game, made
        self.rules = on_integers(made.text)
        self.end = "terminal_code" if game.scores is None else "terminal_score"
        self.playing = PLAYING if game.scores is None else NO_SCORE
        layout = game.terms.layout
        self.starts = set(symmetric_words(game.start(), made.motions, layout))

    def has_ended(self, word: int) -> bool:
        """Return True if a position is terminal."""
        return bool(self.rules[self.end](word) != self.playing)

    def successors(self, word: int) -> list[int] | None:
        """Return the next positions; none at the end, and ``None`` if an action is not allowed."""
        if not self.goes_on(word):
            return []
        buffers = [[0] * self.made.max_moves for _ in range(2 + self.game.has_gains)]
        count = self.rules["successors"](word, *buffers)
        return None if count < 0 else buffers[1][:count]

    def predecessors(self, word: int) -> list[int]:
        """Return the positions one move back that are not terminal."""
        return list(filter(self.goes_on, self.listed(word)))

    def listed(self, word: int) -> list[int]:
        """Return all that the derived rule lists."""
        buffer = [0] * self.made.max_predecessors
        count = self.rules["predecessors"](word, buffer)
        return buffer[:count]

    def goes_on(self, word: int) -> bool:
        """Return True for a position that is not terminal."""
        return self.is_position(word) and not self.has_ended(word)

    def is_position(self, word: int) -> bool:
        """Return True if men share no place and are not too many."""
        return is_possible(self.game.terms, self.made.sections, word)

    def may_be_reached(self, word: int) -> bool:
        """Return True if a position can be followed back to the start, or for many steps."""
        luck, seen, left = Random(word), {word}, [word]
        for _ in range(STEPS_BACK):
            if not left:
                return False
            word = left.pop()
            if word in self.starts:
                return True
            fresh = [each for each in self.listed(word) if each not in seen]
            luck.shuffle(fresh)
            fresh = list(islice(filter(self.goes_on, fresh), BRANCHES))
            seen.update(fresh)
            left += fresh
        return bool(left)


def _why_marks_are_enumerated(game: BoardGame, made: Lowered) -> str | None:
    """Return why positions of marks alone should be found by play, or ``None``."""
    if not all(site.least == site.most == 1 for site in made.sites):
        return "an action adds another number of marks than one"
    back, luck, reached = _BackByMarks(game, made), Random(SEED), 0
    for _ in range(SAMPLE):
        word = luck.getrandbits(game.terms.layout.bits)
        if not back.has_ended(word) and not back.successors(word):
            return f"no action is possible in {game.texts.format(word)!r}, which play may not reach"
        reached += back.may_be_reached(word)
    if reached < DENSE * SAMPLE:
        return f"play reaches about {reached} of {SAMPLE} positions"
    return None


class _BackByMarks(_Back):
    """The lowered rules of a board of marks; each action adds one mark."""

    def is_position(self, word: int) -> bool:
        """Return True if the bits of a word are marks, and the player to move."""
        return not word >> self.game.terms.layout.bits

    def listed(self, word: int) -> list[int]:
        """Return positions one move back, a few of them."""
        layout = self.game.terms.layout
        fewer = [word ^ 1 << place for place in range(layout.size) if word >> place & 1]
        befores = (each ^ turn for each in fewer for turn in (0, 1 << layout.turn_at))
        found = (each for each in befores if word in (self.successors(each) or ()))
        return list(islice(found, BRANCHES))


class _Sample:
    """Positions drawn at random from all that have the right numbers of men."""

    def __init__(self, game: BoardGame, made: Lowered) -> None:
        self.terms, self.sections = game.terms, made.sections
        self.layout = game.terms.layout
        size = self.layout.size
        if self.sections is None:
            self.pairs = [
                [(a, b, comb(size, a) * comb(size - a, b))
                 for a in range(most + 1) for b in range(min(most, size - a) + 1)]
                for most in self.terms.each
            ]  # fmt: skip
            self.count = 1
            for pairs in self.pairs:
                self.count *= sum(each[2] for each in pairs)
        else:
            self.weights = [
                attrs.evolve(self.sections, sizes=(sizes,)).count(size)
                for sizes in self.sections.sizes
            ]
            self.count = sum(self.weights)

    def __iter__(self) -> Iterator[int]:
        luck = Random(SEED)
        for _ in range(ALLOWED):
            yield self._word(luck)

    def _word(self, luck: Random) -> int:
        layout, kinds = self.layout, self.layout.kinds
        if self.sections is None:
            word = 0
            for kind, pairs in enumerate(self.pairs):
                mine, theirs, _ = luck.choices(pairs, [each[2] for each in pairs])[0]
                for plane, men in zip(
                    (kind, kinds + kind), self._sets(luck, mine, theirs), strict=True
                ):
                    word |= men << plane * layout.size
            return word
        (section,) = luck.choices(range(len(self.weights)), self.weights)
        sizes = self.sections.sizes[section]
        word = self.sections.others[section]
        for plane, men in enumerate(self._sets(luck, *sizes)):
            word |= men << plane * layout.size
        return word

    def _sets(self, luck: Random, *sizes: int) -> list[int]:
        """Return sets of these sizes without common places."""
        places = luck.sample(range(self.layout.size), sum(sizes))
        return [sum(1 << places.pop() for _ in range(size)) for size in sizes]


# ── the index ───────────────────────────────────────────────────────────────────────────────────


def indexed_rules(game: BoardGame, made: Lowered) -> dict[str, Any]:
    """Return the rules that number positions, as arguments of ``CompiledRules``."""
    if "index" in made.rules:
        layout = game.terms.layout
        return {"num_indexes": 1 << layout.bits - made.motions.exchange}
    numbering = _numbering_of(game, made)
    return {
        "index": numbering.index,
        "position_at": numbering.position_at,
        "num_indexes": numbering.num_indexes,
        "max_predecessors": made.max_predecessors,
    }


def _numbering_of(game: BoardGame, made: Lowered) -> Numbering:
    layout, motions = game.terms.layout, made.motions.of_places
    if made.sections is None:
        # the kind with most men first, for fewer indexes; of equal ones the highest, which covers
        # the others in games such as Gobblet and moves most, so that a solve is faster
        kinds = sorted(((most, kind) for kind, most in enumerate(game.terms.each)), reverse=True)
        layers = tuple(
            ((kind * layout.size, most), (layout.theirs_at + kind * layout.size, most))
            for most, kind in kinds
            if most
        )
        others = (0, 1 << layout.turn_at) if layout.has_turn else (0,)
        return _numbering_of_layers(motions, layers, others)
    offsets = tuple(plane * layout.size for plane in range(layout.planes))
    return _numbering_of_sets(motions, made.sections.sizes, offsets, made.sections.others)


@lru_cache(maxsize=2)
def _numbering_of_layers(
    motions: tuple[Motion, ...],
    layers: tuple[tuple[tuple[int, int], ...], ...],
    others: tuple[int, ...],
) -> Numbering:
    """Return the numbering of men in layers. Games with equal layers share its functions."""
    from gamesolver.orbits import number_layers  # loads the compiler

    return number_layers(motions, layers, others=others)


@lru_cache(maxsize=2)
def _numbering_of_sets(
    motions: tuple[Motion, ...],
    sizes: tuple[tuple[int, ...], ...],
    offsets: tuple[int, ...],
    others: tuple[int, ...],
) -> Numbering:
    """Return the numbering of sets of men. Games with equal sets share its functions."""
    from gamesolver.orbits import number_sets  # loads the compiler

    return number_sets(motions, sizes, offsets=offsets, others=others)
