"""Opponents of the explorer: their choices, their replies, and whole matches through links."""

from collections import Counter
from random import Random
from typing import NamedTuple

import pytest

from games import GobbletGobblers, Nim, PongHauKi, Quixo, TicTacToe
from gamesolver import Game, MoveRow, Outcome, Solution, Value, load, solve
from gamesolver.web import addresses, app
from gamesolver.web.opponents import choice
from tests.support.explorer_calls import Page, fetch, follow
from tests.support.scale import scaled
from tests.support.scored_games import Coins, Treasure
from tests.support.seen_from_mover import Circling, Ring, TwiceEach

SOLUTION = solve(TicTacToe())
EXPLORER = app(SOLUTION)
EACH = pytest.mark.parametrize(
    "opponent", ["perfect", "value", "errs-10", "errs-4", "errs-3", "errs-2", "random"]
)

ROWS = [
    MoveRow("fast", 0, Outcome(Value.WIN, 3), True),
    MoveRow("slow", 1, Outcome(Value.WIN, 5), False),
    MoveRow("draws", 2, Outcome(Value.DRAW, 4), False),
    MoveRow("loses", 3, Outcome(Value.LOSS, 2), False),
]
ALL = {row.move for row in ROWS}
SCORED = [
    MoveRow("most", 0, Outcome(Value.WIN, 3, 2), True),
    MoveRow("less", 1, Outcome(Value.LOSS, 5, -1), False, gain=1),
    MoveRow("least", 2, Outcome(Value.LOSS, 5, -4), False),
]
ALL_SCORED = {row.move for row in SCORED}
CHOSEN = {"perfect": {"fast"}, "value": {"fast", "slow"}, "random": ALL, "errs-1": ALL - {"fast"},
          "errs-2": ALL, "errs-10": ALL}  # fmt: skip


@pytest.mark.parametrize("opponent", CHOSEN)
def test_opponents_choose_as_they_are_called(opponent):
    """Each opponent eventually chooses every move that it may choose, and no other."""
    luck = Random(1)
    assert {choice(opponent, ROWS, luck).move for _ in range(400)} == CHOSEN[opponent]


@pytest.mark.parametrize(
    ("won", "kept"), [(0, {"most"}), (2, {"most", "less"}), (4, {"most", "less"}), (-9, ALL_SCORED)]
)
def test_in_no_hurry_whichever_player_is_ahead_may_lose_a_little(won, kept):
    """In games with scores, opponent ``value`` preserves the winner of the match, not the score."""
    luck = Random(1)
    assert {choice("value", SCORED, luck, won).move for _ in range(400)} == kept


@pytest.mark.parametrize("won", [0, 2, -9])
def test_who_keeps_the_score_is_in_no_hurry_for_it(won):
    """Opponent ``score`` preserves the score, but not the number of plies, at any lead."""
    luck = Random(1)
    rows = [*SCORED, MoveRow("later", 3, Outcome(Value.WIN, 9, 2), False)]
    kept = {choice("score", rows, luck, won).move for _ in range(400)}
    assert kept == {"most", "later"}


def test_an_opponent_by_score_answers_on_a_page():
    """Opponent ``score`` is offered only in games with scores, and preserves the best score."""
    lone = app(solve(Treasure(endless=1)))
    moves = {
        fetch(lone, "/?move=take&opponent=score").headers["location"].split("&")[1]
        for _ in range(60)
    }
    assert moves == {"move=walk", "move=yield"}
    there = fetch(app(solve(Coins())), "/?move=last&opponent=score").headers["location"]
    assert there == "/?move=last&move=last&opponent=score&seat=1"
    page = Page(fetch(lone, "/").text)
    assert "perfect by score, in no hurry" in page.all("select", id="opponent")[0]["text"]
    assert "by score" not in Page(fetch(EXPLORER, "/").text).all("select", id="opponent")[0]["text"]


@pytest.mark.parametrize("one_in", [2, 4, 10])
def test_an_opponent_errs_as_often_as_it_states(one_in):
    """Of 4,000 choices, one in N is not best, within four standard deviations."""
    luck, tries = Random(one_in), 4_000
    erred = sum(not choice(f"errs-{one_in}", ROWS, luck).is_best for _ in range(tries))
    expected = tries / one_in
    assert abs(erred - expected) < 4 * (expected * (1 - 1 / one_in)) ** 0.5


def test_no_player_errs_where_every_move_is_best():
    """If every move is best, an erring opponent takes a best move."""
    assert choice("errs-1", ROWS[:1], Random(1)).move == "fast"


