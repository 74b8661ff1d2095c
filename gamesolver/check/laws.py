"""Laws of ``check_game``: their names, and the functions that test them.

``LAWS`` maps each name to a sentence. The first seven concern any method, and
:class:`~gamesolver.check.examination.Examination` tests them on every call. The others are
functions, here and in ``symmetry``. They query, compare, and record a violation. If a result is
missing, its violation is already recorded, and the function continues. The laws from
"signatures" on concern compiled games and are tested in ``compiled_laws``. Every
``GameContractError`` uses the same names.

If one law cannot hold because another is violated, only the other is reported (``FOLLOW``). For
example, positions that share a text cannot all be read back.

To add a law:

1. write a function here and add it to ``LAWS_OF_THE_GAME`` or ``LAWS_OF_POSITIONS``;
2. add its name and sentence to ``LAWS``, and to ``FOLLOW`` the laws it depends on;
3. list in ``applying_laws`` the games to which it does not apply;
4. write its section in ``docs/reference/laws.md``.

Groups of laws:

* Rules: ends, moves, players and stages. Most are tested at each position by itself. The players
  must be named everywhere or nowhere. Stages need no order of their own: play returns to an
  earlier stage only if the labels along moves form a cycle, which a topological sort finds.
* Reading and writing: a text must contain all of a position, or of a move within its position,
  and must be read back as an equal object. If two share a text, only that is reported.
* The game as a whole: players and parameters. Parameters name a game in its ``repr``, in files and
  on the command line. Each must be stored and be a literal. Together they must make an equal
  game, and calls must not change them. Games count as equal if they begin alike.
* "reached again" and "equal texts": a position equal to a known one, but different internally, must
  behave alike. The two are followed move by move, and their successors are compared in turn.
  This finds a difference that appears many moves later, for example a clock that equality
  ignores. Such pairs, at most ``most`` of them, are in ``Examination.reached_again``. If there
  are more, the law is reported as not known to hold. Cost: calls for this number of additional
  positions, with ten moves each on average, and nothing if equal positions are identical.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import suppress
from copy import deepcopy
from graphlib import CycleError, TopologicalSorter
from itertools import islice
from typing import Any

from gamesolver.arguments import is_seat, whole
from gamesolver.check.candidates import candidates_are_moves, candidates_hold
from gamesolver.check.examination import (
    MOVES_A_POSITION,
    Examination,
    Unanswered,
    is_hashable,
    is_playable,
)
from gamesolver.check.symmetry import images_are_alike
from gamesolver.errors import GameContractError, Violation
from gamesolver.parts import strong_parts
from gamesolver.rules.compiled import CompiledGame, plain_of
from gamesolver.rules.faults import (
    MAY_BE_NONE,
    call_text,
    listed_twice,
    no_text,
    not_a_seat,
    plies_that_fall,
    stuck,
    two_texts,
    unlike,
    whose_endless_play,
)
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules, seats_of
from gamesolver.rules.messages import contract, shown
from gamesolver.rules.notes import one_player, picture_not_shown
from gamesolver.rules.parameters import (
    checked_title,
    is_literal,
    parameter_faults,
    read_parameters,
)
from gamesolver.rules.reading_back import what_needs_it, why_unread
from gamesolver.show.sanitizing import safe
from gamesolver.texts import (
    all_apart,
    apart,
    class_name,
    error_text,
    shorten,
    spelled,
    standing_alone,
)
from gamesolver.value import Value

# ── laws of the rules: ends, moves, seats and stages ────────────────────────────────────────────

Stages = dict[Hashable, dict[Hashable, tuple[Any, Any]]]
"""Previous stages of each stage, each with a position and a move as example."""

# ── at one position ────────────────────────────────────────────────────────


def ends_in_a_value(examination: Examination, position: Any) -> None:
    """Test "ending"."""
    end = examination.call(examination.rules.end_rule, position)
    if end is None:
        return
    try:
        examination.rules.points(position, end)
    except GameContractError as error:
        examination.keep(error.faults[0])


def has_a_move(examination: Examination, position: Any) -> None:
    """Test "stuck"."""
    goes_on = examination.call(examination.rules.end_rule, position) is None
    if goes_on and not examination.all_moves(position):
        examination.keep(stuck(examination.game, position).faults[0])


def moves_can_be_kept(examination: Examination, position: Any) -> None:
    """Test "None move" and "hashable moves"."""
    for move in examination.all_moves(position):
        if move is None:
            _note_move(examination, "None move", position, "None: expected anything else")
        elif not is_playable(move):
            advice = "expected something hashable and no list, such as a tuple"
            _note_move(examination, "hashable moves", position, f"{spelled(move)}: {advice}")


def moves_are_unique(examination: Examination, position: Any) -> None:
    """Test "unique moves"."""
    seen = set()
    for move in filter(is_playable, examination.all_moves(position)):
        if move in seen:
            examination.keep(listed_twice(examination.game, position, move).faults[0])
        seen.add(move)


def _note_move(examination: Examination, law: str, position: Any, what: str) -> None:
    call = call_text(examination.game, "moves", (position,))
    examination.note(law, f"{call} gives the move {what}", position)


def gains_are_scores(examination: Examination, position: Any) -> None:
    """Test that each gain is an integer: a part of "gains"."""
    for move in examination.moves(position) if examination.rules.has_gains else ():
        gain = examination.call("gain", position, move)
        try:
            examination.rules.gained(position, move, gain)
        except GameContractError as error:
            examination.keep(error.faults[0])
            return


def names_a_seat(examination: Examination, position: Any) -> None:
    """Test "player"."""
    seat = examination.call("player", position)
    if seat is not None and not is_seat(seat):
        examination.keep(not_a_seat(examination.game, position, seat).faults[0])


def names_who_gets_endless_play(examination: Examination, position: Any) -> None:
    """Test "endless": if infinite play has a payoff, a player gets it."""
    if examination.rules.payoff and examination.call("player", position) is None:
        examination.keep(whose_endless_play(examination.game, position).faults[0])


# ── over all positions ─────────────────────────────────────────────────────


def gains_lie_on_no_loop(examination: Examination, positions: Sequence[Any]) -> None:
    """Test that play never returns from a move that gains: a part of "gains"."""
    gaining = _gaining_moves(examination, positions)
    if not gaining:
        return
    number = {position: place for place, position in enumerate(positions)}

    def ahead(place: int) -> list[int]:
        reached = (number.get(successor) for _, successor in examination.steps(positions[place]))
        return [each for each in reached if each is not None]

    parts = enumerate(strong_parts(range(len(positions)), ahead))
    part_of = {place: name for name, part in parts for place in part}
    for position, move, successor in gaining:
        if part_of[number[position]] == part_of.get(number.get(successor, -1)):
            call = call_text(examination.game, "gain", (position, move))
            gain = examination.call("gain", position, move)
            message = (
                f"{call} returned {gain}, and play returns to {shown(examination.game, position)}"
            )
            examination.note("gains", f"{message}: expected no gain on a cycle", position)
            return


def _gaining_moves(
    examination: Examination, positions: Sequence[Any]
) -> list[tuple[Any, Any, Any]]:
    """Return the moves that gain, with their positions and successors."""
    return [
        (position, move, successor)
        for position in (positions if examination.rules.has_gains else ())
        for move, successor in examination.steps(position)
        if examination.answer("gain", position, move) not in (0, None)
    ]


def players_are_of_one_kind(examination: Examination, positions: Sequence[Any]) -> None:
    """Test "one kind of player"."""
    named: dict[bool, Any] = {}
    for position in positions if examination.rules.has_seats else ():
        with suppress(Unanswered):
            named.setdefault(examination.call("player", position) is not None, position)
    if len(named) == 2:
        returned = " and ".join(
            f"{call_text(examination.game, 'player', (position,))} returned "
            f"{spelled(examination.call('player', position))}"
            for position in named.values()
        )
        where = list(named.values())[1]
        examination.note(
            "one kind of player", f"{returned}: expected None everywhere or nowhere", where
        )


def turns_pass(examination: Examination, positions: Sequence[Any]) -> None:
    """Remark that ``player`` returns one player everywhere, if there are several positions."""
    if not examination.rules.has_seats or len(positions) < 2:
        return
    first = examination.answer("player", positions[0])
    if is_seat(first) and all(examination.answer("player", each) == first for each in positions):
        examination.remark("one player", one_player(first, len(positions)))


def draws_come_no_sooner(examination: Examination, position: Any) -> None:
    """Test "plies to draw": no drawn end comes sooner than stated."""
    if not examination.rules.has_plies_to_draw:
        return
    plies, ending = (
        examination.call("plies_to_draw", position),
        examination.call(examination.rules.end_rule, position),
    )
    call = call_text(examination.game, "plies_to_draw", (position,))
    if whole(plies) is None or plies < 0:
        message = f"{call} returned {spelled(plies)}: expected a whole number from 0 on"
        examination.note("plies to draw", message, position)
    elif ending in (Value.DRAW, 0) and plies:
        message = f"{call} returned {plies}: expected 0, for play has ended there, drawn"
        examination.note("plies to draw", message, position)
    elif ending is None:
        for move, successor in examination.steps(position):
            left, end = (
                examination.call("plies_to_draw", successor),
                examination.call(examination.rules.end_rule, successor),
            )
            is_lost = end not in (None, Value.DRAW, 0)
            if not is_lost and whole(left) is not None and left + 1 < plies:
                message = plies_that_fall(examination.game, position, move, left)
                examination.note("plies to draw", message, position)


def stages_never_return(examination: Examination, positions: Sequence[Any]) -> None:
    """Test "stage"."""
    before: Stages = {}
    for position in positions if examination.rules.has_stages else ():
        with suppress(Unanswered):
            _add_stages(examination, position, before)
    try:
        TopologicalSorter(before).prepare()
    except CycleError as error:
        _note_return(examination, error.args[1], before)


def _add_stages(examination: Examination, position: Any, before: Stages) -> None:
    """Add the steps from a position to the previous stages."""
    stage = examination.call("stage", position)
    if not is_hashable(stage):
        call = call_text(examination.game, "stage", (position,))
        message = f"{call} returned {spelled(stage)}: expected something hashable"
        examination.note("stage", message, position)
        return
    if stage is None:
        return
    before.setdefault(stage, {})
    for move, successor in examination.steps(position):
        later = examination.call("stage", successor)
        if is_hashable(later) and later not in (stage, None):
            before.setdefault(later, {}).setdefault(stage, (position, move))


def _note_return(examination: Examination, cycle: list[Hashable], before: Stages) -> None:
    """Record a cycle of stages, from the stage that was seen first."""
    first = min(range(len(cycle) - 1), key=lambda at: list(before).index(cycle[at]))
    way = [*cycle[first:-1], *cycle[: first + 1]]
    position, move = before[way[0]][way[-2]]
    call = call_text(examination.game, "play", (position, move))
    labels = all_apart(way)
    stages = shorten(", ".join(labels))
    back = f"from stage {labels[-2]} back to {labels[0]}"
    message = f"{call} leads {back}, after the stages {stages}"
    examination.note("stage", f"{message}: expected no return to an earlier stage", position)


# ── laws of reading and writing ─────────────────────────────────────────────────────────────────

MOVES_READ_BACK = 20  # of each position: parse_move may try all moves each time
TEXTS_OF_FILES = 5  # of each position
PICTURES_READ = 200  # of all positions


def texts_are_texts(examination: Examination, position: Any) -> None:
    """Test "texts", and boards drawn for either player for the second one, too."""
    questions: list[tuple[str, tuple[Any, ...], Any]] = [
        *((rule, (position,), None) for rule in ("format", "render", "svg")),
        *((rule, (position, 1), None) for rule in sorted(examination.rules.draws_for_either)),
        ("legend", (), None),
        *(("format_move", (move,), position) for move in examination.moves(position)),
    ]
    for rule, arguments, at in questions:
        with suppress(Unanswered):
            text = examination.call(rule, *arguments, at=at)
            if not isinstance(text, str) and not (rule in MAY_BE_NONE and text is None):
                fault = no_text(examination.game, rule, arguments, text).faults[0]
                examination.note("texts", fault.message, position)


def texts_distinguish_positions(examination: Examination, positions: Sequence[Any]) -> None:
    """Test "different texts", and "equal hashes" on positions found twice."""
    owners: dict[str, Any] = {}
    for position in positions:
        text = examination.answer("format", position)
        other = owners.setdefault(text, position) if isinstance(text, str) else position
        both = f"positions {' and '.join(apart(other, position))}"
        if other != position:
            clash = f"{both} are both {spelled(text)} in format"
            message = (
                f"{clash}: expected a text of all of the position, including the player to move"
            )
            examination.note("different texts", message, position)
        elif other is not position:  # equal, and yet listed twice
            examination.unequal_hashes(f"{both} were both reached", position)


def parse_undoes_format(examination: Examination, position: Any) -> None:
    """Test "parse", and "equal hashes" on its results."""
    text = examination.call("format", position)
    if not isinstance(text, str):
        return
    if why := why_unread(examination.game, position):
        needs = f"{what_needs_it(examination.game)}; write parse and format if that is wanted"
        examination.remark("parse", f"{why}; {needs}", position)
        return
    _text_is_read(examination, position, text, "format")
    for seat in (0, 1) if "format_for" in examination.rules.draws_for_either else ():
        text = examination.call("format_for", position, seat)
        if isinstance(text, str):
            _text_is_read(examination, position, text, "format_for")


def _text_is_read(examination: Examination, position: Any, text: str, method: str) -> None:
    """Test that ``parse`` returns a position for the text that a method has for it."""
    read = examination.once("parse", text, about=position)
    got, wanted = apart(read, position)
    returned = f"parse({spelled(text)}) returned {got}"
    if read != position:
        message = f"{returned}: expected {wanted}, which {method} writes as that text"
        examination.note("parse", message, position)
    elif hash(read) != hash(position):
        examination.unequal_hashes(f"{returned} for {wanted}", position)


def texts_distinguish_moves(examination: Examination, position: Any) -> None:
    """Test "different move texts": for display and, if these differ, in files and addresses."""
    if _texts_differ(examination, position, "format_move"):
        _texts_differ(examination, position, "stored_move")


def pictures_are_shown(examination: Examination, positions: Sequence[Any]) -> None:
    """Remark on a picture that cannot be shown, at evenly spaced positions."""
    questions: list[tuple[str, tuple[int, ...]]] = [("svg", ())]
    if "svg_for" in examination.rules.draws_for_either:
        questions.append(("svg_for", (1,)))
    for position in positions[:: -(-len(positions) // PICTURES_READ) or 1]:
        for rule, seat in questions:
            text = examination.answer(rule, position, *seat)
            if isinstance(text, str) and safe(text) is None:
                call = call_text(examination.game, rule, (position, *seat))
                examination.remark("pictures", picture_not_shown(call, text), position)
                return


def _texts_differ(examination: Examination, position: Any, method: str) -> bool:
    """Return True if no two moves have one text by a method, and record those that do."""
    owners: dict[str, Any] = {}
    all_differ = True
    for move in examination.moves(position):
        text = examination.answer(method, move, at=position)
        other = owners.setdefault(text, move) if isinstance(text, str) else move
        if other != move:
            all_differ = False
            examination.note(
                "different move texts",
                f"moves {' and '.join(apart(other, move))} at position "
                f"{shown(examination.game, position)} are both {spelled(text)} in {method}: "
                "expected different texts",
                position,
            )
    return all_differ


def parse_move_undoes_format_move(examination: Examination, position: Any) -> None:
    """Test "parse_move"."""
    moves = examination.moves(position)
    if len(moves) > MOVES_READ_BACK:
        moves = examination.random.sample(moves, MOVES_READ_BACK)
    for move in moves:
        text = examination.answer("format_move", move, at=position)
        if not isinstance(text, str):
            continue
        with suppress(Unanswered):
            read = examination.once("parse_move", position, text)
            if read != move:
                _note_misread(
                    examination, position, text, read, move, "format_move writes as that text"
                )
    _texts_of_files_mean_no_other(examination, position)


def _texts_of_files_mean_no_other(examination: Examination, position: Any) -> None:
    """Test that ``parse_move`` reads texts of files correctly, or refuses them."""
    moves = examination.moves(position)
    texts = [examination.answer("stored_move", move, at=position) for move in moves]
    words = [examination.answer("format_move", move, at=position) for move in moves]
    pairs = [(text, move) for text, move in zip(texts, moves, strict=True) if isinstance(text, str)]
    others = [each for each in words if isinstance(each, str)]
    alone = standing_alone([text for text, _ in pairs], others)
    pairs = [(text, move) for text, move in pairs if text in alone]
    for text, move in examination.random.sample(pairs, min(len(pairs), TEXTS_OF_FILES)):
        read, is_another = move, False
        with suppress(Exception):
            read = examination.game.parse_move(position, text)
            is_another = bool(read != move)
        if is_another:
            problem = "stored_move writes as that text, or an error"
            _note_misread(examination, position, text, read, move, problem)


def _note_misread(
    examination: Examination, position: Any, text: str, read: object, move: object, problem: str
) -> None:
    call = f"{call_text(examination.game, 'parse_move', (position, text))} returned"
    got, wanted = apart(read, move)
    examination.note("parse_move", f"{call} {got}: expected {wanted}, which {problem}", position)


NO_MOVE = "?!"  # a text that no move has


def parse_move_refuses_other_texts(examination: Examination, positions: Sequence[Any]) -> None:
    """Test "parse_move" once, on a text that is not a move.

    The author chooses the exception, so this call may raise any.
    """
    for position in positions:
        with suppress(Unanswered):
            if moves := _moves_with_texts(examination, position):
                with suppress(Exception):
                    read = examination.game.parse_move(position, NO_MOVE)
                    if read not in moves:
                        _note_no_move(examination, position, read)
                return


def _moves_with_texts(examination: Examination, position: Any) -> list[Any]:
    """Return the moves of a position, if all have a text and none has ``NO_MOVE``."""
    moves = examination.moves(position)
    texts = [examination.answer("format_move", move, at=position) for move in moves]
    has_texts = all(isinstance(text, str) and text != NO_MOVE for text in texts)
    return moves if has_texts else []


def _note_no_move(examination: Examination, position: Any, read: object) -> None:
    call = call_text(examination.game, "parse_move", (position, NO_MOVE))
    message = (
        f"{call} returned {spelled(read)}, which is not a legal move: "
        "expected an error, such as illegal(position, text) makes"
    )
    examination.note("parse_move", message, position)


# ── laws of the game as a whole: its seats, and the parameters that make it ─────────────────────

FIRST_MOVES = 1_000  # of the start, compared with those of the rebuilt game


def endless_stays(examination: Examination) -> None:
    """Test "repeatable" and "endless" on the payoff of infinite play."""
    holds(examination, lambda game: _require_same_payoff(game, examination.rules))


def _require_same_payoff(game: Game[Any, Any], rules: Rules[Any, Any]) -> None:
    payoff, again = rules.payoff, Rules(game).payoff
    if again != payoff:
        first, second = (payoff, again) if rules.is_scored else (Value(payoff), Value(again))
        message = f"endless is {first!r} and then {second!r}: expected one value"
        raise contract(game, "repeatable", message)


def seats_are_two_texts(examination: Examination) -> None:
    """Test "seats"."""
    holds(examination, seats_of)


def title_is_a_text(examination: Examination) -> None:
    """Test "texts" on the title of the game."""
    holds(examination, checked_title)


def holds(examination: Examination, check: Callable[[Any], object]) -> bool:
    """Return True if a call raises no violation, and record one that it raises."""
    try:
        check(examination.game)
    except GameContractError as error:
        if isinstance(error.__cause__, Exception):
            examination.cause = examination.cause or error.__cause__
        examination.keep(error.faults[0])
        return False
    return True


def parameters_make_the_game(examination: Examination) -> None:
    """Test "parameters", and "rebuilt" by making the game again."""
    faults = parameter_faults(examination.game)
    if faults:
        examination.note("parameters", "; ".join(faults))
        return
    parameters = read_parameters(examination.game)
    call = shorten(f"{class_name(examination.game)}({_as_arguments(parameters)})")
    try:
        rebuilt = examination.game._made_with(deepcopy(parameters))
    except Exception as error:  # the author's constructor may raise anything
        examination.cause = examination.cause or error
        examination.note("raises", f"{call} raised {error_text(error)}")
        return
    _compare(examination, rebuilt, parameters, call)


def _compare(
    examination: Examination, rebuilt: Game[Any, Any], parameters: dict[str, Any], call: str
) -> None:
    """Compare the game made again with the game itself."""
    stored = read_parameters(rebuilt)
    if stored != parameters:
        got = ", ".join(f"{name}={apart(stored[name], parameters[name])[0]}" for name in stored)
        message = f"{call} stores {got}: expected the parameters as they were given"
        examination.note("rebuilt", message)
        return
    opening, expected = _Opening(rebuilt), _Opening(examination.game)
    if not opening.is_like(expected):
        got, wanted = opening.words_apart(expected)
        message = f"{call} starts {got}, and the game itself {wanted}"
        examination.note("rebuilt", f"{message}: expected parameters that determine the game")


def _as_arguments(parameters: dict[str, Any]) -> str:
    return ", ".join(f"{name}={value!r}" for name, value in parameters.items())


class _Opening:
    """Start position and its first moves, or the error raised there."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        try:
            self.start = game.start()
            ended = game.terminal_value(self.start) is not None
            self.moves = () if ended else tuple(islice(game.moves(self.start), FIRST_MOVES))
        except Exception as error:
            self.raised: type | None = type(error)
            self.failure = f"with {error_text(error)}"
        else:
            self.raised = None
            self.failure = ""

    def is_like(self, other: _Opening) -> bool:
        """Return True if both are equal, or have equal texts."""
        if self.raised or other.raised:
            return self.raised is other.raised
        try:
            equal = bool(self.start == other.start and self.moves == other.moves)
            return equal or self._texts() == other._texts()
        except Exception:  # recorded by the call of the game itself
            return True

    def words_apart(self, other: _Opening) -> tuple[str, str]:
        """Return both as text."""
        if self.raised or other.raised:
            return self._in_words(), other._in_words()
        starts, moves = apart(self.start, other.start), apart(self.moves, other.moves)
        pairs = zip(starts, moves, strict=True)
        one, two = (f"at {start} with moves {listed}" for start, listed in pairs)
        return one, two

    def _in_words(self) -> str:
        return self.failure or f"at {spelled(self.start)} with moves {spelled(self.moves)}"

    def _texts(self) -> list[str]:
        return [self.game.format(self.start), *map(self.game.format_move, self.moves)]


