"""The served explorer: its cost, and slow, idle or hostile clients."""

import resource
import signal
import socket
import threading
import time
from urllib.parse import urlsplit

import pytest

from games import TicTacToe
from gamesolver import InvalidArgumentError, solve
from gamesolver.web import app, serve, serving
from tests.support.explorer_browser import served
from tests.support.explorer_line import Line, fetch_pages, work_of

SOLUTION = solve(TicTacToe())


@pytest.fixture(scope="module")
def explorer():
    """Address and process of a server of tic-tac-toe."""
    with served("solve(TicTacToe())") as (address, process):
        yield address, process


def test_a_page_takes_five_milliseconds(explorer):
    """A page of tic-tac-toe takes at most 5 ms of CPU time, which allows 200 a second."""
    address, process = explorer
    fetch_pages(address, 50)  # warm-up
    before, _ = work_of(process)
    seconds, wrong = fetch_pages(address, 400)
    after, _ = work_of(process)
    assert wrong == 0
    assert (after - before) / len(seconds) <= 0.005


@pytest.mark.slow
def test_two_hundred_a_second_for_a_minute():
    """All of 12,000 requests at 200 a second succeed, half of them within 5 ms."""
    with served("solve(TicTacToe())") as (address, _):
        begin = time.perf_counter()
        seconds, wrong = fetch_pages(address, 12_000, a_second=200)
        assert wrong == 0
        assert time.perf_counter() - begin <= 61
        assert sorted(seconds)[6_000] <= 0.005


@pytest.mark.slow
def test_memory_stays_as_it_is():
    """Over 100,000 requests the memory of the process grows by at most 5 %."""
    with served("solve(TicTacToe())") as (address, process):
        fetch_pages(address, 3_000)
        _, before = work_of(process)
        _, wrong = fetch_pages(address, 100_000)
        _, after = work_of(process)
        assert wrong == 0
        assert after <= 1.05 * before


def test_only_this_machine_is_listened_to(explorer):
    """The server does not listen on other addresses of the same machine."""
    port = int(explorer[0].rpartition(":")[2])
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", port), timeout=5)


def test_a_strange_host_is_refused_on_the_line_too(explorer):
    """A request over a socket with a strange host name gets status 421."""
    with Line(explorer[0]) as line:
        assert line.get("/", host="evil.example")[0] == 421


@pytest.mark.parametrize("size", [17_000, 100_000, 1_000_000])
def test_endless_addresses_are_refused(explorer, size):
    """A far too long address is refused or the connection closed; the next client is served."""
    with Line(explorer[0]) as line:
        try:
            status, _ = line.get("/?from=" + "x" * size)
        except ConnectionError:
            status = 0
        assert status in (0, 400, 414, 431)
    with Line(explorer[0]) as line:
        assert line.get("/")[0] == 200


@pytest.mark.parametrize("raw", [b"\0\xff\xfe" * 50, b"GET / HTTP/9.9\r\n\r\n", b"GET\r\n\r\n",
    b"GET /?\xff\xfe HTTP/1.1\r\nhost: localhost\r\n\r\n"], ids=repr)  # fmt: skip
def test_noise_is_refused(explorer, raw):
    """Bytes that are not a request are refused, or the connection closed; others are served."""
    with Line(explorer[0]) as line:
        line.send(raw)
        assert line.answer()[0] in (0, 400, 421, 505)
    with Line(explorer[0]) as line:
        assert line.get("/")[0] == 200