@EACH
def test_an_answer_is_an_address(opponent):
    """A move against an opponent redirects once, to the position after a legal reply."""
    page = Page(fetch(EXPLORER, f"/?opponent={opponent}&seat=1").text)
    for move, _, address in page.moves():
        answer = fetch(EXPLORER, address)
        assert answer.code == 303
        there = answer.headers["location"]
        way = [part for part in there[2:].split("&") if part.startswith("move=")]
        assert way[0] == f"move={move}"
        assert len(way) == 2
        assert there.endswith(f"&opponent={opponent}&seat=1")
        shown = fetch(EXPLORER, there)
        assert shown.code == 200
        assert fetch(EXPLORER, there).body == shown.body  # nothing on the page is random


def test_a_perfect_opponent_has_only_best_answers():
    """A perfect opponent always replies to a corner with the centre, the only drawing move."""
    answers = {fetch(EXPLORER, "/?move=0&opponent=perfect").headers["location"] for _ in range(20)}
    assert answers == {"/?move=0&move=4&opponent=perfect&seat=1"}


def test_an_opponent_may_have_the_first_move():
    """An opponent in seat 0 makes the first move, and then waits for the other player."""
    answer, address = follow(EXPLORER, "/?opponent=random&seat=0")
    assert answer.code == 200
    assert address.count("move=") == 1
    assert Page(answer.text).all("p", class_="turn")[0]["text"] == "o to move"


def test_an_opponent_who_keeps_the_turn_moves_on():
    """An opponent that keeps the turn makes both moves in one reply."""
    explorer = app(solve(TwiceEach()))
    there = fetch(explorer, "/?move=1&move=1&opponent=perfect").headers["location"]
    assert there.count("move=") == 4
    assert fetch(explorer, there).code == 200
    assert fetch(explorer, "/?move=1&opponent=perfect").code == 200  # one move is left


@pytest.mark.parametrize("plies", [0, 1, 49, 50, 51, 99, 100])
def test_an_opponent_who_moves_for_ever_comes_to_a_page(plies):
    """After fifty moves in a row the opponent waits, from any starting ply, and links lead on."""
    explorer = app(solve(Ring()))
    address = f"/?{'move=on&' * plies}opponent=random&seat=1"
    queried = fetch(explorer, address)
    for _ in range(2):
        if queried.code == 303:
            address = queried.headers["location"]
            queried = fetch(explorer, address)
    assert queried.code == 200
    assert address.count("move=on") >= 50
    page = Page(queried.text)
    assert [each["text"] for each in page.all("p", class_="waits")] == [
        "The opponent has moved 50 times in a row and is still to move: choose a move for it, "
        "or go on without an opponent"
    ]
    assert fetch(explorer, page.moves()[0][2]).code == (303 if plies == 100 else 200)


def test_only_an_opponent_who_keeps_the_turn_waits():
    """A page without an opponent to move does not say that the opponent waits."""
    explorer, way = app(solve(Ring())), "move=on&" * 60
    for address in (f"/?{way}", f"/?{way}opponent=random&seat=0", f"/?{way}seat=1"):
        answer = fetch(explorer, address)
        assert answer.code == 200
        assert not Page(answer.text).all("p", class_="waits")


def test_back_is_ones_own_last_turn():
    """The link back undoes the opponent's reply and the player's move, and ends at the root."""
    for way, back in (
        ("move=4&move=0", "/?next=4&next=0&"),
        ("move=4&move=0&move=1&move=7", "/?move=4&move=0&next=1&next=7&"),
    ):
        page = Page(fetch(EXPLORER, f"/?{way}&opponent=perfect&seat=1").text)
        assert [each["href"] for each in page.all("a", rel="prev")] == [
            f"{back}opponent=perfect&seat=1"
        ]
    first = Page(fetch(EXPLORER, "/?move=4&opponent=perfect&seat=0").text)
    assert not first.all("a", rel="prev")


def test_every_link_of_a_page_keeps_the_wishes():
    """All links and the form of a page keep the opponent, its seat and hidden outcomes."""
    page = Page(fetch(EXPLORER, "/?move=4&move=0&opponent=errs-7&seat=1&outcomes=hidden").text)
    links = [each["href"] for each in page.all("a") if each.get("href", "").startswith("/?")]
    assert len(links) > 9
    assert all(link.endswith("opponent=errs-7&seat=1&outcomes=hidden") for link in links)
    hidden = [(each["name"], each["value"]) for each in page.all("input", type="hidden")]
    assert hidden[:2] == [("move", "4"), ("move", "0")]
    assert ("opponent", "errs-7") in hidden[2:]
    chosen = [each["value"] for each in page.all("option") if "selected" in each]
    assert chosen == ["errs-7", "1"]
    assert "errs one time in 7" in page.all("select", id="opponent")[0]["text"]