def keep_parameters(game: object) -> dict[str, Any]:
    """Return copies of the current parameters."""
    return {
        name: deepcopy(value) if is_literal(value) else spelled(value)
        for name, value in read_parameters(game).items()
    }


def parameters_stay(examination: Examination, before: dict[str, Any]) -> None:
    """Test "fixed game" against the parameters copied before any call."""
    for name, now in keep_parameters(examination.game).items():
        if now != before[name]:
            message = f"a call changed parameter {name!r} from {before[name]!r} to {now!r}"
            examination.note("fixed game", f"{message}: expected a game that does not change")


# ── "reached again" and "equal texts" ─────────────────────────────────────────────────────────────

COMPARED_RULES = (
    "terminal_value", "terminal_score", "player", "stage", "plies_to_draw", "symmetries",
    "canonical",
)  # fmt: skip


def reached_again_answers_alike(examination: Examination, positions: Sequence[Any]) -> None:
    """Test "reached again" and "equal texts"."""
    compared = [rule for rule in COMPARED_RULES if _is_defined(examination, rule)]
    moves_left, compared_pairs = MOVES_A_POSITION * examination.most, 0
    for first, other in examination.reached_again:  # the list grows as we go
        if moves_left < 0 or "reached again" in examination.faults:
            break
        compared_pairs += 1
        with suppress(Unanswered):
            _share_a_text(examination, first, other)
        for rule in compared:
            with suppress(Unanswered):
                _answer_alike(examination, rule, first, other)
        with suppress(Unanswered):
            moves_left -= _lead_alike(examination, first, other)
    is_cut_short = compared_pairs < len(examination.reached_again) or examination.more_reached_again
    if is_cut_short and "reached again" not in examination.faults:
        examination.remark("reached again", _not_all_compared(compared_pairs))


