"""A proof in one file: the move that holds each position and every reply, to be clicked through.

Each position is a section of the page, and only the one that the address names is shown. So the
page needs no script, and nothing in it can run. Moves to positions beyond the page have no link.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable
from typing import Any

import attrs

from gamesolver.files.replacing import replacing
from gamesolver.proofs.explaining import Explanation
from gamesolver.proofs.proof import Proof
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.show.markup import Html, element, escaped, opened
from gamesolver.show.sanitizing import picture_of
from gamesolver.show.sentences import Voice, headline, signed
from gamesolver.system.progress import Reporter
from gamesolver.value import Bounds, Value
from gamesolver.web.pages import bare_templates, style_of_a_game, template_text
from gamesolver.web.proof_pages import looks_of
from gamesolver.web.single import hash_of


@attrs.frozen
class PageMove:
    """A move with where it leads on the page, if the page goes so far."""

    move: str
    target: Any
    looks: str
    note: str
    gain: int


@attrs.define
class PageSection:
    """A position of the page."""

    position: Any
    plies: int
    """Number of plies after the position that was proved."""
    before: Any
    """The position that one came from first."""
    title: str
    looks: str
    is_reply: bool = False
    """True if the moves are all replies; otherwise there is one move, the one that holds."""
    choices: list[PageMove] = attrs.field(factory=list)


def write(
    proof: Proof[Any, Any], path: str | os.PathLike[str], most: int, report: Reporter
) -> None:
    """Write the page; it takes its name when it is whole."""
    with replacing(path) as unfinished:
        unfinished.write_bytes(page(proof, most, report).encode("utf-8", "replace"))


def page(proof: Proof[Any, Any], most: int, report: Reporter) -> str:
    """Return the page as a text, with at most ``most`` positions."""
    draft = _PageDraft(proof, most)
    draft.run(report)
    style = style_of_a_game() + template_text("proof.css")
    return (
        bare_templates()
        .get_template("proof.html")
        .render(
            policy=f"default-src 'none'; style-src {hash_of(style)}; base-uri 'none'",
            style=Html(style),
            name=titled(proof.game),
            how=str(proof.how),
            signed=signed,
            sections=draft.content(),
        )
    )


class _PageDraft:
    """The sections in the making, those next to the proved position first."""

    def __init__(self, proof: Proof[Any, Any], most: int) -> None:
        self.proof, self.most = proof, most
        self.rules: Rules[Any, Any] = Rules(proof.game)
        self.voice = Voice(self.rules)
        self.sections: dict[Any, PageSection] = {}
        self.waiting: deque[Any] = deque()

    def run(self, report: Reporter) -> None:
        """Explain positions until there are enough."""
        self._add([(self.proof.position, 0, None)])
        while self.waiting:
            here = self.waiting.popleft()
            self._explain(self.sections[here])
            report("page", len(self.sections), self.most, "positions")

    def _add(self, positions: Iterable[tuple[Any, int, Any]]) -> None:
        for position, plies, before in positions:
            if position not in self.sections and len(self.sections) < self.most:
                self.sections[position] = PageSection(position, plies, before, "", "")
                self.waiting.append(position)

    def _explain(self, section: PageSection) -> None:
        """Fill a section, and the one after the move that holds it."""
        why = self.proof.explain(section.position)
        section.title, section.looks = self._headline(section, why.bounds), looks_of(why.bounds)
        if why.move is None:
            self._reply(section, why)
            return
        move = self.rules.format_move(why.move)
        section.choices = [PageMove(move, why.after, f"{looks_of(why.bounds)} best", "", why.gain)]
        if why.after in self.sections or len(self.sections) >= self.most:
            return
        after = PageSection(why.after, section.plies + 1, section.position, section.title, "")
        self.sections[why.after] = after
        if why.bounds.value is Value.WIN or not why.replies:  # then it explains itself
            self.waiting.append(why.after)
        else:
            self._reply(after, why)

    def _reply(self, section: PageSection, why: Explanation[Any, Any]) -> None:
        section.is_reply = True
        section.choices = [
            PageMove(self.rules.format_move(each.move), each.position, looks_of(each.bounds),
                   str(each.bounds), each.gain)
            for each in why.replies
        ]  # fmt: skip
        plies, here = section.plies + 1, section.position
        self._add((each.position, plies, here) for each in why.replies)

    def _headline(self, section: PageSection, bounds: Bounds) -> str:
        seat = self.voice.seat(section.position, if_nameless=section.plies % 2)
        return headline(self.voice.known(section.position, bounds, seat))

    # ── what the template is given ─────────────────────────────────────────

    def content(self) -> list[dict[str, Any]]:
        """Each section: the last one first, so that the proved position is shown where none is."""
        self.numbers = {position: number for number, position in enumerate(self.sections)}
        return [self._content(section) for section in reversed(self.sections.values())]

    def _content(self, section: PageSection) -> dict[str, Any]:
        has_ended = self.rules.ending(section.position) is not None
        seat = self.voice.seat(section.position, if_nameless=section.plies % 2)
        return {
            "number": self.numbers[section.position],
            "board": self._board(section),
            "text": self.rules.format(section.position, seat),
            "turn": "The end" if has_ended else headline(f"{self.voice.name(seat)} to move"),
            "title": section.title,
            "looks": section.looks,
            "back": None if section.before is None else self.numbers[section.before],
            "is_reply": section.is_reply,
            "has_ended": has_ended,
            "choices": [(each, self.numbers.get(each.target)) for each in section.choices],
        }

    def _board(self, section: PageSection) -> Html:
        """Return the board, its shapes that play a move of the section as links."""
        targets = {each.move: self.numbers.get(each.target) for each in section.choices}

        def link(move: str) -> Html | None:
            if targets.get(move) is None:
                return None
            way = opened("a", href=f"#p{targets[move]}", kind="draw", tabindex=-1)
            return way + element("title", escaped(move))

        mover = self.rules.mover(section.position, section.plies)
        return picture_of(self.rules, section.position, mover).html(link)
