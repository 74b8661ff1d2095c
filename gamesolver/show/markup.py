"""Markup: texts that are pieces of a page already, and how everything else is put into them.

Markup is the type :class:`Html`, and whatever else is put into a piece is escaped; so a text of a
game, or of somebody who asks, shows itself as it is, and cannot be more than a text. All that
writes HTML or SVG here takes its escaping and its elements from this module. (Templates take
:class:`Html` as it is, and escape the rest in the same way.)
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

LONGEST_TEXT = 2000  # letters of one text of a game, put into an answer


class Html(Markup):
    """A text that is markup already."""

    __slots__ = ()


def escaped(text: object) -> Html:
    """A text as markup, however long it is; no type of text but ours is markup already.

    >>> escaped("1 < 2"), escaped(Markup("<b>")), escaped(Html("<b>"))
    (Html('1 &lt; 2'), Html('&lt;b&gt;'), Html('<b>'))
    """
    return text if isinstance(text, Html) else Html(escape(str(text)))


def put(thing: object) -> Html:
    """Anything as markup, the beginning of it where it is long.

    >>> put("<b>"), put(Html("<b>"))
    (Html('&lt;b&gt;'), Html('<b>'))
    """
    return thing if isinstance(thing, Html) else escaped(str(thing)[:LONGEST_TEXT])


def joined(parts: Iterable[object], between: str = "") -> Html:
    """One piece after the other."""
    return Html(between.join(map(put, parts)))


def filled(pattern: str, *texts: object) -> Html:
    """A pattern of our own with texts put into its places, for what a page has many of.

    >>> filled('<a class="{}" href="/{}">', "best", "?move=<")
    Html('<a class="best" href="/?move=&lt;">')
    """
    return Html(pattern.format(*map(escaped, texts)))


def opened(tag: str, *, kind: str = "", style: str = "", **attributes: object) -> Html:
    """The beginning of an element; ``data_move`` is written ``data-move``.

    >>> opened("a", kind="best", data_move="1 < 2")
    Html('<a class="best" data-move="1 &lt; 2">')
    """
    named = {"class": kind or None, "style": style or None, **attributes}
    written = (
        f' {name.replace("_", "-")}="{escaped(what)}"'
        for name, what in named.items()
        if what is not None
    )
    return Html(f"<{tag}{''.join(written)}>")


def element(
    tag: str, *parts: object, kind: str = "", style: str = "", **attributes: object
) -> Html:
    """An element around parts.

    >>> element("td", 1 < 2, kind="number")
    Html('<td class="number">True</td>')
    """
    opening = opened(tag, kind=kind, style=style, **attributes)
    return Html(f"{opening}{joined(parts)}</{tag}>")
