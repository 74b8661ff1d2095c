"""Commands as click reads them: arguments with help, and the parameters of a game as options.

``command`` makes a command of a function below its options. ``command_about`` makes one whose first
word is a game (or a file), and whose options include those of the game: ``gamesolver solve
connect-four --width 4``. For that, the game must be known before click reads the options: it is the
first word that is neither an option nor the value of one.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any

import click

import gamesolver
from gamesolver.adapters.prefixes import adapter_named
from gamesolver.cli import options
from gamesolver.cli.endings import ReaderGoneError, WorkInterruptedError
from gamesolver.cli.subjects import Subject, find_class, is_file
from gamesolver.errors import GameContractError, GameSolverError, InvalidArgumentError
from gamesolver.game_options import OF_THE_GAME, GameOption, options_of, unreserved_flag
from gamesolver.rules.guard import Rules
from gamesolver.texts import error_text

Function = Callable[..., Any]

# ── every command ───────────────────────────────────────────────────────────────────────────────


class Argument(click.Argument):
    """An argument that the help describes."""

    def __init__(self, *args: Any, meaning: str, **settings: Any) -> None:
        super().__init__(*args, **settings)
        self.meaning = meaning


class Command(click.Command):
    """A command whose help lists its arguments before its options."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the arguments and the options of the command."""
        arguments = [each for each in self.params if isinstance(each, Argument)]
        if arguments:
            with formatter.section("Arguments"):
                formatter.write_dl([(each.make_metavar(ctx), _meaning(each)) for each in arguments])
        super().format_options(ctx, formatter)

    def invoke(self, ctx: click.Context) -> Any:
        """Call the function; an exception that click would treat as its own gets another type."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt as error:
            raise WorkInterruptedError from error
        except BrokenPipeError as error:
            raise ReaderGoneError from error
        except Exception:
            raise
        except BaseException as error:  # the code of a game or a bot would end the program
            raise GameContractError(f"the game or a bot raised {error_text(error)}") from error


def argument(name: str, meaning: str, **settings: Any) -> Callable[[Function], Function]:
    """Return the decorator that gives a command an argument with a line of help."""
    return click.argument(name, cls=Argument, meaning=meaning, **settings)


def command(function: Function) -> click.Command:
    """Make a command of a function, whose docstring is the help."""
    return click.command(cls=Command)(function)


def _meaning(given: Argument) -> str:
    return f"{given.meaning}  [required]" if given.required else given.meaning


# ── commands about a game ───────────────────────────────────────────────────────────────────────

GAME, FILE_OR_GAME, GAME_OR_PROOF = "GAME", "FILE-or-GAME", "GAME-or-PROOF"
MEANINGS = {
    GAME: "Name of a game, file.py, file.py:MyGame, or module:MyGame.",
    FILE_OR_GAME: "Saved solution, or a game, which is solved first.",
    GAME_OR_PROOF: "Game, or a saved proof.",
}
BUILT_IN = ("--help", "--debug", "--game", "--scores")
"""Flags that no parameter of a game takes."""
_OPTIONS = "gamesolver: options of the game"
"""Key of the game's options in the context of a call."""


def command_about(subject: str, *, is_required: bool = True) -> Callable[[Function], click.Command]:
    """Return the decorator that makes a command about a game, which is passed as ``subject``."""

    def made(function: Function) -> click.Command:
        first = argument(
            "subject",
            MEANINGS[subject],
            metavar=subject if is_required else f"[{subject}]",
            required=is_required,
            shell_complete=complete_game,
        )
        command = click.command(cls=CommandAboutGame)(first(function))
        if subject != GAME:
            command.params.append(options.rules_of_file())
        if subject == FILE_OR_GAME:
            command.params.append(options.scores_of_file())
        return command

    return made


