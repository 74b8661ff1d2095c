"""``gamesolver prove``: who wins from one position, without solving the game."""

from __future__ import annotations

import re
from typing import Annotated, Any

import attrs
import typer

import gamesolver
from gamesolver.cli.endings import STOPPED
from gamesolver.cli.options import Json, Threads, number
from gamesolver.cli.output import TITLE, Page, how_far, show_boards, with_places, write_json
from gamesolver.cli.subjects import Subject, parsed
from gamesolver.errors import InvalidArgumentError
from gamesolver.proofs.budget import INTERRUPTED
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.show.proofs import known_in_words
from gamesolver.show.sentences import Voice, capital
from gamesolver.show.winnings import move_and_gain
from gamesolver.texts import spelled
from gamesolver.value import Value

ASKED = {"win": Value.WIN, "draw": Value.DRAW}
SCORE = re.compile(r"[+-]?[0-9]{1,9}")


def prove(
    subject: Annotated[Subject, "GAME-or-PROOF"],
    position: Annotated[
        str | None,
        typer.Argument(
            metavar="[POSITION]",
            help="As the game writes it; the start, if none is given.",
            show_default=False,
        ),
    ] = None,
    at_least: Annotated[
        str | None,
        typer.Option(
            "--at-least",
            metavar="win|draw|SCORE",
            help="Ask only whether the player to move gets so much.",
        ),
    ] = None,
    value_only: Annotated[
        bool, typer.Option("--value-only", help="Find only who wins, and not how fast.")
    ] = False,
    seconds: Annotated[
        float | None,
        typer.Option(
            "--seconds", metavar="S", parser=number, help="Stop after S, and say what is known."
        ),
    ] = None,
    memory: Annotated[
        str | None,
        typer.Option("--memory", metavar="SIZE", help="How large the table is, such as 4GB."),
    ] = None,
    threads: Threads = None,
    tables: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            metavar="FILE",
            help="A saved solution of this game, whose positions are as ends; may be given again.",
            show_default=False,
        ),
    ] = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="The move that holds the position, and what answers each reply."
        ),
    ] = False,
    folder: Annotated[
        str | None,
        typer.Option(
            "--folder",
            metavar="DIR",
            help="Keep how far it has come there; stopped, the same call goes on.",
        ),
    ] = None,
    save: Annotated[
        str | None, typer.Option("--save", metavar="FILE", help="Keep the proof in this file.")
    ] = None,
    out: Annotated[
        str | None,
        typer.Option(
            "--page",
            metavar="OUT.html",
            help="Write one HTML file as well, with the moves that hold and all replies.",
        ),
    ] = None,
    json: Json = False,
) -> int:
    """Who wins from one position, without solving the game."""
    question = _Question(
        at_least, value_only, seconds, memory, threads, tuple(tables or ()), folder, save
    )
    if subject.is_file:
        proof = _saved(subject, question, position is None or explain)
        _write_page(proof, out)
        return _answer(proof, None, json, explain, position)
    proof = question.proof(subject.game(), position)
    if save is not None:
        proof.save(save, progress=how_far())
    _write_page(proof, out)
    return _answer(proof, save, json, explain)


@attrs.frozen
class _Question:
    """What is asked of a game, and of no proof that is in a file already."""

    at_least: str | None = None
    value_only: bool = False
    seconds: float | None = None
    memory: str | None = None
    threads: int | None = None
    tables: tuple[str, ...] = ()
    folder: str | None = None
    save: str | None = None

    def proof(self, game: Any, position: str | None) -> gamesolver.Proof[Any, Any]:
        """The answer."""
        return gamesolver.prove(
            game,
            None if position is None else parsed(game, position),
            at_least=None if self.at_least is None else _asked(game, self.at_least),
            exact=not self.value_only,
            seconds=self.seconds,
            memory=self.memory,
            threads=1 if self.threads is None else self.threads,
            tables=[_opened(path, game) for path in self.tables],
            folder=self.folder,
            progress=how_far(),
        )


