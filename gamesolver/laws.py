"""The laws of ``check_game``, each judging what a game said.

``LAWS`` names them all, with a sentence each. The first seven concern any
question whatever, and the :class:`~gamesolver.contract.Asker` holds every
answer to them. The others are the functions below: they ask, compare, and note
a fault; where an answer is missing the fault is noted already, and they go on.

*Twins* are the positions of one orbit under symmetry. Solving keeps one
position for each orbit, which is right exactly if the symmetries are
automorphisms: twins end alike, and what one reaches (with the turn kept or
passed) the other's twins do too. Two sets are compared for that, the pairs of
orbit and turn-kept bit that each reaches. A symmetry that exchanges the colours
exchanges the seats with them, so seats themselves are not compared.

Where one law cannot hold because another is broken, only the other is named
(``FOLLOW``): positions that share a text cannot all be read back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from copy import deepcopy
from functools import partial
from graphlib import CycleError, TopologicalSorter
from itertools import islice
from operator import index
from typing import TYPE_CHECKING, Any

from gamesolver.game import Game, shorten, shown
from gamesolver.parameters import is_literal, parameter_faults, read_parameters
from gamesolver.rules import Rules, call_text, not_a_seat, not_a_value, stuck
from gamesolver.value import Value

if TYPE_CHECKING:
    from gamesolver.contract import Asker

LAWS = {
    "raises": "no method raises an exception",
    "hashable": "a position is hashable",
    "equal hashes": "equal positions have equal hashes",
    "iterable": "moves, symmetries and positions give something to iterate over",
    "finite": "moves and symmetries come to an end",
    "repeatable": "the same question gets the same answer, whatever was asked before",
    "unchanged": "asking leaves a position and a move as they were",
    "parameters": "every parameter is stored under its name and is a literal",
    "rebuilt": "the parameters make an equal game, with the same start and first moves",
    "fixed game": "asking leaves the parameters as they were",
    "seats": "seats is a tuple of two texts",
    "ending": "terminal_value gives a Value or None",
    "stuck": "a position that has not ended has a move",
    "None move": "a move is not None",
    "hashable moves": "a move is hashable and not a list",
    "unique moves": "no move is listed twice",
    "player": "player gives 0, 1 or None",
    "one kind of player": "player gives None everywhere or nowhere",
    "stage": "a stage is hashable, and play never returns to an earlier one",
    "orbit": "symmetries give the same orbit from all its positions",
    "twin endings": "twins end alike",
    "twin moves": "twins have twin successors",
    "twin turns": "twins keep and pass the turn alike",
    "canonical": "canonical gives one position of the orbit, the same for all of it",
    "texts": "format, format_move and render give a str, svg a str or None",
    "different texts": "different positions have different texts",
    "parse": "parse undoes format",
    "different move texts": "different moves of a position have different texts",
    "parse_move": "parse_move undoes format_move",
}
Stages = dict[Hashable, dict[Hashable, tuple[Any, Any]]]
"""For each stage the stages one move before it, each with a position and a move that show it."""

_OF_SYMMETRY = ("orbit", "twin endings", "twin moves", "twin turns", "canonical")
_OF_SEATS = ("player", "one kind of player", "twin turns")

FOLLOW = {
    "rebuilt": "repeatable",
    "twin moves": "orbit",
    "twin turns": "orbit",
    "canonical": "orbit",
    "parse": "different texts",
    "parse_move": "different move texts",
}
"""Laws that cannot hold where another is broken: only the other is named."""

TWINS_ASKED = 8  # of each position; a board of squares has no more symmetries
TWINS_ASKED_IN_PLAY = 2  # of each position met in random play
FIRST_MOVES = 1_000  # of the start, compared with those of the rebuilt game
MOVES_READ_BACK = 20  # of each position: parse_move may look at all moves each time


class Unanswered(Exception):  # noqa: N818  # a signal inside the check, no error anybody sees
    """The game gave no answer one could use; the fault has been noted."""


def applying_laws(rules: Rules[Any, Any]) -> tuple[str, ...]:
    """The laws that say anything about a game: twins, seats and stages only where there are any."""
    idle: set[str] = set()
    idle.update(() if rules.folds else _OF_SYMMETRY)
    idle.update(() if rules.has_seats else _OF_SEATS)
    idle.update(() if rules.has_stages else ("stage",))
    return tuple(law for law in LAWS if law not in idle)


def is_hashable(part: object) -> bool:
    """Whether it can be looked up, all the way down."""
    try:
        hash(part)
    except Exception:  # an author's own __hash__ may raise anything
        return False
    return True


def is_playable(move: object) -> bool:
    """Whether it may be a move."""
    return move is not None and not isinstance(move, list) and is_hashable(move)


# ── the game as a whole ────────────────────────────────────────────────────


def _seats_are_two_texts(ask: Asker) -> None:
    seats = ask.game.seats
    two = isinstance(seats, tuple) and len(seats) == 2
    if not (two and all(isinstance(seat, str) for seat in seats)):
        ask.note("seats", f"seats is {shorten(repr(seats))}: expected a tuple of two texts")


def _parameters_make_the_game(ask: Asker) -> None:
    faults = parameter_faults(ask.game)
    if faults:
        ask.note("parameters", "; ".join(faults))
        return
    kind, parameters = type(ask.game), read_parameters(ask.game)
    call = ", ".join(f"{name}={value!r}" for name, value in parameters.items())
    call = shorten(f"{kind.__name__}({call})")
    try:
        rebuilt = kind(**deepcopy(parameters))
    except Exception as error:  # the author's constructor may raise anything
        ask.cause = ask.cause or error
        ask.note("raises", f"{call} raised {type(error).__name__}: {error}")
        return
    if read_parameters(rebuilt) != parameters:
        stored = ", ".join(f"{name}={value!r}" for name, value in read_parameters(rebuilt).items())
        ask.note("rebuilt", f"{call} stores {stored}: expected the parameters as they were given")
        return
    opening, expected = _opening(rebuilt), _opening(ask.game)
    if opening != expected:
        message = f"{call} opens {opening}, and the game itself {expected}"
        ask.note("rebuilt", f"{message}: expected parameters that say all about a game")


def _opening(game: Game[Any, Any]) -> str:
    """The start and its moves, in words; so is what goes wrong."""
    try:
        start = game.start()
        ended = game.terminal_value(start) is not None
        moves = () if ended else tuple(islice(game.moves(start), FIRST_MOVES))
    except Exception as error:  # noted where the game itself is asked
        return f"with {type(error).__name__}: {error}"
    return f"at {shorten(repr(start))} with moves {shorten(repr(moves))}"


def keep_parameters(game: object) -> dict[str, Any]:
    """The parameters as they are now, out of the game's reach."""
    return {
        name: deepcopy(value) if is_literal(value) else repr(value)
        for name, value in read_parameters(game).items()
    }


