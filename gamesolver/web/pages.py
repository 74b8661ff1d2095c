"""The pages: what there is to see, as HTML.

The templates hold the markup, and Jinja escapes every text put into them. The one
markup that does not come from a template is that of pictures, which ``sanitizing``
has made safe.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined

from gamesolver.boardgames.board_game import BoardGame
from gamesolver.rules.game import Game
from gamesolver.rules.guard import Rules
from gamesolver.show import colours, sentences
from gamesolver.show.html import bars, score_bars, total
from gamesolver.show.letters import letters_in_words
from gamesolver.show.markup import Html, element, escaped, filled
from gamesolver.show.pictures import men_of
from gamesolver.show.rules_panel import RulesPanel
from gamesolver.show.sanitizing import Picture, Space
from gamesolver.value import Outcome, Value
from gamesolver.web import opponents
from gamesolver.web.addresses import MOST_IN_A_POSITION, Place
from gamesolver.web.cards import Card
from gamesolver.web.editing import Editor
from gamesolver.web.game_bar import GameBar
from gamesolver.web.history import history
from gamesolver.web.json_schema import Schema, in_words
from gamesolver.web.last_move import marked
from gamesolver.web.views import FINDS, KEPT_THE_TURN, MoveView, View, Views, kind_of
from gamesolver.web.walking import Step, Walks, winnings

ASSETS = {"explorer.css": "text/css", "explorer.js": "text/javascript", "icon.svg": "image/svg+xml"}
"""Static files, with their media types."""

_COLOURS = (
    f":root {{\n{colours.css(dark=False)}\n}}\n"
    f"@media (prefers-color-scheme: dark) {{ :root {{\n{colours.css(dark=True)}\n}} }}\n"
)

ROWS_AT_ONCE = 12  # of a table; more are scrolled through
MOVES_AT_ONCE = 12
LINK = '<a class="{}" href="./{}" data-move="{}" tabindex="-1" aria-label="{}"><title>{}</title>'
"""The beginning of a link around a shape."""
CLICK = '<a class="draw" href="./edit{}" aria-label="{}"><title>{}</title>'
"""The beginning of a link around a place in the board editor."""
HERE = "./"
"""Relative address of the explorer's folder on its pages, which stand in that folder."""
WIDTHS = {"short": 3, "wide": 6, "long": 14}  # letters of a move; longer ones may be broken


def read_asset(name: str) -> str:
    """Return the text of an asset; the style is that of all pages."""
    text = _text_of(name)
    return _COLOURS + _text_of("pages.css") + text if name.endswith(".css") else text


def style_of_a_game() -> str:
    """Return the style of a page in one file, which has no other pages around it."""
    return _COLOURS + _text_of("explorer.css")


def _text_of(name: str) -> str:
    return files("gamesolver.web").joinpath("assets", name).read_text("utf-8")


asset_text = lru_cache(maxsize=len(ASSETS))(read_asset)
"""Text of a file that comes with the package, kept."""


def template_text(name: str) -> str:
    """Return the text of a template, or of a style sheet in its folder."""
    return files("gamesolver.web").joinpath("templates", name).read_text("utf-8")


def _address(name: str) -> str:
    digest = hashlib.sha256(read_asset(name).encode()).hexdigest()[:12]
    return f"assets/{name}?v={digest}"


def _type_of(schema: Schema) -> Html:
    """Return the kind of a field, other shapes as links."""
    return Html(in_words(schema, lambda name: element("a", name, href=f"#{name}")))


def _with_code(text: str) -> Html:
    """Return a description as markup: what stands between backticks is code."""
    words = text.split("`")
    return Html("").join(
        element("code", word) if number % 2 else escaped(word) for number, word in enumerate(words)
    )


def width(moves: Sequence[str]) -> str:
    """Return the width that the texts of moves need, as a class of the style sheet.

    >>> width(["1", "2"]), width(["black 14>10"])
    ('short', 'long')
    """
    longest = max(map(len, moves), default=0)
    return next((name for name, most in WIDTHS.items() if longest <= most), "longest")


def _looks(choice: MoveView) -> str:
    return kind_of(choice.outcome) + (" best" if choice.is_best else "")


def bare_templates() -> Environment:
    """Return the templates, without globals. They escape text, and refuse unknown names."""
    return Environment(
        loader=FunctionLoader(template_text),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )


def home_page(cards: Sequence[Card], lead: str, policy: str = "", style: Html | None = None) -> str:
    """Return a home page of games, those with a page first.

    A page that is not served has its ``policy`` and its ``style`` inside.
    """
    shown = sorted(cards, key=lambda card: (not card.page, card.title))
    content = {"cards": shown, "lead": lead, "policy": policy, "style": style}
    return common_templates().get_template("home.html").render(content)


@lru_cache(maxsize=1)
def common_templates() -> Environment:
    """Return the templates for pages that are not about one solution."""
    made = bare_templates()
    made.globals.update(
        base=HERE,
        asset={name: _address(name) for name in ASSETS},
        bar=None,
        name="Solved games",
        rules=RulesPanel("", ()),
        headline=sentences.headline,
    )
    return made


