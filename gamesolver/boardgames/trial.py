"""Trial of lowered rules against the author's own methods.

Rules are lowered from their source, so a construct that is lowered wrongly, or a symmetry that does
not hold, would be a wrong answer without a message. Each game is therefore tried before it is
solved. On positions of seeded random play, the lowered rules must give the result, the next
positions and the gains that the author's own methods give. On some of these positions each symmetry
must keep them too.

Cost: two calls of the author's rules for each of ``POSITIONS`` positions, and two for each image of
``FOLDED`` of them; a tenth of a second for most games.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from gamesolver.boardgames.errors import RulesError, rules_error
from gamesolver.boardgames.running import on_integers
from gamesolver.boardgames.symmetry import symmetric_words
from gamesolver.value import NO_SCORE, PLAYING

if TYPE_CHECKING:
    from gamesolver.boardgames.board_game import BoardGame
    from gamesolver.boardgames.module import Lowered
    from gamesolver.boardgames.views import PlainBoardGame

POSITIONS, FOLDED, SEED = 120, 12, 45

Seen = tuple[Any, list[tuple[int, int]]]
"""Result of a position, and the next positions with the points gained, in order."""
NOT_ALLOWED: Seen = "an action that is not allowed", []
"""Stands for a position with an action that the rules of the library do not allow."""


def require_agreement(game: BoardGame, made: Lowered) -> None:
    """Raise ``RulesError`` if lowered rules or symmetries differ from the author's own methods."""
    plain, rules, luck = _plain(game), on_integers(made.text), Random(SEED)
    layout, start = game.terms.layout, game.start()
    word, seen = start, dict[int, Seen]()
    for _ in range(POSITIONS):
        if word not in seen:
            seen[word] = _by_author(plain, word)
            _require_same(game, made, rules, word, seen[word])
        after = seen[word][1]
        if game.has_progress:
            _require_progress(game, rules, word, [each for each, _ in after])
        word = luck.choice(after)[0] if after else start
    for word in list(seen)[:: max(1, len(seen) // FOLDED)]:
        end, after = seen[word]
        if seen[word] is NOT_ALLOWED:
            continue
        images = [symmetric_words(each, made.motions, layout) for each, _ in after]
        for number, image in enumerate(symmetric_words(word, made.motions, layout)):
            moved = sorted(
                (each[number], gain) for each, (_, gain) in zip(images, after, strict=True)
            )
            if _by_author(plain, image) != (end, moved):
                raise rules_error(
                    f"{type(game).__name__}: the position with {_described(game, word)} and "
                    f"the position with {_described(game, image)} are symmetric by the board "
                    "and its tables, and the rules treat them differently. Put what differs into "
                    "a table."
                )


def _require_progress(game: BoardGame, rules: dict[str, Any], word: int, after: list[int]) -> None:
    """Raise unless no action makes the author's number of progress smaller."""
    before, expected = rules["stage"](word), game.progress(game.plain.of_word(word))
    if before != expected:
        raise _differs(game, word, f"expected progress {expected!r:.40}, got {before}")
    for each in after:
        if rules["stage"](each) < before:
            raise rules_error(
                f"{type(game).__name__}.progress falls from {before} to {rules['stage'](each)} by "
                f"an action in the position with {_described(game, word)}. Return a number that no "
                "action makes smaller, or leave progress out."
            )


def _plain(game: BoardGame) -> PlainBoardGame:
    """Return the game by the author's own methods, whose errors do not name the player to move."""
    plain = game.plain
    plain.is_trial = True
    return plain


def _by_author(plain: PlainBoardGame, word: int) -> Seen:
    """Return what the author's own methods give for a position."""
    at, gains = plain.of_word(word), plain.game.has_gains
    try:
        end = plain.end(at)
        if end is not None:
            return int(end), []
        actions = plain.actions(at).values()
    except RulesError:
        return NOT_ALLOWED
    return None, sorted((after, int(action.gained) if gains else 0) for action, after in actions)


def _require_same(
    game: BoardGame, made: Lowered, rules: dict[str, Any], word: int, expected: Seen
) -> None:
    """Raise unless the lowered rules give the same for a position."""
    try:
        found = _lowered(game, made, rules, word)
    except OverflowError as error:  # the check of a number, with the author's line
        if game.terms.layout.fields:
            plain = _plain(game)
            plain.require_allowed(plain.of_word(word))
        raise RulesError(str(error)) from None
    except Exception as error:  # a fault of lowering may raise anything
        raise _differs(game, word, f"they raise {type(error).__name__}: {error}") from error
    if found is not NOT_ALLOWED and expected is NOT_ALLOWED:
        plain = _plain(game)
        plain.require_allowed(plain.of_word(word))  # raises the error, with the author's line
    if found != expected:
        raise _differs(game, word, f"expected {_shown(expected)}, got {_shown(found)}")


def _lowered(game: BoardGame, made: Lowered, rules: dict[str, Any], word: int) -> Seen:
    """Return what the lowered rules give for a position."""
    if game.scores is None:
        end, playing = rules["terminal_code"](word), PLAYING
    else:
        end, playing = rules["terminal_score"](word), NO_SCORE
    if end != playing:
        return (int(end), [])
    buffers = [[0] * made.max_moves for _ in range(2 + game.has_gains)]
    count = rules["successors"](word, *buffers)
    if count < 0:
        return NOT_ALLOWED
    gains = buffers[2][:count] if game.has_gains else [0] * count
    return None, sorted(zip(buffers[1][:count], gains, strict=True))


def _shown(seen: Seen) -> str:
    end, after = seen
    if seen is NOT_ALLOWED:
        return str(end)
    return f"{len(after)} actions" if end is None else f"the result {end}"


def _differs(game: BoardGame, word: int, what: str) -> RulesError:
    """Return the error for lowered rules that are wrong."""
    return rules_error(
        f"{type(game).__name__}: the rules cannot be lowered, because they would differ from your "
        f"lines in the position with {_described(game, word)}: {what}. Solve game.plain, or write "
        "the rules in another way."
    )


def _described(game: BoardGame, word: int) -> str:
    """Return the parts of a position as text, in the words of rules."""
    at, layout = game.plain.of_word(word), game.terms.layout
    names = ["mine", "theirs"] * bool(layout.kinds) + ["marked"] * layout.has_marks
    names += [field.name for field in layout.fields]
    return ", ".join(f"at.{name} {getattr(at, name)!r}" for name in names)
