"""Pages of games: each game is solved, and published figures are compared with computed ones.

``sphinx-build`` writes the pages to ``docs/shelf``. ``python docs/shelf.py`` writes them too, and
``python docs/shelf.py nim hex`` writes those of two games only. A page of the docs has blocks in
place of a picture gallery and of two tables:

``{gallery}``  a picture of each game, which links to its page
``{shelf}``    every game: its start, its size, and the number of figures that match
``{held}``     every published figure, with its source and the comparison

The TOML file next to a game has a table of figures for each set of parameters. Small games are
solved when the pages are made. Results of larger ones come from ``shelf.json``, the record of
``python -m benchmarks shelf``. For still larger ones the start may be proved: ``proofs.json`` has
the outcome, the call and its cost, from ``python -m benchmarks shelf-proofs``. The page lists the
others as not solved. ``games/found.toml``, which the command line reads, has the kind of result and
its source, and is made here as well.

A figure is *published*, or *recomputed* by code that shares at most its rules, or *ours alone*, by
its source (``docs/citations.py``). Keys of a table:

``sources``       sources of figures that differ from that of the table
``note``          a text for readers of the page
``differs``       the reason why computed figures differ
``means``         the computed figure that has another name in the table
``counted_so``    conversion of the computed figure: ``times`` a number, ``less`` another

If a publication has only the value of an outcome, the value is one figure, and the plies are
another. A table within a table selects positions by ``stage``, ``seat``, ``single_heaps`` up to a
number, ``counted_by`` (a method of the game that yields them), or ``which`` for all of them. With
``as_in`` it has the positions of another table, and with ``position`` a single one, with its
outcome and those of its moves. A row of ``letters`` has the value for several sets of parameters.
Figures that are not computed here are on the page without a comparison.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from html import escape
from itertools import chain, groupby
from pathlib import Path
from time import process_time
from typing import TYPE_CHECKING, Any, TypeAlias

import attrs
from citations import (
    ALONE,
    KINDS,
    PUBLISHED,
    RECOMPUTED,
    kind_of,
    other_published,
    require_sound,
    source_of,
    states,
)

import games
from gamesolver import (
    CompiledGame,
    Game,
    GameGraph,
    InvalidArgumentError,
    Outcome,
    PositionTextError,
    Proof,
    Solution,
    Value,
    __version__,
    explore,
    find_game,
    nimbers,
    prove,
    registered_games,
    solve,
)
from gamesolver.answers import MoveRow
from gamesolver.rules.figures import called as called_so
from gamesolver.rules.figures import figures_of
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.rules.registry import registered_name
from gamesolver.show.sentences import EVERY
from gamesolver.show.won_on_board import WonOnBoard
from gamesolver.web import write_site
from gamesolver.web.site import page_name, reaches_few

if TYPE_CHECKING:
    from sphinx.application import Sphinx

Figures: TypeAlias = Mapping[str, Any]
"""A table of the TOML file of a game."""
Found: TypeAlias = dict[str, Any]
"""Computed figures: outcome, score, first moves, a position to show, and counts, raw and folded."""

SMALL = 20_000
"""Number of positions up to which a set of parameters is solved when the pages are made."""
WALKED = 2_000
"""Number of positions up to which a game is solved if their number is not known before."""
FEW = 40
"""Number of first moves that are listed for each outcome."""
UP_TO_SYMMETRY = "up to symmetry"
HERE = Path(__file__).parent
PAGES = HERE / "shelf"
RECORD = HERE / "shelf.json"
PROOFS = HERE / "proofs.json"
FOUND = HERE.parent / "games" / "found.toml"


# ── sets of parameters ─────────────────────────────────────────────────────────────────────────


@attrs.frozen
class Case:
    """A game with some parameters, and its table of figures."""

    game: Game[Any, Any]
    figures: Figures
    board: Figures = attrs.field(factory=dict)
    """Properties of the boards of all sets of parameters."""

    @property
    def called(self) -> str:
        """Call that creates the game with its parameters."""
        return called_so(type(self.game), self.figures["parameters"])

    @property
    def given(self) -> str:
        """Parameters that differ from their defaults."""
        return ", ".join(f"{name}={each!r}" for name, each in self.figures["parameters"].items())

    @property
    def size(self) -> int | None:
        """Number of positions, if the table has it."""
        return self.figures.get("positions") or self.figures.get("folded")


def cases(name: str) -> list[Case]:
    """Return the game with its defaults, then all other sets of parameters that have a table."""
    kind = find_game(name)
    tables = figures_of(name, kind)
    require_sound(name, tables)
    if not any(each["parameters"] == {} for each in tables):
        tables.insert(0, {"parameters": {}})
    tables.sort(key=lambda each: bool(each["parameters"]))
    board = next((each["board"] for each in tables if "board" in each), {})
    return [Case(kind(**each["parameters"]), each, board) for each in tables]


def every_case(name: str) -> list[Case]:
    """Return all sets of parameters that have a table or a letter."""
    with_table = cases(name)
    lettered = [
        each
        for case in with_table
        for _, part in parts_of(case.figures)
        for key in rows_of_letters(part)
        for each in cases_of_letters(case, part, key)
        if each is not None
    ]
    return [*with_table, *(each for each in lettered if each not in with_table)]


def counts_all(figures: Figures) -> bool:
    """Return True if positions that the start does not reach are counted, too."""
    return EVERY in figures.get("which", "")


def is_small(case: Case) -> bool:
    """Return True if a game is solved when the pages are made."""
    if counts_all(case.figures):  # reachable or not: only an index has them all
        return False
    if case.size is not None:
        return case.size <= SMALL
    return case.called not in record() and is_walked(plain(case.game))


@cache
def is_walked(game: Game[Any, Any]) -> bool:
    """Return True if a search of the whole game finds few positions."""
    rules: Rules[Any, Any] = Rules(game)
    seen: set[Any] = set()
    waiting: list[Iterator[Any]] = [chain([game.start()], game.positions())]
    while waiting and len(seen) <= WALKED:
        position = next(waiting[-1], None)
        if position is None:
            waiting.pop()
        elif (canonical := game.canonical(position)) not in seen:
            seen.add(canonical)
            if rules.ending(canonical) is None:
                waiting.append(iter([game.play(canonical, m) for m in game.moves(canonical)]))
    return len(seen) <= WALKED


def plain(game: Game[Any, Any]) -> Game[Any, Any]:
    """Return the rules in plain Python if a game has them, so that nothing is compiled."""
    rules = game.plain if isinstance(game, CompiledGame) else None
    return rules or game


# ── figures by solving ─────────────────────────────────────────────────────────────────────────


def found(case: Case) -> Found | None:
    """Return the figures of a small game by solving it, or the recorded ones of a large game."""
    if is_small(case):
        return answers(case, solve(plain(case.game)))
    kept = record().get(case.called)
    return kept and with_moves(kept, dict(enumerate(names_of_moves(case.game))))


@cache
def record() -> dict[str, Found]:
    """Return the record of ``python -m benchmarks shelf``, by games with their parameters."""
    kept: dict[str, Found] = json.loads(RECORD.read_text(encoding="utf-8"))
    return kept


@cache
def proofs() -> dict[str, Found]:
    """Return the record of ``python -m benchmarks shelf-proofs``, by games and parameters."""
    kept: dict[str, Found] = json.loads(PROOFS.read_text(encoding="utf-8"))
    return kept


def proved(case: Case) -> Found | None:
    """Return the proof of a start that is not solved, or None."""
    kept = None if is_small(case) or case.called in record() else proofs().get(case.called)
    if kept is None or kept["best_moves"] is None:
        return kept
    names = names_of_moves(case.game)
    return kept | {"best_moves": [names[each] for each in kept["best_moves"]]}


def for_record(case: Case, ours: Found) -> Found:
    """Return figures with the numbers of first moves instead of their names, which may change."""
    return with_moves(ours, {name: place for place, name in enumerate(names_of_moves(case.game))})


def with_moves(ours: Found, others: Mapping[Any, Any]) -> Found:
    """Return figures with other names, or numbers, of the first moves."""
    rows = [[outcome, [others[each] for each in same]] for outcome, same in ours["first_moves"]]
    return ours | {"first_moves": rows}


def names_of_moves(game: Game[Any, Any]) -> list[str]:
    """Return the texts of the first moves, in the order of the game, without compiling it."""
    rules = plain(game)
    return [rules.format_move(move) for move in rules.moves(rules.start())]


def answers(case: Case, solution: Solution[Any, Any]) -> Found:
    """Return the figures of a solution."""
    every = counts_all(case.figures)
    folded = Counter(solution.counts(reachable=not every))
    return {
        "outcome": str(solution.outcome),
        "score": solution.outcome.score,
        "first_moves": first_moves(solution),
        "shown": solution.game.format(halfway(solution)),
        "folded": counted(folded) | of_graph(solution.game, needed(case.figures, "folded"), True),
        "raw": raw(case, solution, every),
        "parts": {
            name: of_part(case.figures, part, solution)
            for name, part in parts_of(case.figures)
            if counts_apart(case.figures, part) and "as_in" not in part
        },
    }


def counts_apart(figures: Figures, part: Figures) -> bool:
    """Return True if a part selects positions: by a stage, a seat, all, or single heaps."""
    has_own = bool({"stage", "seat", "single_heaps", "position", "counted_by"} & part.keys())
    return has_own or counts_all(part) > counts_all(figures)


def of_part(figures: Figures, part: Figures, solution: Solution[Any, Any]) -> Found:
    """Return the figures of the positions of a part."""
    if "single_heaps" in part:
        numbers = of_single_heaps(solution.game, part["single_heaps"])
        return numbers | {"nimbers": numbers["nimbers"][: len(part["nimbers"])]}
    if "counted_by" in part:
        return {"positions": len(set(getattr(solution.game, part["counted_by"])()))}
    if "position" in part:
        return of_position(solution.game, part["position"])
    return counted(Counter(solution.counts(**counting(figures, part))))


def of_position(game: Game[Any, Any], text: str) -> Found:
    """Return the outcome of a position and of its moves, also if the start does not reach it."""
    solution = solve(game, start=game.parse(text))
    outcome = solution.outcome
    return {
        "outcome": str(outcome),
        "score": outcome.score,
        "first_moves": first_moves(solution),
    }


def counting(figures: Figures, part: Figures) -> dict[str, Any]:
    """Return the arguments of ``Solution.counts`` that select the positions of a part."""
    chosen = {key: part[key] for key in ("stage", "seat") if key in part}
    is_all = counts_all(figures) or counts_all(part)
    return chosen | {"symmetric": side_of(part) == "raw", "reachable": not is_all}


def raw(case: Case, solution: Solution[Any, Any], every: bool) -> Found:
    """Return counts of all positions without symmetry, or nothing if that would take long."""
    game, keys = solution.game, needed(case.figures, "raw")
    is_compiled, has_number = isinstance(game, CompiledGame), "positions" in case.figures
    if is_compiled and not has_number:
        return {}
    orbits = Counter(solution.counts(symmetric=True, reachable=not every))
    if orbits.total() > WALKED and not has_number:
        return {}
    are_whole = every or is_its_only_image(game)
    if are_whole and (is_compiled or orbits.total() > SMALL):
        return counted(orbits) | of_graph(game, keys, False)
    graph = explore(game, start=None if every else game.start(), fold=False)
    outcomes = Counter(solution[position] for position in graph)
    return counted(outcomes) | measured(graph, keys)


def is_its_only_image(game: Game[Any, Any]) -> bool:
    """Return True if no symmetry changes the start. Then play reaches orbits as a whole."""
    return {*game.symmetries(game.start())} <= {game.start()}


def counted(outcomes: Counter[Outcome]) -> Found:
    """Return the figures that follow from the outcomes of some positions."""

    def number(value: Value) -> int:
        return sum(count for each, count in outcomes.items() if each.value is value)

    def longest(*values: Value) -> int:
        plies = (each.remoteness for each in outcomes if each.value in values)
        return max((each for each in plies if each is not None), default=0)

    def after(value: Value) -> dict[str, int]:
        """Return the number of positions with a value, by the plies to the end as texts."""
        plies: Counter[int] = Counter()
        for each, count in outcomes.items():
            if each.value is value and each.remoteness is not None:
                plies[each.remoteness] += count
        return {str(each): plies[each] for each in sorted(plies)}

    won, lost, drawn = map(number, (Value.WIN, Value.LOSS, Value.DRAW))
    won_in, lost_in = after(Value.WIN), after(Value.LOSS)
    ends = sum(count for each, count in outcomes.items() if each.remoteness == 0)
    endless = sum(count for each, count in outcomes.items() if each.remoteness is None)
    positions = sum(outcomes.values())
    return {
        "positions": positions,
        "won": won,
        "lost": lost,
        "drawn": drawn,
        "decided": won + lost,
        "endless": endless,
        "ends": ends,
        "ends_won": won_in.get("0", 0),
        "ends_lost": lost_in.get("0", 0),
        "going_on": positions - ends,
        "longest": longest(Value.WIN, Value.LOSS),
        "longest_win": longest(Value.WIN),
        "longest_loss": longest(Value.LOSS),
        "deepest": longest(Value.WIN, Value.LOSS),
        "going_on_won": won - won_in.get("0", 0),
        "going_on_lost": lost - lost_in.get("0", 0),
        "won_in": won_in,
        "lost_in": lost_in,
        "even_wins": sum(n for plies, n in won_in.items() if int(plies) % 2 == 0 < int(plies)),
        "odd_losses": sum(n for plies, n in lost_in.items() if int(plies) % 2 == 1),
    }


def of_single_heaps(game: Any, most: int) -> Found:
    """Return the nimbers of single heaps up to a size, and their period, if there is one."""
    table = nimbers(game, game.parts, positions=[(size,) for size in range(1, most + 1)])
    found = [table[(size,) if size else ()] for size in range(most + 1)]
    period = period_of(found[most // 2 :])
    last = {size % period: found[size] for size in range(most + 1)} if period else {}
    exceptions = [size for size in range(most + 1) if period and found[size] != last[size % period]]
    late = max(exceptions, default=-1) + 1
    return {"nimbers": found, "period": period, "period_from": late, "exceptions": exceptions}


def period_of(numbers: Sequence[int]) -> int:
    """Return the shortest period that occurs at least twice, or 0."""
    periods = range(1, len(numbers) // 2 + 1)
    return next((each for each in periods if numbers[each:] == numbers[:-each]), 0)


MEASURES: dict[str, Callable[[GameGraph[Any, Any]], Any]] = {
    "by_ply": lambda graph: graph.plies(),
    "games": lambda graph: graph.count_games(),
    "moves": lambda graph: graph.num_moves,
    "nodes": lambda graph: graph.count_nodes(),
}
"""Figures that need the graph of a game, computed only if a table has them."""


def of_graph(game: Game[Any, Any], keys: Sequence[str], fold: bool) -> Found:
    """Return some figures of the graph of a game, which is made only if there are any."""
    return measured(explore(game, fold=fold), keys) if keys else {}


def measured(graph: GameGraph[Any, Any], keys: Iterable[str]) -> Found:
    """Return some figures of a graph."""
    return {key: MEASURES[key](graph) for key in keys}


def needed(figures: Figures, side: str) -> list[str]:
    """Return the names of figures in a table that need a graph, of raw or of folded positions."""
    parts = [part for _, part in parts_of(figures) if side_of(part) == side]
    return [key for key in MEASURES if any(key in part for part in parts)]


def first_moves(solution: Solution[Any, Any]) -> list[list[Any]]:
    """Return each outcome of a first move with the texts of its moves, the best first."""
    name = solution.game.format_move
    rows = groupby(solution.moves(solution.start), key=lambda row: str(row.outcome))
    return [[outcome, [name(row.move) for row in same]] for outcome, same in rows]


def halfway(solution: Solution[Any, Any]) -> Any:
    """Return a position in the middle of the principal variation, or the start."""
    line = first_half(solution)
    return line[-1].position if line else solution.start


def first_half(solution: Solution[Any, Any]) -> list[MoveRow[Any, Any]]:
    """Return the first half of the principal variation."""
    line = [*solution.mainline()]
    return line[: len(line) // 2]


@cache
def won_halfway(game: Game[Any, Any]) -> WonOnBoard:
    """Return the points and boxes of each player in the middle of the principal variation."""
    solution, rules = solve(plain(game)), Rules(plain(game))
    won, position = WonOnBoard.at_root(rules), solution.start
    for ply, row in enumerate(first_half(solution)):
        before, after = (rules.svg(each) or "" for each in (position, row.position))
        won = won.after(rules.mover(position, ply), row.gain, before, after)
        position = row.position
    return won


# ── figures by proofs ──────────────────────────────────────────────────────────────────────────


def prove_start(case: Case, memory: str, seconds: float | None = None) -> Found | None:
    """Return the result of a proof of the start, with its cost, or None after the time limit.

    The proof computes what the table of figures has: the value, the score, and the plies if the
    table has them. The plies of a draw follow from the rules (see ``with_plies``).
    """
    is_exact = includes_plies(case.figures["outcome"])
    prove(case.game, seconds=0)  # the cost of the proof excludes compilation
    began = process_time()
    proof = prove(case.game, exact=is_exact, memory=memory, seconds=seconds)
    result = proof.outcome if is_exact else proof.value
    if result is None:
        return None
    includes_moves = not {"only_by", "longest_by", "won_by"}.isdisjoint(case.figures)
    best = places_of(case.game, proof.best_moves()) if includes_moves else None
    return {
        "outcome": as_text(proof),
        "score": proof.score,
        "best_moves": best,
        "call": f"prove({case.called}{'' if is_exact else ', exact=False'}, memory={memory!r})",
        "visited": proof.how.visited,
        "seconds": round(process_time() - began, 2),
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "version": __version__,
    }


def includes_plies(outcome: str) -> bool:
    """Return True if the outcome of a table has the plies of a win or a loss."""
    return " in " in outcome and " by " not in outcome and not outcome.startswith("draw")


def as_text(proof: Proof[Any, Any]) -> str:
    """Return the proved outcome as text: with its plies, with its score, or the value alone."""
    if proof.outcome is not None:
        return str(proof.outcome)
    value = proof.value.name.lower() if proof.value is not None else ""
    return f"{value} by {abs(proof.score)}" if proof.score else value


def places_of(game: Game[Any, Any], moves: Iterable[Any]) -> list[int]:
    """Return the numbers of first moves in the order of the game, which its plain rules share."""
    listed = list(game.moves(game.start()))
    return sorted(listed.index(each) for each in moves)


def with_plies(case: Case, outcome: str) -> str:
    """Return a proved outcome, with its plies if they follow from the rules.

    A draw, or every game, may fill the board. Its ``board`` states it, and tests check it.
    """
    if not fills_board(case, outcome):
        return outcome
    return f"{outcome} in {case.game.format(case.game.start()).count('.')}"


def fills_board(case: Case, outcome: str) -> bool:
    """Return True if a proved outcome without plies is that of a full board."""
    fills = case.board.get("fills")
    is_known = fills == "every game" or (fills == "a draw" and outcome == "draw")
    return is_known and " in " not in outcome


# ── comparison of published figures with computed ones ─────────────────────────────────────────

EQUAL, NOTHING, OTHER = "equal", "nothing published", "not equal"
BY_PROOF = "equal, by a proof"
NOT_SOLVED = "too large, not solved here"


@attrs.frozen
class Held:
    """A figure of a table with the computed one."""

    called: str
    figure: str
    expected: Any
    ours: Any
    kind: str
    source: str
    differs: str = ""
    counted_so: int | None = None
    """Computed figure, converted to the convention of the table."""
    is_proved: bool = False
    """True if the computed figure is from a proof of the start."""
    letters: Figures | None = None
    """Description of the letters, if the figure is a row of them, one for each game."""

    @property
    def is_met(self) -> bool:
        """True if the computed figure is equal."""
        if isinstance(self.ours, dict) and self.figure.endswith("openings"):
            return all(
                states(outcome, self.ours.get(move)) for move, outcome in self.expected.items()
            )
        if self.figure.endswith("outcome") and self.ours is not None:
            return states(self.expected, self.ours)
        return bool(self.expected == self.ours)

    @property
    def is_met_so_far(self) -> bool:
        """True if all letters that were computed are equal."""
        pairs = zip(self.expected, self.ours, strict=True)
        return all(ours in ("?", expected) for expected, ours in pairs)

    @property
    def verdict(self) -> str:
        """Result of the comparison as text, with the reason of a difference."""
        if self.ours is None:
            return NOT_SOLVED
        if self.letters and "?" in self.ours and self.is_met_so_far:
            return f"{EQUAL} where solved or proved, and ? where not"
        if self.is_met:
            return NOTHING if self.kind == ALONE else BY_PROOF if self.is_proved else EQUAL
        if not self.differs or self.counted_so not in (None, self.expected):
            return OTHER
        turned = f"; counted so, it is {cell(self.counted_so)}" if self.counted_so else ""
        return f"ours differs: {self.differs}{turned}"


@cache
def shelf(name: str) -> list[tuple[Case, Found | None]]:
    """Return each set of parameters with the computed figures. A game is solved once."""
    return [(case, found(case)) for case in cases(name)]


def held(name: str) -> list[Held]:
    """Return every figure of a game that can be computed."""
    return [each for case, ours in shelf(name) for each in held_of(case, ours)]


def held_of(case: Case, ours: Found | None) -> Iterator[Held]:
    """Yield every figure of a set of parameters."""
    for name, part in parts_of(case.figures):
        yield from rows_held(case, name, part)
        for key, expected in part.items():
            measure = part.get("means", {}).get(key, key)
            if measure not in COUNTABLE or is_table(expected):
                continue
            shown = None if ours or name else proof_of(case, measure)
            mine = shown if ours is None else ours_of(case.figures, name, measure, ours)
            figure = spaced(f"{name}: {key}" if name else key)
            kind, differs = kind_of(of_figure(part, key), key), part.get("differs", "")
            so = None if mine is None else counted_so(part, key, mine)
            is_proved = shown is not None
            if key in part.get("said", {}):
                about = case.called, figure, part["said"][key], mine, PUBLISHED
                yield Held(*about, source_of(part, PUBLISHED), differs, so, is_proved)
                figure += WITH_PLIES
            about = case.called, figure, expected, mine, kind
            yield Held(*about, source_of(of_figure(part, key), kind), differs, so, is_proved)


WITH_PLIES = ", with its plies"


def of_figure(part: Figures, key: str) -> Figures:
    """Return a part for one of its figures, which may have a source of its own."""
    own = part.get("sources", {}).get(key)
    return part if own is None else {**part, "source": own, "published": [key]}


def rows_held(case: Case, name: str, part: Figures) -> Iterator[Held]:
    """Yield every row of letters of a part."""
    for key in rows_of_letters(part):
        ours = "".join(map(letter, cases_of_letters(case, part, key)))
        letters = part["letters"]
        row = {letters["row"]: int(key)} | letters.get("besides", {})
        about = (
            called_so(type(case.game), row),
            spaced(f"{name}: {letters['row']} {key}"),
            part[key],
        )
        is_known = set(ours) != {"?"}
        kind = kind_of({"published": [key]} | part, key)
        source = source_of(part, kind)
        yield Held(*about, ours if is_known else None, kind, source, letters=letters)


def rows_of_letters(part: Figures) -> list[str]:
    """Return the numbers of the rows of letters of a part."""
    return [key for key in part if key.isdigit()] if "letters" in part else []


def cases_of_letters(case: Case, part: Figures, key: str) -> Iterator[Case | None]:
    """Yield the set of parameters of each letter of a row, or None if no game accepts it."""
    letters, kind = part["letters"], type(case.game)
    listed = cases(registered_name(kind))
    for number, each in enumerate(part[key], letters["first"]):
        numbers = {letters["row"]: int(key), letters["column"]: number}
        parameters = numbers | letters.get("besides", {})
        try:
            game = kind(**parameters)
        except InvalidArgumentError:  # the board does not fit into 64 bits
            yield None
            continue
        figures = {"parameters": parameters, "outcome": LETTERS[each], "source": part["source"]}
        yield next((other for other in listed if other.game == game), Case(game, figures))


LETTERS = {"W": "win", "D": "draw", "L": "loss"}


def letter(case: Case | None) -> str:
    """Return the letter of a computed outcome, or a question mark."""
    if case is None:
        return "?"
    known = {each.called: ours for each, ours in shelf(registered_name(type(case.game)))}
    ours = (known[case.called] if case.called in known else found(case)) or proved(case)
    outcome = ours["outcome"].removeprefix("endless ") if ours else ""
    return next((each for each, value in LETTERS.items() if outcome.startswith(value)), "?")


def proof_of(case: Case, key: str) -> Any:
    """Return a figure that a proof has, or None."""
    kept = proved(case)
    if kept is None:
        return None
    outcome, best = kept["outcome"], kept["best_moves"]
    stated = {"outcome": with_plies(case, outcome), "score": kept["score"], "only_by": best}
    stated["longest_by"] = best
    if best is not None and outcome == "win":  # then all that win are among the best
        stated["won_by"] = sorted(best)
    return stated.get(key)


def counted_so(part: Figures, key: str, ours: Any) -> int | None:
    """Return the computed number by the convention of a part, or None if it has none."""
    convention = part.get("counted_so")
    if convention is None or not isinstance(ours, int):
        return None
    times: int = convention["times"]
    return times * ours - int(convention["less"].get(key, 0))


ABOUT = {"parameters", "source", "which", "reached", "stage", "seat", "single_heaps"}
ABOUT |= {"published", "said", "means", "differs", "counted_so", "board"}
ABOUT |= {"position", "letters", "counted_by", "as_in", "sources", "note"}


def tested_figures(case: Case) -> Iterator[tuple[str, Any, str]]:
    """Yield figures that are not computed here but in tests, with their sources."""
    counted_parts = dict(parts_of(case.figures))
    for name, part in {"": case.figures, **case.figures}.items():
        if name in ABOUT | COUNTABLE or not isinstance(part, dict):
            continue
        here = COUNTABLE | {*rows_of_letters(part)} if name in counted_parts else set()
        for key, each in part.items():
            is_part = not name and isinstance(each, dict)
            if not (key in ABOUT or is_part or part.get("means", {}).get(key, key) in here):
                source = part.get("source", case.figures["source"])
                yield spaced(f"{name}: {key}" if name else key), each, source


def parts_of(figures: Figures) -> Iterator[tuple[str, Figures]]:
    """Yield a table, and the tables in it that select positions."""
    yield "", figures
    for name, part in figures.items():
        if isinstance(part, dict) and {"source", "which"} <= part.keys():
            yield name, part


def is_table(figure: Any) -> bool:
    """Return True if this is a table of figures, and not a figure by plies."""
    return isinstance(figure, dict) and "source" in figure


def side_of(part: Figures) -> str:
    """Return ``raw`` or ``folded``, by the positions that a table counts."""
    is_folded = UP_TO_SYMMETRY in part.get("which", "") or (
        "positions" not in part and "folded" in part
    )
    return "folded" if is_folded else "raw"


def ours_of(figures: Figures, name: str, key: str, ours: Found) -> Any:
    """Return the computed figure for a figure of a part, or None."""
    part: Figures = figures[name] if name else figures
    own = ours.get("parts", {}).get(part.get("as_in", name), {})
    start = own if "position" in part else ours
    if key in ("outcome", "score"):
        return start[key]
    if key in OPENINGS:
        return OPENINGS[key](start["first_moves"], part)
    if counts_apart(figures, part):
        counts = own
    else:
        counts = ours["folded" if key == "folded" else side_of(part)]
    return counts.get("positions" if key == "folded" else key)


OPENINGS: dict[str, Callable[[list[list[Any]], Figures], Any]] = {
    "only_by": lambda rows, part: rows[0][1] if rows else [],
    "longest_by": lambda rows, part: rows[0][1] if rows else [],
    "won_by": lambda rows, part: sorted(each for each, won in by_move(rows) if won[:3] == "win"),
    "openings": lambda rows, part: {
        each: outcome for each, outcome in by_move(rows) if each in part["openings"]
    },
    "opening_plies": lambda rows, part: sorted(plies(outcome) for _, outcome in by_move(rows)),
}
"""Figures that follow from the outcomes of first moves: the best ones, those that win, the outcomes
of listed ones, and the plies of each."""


def by_move(rows: list[list[Any]]) -> Iterator[tuple[str, str]]:
    """Return each first move with its outcome."""
    return ((each, outcome) for outcome, same in rows for each in same)


def plies(outcome: str) -> int:
    """Return the plies of an outcome that has an end."""
    return int(outcome.rpartition(" in ")[2])


COUNTABLE = {"outcome", "score", "folded", *counted(Counter()), *MEASURES, *OPENINGS}
COUNTABLE |= {"nimbers", "period", "period_from", "exceptions"}
"""Figures that this program computes. Tests of a game compare the others."""


# ── tables ─────────────────────────────────────────────────────────────────────────────────────

LONGEST = "longest win anywhere", "longest loss anywhere"
HEADS = ["game", "start", "positions", UP_TO_SYMMETRY, LONGEST[0], PUBLISHED, RECOMPUTED]
MEANING = """Outcomes are for the first player, and positions are those that the start reaches. The
*longest win* is the greatest number of plies of any won position. *Published* counts figures of
the literature: `3 of 5` means that three of five match exactly, and the others belong to games that
are too large. *Recomputed* counts figures of independent programs, which share at most the rules
with the library. † is a published figure of a game that is not solved here. ‡ is proved for the
start only. + counts all positions, reachable or not. A cell is empty if positions were not counted
one by one, or if the game has no symmetries."""


EVERY_ONE = " +"


def to_page(name: str) -> str:
    """Return the path of the page of a game, from another page of the docs."""
    return f"shelf/{name}.md"


def overview(names: Iterable[str] = ()) -> str:
    """Return a table with a row for each game."""
    names = names or registered_games()
    figures = [each for name in names for each in held(name)]
    rows = [row(name) for name in names]
    return f"{table(HEADS, rows)}\n\n{MEANING}\n\n{in_all(figures)}"


def gallery() -> str:
    """Return a picture of each game with its title, as links to the pages of the games."""
    return f'```{{raw}} html\n<div class="gallery">\n{"".join(map(card, own_games()))}</div>\n```'


def card(name: str) -> str:
    """Return the picture and the title of a game, as a link to its page."""
    case, ours = as_it_is(name)
    board = drawing(case, ours, 120)
    if board is None:
        board = f"<pre>{escape(case.game.render(shown_position(case, ours)))}</pre>"
    return f'<a href="shelf/{name}.html">{board}<span>{escape(case.game.title)}</span></a>\n'


def in_all(figures: Iterable[Held]) -> str:
    """Return the number of figures that match, as a sentence."""
    equal = [each for each in figures if each.is_met]
    numbers = Counter(each.kind for each in equal)
    by_proof = sum(each.is_proved and each.kind != ALONE for each in equal)
    kinds = f"{numbers[PUBLISHED]} published and {numbers[RECOMPUTED]} recomputed figures"
    return f"In all, {kinds}, {by_proof} of them by a proof."


def row(name: str) -> list[str]:
    """Return the outcome of a game, its size, and the number of figures that match."""
    case, ours = as_it_is(name)
    title = f"[{case.game.title}]({to_page(name)})"
    return [title, *(sizes(case, ours) if ours else table_sizes(case)), *met(name)]


def as_it_is(name: str) -> tuple[Case, Found | None]:
    """Return a game with its default parameters, and its figures."""
    return next(each for each in shelf(name) if not each[0].figures["parameters"])


def sizes(case: Case, ours: Found) -> list[str]:
    """Return the computed figures of a game as cells of a row."""
    all_of_them, folded = ours["raw"], ours["folded"]
    mark = EVERY_ONE if counts_all(case.figures) else ""
    numbers = [all_of_them.get("positions"), folded["positions"]]
    if not is_folded(case.game):
        numbers = [folded["positions"], None]
    marked = [f"{cell(each)}{mark}" if each else "" for each in numbers]
    return [ours["outcome"], *marked, most_plies(folded, "won", "longest_win")]


def is_folded(game: Game[Any, Any]) -> bool:
    """Return True if the game defines symmetries."""
    kind, written = type(plain(game)), (Game.symmetries, Game.canonical)
    return (kind.symmetries, kind.canonical) != written


def most_plies(counts: Found, value: str, key: str) -> str:
    """Return the plies of the longest win or loss as text, empty if there is none."""
    return f"{counts[key]:,}" if counts[value] else ""


def table_sizes(case: Case) -> list[str]:
    """Return cells of a game that is not solved here, by its table and a proof of its start."""
    figures, mine = case.figures, proof_of(case, "outcome")
    keys = ("outcome", "positions", "folded", "longest_win")
    if counts_all(figures):  # these are not the positions that the start reaches
        figures = {key: figures[key] for key in figures if key == "outcome"}
    cells = [f"{cell(figures[key])} †" if key in figures else "" for key in keys]
    return [f"{mine} ‡", *cells[1:]] if mine else cells


def met(name: str) -> list[str]:
    """Return the numbers of published and of recomputed figures that match."""
    return [ratio([each for each in held(name) if each.kind == k]) for k in (PUBLISHED, RECOMPUTED)]


def ratio(figures: Sequence[Held]) -> str:
    """Return the number of figures that match, of all."""
    return f"{sum(each.is_met for each in figures)} of {len(figures)}" if figures else ""


def all_held() -> str:
    """Return a table of every figure of every game, with a summary."""
    figures = [each for name in registered_games() for each in held(name)]
    heads = ["game", *FIGURE_HEADS, "source"]
    return f"{summary(figures)}\n\n{table(heads, map(held_row, figures))}"


def summary(figures: Sequence[Held]) -> str:
    """Return the number of figures that match by kind of source, and those of the others."""
    alone = sum(each.verdict == NOTHING for each in figures)
    unsolved = sum(each.ours is None for each in figures)
    others = sum(each.ours is not None and not each.is_met for each in figures)
    return (
        f"{in_all(figures)[:-1]} match exactly. {alone} are known from this library alone. "
        f"{others} differ, each [for a known reason]({DIFFERENT}). {unsolved} are of games that "
        f"are too large to solve for this page, in {BOUND}, and not proved."
    )


DIFFERENT = "../games.md#figures-that-differ-from-publications"
FIGURE_HEADS = ["figure", "published", "computed", "comparison", "kind"]


def held_row(each: Held) -> list[str]:
    """Return a figure as a row."""
    if each.letters:
        pair = [in_turn(each.letters, letters) for letters in (each.expected, each.ours)]
    else:
        pair = [no_move(numbers) or cell(numbers) for numbers in (each.expected, each.ours)]
    if each.verdict == NOTHING:  # it would repeat the computed figure
        pair[0] = ""
    return [f"`{each.called}`", in_full(each), *pair, each.verdict, each.kind, each.source]


def no_move(figure: Any) -> str:
    """Return the text for an empty list of moves."""
    return "no move" if figure == [] else ""


def in_turn(letters: Figures, row: str | None) -> str:
    """Return letters as words, each after its number."""
    values = LETTERS | {"?": "?"}
    indexed = enumerate(row or "", letters["first"])
    return ", ".join(f"{number}: {values[each]}" for number, each in indexed)


def in_full(each: Held) -> str:
    """Return the full name of a figure for readers of a page."""
    if each.letters:
        return f"outcome, by {spaced(each.letters['column'])}"
    name, _, key = each.figure.rpartition(": ")
    stated = FULL_NAMES.get(key, key)
    return f"{FULL_NAMES.get(name, name)}: {stated}" if name else stated


FULL_NAMES = {
    "raw": "counted one by one",
    "of folded": UP_TO_SYMMETRY,
    "folded": f"positions {UP_TO_SYMMETRY}",
    "won": "positions won",
    "lost": "positions lost",
    "drawn": "positions drawn",
    "decided": "positions won or lost",
    "endless": "positions drawn without end",
    "ends": "ends of play",
    "ends won": "ends of play, won for the player to move",
    "ends lost": "ends of play, lost for the player to move",
    "going on": "positions that are no ends",
    "longest": "longest win or loss anywhere",
    "deepest": "longest win or loss anywhere",
    "longest win": LONGEST[0],
    "longest loss": LONGEST[1],
    "won in": "positions won, by plies",
    "lost in": "positions lost, by plies",
    "even wins": "positions won in an even number of plies",
    "odd losses": "positions lost in an odd number of plies",
    "by ply": "positions, by the ply at which each is first reached",
    "games": "games that can be played",
    "moves": "moves from all positions",
    "nodes": "nodes of the tree of games",
    "only by": "best first moves, no others",
    "longest by": "first moves that hold out longest, no others",
    "won by": "first moves that win, no others",
    "openings": "first moves",
    "opening plies": "plies of each first move",
}
"""Names of figures on pages."""


def cell(figure: Any) -> str:
    """Return a number with commas, a list, or a text, empty if there is none."""
    if isinstance(figure, dict) and all(isinstance(each, str) for each in figure.values()):
        return ", ".join(f"{move}: {outcome}" for move, outcome in figure.items())
    if isinstance(figure, dict):
        return ", ".join(f"{cell(count)} in {plies}" for plies, count in figure.items())
    if isinstance(figure, list):
        return ", ".join(map(cell, figure))
    return f"{figure:,}" if isinstance(figure, int) else str(figure or "")


def spaced(key: str) -> str:
    """Return a key with spaces."""
    return key.replace("_", " ")


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    escaped = [[each.replace("|", "\\|") for each in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in escaped)


# ── pages ──────────────────────────────────────────────────────────────────────────────────────


def page(name: str) -> str:
    """Return the page of a game."""
    case, ours = shelf(name)[0]
    kind = type(case.game)
    shown = f"{{class}}`games.{kind.__name__}`" if is_own(kind) else f"`{kind.__module__}`"
    parts = [
        f"# {case.game.title}",
        f"{shown}, on the command line `{name}`.",
        rules_in_brief(kind),
        players(case.game),
        picture(case, ours),
        *live(case.game),
        "## Results",
        solved(name),
        *moves(name),
        "## Published figures",
        comparisons(name),
    ]
    return "\n\n".join(parts) + "\n"


def rules_in_brief(kind: type[Game[Any, Any]]) -> str:
    """Return the docstrings of a game up to the description of positions.

    The docstring of the module describes the game, and that of the class its particulars.
    """
    about, text = (kind.__doc__ or ""), (sys.modules[kind.__module__].__doc__ or "")
    first, *rest = text.replace(" Compiled rules.", "", 1).split("\n\n")
    paragraphs = [first, about.split("\n\n")[0], *rest]
    brief = list(_until(paragraphs, ("**A position**", "A position ", "**The numbering")))
    return "\n\n".join(as_markdown(each) for each in dict.fromkeys(brief) if each.strip())


def _until(paragraphs: Iterable[str], ends: tuple[str, ...]) -> Iterator[str]:
    for paragraph in paragraphs:
        if paragraph.startswith(ends):
            return
        yield paragraph


def as_markdown(paragraph: str) -> str:
    """A paragraph of a docstring: what is indented is a drawing, and roles are names."""
    if paragraph.lstrip("\n").startswith("    "):
        return f"```text\n{paragraph}\n```"
    return re.sub(r":\w+:`~?([^`]*)`", r"`\1`", paragraph).replace("::", ":").strip()


def players(game: Game[Any, Any]) -> str:
    """Return sentences on the players, the first player, and the text of a move."""
    rules = plain(game)
    begins, names = rules.player(rules.start()), names_of_moves(game)
    seats = [f"*{each}*" for each in game.seats]
    who = f"The players are {' and '.join(seats)}, and {seats[begins or 0]} moves first."
    if begins is None and game.seats == Game.seats:
        who = "Positions are seen by the player to move."
    elif begins is None:
        who = f"{who} A position is seen by the player to move."
    return f"{who} A first move is `{names[0]}`, for example." if names else who


def picture(case: Case, ours: Found | None) -> str:
    """Return a position of best play, or the start if the game is not solved, drawn and as text."""
    game = case.game
    position = shown_position(case, ours)
    rules = plain(game)
    seat = rules.player(rules.parse(game.format(position)))
    to_move = "" if seat is None else f", {game.seats[seat]} to move"
    where = "a position halfway through perfect play" if ours else "the start"
    caption = f"Of `{case.called}`, {where}{to_move}"
    text = f"```text\n{game.render(position)}\n```{places(game)}{as_typed(game, position)}"
    image = drawing(case, ours, 240)
    if image is None:
        return f"{caption}:\n\n{text}"
    return (
        f"{caption}, as a picture and at the terminal:\n\n```{{raw}} html\n{image}\n```\n\n{text}"
    )


LIVE, MOST_LIVE = "play", 5_000
"""Folder of the site of small games, and the number of positions up to which a game is small."""


def live(game: Game[Any, Any]) -> Iterator[str]:
    """Yield the explorer of a small game in a frame, with a link to it."""
    if reaches_few(Rules(plain(game)), MOST_LIVE):
        address = f"../{LIVE}/{page_name(titled(game))}"
        frame = f'<iframe class="live" src="{address}" title="Explorer" loading="lazy"></iframe>'
        alone = f'<p><a href="{address}">Open the explorer alone</a></p>'
        yield f"```{{raw}} html\n{frame}\n{alone}\n```"


def write_live(app: Sphinx, error: Exception | None) -> None:
    """Write the site of small games into its folder, after the pages are built."""
    if error is None and app.builder.format == "html":
        own = [registered_games()[name]() for name in own_games()]
        write_site(Path(app.outdir) / LIVE, own, most=MOST_LIVE)


def shown_position(case: Case, ours: Found | None) -> Any:
    """Return a position of perfect play, or the start of a game that is not solved."""
    return case.game.parse(ours["shown"]) if ours else case.game.start()


def drawing(case: Case, ours: Found | None, width: int) -> str | None:
    """Return the picture of the position that is shown, or None if the game has none.

    It is one line of HTML. Stores and boxes have what was won in the first half of perfect play.
    """
    drawn = case.game.svg(shown_position(case, ours))
    if drawn is None or not drawn.startswith("<svg"):
        return None
    if Rules(case.game).has_gains and is_small(case):
        drawn = str(won_halfway(case.game).on(drawn))
    return drawn.replace("<svg", f'<svg width="{width}" role="img"', 1).replace("\n", " ")


def as_typed(game: Game[Any, Any], position: Any) -> str:
    """Return the text of a position as it is typed, and its format."""
    try:
        game.parse("?")  # no game has a position with this text
    except PositionTextError as unreadable:
        expected = unreadable.expected
        text = game.format(position)
        return f"\n\nThe text of this position is `{text}`. A position as text is: {expected}."
    return ""


def places(game: Game[Any, Any]) -> str:
    """Return the names of places in moves, if the board does not show them."""
    legend = game.legend()
    return f"\n\nNames of places in moves:\n\n```text\n{legend}\n```" if legend else ""


def solved(name: str) -> str:
    """Return a row for each set of parameters that is solved or proved, and list the others."""
    heads = ["parameters", "start", "positions", UP_TO_SYMMETRY, *LONGEST, "won, lost, drawn"]
    rows = [
        [code(case), *sizes(case, ours), longest_loss(ours), shares(case, ours)]
        for case, ours in shelf(name)
        if ours
    ]
    rest = [case for case, ours in shelf(name) if not ours]
    shown = [proof_row(case, kept) for case in rest if (kept := proved(case))]
    left = ", ".join(f"`{case.called}`" for case in rest if not proved(case))
    meaning = SOLVED
    if any(cell.endswith(EVERY_ONE) for row in rows for cell in row):
        meaning += MARKED_EVERY
    if not is_folded(shelf(name)[0][0].game):
        meaning += UNFOLDED
    lines = [meaning, table(heads, rows)] if rows else []
    lines += [PROVED + FILLED.get(filled_by(rest), ""), table(PROOF_HEADS, shown)] if shown else []
    lines += [f"Too large to be solved for this page, in {BOUND}: {left}."] if left else []
    return "\n\n".join(lines)


def longest_loss(ours: Found) -> str:
    """Return the plies of the longest loss of all positions."""
    return most_plies(ours["folded"], "lost", "longest_loss")


SOLVED = """The outcome of the start is for the first player. Won, lost, and drawn positions are
counted for the player to move. The longest win and loss are those of all positions."""
MARKED_EVERY = " + counts all positions, reachable or not."
UNFOLDED = " The game has no symmetries."
PROVED = """Proved, not solved: only the outcome of the start is known, by
[a proof](../howto/prove-a-position.md)."""
FILLED = {
    "a draw": """ The call proves a draw. The number of plies follows from the rules, because a draw