def test_a_thousand_idle_connections_keep_no_player_out(explorer):
    """Pages are still served while 1,000 idle clients are connected."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 4_096), hard), hard))
    idle = []
    try:
        for _ in range(1_000):
            idle.append(Line(explorer[0]))
        seconds, wrong = fetch_pages(explorer[0], 20)
        assert wrong == 0
        assert sorted(seconds)[10] < 1
    finally:
        for line in idle:
            line.socket.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.fixture
def impatient(monkeypatch):
    """Address of an explorer in a thread, with a time limit of 1.5 seconds per request."""
    monkeypatch.setattr(serving, "PATIENCE", 1.5)
    bound = serving._bound("127.0.0.1", 0)
    server = serving.server(app(SOLUTION))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [bound]})
    thread.start()
    yield f"http://127.0.0.1:{bound.getsockname()[1]}"
    server.should_exit = True
    thread.join(30)
    bound.close()
    assert not thread.is_alive()


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nhost: localhost\r\nx: "])
def test_slow_clients_are_left(impatient, begun):
    """A client that does not finish a request in time is cut off; others are served."""
    with Line(impatient) as slow, Line(impatient) as other:
        if begun:
            slow.send(begun)
        assert other.get("/")[0] == 200
        assert slow.is_closed(30)


def test_clients_that_do_not_read_are_left(impatient):
    """A client that never reads its responses is cut off; others are served."""
    with Line(impatient) as deaf, Line(impatient) as other:
        deaf.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2_048)
        deaf.socket.setblocking(False)
        sent, end = 0, time.monotonic() + 60  # usually much sooner
        while time.monotonic() < end and sent >= 0:
            try:
                sent += deaf.socket.send(b"GET /api HTTP/1.1\r\nhost: localhost\r\n\r\n")
            except BlockingIOError:
                time.sleep(0.02)
            except ConnectionError:
                sent = -1
        assert sent == -1
        other.socket.close()
        with Line(impatient) as later:
            assert later.get("/")[0] == 200


def test_a_client_that_keeps_querying_is_kept(impatient):
    """The time limit is per request: a client that keeps sending requests stays connected."""
    with Line(impatient) as line:
        for _ in range(8):
            assert line.get("/api/game")[0] == 200
            time.sleep(0.3)


@pytest.mark.parametrize("busy", [False, True])
def test_an_interruption_ends_it_cleanly(busy):
    """Ctrl-C ends the process with status 0 and no error output, even during a request."""
    with served("solve(Nim())") as (address, process), Line(address) as line:
        if busy:
            line.send(b"GET / HTTP/1.1\r\nhost: ")
        else:
            assert line.get("/")[0] == 200
        process.send_signal(signal.SIGINT)
        assert process.wait(30) == 0  # three seconds, on a machine that is not busy
        assert process.stderr.read() == ""


def has_ipv6():
    """Return True if this machine has a loopback address of version 6."""
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


HOSTS = ["127.0.0.1", "0.0.0.0", "localhost", *(["::1"] if has_ipv6() else [])]


@pytest.mark.parametrize("host", HOSTS)
def test_the_address_that_is_reported_can_be_called(host, monkeypatch):
    """For every host, ``ready`` and the browser get an address that can be opened."""
    reported, seen = [], []
    monkeypatch.setattr(serving.webbrowser, "open", seen.append)
    made = []
    keep = serving.server
    monkeypatch.setattr(serving, "server", lambda *given: made.append(keep(*given)) or made[-1])

    def visit(address):
        reported.append(address)
        threading.Thread(target=fetch_and_stop, args=(address,)).start()

    def fetch_and_stop(address):
        with Line(address) as line:
            reported.append(line.get("/", host=urlsplit(address).netloc)[0])
        made[0].should_exit = True

    serve(SOLUTION, host=host, port=0, open=True, ready=visit)
    assert reported[1] == 200
    assert seen == [reported[0]]


def test_a_taken_port_is_reported():
    """A port that is already in use is refused with a message."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(InvalidArgumentError) as caught:
            serve(SOLUTION, port=port)
    assert str(caught.value) == (
        f"cannot listen on 127.0.0.1, port {port}: Address already in use; "
        "choose another, or port 0 for any"
    )


@pytest.mark.parametrize("host", ["no.such.host.invalid", "a" * 300, "a..b", "203.0.113.7"])
def test_a_host_that_is_not_here_is_reported(host):
    """A host that is not an address of this machine is refused with a message."""
    with pytest.raises(InvalidArgumentError, match=f"cannot listen on {host}, port 0: "):
        serve(SOLUTION, host=host, port=0)
