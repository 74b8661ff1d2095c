"""Process of a bot, from the command's side: start, requests with a time limit, and exit.

One thread talks to the process, so that the command can wait for a limited time on every system. It
reads only one answer to each request. Another thread reads the bot's output. The process starts
with a script of one line. It does not use multiprocessing, which would run the caller's script
again.
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
NO_ANSWER = "wrote something other than an answer to its process"
Came = list[str] | NoAnswerError | None
"""An answer, an invalid message, or None if the process has ended."""


class ProcessEndedError(Exception):
    """The process of the bot has ended or is unusable. The message gives the reason."""


@attrs.frozen(eq=False)
class BotProcess:
    """Process of a bot, with the queues of requests and answers."""

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
        """Start a process that runs ``main(argument)`` of a module, and send it ``first``.

        Its answers have ``most`` bytes at most.
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
        for thread in (listening, Thread(target=begun._send_questions, args=(line,), daemon=True)):
            thread.start()
        begun.questions.put(first)
        return begun

    def _send_questions(self, line: Wire) -> None:
        """Send the requests, one after another, until the queue holds None."""
        with line:
            for number in count():
                question = self.questions.get()
                if question is None:
                    return
                self.came.put(_answered(line, number, question))

    def answer(self, question: bytes, patience: float) -> list[str]:
        """Return the answer to a request; raise ``TimeoutError`` if it takes too long."""
        self.questions.put(question)
        return self.received(patience)

    def received(self, patience: float) -> list[str]:
        """Return the next answer; raise ``TimeoutError`` if it takes too long."""
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
        """End the process immediately, with all processes that it has started."""
        self.questions.put(None)
        self.process.terminate()  # its warden notices, and ends all the others
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(FAREWELL)
        self._end_group()
        self.process.wait()
        self.listening.join(FAREWELL)

    def _end_group(self) -> None:
        """End the processes that are left without a warden."""
        if sys.platform == "win32":
            self.process.kill()
            return
        with suppress(ProcessLookupError, PermissionError):  # as expected: no process is left
            os.killpg(self.process.pid, signal.SIGKILL)


def _answered(line: Wire, number: int, question: bytes) -> Came:
    try:
        line.send(number, question)
        return line.answer(number)
    except NoAnswerError as error:
        return error
    except (EOFError, OSError):
        return None