def _not_all_compared(count: int) -> str:
    """Return the remark for more positions to compare than ``most`` allows."""
    return (
        f"reached again: not known to hold; {count:,} positions that are equal to known ones, and "
        "differ in what equality leaves out, were compared with them, and there are more: a larger "
        "most compares more"
    )


def _is_defined(examination: Examination, rule: str) -> bool:
    """Return True if a method is more than a default."""
    rules = examination.rules
    is_defined = {
        "terminal_value": not rules.is_scored,
        "terminal_score": rules.is_scored,
        "player": rules.has_seats,
        "stage": rules.has_stages,
        "plies_to_draw": rules.has_plies_to_draw,
        "symmetries": rules.names_images,
        "canonical": rules.folds,
    }
    return is_defined.get(rule, True)


def _share_a_text(examination: Examination, first: Any, other: Any) -> None:
    texts = examination.call("format", first), examination.once("format", other)
    if texts[0] != texts[1]:
        examination.keep(two_texts(examination.game, first, other, texts).faults[0])


def _answer_alike(examination: Examination, rule: str, first: Any, other: Any) -> None:
    mine, yours = examination.call(rule, first), examination.once(rule, other)
    is_orbit = rule == "symmetries"  # in any order, with itself or without
    if ({first, *mine} != {other, *yours}) if is_orbit else (mine != yours):
        _note(examination, first, other, rule, mine, yours)


