"""``gamesolver prove``: prove the outcome of one position, without solving the game."""

from __future__ import annotations

import re
from collections.abc import Sequence
from shlex import quote
from typing import Any

import attrs
import click

import gamesolver
from gamesolver.cli import endings, options
from gamesolver.cli.commands.export import report_written
from gamesolver.cli.endings import FINE, NO, UNRESOLVED
from gamesolver.cli.output import TITLE, Page, how_far, show_boards, with_legend, write_json
from gamesolver.cli.parsing import GAME_OR_PROOF, argument, command_about
from gamesolver.cli.subjects import Subject, parsed, table_for_proof
from gamesolver.errors import InvalidArgumentError
from gamesolver.proofs.budget import INTERRUPTED
from gamesolver.rules.guard import Rules
from gamesolver.rules.parameters import titled
from gamesolver.show.proofs import known_in_words
from gamesolver.show.sentences import Voice, capital, headline
from gamesolver.show.winnings import move_and_gain
from gamesolver.texts import spelled
from gamesolver.value import Bounds, Value, points_of

NAMED_VALUES = {"win": Value.WIN, "draw": Value.DRAW}
SCORE = re.compile(r"[+-]?[0-9]{1,9}")


@command_about(GAME_OR_PROOF)
@argument(
    "position",
    "Text of a position, as in the output of --json.  [default: the start]",
    metavar="[POSITION]",
    required=False,
)
@click.option(
    "--at-least", metavar="win|draw|SCORE", help="Prove only that the player to move gets this."
)
@click.option("--value-only", is_flag=True, help="Prove only the winner, without plies.")
@click.option(
    "--seconds",
    metavar="SECONDS",
    type=options.number,
    help="Time limit; then show the known bounds.",
)
@click.option(
    "--memory", "-m", metavar="SIZE", help="Size of the transposition table, such as 4GB."
)
@options.threads
@options.tables
@click.option(
    "--explain", is_flag=True, help="Show the winning move, and a response to each reply."
)
@click.option(
    "--checkpoint", "-c", "folder", metavar="FOLDER", help="Save progress there; rerun to resume."
)
@click.option("--save", "-o", metavar="FILE", help="Save the proof.")
@click.option("--page", "out", metavar="OUT.html", help="Write an HTML file with the proof.")
@options.json
def prove(
    subject: Subject,
    position: str | None,
    at_least: str | None,
    value_only: bool,
    seconds: float | None,
    memory: str | None,
    threads: int | None,
    tables: Sequence[str],
    explain: bool,
    folder: str | None,
    save: str | None,
    out: str | None,
    json: bool,
) -> int:
    """Prove the outcome of one position, without solving the game.

    The exit code is 4 if the outcome is not proved yet. With --at-least it is 0 for yes and 1 for
    no.
    """
    question = _Question(
        at_least, value_only, seconds, memory, threads, tuple(tables or ()), folder, save
    )
    if subject.is_file:
        proof, there = _saved(subject, question, position is None or explain), position
    else:
        proof, there = question.proof(subject.game(), position), None
    if save is not None:
        proof.save(save, progress=how_far())
    _write_page(proof, out)
    bound = None if at_least is None else _bound(proof.game, at_least)
    if bound is not None and not json:
        _show_verdict(proof, bound)
    _answer(proof, json, explain, there)
    if not json:
        _report_written(proof, save, out)
    if _is_resolved(proof, bound, value_only):
        return NO if bound is not None and not _yes_or_no(proof.bounds, bound) else FINE
    is_unsaved = proof.how.stopped == INTERRUPTED and save is None
    return endings.INTERRUPTED if is_unsaved else UNRESOLVED


