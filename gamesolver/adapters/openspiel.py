"""OpenSpiel's games in, as games of ours, and games of ours out, as games of OpenSpiel's.

A name is what ``pyspiel.load_game`` takes: a game, with parameters in parentheses. What does not
fit is refused by name, with the reason: chance, hidden information, moves made together, more or
fewer than two players, sums other than zero, rules that look at history which the text hides.

A *score* is the return of the player to move, and where no return is other than -1, 0 and 1, its
sign is the value. Moves have OpenSpiel's words, and boards are as OpenSpiel prints them.

OpenSpiel is C++: bad parameters end the process rather than raise. So a name with parameters is
first tried in a process of its own. A game that a Python module registered here is unknown there,
and needs no such trial, because Python raises.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from functools import lru_cache
from random import Random
from typing import Annotated, Any

from gamesolver.adapters.action_numbers import LIMIT, PLIES, action_numbers
from gamesolver.adapters.frameworks import framework
from gamesolver.adapters.histories import EARLY
from gamesolver.adapters.keys import TURNS, end_key
from gamesolver.adapters.replaying import Expansion, ReplayedGame
from gamesolver.adapters.walks import hidden_by_text
from gamesolver.errors import InvalidArgumentError, listed
from gamesolver.rules.game import Game as AnyGame
from gamesolver.rules.parameters import titled
from gamesolver.rules.registry import name_of, nearest
from gamesolver.texts import error_text, shorten, spelled

__all__ = ["Game", "Player", "register"]

LEAST = "2.0.2"
SECONDS_OF_TRIAL = 20
WALKS_FOR_WORDS = 4
MOST_FRESH = 2_048
"""Number of states that are kept until play goes on from them; each takes kilobytes."""
LONGEST = 200
"""Number of plies of a walk on which the names of moves are compared."""


def pyspiel_() -> Any:
    """OpenSpiel, if it is there."""
    return framework("pyspiel", "open_spiel", "openspiel", LEAST)


class Game(ReplayedGame):
    """A game of OpenSpiel's, by its name with its parameters.

    Parameters
    ----------
    name
        What ``pyspiel.load_game`` takes: ``"breakthrough(rows=4,columns=3)"``.

    Raises
    ------
    InvalidArgumentError
        OpenSpiel is not installed, has no such game, or refuses the parameters; or the game does
        not fit.
    """

    def __init__(self, name: Annotated[str, "as pyspiel.load_game takes it"]) -> None:
        self.name = name
        self._game = _loaded(name)
        self._type = self._game.get_type()
        _require_kind(name, self._game, self._type)
        self.base = max(2, self._game.num_distinct_actions())
        self._ends_are_signs = _are_signs(self._game)  # type: ignore[misc]  # of this very game
        self.title = self._type.long_name  # type: ignore[misc]  # same
        super().__init__()
        self._early = self._histories.early
        self._fresh: dict[bytes, Any] = {}
        self._words: tuple[dict[int, str], ...] = {}, {}
        self._numbers: tuple[dict[str, int], ...] = {}, {}
        self._words_stay = _words_stay(self)
        self._heads: tuple[dict[float, bytes], ...] = {}, {}
        _require_all_shown(name, self)

    @staticmethod
    def named(text: str) -> dict[str, Any]:
        """Return the parameters that a text after ``openspiel:`` names."""
        return {"name": text}

    def __repr__(self) -> str:
        return f"openspiel.{super().__repr__()}"

    @property
    def spiel(self) -> Any:
        """The game as OpenSpiel knows it."""
        return self._game

    def state(self, position: bytes) -> Any:
        """Return a copy of the OpenSpiel state at a position, which the caller may change."""
        return self.expanded(position)[1].clone()

    def begun(self) -> Any:
        return self._game.new_initial_state()

    def advanced(self, state: Any, action: int) -> None:
        state.apply_action(action)

    def after(self, at: Expansion, action: int) -> Any:
        return at[1].child(action)

    def legal(self, state: Any) -> list[int]:
        legal: list[int] = state.legal_actions()
        return legal

    def actions(self, state: Any) -> dict[str, int]:
        return _actions_by_name(state, state.legal_actions())

    def key(self, state: Any, mover: int) -> bytes:
        seat = state.current_player()
        return self._end(state, 1 - mover) if seat < 0 else TURNS[seat] + str(state).encode()

    def _end(self, state: Any, seat: int) -> bytes:
        """Return the key of a terminal position, after which it would be the turn of ``seat``."""
        score = state.player_return(seat)
        heads = self._heads[seat]
        if score not in heads:
            heads[score] = end_key(seat, self._points(score), "")
        return heads[score] + str(state).encode()

    def _points(self, score: float) -> int:
        if score != int(score):
            raise InvalidArgumentError(
                f"{self.name} of OpenSpiel does not fit: play can end with a return of {score}, "
                "and scores are whole numbers"
            )
        return int(score)

    # ── the inner loop of every solve ──────────────────────────────────────

    def play(self, position: bytes, move: str) -> bytes:
        here, state, history, words, numbers = self._at
        if here is not position:
            here, state, history, words, numbers = self.expanded(position)
        if move not in words:
            raise self.illegal(position, move)
        action = numbers[move]
        reached_state = state.child(action)
        seat = reached_state.current_player()
        if seat < 0:
            return self._end(reached_state, ~position[0] & 1)
        reached = TURNS[seat] + str(reached_state).encode()
        early = self._early
        if reached not in early:
            if len(early) < EARLY:
                early[reached] = history * self.base + action
            elif not self._histories.add_late(reached, history, action):
                return reached
            if len(self._fresh) < MOST_FRESH:
                self._fresh[reached] = reached_state
        return reached

    def expanded(self, position: bytes) -> Expansion:
        at = self._at
        if at[0] == position:
            return at
        history = self._early.get(position) or self.history(position)
        state = self._fresh.pop(position, None) or self.replayed(history)
        legal, seat = state.legal_actions(), position[0] & 1
        try:
            known = self._words[seat]
            words, numbers = [known[action] for action in legal], self._numbers[seat]
        except KeyError:
            words, numbers = self._named_moves(state, legal, seat)
        self._at = at = position, state, history, words, numbers
        return at

    def _named_moves(
        self, state: Any, legal: list[int], seat: int
    ) -> tuple[list[str], dict[str, int]]:
        """Return the names of moves in a state; names that do not change are cached."""
        numbers = _actions_by_name(state, legal)
        if self._words_stay:
            self._words[seat].update((action, word) for word, action in numbers.items())
            self._numbers[seat].update(numbers)
        return [*numbers], numbers

    def replayed(self, history: int) -> Any:
        state = self._game.new_initial_state()
        apply = state.apply_action
        for action in self._histories.line(history):
            apply(action)
        return state


def _actions_by_name(state: Any, legal: list[int]) -> dict[str, int]:
    """Return the actions of some moves by their names in a state; equal names get numbers."""
    numbers = dict(zip(map(state.action_to_string, legal), legal, strict=True))
    if len(numbers) == len(legal):
        return numbers
    return {f"{state.action_to_string(action)} ({action})": action for action in legal}


def _words_stay(game: Game) -> bool:
    """Return True if every move keeps its name in all positions of a few random walks."""
    words: dict[tuple[int, int], str] = {}
    random = Random(len(game.name))
    for _ in range(WALKS_FOR_WORDS):
        state = game.begun()
        while not state.is_terminal() and state.move_number() < LONGEST:
            seat, legal = state.current_player(), state.legal_actions()
            for word, action in _actions_by_name(state, legal).items():
                if words.setdefault((seat, action), word) != word:
                    return False
            state.apply_action(random.choice(legal))
    return len({(seat, word) for (seat, _), word in words.items()}) == len(words)


class Player:
    """A bot of OpenSpiel as a player of this library, called once for each position.

    A bot may choose at random. Its first move in a position is kept, so that an audit can repeat
    the query. Another player with another bot, or seed, may choose another move.

    Parameters
    ----------
    game
        The game of OpenSpiel that it plays.
    bot
        Object with ``restart_at`` and ``step``, as OpenSpiel's bots have. A bot for a single
        player is audited with ``seat=``; it ends the process when it is called for the other.

    Raises
    ------
    InvalidArgumentError
        The first argument is not one of these games, or the bot lacks one of these methods.
    """

    def __init__(self, game: Game, bot: Any) -> None:
        if not isinstance(game, Game):
            raise InvalidArgumentError(f"bad game {spelled(game)}: expected an openspiel.Game")
        if not all(callable(getattr(bot, name, None)) for name in ("restart_at", "step")):
            raise InvalidArgumentError(
                f"bad bot {spelled(bot)}: expected an OpenSpiel bot, with the methods restart_at "
                "and step"
            )
        self.game = game
        self.bot = bot
        self._actions_by_name: dict[bytes, str] = {}

    def __call__(self, position: bytes) -> str:
        """Return the move that it makes."""
        if position not in self._actions_by_name:
            state = self.game.state(position)
            self.bot.restart_at(state)
            action = self.bot.step(state)
            words = self.game.actions(state)
            self._actions_by_name[position] = next(word for word in words if words[word] == action)
        return self._actions_by_name[position]


# ── games of ours out ───────────────────────────────────────────────────────────────────────────


def register(
    game: AnyGame[Any, Any],
    *,
    name: str | None = None,
    limit: int = LIMIT,
    plies: int = PLIES,
    observe: Callable[[Any], Any] | None = None,
) -> str:
    """Register a game of this library, plain or compiled, in OpenSpiel.

    Parameters
    ----------
    game
        The rules.
    name
        Name in OpenSpiel; by default the game's own name with the prefix ``gamesolver_``.
    limit
        Greatest number of positions; all are visited to number the moves.
    plies
        Number of plies after which play is cut off, with the payoff of infinite play.
    observe
        Function that makes an array of a position, always of one shape, as its observation. By
        default the observation encodes the text of the position letter by letter.

    Returns
    -------
    str
        The name, for ``pyspiel.load_game``.

    Raises
    ------
    InvalidArgumentError
        OpenSpiel is not installed, or has a game of that name; or an observation cannot be made.
    SizeLimitError
        There are more positions than ``limit``.
    GameContractError
        The rules break a law that is noticed on the way.
    """
    pyspiel_()
    from gamesolver.adapters.openspiel_out import registered

    numbers = action_numbers(game, limit, plies, observe)
    called = name or f"gamesolver_{name_of(type(game)).replace('-', '_')}"
    registered(numbers, called, titled(game))
    return called


# ── what fits ───────────────────────────────────────────────────────────────────────────────────


def _loaded(name: str) -> Any:
    """Return the game of that name; raise for none."""
    if not isinstance(name, str):
        raise InvalidArgumentError(
            f"bad name {spelled(name)}: expected a text, such as 'breakthrough(rows=4,columns=3)'"
        )
    spiel = pyspiel_()
    short, bracket, _ = name.partition("(")
    names = spiel.registered_names()
    if short not in names:
        near = listed([repr(each) for each in nearest(short, names)])
        hint = f"did you mean {near}?" if near else "pyspiel.registered_names() lists all"
        raise InvalidArgumentError(f"OpenSpiel has no game {spelled(short)}: {hint}")
    complaint = _tried(name) if bracket else ""
    if complaint:
        raise InvalidArgumentError(f"OpenSpiel cannot make {spelled(name)}: {complaint}")
    try:
        return spiel.load_game(name)
    except Exception as error:  # of a game that has no parameters by default, for instance
        raise InvalidArgumentError(
            f"OpenSpiel cannot make {spelled(name)}: {error_text(error)}"
        ) from error


ONLY_HERE = 3  # the exit code of a trial of a game that OpenSpiel alone does not have
TRIAL = f"""
import random, sys, pyspiel
if sys.argv[1].partition("(")[0] not in pyspiel.registered_names():
    sys.exit({ONLY_HERE})
