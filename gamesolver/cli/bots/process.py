"""Process in which a bot runs: it loads the bot, and answers one request after another.

The bot's own process keeps its faults from the command. Its printed output goes to standard error,
which the command reads (:mod:`~gamesolver.cli.bots.printed`). A position comes in, and an answer
goes out: some texts. The first text is the kind of the answer, and the others depend on it.

==============  ============================================================================
``loaded``      none: game and bot are loaded
``game``        the reason why the game cannot be loaded
``unknown``     the reason why there is no such bot
``broken``      the reason why the bot cannot be loaded
``move``        the bot's answer
``moves``       the bot's answer, which is a list: each of its moves
``raised``      the error that the bot raised
==============  ============================================================================

A move is named by the game's own text for it, after ``=``. Any other object is shown by its
``repr``, after ``?``. All code that an answer may run, when it is compared, displayed or counted,
runs here, while the command's clock runs.
"""

from __future__ import annotations

import inspect
import os
import sys
from collections.abc import Callable, Sequence
from types import ModuleType
from typing import Any

import attrs

from gamesolver.cli.bots.handed import game_in, legal_at, position_in
from gamesolver.cli.bots.wire import Wire, written_texts
from gamesolver.cli.modules import module_at
from gamesolver.errors import GameContractError, InvalidArgumentError, PlayerError
from gamesolver.rules.game import Game
from gamesolver.texts import error_text, shorten, spelled

LOADED, GAME, UNKNOWN, BROKEN = "loaded", "game", "unknown", "broken"
MOVE, MOVES, RAISED = "move", "moves", "raised"
LEGAL, STRANGE = "=", "?"
LONGEST = 2_000
Bot = Callable[[Any], Any]


def main(bot: str) -> None:
    """Run the process, from the first request to the last."""
    line = own_line()
    try:
        answer_questions(line, bot)
    except OSError:  # the bot has closed the line, so no message is received
        os._exit(1)


def own_line() -> Wire:
    """Return the line to the command, and keep it apart from what is printed and read here."""
    line = Wire(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # what the bot prints
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # its standard input
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]  # a stream of Python's own
    return line


def answer_questions(line: Wire, bot: str) -> None:
    """Construct the game of the first message, load the bot, and answer until the line closes."""
    number, game = line.question()
    reply, loaded_bot = begun(game, bot)
    line.send(number, written_texts(reply))
    while loaded_bot is not None:
        try:
            number, position = line.question()
        except EOFError:
            return
        line.send(number, written_texts(loaded_bot.answer(position)))


def begun(game: bytes, bot: str) -> tuple[Sequence[str], LoadedBot | None]:
    """Return the message about loading game and bot, and the bot if it is loaded."""
    try:
        return [LOADED], LoadedBot(game_in(game), loaded(bot))
    except GameContractError as error:
        return [GAME, _shortened(error)], None
    except InvalidArgumentError as error:
        return [UNKNOWN, _shortened(error)], None
    except PlayerError as error:
        return [BROKEN, _shortened(error)], None


def loaded(text: str) -> Bot:
    """Return the function with this name in a file or a module."""
    place, _, name = text.rpartition(":")

    def broken(message: str) -> Exception:
        return PlayerError(message, "raises", None, text)

    try:
        module = module_at(place, text, "player", broken)
    except KeyboardInterrupt as error:  # raised by the bot: a Ctrl-C of the user is ignored here
        raise broken(f"{text} cannot be loaded: {error_text(error)}") from error
    function = getattr(module, name, None)
    if callable(function) and not inspect.isclass(function):
        return function  # type: ignore[no-any-return]  # whatever it returns is looked at
    is_none = "has no such name" if function is None else f"has {spelled(function)} there"
    raise InvalidArgumentError(
        f"no player in {spelled(text)}: the module {is_none}; {_offer(module)}"
    )


def _offer(module: ModuleType) -> str:
    """Return the list of the module's functions as text."""
    offered = [
        name
        for name, member in vars(module).items()
        if inspect.isfunction(member) and member.__module__ == module.__name__
    ]
    return f"its functions are {', '.join(offered)}" if offered else "it has no function"


@attrs.frozen
class LoadedBot:
    """A bot, and the game by which positions and moves have their texts."""

    game: Game[Any, Any]
    choose: Bot

    def answer(self, question: bytes) -> list[str]:
        """Return the answer to a request; parsing and comparing count as part of the bot's time."""
        try:
            position = position_in(self.game, question)
            legal = legal_at(self.game, position)
            reply = self.choose(position)
        except BaseException as error:  # also of a bot that ends the program
            return [RAISED, f"raised {_shortened_fault(error)}"]
        if type(reply) is not list:
            return [MOVE, self._named(legal, reply)]
        # of more moves than there are one is wrong, or named twice
        return [MOVES, *(self._named(legal, move) for move in reply[: len(legal) + 1])]

    def _named(self, legal: Sequence[Any], move: Any) -> str:
        """Return the text of a legal move, or the ``repr`` of any other object."""
        try:
            return LEGAL + str(self.game.format_move(legal[legal.index(move)]))
        except BaseException:  # it is not legal, and its ``==`` may do anything
            return STRANGE + _shown(move)


def _shown(thing: Any) -> str:
    try:
        return spelled(thing)
    except BaseException:  # its ``repr`` may do anything
        return "<an answer without a repr>"


def _shortened(error: Exception) -> str:
    return shorten(str(error), LONGEST)


def _shortened_fault(error: BaseException) -> str:
    try:
        return shorten(error_text(error), LONGEST)
    except BaseException:  # its words may do anything
        return "an error without words"
