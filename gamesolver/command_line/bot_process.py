"""The process in which a bot runs: it loads the bot, and answers one question after the other.

The bot's own process keeps its faults from the command. What it prints goes to standard
error; a position comes in, and the answer goes out:

================  ==============================================================
``moved``         the bot's answer: a move, or a list of them
``strange``       the ``repr`` of an answer that cannot travel between processes
``raised``        what the bot raised, in words
================  ==============================================================

Before the first question it says ``None`` when the bot is there, or sends the error that says
why it is not. When nobody can ask any more, it ends.
"""

from __future__ import annotations

import inspect
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

from gamesolver.command_line.bot_line import Line
from gamesolver.command_line.modules import module_at
from gamesolver.errors import GameContractError, GameSolverError, InvalidArgumentError, PlayerError
from gamesolver.spelling import spelled

MOVED, STRANGE, RAISED = "moved", "strange", "raised"
Bot = Callable[[Any], Any]


def main(bot: str, rules: str | None, parent: int) -> None:
    """What the process does; ``rules`` is where positions have their classes from, if anywhere."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who asks hears it, and ends this process
    threading.Thread(target=_end_with, args=(parent,), daemon=True).start()
    line = Line(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    os.dup2(2, 1)  # what the bot prints
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)  # what it asks for
    answer_questions(line, bot, rules)


def _end_with(parent: int) -> None:
    """End when the command has, however it ended, and whatever the bot is at."""
    while os.getppid() == parent:
        time.sleep(1)
    os._exit(0)


def answer_questions(line: Line, bot: str, rules: str | None) -> None:
    """Load the bot, and answer until nobody asks."""
    try:
        if rules is not None:
            module_at(rules.rpartition(":")[0], rules, "game", GameContractError)
        choose = loaded(bot)
    except GameSolverError as error:
        line.send(pickle.dumps(error))
        return
    line.send(pickle.dumps(None))
    while True:
        try:
            question = line.receive()
        except EOFError:
            return
        line.send(_answer(choose, question))


def loaded(text: str) -> Bot:
    """The function in a file or a module that was named."""
    place, _, name = text.rpartition(":")

    def broken(message: str) -> Exception:
        return PlayerError(message, "raises", None, text)

    module = module_at(place, text, "player", broken)
    found = getattr(module, name, None)
    if callable(found) and not inspect.isclass(found):
        return found  # type: ignore[no-any-return]  # whatever it returns is looked at
    is_none = "has no such name" if found is None else f"has {spelled(found)} there"
    raise InvalidArgumentError(
        f"no player in {spelled(text)}: the module {is_none}; {_offer(module)}"
    )


def _offer(module: ModuleType) -> str:
    """The functions there are."""
    offered = [
        name
        for name, each in vars(module).items()
        if inspect.isfunction(each) and each.__module__ == module.__name__
    ]
    return f"its functions are {', '.join(offered)}" if offered else "it has no function"


def _answer(choose: Bot, question: bytes) -> bytes:
    """The answer to one question, ready to travel."""
    try:
        said = choose(pickle.loads(question))
    except BaseException as error:  # also of a bot that ends the program
        return pickle.dumps((RAISED, f"raised {type(error).__name__}: {_words(error)}"))
    try:
        return pickle.dumps((MOVED, said))
    except Exception:  # anything can be returned, and not all can be sent
        return pickle.dumps((STRANGE, spelled(said)))


def _words(error: BaseException) -> str:
    try:
        return str(error)
    except Exception:  # an error of the bot's own may do anything
        return "without words"