def test_a_form_without_an_opponent_is_a_page_as_ever():
    """A form without an opponent shows the position, with links without the empty choice."""
    page = Page(fetch(EXPLORER, "/?move=4&opponent=&seat=1").text)
    assert page.moves()[0][2] == "/?move=4&move=0"
    page = Page(fetch(EXPLORER, "/?move=4&opponent=&seat=0").text)  # for a later opponent
    assert page.moves()[0][2] == "/?move=4&move=0&seat=0"


def test_json_has_no_opponents():
    """The JSON API refuses an opponent, and pages link to it without display options."""
    answer = fetch(EXPLORER, "/api/position?opponent=perfect")
    assert answer.code == 400
    assert answer.json["error"].startswith("unknown parameter 'opponent': expected 'from' ")
    page = Page(fetch(EXPLORER, "/?move=4&outcomes=hidden").text)
    assert "/api/position?move=4" in [each.get("href") for each in page.all("a")]


BAD = [
    ("opponent=strong", "unknown opponent 'strong': expected perfect, value, score in a game "
     "with scores, random, or errs-N, which errs one time in N"),
    ("opponent=score", "unknown opponent 'score': expected perfect, value, score in a game with "
     "scores, random, or errs-N, which errs one time in N"),
    ("opponent=errs-0", "unknown opponent 'errs-0': expected perfect, value, score in a game "
     "with scores, random, or errs-N, which errs one time in N"),
    ("opponent=random&seat=2", "bad seat '2': expected 0 or 1, the seat of the opponent"),
    ("outcomes=no", "bad outcomes 'no': expected 'hidden' or 'shown'"),
    ("opponent=random&opponent=perfect", "expected one opponent in 'opponent', got 2"),
    ("at=x", "unknown parameter 'at': expected 'from' with a position, 'mover' with the seat to "
     "move there, and 'move' for each move from there; and 'opponent', 'seat' and 'outcomes', how "
     "it is shown"),
]  # fmt: skip


@pytest.mark.parametrize(("query", "reported"), BAD, ids=[reported for _, reported in BAD])
def test_wishes_that_cannot_be_are_refused(query, reported):
    """Bad values of ``opponent``, ``seat`` and ``outcomes`` are refused with a message."""
    answer = fetch(EXPLORER, f"/?{query}")
    assert answer.code == 400
    assert Page(answer.text).all("h1")[0]["text"] == reported[0].upper() + reported[1:]


@pytest.fixture(scope="module")
def from_a_file(tmp_path_factory):
    """Solution of a compiled game, loaded from a file."""
    path = tmp_path_factory.mktemp("files") / "gobblet.solution"
    solve(GobbletGobblers(sizes=1, copies=3)).save(path)
    return load(path)


@pytest.mark.parametrize(
    ("opponent", "seat"),
    [
        *(("perfect", 0), ("random", 1), ("errs-2", 0)),
        *(("perfect", 1), ("random", 0), ("errs-2", 1)),
    ],
)
def test_a_whole_match_against_a_file(from_a_file, monkeypatch, opponent, seat):
    """A match can be played to its end by links; no page counts or lists all positions."""
    explorer, luck = app(from_a_file), Random(seat)

    def refused(*_):
        raise AssertionError("a page looked at all positions")

    monkeypatch.setattr(Solution, "counts", refused)
    monkeypatch.setattr(Solution, "__iter__", refused)
    answer, _ = follow(explorer, f"/?opponent={opponent}&seat={seat}")
    for _ in range(400):
        assert answer.code == 200
        page = Page(answer.text)
        if page.all("p", class_="over"):
            break
        links = page.moves()
        answer, address = follow(explorer, luck.choice(links)[2])
        assert f"&opponent={opponent}&seat={seat}" in address
    assert page.all("p", class_="turn")[0]["text"] == "The end"
    loser = page.all("h1")[0]["text"]
    if opponent == "perfect":  # the random player does not win
        assert _winner(page) in (None, seat), loser


def _winner(page):
    """Return the seat that has won, from the last row of the history."""
    reported = page.all("section", class_="history")[0]["text"].split("has won")
    return None if len(reported) == 1 else int("Second player" in reported[-2][-16:])


