"""Adapt a command for typer: its subject as a word, the parameters of the game as options.

Typer reads the parameters of a function from its signature. So the current command gets a function
whose signature has everything. Instead of ``subject`` it has GAME (or FILE-or-GAME). After the
command's own options it has those of the game. The game must be known before typer reads the words:
it is the first word that is neither an option nor the value of one.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Annotated, Any, get_args

import typer

from gamesolver.adapters.prefixes import adapter_named
from gamesolver.cli.options import RulesOfFile, Scores, names_of_games
from gamesolver.cli.subjects import Subject, find_class, is_file
from gamesolver.cli.words import words_to_complete
from gamesolver.errors import GameSolverError, InvalidArgumentError
from gamesolver.game_options import OF_THE_GAME, GameOption, options_of, unreserved_flag
from gamesolver.rules.guard import Rules

Command = Callable[..., int | None]
IN_SCORES = "in_scores"
GAME, FILE_OR_GAME, GAME_OR_PROOF = "GAME", "FILE-or-GAME", "GAME-or-PROOF"
HELP = {
    GAME: "Name of a game, file.py, file.py:MyGame, or module:MyGame.",
    FILE_OR_GAME: "Saved solution, or a game, which is solved first.",
    GAME_OR_PROOF: "Game, or a saved proof.",
}
BUILT_IN = ("--help", "--debug", "--game", "--scores")


def dressed(command: Command, words: Sequence[str]) -> Command:
    """Return the function that typer calls for a command, given the words after its name."""
    own = list(inspect.signature(command, eval_str=True).parameters.values())
    if own[0].name != "subject":
        return command
    (about,) = own[0].annotation.__metadata__
    everything = [_subject(about, own[0].default), *own[1:]]
    if about in (FILE_OR_GAME, GAME_OR_PROOF):
        everything.append(_keyword("rules", RulesOfFile))
    if about == FILE_OR_GAME:
        everything.append(_keyword(IN_SCORES, Scores, True))
    reserved = [*BUILT_IN, *(flag for parameter in own[1:] for flag in _flags(parameter))]
    options = _options(everything, words)
    flags = {option.name: unreserved_flag(option.flag, reserved) for option in options}
    everything += [_as_parameter(option, flags[option.name]) for option in options]
    if not _has_scores(everything, words):
        everything = [_hidden(each) if each.annotation == Scores else each for each in everything]

    def call(**arguments: Any) -> int | None:
        typed = {
            name.removeprefix(OF_THE_GAME): arguments.pop(name)
            for name in list(arguments)
            if name.startswith(OF_THE_GAME)
        }
        typed = {name: text for name, text in typed.items() if text is not None}
        text, rules = arguments.pop("subject"), arguments.pop("rules", None)
        scores = arguments.pop(IN_SCORES, True)
        if text is None and (rules is not None or not scores):
            option = "--no-scores" if rules is None else "--game"
            raise InvalidArgumentError(f"bad {option}: expected it with a game or a file")
        subject = None if text is None else Subject(text, rules, typed, flags, scores)
        return command(subject, **arguments)

    call.__doc__ = command.__doc__
    call.__annotations__ = {parameter.name: parameter.annotation for parameter in everything}
    vars(call)["__signature__"] = inspect.Signature(
        [parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY) for parameter in everything]
    )
    return call


def _has_scores(parameters: Sequence[inspect.Parameter], words: Sequence[str]) -> bool:
    """Return True if the words ask for help about a game with scores."""
    named = _named(words, _taking_values(parameters))
    if named is None or not {"-h", "--help"} & {*words}:
        return False
    try:
        return Rules(Subject(named).game()).is_scored
    except GameSolverError:  # a game with parameters that have no default
        return False


def _hidden(parameter: inspect.Parameter) -> inspect.Parameter:
    """Return a switch for scores that the help leaves out: it only matters in games with scores."""
    info = typer.Option("--scores/--no-scores", hidden=True)
    return parameter.replace(annotation=Annotated[bool, info])


def _options(
    parameters: Sequence[inspect.Parameter], words: Sequence[str]
) -> tuple[GameOption, ...]:
    """Return the options of the named game, or none without a game."""
    named = _named(words, _taking_values(parameters))
    if named is None:
        return ()
    try:
        adapted = adapter_named(named)
        if adapted is not None:
            options = options_of(adapted.kind)
            return tuple(option for option in options if option.name not in adapted.parameters)
        return options_of(find_class(named))
    except GameSolverError:
        if words_to_complete() is None:
            raise
        return ()  # a word not yet whole


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


def _taking_values(parameters: Sequence[inspect.Parameter]) -> set[str]:
    return {
        flag for parameter in parameters if not _is_switch(parameter) for flag in _flags(parameter)
    }


def _flags(parameter: inspect.Parameter) -> Iterator[str]:
    for note in get_args(parameter.annotation)[1:]:
        for word in (getattr(note, "default", None), *(getattr(note, "param_decls", None) or ())):
            if isinstance(word, str):
                yield from word.split("/")


def _is_switch(parameter: inspect.Parameter) -> bool:
    return get_args(parameter.annotation)[:1] == (bool,)


def _keyword(name: str, annotation: Any, default: Any = None) -> inspect.Parameter:
    kind = inspect.Parameter.KEYWORD_ONLY
    return inspect.Parameter(name, kind, default=default, annotation=annotation)


def _subject(about: str, default: Any) -> inspect.Parameter:
    """Return the parameter of the subject, which can be left out if its default is None."""
    argument = typer.Argument(
        metavar=about if default is inspect.Parameter.empty else f"[{about}]",
        help=HELP[about],
        show_default=False,
        autocompletion=names_of_games,
    )
    return _keyword("subject", Annotated[str | None, argument], default)


def _as_parameter(option: GameOption, flag: str) -> inspect.Parameter:
    """Return a parameter of the game, as typer reads it."""
    help_text = f"{option.meaning}  [of the game; default: {option.default_text}]".strip()
    annotation: Any
    if option.is_switch:
        info = typer.Option(f"--{flag}/--no-{flag}", help=help_text, show_default=False)
        annotation = Annotated[bool | None, info]
    else:
        info = typer.Option(
            f"--{flag}", metavar=option.placeholder, help=help_text, show_default=False
        )
        annotation = Annotated[str | None, info]
    return _keyword(f"{OF_THE_GAME}{option.name}", annotation)