fills the board.""",
    "every game": """ The call proves the winner. The number of plies follows from the rules,
because every game fills the board.""",
}


def filled_by(unsolved: Iterable[Case]) -> str:
    """Return which outcomes fill the board, if the plies of a proof follow from it."""
    known = ((case, proved(case)) for case in unsolved)
    filled = (case for case, kept in known if kept and fills_board(case, kept["outcome"]))
    return next((case.board["fills"] for case in filled), "")


PROOF_HEADS = ["start", "proved by", "positions looked at", "CPU-seconds", "when", "version"]


def proof_row(case: Case, kept: Found) -> list[str]:
    """Return a proof of a start with its cost, as a row."""
    took = f"{kept['visited']:,}", f"{kept['seconds']:g}"
    outcome = with_plies(case, kept["outcome"])
    return [outcome, f"`{kept['call']}`", *took, kept["date"], kept["version"]]


BOUND = "12 GB and some ten minutes"
"""Limits of ``python -m benchmarks shelf-whole`` for a set of parameters."""


def code(case: Case) -> str:
    """Return the parameters of a set, or the text for the defaults."""
    return f"`{case.given}`" if case.given else "as it is"


def shares(case: Case, ours: Found) -> str:
    """Return the numbers of won, lost, and drawn positions."""
    side = ours["raw"] or ours["folded"]
    numbers = " / ".join(cell(side[each]) or "0" for each in ("won", "lost", "drawn"))
    is_each = ours["raw"] or not is_folded(case.game)
    return numbers if is_each else f"{numbers}, {UP_TO_SYMMETRY}"


def moves(name: str) -> Iterator[str]:
    """Yield the outcomes of first moves of each set of parameters that is solved or proved."""
    rows = [row for case, ours in shelf(name) for row in move_rows(case, ours)]
    if rows:
        yield "## First moves, best first"
        is_solved = any(ours for _, ours in shelf(name))
        is_marked = any("‡" in row[1] for row in rows)
        yield FIRST_MOVES + POOR_MOVES * is_solved + MARKED * is_marked
        yield table(["parameters", "outcome", "moves"], rows)


FIRST_MOVES = "The outcome is for the first player, with best play after the move."
POOR_MOVES = """ The move counts as a ply, so an inferior move may take more plies than the longest
win or loss."""
MARKED = " ‡ is proved: these are the best moves, and the outcomes of the others are not known."


def move_rows(case: Case, ours: Found | None) -> Iterator[list[str]]:
    """Yield a row for each outcome of first moves."""
    shown = None if ours else proved(case)
    if ours and not ours["first_moves"]:
        yield [code(case), ours["outcome"], "no move: the start is terminal"]
    elif ours:
        for outcome, same in ours["first_moves"]:
            yield [code(case), outcome, listed(same)]
    elif shown and shown["best_moves"]:
        yield [code(case), f"{with_plies(case, shown['outcome'])} ‡", listed(shown["best_moves"])]


def listed(names: Sequence[str]) -> str:
    """Return some names, and the number of the others."""
    more = f" and {len(names) - FEW} more" if len(names) > FEW else ""
    return " ".join(f"`{each}`" for each in names[:FEW]) + more


def other_figures(name: str) -> str:
    """Return a table of figures of a game that its tests compare."""
    rows = [
        [f"`{case.called}`", figure, cell(expected), source]
        for case, _ in shelf(name)
        for figure, expected, source in tested_figures(case)
    ]
    heads = ["parameters", "figure", "said", "source"]
    return f"\n\nOther figures:\n\n{table(heads, rows)}" if rows else ""


def notes(name: str) -> str:
    """Return the notes of the TOML files for readers."""
    listed_for: dict[str, list[str]] = {}
    for case, _ in shelf(name):
        for part in noted(case.figures):
            listed_for.setdefault(part["note"], []).append(f"`{case.called}`")
    rows = [f"* {', '.join(calls)}: {note}." for note, calls in listed_for.items()]
    return "\n\n" + "\n".join(rows) if rows else ""


def noted(figures: Figures) -> list[Figures]:
    """Return the tables with notes."""
    inner = [part for part in figures.values() if isinstance(part, dict)]
    return [each for each in [figures, *inner] if isinstance(each.get("note"), str)]


def comparisons(name: str) -> str:
    """Return tables of all figures of a game with the computed ones, by source."""
    figures: dict[tuple[int, str], list[Held]] = {}
    for each in held(name):
        figures.setdefault((KINDS.index(each.kind), each.source), []).append(each)
    heads = ["parameters", *FIGURE_HEADS]
    parts = [
        f"{SOURCE_HEADS[KINDS[kind]]}: {source}.\n\n{table(heads, map(without_source, same))}"
        for (kind, source), same in sorted(figures.items(), key=lambda each: each[0][0])
    ]
    return (
        ("\n\n".join(parts) or "No published figures are known.")
        + other_figures(name)
        + notes(name)
    )


def without_source(each: Held) -> list[str]:
    """Return a figure as a row, without its source."""
    return held_row(each)[:-1]


SOURCE_HEADS = {
    PUBLISHED: "**Published**",
    RECOMPUTED: "**Recomputed** by an independent program, in no known publication",
    ALONE: "**By this library alone**",
}
"""Headings of tables of figures, by kind of source."""


FIGURES = """# All figures