def parameters_stay(ask: Asker, before: dict[str, Any]) -> None:
    """Try the law of the fixed game against the parameters kept before anything was asked."""
    for name, now in keep_parameters(ask.game).items():
        if now != before[name]:
            message = f"asking changed parameter {name!r} from {before[name]!r} to {now!r}"
            ask.note("fixed game", f"{message}: a game does not change once made")


# ── the rules, at one position ─────────────────────────────────────────────


def _ends_in_a_value(ask: Asker, position: Any) -> None:
    value = ask.ask("terminal_value", position)
    if not (value is None or isinstance(value, Value)):
        ask.note("ending", not_a_value(ask.game, position, value).faults[0], position)


def _has_a_move(ask: Asker, position: Any) -> None:
    goes_on = ask.ask("terminal_value", position) is None
    if goes_on and not ask.all_moves(position):
        ask.note("stuck", stuck(ask.game, position).faults[0], position)


def _moves_can_be_kept(ask: Asker, position: Any) -> None:
    for move in ask.all_moves(position):
        if move is None:
            call = call_text(ask.game, "moves", (position,))
            ask.note("None move", f"{call} gives the move None: expected anything else", position)
        elif not is_playable(move):
            call = call_text(ask.game, "moves", (position,))
            told = f"{call} gives the move {shorten(repr(move))}"
            advice = "expected something hashable and no list, such as a tuple"
            ask.note("hashable moves", f"{told}: {advice}", position)