def _lead_alike(examination: Examination, first: Any, other: Any) -> int:
    """Require equal moves in equal order to equal positions. Return their number."""
    if (
        "reached again" in examination.faults
        or examination.call(examination.rules.end_rule, first) is not None
    ):
        return 0
    mine, yours = examination.call("moves", first), examination.once("moves", other)
    if mine != yours:
        _note(examination, first, other, "moves", mine, yours)
        return len(yours)
    for move, successor in examination.steps(first):
        with suppress(Unanswered):
            other_successor = examination.once("play", other, move)
            if successor != other_successor:
                _note(
                    examination,
                    first,
                    other,
                    f"play(..., {spelled(move)})",
                    successor,
                    other_successor,
                )
    return len(yours)


def _note(
    examination: Examination, first: Any, other: Any, rule: str, mine: Any, yours: Any
) -> None:
    examination.keep(unlike(examination.game, first, other, rule, (mine, yours)).faults[0])


# ── the laws of ``check_game`` ──────────────────────────────────────────────────────────────────

LAWS = {
    "raises": "no method raises an exception",
    "hashable": "a position is hashable",
    "equal hashes": "equal positions have equal hashes",
    "iterable": "moves, symmetries and positions return an iterable",
    "finite": "moves and symmetries are finite",
    "repeatable": "repeated calls return equal results",
    "unchanged": "calls do not change a position or a move",
    "reached again": "equal positions behave alike",
    "parameters": "every parameter is stored under its name and is a literal",
    "rebuilt": "the parameters make an equal game, with the same start and first moves",
    "fixed game": "calls do not change the parameters",
    "seats": "seats is a tuple of two different texts",
    "ending": "terminal_value returns a Value or None, terminal_score an integer or None",
    "ends": "a game defines either terminal_value or terminal_score",
    "stuck": "a position that has not ended has a move",
    "None move": "a move is not None",
    "hashable moves": "a move is hashable and not a list",
    "unique moves": "no move is listed twice",
    "player": "player returns 0, 1 or None",
    "one kind of player": "player returns None everywhere or nowhere",
    "stage": "a stage is hashable, and play never returns to an earlier one",
    "gains": "gain returns an integer, and play never returns from a move that gains",
    "endless": "endless is of the type of the results, and the player to move is defined",
    "plies to draw": "plies_to_draw is 0 at drawn ends, and falls by at most 1 with a ply",
    "candidates": "candidates returns legal moves, a best one among them, or a true verdict",
    "orbit": "symmetries returns the same orbit for all its positions",
    "symmetric endings": "symmetric positions have equal results",
    "symmetric moves": "symmetric positions have symmetric successors",
    "symmetric turns": "symmetric positions keep and pass the turn alike",
    "symmetric gains": "symmetric positions have symmetric moves, with equal turns and gains",
    "symmetric players": "symmetric positions have the same player if infinite play has a payoff",
    "symmetric stages": "symmetric positions have the same stage",
    "canonical": "canonical returns one position of the orbit, the same for all of it",
    "texts": "format, format_move, render and title return a str, svg and legend a str or None",
    "different texts": "different positions have different texts",
    "equal texts": "equal positions have equal texts",
    "parse": "parse is the inverse of format",
    "different move texts": "different moves of a position have different texts",
    "parse_move": "parse_move is the inverse of format_move, and refuses any other text",
    "signatures": "every rule compiles for its signature",
    "bounds": "rules keep within the bounds of buffers, tables, counts, positions and scores",
    "two modes": "rules return equal results as compiled code and as plain Python",
    "indexes": "each position has an index, and index and position_at are inverse",
    "one index": "all positions of an orbit have one index",
    "shared indexes": "positions with one index are symmetric",
    "predecessors": "predecessors returns the positions with a move there, once for each such move",
    "counted moves": "count_moves returns the number of moves that successors writes",
    "stray integers": "index, canonical and symmetries accept integers that are not positions",
    "translations": "from_plain is the inverse of to_plain",
    "plain rules": "the compiled rules and the plain rules define one game",
}