@attrs.frozen
class _Question:
    """Arguments of a proof search, not used for a proof in a file."""

    at_least: str | None = None
    value_only: bool = False
    seconds: float | None = None
    memory: str | None = None
    threads: int | None = None
    tables: tuple[str, ...] = ()
    folder: str | None = None
    save: str | None = None

    def proof(self, game: Any, position: str | None) -> gamesolver.Proof[Any, Any]:
        """Return the proof."""
        if self.value_only and self.at_least is not None:
            raise InvalidArgumentError(
                "--value-only and --at-least exclude each other: leave out one of them"
            )
        return gamesolver.prove(
            game,
            None if position is None else parsed(game, position),
            at_least=None if self.at_least is None else _bound(game, self.at_least),
            exact=not self.value_only,
            seconds=self.seconds,
            memory=self.memory,
            threads=1 if self.threads is None else self.threads,
            tables=[table_for_proof(path, game) for path in self.tables],
            folder=self.folder,
            progress=how_far(),
        )


def _bound(game: Any, text: str) -> Value | int:
    """Return the value or score that the player to move should get."""
    is_scored = Rules(game).is_scored
    if text in NAMED_VALUES:
        return NAMED_VALUES[text]
    if is_scored and SCORE.fullmatch(text):
        return int(text)
    scores = ", or a score, such as --at-least=-1" * is_scored
    raise InvalidArgumentError(f"bad --at-least {spelled(text)}: expected win or draw{scores}")


def _yes_or_no(bounds: Bounds, bound: Value | int) -> bool | None:
    """Return True or False if the bounds answer the question, else None."""
    if bounds.at_least is not None and points_of(bounds.at_least) >= int(bound):
        return True
    if bounds.at_most is not None and points_of(bounds.at_most) < int(bound):
        return False
    return None


def _is_resolved(
    proof: gamesolver.Proof[Any, Any], bound: Value | int | None, value_only: bool
) -> bool:
    """Return True if the proof answers the question in full."""
    if bound is not None:
        return _yes_or_no(proof.bounds, bound) is not None
    if not proof.how.stopped:
        return True
    if not value_only:
        return proof.outcome is not None
    return (proof.score if Rules(proof.game).is_scored else proof.value) is not None


def _show_verdict(proof: gamesolver.Proof[Any, Any], bound: Value | int) -> None:
    """Print the answer to the question, before all other output."""
    voice = Voice(Rules(proof.game))
    name = voice.name(voice.seat_at_start(proof.position))
    words = {True: "yes", False: "no", None: "not resolved"}
    answer = words[_yes_or_no(proof.bounds, bound)]
    Page().print_lines(f"{capital(str(Bounds(at_least=bound)))} for {name}: {answer}", "")


def _saved(
    subject: Subject, question: _Question, may_be_placed: bool
) -> gamesolver.Proof[Any, Any]:
    """Return the proof in a file; raise for options other than those that explain it."""
    if not subject.is_proof:
        message = f"{subject.text} names a file: expected a game; gamesolver show reads files"
        raise InvalidArgumentError(message)
    if question != _Question(tables=question.tables) or not may_be_placed:
        raise InvalidArgumentError(
            f"{subject.text} is a saved proof: expected no position without --explain, and no "
            "option but --explain, --game, --page, --table and --json; name the game instead"
        )
    return subject.proof(question.tables)


def _write_page(proof: gamesolver.Proof[Any, Any], out: str | None) -> None:
    """Write the proof as one file for a browser, if requested."""
    if out is not None:
        from gamesolver import web as explorer

        explorer.write_proof(proof, out, progress=how_far())


def _report_written(proof: gamesolver.Proof[Any, Any], save: str | None, out: str | None) -> None:
    """Print the names of the written files."""
    if save is not None:
        Page().print_lines(f"Saved in {save}")
    if out is not None:
        report_written(proof.game, out, False)


def _answer(
    proof: gamesolver.Proof[Any, Any], json: bool, explain: bool, position: str | None
) -> None:
    """Show a proof, or explain it at a position."""
    if explain:
        why = proof.explain(None if position is None else parsed(proof.game, position))
        write_json(why.shape()) if json else _show_why(proof, why)
    elif json:
        write_json(proof.shape())
    else:
        _show(proof)