def _moves_are_unique(ask: Asker, position: Any) -> None:
    seen = set()
    for move in filter(is_playable, ask.all_moves(position)):
        if move in seen:
            call = call_text(ask.game, "moves", (position,))
            message = f"{call} gives the move {shorten(repr(move))} twice: expected it once"
            ask.note("unique moves", message, position)
        seen.add(move)


def _names_a_seat(ask: Asker, position: Any) -> None:
    seat = ask.ask("player", position)
    if seat is not None and not _is_seat(seat):
        ask.note("player", not_a_seat(ask.game, position, seat).faults[0], position)


def _is_seat(seat: Any) -> bool:
    try:
        return index(seat) in (0, 1)
    except TypeError:
        return False


# ── symmetry ───────────────────────────────────────────────────────────────


def _twins_are_alike(ask: Asker, positions: Sequence[Any]) -> None:
    twins = _Twins(ask)
    for position in positions if ask.rules.folds else ():
        with suppress(Unanswered):
            twins.compare_all_of(position)


class _Twins:
    """Compares twins; an orbit, and what a position reaches, is found once."""

    def __init__(self, ask: Asker) -> None:
        self.ask = ask
        self._orbits: dict[Any, frozenset[Any]] = {}
        self._reached: dict[Any, dict[tuple[frozenset[Any], bool], Any]] = {}

    def compare_all_of(self, position: Any) -> None:
        """Compare a position with its twins, or with some at random where they are many."""
        orbit = self._listed(position)
        canonical = self.ask.answer("canonical", position)
        if canonical is not None and canonical not in orbit:
            message = f"{self._told('canonical', position)}: expected a position of its orbit"
            self.ask.note("canonical", message, position)
        twins = [twin for twin in orbit if twin != position]
        most = TWINS_ASKED if self.ask.exhaustive else TWINS_ASKED_IN_PLAY
        for twin in twins if len(twins) <= most else self.ask.random.sample(twins, most):
            with suppress(Unanswered):
                self._compare(position, orbit, twin)

    def _compare(self, position: Any, orbit: dict[Any, None], twin: Any) -> None:
        other = self._listed(twin)
        if orbit.keys() != other.keys():
            self._orbits_differ(position, orbit, twin, other)
        elif self._same("twin endings", "terminal_value", position, twin):
            self._reach_alike(position, twin)
            self._reach_alike(twin, position)
            self._same("canonical", "canonical", position, twin)

    def _orbits_differ(
        self, position: Any, orbit: dict[Any, None], twin: Any, other: dict[Any, None]
    ) -> None:
        odd = next(each for each in orbit | other if (each in orbit) != (each in other))
        of, not_of = (position, twin) if odd in orbit else (twin, position)
        show = partial(shown, self.ask.game)
        message = f"{show(odd)} is in the orbit of {show(of)}, but not of its twin {show(not_of)}"
        self.ask.note("orbit", f"{message}: expected symmetries to give all of it", position)

    def _same(self, law: str, asked: str, position: Any, twin: Any) -> bool:
        same = bool(self.ask.ask(asked, position) == self.ask.ask(asked, twin))
        if not same:
            message = f"{self._told(asked, position)}, and {self._told(asked, twin)}"
            self.ask.note(law, f"{message}: expected the same for twins", position)
        return same

    def _reach_alike(self, position: Any, twin: Any) -> None:
        """Each orbit that a position reaches its twin reaches too, with the turn as it is there."""
        here, there = self._reach(position), self._reach(twin)
        for orbit, kept in [reached for reached in here if reached not in there]:
            show = partial(shown, self.ask.game)
            told = f"{show(position)} leads to {show(here[orbit, kept])}"
            whose = f"its twin {show(twin)}"
            if (orbit, not kept) in there:
                turn, other = ("keeping", "passing") if kept else ("passing", "keeping")
                message = f"{told} {turn} the turn, and {whose} to a twin of that {other} it"
                self.ask.note("twin turns", f"{message}: expected the same for twins", position)
            else:
                message = f"{told}, and {whose} to no twin of that"
                self.ask.note("twin moves", f"{message}: expected twins to reach twins", position)

    def _reach(self, position: Any) -> dict[tuple[frozenset[Any], bool], Any]:
        """The orbits one move away with their turn-kept bits, and a successor for each."""
        if position not in self._reached:
            steps = self.ask.steps(position)
            if len(steps) < len(self.ask.moves(position)):
                raise Unanswered  # where a move leads nowhere, that is the fault
            seat = self._seat(position)
            reached: dict[tuple[frozenset[Any], bool], Any] = {}
            for _, successor in steps:
                kept = seat is not None and seat == self._seat(successor)
                reached[self._orbit(successor), kept] = successor
            self._reached[position] = reached
        return self._reached[position]

    def _seat(self, position: Any) -> Any:
        return self.ask.ask("player", position) if self.ask.rules.has_seats else None

    def _listed(self, position: Any) -> dict[Any, None]:
        return {position: None} | dict.fromkeys(self.ask.ask("symmetries", position))

    def _orbit(self, position: Any) -> frozenset[Any]:
        if position not in self._orbits:
            orbit = frozenset(self._listed(position))
            for each in orbit:
                self._orbits.setdefault(each, orbit)
        return self._orbits[position]

    def _told(self, asked: str, position: Any) -> str:
        answer = shorten(repr(self.ask.ask(asked, position)))
        return f"{call_text(self.ask.game, asked, (position,))} returned {answer}"