Every published or recomputed figure of a game, and the figure computed by this library.
*Published* figures are in the source itself. *Recomputed* figures are those of other programs,
which share at most the rules with the library. If a publication has only the winner, the plies
are a figure of their own. A test checks that none differs without a reason.

"""


def all_pages() -> dict[str, str]:
    """Return the text of each file in the folder of pages."""
    pages = {f"{name}.md": page(name) for name in registered_games()}
    return pages | {"figures.md": FIGURES + all_held() + "\n"}


def write_pages(folder: Path = PAGES) -> None:
    """Write what has changed, and remove the pages of games that are gone."""
    folder.mkdir(exist_ok=True)
    pages = all_pages()
    for old in folder.glob("*.md"):
        if old.name not in pages:
            old.unlink()
    for name, text in pages.items():
        write(folder / name, text)


def write(path: Path, text: str) -> None:
    """Write a file unless it has this text already, so that its dependents are not built again."""
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


# ── Sphinx, and the command line ───────────────────────────────────────────────────────────────


def own_games() -> list[str]:
    """Return the names of the games of this project, without those of other packages."""
    return [name for name, kind in registered_games().items() if is_own(kind)]


def is_own(kind: type) -> bool:
    """Return True if a game belongs to this project."""
    return kind.__module__.partition(".")[0] == games.__name__


BLOCKS = {"gallery": gallery, "shelf": overview, "held": all_held}


FOUND_HEAD = """# Made by docs/shelf.py: how each start was found, and the source of its outcome.

