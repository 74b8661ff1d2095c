"""Markup: text that is HTML already, and the escaping of all other text.

Markup is the type :class:`Html`. Everything else is escaped when it is put into markup. So text
from a game or a user is displayed as it is, and is never parsed as HTML. All code here that writes
HTML or SVG takes its escaping and its elements from this module. (Templates insert :class:`Html` as
it is, and escape the rest in the same way.)
"""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup, escape

LONGEST_TEXT = 2000  # letters of one text of a game, put into an answer


class Html(Markup):
    """A text that is markup already."""

    __slots__ = ()

    @classmethod
    def of(cls, markup: str) -> Html:
        """Return a text as markup. A page has hundreds, and ``Html(markup)`` takes longer."""
        return str.__new__(cls, markup)


def escaped(text: object) -> Html:
    """Return a text of any length as markup. Only :class:`Html` is left as it is.

    >>> escaped("1 < 2"), escaped(Markup("<b>")), escaped(Html("<b>"))
    (Html('1 &lt; 2'), Html('&lt;b&gt;'), Html('<b>'))
    """
    return text if isinstance(text, Html) else Html.of(escape(str(text)))


def unescaped(markup: str) -> str:
    """Return the text of escaped markup.

    >>> unescaped("1 &lt; 2")
    '1 < 2'
    """
    return Markup(markup).unescape()


def put(thing: object) -> Html:
    """Return any object as markup, cut to ``LONGEST_TEXT`` characters.

    >>> put("<b>"), put(Html("<b>"))
    (Html('&lt;b&gt;'), Html('<b>'))
    """
    return thing if isinstance(thing, Html) else escaped(str(thing)[:LONGEST_TEXT])


def joined(parts: Iterable[object], between: str = "") -> Html:
    """Return the parts as markup, joined."""
    return Html(between.join(map(put, parts)))


def filled(pattern: str, *texts: object) -> Html:
    """Return a trusted pattern with escaped texts in its fields, for frequent parts of a page.

    >>> filled('<a class="{}" href="/{}">', "best", "?move=<")
    Html('<a class="best" href="/?move=&lt;">')
    """
    return Html.of(pattern.format(*map(escaped, texts)))


def opened(tag: str, *, kind: str = "", style: str = "", **attributes: object) -> Html:
    """Return the start tag of an element; ``data_move`` is written ``data-move``.

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
    """Return an element that contains the parts.

    >>> element("td", 1 < 2, kind="number")
    Html('<td class="number">True</td>')
    """
    opening = opened(tag, kind=kind, style=style, **attributes)
    return Html(f"{opening}{joined(parts)}</{tag}>")
