"""Search threads that share a table: the same outcome always, and entries with a checksum."""

import numpy as np
import pytest

from games import ConnectFour, TicTacToe
from gamesolver import GameContractError, InvalidArgumentError, Value, prove
from gamesolver.kernels import alpha_beta
from gamesolver.proofs.buffers import Memory, table_of
from gamesolver.proofs.compiled_search import CompiledSearch
from gamesolver.proofs.search_scores import ANY_WIN
from gamesolver.proofs.threads import SearchThreads


@pytest.mark.compiled(why="threads of plain Python take turns, and slow ones")
@pytest.mark.parametrize("threads", [2, 5])
def test_any_number_of_threads_has_the_same_outcome(threads):
    """Any number of threads proves the same value, with a small table, too."""
    game = ConnectFour(width=5, height=4)
    alone = prove(game, exact=False)
    for memory in (None, 100_000):
        proof = prove(game, exact=False, threads=threads, memory=memory)
        assert (proof.value, proof.bounds) == (alone.value, alone.bounds)
        assert proof.how.visited > alone.how.visited // 2
    assert prove(game, exact=False, threads=threads).verify().bounds.at_least is Value.DRAW
    assert prove(game, at_least=Value.WIN, threads=threads).bounds.at_most is Value.DRAW


@pytest.mark.compiled(why="the clock is for compiled code")
def test_stopped_threads_leave_nothing_behind():
    """Threads that the time limit stopped do not disturb later proofs."""
    proof = prove(ConnectFour(width=6, height=5), exact=False, threads=3, seconds=0.05)
    while proof.value is None and proof.how.stopped:
        proof.moves()
        proof = prove(ConnectFour(width=6, height=5), exact=False, threads=3, seconds=60)
    assert proof.value is Value.DRAW


class Stubborn:
    """Search of another thread that has its result at once."""

    visited, is_done = 7, False

    def __init__(self, answer):
        self.answer, self.halted = answer, 0

    def help(self, position, target):
        return self.answer

    def halt(self):
        self.halted += 1

    def go_on(self):
        self.halted = 0


@pytest.mark.compiled(why="in plain Python the question would take minutes")
def test_the_first_answer_counts():
    """The first result counts, even if another thread found it."""
    search = CompiledSearch(ConnectFour(), 1 << 16, lambda visited, forgotten: None)
    search._others = SearchThreads([Stubborn(-5)])
    assert search.decide(ConnectFour().start(), ANY_WIN) == -5
    assert search.visited >= 7


class Failing(Stubborn):
    """Search of another thread that raises an error."""

    def help(self, position, target):
        raise self.answer


@pytest.mark.compiled(why="in plain Python the question would take minutes")
def test_what_a_thread_raises_is_not_lost():
    """An error in a thread is raised, but a contract error only if no thread has a result."""
    for failure, answers in ((ZeroDivisionError("a bug"), ()), (ZeroDivisionError("a bug"), (3,)),
                             (GameContractError("a fault"), ())):  # fmt: skip
        search = CompiledSearch(ConnectFour(), 1 << 16, lambda visited, forgotten: None)
        search._others = SearchThreads([Failing(failure), *map(Stubborn, answers)])
        with pytest.raises(type(failure)):
            search.decide(ConnectFour().start(), ANY_WIN)
    search = CompiledSearch(ConnectFour(), 1 << 16, lambda visited, forgotten: None)
    search._others = SearchThreads([Stubborn(-5), Failing(GameContractError("a fault"))])
    assert search.decide(ConnectFour().start(), ANY_WIN) == -5


def test_an_entry_that_two_threads_wrote_is_no_entry():
    """An entry mixed from two writes is recognised as invalid."""
    table, key = table_of(4), np.uint64(12)
    memory = Memory().for_table(table)
    with np.errstate(over="ignore"):
        alpha_beta.keep(memory, key, 0, 5, 1, alpha_beta.NO_PLACE)
        place = int(alpha_beta.bucket_of(table, key))
        assert alpha_beta.word_of(table, key) != alpha_beta.NOTHING
        lock, word = table[place], table[place + alpha_beta.WAYS]
        alpha_beta.keep(memory, key, 1, 5, 1, alpha_beta.NO_PLACE)
        later = table[place], table[place + alpha_beta.WAYS]
        for parts in ((lock, later[1]), (later[0], word), (lock, word ^ np.uint64(1))):
            torn = table_of(4)
            torn[place], torn[place + alpha_beta.WAYS] = parts
            assert alpha_beta.word_of(torn, key) == alpha_beta.NOTHING
            assert all(
                alpha_beta.word_of(torn, np.uint64(other)) == alpha_beta.NOTHING
                for other in range(1_000)
            )


@pytest.mark.parametrize(
    ("threads", "message"),
    [
        (0, "bad threads 0: expected a whole number from 1 to 1024"),
        ("2", "bad threads '2': expected a whole number from 1 to 1024"),
        (None, "bad threads None: expected a whole number from 1 on"),
    ],
)
def test_what_is_no_number_of_threads_is_refused(threads, message):
    """An invalid number of threads is refused."""
    with pytest.raises(InvalidArgumentError) as caught:
        prove(TicTacToe(), threads=threads)
    assert str(caught.value) == message