def _show(proof: gamesolver.Proof[Any, Any]) -> None:
    """Print the winner, the line if the outcome is resolved, else a board, and the method."""
    rules: Rules[Any, Any] = Rules(proof.game)
    page, voice = Page(), Voice(rules)
    page.print(titled(proof.game), style=TITLE, soft_wrap=True)
    page.print_lines(known_in_words(rules, proof.position, proof.bounds), "")
    if proof.outcome is None:
        page.print_lines(with_legend(page, voice, voice.board(proof.position)), "")
    else:
        _show_line(page, voice, proof)
    page.print_lines(capital(str(proof.how)))


def _show_why(proof: gamesolver.Proof[Any, Any], why: gamesolver.Explanation[Any, Any]) -> None:
    """Print the winner, the boards before and after the preserving move, and the replies."""
    rules: Rules[Any, Any] = Rules(proof.game)
    page, voice = Page(), Voice(rules)
    page.print(titled(proof.game), style=TITLE, soft_wrap=True)
    page.print_lines(known_in_words(rules, why.position, why.bounds), "")
    boards = [("position", voice.board(why.position))]
    if why.move is not None:
        held = move_and_gain(voice.move(why.move), why.gain)
        boards.append((held, voice.board_after(why.after, 1)))
    show_boards(page, boards)
    page.print_lines("")
    for lines in (_typed(voice, why), _what_follows(voice, why)):
        if lines:
            page.print_lines(*lines, "")
    page.print_lines(capital(str(proof.how)))


def _typed(voice: Voice, why: gamesolver.Explanation[Any, Any]) -> list[str]:
    """Return the positions as text, if the boards do not show how to type them."""
    places = [("", why.position)]
    if why.move is not None:
        places.append((f"after {voice.move(why.move)}: ", why.after))
    if all(voice.position(each) == voice.board(each) for _, each in places):
        return []
    texts = [f"{caption}{quote(voice.position(each))}" for caption, each in places]
    return [f"Text of the position: {'; '.join(texts)}"]


def _what_follows(voice: Voice, why: gamesolver.Explanation[Any, Any]) -> list[str]:
    """Return the notes on the replies below their lines, or that there are none yet."""
    rules, seat, is_held = voice.rules, voice.seat_at_start(why.position), why.move is not None
    here = why.after if is_held else why.position
    mover, replying = voice.name(seat), voice.name(seat, other=is_held)
    lines = []
    if why.replies:
        answering = voice.name(seat, other=not is_held)
        heading = f"Replies of {replying}, answers of {answering}, and the outcome for {replying}:"
        lines = [heading]
        lines += [_reply(voice, here, each, replying) for each in why.replies]
    elif is_held and rules.ending(here) is None and rules.turn_kept(why.position, here):
        lines = [
            headline(f"{mover} moves again; explain the position after this move for the rest")
        ]
    return [*lines, f"Stopped: {why.stopped}"] if why.stopped else lines


def _reply(voice: Voice, here: Any, reply: gamesolver.Reply[Any, Any], replying: str) -> str:
    """Return a reply as text, with its answer or the reason for none, and its outcome."""
    rules = voice.rules
    if reply.answer is not None:
        then = f"then {move_and_gain(voice.move(reply.answer), reply.gain_of_answer)}"
    elif rules.ending(reply.position) is not None:
        then = "and play has ended"
    elif rules.turn_kept(here, reply.position):
        then = f"and {replying} moves again"
    else:
        then = "and no answer is shown"
    move = move_and_gain(voice.move(reply.move), reply.gain)
    return f"{move}  {then}  ({reply.bounds})"


def _show_line(page: Page, voice: Voice, proof: gamesolver.Proof[Any, Any]) -> None:
    """Print the boards of a line of best moves."""
    boards, here = [("start", voice.board(proof.position))], proof.position
    line = proof.mainline()
    for plies, row in enumerate(line, start=1):
        gain = voice.rules.gain(here, row.move)
        here = row.position
        caption = f"{plies}. {move_and_gain(voice.move(row.move), gain)}"
        boards.append((caption, voice.board_after(row.position, plies)))
    show_boards(page, boards)
    page.print_lines("", *([f"Stopped: {line.stopped}", ""] if line.stopped else []))
