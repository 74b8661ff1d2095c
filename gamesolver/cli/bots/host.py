"""The process of a bot as the command sees it: begun, asked with a limit on the time, and ended.

One thread speaks with the process, so that there is a way to wait for it no longer than so long, on
every system; it reads no more than one answer to each question. Another one reads what the bot
prints. The process is begun with a script of one line, and not by multiprocessing, which would run
the script of whoever called us once more.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from itertools import count
from queue import Empty, SimpleQueue
from threading import Thread

import attrs

from gamesolver.cli.bots.printed import BotOutput
from gamesolver.cli.bots.wire import MOST, NoAnswerError, Wire

FAREWELL = 2.0  # seconds until a process that has closed its line must be gone
SCRIPT = (
    "import sys; sys.path[:] = {path!r}; "
    "from gamesolver.cli.bots.warden import keep; keep({command!r}, {memory!r}); "
    "from {module} import main; main({argument!r})"
)
NO_ANSWER = "wrote what is no answer into the line to its process"
Came = list[str] | NoAnswerError | None
"""An answer, something else, or nothing any more."""


class ProcessEndedError(Exception):
    """The process of the bot is of no use any more; in words, why."""


@attrs.frozen(eq=False)
class BotProcess:
    """A process, what it is to be asked, and what has come from there."""

    process: subprocess.Popen[bytes]
    questions: SimpleQueue[bytes | None]
    came: SimpleQueue[Came]
    listening: Thread

    @classmethod
    def begun(
        cls,
        module: str,
        argument: str,
        first: bytes,
        memory: int,
        output: BotOutput,
        most: int = MOST,
    ) -> BotProcess:
        """Begin a process that runs ``main(argument)`` of a module of ours, and ask it ``first``.

        Its answers are of ``most`` bytes.
        """
        script = SCRIPT.format(
            path=sys.path, module=module, argument=argument, command=os.getpid(), memory=memory
        )
        process = subprocess.Popen(
            [sys.executable, "-c", script],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,  # what is typed in the terminal is not for the bot
        )
        assert process.stdin is not None
        assert process.stdout is not None
        listening = Thread(target=output.read, args=(process.stderr,), daemon=True)
        begun = cls(process, SimpleQueue(), SimpleQueue(), listening)
        line = Wire(process.stdout, process.stdin, most)
        for thread in (listening, Thread(target=begun._speak, args=(line,), daemon=True)):
            thread.start()
        begun.questions.put(first)
        return begun

    def _speak(self, line: Wire) -> None:
        """Ask what is to be asked, one thing after the other, until there is no more."""
        with line:
            for number in count():
                question = self.questions.get()
                if question is None:
                    return
                self.came.put(_answered(line, number, question))

    def answer(self, question: bytes, patience: float) -> list[str]:
        """The answer to a question; ``TimeoutError`` if it takes too long."""
        self.questions.put(question)
        return self.heard(patience)

    def heard(self, patience: float) -> list[str]:
        """What comes next; ``TimeoutError`` if it takes too long."""
        try:
            came = self.came.get(timeout=patience)
        except Empty:
            raise TimeoutError from None
        if isinstance(came, NoAnswerError):
            raise ProcessEndedError(NO_ANSWER)
        if came is None:
            raise ProcessEndedError(self._how_it_ended())
        return came

    def _how_it_ended(self) -> str:
        try:
            code = self.process.wait(FAREWELL)
        except subprocess.TimeoutExpired:  # it has closed its line, and goes on
            return "closed the line to its process"
        if code < 0:
            return f"ended its process by {signal.Signals(-code).name}"
        return f"ended its process with code {code}"

    def end(self) -> None:
        """End it at once, whatever it is at, with all that it has begun."""
        self.questions.put(None)
        self.process.terminate()  # its warden hears that, and ends all the others
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(FAREWELL)
        self._end_group()
        self.process.wait()
        self.listening.join(FAREWELL)

    def _end_group(self) -> None:
        """End whoever is left without a warden."""
        if sys.platform == "win32":
            self.process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):  # as it should be: nobody
            os.killpg(self.process.pid, signal.SIGKILL)


def _answered(line: Wire, number: int, question: bytes) -> Came:
    try:
        line.send(number, question)
        return line.answer(number)
    except NoAnswerError as error:
        return error
    except (EOFError, OSError):
        return None
