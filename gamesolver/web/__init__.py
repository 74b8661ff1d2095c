"""Explorer: a solution, a proof, or a library of games in the browser.

``serve`` runs a server for browsers on this machine. The solution may have any
size, because each page is made on request. ``write_page`` writes a small
game completely into one file that needs only a browser. Both show the same content
in the same style: the board with the outcome of each move on it, every legal move, the
history of the game and of its evaluation, best play, the distribution of outcomes, and the
rules. Both have opponents to play against, and can hide the outcomes of moves.

A proof is served as well: for each position its bounds, the move that holds them, every reply
and the answer to it. Bounds that are not proved yet are searched for when a visitor opens the page.

``serve_library`` serves many games: a home page, and an explorer for each game at its own address.
A game is solved when its address is first opened. ``write_site`` writes such a home page, and pages
of small games, into a folder that any web host serves.

Modules, one for each step of making a page:

===============  ==================================================================
``addresses``    contents of an address: a root, the moves played from it, and wishes
``walking``      the moves that lead to a place
``opponents``    opponents, and the moves they choose
``views``        content of a page of a solution
``history``      evaluation after each move of the history
``last_move``    the last move marked on the board
``editing``      board editor, which puts a position together by clicks
``notation``     signs of the places of a board in the text of a position
``pages``        views as HTML
``proof_views``  content of a page of a proof
``proof_pages``  views of a proof as HTML
``api``          views as JSON
``json_schema``  JSON Schema of the JSON
``openapi``      OpenAPI document of the JSON, for programs
``application``  routes from addresses to pages
``refusals``     status and message of each error
``access``       limits of requests, and security headers of responses
``serving``      the sockets; slow and idle clients
``single``       a page with a whole solution inside
``packed_page``  the solution in that page, as columns
``proof_page``   a page with a proof inside, to be clicked through
``site``         a folder with a home page, and pages of small games
``cards``        cards of games on a home page
``library``      games at their addresses, solved while they are small
``game_bar``     choice of another game, its size and its variant
===============  ==================================================================

``library_application`` has the routes of a library.

The author's pictures are made safe in ``show.sanitizing``.

A page is a function of its address and of the solution, so that its address can be kept and
shared. The server stores nothing about visitors. An opponent's answer is a redirect to the place
after it, so that its choice is part of the address, too. Pages work without script. A small
script adds keys, and settings of the view that only the browser keeps.

Input is never trusted. Texts of games and of visitors are escaped,
pictures are rebuilt from their shapes only, and the content security policy
allows a browser to run only our own files.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from gamesolver.arguments import is_count, require_yes_or_no
from gamesolver.errors import InvalidArgumentError
from gamesolver.game_options import REQUIRED, options_of
from gamesolver.proofs.proof import Proof
from gamesolver.rules.game import Game
from gamesolver.rules.registry import registered_games
from gamesolver.solution import Solution
from gamesolver.system.progress import Listener, reporting
from gamesolver.texts import spelled

if TYPE_CHECKING:
    from starlette.applications import Starlette

__all__ = [
    "app",
    "library_app",
    "serve",
    "serve_library",
    "write_page",
    "write_proof",
    "write_site",
]


def app(solution: Solution[Any, Any] | Proof[Any, Any], *, hosts: Iterable[str] = ()) -> Starlette:
    """Return the explorer as an ASGI application, for a server of your own.

    Parameters
    ----------
    solution
        What ``solve`` or ``load`` gives; or a proof, as ``prove`` or ``load_proof`` gives it.
    hosts
        Names of the host, in addition to those of the loopback address.

    Returns
    -------
    Starlette
        The application.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used, or what the explorer needs is not installed.

    >>> from games import TicTacToe
    >>> from gamesolver import solve
    >>> [route.path for route in app(solve(TicTacToe())).routes]  # doctest: +NORMALIZE_WHITESPACE
    ['/', '/embed/', '/api', '/api/openapi.json', '/puzzle', '/trap', '/only-move', '/page.html',
     '/edit', '/board.svg', '/api/game', '/api/position', '/api/line', '/assets/{name}']
    """
    _require_shown(solution)
    names = _names(hosts)
    with _installed():
        from gamesolver.web.application import make_app
    return make_app(solution, names)


def serve(
    solution: Solution[Any, Any] | Proof[Any, Any],
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    open: bool = False,  # noqa: A002  # what a user wants: to open a browser
    hosts: Iterable[str] = (),
    ready: Callable[[str], None] | None = None,
) -> None:
    """Show a solution, or a proof, in the browser until Ctrl-C.

    Parameters
    ----------
    solution
        What ``solve`` or ``load`` gives; or a proof, as ``prove`` or ``load_proof`` gives it. Of a
        proof each page has five seconds to find what is not shown yet.
    host
        The address to listen on. The default can be called only from this machine.
    port
        The port; 0 selects any free one.
    open
        Open a browser, too.
    hosts
        Further names this machine may be called by.
    ready
        Called with the address once it is being listened on.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used, the address cannot be listened on, or a package that the
        explorer needs is not installed.
    """
    _require_shown(solution)
    require_yes_or_no(open=open)
    names = _names(hosts)
    with _installed():
        from gamesolver.web.application import make_app
        from gamesolver.web.serving import listen
    listen(lambda: make_app(solution, (*names, host)), host, port, open, ready)


MOST_OF_A_LIBRARY = 2_000_000
"""Known positions of a game that is solved while a visitor waits."""


def library_app(
    games: Mapping[str, type[Game[Any, Any]]] | None = None,
    *,
    most: int = MOST_OF_A_LIBRARY,
    hosts: Iterable[str] = (),
) -> Starlette:
    """Return a library of games as an ASGI application, for a server of your own.

    Parameters
    ----------
    games
        Classes of games by their names in addresses. By default all registered games. A game that
        cannot be made without parameters is left out.
    most
        Greatest known number of positions of a game that is solved. A game of unknown size is
        given two minutes.
    hosts
        Names of the host, in addition to those of the loopback address.

    Returns
    -------
    Starlette
        The application.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used, or what the explorer needs is not installed.

    >>> from games import Nim
    >>> [route.path for route in library_app({"nim": Nim}).routes]
    ['/', '/open', '/assets/{name}', '/{address}']
    """
    classes, names = _classes(games), _names(hosts)
    if not is_count(most) or most == 0:
        raise InvalidArgumentError(f"bad most {spelled(most)}: expected a whole number from 1 on")
    with _installed():
        from gamesolver.web.library_application import library_application
    return library_application(classes, most, names)


def serve_library(
    host: str = "127.0.0.1",
    port: int = 8000,
    *,
    games: Mapping[str, type[Game[Any, Any]]] | None = None,
    most: int = MOST_OF_A_LIBRARY,
    open: bool = False,  # noqa: A002  # as in serve
    hosts: Iterable[str] = (),
    ready: Callable[[str], None] | None = None,
) -> None:
    """Serve a home page of games, and an explorer of each game, until Ctrl-C.

    A game is solved when a visitor first opens it, while its page shows the progress.

    Parameters
    ----------
    host
        The address to listen on. The default can be called only from this machine.
    port
        The port; 0 selects any free one.
    games
        Classes of games by their names in addresses. By default all registered games.
    most
        Greatest known number of positions of a game that is solved.
    open
        Open a browser, too.
    hosts
        Further names this machine may be called by.
    ready
        Called with the address once it is being listened on.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used, the address cannot be listened on, or a package that the
        explorer needs is not installed.
    """
    require_yes_or_no(open=open)
    names = _names(hosts)
    with _installed():
        from gamesolver.web.serving import listen
    listen(lambda: library_app(games, most=most, hosts=(*names, host)), host, port, open, ready)


def _classes(games: object) -> dict[str, type[Game[Any, Any]]]:
    """Return the classes by name that can be made without parameters; by default all."""
    classes = registered_games() if games is None else games
    if not isinstance(classes, Mapping) or not all(map(_is_offer, classes.items())):
        expected = "expected a dictionary of classes of games by their names"
        raise InvalidArgumentError(f"bad games {spelled(games)}: {expected}")
    return {
        name: kind
        for name, kind in classes.items()
        if all(option.default is not REQUIRED for option in options_of(kind))
    }


def _is_offer(item: tuple[object, object]) -> bool:
    """Return True for a name of plain letters and a class of games."""
    name, kind = item
    is_name = isinstance(name, str) and re.fullmatch(r"[a-z0-9][a-z0-9_-]*", name) is not None
    return is_name and isinstance(kind, type) and issubclass(kind, Game)


def write_page(
    solution: Solution[Any, Any],
    path: str | os.PathLike[str],
    *,
    progress: bool | Listener | None = None,
) -> None:
    """Write one HTML file with the whole solution inside, to be opened from disk.

    It holds every raw position that the start reaches, at most 200,000 of them.

    Parameters
    ----------
    solution
        What ``solve`` or ``load`` gives.
    path
        Where to write it.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    Raises
    ------
    SizeLimitError
        The start reaches more positions than a page may hold.
    FileError
        The page cannot be written.
    InvalidArgumentError
        An argument cannot be used, or what the explorer needs is not installed.
    """
    _require(solution)
    with _installed():
        from gamesolver.web.single import write
    with reporting(progress) as report:
        write(solution, path, report)


def write_proof(
    proof: Proof[Any, Any],
    path: str | os.PathLike[str],
    *,
    most: int = 300,
    progress: bool | Listener | None = None,
) -> None:
    """Write one HTML file with a proof to be clicked through, to be opened from disk.

    It shows the move that holds the position that was proved, every reply to it, what answers each,
    and so on, those next to that position first.

    Parameters
    ----------
    proof
        What ``prove`` gives.
    path
        Where to write it.
    most
        Greatest number of positions on the page.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    Raises
    ------
    FileError
        The page cannot be written.
    InvalidArgumentError
        An argument cannot be used, or what the explorer needs is not installed.
    """
    if not isinstance(proof, Proof):
        raise InvalidArgumentError(
            f"bad proof {spelled(proof)}: expected a Proof, as prove returns it"
        )
    if not is_count(most) or most == 0:
        raise InvalidArgumentError(f"bad most {spelled(most)}: expected a whole number from 1 on")
    with _installed():
        from gamesolver.web.proof_page import write
    with reporting(progress) as report:
        write(proof, path, most, report)


def write_site(
    folder: str | os.PathLike[str],
    games: Iterable[Game[Any, Any]] | None = None,
    *,
    most: int = 5_000,
    progress: bool | Listener | None = None,
) -> int:
    """Write a home page of games, with a page for each small one, into a folder.

    Any web host can serve the folder, and the pages open from disk as well. A game is small if its
    start reaches at most ``most`` raw positions. It is solved, and its page has every position.

    Parameters
    ----------
    folder
        The folder, which is made if it does not exist. Files of the same names are replaced.
    games
        The games. By default all registered games, each with its default parameters.
    most
        Greatest number of raw positions of a game that has a page, at most 200,000.
    progress
        ``True`` for a bar, or a callable that takes a ``Progress``.

    Returns
    -------
    int
        The number of games that have a page.

    Raises
    ------
    FileError
        The folder or a page cannot be written.
    InvalidArgumentError
        An argument cannot be used, or what the explorer needs is not installed.
    """
    listed = _games(games)
    if not is_count(most) or most > MOST_OF_A_SITE:
        expected = f"expected a whole number up to {MOST_OF_A_SITE:,}"
        raise InvalidArgumentError(f"bad most {spelled(most)}: {expected}")
    with _installed():
        from gamesolver.web.site import write_folder
    with reporting(progress) as report:
        return write_folder(folder, listed, most, report)


MOST_OF_A_SITE = 200_000
"""Positions on a page of one file."""


def _games(games: Iterable[Game[Any, Any]] | None) -> list[Game[Any, Any]]:
    """Return the games as a list; by default the registered ones."""
    if games is None:
        return [kind() for kind in registered_games().values()]
    listed = list(games) if isinstance(games, Iterable) else [None]
    if not all(isinstance(game, Game) for game in listed):
        raise InvalidArgumentError(f"bad games {spelled(games)}: expected a list of games")
    return listed


def require_installed(module: Literal["serving", "single", "site"]) -> None:
    """Raise, in words, unless all that one of our modules needs is there."""
    with _installed():
        import_module(f"gamesolver.web.{module}")


def _require(solution: object) -> None:
    if not isinstance(solution, Solution):
        expected = "expected a Solution, as solve or load returns it"
        raise InvalidArgumentError(f"bad solution {spelled(solution)}: {expected}")


def _require_shown(subject: object) -> None:
    if not isinstance(subject, Solution | Proof):
        expected = "expected a Solution, as solve or load returns it, or a proof"
        raise InvalidArgumentError(f"bad solution {spelled(subject)}: {expected}")


def _names(hosts: Iterable[str]) -> tuple[str, ...]:
    are_several = isinstance(hosts, Iterable) and not isinstance(hosts, str)
    names = tuple(hosts) if are_several else ()
    if not are_several or not all(isinstance(name, str) for name in names):
        raise InvalidArgumentError(f"bad hosts {spelled(hosts)}: expected a list of names")
    return names


class _installed:  # noqa: N801  # it reads as a word of a sentence
    """Context that names the package to install if an import fails."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ModuleNotFoundError) and not str(error.name).startswith("gamesolver"):
            raise InvalidArgumentError(
                f"the explorer needs {str(error.name).partition('.')[0]}, which is not installed: "
                'pip install "solved-games[web]"'
            ) from error
