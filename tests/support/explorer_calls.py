"""Requests to the explorer without a network, by calls of its ASGI application."""

import asyncio
import json
from html.parser import HTMLParser
from urllib.parse import urlencode, urljoin

import attrs
from jsonschema import Draft202012Validator


@attrs.frozen
class Answer:
    """Response of the explorer."""

    code: int
    headers: dict
    body: bytes

    @property
    def text(self):
        """Body as text."""
        return self.body.decode()

    @property
    def json(self):
        """Body parsed as JSON."""
        return json.loads(self.body)


def fetch(app, target, *, method="GET", host="localhost", hosts=None):
    """Return the response to a request; ``hosts`` replaces the single host header by a list.

    The target of a redirect is resolved against the address, as in a browser.
    """
    path, _, query = target.partition("?")
    names = [host] if hosts is None else hosts
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "scheme": "http",
        "query_string": query.encode(),
        "headers": [(b"host", name.encode("latin-1")) for name in names],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
    }
    sent = []

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        sent.append(message)

    async def call():
        await app(scope, receive, send)

    try:
        asyncio.run(call())
    except Exception:  # Starlette re-raises an error after responding, for the server's log
        if not sent:
            raise
    headers = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    if "location" in headers:
        headers["location"] = urljoin(target, headers["location"])
    return Answer(sent[0]["status"], headers, b"".join(each.get("body", b"") for each in sent[1:]))


def at(position=None, *way):
    """Return the query of an address: a position, or the start, and moves from there.

    >>> at("x...o....", "2"), at(None, "4", "0"), at()
    ('?from=x...o....&move=2', '?move=4&move=0', '')
    """
    root = [] if position is None else [("from", position)]
    query = urlencode(root + [("move", move) for move in way], safe="/,:>")
    return f"?{query}" if query else ""


def follow(app, target):
    """Return the response after all redirects, and its address."""
    answer = fetch(app, target)
    while answer.code == 303:
        target = answer.headers["location"]
        answer = fetch(app, target)
    return answer, target


class Page(HTMLParser):
    """A parsed page with its elements and their text.

    Relative links are resolved against the address, as in a browser.
    """

    def __init__(self, text, address="/"):
        super().__init__()
        self._address = address
        self.elements = []
        self._open = []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        """Record an element; its text is collected until its end tag."""
        element = {"tag": tag, **dict(attributes), "text": ""}
        if (element.get("href") or "").startswith("."):
            element["href"] = urljoin(self._address, element["href"])
        self.elements.append(element)
        self._open.append(element)

    def handle_endtag(self, tag):
        """Close the last open element with this tag."""
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place]["tag"] == tag:
                del self._open[place:]
                return

    def handle_data(self, data):
        """Add text to all open elements."""
        for element in self._open:
            element["text"] += data

    def all(self, tag, **having):
        """Return the elements of a tag with these attributes; ``class_`` is one of the classes."""
        wanted = having.pop("class_", None)
        return [
            each
            for each in self.elements
            if each["tag"] == tag
            and all(each.get(name) == value for name, value in having.items())
            and (wanted is None or wanted in (each.get("class") or "").split())
        ]

    def moves(self):
        """Return move, text and address of each link in the list of moves, in order."""
        return [
            (each["data-move"], each["text"].removeprefix(each["data-move"]).strip(), each["href"])
            for each in self.all("a")
            if each.get("data-move") is not None and "tabindex" not in each
        ]

    def groups(self):
        """Return the moves of each group, in order."""
        groups = []
        for each in self.elements:
            if each["tag"] == "ol" and "moves" in (each.get("class") or "").split():
                groups.append([])
            elif each["tag"] == "a" and "data-move" in each and "tabindex" not in each:
                groups[-1].append(each["data-move"])
        return groups

    def history(self):
        """Return the rows of the game history, the root first."""
        rows = []
        for each in self.elements:
            if each["tag"] == "tr":
                rows.append([])
            elif rows:
                rows[-1].append(each)
        return [_moment(row) for row in rows if any(e.get("class") == "trail" for e in row)]

    def board(self):
        """Return the address of each move that the board links to."""
        return {
            each["data-move"]: each["href"]
            for each in self.all("a", tabindex="-1")
            if "data-move" in each
        }


@attrs.frozen
class Moment:
    """A row of the history on a page."""

    address: str
    kind: str
    """CSS class that determines the colour."""
    words: str
    spot: float
    """Horizontal position in the chart, from 0 to 100."""
    mistake: str


def _moment(row):
    link = next(each for each in row if each["tag"] == "a")
    chart = next(number for number, each in enumerate(row) if each["tag"] == "circle")
    words = next(each for each in row[chart:] if each["tag"] == "span")
    lost = [each["text"] for each in row if each.get("class") == "gave"]
    spot = float(row[chart]["cx"])
    return Moment(link["href"], row[chart]["class"], words["text"], spot, "".join(lost))


def promised(explorer, path, code):
    """Return the validator of a response, from the explorer's OpenAPI document."""
    document = fetch(explorer, "/api/openapi.json").json
    answers = document["paths"][path]["get"]["responses"]
    schema = answers[str(code)]["content"]["application/json"]["schema"]
    return Draft202012Validator({**schema, "components": document["components"]})
