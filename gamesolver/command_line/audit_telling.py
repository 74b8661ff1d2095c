"""An audit, put into its shape of JSON."""

from __future__ import annotations

from typing import Any

from gamesolver.command_line.shapes_of_players import (
    AuditShape,
    MistakeShape,
    OwnPlayShape,
    TallyShape,
)
from gamesolver.command_line.telling import game_told, line_told, outcome_told
from gamesolver.command_line.wording import Voice
from gamesolver.players import Audit, Mistake, OwnPlay, Tally


def told(voice: Voice, player: str, report: Audit, shown: int) -> AuditShape:
    """All of an audit, with so many of each list."""
    rules = voice.rules
    verdict: Any = report.verdict
    return {
        "game": game_told(rules.game),
        "player": player,
        "verdict": verdict,
        "strong": report.strong,
        "weak": report.weak,
        "fastest": report.fastest,
        "by_value": _tally(report.by_value),
        "by_outcome": _tally(report.by_outcome),
        "by_value_folded": _tally(report.by_value_folded),
        "by_outcome_folded": _tally(report.by_outcome_folded),
        "by_remoteness": [
            {"remoteness": remoteness, "right": tally.right, "asked": tally.asked}
            for remoteness, tally in report.by_remoteness.items()
        ],
        "own_play": [_own(voice, own) for own in report.own_play.values() if own is not None],
        "found": {
            "mistakes": len(report.mistakes),
            "slow": len(report.slow),
            "stalls": len(report.stalls),
            "faults": len(report.faults),
        },
        "mistakes": [_mistake(voice, each) for each in report.mistakes[:shown]],
        "slow": [_mistake(voice, each) for each in report.slow[:shown]],
        "stalls": [
            {"position": rules.format(each.position), "line": line_told(voice, each.line)}
            for each in report.stalls[:shown]
        ],
        "faults": [
            {
                "kind": each.kind,
                "position": rules.format(each.position),
                "message": each.message,
            }
            for each in report.faults[:shown]
        ],
    }


def _tally(tally: Tally) -> TallyShape:
    return {"right": tally.right, "asked": tally.asked}


def _own(voice: Voice, own: OwnPlay) -> OwnPlayShape:
    value: Any = own.value.name.lower()
    return {
        "seat": own.seat,
        "player": str(voice.rules.game.seats[own.seat]),
        "value": value,
        "holds": own.holds,
        "line": line_told(voice, own.line),
    }


def _mistake(voice: Voice, mistake: Mistake) -> MistakeShape:
    rules = voice.rules
    return {
        "position": rules.format(mistake.position),
        "board": rules.render(mistake.position),
        "chosen": [rules.format_move(each) for each in mistake.chosen],
        "right": [rules.format_move(each) for each in mistake.right],
        "before": outcome_told(mistake.before),
        "after": outcome_told(mistake.after),
        "cost": mistake.cost,
        "reached": mistake.reached,
        "line": line_told(voice, mistake.line),
    }
