"""Serving: one process, one socket, and a time limit for each request.

uvicorn handles the protocol. It waits for ever for a client that has connected but sends
nothing, and each of these keeps a file descriptor. So a connection here must finish a
request within some seconds, or it is closed. Slow readers are disconnected in the same
way.

Ctrl-C ends it: no new calls are taken, those at work may finish, and after some
seconds whatever is left is dropped.
"""

from __future__ import annotations

import asyncio
import socket
import struct
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from gamesolver.arguments import whole
from gamesolver.errors import InvalidArgumentError
from gamesolver.texts import spelled

PATIENCE = 20.0  # seconds for one request and its response
IDLE = 15  # seconds between two questions on one connection
LAST_CALLS = 0.05  # seconds until calls accepted at the end can be closed
FAREWELL = 3  # seconds for what is at work when the server is stopped
LONGEST_HEAD = 32_000  # bytes of a request before its body
AT_ONCE = struct.pack("ii", 1, 0)  # closed without waiting for megabytes to be read
WAITING = 2_048  # connections that the system keeps until they are taken


class PatientProtocol(H11Protocol):
    """uvicorn's protocol, which gives up on a client after a while."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # narrower
        """Start the clock."""
        super().connection_made(transport)
        self._clock = self.loop.call_later(PATIENCE, self._leave)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._clock.cancel()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Restart the clock for the next request."""
        self._clock.cancel()
        self._clock = self.loop.call_later(PATIENCE, self._leave)
        super().on_response_complete()

    def _leave(self) -> None:
        """Drop the client, and what the system still holds for one that does not read."""
        with suppress(OSError):  # it may be gone
            self.transport.get_extra_info("socket").setsockopt(
                socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE
            )
        self.transport.abort()


def listen(
    make_app: Callable[[], ASGIApp],
    host: str,
    port: int,
    open_browser: bool,
    ready: Callable[[str], None] | None,
) -> None:
    """Serve an application until stopped."""
    app = make_app()
    with _bound(host, port) as bound:
        address = _address(bound)

        def announce() -> None:
            if open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
            if ready is not None:
                ready(address)

        with suppress(KeyboardInterrupt):  # that is how one stops it
            server(app, announce).run(sockets=[bound])


class _Announcing(uvicorn.Server):
    """Server of uvicorn that calls a function when it has started."""

    announce: Callable[[], None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.announce is not None:
            self.announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listener in self.servers:
            listener.close()
        await asyncio.sleep(LAST_CALLS)
        await super().shutdown(sockets)


def server(app: Any, announce: Callable[[], None] | None = None) -> uvicorn.Server:
    """Return the server of an application; ``announce`` is called once it listens."""
    settings = uvicorn.Config(
        app,
        http=PatientProtocol,
        ws="none",
        lifespan="auto",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=FAREWELL,
        h11_max_incomplete_event_size=LONGEST_HEAD,
        backlog=WAITING,
    )
    made = _Announcing(settings)
    made.announce = announce
    return made


def _bound(host: str, port: int) -> socket.socket:
    """Return a socket at this address; raise if there can be none."""
    number = whole(port)
    if not isinstance(host, str) or not host:
        raise InvalidArgumentError(f"bad host {spelled(host)}: expected a name or an address")
    if number is None or not 0 <= number < 1 << 16:
        expected = "expected a number from 0 (any free one) to 65535"
        raise InvalidArgumentError(f"bad port {spelled(port)}: {expected}")
    bound: socket.socket | None = None
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, number, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        bound = socket.socket(family, kind, protocol)
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(WAITING)
    except (OSError, UnicodeError) as error:
        if bound is not None:
            bound.close()
        why = error.strerror if isinstance(error, OSError) else "no such name"
        raise InvalidArgumentError(
            f"cannot listen on {host}, port {number}: {why}; choose another, or port 0 for any"
        ) from error
    return bound


def _address(bound: socket.socket) -> str:
    host, port = bound.getsockname()[:2]
    if host in ("0.0.0.0", "::"):  # every address of this machine; one of them is at hand
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"