OF_COMPILED = ("signatures", "bounds", "two modes")
OF_INDEXES = ("indexes", "one index", "shared indexes")
OF_PLAIN = ("translations", "plain rules")

_OF_SYMMETRY = (
    "orbit", "symmetric endings", "symmetric moves", "symmetric turns", "symmetric gains",
    "symmetric players", "symmetric stages", "canonical",
)  # fmt: skip
_OF_SEATS = ("player", "one kind of player", "symmetric turns")
_OF_STAGES = ("stage", "symmetric stages")

FOLLOW = {
    "rebuilt": ("repeatable",),
    "candidates": ("stuck", "unique moves"),
    "plies to draw": ("ending", "stuck"),
    "symmetric endings": ("reached again",),
    "symmetric moves": ("orbit", "reached again"),
    "symmetric turns": ("orbit", "reached again", "symmetric players"),
    "symmetric gains": ("orbit", "reached again", "symmetric moves", "symmetric turns"),
    "symmetric players": ("orbit", "reached again"),
    "symmetric stages": ("orbit", "reached again"),
    "canonical": ("orbit", "reached again", "indexes", "one index", "shared indexes"),
    "one index": ("orbit",),
    "shared indexes": ("orbit",),
    "predecessors": ("orbit", "indexes", "one index", "shared indexes"),
    "stray integers": ("indexes",),
    "different texts": ("translations",),
    "equal texts": ("reached again",),
    "parse": ("different texts", "translations"),
    "parse_move": ("different move texts",),
    "plain rules": ("translations",),
}
"""Laws that cannot hold if one of others is violated. Only the other is reported."""