@pytest.mark.parametrize("game", [Circling(), PongHauKi()], ids=repr)
def test_a_match_without_end_goes_on_in_addresses_with_one(game, monkeypatch):
    """In a long match against an opponent, addresses keep at most the maximum number of moves.

    The maximum is twenty here.
    """
    monkeypatch.setattr(addresses, "MOST_MOVES", 20)
    explorer = app(solve(game))
    answer, address = follow(explorer, "/?opponent=perfect&seat=0")
    longest = 0
    for _ in range(scaled(20, 150)):
        moves = Page(answer.text).moves()
        if not moves:
            answer, address = follow(explorer, "/?opponent=perfect&seat=0")
            continue
        answer, address = follow(explorer, moves[0][2])
        longest = max(longest, address.count("move="))
        assert answer.code == 200
        assert fetch(explorer, address).code == 200
    assert longest <= 20


@pytest.mark.parametrize(
    ("game", "words", "most"),
    [(Quixo(size=3), "a3 to", 12), (Nim(), "take", 14)],
    ids=repr,
)
def test_addresses_do_not_grow_with_the_words_of_moves(game, words, most):
    """The page shows the long text of each move, and links contain a shorter one."""
    explorer, address = app(solve(game)), "/"
    for ply in range(1, 5):
        page = Page(fetch(explorer, address).text)
        moves = [each for each in page.moves() if each[0].startswith(words)] or page.moves()
        assert len(moves[0][0]) > len(moves[0][2]) / ply - len("move=")
        address = moves[0][2]
        assert len(address) <= len("/?") + ply * (len("&move=") + most)
        played = Page(fetch(explorer, address).text).all("p", class_="last-move")[0]["text"]
        assert moves[0][0] in played


def test_texts_of_files_are_read_in_addresses_whatever_the_game_reads():
    """Links contain the text of files, which works even if the game cannot parse it."""
    explorer = app(solve(Wordy()))
    moves = Page(fetch(explorer, "/").text).moves()
    assert sorted(address for _, _, address in moves) == [f"/?move={each}" for each in range(9)]
    for words, _, address in moves:
        played = Page(fetch(explorer, address).text).all("p", class_="last-move")[0]["text"]
        assert played.endswith(words)
        assert fetch(explorer, f"/?move={words}".replace(" ", "%20")).code == 200


def test_a_text_that_means_another_move_stays_out_of_addresses():
    """An ambiguous text of files, or one that names another move, is not used in links."""

    class Ambiguous(Wordy):
        def stored_move(self, move):
            return ("4", "4", "square number 8", "3")[min(move, 3)] if move < 4 else str(move)

    moves = Page(fetch(app(solve(Ambiguous())), "/").text).moves()
    called = {words: address.removeprefix("/?move=") for words, _, address in moves}
    assert [called[f"square number {each}"] for each in range(9)] == [
        *(f"square%20number%20{each}" for each in (0, 1, 2)),
        "3",
        "square%20number%204",
        *("5", "6", "7", "8"),
    ]


class Wordy(TicTacToe):
    """Tic-tac-toe with long texts of moves, and numbers in files that it cannot parse."""

    def format_move(self, move):
        return f"square number {move}"

    def stored_move(self, move):
        return str(move)


def test_equal_moves_keep_the_words_of_their_own():
    """Equal moves of different types at two positions keep their own texts in links."""
    explorer = app(solve(Placing()))
    for address, kind in (("/", "Place"), ("/?from=2", "Slide"), ("/", "Place")):
        moves = Page(fetch(explorer, address).text).moves()
        assert sorted(words for words, _, _ in moves) == [f"{kind} 01", f"{kind} 10"]
        assert {fetch(explorer, to).code for _, _, to in moves} == {200}


class Place(NamedTuple):
    """A move that places a piece."""

    row: int
    column: int


class Slide(NamedTuple):
    """A move that slides a piece."""

    here: int
    there: int


class Placing(Game):
    """Game with two moves at each position: first places, then slides, as equal tuples."""

    def start(self):
        return 0

    def moves(self, position):
        kind = Place if position < 2 else Slide
        return [kind(0, 1), kind(1, 0)]

    def play(self, position, move):
        return position + 1 + move[0]

    def terminal_value(self, position):
        return Value.LOSS if position >= 4 else None

    def format_move(self, move):
        return f"{type(move).__name__} {move[0]}{move[1]}"


def test_a_text_that_no_address_can_hold_stays_out_of_it():
    """If a text cannot be encoded in an address, links contain the move's display text."""

    class Odd(Wordy):
        def stored_move(self, move):
            return f"\ud800{move}"

    explorer = app(solve(Odd()))
    for words, _, address in Page(fetch(explorer, "/").text).moves():
        assert address == f"/?move={words}".replace(" ", "%20")
        assert fetch(explorer, address).code == 200


