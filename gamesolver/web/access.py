"""Guard of the server: limits of requests, and security headers of responses.

It runs before everything else. So every response has the headers, and nothing
is read from a request that is refused.

* A foreign page could bind a host name of its own to this machine, and read the explorer
  through the browser of a visitor. Such a request names a foreign host. So only requests to the
  loopback names, and to the configured names, are accepted.
* All requests are GET or HEAD. Bodies are not read.
* The length of addresses is limited.
* Only the addresses of frames (``EMBED``) may be shown within pages of other sites. They show
  a board and links, and nothing there can be changed.
* The content security policy allows our own files and no script or style within a page,
  so markup that should ever slip through is shown, and never run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LONGEST_ADDRESS = 16_000  # bytes of path and query
LOOPBACK = ("localhost", "127.0.0.1", "::1")
READING = ("GET", "HEAD")
LEAST_COMPRESSED = 1_000  # bytes of a response
EMBED = "/embed"
"""Folder of the pages that other sites may show in a frame."""

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "x-frame-options": "DENY",
}

HEADERS_OF_FRAMES = {
    **{name: value for name, value in HEADERS.items() if name != "x-frame-options"},
    "content-security-policy": POLICY.replace("frame-ancestors 'none'", "frame-ancestors *"),
    "cross-origin-resource-policy": "cross-origin",
}


def guards(hosts: Iterable[str] = ()) -> list[Middleware]:
    """Return the middleware of a server: the guard, and pages that are compressed for browsers."""
    return [
        Middleware(Guard, hosts=tuple(hosts)),
        Middleware(GZipMiddleware, minimum_size=LEAST_COMPRESSED, compresslevel=1),
    ]


class Guard:
    """Middleware that refuses forbidden requests, and adds the headers to every response."""

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = ()) -> None:
        self.app = app
        self.hosts = frozenset(name.lower().strip("[]") for name in (*LOOPBACK, *hosts))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one call."""
        if scope["type"] != "http":  # a server's own signals
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in (HEADERS_OF_FRAMES if may_be_framed(scope) else HEADERS).items():
                    headers[name] = value
                headers.setdefault("cache-control", "no-cache")
            await send(message)

        refused = self._refused(scope)
        await (refused or self.app)(scope, receive, send_with_headers)

    def _refused(self, scope: Scope) -> Response | None:
        address = len(scope.get("raw_path") or b"") + len(scope["query_string"])
        if not self._is_called_by_name(Headers(scope=scope).getlist("host")):
            message = (
                "misdirected: this explorer does not have that host name; serve(..., hosts=...)"
            )
            return _answer(scope, 421, f"{message} adds names")
        if scope["method"] not in READING:
            refused = _answer(scope, 405, "expected GET: there is nothing here to change")
            refused.headers["allow"] = ", ".join(READING)
            return refused
        if address > LONGEST_ADDRESS:
            message = f"expected an address of at most {LONGEST_ADDRESS} bytes, got {address}"
            return _answer(scope, 414, message)
        return None

    def _is_called_by_name(self, names: list[str]) -> bool:
        return len(names) == 1 and host_of(names[0]) in self.hosts


def host_of(header: str) -> str:
    """Return the name in a ``Host`` header, without its port and brackets.

    >>> host_of("[::1]:8000"), host_of("localhost:8000"), host_of("EXAMPLE.org")
    ('::1', 'localhost', 'example.org')
    """
    name, colon, port = header.rpartition(":")
    if not colon or "]" in port or not port.isdigit():
        name = header
    return name.lower().removesuffix(".").strip("[]")


def may_be_framed(scope: Scope) -> bool:
    """Return True if other sites may show a page in a frame.

    >>> may_be_framed({"path": "/nim/embed/"}), may_be_framed({"path": "/embed/x/"})
    (True, False)
    """
    return str(scope["path"]).endswith(f"{EMBED}/")


def path_within(scope: Scope) -> str:
    """Return the path of a request without the address at which the explorer is mounted.

    >>> path_within({"path": "/nim/api", "root_path": "/nim"}), path_within({"path": "/"})
    ('/api', '/')
    """
    return str(scope["path"]).removeprefix(scope.get("root_path", ""))


def _answer(scope: Scope, code: int, message: str) -> Response:
    content: Any = {"error": message}
    if "/api/" in scope["path"]:
        return JSONResponse(content, code)
    return PlainTextResponse(f"{message}\n", code)