game = pyspiel.load_game(sys.argv[1])
state, plies = game.new_initial_state(), 0
while not state.is_terminal() and not state.is_simultaneous_node() and plies < 200:
    str(state)
    state.apply_action(random.Random(plies).choice(state.legal_actions()))
    plies += 1
"""
"""Program of a separate process: it makes the game, and plays once."""


@lru_cache(maxsize=64)
def _tried(name: str) -> str:
    """Return the error when a game is made and played in another process, or ''."""
    try:
        ran = subprocess.run(
            [sys.executable, "-c", TRIAL, name],
            capture_output=True,
            text=True,
            timeout=SECONDS_OF_TRIAL,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"it takes more than {SECONDS_OF_TRIAL} seconds"
    if ran.returncode == ONLY_HERE:
        return ""
    if ran.returncode < 0:
        return "its parameters are out of range, which ends the process"
    return _cause(ran.stderr) if ran.returncode else ""


def _cause(output: str) -> str:
    """Return OpenSpiel's error message from the output of a process."""
    complaints = [line for line in output.splitlines() if line.startswith("OpenSpiel exception: ")]
    if complaints:
        cause = complaints[-1].removeprefix("OpenSpiel exception: ")
        _, is_check, condition = cause.rpartition(".cc:")
        return shorten(f"expected {condition.partition(' ')[2]}" if is_check else cause, 200)
    last = output.strip().splitlines()[-1] if output.strip() else "without a message"
    return shorten(f"its parameters are out of range ({last})", 200)


def _require_kind(name: str, game: Any, kind: Any) -> None:
    """Raise, with the reason, unless it is a game of two players who see and decide everything."""
    types = pyspiel_().GameType
    reasons = {
        f"it has {game.num_players()} players": game.num_players() != 2,
        "players move at the same time": kind.dynamics != types.Dynamics.SEQUENTIAL,
        "chance plays a part": kind.chance_mode != types.ChanceMode.DETERMINISTIC,
        "something is hidden": kind.information != types.Information.PERFECT_INFORMATION,
        "what one wins the other need not lose": kind.utility != types.Utility.ZERO_SUM,
    }
    wrong = [reason for reason, is_so in reasons.items() if is_so]
    if wrong:
        raise InvalidArgumentError(f"{name} of OpenSpiel does not fit: {', '.join(wrong)}")


def _are_signs(game: Any) -> bool:
    """Return True if no player can win by more than one point."""
    return bool(game.min_utility() >= -1 and game.max_utility() <= 1)


def _require_all_shown(name: str, game: Game) -> None:
    """Raise where rules look at history that the text of a state hides."""
    hidden = hidden_by_text(game)
    if hidden is not None:
        raise hidden.error(f"{name} of OpenSpiel")
