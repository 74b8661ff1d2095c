"""The explorer: a solution, or a proof, in the browser, for looking around and for others to see.

Two ways to show one. ``serve`` answers a browser on this machine, whatever the size of the
solution, for each page is made when it is asked for. ``write_page`` writes a small
game whole into one file that needs nothing but a browser. Both show the same things
in the same look: the board, who wins and how fast, every legal move with what it is
worth, the way here and who was winning on it, best play from here, and how the outcomes are
spread. Both have opponents to play against, and hide what moves are worth.

A proof is served as well: of each position what is known of it, the move that holds it, every reply
and what answers that, as far as somebody clicks, for what is not shown yet is searched for then.

How a page comes about, one module a step:

===============  ==================================================================
``addresses``    what an address says: a root, the moves played from it, and wishes
``walking``      the way to a place
``opponents``    who may be played against, and what they choose
``views``        what there is to see at that place
``history``      who was winning on the way there
``last_move``    the last move marked on the board
``pages``        that as HTML
``proof_views``  what there is to see of a proof there
``proof_pages``  that as HTML
``api``          that as JSON
``json_schema``  JSON Schema of what the JSON holds
``openapi``      the same as a document for programs
``application``  which address is answered by what
``access``       who may ask, how much, and what the browser may do with the answer
``serving``      the sockets; slow and idle clients
``single``       a page with a whole solution inside
``packed_page``  the solution in that page, as columns
``proof_page``   a page with a proof inside, to be clicked through
===============  ==================================================================

The author's pictures are made safe in ``show.sanitizing``.

A page is a function of its address and of the solution, so that it can be kept and sent
to somebody. Nothing is remembered about who looks. An opponent's answer is a redirect to the place
after it, so that what it chose stands in an address, too. Pages work without script; a little
script adds keys.

What comes from outside is never believed. Texts of games and of visitors are escaped,
pictures are taken apart and only shapes put back, and the content security policy
leaves a browser nothing to run but our own files.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal

from gamesolver.arguments import is_count, require_yes_or_no
from gamesolver.errors import InvalidArgumentError
from gamesolver.proofs.proof import Proof
from gamesolver.solution import Solution
from gamesolver.system.progress import Listener, reporting
from gamesolver.texts import spelled

if TYPE_CHECKING:
    from starlette.applications import Starlette

__all__ = ["app", "serve", "write_page", "write_proof"]


def app(solution: Solution[Any, Any] | Proof[Any, Any], *, hosts: Iterable[str] = ()) -> Starlette:
    """The explorer as an ASGI application, for a server of one's own.

    Parameters
    ----------
    solution
        What ``solve`` or ``load`` gives; or a proof, as ``prove`` or ``load_proof`` gives it.
    hosts
        The names it may be called by, besides those of the loopback address.

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
    ['/', '/api', '/api/openapi.json', '/api/game', '/api/position', '/api/line',
     '/assets/{name}']
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
        The address to listen on. Only this machine can call the one it is by default.
    port
        Any free one if it is 0.
    open
        Open a browser, too.
    hosts
        Further names this machine may be called by.
    ready
        Called with the address once it is being listened on.

    Raises
    ------
    InvalidArgumentError
        An argument cannot be used, nobody can listen at that address, or what the explorer needs is
        not installed.
    """
    _require_shown(solution)
    require_yes_or_no(open=open)
    names = _names(hosts)
    with _installed():
        from gamesolver.web.serving import listen
    listen(solution, host, port, open, names, ready)


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
        So many positions are enough.
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
        raise InvalidArgumentError(f"bad proof {spelled(proof)}: expected what prove gives")
    if not is_count(most) or most == 0:
        raise InvalidArgumentError(f"bad most {spelled(most)}: expected a whole number from 1 on")
    with _installed():
        from gamesolver.web.proof_page import write
    with reporting(progress) as report:
        write(proof, path, most, report)


def require_installed(module: Literal["serving", "single"]) -> None:
    """Raise, in words, unless all that one of our modules needs is there."""
    with _installed():
        import_module(f"gamesolver.web.{module}")


def _require(solution: object) -> None:
    if not isinstance(solution, Solution):
        expected = "expected what solve or load gives"
        raise InvalidArgumentError(f"bad solution {spelled(solution)}: {expected}")


def _require_shown(subject: object) -> None:
    if not isinstance(subject, Solution | Proof):
        expected = "expected what solve or load gives, or a proof"
        raise InvalidArgumentError(f"bad solution {spelled(subject)}: {expected}")


def _names(hosts: Iterable[str]) -> tuple[str, ...]:
    are_several = isinstance(hosts, Iterable) and not isinstance(hosts, str)
    names = tuple(hosts) if are_several else ()
    if not are_several or not all(isinstance(name, str) for name in names):
        raise InvalidArgumentError(f"bad hosts {spelled(hosts)}: expected a list of names")
    return names


class _installed:  # noqa: N801  # it reads as a word of a sentence
    """Say what to install where it is not there."""

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ModuleNotFoundError) and not str(error.name).startswith("gamesolver"):
            raise InvalidArgumentError(
                f"the explorer needs {str(error.name).partition('.')[0]}, which is not installed: "
                'pip install "solved-games[web]"'
            ) from error