# ── stages and seats, over all positions ───────────────────────────────────


def _players_are_of_one_kind(ask: Asker, positions: Sequence[Any]) -> None:
    named: dict[bool, Any] = {}
    for position in positions if ask.rules.has_seats else ():
        with suppress(Unanswered):
            named.setdefault(ask.ask("player", position) is not None, position)
    if len(named) == 2:
        told = " and ".join(
            f"{call_text(ask.game, 'player', (position,))} returned {ask.ask('player', position)!r}"
            for position in named.values()
        )
        where = list(named.values())[1]
        ask.note("one kind of player", f"{told}: expected None everywhere or nowhere", where)


def _stages_never_return(ask: Asker, positions: Sequence[Any]) -> None:
    before: Stages = {}
    for position in positions if ask.rules.has_stages else ():
        with suppress(Unanswered):
            _add_stages(ask, position, before)
    try:
        TopologicalSorter(before).prepare()
    except CycleError as error:
        _note_return(ask, error.args[1], before)


def _add_stages(ask: Asker, position: Any, before: Stages) -> None:
    """Add the steps from a position: to each stage the earlier ones, with a move that shows it."""
    stage = ask.ask("stage", position)
    if not is_hashable(stage):
        call = call_text(ask.game, "stage", (position,))
        message = f"{call} returned {shorten(repr(stage))}: expected something hashable"
        ask.note("stage", message, position)
        return
    before.setdefault(stage, {})
    for move, successor in ask.steps(position):
        later = ask.ask("stage", successor)
        if is_hashable(later) and later != stage:
            before.setdefault(later, {}).setdefault(stage, (position, move))


def _note_return(ask: Asker, cycle: list[Hashable], before: Stages) -> None:
    """Note a way round, told from the stage that was seen first."""
    first = min(range(len(cycle) - 1), key=lambda at: list(before).index(cycle[at]))
    way = [*cycle[first:-1], *cycle[: first + 1]]
    position, move = before[way[0]][way[-2]]
    call = call_text(ask.game, "play", (position, move))
    stages = shorten(", ".join(map(repr, way)))
    message = f"{call} leads from stage {way[-2]!r} back to {way[0]!r}, after the stages {stages}"
    ask.note("stage", f"{message}: expected no return to an earlier stage", position)


# ── reading and writing ────────────────────────────────────────────────────


