"""One call of ``gamesolver``: from the words that were typed to an exit code.

``endings.MEANINGS`` lists the exit codes.
"""

from __future__ import annotations

import io
import os
import signal
import sys
import traceback
from collections.abc import Sequence

from gamesolver.cli.endings import (
    INTERRUPTED,
    STOPPED,
    TERMINATED,
    ReaderGoneError,
    WorkInterruptedError,
)
from gamesolver.cli.job import ranks_in_job, silence_other_ranks

DEBUG = "--debug"
CHECKPOINT = "--checkpoint", "-c"
"""Option that names the folder for saved progress."""


def main(words: Sequence[str] | None = None) -> int:
    """Run one call; ``words`` are those after the program's name, by default the process's own."""
    arguments = sys.argv[1:] if words is None else list(words)
    _bear_any_text()
    silence_other_ranks(arguments)
    ended = _Ending()
    if words is None:
        sys.unraisablehook = _repeat_lost_interrupt
    if words is None and _keeps(arguments):
        signal.signal(signal.SIGTERM, ended)
    code = _run(
        [word for word in arguments if word != DEBUG], DEBUG in arguments, alone=words is None
    )
    code = TERMINATED if ended.is_requested else code
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _let_go_of_output()
    except OSError as error:
        print(f"gamesolver: the answer cannot be written: {error.strerror}", file=sys.stderr)  # noqa: T201  # rich may not be loaded yet
        _let_go_of_output()
        return STOPPED
    return code


class _Ending:
    """Takes a SIGTERM for a Ctrl-C, so that a proof is kept; later ones are ignored."""

    def __init__(self) -> None:
        self.is_requested = False

    def __call__(self, number: int, _frame: object) -> None:
        self.is_requested = True
        signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt


def _repeat_lost_interrupt(lost: sys.UnraisableHookArgs) -> None:
    """Raise Ctrl-C again if it came where Python drops errors, for example in a destructor."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)
        return
    import _thread
    from threading import Timer  # here, because few calls need it

    Timer(0.01, _thread.interrupt_main).start()


def _keeps(words: Sequence[str]) -> bool:
    """Return True if a call saves its progress; several ranks, which end together, do not."""
    has_folder = any(word.partition("=")[0] in CHECKPOINT for word in words)
    return has_folder and ranks_in_job(words)[1] == 1


def _run(words: Sequence[str], debug: bool, alone: bool) -> int:
    try:
        from gamesolver.cli.app import run  # here, so that Ctrl-C is handled meanwhile

        return run(words) or 0
    except SystemExit as end:  # of completion, which prints its own messages
        return end.code if isinstance(end.code, int) else 0
    except (BrokenPipeError, ReaderGoneError):  # the reader of the output has closed it
        _let_go_of_output()
        return 0
    except (KeyboardInterrupt, WorkInterruptedError):
        if alone:  # a second Ctrl-C while the process ends prints no traceback
            signal.signal(signal.SIGINT, signal.SIG_IGN)
        if debug:
            traceback.print_exc()
        print("gamesolver: stopped", file=sys.stderr)  # noqa: T201  # rich may not be loaded yet
        return INTERRUPTED
    except Exception as error:
        from gamesolver.cli.failures import line_and_code

        if debug:
            traceback.print_exc()
        message, code = line_and_code(error, words)
        print(f"gamesolver: {message}", file=sys.stderr)  # noqa: T201  # same
        return code


def _bear_any_text() -> None:
    """Replace letters that a stream cannot encode by question marks; open closed streams empty."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, mode))  # noqa: SIM115  # as long as we run
        elif isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _let_go_of_output() -> None:
    """Discard Python's last flush, which would raise an error."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)