def _asked(game: Any, text: str) -> Value | int:
    """What the player to move should get: a value, or in a game with scores a score."""
    is_scored = Rules(game).is_scored
    if text in ASKED:
        return ASKED[text]
    if is_scored and SCORE.fullmatch(text):
        return int(text)
    scores = ", or a score, such as --at-least=-1" * is_scored
    raise InvalidArgumentError(f"bad --at-least {spelled(text)}: expected win or draw{scores}")


def _saved(
    subject: Subject, question: _Question, may_be_placed: bool
) -> gamesolver.Proof[Any, Any]:
    """The proof in a file, of which nothing more is asked than to explain it at a position."""
    if not subject.is_proof:
        message = f"{subject.text} names a file: expected a game; gamesolver show reads files"
        raise InvalidArgumentError(message)
    if question != _Question() or not may_be_placed:
        raise InvalidArgumentError(
            f"{subject.text} is proved already: expected a position with --explain alone, and no "
            "option but --explain, --game, --page and --json; name the game in its place"
        )
    return subject.proof()


def _write_page(proof: gamesolver.Proof[Any, Any], out: str | None) -> None:
    """The proof as one file for a browser, if that was asked for."""
    if out is not None:
        from gamesolver import web as explorer

        explorer.write_proof(proof, out, progress=how_far())


def _answer(
    proof: gamesolver.Proof[Any, Any],
    saved: str | None,
    json: bool,
    explain: bool,
    position: str | None = None,
) -> int:
    """Show a proof, or explain it at a position; the exit code says whether it was interrupted."""
    is_interrupted = proof.how.stopped == INTERRUPTED
    if explain:
        why = proof.explain(None if position is None else parsed(proof.game, position))
        write_json(why.shape()) if json else _show_why(proof, why)
    elif json:
        write_json(proof.shape())
    else:
        _show(proof, saved)
    return STOPPED if is_interrupted and saved is None else 0


def _opened(path: str, game: Any) -> gamesolver.Solution[Any, Any]:
    """A file as a table of the game; there is no option that would open one of another game."""
    try:
        return gamesolver.load(path, game)
    except gamesolver.FileError as error:
        raise error.advised() from error


def _show(proof: gamesolver.Proof[Any, Any], saved: str | None) -> None:
    """Who wins, the line if the outcome is settled, else a board; and how it was found."""
    rules: Rules[Any, Any] = Rules(proof.game)
    page, voice = Page(), Voice(rules)
    page.print(titled(proof.game), style=TITLE, soft_wrap=True)
    page.say(known_in_words(rules, proof.position, proof.bounds), "")
    if proof.outcome is None:
        page.say(with_places(page, voice, voice.board(proof.position)), "")
    else:
        _show_line(page, voice, proof)
    page.say(capital(str(proof.how)))
    if saved is not None:
        page.say(f"Saved in {saved}")


def _show_why(proof: gamesolver.Proof[Any, Any], why: gamesolver.Explanation[Any, Any]) -> None:
    """Who wins, the board with the one after the move that holds it, and a line for each reply."""
    rules: Rules[Any, Any] = Rules(proof.game)
    page, voice = Page(), Voice(rules)
    page.print(titled(proof.game), style=TITLE, soft_wrap=True)
    page.say(known_in_words(rules, why.position, why.bounds), "")
    boards = [("position", voice.board(why.position))]
    if why.move is not None:
        boards.append((voice.move(why.move), voice.board_after(why.after, 1)))
    show_boards(page, boards)
    page.say("")
    for reply in why.replies:
        answer = "" if reply.answer is None else f"{voice.move(reply.answer)}  "
        page.say(f"{voice.move(reply.move)}  then {answer}({reply.bounds})")
    if why.replies:
        page.say("")
    page.say(capital(str(proof.how)))


def _show_line(page: Page, voice: Voice, proof: gamesolver.Proof[Any, Any]) -> None:
    """The boards of a line of best moves."""
    boards, here = [("start", voice.board(proof.position))], proof.position
    for plies, row in enumerate(proof.mainline(), start=1):
        gain = voice.rules.gain(here, row.move)
        here = row.position
        caption = f"{plies}. {move_and_gain(voice.move(row.move), gain)}"
        boards.append((caption, voice.board_after(row.position, plies)))
    show_boards(page, boards)
    page.say("")
