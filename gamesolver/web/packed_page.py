"""A small solution as columns, for a page that carries all of it.

Every raw position that the start reaches is numbered, in the order of discovery, so that
a move's successor is most often a small step further on. A picture is cut at its tags;
boards are made of few different shapes, so it becomes a short list of numbers. JSON and
DEFLATE, which every browser undoes by itself, do the rest. A game whose positions are seen
from the player to move has two pictures and texts of each, one for either player to move.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections import deque
from collections.abc import Hashable, Iterator, Sequence
from typing import Any

from gamesolver.answers import MoveRow
from gamesolver.errors import Advice, SizeLimitError
from gamesolver.rules.compiled import CompiledGame
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.show import sentences
from gamesolver.show.colours import APPEARANCES
from gamesolver.show.grid_looks import BELOW
from gamesolver.show.pictures import MOST_SEEDS, seeds_svg
from gamesolver.show.sanitizing import Picture, picture_of
from gamesolver.show.sentences import WORDS
from gamesolver.show.won_on_board import WonOnBoard
from gamesolver.solution import Solution
from gamesolver.system.progress import Reporter
from gamesolver.value import Outcome
from gamesolver.web.addresses import Place
from gamesolver.web.history import GIVEN_AWAY
from gamesolver.web.last_move import DOT, MOST_NEW
from gamesolver.web.pages import LARGE_OUTCOME, VERBS, WIDTHS
from gamesolver.web.views import KEPT_THE_TURN, MOST_ANSWERS, Views, heading, kind_of

MOST_POSITIONS = 200_000
MOVE, END = "\x01", "\x02"  # before a shape that plays a move, with its text; after it
SPACE = "\x03"  # between the text of a move and the circle for its outcome


class _Numbers:
    """Things by number, in the order of their first appearance."""

    def __init__(self) -> None:
        self.of: dict[Hashable, int] = {}

    def __call__(self, thing: Hashable) -> int:
        return self.of.setdefault(thing, len(self.of))

    @property
    def things(self) -> list[Any]:
        return list(self.of)


class _Packer:
    """Takes one position after the other, and numbers what they have in common."""

    def __init__(self, explorer: Views) -> None:
        self.explorer = explorer
        self.looks_of_either_seat = bool(explorer.rules.draws_for_either)
        self.numbers, self.tokens, self.move_texts = _Numbers(), _Numbers(), _Numbers()
        self.outcomes, self.verdicts = _Numbers(), _Numbers()
        self.texts: list[str] = []
        self.other_texts: list[str] = []
        self.seats: list[int] = []
        self.verdict: list[int] = []
        self.moves: list[list[int]] = []
        self.pictures: list[list[int]] = []
        self.other_pictures: list[list[int]] = []

    def take(self, position: Any) -> list[Any]:
        """Note a position; returns those it leads to."""
        game, rules = self.explorer.game, self.explorer.rules
        number = self.numbers(position)
        rows = self.explorer.solution.moves(position)
        seat = rules.player(position)
        here = rows[0].outcome if rows else self.explorer.solution[position]
        texts = tuple(
            sentences.headline(sentences.sentence(game, position, here, not rows, mover))
            for mover in (0, 1)
        )
        self.texts.append(rules.format(position, 0))
        if "format_for" in rules.draws_for_either:
            self.other_texts.append(rules.format(position, 1))
        self.seats.append(-1 if seat is None else int(seat))
        verdict = kind_of(here), texts, here.remoteness, here.points
        self.verdict.append(self.verdicts(verdict))
        self.pictures.append(self._drawn(position, 0))
        if self.looks_of_either_seat:
            self.other_pictures.append(self._drawn(position, 1))
        self.moves.append(
            [
                entry
                for row, row_key in zip(rows, _row_keys(here, rows), strict=True)
                for entry in (
                    self.move_texts(rules.format_move(row.move)),
                    self.numbers(row.position) - number,
                    self.outcomes(row_key),
                )
            ]
        )
        return [row.position for row in rows]

    def columns(self) -> dict[str, Any]:
        """Return all columns of the page."""
        return {
            "name": self.explorer.name,
            "seats": list(self.explorer.seats),
            "isScored": self.explorer.rules.is_scored,
            "hasGains": self.explorer.rules.has_gains,
            "isMatch": self.explorer.is_match(Place()),
            "gives": {WORDS[value]: text for value, text in GIVEN_AWAY.items()},
            "widths": WIDTHS,
            "signs": {WORDS[value]: look.sign for value, look in APPEARANCES.items()},
            "verbs": {WORDS[value]: verbs for value, verbs in VERBS.items()},
            "largeOutcome": LARGE_OUTCOME,
            "mostNew": MOST_NEW,
            "dot": DOT,
            "mostAnswers": MOST_ANSWERS,
            "keptTheTurn": KEPT_THE_TURN,
            "tones": WonOnBoard.at_root(self.explorer.rules).tones,
            **self._stored(),
            "keepsColours": self.explorer.keeps_colours,
            "tokens": self.tokens.things,
            "moveTexts": self.move_texts.things,
            "outcomes": self.outcomes.things,
            "verdicts": self.verdicts.things,
            "texts": self.texts,
            "otherTexts": self.other_texts,
            "seat": self.seats,
            "verdict": self.verdict,
            "moves": self.moves,
            "pictures": self.pictures,
            "otherPictures": self.other_pictures,
        }

    def _stored(self) -> dict[str, Any]:
        """Return pictures of seeds by their number, if boards have stores."""
        if not any('class="store-' in str(token) for token in self.tokens.things):
            return {}
        return {
            "seeds": [seeds_svg(0, 0, seeds, BELOW) for seeds in range(MOST_SEEDS + 1)],
            "moreSeeds": seeds_svg(0, 0, MOST_SEEDS + 1, BELOW),
            "mostSeeds": MOST_SEEDS,
        }

    def _drawn(self, position: Any, mover: int) -> list[int]:
        picture = picture_of(self.explorer.rules, position, mover)
        return [self.tokens(part) for part in _parts(picture)]


def _row_keys(here: Outcome, rows: Sequence[MoveRow[Any, Any]]) -> Iterator[tuple[Hashable, ...]]:
    """Yield the fields of each move of a position, except its successor."""
    is_every = len({row.outcome.points for row in rows}) == 1
    for row in rows:
        yield (
            kind_of(row.outcome),
            str(row.outcome),
            int(row.is_best),
            row.outcome.points,
            heading(here, row.outcome, is_every),
            row.gain,
            row.outcome.remoteness,
        )


def columns(explorer: Views, report: Reporter) -> dict[str, Any]:
    """Return the columns of all raw positions that the start reaches; raise if too many."""
    total = _counted(explorer.solution, report)
    packer = _Packer(explorer)
    start = explorer.solution.start
    seen, waiting = {start}, deque([start])
    while waiting:
        for position in packer.take(waiting.popleft()):
            if position not in seen:
                seen.add(position)
                waiting.append(position)
        report("page", len(packer.texts), total, "positions")
    return packer.columns()


def _counted(solution: Solution[Any, Any], report: Reporter) -> int:
    """Return the number of raw positions that the start reaches, counted by the rules."""
    require_few(solution.game, _fewest(solution))
    rules: Rules[Any, Any] = Rules(solution.game)
    seen, waiting = {solution.start}, [solution.start]
    while waiting:
        position = waiting.pop()
        if rules.ending(position) is None:
            found = {after for _, after in rules.played(position)} - seen
            seen |= found
            waiting += found
        require_few(solution.game, len(seen))
        report("count", len(seen), things="positions")
    return len(seen)


def _fewest(solution: Solution[Any, Any]) -> int:
    """Return a lower bound of the raw positions: one for each orbit, if the start reaches all.

    An index includes positions that play does not reach, and so do further roots.
    """
    game = solution.game
    is_indexed = isinstance(game, CompiledGame) and game.rules.is_indexed
    return 1 if is_indexed or len(solution._roots) > 1 else len(solution)


def packed(content: dict[str, Any]) -> str:
    """Return the columns as a text of letters that a page can hold."""
    text = json.dumps(content, separators=(",", ":")).encode()
    deflate = zlib.compressobj(9, zlib.DEFLATED, -15)
    return base64.b64encode(deflate.compress(text) + deflate.flush()).decode()


def _parts(picture: Picture) -> list[str]:
    """Return the pieces of a picture, cut at its tags."""
    parts: list[str] = []
    for piece in picture.pieces:
        if isinstance(piece, str):
            parts += re.findall(r"<[^>]*>[^<]*(?:</[^>]*>)*|[^<]+", piece)
        else:
            move, space = piece
            parts.append(END if move is None else MOVE + move + SPACE + " ".join(space))
    return parts


def require_few(game: Game[Any, Any], count: int) -> None:
    """Raise if a page cannot hold a game with ``count`` positions or more."""
    if count > MOST_POSITIONS:
        raise SizeLimitError(
            f"{game!r} is too large for one page: its start reaches more than "
            f"{MOST_POSITIONS:,} positions",
            MOST_POSITIONS,
        ).advised(Advice("shows it", tool="gamesolver.web.serve"))