class CommandAboutGame(Command):
    """A command whose first word is a game, and whose options include those of the game."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words after the name of the command, once the game among them is known."""
        named = _named(args, self._flags(taking_values=True))
        ctx.meta[_OPTIONS] = [] if named is None else self._options_of(named, ctx)
        if named is not None and {*self.get_help_option_names(ctx)} & {*args}:
            ctx.meta[options.HAS_SCORES] = _has_scores(named)
        return super().parse_args(ctx, args)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters of the command, then those of the game."""
        *own, help_option = super().get_params(ctx)
        return [*own, *ctx.meta.get(_OPTIONS, ()), help_option]

    def invoke(self, ctx: click.Context) -> Any:
        """Call the function with the game or the file in place of the words about it."""
        typed = {
            name.removeprefix(OF_THE_GAME): ctx.params.pop(name)
            for name in list(ctx.params)
            if name.startswith(OF_THE_GAME)
        }
        typed = {name: text for name, text in typed.items() if text is not None}
        flags = {
            option.name.removeprefix(OF_THE_GAME): option.opts[0].removeprefix("--")
            for option in ctx.meta[_OPTIONS]
        }
        text, rules = ctx.params["subject"], ctx.params.pop("rules", None)
        scores = ctx.params.pop("in_scores", True)
        if text is None and (rules is not None or not scores):
            option = "--no-scores" if rules is None else "--game"
            raise InvalidArgumentError(f"bad {option}: it requires a game or a file")
        if text is not None:
            ctx.params["subject"] = Subject(text, rules, typed, flags, scores)
        return super().invoke(ctx)

    def _options_of(self, named: str, ctx: click.Context) -> list[click.Option]:
        """Return the parameters of a game as options of the command."""
        reserved = (*BUILT_IN, *self._flags())
        try:
            return [
                _as_option(option, unreserved_flag(option.flag, reserved))
                for option in _parameters_of(named)
            ]
        except GameSolverError:
            if ctx.resilient_parsing:  # a shell completes a word that is not yet whole
                return []
            raise

    def _flags(self, *, taking_values: bool = False) -> set[str]:
        """Return the flags of the command, or only those that a value follows."""
        return {
            flag
            for option in self.params
            if isinstance(option, click.Option) and not (taking_values and option.is_flag)
            for flag in (*option.opts, *option.secondary_opts)
        }


def complete_game(ctx: click.Context, parameter: click.Parameter, incomplete: str) -> list[str]:
    """Return the names of built-in games that begin like this, for completion in a shell."""
    return [name for name in gamesolver.registered_games() if name.startswith(incomplete)]


def _named(words: Sequence[str], taking_values: Collection[str]) -> str | None:
    """Return the game among the words after the command's name: the subject, or ``--game``."""
    place = 0
    subject = None
    while place < len(words):
        word = words[place]
        place += 1
        if word.startswith("--game="):
            return word.partition("=")[2]
        if word == "--game" and "--game" in taking_values:
            return words[place] if place < len(words) else None
        if word in taking_values:
            place += 1
        elif subject is None and not word.startswith("-"):
            subject = word
    return None if subject is None or is_file(subject) else subject


def _parameters_of(named: str) -> list[GameOption]:
    """Return the parameters of a game, without those that the prefix of a framework fixes."""
    adapted = adapter_named(named)
    if adapted is None:
        return list(options_of(find_class(named)))
    return [each for each in options_of(adapted.kind) if each.name not in adapted.parameters]


def _has_scores(named: str) -> bool:
    try:
        return Rules(Subject(named).game()).is_scored
    except GameSolverError:  # a game with parameters that have no default
        return False


def _as_option(parameter: GameOption, flag: str) -> click.Option:
    """Return a parameter of the game as an option; the game itself checks the value."""
    meaning = f"{parameter.meaning}  [of the game; default: {parameter.default_text}]".strip()
    name = f"{OF_THE_GAME}{parameter.name}"
    if parameter.is_switch:
        return click.Option(
            [f"--{flag}/--no-{flag}", name], default=None, show_default=False, help=meaning
        )
    return click.Option(
        [f"--{flag}", name], metavar=parameter.placeholder, show_default=False, help=meaning
    )
