"""Bots that misbehave: when they are loaded, when they are called, and afterwards.

``CALLED`` is one file with many of them. ``LOADED`` are files that misbehave on import. Each bot
may write files in the folder ``HERE``: the number of a process it started, or that it has run.
"""

CALLED = '''
import os, signal, subprocess, sys, threading, time
from pathlib import Path

HERE = Path(__file__).parent


def note(name, number):
    """Write down the number of a process."""
    (HERE / name).write_text(str(number))


# ── answers ────────────────────────────────────────────────────────────────

class Reduced:
    def __reduce__(self):
        return os.system, (f"touch {HERE / 'ran'}",)


class Hanging:
    def __repr__(self):
        time.sleep(600)


class Raising:
    def __repr__(self):
        raise SystemExit("no repr")


class Long:
    def __repr__(self):
        return "x" * 10**8


class Odd(str):
    def __eq__(self, other):
        raise KeyboardInterrupt
    def __hash__(self):
        raise SystemExit
    def __str__(self):
        time.sleep(600)
    def __repr__(self):
        return Odd("odd")


class EqualToAll:
    def __eq__(self, other):
        return True


class Kind(type):
    @property
    def __name__(self):
        raise SystemExit
    def __repr__(self):
        raise SystemExit


class Nameless(metaclass=Kind):
    def __repr__(self):
        raise ValueError


class Seven(int):
    def __index__(self):
        raise SystemExit


def reduced(position):
    return Reduced()


def hanging_repr(position):
    return Hanging()


def raising_repr(position):
    return Raising()


def long_repr(position):
    return Long()


def nameless(position):
    return Nameless()


def odd_text(position):
    return Odd("0")


def equal_to_all(position):
    return EqualToAll()


def whole_number(position):
    return Seven(7)


def generator(position):
    yield 0


def deep(position):
    answer = ()
    for _ in range(100_000):
        answer = (answer,)
    return answer


def wide(position):
    answer = []
    for _ in range(100):
        answer = [answer, answer]
    return tuple(answer)


def large(position):
    return "x" * 10**8


def many(position):
    return [0] * 10**6


def surrogate(position):
    return "\\udcff\\x1b[31m"


# ── errors and ends ────────────────────────────────────────────────────────

class Own(BaseException):
    def __str__(self):
        raise SystemExit("no words")


class Wordy(Exception):
    def __str__(self):
        return "w" * 10**7


def own_error(position):
    raise Own


def wordy_error(position):
    raise Wordy


def interrupt(position):
    raise KeyboardInterrupt


def exits(position):
    sys.exit("enough")


def ends_at_once(position):
    os._exit(7)


def crashes(position):
    os.kill(os.getpid(), signal.SIGSEGV)


def hangs(position):
    time.sleep(600)


def ignores_signals(position):
    for number in range(1, 32):
        if number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, signal.SIG_IGN)
    time.sleep(600)


def stops_itself(position):
    os.kill(os.getpid(), signal.SIGSTOP)


def eats_memory(position):
    held = []
    while True:
        held.append(bytearray(10**7))


# ── output and the line ────────────────────────────────────────────────────

def prints(position):
    for _ in range(10_000):
        print("o" * 1_000)
    return 0


def prints_without_end(position):
    while True:
        os.write(2, b"\\x1b[31m\\xff" * 1_000)


def closes_all(position):
    os.closerange(0, 256)
    time.sleep(600)


def closes_and_answers(position):
    os.closerange(0, 256)
    return 0


def garbage(position):
    for number in range(3, 256):
        try:
            os.write(number, b"garbage" * 100)
        except OSError:
            pass
    return 0


def floods(position):
    for number in range(3, 256):
        try:
            while True:
                os.write(number, b"\\0" * 10**6)
        except OSError:
            pass


def forges(position):
    """Another answer in the right form, with the number of another question."""
    for number in range(3, 256):
        try:
            os.write(number, bytes(7) + b"\\x09" + bytes(8))
        except OSError:
            pass
    return 0


def answers_twice(position):
    os.fork()
    return 0


# ── what is around it ──────────────────────────────────────────────────────

def moves_away(position):
    os.chdir("/")
    return 0


def changes_the_game(position):
    from games import TicTacToe
    TicTacToe.moves = TicTacToe.parse = lambda self, given: ["anything"]
    return "anything"


def changes_its_words(position):
    from games import TicTacToe
    TicTacToe.format_move = lambda self, move: "anything"
    return 0


def changes_its_words_to_many(position):
    from games import TicTacToe
    TicTacToe.format_move = lambda self, move: "x" * 10**7
    return 0


def leaves_a_thread(position):
    threading.Thread(target=time.sleep, args=(600,)).start()
    return 0


def leaves_a_child(position):
    note("left", subprocess.Popen(["sleep", "600"]).pid)
    return 0


def leaves_a_stranger(position):
    """A process of a session of its own, whose parent is gone, that hears no signal."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            note("left", os.getpid())
            time.sleep(600)
        os._exit(0)
    os.wait()
    while not (HERE / "left").exists():
        time.sleep(0.01)
    return 0


def leaves_a_stranger_and_ends(position):
    leaves_a_stranger(position)
    os._exit(3)


def ends_its_keeper(position):
    note("left", os.getpid())
    os.kill(os.getppid(), signal.SIGKILL)
    time.sleep(600)


def stops_its_keeper(position):
    note("left", os.getpid())
    os.kill(os.getppid(), signal.SIGSTOP)
    time.sleep(600)
'''

BEFORE = (
    "import os, subprocess, sys, time\nfrom pathlib import Path\nHERE = Path(__file__).parent\n"
)
CHOOSE = "\ndef choose(position):\n    return 0\n"
LOADED = {
    "sleeps": "time.sleep(600)",
    "prints without end": "while True: print('o' * 1000)",
    "prints and fails": "print('o' * 10**7); raise OSError('no')",
    "ends": "os._exit(5)",
    "own error": "class Own(BaseException): pass\nraise Own('mine')",
    "interrupt": "raise KeyboardInterrupt",
    "wordy": "raise OSError('w' * 10**7)",
    "closes all": "os.closerange(0, 256); time.sleep(600)",
    "garbage": (
        "for each in range(3, 99):\n"
        "    try: os.write(each, b'garbage' * 100)\n"
        "    except OSError: pass\n"
        "time.sleep(600)"
    ),
    "leaves a child": (
        "(HERE / 'left').write_text(str(subprocess.Popen(['sleep', '600'],"
        " start_new_session=True).pid)); os._exit(5)"
    ),
    "changes us": (
        "from gamesolver.cli.bots import process\n"
        "process.written_texts = lambda texts: b'\\xff' * 1000"
    ),
}


def file_loaded(name):
    """Return the text of a file that does something when it is loaded."""
    return f"{BEFORE}{LOADED[name]}\n{CHOOSE}"
