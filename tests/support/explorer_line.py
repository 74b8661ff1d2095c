"""A keep-alive connection to a served explorer, and measurements of its cost."""

import socket
import time
from urllib.parse import urlsplit

import psutil

PAGES = ["/", "/?move=4", "/?move=4&move=1", "/?from=x...o....", "/?move=0&move=4&move=8",
         "/api/position?move=4"]  # fmt: skip


class Line:
    """A connection that is kept open."""

    def __init__(self, address):
        self.address = address
        self.open()

    def open(self):
        """Connect to the server."""
        parts = urlsplit(self.address)
        self.socket = socket.create_connection((parts.hostname, parts.port), timeout=30)
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, raw):
        """Send raw bytes."""
        self.socket.sendall(raw)

    def get(self, target, host="localhost"):
        """Request a page, and return the status and the body of the response."""
        self.send(f"GET {target} HTTP/1.1\r\nhost: {host}\r\n\r\n".encode())
        return self.answer()

    def get_again(self, target):
        """Request a page; if the idle connection was closed, connect again."""
        try:
            status, body = self.get(target)
        except ConnectionError:
            status, body = 0, b""
        if status:
            return status, body
        self.socket.close()
        self.open()
        return self.get(target)

    def answer(self):
        """Return the status and the body of the next response; status 0 if the line was closed."""
        while b"\r\n\r\n" not in self.rest:
            if not self._more():
                return 0, b""
        head, _, self.rest = self.rest.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines[1:])
        length = int(headers.get("content-length", 0))
        while len(self.rest) < length and self._more():
            pass
        body, self.rest = self.rest[:length], self.rest[length:]
        return int(lines[0].split()[1]), body

    def is_closed(self, patience):
        """Return True if the other end closes the line within some seconds."""
        self.socket.settimeout(patience)
        try:
            return self.socket.recv(1 << 16) == b""
        except ConnectionError:
            return True
        except TimeoutError:
            return False

    def _more(self):
        try:
            received = self.socket.recv(1 << 16)
        except ConnectionError:
            received = b""
        self.rest += received
        return bool(received)


def fetch_pages(address, number, *, a_second=None):
    """Request pages one after the other; return the seconds of each, and the number of errors."""
    seconds, wrong = [], 0
    with Line(address) as line:
        begin = time.perf_counter()
        for turn in range(number):
            if a_second:
                time.sleep(max(0.0, begin + turn / a_second - time.perf_counter()))
            before = time.perf_counter()
            status, body = line.get_again(PAGES[turn % len(PAGES)])
            seconds.append(time.perf_counter() - before)
            wrong += status != 200 or not body
    return seconds, wrong


def work_of(process):
    """Return the CPU seconds and the memory in bytes that a process has used."""
    reported = psutil.Process(process.pid)
    times = reported.cpu_times()
    return times.user + times.system, reported.memory_info().rss
