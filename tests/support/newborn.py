"""Asks the nursery for a process, and is that process to whoever began it.

It hands its streams, its surroundings and its words over, passes signals on, and ends as the other
one does. Where to ask is its first word; the second one names a terminal to work in, or is empty.
"""

import json
import os
import signal
import socket
import sys


def main(place, terminal, *words):
    """Hand all over, and end as the other process does."""
    with socket.socket(socket.AF_UNIX) as asking:
        asking.connect(place)
        told = {"words": words, "terminal": terminal, "cwd": os.getcwd(), "env": dict(os.environ)}
        text = json.dumps(told).encode()
        socket.send_fds(asking, [len(text).to_bytes(8, "big")], [0, 1, 2])
        asking.sendall(text)
        for stream in range(3):
            os.close(stream)
        for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, lambda number, frame: asking.sendall(bytes([number])))
        code = int.from_bytes(asking.recv(4), "big", signed=True)
    if code < 0:
        signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


if __name__ == "__main__":
    main(*sys.argv[1:])