def _texts_are_texts(ask: Asker, position: Any) -> None:
    questions = [(asked, position) for asked in ("format", "render", "svg")]
    questions += [("format_move", move) for move in ask.moves(position)]
    for asked, given in questions:
        with suppress(Unanswered):
            text = ask.ask(asked, given)
            if not isinstance(text, str) and not (asked == "svg" and text is None):
                told = f"{call_text(ask.game, asked, (given,))} returned {shorten(repr(text))}"
                wanted = "a str or None" if asked == "svg" else "a str"
                ask.note("texts", f"{told}: expected {wanted}", position)


def _texts_tell_positions_apart(ask: Asker, positions: Sequence[Any]) -> None:
    owners: dict[str, Any] = {}
    for position in positions:
        text = ask.answer("format", position)
        other = owners.setdefault(text, position) if isinstance(text, str) else position
        both = f"positions {shorten(repr(other))} and {shorten(repr(position))}"
        if other != position:
            told = f"{both} are both {shorten(repr(text))} in format"
            message = (
                f"{told}: expected a text that shows all of a position, the player to move too"
            )
            ask.note("different texts", message, position)
        elif other is not position:  # equal, and yet listed twice
            ask.unequal_hashes(f"{both} were both reached", position)


def _parse_undoes_format(ask: Asker, position: Any) -> None:
    text = ask.ask("format", position)
    if not isinstance(text, str):
        return
    back = ask.once("parse", text)
    told = f"parse({shorten(repr(text))}) returned {shorten(repr(back))}"
    wanted = shorten(repr(position))
    if back != position:
        message = f"{told}: expected {wanted}, whose format that text is"
        ask.note("parse", message, position)
    elif hash(back) != hash(position):
        ask.unequal_hashes(f"{told} for {wanted}", position)


def _texts_tell_moves_apart(ask: Asker, position: Any) -> None:
    owners: dict[str, Any] = {}
    for move in ask.moves(position):
        text = ask.answer("format_move", move)
        other = owners.setdefault(text, move) if isinstance(text, str) else move
        if other != move:
            ask.note(
                "different move texts",
                f"moves {shorten(repr(other))} and {shorten(repr(move))} at position "
                f"{shown(ask.game, position)} are both {shorten(repr(text))} in format_move: "
                "expected different texts",
                position,
            )


def _parse_move_undoes_format_move(ask: Asker, position: Any) -> None:
    moves = ask.moves(position)
    if len(moves) > MOVES_READ_BACK:
        moves = ask.random.sample(moves, MOVES_READ_BACK)
    for move in moves:
        text = ask.answer("format_move", move)
        if not isinstance(text, str):
            continue
        with suppress(Unanswered):
            back = ask.once("parse_move", position, text)
            if back != move:
                told = f"{call_text(ask.game, 'parse_move', (position, text))} returned "
                told += f"{shorten(repr(back))}: expected {shorten(repr(move))}"
                message = f"{told}, whose format_move that text is"
                ask.note("parse_move", message, position)


# ── all of them, in the order in which they are tried ──────────────────────


def _at_each(law: Callable[[Asker, Any], None]) -> Callable[[Asker, Sequence[Any]], None]:
    def law_everywhere(ask: Asker, positions: Sequence[Any]) -> None:
        for position in positions:
            with suppress(Unanswered):
                law(ask, position)

    return law_everywhere


LAWS_OF_THE_GAME = (_parameters_make_the_game, _seats_are_two_texts)
LAWS_OF_POSITIONS = (
    _at_each(_ends_in_a_value),
    _at_each(_has_a_move),
    _at_each(_moves_can_be_kept),
    _at_each(_moves_are_unique),
    _at_each(_names_a_seat),
    _players_are_of_one_kind,
    _stages_never_return,
    _twins_are_alike,
    _at_each(_texts_are_texts),
    _texts_tell_positions_apart,
    _at_each(_parse_undoes_format),
    _at_each(_texts_tell_moves_apart),
    _at_each(_parse_move_undoes_format_move),
)
