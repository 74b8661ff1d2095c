"""Compiled games on random graphs with scores, gains and a payoff of infinite play.

A position is twice its node, plus one if the second player is to move. The rules are compiled over
the columns of a *sheet*, which are so large that numba reads them in place (see ``sheet``). A
sheet holds one drawing at a time and is reused once that drawing is garbage-collected. So the rules
are compiled once for each drawing that exists at the same time, not for every drawing.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from itertools import chain
from weakref import ref

import attrs
import numpy as np
from numba import njit

from gamesolver import NO_SCORE, CompiledGame, CompiledRules, Value
from gamesolver.verdicts import nothing_known, scores_at_least, scores_at_most, scores_within
from tests.attacks.compiled_graphs import stages_of
from tests.attacks.graph_games import Drawing
from tests.attacks.scored_graphs import ScoredDrawing

PLAYING = 2


@attrs.frozen
class CompiledScores(CompiledGame):
    """Play on a drawing; with ``by_value`` its ends are values, and no move gains."""

    drawing: ScoredDrawing
    endless: int | Value = 0
    gains: bool = True
    staged: bool = True
    indexed: bool = False
    by_value: bool = False
    by_stage: bool = False
    bounds: tuple[int, int] = attrs.field()

    @bounds.default
    def _bounds(self):
        """Return bounds beyond the scores of small drawings: some entries have two bytes."""
        return -20, 20

    @classmethod
    def bounded(cls, drawing, truths, **kind):
        """Return the game with the narrowest bounds of its scores."""
        scores = [score for truth in truths for score, _, _ in truth.values()]
        return cls(drawing, bounds=(min(scores), max(scores)), **kind)

    def start(self):
        return 0

    def positions(self):
        return range(2 * len(self.drawing.moves))

    @property
    def rules(self):
        sheet = sheet_of(self.drawing)
        kind = self.gains, self.staged, self.indexed, self.by_value, self.by_stage, self.bounds
        if kind not in sheet.bundles:
            sheet.bundles[kind] = bundle(self, sheet.rules)
        return sheet.bundles[kind]


def bundle(game, rules):
    """Return the rules of a game, from the functions over its sheet."""
    num_indexes, numbering = 2 * len(game.drawing.moves), ("index", "position_at")
    if game.by_stage:
        nodes = Counter(stages_of(staged_drawing(game.drawing)))
        num_indexes, numbering = {stage: 2 * count for stage, count in nodes.items()}, WITHIN
    is_indexed = game.indexed or game.by_stage
    claims, known = game.drawing.claims, CANDIDATES[game.gains]
    least, most = (None, None) if game.by_value else game.bounds
    return CompiledRules(
        rules["successors_with_gains" if game.gains else "successors"],
        terminal_code=rules["terminal_code"] if game.by_value else None,
        terminal_score=None if game.by_value else rules["terminal_score"],
        max_moves=max(1, *map(len, game.drawing.moves)),
        player=rules["player"],
        stage=rules["stage"] if game.staged else None,
        index=rules[numbering[0]] if is_indexed else None,
        position_at=rules[numbering[1]] if is_indexed else None,
        num_indexes=num_indexes if is_indexed else None,
        least_score=least,
        most_score=most,
        symmetries=rules["symmetries"] if claims.orbits else None,
        max_symmetries=MOST_SYMMETRIES,
        canonical=rules["canonical"] if claims.canonical else None,
        candidates=rules[known] if claims.candidates else None,
    )


def bounds_of(drawing, endless=0):
    """Return bounds of the scores of all plays, infinite ones included."""
    farthest = [abs(endless if end is None else end) for end in drawing.ends]
    for _ in drawing.moves:  # no play has more moves with a gain
        farthest = [
            max([least, *(abs(gain) + farthest[to] for to, _, gain in row)])
            for least, row in zip(farthest, drawing.moves, strict=True)
        ]
    return -max(20, *farthest), max(20, *farthest)


WITHIN = "index_within", "position_within"
"""Names of the rules for an index within a stage."""

CANDIDATES = "candidates", "candidates_with_gains"
"""Names of the rule for candidates, in games without gains and with gains."""

MOST_SYMMETRIES, MOST_CANDIDATES = 4, 3


def staged_drawing(drawing):
    """Return the graph without scores, to find its stages; symmetric positions share a stage."""
    moves = [[(to, kept) for to, kept, _ in row] for row in drawing.moves]
    for code, orbit in enumerate(drawing.claims.orbits):
        moves[code >> 1] += [(other >> 1, True) for other in orbit]
    return Drawing(tuple(map(tuple, moves)), drawing.ends, (None,) * len(moves), (0,))


def verdict_in_numbers(verdict):
    """Return the numbers that ``candidates`` writes: a verdict, or a count and the moves."""
    if isinstance(verdict, tuple):
        return [len(verdict), *verdict, *[0] * (MOST_CANDIDATES - len(verdict))]
    return [_verdict(verdict), *[0] * MOST_CANDIDATES]


def _verdict(verdict):
    """Return the number that encodes bounds of a score, or no knowledge."""
    if verdict is None:
        return nothing_known()
    if verdict.at_most is None:
        return scores_at_least(verdict.at_least)
    if verdict.at_least is None:
        return scores_at_most(verdict.at_most)
    assert verdict.at_least == -verdict.at_most
    return scores_within(verdict.at_most)


ROOM = 1 << 18
"""Nodes of a sheet, and half its edges: 2 MB per column, because numba copies less than 1 MB."""

SHEETS = []


def sheet_of(drawing):
    """Return the sheet of a drawing; if there is none, write it on a free or a new sheet."""
    for sheet in SHEETS:
        if sheet.drawing() is drawing:
            return sheet
    free = [sheet for sheet in SHEETS if sheet.drawing() is None]
    if not free:
        free = [Sheet()]
        SHEETS.extend(free)
    free[0].write(drawing)
    return free[0]


class Sheet:
    """Columns for one drawing, and the rules over them."""

    def __init__(self):
        self.drawing, self.bundles = lambda: None, {}
        self.nodes = [np.zeros(ROOM, np.int64) for _ in range(10)]
        self.edges = [np.zeros(2 * ROOM, np.int64) for _ in range(3)]

    def write(self, drawing):
        """Write a drawing in place of another."""
        edges = [edge for row in drawing.moves for edge in row]
        rows = np.cumsum([0, *map(len, drawing.moves)])
        playing = [NO_SCORE if end is None else end for end in drawing.ends]
        size, stages = np.array([len(playing)]), stages_of(staged_drawing(drawing))
        order = np.argsort(stages, kind="stable")
        begins = np.searchsorted(np.sort(stages), np.arange(max(stages) + 1))
        places = np.argsort(order) - begins[stages]
        claims = drawing.claims
        images = [[*orbit, *orbit[:1] * (MOST_SYMMETRIES - len(orbit))] for orbit in claims.orbits]
        verdict = map(verdict_in_numbers, claims.candidates)
        claimed = list(chain(*images)), claims.canonical, list(chain(*verdict))
        columns = size, rows, playing, stages, order, begins, places, *claimed
        for column, words in zip(self.nodes, columns, strict=True):
            column[: len(words)] = words
        for column, words in zip(self.edges, zip(*edges, strict=True), strict=bool(edges)):
            column[: len(words)] = words
        self.drawing, self.bundles = ref(drawing), {}

    @cached_property
    def rules(self):
        """The functions over the columns, by name."""
        return rules_over(*self.nodes, *self.edges)


def rules_over(
    size, rows, ends, stages, order, begins, places, images, represents, verdict, to, kept, won
):
    """Return the functions over the columns of a sheet, by name."""

    @njit
    def successors(position, moves, positions):
        node, seat = np.int64(position) >> 1, np.int64(position) & 1
        first = rows[node]
        for each in range(rows[node + 1] - first):
            moves[each] = each
            turn = seat if kept[first + each] else 1 - seat
            positions[each] = np.uint64(2 * to[first + each] + turn)
        return rows[node + 1] - first

    @njit
    def successors_with_gains(position, moves, positions, gains):
        first = rows[np.int64(position) >> 1]
        count = successors(position, moves, positions)
        for each in range(count):
            gains[each] = won[first + each]
        return count

    @njit
    def terminal_score(position):
        return ends[np.int64(position) >> 1]

    @njit
    def terminal_code(position):
        end = ends[np.int64(position) >> 1]
        return np.sign(end) if end != NO_SCORE else PLAYING

    @njit
    def player(position):
        return np.int64(position) & 1

    @njit
    def stage(position):
        return stages[np.int64(position) >> 1]

    @njit
    def index(position):
        return np.int64(position) if position < 2 * size[0] else -1

    @njit
    def position_at(index):
        return np.uint64(index)

    @njit
    def index_within(position):
        if position >= 2 * size[0]:
            return np.int64(-1)
        return 2 * places[np.int64(position) >> 1] + (np.int64(position) & 1)

    @njit
    def position_within(stage, index):
        return np.uint64(2 * order[begins[stage] + (index >> 1)] + (index & 1))

    @njit
    def symmetries(position, positions):
        if position >= 2 * size[0]:
            return 0
        for each in range(MOST_SYMMETRIES):
            positions[each] = np.uint64(images[MOST_SYMMETRIES * np.int64(position) + each])
        return MOST_SYMMETRIES

    @njit
    def canonical(position):
        return np.uint64(represents[np.int64(position)]) if position < 2 * size[0] else position

    @njit
    def candidates(position, moves, positions, priorities):
        first, place = rows[np.int64(position) >> 1], (1 + MOST_CANDIDATES) * np.int64(position)
        for each in range(verdict[place]):
            move = verdict[place + 1 + each]
            seat = np.int64(position) & 1
            turn = seat if kept[first + move] else 1 - seat
            moves[each], priorities[each] = move, -each
            positions[each] = np.uint64(2 * to[first + move] + turn)
        return verdict[place]

    @njit
    def candidates_with_gains(position, moves, positions, gains, priorities):
        first = rows[np.int64(position) >> 1]
        count = candidates(position, moves, positions, priorities)
        for each in range(count):
            gains[each] = won[first + moves[each]]
        return count

    return locals()
