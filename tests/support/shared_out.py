"""A plugin of pytest: the tests shared out among several runs that go on at the same time.

Each run collects all tests, and takes modules as it comes to them: the first to leave its mark in
the folder ``CLAIMS`` has the module. So each test is run once, whoever begins or ends first.

A run takes its next module when the last test of the one before is about to begin, for pytest wants
to know which fixtures will be needed again.

Where ``FURTHER`` says how many, so many more runs are forked from a run when it has collected,
which takes twenty seconds. The one numbered 1 begins when ``begin-1`` stands in ``CLAIMS``, and so
on; it writes to ``said-1`` there. The first waits for them in the end, shows what they said, and
fails if one of them failed. Each begins after another part of the tests, and goes on from
there: side by side, two would compile the same kernels at the same time.

At its end each run writes into ``CLAIMS`` how many tests it has run and how many there are. Whoever
began the runs adds them up: a test that nobody ran must not pass for one that passed.
"""

from __future__ import annotations

import gc
import os
import sys
import time
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import accumulate, groupby
from operator import attrgetter
from pathlib import Path

import pytest


class SharedOut:
    """Runs the tests of the modules that no other run has taken."""

    def __init__(self, claims: Path) -> None:
        self.claims = claims
        self.taken: set[Path] = set()
        self.tests_run = 0
        self.runs = 1 + int(os.environ.get("FURTHER", "0"))
        self.number = 0
        """Which of them this one is; the first is number 0."""
        self.first = 0
        """The pipe to the first run, in those that were forked from it."""
        self.further: list[int] = []
        """The pipes to those, in the first."""

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """As pytest's own loop, but for the choice of tests."""
        if session.testsfailed and not session.config.option.continue_on_collection_errors:
            raise session.Interrupted(f"{session.testsfailed} errors in collecting the tests")
        gc.collect()
        gc.freeze()  # millions of objects that stay: nobody looks at them again
        for number in range(1, self.runs):
            if not self.number:
                self.fork(number, session.config)
        chosen = self.chosen(session.items)
        item = next(chosen, None)
        while item is not None:
            following = next(chosen, None)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            self.tests_run += 1
            if session.shouldfail:
                raise session.Failed(session.shouldfail)
            if session.shouldstop:
                raise session.Interrupted(session.shouldstop)
            item = following
        return True

    def chosen(self, items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
        """The tests of each module that could be taken, from this run's place on and round."""
        modules = [(place, list(tests)) for place, tests in groupby(items, key=attrgetter("path"))]
        before = [0, *accumulate(len(tests) for _, tests in modules)]
        begins = bisect_left(before, before[-1] * self.number // self.runs)
        for place, tests in modules[begins:] + modules[:begins]:
            if self.takes(place):
                yield from tests

    def takes(self, place: Path) -> bool:
        """Whether a module is ours from now on, or was before."""
        if place in self.taken:  # pytest may put tests of one module in two places
            return True
        mark = self.claims / sha256(bytes(place)).hexdigest()
        try:
            mark.touch(exist_ok=False)
        except FileExistsError:
            return False
        self.taken.add(place)
        return True

    def fork(self, number: int, config: pytest.Config) -> None:
        """Begin a further run, which waits until it may go on.

        It is no child of the first: what it begins must not be found among what a test has begun.
        """
        first = os.getpid()
        ended, ends = os.pipe()
        between = os.fork()
        if between:
            os.close(ends)
            os.waitpid(between, 0)
            self.further.append(ended)
            return
        if os.fork():
            os._exit(0)
        os.close(ended)
        self.number, self.first = number, ends
        while not (self.claims / f"begin-{number}").exists():
            os.kill(first, 0)  # nothing, but an error if there is no first run any more
            time.sleep(0.1)
        os.environ["SEEN"] = f"{os.environ.get('SEEN')}.{number}"
        capturing = config.pluginmanager.getplugin("capturemanager")
        assert capturing is not None
        capturing.stop_global_capturing()  # it has a file that both would write to
        said = os.open(self.said(number), os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(said, 1)
        os.dup2(said, 2)
        capturing.start_global_capturing()
        capturing.suspend_global_capture()

    def said(self, number: int) -> Path:
        """Where a further run writes to."""
        return self.claims / f"said-{number}"

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Iterator[None]:
        """Write down how many tests were run, of how many; end as badly as the others did."""
        report = self.claims / f"run-{os.getpid()}"
        report.write_text(f"{self.tests_run} {len(session.items)}\n")
        yield
        if self.first:
            sys.stdout.flush()
            os.write(self.first, bytes([session.exitstatus]))
            return
        for number, ended in enumerate(self.further, start=1):
            status = os.read(ended, 1)  # nothing if it ended without a word
            sys.stdout.write(self.said(number).read_text(encoding="utf-8"))
            session.exitstatus = session.exitstatus or int(status != b"\0")


def pytest_configure(config: pytest.Config) -> None:
    """Begin."""
    config.pluginmanager.register(SharedOut(Path(os.environ["CLAIMS"])))