def causes(faults: Mapping[str, Violation]) -> list[Violation]:
    """Return the violations that follow from no other."""
    return [fault for law, fault in faults.items() if faults.keys().isdisjoint(FOLLOW.get(law, ()))]


def applying_laws(rules: Rules[Any, Any]) -> tuple[str, ...]:
    """Return the laws that apply to a game."""
    idle: set[str] = {
        "predecessors",
        "counted moves",
        "stray integers",
        "score bounds",
        *OF_COMPILED,
        *OF_INDEXES,
        *OF_PLAIN,
    }
    if isinstance(rules.game, CompiledGame):
        idle.difference_update(_of_compiled(rules.game))
    idle.update(() if rules.folds else _OF_SYMMETRY)
    idle.update(() if rules.knows_candidates else ("candidates",))
    idle.update(() if rules.has_plies_to_draw else ("plies to draw",))
    idle.update(() if rules.has_seats else _OF_SEATS)
    idle.update(() if rules.has_stages else _OF_STAGES)
    idle.update(() if rules.has_gains else ("gains", "symmetric gains"))
    idle.update(() if rules.payoff else ("endless", "symmetric players"))
    return tuple(law for law in LAWS if law not in idle)


def _of_compiled(game: CompiledGame) -> Iterator[str]:
    """Yield the laws that apply to a compiled game."""
    yield from OF_COMPILED
    if game.rules.writes("predecessors"):
        yield "predecessors"
    if game.rules.writes("count_moves"):
        yield "counted moves"
    if game.rules.writes("canonical"):
        yield "stray integers"
    if game.rules.is_indexed:
        yield from OF_INDEXES
    if plain_of(game) is not None:
        yield from OF_PLAIN


