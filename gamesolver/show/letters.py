"""Letters of the players in texts of positions: x for red and o for yellow, say.

Pages and the command line print them if the names of the players do not show them.
"""

from __future__ import annotations

from typing import Any

from gamesolver.rules.guard import Rules, seats_of
from gamesolver.show.pictures import drawing_of
from gamesolver.show.sentences import Voice


def letters_in_words(rules: Rules[Any, Any]) -> str:
    """Return the letter of each player in texts, as text; empty if the names show it.

    >>> from games import ConnectFour, Hex, ThreeMensMorris
    >>> letters_in_words(Rules(ConnectFour())), letters_in_words(Rules(Hex()))
    ('x is red and o is yellow', '')
    >>> letters_in_words(Rules(ThreeMensMorris()))
    'x is the first player and o is the second player'
    """
    letters, names = _letters(rules), seats_of(rules.game)
    if letters is None or all(
        letter.lower() in (name.lower(), name[:1].lower())
        for letter, name in zip(letters, names, strict=True)
    ):
        return ""
    voice = Voice(rules)
    return f"{letters[0]} is {voice.name(0)} and {letters[1]} is {voice.name(1)}"


def _letters(rules: Rules[Any, Any]) -> tuple[str, str] | None:
    """Return the letters, or None if texts have none.

    Texts for either player end with the letter of the player to move. Otherwise a letter is the
    piece that the picture shows with the look of a player's men.
    """
    start = rules.start()
    if "format_for" in rules.draws_for_either:
        first, second = (rules.format(start, seat).split(" ")[-1] for seat in (0, 1))
        return (first, second) if first != second else None
    looks: object = rules.game.looks
    drawing = drawing_of(lambda: rules.svg(start)) if rules.has_seats else None
    if drawing is None or not isinstance(looks, tuple):
        return None
    letters = {look: piece for piece, look in drawing.shapes.items()}
    found = tuple(letters.get(look, "") for look in looks)
    return found if len(found) == 2 and all(found) else None
