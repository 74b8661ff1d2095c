"""HTML and SVG text for notebooks.

A notebook calls ``_repr_html_`` of an object. The result is a fragment that does not depend on the
page around it. It uses the page's font and text colour (``currentColor``), on light or dark. Only
the chip of an outcome has its own text and background colour. If a page removes the styles, the
fragment still reads as a table.

A picture of a game goes through ``sanitizing.safe``, as it does in the explorer.

Counts of positions are shown as bars, one for each remoteness, divided into win, draw and loss. A
game with scores also has a bar for each score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import attrs

from gamesolver.show.colours import APPEARANCES
from gamesolver.show.markup import Html, element
from gamesolver.show.sanitizing import Picture
from gamesolver.show.sentences import VALUES, WORDS, score_in_words
from gamesolver.value import Outcome, Value

# ── HTML for notebooks ────────────────────────────────────────────────────────────────────────────

MONO = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace"
STYLE = f"""<style>
.gamesolver {{ font-size: 14px; line-height: 1.45; font-variant-numeric: tabular-nums; \
margin: 4px 0 8px; }}
.gamesolver .title {{ font-weight: 600; margin: 0 0 2px; }}
.gamesolver .subtitle {{ opacity: .75; margin: 0 0 8px; }}
.gamesolver .side {{ display: flex; flex-wrap: wrap; gap: 12px 32px; align-items: flex-start; }}
.gamesolver table {{ border-collapse: collapse; margin: 0; font-size: inherit; border: 0; }}
.gamesolver tr, .gamesolver tr:hover {{ background: none !important; }}
.gamesolver th, .gamesolver td {{ padding: 3px 18px 3px 0; text-align: left; border: 0; \
vertical-align: middle; background: none; }}
.gamesolver thead th {{ font-weight: 400; opacity: .7; white-space: nowrap; }}
.gamesolver tbody th {{ font-weight: 400; opacity: .8; white-space: nowrap; }}
.gamesolver td.number, .gamesolver th.number {{ text-align: right; }}
.gamesolver .move {{ font-family: {MONO}; }}
.gamesolver .best .move {{ font-weight: 700; }}
.gamesolver pre.faint {{ margin: 8px 0 0; padding: 0; background: none; color: inherit; \
font: 12px/1.35 {MONO}; white-space: pre-wrap; }}
.gamesolver .chip {{ display: inline-block; min-width: 6.4em; padding: 1px 9px; \
border-radius: 6px; text-align: center; font-weight: 550; white-space: nowrap; }}
.gamesolver .value {{ min-width: 4em; }}
.gamesolver svg {{ display: block; width: 100%; height: auto; }}
.gamesolver .board {{ width: 190px; max-width: 100%; }}
.gamesolver .small {{ width: 62px; max-width: none; }}
.gamesolver .small:has(pre) {{ width: auto; max-width: 260px; overflow-x: auto; }}
.gamesolver .small .label, .gamesolver .small .arrow {{ display: none; }}
.gamesolver .board pre {{ margin: 0; padding: 0; background: none; color: inherit; \
font: 15px/1.25 {MONO}; white-space: pre; width: max-content; }}
.gamesolver .small pre {{ font-size: 11px; }}
.gamesolver .strip {{ display: flex; flex-wrap: wrap; gap: 10px 14px; }}
.gamesolver .strip figure {{ margin: 0; }}
.gamesolver figcaption {{ font-size: 12px; text-align: center; margin: 3px 0 0; }}
.gamesolver .bar {{ display: flex; height: 11px; width: 170px; min-width: 170px; }}
.gamesolver .bar i {{ display: block; height: 100%; }}
</style>"""


def framed(title: object, subtitle: object, *parts: object) -> str:
    """Return a whole result: a title, a line below it, and the content."""
    lines = [
        element("div", text, kind=kind) for text, kind in ((title, "title"), (subtitle, "subtitle"))
    ]
    lines = [line for line, text in zip(lines, (title, subtitle), strict=True) if text]
    return str(element("div", Html(STYLE), *lines, *parts, kind="gamesolver"))


def side_by_side(*parts: object) -> Html:
    """Return parts side by side, if the page is wide enough."""
    return element("div", *(element("div", part) for part in parts if part), kind="side")


def table(
    head: Sequence[object],
    rows: Iterable[Sequence[object]],
    *,
    numbers: Sequence[int] = (),
    kinds: Sequence[str] = (),
) -> Html:
    """Rows under their heads; ``numbers`` are columns of figures, ``kinds`` mark rows."""

    def cells(tag: str, row: Sequence[object]) -> Iterable[Html]:
        for place, cell in enumerate(row):
            yield element(tag, cell, kind="number" if place in numbers else "")

    body = [
        element("tr", *cells("td", row), kind=kinds[number] if kinds else "")
        for number, row in enumerate(rows)
    ]
    top = element("thead", element("tr", *cells("th", head))) if head else ""
    return element("table", top, element("tbody", *body))


def facts(rows: Iterable[tuple[str, object]]) -> Html:
    """Return a table of names and values."""
    lines = (element("tr", element("th", name), element("td", what)) for name, what in rows)
    return element("table", element("tbody", *lines))


def chip(outcome: Outcome | Value, text: object = None) -> Html:
    """Return an outcome as text in the colours of its value.

    >>> "draw in 9" in chip(Outcome(Value.DRAW, 9))
    True
    """
    value = outcome.value if isinstance(outcome, Outcome) else outcome
    words = str(outcome) if isinstance(outcome, Outcome) else WORDS[value]
    shades = APPEARANCES[value].light
    style = f"color:{shades.ink};background:{shades.tint}"
    kind = "chip" if isinstance(outcome, Outcome) else "chip value"
    return element("span", words if text is None else text, kind=kind, style=style)


def boarded(picture: Picture, *, small: bool = False) -> Html:
    """Return a board, large or small. A ``Picture`` contains nothing that could run."""
    kind = "board small" if small else "board"
    return element("div", picture.html(), kind=kind)


def strip(boards: Iterable[tuple[object, Picture]]) -> Html:
    """Small boards with their captions, one after the other."""
    figures = (
        element("figure", boarded(picture, small=True), element("figcaption", caption))
        for caption, picture in boards
    )
    return element("div", *figures, kind="strip")


def counted(counts: Mapping[Outcome, int]) -> list[Html]:
    """Return bars with the number of positions for each outcome, by score, if any, and by plies."""
    by_score = score_bars(counts)
    return [*([_by_score(by_score)] if by_score else []), _by_plies(counts)]


def _by_score(rows: Sequence[Bar]) -> Html:
    head = ["score", "positions", ""]
    cells = [
        (chip(VALUES[word], bar.label), f"{number:,}", _drawn(bar))
        for bar in rows
        for word, number in bar.counts
    ]
    return table(head, cells, numbers=(1,))


def _by_plies(counts: Mapping[Outcome, int]) -> Html:
    sums = [element("td", chip(value), kind="number") for value in APPEARANCES]
    head = element("tr", element("th", "plies to the end"), *sums, element("th", ""))
    rows = []
    for bar in bars(counts):
        numbers = (
            element("td", f"{count:,}" if count else "", kind="number") for _, count in bar.counts
        )
        drawn = element("td", _drawn(bar))
        rows.append(element("tr", element("th", bar.label, kind="number"), *numbers, drawn))
    sums = [element("td", f"{total(counts, value):,}", kind="number") for value in APPEARANCES]
    rows.append(element("tr", element("th", "in all", kind="number"), *sums, element("td", "")))
    return element("table", element("thead", head), element("tbody", *rows))


def _drawn(bar: Bar) -> Html:
    parts = (
        element("i", style=f"width:{width}%;background:{APPEARANCES[VALUES[word]].light.fill}")
        for word, _, width in bar.parts
    )
    return element("div", *parts, kind="bar")


def progress_bar(share: float) -> Html:
    """Return a bar filled to the given share, from 0 to 1."""
    fill = APPEARANCES[Value.WIN].light
    done = element("i", style=f"width:{100 * share:.1f}%;background:{fill.fill}")
    return element("div", done, kind="bar", style=f"background:{fill.tint}")


# ── counts of positions as bars ─────────────────────────────────────────────────────────────────

THINNEST = 0.4  # of a hundred: a single position is still to be seen


@attrs.frozen
class Bar:
    """One line of the counts: plies or a score, and the number of positions of each value."""

    label: str
    counts: tuple[tuple[str, int], ...]
    parts: tuple[tuple[str, float, float], ...]
    """Parts of the bar: the value, the start and the length, in per cent."""


def bars(counts: Mapping[Outcome, int]) -> list[Bar]:
    """Return the counts by remoteness, with bars in proportion to the longest."""
    plies = {outcome.remoteness for outcome in counts}
    rows: dict[int | None, dict[Value, int]] = {
        each: dict.fromkeys(APPEARANCES, 0)
        for each in sorted(plies, key=lambda each: (each is None, each))
    }
    for outcome, count in counts.items():
        rows[outcome.remoteness][outcome.value] += count
    return _in_proportion(
        {"endless" if each is None else str(each): row for each, row in rows.items()}
    )


def score_bars(counts: Mapping[Outcome, int]) -> list[Bar]:
    """Return the counts by score, best first, with bars; empty in games without scores.

    >>> for bar in score_bars({Outcome(Value.WIN, 5, 2): 3, Outcome(Value.WIN, 7, 2): 1}):
    ...     print(bar)
    Bar(label='win by 2', counts=(('win', 4),), parts=(('win', 0.0, 100.0),))
    """
    sums = by_score(counts)
    return _in_proportion(
        {score_in_words(score): {Value.of(score): count} for score, count in sums.items()}
    )


def by_score(counts: Mapping[Outcome, int]) -> dict[int, int]:
    """Return the number of positions by score, best first; empty in games without scores."""
    sums: Counter[int] = Counter()
    for outcome, count in counts.items():
        if outcome.score is not None:
            sums[outcome.score] += count
    return dict(sorted(sums.items(), reverse=True))


def _in_proportion(rows: Mapping[str, Mapping[Value, int]]) -> list[Bar]:
    longest = max((sum(row.values()) for row in rows.values()), default=0)
    return [_bar(label, row, longest) for label, row in rows.items()]


def _bar(label: str, row: Mapping[Value, int], longest: int) -> Bar:
    numbers = tuple((WORDS[value], count) for value, count in row.items())
    parts, left = [], 0.0
    for value, count in numbers:
        if count:
            width = max(THINNEST, 100 * count / longest)
            parts.append((value, round(left, 2), round(width, 2)))
            left += width
    return Bar(label, numbers, tuple(parts))


def total(counts: Mapping[Outcome, int], value: Value) -> int:
    """Return the number of positions with a value."""
    return sum(count for outcome, count in counts.items() if outcome.value is value)