def _men(game: Game[Any, Any]) -> object:
    """Return the shapes of the men of the two players, which a board game can derive."""
    made_from: object = game._made_from  # of another mode, the board game itself
    if isinstance(made_from, BoardGame) and made_from.kinds:
        return made_from.texts.men
    return game.looks


def templates(explorer: Walks, bar: GameBar | None = None) -> Environment:
    """Return the templates, with all that pages of an explorer have in common."""
    made = bare_templates()
    made.globals.update(
        base=HERE,
        asset={name: _address(name) for name in ASSETS},
        bar=bar,
        name=explorer.name,
        game_seats=explorer.seats,
        men=[Html(man) for man in men_of(_men(explorer.game), explorer.seats)],
        rules=RulesPanel.of(explorer.game),
        headline=sentences.headline,
        name_alone=sentences.name_alone,
        signed=sentences.signed,
        type_of=_type_of,
        with_code=_with_code,
    )
    return made


def board_of(
    explorer: Walks,
    place: Place,
    way: Sequence[Step],
    board: Picture,
    links: Mapping[str, tuple[Place, str, str]],
    outcomes: Mapping[str, Outcome] | None = None,
) -> Html:
    """Return a board with the last move marked on it, its shapes that play a move as links.

    ``links`` has for each move its place, its looks and its label. ``outcomes`` are shown in them.
    """
    shown = outcomes or {}

    def link(move: str) -> Html | None:
        if move not in links:
            return None
        to, looks, words = links[move]
        label = escaped(words)
        return filled(LINK, looks, to.query, move, label, label)

    def outcome(move: str, space: Space) -> Html:
        return outcome_svg(shown[move], space) if move in shown and space else Html("")

    if way:
        before, move = explorer.before(place, way), way[-1].move
        board = marked(board, before, move, keeps_colours=explorer.keeps_colours)
    return explorer.won(place, way)[-1].on(board.html(link, outcome))


NO_EDITOR = "The board of this game cannot be edited by clicking: type a position instead"
MOST_IN_A_FILE = 3_000  # positions of a game that is offered as one file
LARGE_OUTCOME = 26.0  # radius from which on a circle has two lines


@lru_cache(maxsize=4096)  # a game has few different outcomes and places
def outcome_svg(outcome: Outcome, space: Space) -> Html:
    """Return an outcome in a circle: a word or a score, and the plies; small ones have a sign.

    >>> outcome_svg(Outcome(Value.WIN, 11), ("50", "50", "15")).count("▲11")
    1
    """
    x, y, radius = map(float, space)
    plies = "∞" if outcome.remoteness is None else str(outcome.remoteness)
    word = kind_of(outcome) if outcome.score is None else sentences.signed(outcome.score)
    short = colours.APPEARANCES[outcome.value].sign + plies
    lines = [(0.0, 0.8, short if outcome.score is None else word)]
    if radius >= LARGE_OUTCOME:
        lines = [(-0.28, 0.5, word), (0.36, 0.6, plies)]
    texts = (
        element("text", line, x=f"{x:g}", y=f"{y + up * radius:.1f}", font_size=f"{size:.1f}")
        for up, size, line in _fitted(lines, radius)
    )
    circle = element("circle", cx=f"{x:g}", cy=f"{y:g}", r=f"{radius:g}")
    return element("g", circle, *texts, kind="outcome")


def _fitted(
    lines: Sequence[tuple[float, float, str]], radius: float
) -> Iterator[tuple[float, float, str]]:
    """Yield lines with the size of their letters, smaller if the text is long."""
    for up, size, line in lines:
        yield up, min(size, 2.2 / max(1, len(line))) * radius, line


def in_short(outcomes: Sequence[Outcome]) -> str:
    """Return the number of moves of each value as a sentence.

    >>> in_short([Outcome(Value.WIN, 5), Outcome(Value.DRAW, 4), Outcome(Value.DRAW, 6)])
    'Only one move wins. 2 moves draw.'
    """
    counts = Counter(outcome.value for outcome in outcomes)
    if len(outcomes) < 2:
        return "The only move." if outcomes else ""
    if len(counts) == 1:
        return ""
    texts: list[str] = []
    for value, (one, several) in VERBS.items():
        count = counts[value]
        if count:
            only = "Only one" if not texts else "One"
            texts.append(f"{only} move {one}." if count == 1 else f"{count} moves {several}.")
    return " ".join(texts)


VERBS = {
    Value.WIN: ("wins", "win"),
    Value.DRAW: ("draws", "draw"),
    Value.LOSS: ("loses", "lose"),
}
"""Verbs for one move of a value, and for several."""


def text_note(rules: Rules[Any, Any]) -> str:
    """Return a sentence on the letters of players in texts of positions, if it is needed."""
    if rules.draws_for_either and "format_for" not in rules.draws_for_either:
        return "The text is as the player to move sees the board."
    letters = letters_in_words(rules)
    return f"In the text, {letters}." if letters else ""