def test_moves_that_cannot_be_hashed_are_shown_all_the_same():
    """Pages show unhashable moves, although ``check_game`` reports them as a violation."""

    class Listed(Game):
        def start(self):
            return 5

        def moves(self, position):
            return [[take] for take in range(1, min(position, 2) + 1)]

        def play(self, position, move):
            return position - move[0]

        def terminal_value(self, position):
            return None if position else Value.LOSS

    explorer = app(solve(Listed()))
    for query, order in (("", ["[2]", "[1]"]), ("?outcomes=hidden", ["[1]", "[2]"])):
        moves = Page(fetch(explorer, f"/{query}").text).moves()
        assert [move for move, _, _ in moves] == order
        for _, _, address in moves:
            assert fetch(explorer, address).code == 200


def test_moves_are_hidden_on_demand():
    """With outcomes hidden, moves are in the game's order, without outcomes or colours."""
    page = Page(fetch(EXPLORER, "/?move=4&move=1&outcomes=hidden").text)
    assert page.all("h1")[0]["text"] == "x to move"
    assert [move for move, _, _ in page.moves()] == list("0235678")
    assert {words for _, words, _ in page.moves()} == {""}
    rules = page.all("section", class_="tab-rules")[0]["text"]
    main = page.all("div", class_="place")[0]["text"].replace(rules, "")
    assert not any(word in main for word in ("win in", "wins", "loss", "draw in", "Keep"))
    kinds = Counter(each.get("class") for each in page.all("a") if "data-move" in each)
    assert kinds == {"draw": 14}
    assert not page.all("section", class_="line")
    assert not page.all("section", class_="history")
    assert not page.all("section", class_="counts")  # in a small game they reveal the outcome
    assert "wins" not in page.all("title")[0]["text"]


def test_the_end_hides_nothing():
    """At a terminal position the winner and the history are shown despite hidden outcomes."""
    page = Page(fetch(EXPLORER, "/?from=xx.oo....&move=2&outcomes=hidden").text)
    assert page.all("h1")[0]["text"] == "x has won"
    assert page.all("section", class_="history")


class Halved(TicTacToe):
    """Tic-tac-toe with one file text for two moves, parsed as the first of them."""

    def stored_move(self, move):
        return f"m{move // 2}"

    def parse_move(self, position, text):
        for move in self.moves(position):
            if text in (self.format_move(move), self.stored_move(move)):
                return move
        raise self.illegal(position, text)


class Crossed(Halved):
    """Variant in which the text of a move is the file text of the move before it."""

    def format_move(self, move):
        return f"m{move}"

    def stored_move(self, move):
        return f"m{move + 1}"


def test_no_link_plays_another_move():
    """Each move's own text plays this move, even if it is the file text of another move."""
    game = Halved()
    explorer = app(solve(game))
    rows = fetch(explorer, "/api/position").json["moves"]
    assert len(rows) == 9
    for row in rows:
        reached = fetch(explorer, f"/api/position?move={row['move']}").json["position"]
        assert reached == game.format(game.play(game.start(), int(row["move"])))


def test_words_that_are_read_as_another_move_play_neither():
    """A move text that ``parse_move`` reads as another move is refused as a violation."""
    explorer = app(solve(Crossed()))
    assert fetch(explorer, "/api/position?move=m0").code == 200
    answer = fetch(explorer, "/api/position?move=m1")
    assert (answer.code, answer.json["error"]) == (
        500,
        "Crossed breaks its contract: parse_move('.........', 'm1') returned 0: expected 1, "
        "which format_move writes as that text",
    )


def test_a_text_that_files_have_for_two_moves_plays_neither():
    """A file text of two moves is refused, with the list of legal moves."""
    answer = fetch(app(solve(Halved())), "/api/position?move=m1")
    assert answer.code == 400
    assert answer.json["error"] == (
        "illegal move m1 in position '.........': legal moves are 0, 1, 2, 3, 4, 5, 6, 7, 8"
    )


def test_words_of_two_moves_play_neither():
    """A text that ``format_move`` gives to two moves is refused as a violation."""

    class Alike(TicTacToe):
        def format_move(self, move):
            return f"s{move // 2}"

    answer = fetch(app(solve(Alike())), "/api/position?move=s1")
    assert answer.code == 500
    assert (
        "moves 2 and 3 at position '.........' are both 's1' in format_move"
        in (answer.json["error"])
    )
