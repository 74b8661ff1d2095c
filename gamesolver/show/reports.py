"""Solutions, graphs and reports of the library in a notebook.

Nothing here solves or verifies. Counting visits every position. So a solution or a graph beyond
``LARGEST_COUNTED`` is shown without counts, and with the name of the method that counts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.show.html import boarded, chip, counted, facts, framed, side_by_side, table
from gamesolver.show.markup import Html
from gamesolver.show.sanitizing import picture_of
from gamesolver.show.sentences import (
    endless_in_words,
    for_the_mover,
    headline,
    lasting,
    many,
    sentence,
)
from gamesolver.system.memory import in_words
from gamesolver.tables.labels import PENDING
from gamesolver.texts import several

if TYPE_CHECKING:
    from gamesolver.answers import OutcomeArray
    from gamesolver.check.check_game import ContractReport
    from gamesolver.forecast.estimates import Estimate
    from gamesolver.graph.graph import GameGraph
    from gamesolver.solution import Shown
    from gamesolver.tables.labels import SolveInfo
    from gamesolver.verify.certificate import VerificationReport

LARGEST_COUNTED = 100_000  # positions; some tenths of a second
MOST_PROBES = 20
MOST_LAWS = 60


def solution_html(solution: Shown[Any, Any]) -> str:
    """Return the start as a board, the winner, and the number of positions by outcome, as HTML."""
    if solution.is_closed:
        return framed(titled(solution.game), "this solution is closed", "")
    rules, start, outcome = Rules(solution.game), solution.start, solution.outcome
    title = headline(sentence(solution.game, start, outcome, rules.ending(start) is not None))
    notes = "".join(f"; {note}" for note in (*solution.how.notes, *endless_in_words(rules)))
    whose = f", {for_the_mover(rules)}" if rules.has_gains else ""
    subtitle = f"{titled(solution.game)}, {several(len(solution), 'position')}{whose}{notes}"
    board = boarded(picture_of(rules, start))
    if len(solution) <= LARGEST_COUNTED:
        return framed(title, subtitle, side_by_side(board, *counted(solution.counts())))
    return framed(title, f"{subtitle}; counts() counts them by outcome", board)


def graph_html(graph: GameGraph[Any, Any]) -> str:
    """Return the number of positions, moves and terminal positions, and plies, as HTML."""
    ends = int((graph.ends != PENDING).sum())
    rows: list[tuple[str, object]] = [
        ("positions", f"{len(graph):,}"),
        ("moves", f"{graph.num_moves:,}"),
        ("ends of play", f"{ends:,}"),
    ]
    plies: object = ""
    if len(graph) <= LARGEST_COUNTED:
        levels = [(ply, f"{count:,}") for ply, count in enumerate(graph.plies())]
        plies = table(["ply", "first reached"], levels, numbers=(0, 1))
    board = boarded(picture_of(Rules(graph.game), graph.found[graph.roots[0]]))
    return framed(titled(graph.game), "", side_by_side(board, facts(rows), plies))


def verification_html(report: VerificationReport) -> str:
    """Return the numbers of a verification report as HTML."""
    rows: list[tuple[str, object]] = [
        ("positions checked", f"{report.positions:,}"),
        ("moves played", f"{report.moves:,}"),
        ("ends of play", f"{report.ends:,}"),
        ("took", lasting(report.seconds)),
    ]
    return framed("The solution is right", "by the rules and the certificate alone", facts(rows))


def contract_html(report: ContractReport) -> str:
    """Return the numbers of a contract report, and its laws, as HTML."""
    how = "all there are" if report.exhaustive else "a part, met in random play"
    rows: list[tuple[str, object]] = [
        ("positions", f"{report.positions:,}, {how}"),
        ("moves", f"{report.moves:,}"),
        ("ends of play", f"{report.ends:,}"),
        ("laws", ", ".join(report.laws[:MOST_LAWS])),
        *(("left out", ", ".join(report.left_out)) for _ in report.left_out[:1]),
        *(("note", note.message) for note in report.notes),
        *(("turns", report.turns) for _ in report.turns[:1]),
    ]
    if report.num_indexes:
        rows.insert(3, ("indexes", f"{report.num_indexes:,}"))
    tried = "all" if not report.left_out else "the"
    return framed(f"The game obeys {tried} {len(report.laws)} laws", "", facts(rows))


def estimate_html(estimate: Estimate) -> str:
    """Return each estimated figure, with its range and its source, as HTML."""
    head = ["", "expected", "how that is known"]
    rows = [(name, figure, how) for name, figure, how in estimate.rows]
    return framed(titled(estimate.game), "what solving takes", table(head, rows))


def how_html(how: SolveInfo) -> str:
    """Return the method and its reason, with seconds and bytes by stage of the work, as HTML."""
    stages = list(dict.fromkeys([*how.seconds, *how.bytes]))
    rows = [
        (
            stage,
            lasting(how.seconds[stage]) if stage in how.seconds else "",
            in_words(how.bytes[stage]) if stage in how.bytes else "",
        )
        for stage in stages
    ]
    seen: Html | str = table(["stage", "time", "memory"], rows, numbers=(1, 2)) if rows else ""
    if how.rounds:
        resolved = [
            (round_.remoteness, round_.won, round_.drawn, round_.lost) for round_ in how.rounds
        ]
        columns = ["round", "won", "drawn", "lost"]
        seen = side_by_side(seen, table(columns, resolved, numbers=(0, 1, 2, 3)))
    checked = str(how.spot_check) if how.spot_check else ""
    details = filter(None, [how.why, checked, *how.notes, how.turns])
    return framed(f"Solved by {how.method}", "; ".join(details), seen)


def probes_html(probes: OutcomeArray) -> str:
    """Return the first outcomes, in the order of the query, as HTML."""
    rows = [
        (place, chip(outcome) if outcome else "not known")
        for place, outcome in enumerate(probes.first(MOST_PROBES))
    ]
    more = f"the first {MOST_PROBES} of " if len(probes) > MOST_PROBES else ""
    subtitle = f"{more}{many(len(probes))} positions"
    return framed("Outcomes", subtitle, table(["", "outcome"], rows, numbers=(0,)))