"""


def here(case: Case, ours: Found | None) -> str:
    """Return ``solved`` or ``proved``, or an empty text."""
    return "solved" if ours else "proved" if proved(case) else ""


def start_of(case: Case, way: str) -> Found:
    """Return how a start was found, the source of its outcome, and what else is published."""
    known: Found = {"here": way} if way else {}
    if "outcome" not in case.figures:
        return known
    known["who"] = kind_of(case.figures, "outcome")
    if known["who"] != PUBLISHED and "outcome" in case.figures.get("said", {}):
        known["published"] = case.figures["said"]["outcome"]
    others = other_published(case.figures)
    return known | ({"others": others} if others else {})


def starts_of(name: str) -> dict[str, Found]:
    """Return what is known about each start of a game, by the game with its parameters."""
    known = {case.called: start_of(case, here(case, ours)) for case, ours in shelf(name)}
    return {each: start for each, start in known.items() if start}


def found_file() -> str:
    """Return the text of the file with the summaries of all games of this project."""
    known = {each: start for name in own_games() for each, start in starts_of(name).items()}
    return FOUND_HEAD + "".join(f"{json.dumps(each)} = {toml(known[each])}\n" for each in known)


def toml(value: Any) -> str:
    """Return a text, or a table of texts, as TOML on one line."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    pairs = (f"{key if key.isalpha() else toml(key)} = {toml(each)}" for key, each in value.items())
    return f"{{ {', '.join(pairs)} }}"


def setup(app: Sphinx) -> None:
    """Make the pages before Sphinx looks for them, and put the tables into the others."""
    app.connect("builder-inited", lambda app: write_pages(Path(app.srcdir) / PAGES.name))
    app.connect("source-read", put_in)
    app.connect("build-finished", write_live)


def put_in(app: Sphinx, docname: str, source: list[str]) -> None:
    """Replace each block of a page by its table, or by the gallery."""
    blocks = "|".join(BLOCKS)
    source[0] = re.sub(rf"(?m)^```\{{({blocks})\}}\n```$", lambda b: BLOCKS[b[1]](), source[0])


def write_all() -> None:
    """Write all pages, and the file of the outcomes that were computed here."""
    write_pages()
    write(FOUND, found_file())


def write_some(names: Iterable[str]) -> None:
    """Write the pages of some games."""
    PAGES.mkdir(exist_ok=True)
    for name in names:
        write(PAGES / f"{name}.md", page(name))


if __name__ == "__main__":
    if names := sys.argv[1:]:
        write_some(names)
        print(f"written: {', '.join(f'docs/shelf/{name}.md' for name in names)}")
    else:
        write_all()
        print("written: all pages of docs/shelf, and games/found.toml")