def _one_by_one(
    law: Callable[[Examination, Any], None],
) -> Callable[[Examination, Sequence[Any]], None]:
    def law_everywhere(examination: Examination, positions: Sequence[Any]) -> None:
        for position in positions:
            with suppress(Unanswered):
                law(examination, position)

    return law_everywhere


LAWS_OF_THE_GAME: tuple[tuple[Callable[[Examination], None], tuple[str, ...]], ...] = (
    (parameters_make_the_game, ("parameters", "rebuilt")),
    (endless_stays, ("repeatable", "endless")),
    (seats_are_two_texts, ("seats",)),
    (title_is_a_text, ("texts",)),
)
LAWS_OF_POSITIONS: tuple[
    tuple[Callable[[Examination, Sequence[Any]], None], tuple[str, ...]], ...
] = (
    (_one_by_one(ends_in_a_value), ("ending",)),
    (_one_by_one(has_a_move), ("stuck",)),
    (_one_by_one(moves_can_be_kept), ("None move", "hashable moves")),
    (_one_by_one(moves_are_unique), ("unique moves",)),
    (_one_by_one(names_a_seat), ("player",)),
    (players_are_of_one_kind, ("one kind of player",)),
    (turns_pass, ("player",)),
    (_one_by_one(gains_are_scores), ("gains",)),
    (gains_lie_on_no_loop, ("gains",)),
    (_one_by_one(names_who_gets_endless_play), ("endless",)),
    (stages_never_return, ("stage",)),
    (_one_by_one(draws_come_no_sooner), ("plies to draw",)),
    (_one_by_one(candidates_are_moves), ("candidates",)),
    (images_are_alike, _OF_SYMMETRY),
    (_one_by_one(texts_are_texts), ("texts",)),
    (texts_distinguish_positions, ("different texts", "equal hashes")),
    (_one_by_one(parse_undoes_format), ("parse",)),
    (pictures_are_shown, ("texts",)),
    (_one_by_one(texts_distinguish_moves), ("different move texts",)),
    (_one_by_one(parse_move_undoes_format_move), ("parse_move",)),
    (parse_move_refuses_other_texts, ("parse_move",)),
    (reached_again_answers_alike, ("reached again", "equal texts")),
    (candidates_hold, ("candidates",)),
)
"""Functions that test the laws, each with the names of these laws."""