class Pages:
    """The pages of one solution."""

    def __init__(self, explorer: Views, bar: GameBar | None = None) -> None:
        self.explorer = explorer
        self.is_small = len(explorer.solution) <= MOST_IN_A_FILE
        """True if the game is offered as a page in one file."""
        self._templates = templates(explorer, bar)
        self._templates.globals.update(
            rows_at_once=ROWS_AT_ONCE,
            opponents=opponents.offered(explorer.rules.is_scored),
            opponent_in_words=opponents.in_words,
            kept_the_turn=KEPT_THE_TURN,
            plies=sentences.plies,
            kind=kind_of,
            looks=_looks,
            finds=FINDS,
            text_note=text_note(explorer.rules),
            is_small=self.is_small,
        )
        self._templates.globals["counts"] = Html(self._counts())

    def position(self, view: View, template: str = "position.html", *, base: str = HERE) -> str:
        """Return the page of a position, or with another template the content of a frame."""
        line, goes_on = ((), False) if view.hides_outcomes else self.explorer.line(view)
        won = self.explorer.won(view.place, [*view.way, *line])[len(view.way) + 1 :]
        return self.render(
            template,
            base=base,
            view=view,
            wishes=view.place.wishes,
            turn=self._turn(view),
            kind_here=kind_of(view.outcome),
            board=self._board(view),
            seat_to_move=None if view.has_ended else view.seat,
            points=self._points(view),
            in_short=in_short([choice.outcome for choice in view.choices]),
            forward=self._forward(view),
            best=self.explorer.best_text(view.position) if view.choices else "",
            history=None if view.hides_outcomes or not view.way else history(self.explorer, view),
            line=[
                (step, after.on(self.explorer.picture(step, is_small=True).html()))
                for step, after in zip(line, won, strict=True)
            ],
            goes_on=goes_on,
            width=width([choice.text for choice in view.choices]),
            is_long=len(view.choices) > MOVES_AT_ONCE,
            how_to_edit=self._how_to_edit,
            no_editor=NO_EDITOR,
            again=Place(wishes=view.place.wishes).query,
            json_query=view.place.alone.query,
            most_in_a_position=MOST_IN_A_POSITION,
        )

    @cached_property
    def _editor(self) -> Editor:
        """The board editor, which looks at some positions first."""
        return Editor(self.explorer)

    def editor(self, place: Place) -> str:
        """Return the page of the board editor."""
        edited = self._editor.at(place)

        def link(square: str) -> Html | None:
            if square not in edited.clicks:
                return None
            to, words = edited.clicks[square]
            return filled(CLICK, to.query, escaped(words), escaped(words))

        board = edited.board.html(link, lambda square, space: Html(""))
        return self.render(
            "edit.html",
            edited=edited,
            board=board,
            how_to_edit=self._how_to_edit,
            most_in_a_position=MOST_IN_A_POSITION,
        )

    @property
    def _how_to_edit(self) -> str:
        """Sentence on the way in which positions of the game are edited."""
        if self._editor.has_places:
            return "Click a place of the board to change it"
        if self._editor.has_numbers:
            return "Change the numbers of the position"
        return NO_EDITOR

    def render(self, template: str, **content: Any) -> str:
        """Return a page from a template."""
        return self._templates.get_template(template).render(content)

    def _board(self, view: View) -> Html:
        """Return the board, its shapes that play a move as links."""
        links = {
            choice.move: (
                choice.place,
                "draw" if view.hides_outcomes else f"{_looks(choice)} valued",
                choice.text + ("" if view.hides_outcomes else f": {choice.outcome}"),
            )
            for choice in view.choices
        }
        outcomes = {choice.move: choice.outcome for choice in view.choices}
        if view.hides_outcomes:
            outcomes = {}
        return board_of(self.explorer, view.place, view.way, view.board, links, outcomes)

    def _points(self, view: View) -> tuple[int, int] | None:
        """Return the points that each player has won on the way, or None without gains."""
        if not self.explorer.rules.has_gains:
            return None
        won = winnings(view.way)
        return won.first, won.second

    def _forward(self, view: View) -> Place | None:
        """Return the place of the next move that was taken back, or else of a best move."""
        if view.place.ahead or view.hides_outcomes:
            return view.place.forward
        return view.choices[0].place if view.choices else None

    def _turn(self, view: View) -> str:
        if view.has_ended:
            return "The end"
        return sentences.headline(f"{view.player} to move")

    def _counts(self) -> str:
        counts, solution = self.explorer.counts, self.explorer.solution
        rows = bars(counts)
        return self.render(
            "counts.html",
            bars=rows,
            scores=score_bars(counts),
            counted=sentences.positions_counted(
                solution.game, solution.start, sum(counts.values())
            ),
            whose=sentences.for_the_mover(self.explorer.rules),
            sums=[(sentences.WORDS[value], total(counts, value)) for value in colours.APPEARANCES],
            is_long=len(rows) > ROWS_AT_ONCE,
            notes=[
                sentences.capital(note)
                for note in (*solution.how.notes, *sentences.endless_in_words(self.explorer.rules))
            ],
        )
