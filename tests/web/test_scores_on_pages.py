"""Scores on the explorer's pages: headings, points so far, history, counts and JSON."""

from functools import cache

import pytest

from games.sowing.plain import PlainKalah
from gamesolver import Game, solve
from gamesolver.web import app
from tests.support.explorer_calls import Page, at, fetch
from tests.support.scored_games import Chase, Coins, Counters, Race, Treasure

COINS, RACE, CHASE = solve(Coins()), solve(Race()), solve(Chase())
MIDDLE = 50  # of the chart, the place of draws
LOST = "/?move=last&move=last&move=last&move=first"


explorer = cache(app)


def page_of(solution, address):
    """Return the parsed page at an address."""
    answer = fetch(explorer(solution), address)
    assert answer.code == 200
    return Page(answer.text)


def texts(page, tag, **attributes):
    """Return the texts of elements, with single spaces."""
    return [" ".join(each["text"].split()) for each in page.all(tag, **attributes)]


def test_the_headline_states_by_how_much():
    """The headline has winner, margin and plies, *from here on* with gains, or infinite play."""
    assert texts(page_of(COINS, "/"), "h1") == ["Left wins by 12 in 5 plies"]
    assert texts(page_of(COINS, LOST), "h1") == ["From here on right wins by 7 in 1 ply"]
    assert texts(page_of(COINS, f"{LOST}&move=first"), "h1") == ["Play has ended"]
    assert texts(page_of(CHASE, "/"), "h1") == ["Mouse wins, and play goes on for ever"]


@pytest.mark.parametrize(
    ("address", "reported"),
    [
        ("/", []),
        ("/?move=last", ["So far left 6, right 0: left wins the match by 12"]),
        (LOST, ["So far left 9, right 4: right wins the match by 2"]),
        (f"{LOST}&move=first", ["Left 9, right 11: right has won the match by 2"]),
        (f"{LOST}&outcomes=hidden", ["So far left 9, right 4"]),
        ("/?from=2+7+1/left&move=last", ["So far left 1, right 0"]),
        ("/?from=2+7+1/left", []),
    ],
)
def test_what_was_won_so_far(address, reported):
    """A page has the points of both players, and the winner if it knows the whole match."""
    assert texts(page_of(COINS, address), "p", class_="so-far") == reported


@pytest.mark.parametrize(("solution", "whose"), [(COINS, ", from here on"), (RACE, "")], ids=repr)
def test_counts_state_from_when_on(solution, whose):
    """Positions are counted by their score from here on, if moves gain points."""
    sums = texts(page_of(solution, "/"), "p", class_="sums")[0]
    assert sums.endswith(f" for the player to move{whose}")


def test_stores_hold_the_seeds_won_so_far():
    """In Kalah, the store of a player has as many seeds as the player's moves have gained."""
    game = PlainKalah(houses=2, seeds=2)
    solution = solve(game)
    place, position, won = "/?", game.start(), [0, 0]
    while True:
        page = fetch(explorer(solution), place).text
        assert [seeds_in(page, seat) for seat in (0, 1)] == won
        if game.terminal_score(position) is not None:
            assert sum(won) > 0
            return
        move = next(iter(game.moves(position)))
        won[game.player(position)] += game.gain(position, move)
        place += f"&move={game.stored_move(move)}"
        position = game.play(position, move)


def seeds_in(page, seat):
    """Return the number of seeds drawn in a player's store."""
    store = page.partition(f'<g class="store-{seat}"')[2].partition("</g>")[0]
    return store.count("<circle")


def test_each_player_has_the_points_won_so_far():
    """Points are shown next to the players' names in a game with gains, and not in others."""
    for address, points in (("/", ["0", "0"]), (LOST, ["9", "4"])):
        assert texts(page_of(COINS, address), "b", class_="points") == points
    assert not page_of(RACE, "/?move=1").all("b", class_="points")


def test_a_game_without_gains_has_won_nothing_so_far():
    """A page of a game without gains has no sums and no gains of moves."""
    page = page_of(RACE, "/?move=1")
    assert not page.all("p", class_="so-far")
    assert not page.all("span", class_="gain")


class Choice(Game):
    """A game of one move, in which each move has a given score."""

    def __init__(self, scores):
        self.scores = scores

    def start(self):
        return None

    def moves(self, position):
        return range(len(self.scores))

    def play(self, position, move):
        return move

    def terminal_score(self, position):
        return None if position is None else -self.scores[position]


@pytest.mark.parametrize(
    ("scores", "reported"),
    [
        ((3, 1, 0, -2), ["Keep the win by 3", "Give 2 away: win by 1", "Give 3 away: draw",
                         "Give 5 away: loss by 2"]),
        ((0, -1), ["Keep the draw", "Give 1 away: loss by 1"]),
        ((-2, -5), ["Lose by 2, and no more", "Give 3 away: loss by 5"]),
        ((3,), ["Every move keeps the win by 3"]),
        ((0,), ["Every move keeps the draw"]),
        ((-2,), ["Every move loses by 2"]),
    ],
)  # fmt: skip
def test_moves_stand_under_what_they_keep(scores, reported):
    """Headings of moves name the score that is kept, or the loss and the remaining score."""
    assert texts(page_of(solve(Choice(scores)), "/"), "h3") == reported


def test_moves_are_grouped_by_score():
    """Wins by different scores have different headings; gains are shown next to the moves."""
    page = page_of(RACE, "/?move=2&move=1")
    assert texts(page, "h3") == ["Keep the win by 2", "Give 1 away: win by 1",
                                 "Give 5 away: loss by 3"]  # fmt: skip
    page = page_of(COINS, "/")
    assert texts(page, "h3") == ["Keep the win by 12", "Give 20 away: loss by 8"]
    assert texts(page, "span", class_="gain") == ["+6", "+2"]
    labels = [each["aria-label"] for each in page.all("a") if "tabindex" in each]
    assert labels == ["first (+2): loss by 8 in 5", "last (+6): win by 12 in 5"]


# ── game history ───────────────────────────────────────────────────────────


def reported_of(solution, *way):
    """Return text, spot and mistake of each row of the history after some moves."""
    rows = page_of(solution, f"/{at(None, *way)}").history()
    return [(moment.words, moment.spot, moment.mistake) for moment in rows]


def test_the_history_is_of_the_match():
    """Scores in the history include earlier gains, so best moves do not change them."""
    rows = reported_of(COINS, "last", "last", "last", "first", "first")
    assert [words for words, _, _ in rows] == [
        "Left wins by 12 in 5", "Left wins by 12 in 4", "Left wins by 12 in 3",
        "Left wins by 12 in 2", "Right wins by 2 in 1", "Right has won by 2",
    ]  # fmt: skip
    assert [mistake for _, _, mistake in rows] == ["", "", "", "", "gives 14 away", ""]


def test_the_history_shows_by_how_much_across():
    """In the history a larger win lies further out, on the side of the winner."""
    spots = [spot for _, spot, _ in reported_of(RACE, "2", "1", "3")]
    words = [words for words, _, _ in reported_of(RACE, "2", "1", "3")]
    assert words == ["Red wins by 1 in 3", "Blue wins by 1 in 1", "Red wins by 2 in 1",
                     "Red has won by 2"]  # fmt: skip
    assert spots[1] < MIDDLE < spots[0] < spots[2] == spots[3]
    assert MIDDLE - spots[1] == pytest.approx(spots[0] - MIDDLE)


def test_endless_wins_are_on_the_side_of_the_winner():
    """A win by infinite play is called endless, and lies on the side of the winner."""
    rows = reported_of(CHASE, "stay", "back", "stay")
    assert [words for words, _, _ in rows] == ["Mouse wins, endless"] * 3 + ["Cat wins in 1"]
    assert rows[-1][2] == "gives the win away"
    assert rows[0][1] > MIDDLE > rows[-1][1]
    assert (
        reported_of(solve(Treasure(endless=-1)), "take", "walk")[-1][0] == "Hero wins by 1, endless"
    )


@pytest.mark.parametrize("game", [Coins(), Counters(), Race(), Treasure(), Treasure(endless=-1)])
def test_only_what_is_worse_is_a_mistake(game):
    """Best moves are never mistakes; every other move is reported with its cost."""
    solution = solve(game)
    way = tuple(game.format_move(row.move) for row in solution.mainline())
    assert not any(mistake for _, _, mistake in reported_of(solution, *way))
    best, *others = solution.moves(solution.start)
    for row in others:
        cost = best.outcome.score - row.outcome.score
        mistake = reported_of(solution, game.format_move(row.move))[-1][2]
        assert mistake == (f"gives {cost} away" if cost else "")


# ── counts, and JSON ───────────────────────────────────────────────────────


def test_counts_are_by_score_and_by_plies():
    """The counts have a row for each score and for each number of plies."""
    page = page_of(RACE, "/")
    assert texts(page, "section", class_="counts")[0].startswith("All positions by score 14 ")
    heads = [each["text"] for each in page.all("th", scope="row")]
    assert heads == ["win by 3", "win by 2", "win by 1", "loss by 1", "loss by 2", "loss by 3",
                     "0", "1", "2", "3"]  # fmt: skip
    page = page_of(CHASE, "/")
    assert [each["text"] for each in page.all("th", scope="row")] == ["0", "1", "endless"]
    assert "Infinite play is a win for mouse" in texts(page, "b")


def test_json_has_gains_on_the_way():
    """JSON has the gain of each move, listed or played; without gains the key is absent."""
    answer = fetch(app(COINS), f"/api/position{LOST[1:]}").json
    assert [step["gain"] for step in answer["way"]] == [6, 4, 1, 2]
    assert [move["gain"] for move in answer["moves"]] == [7]
    assert "gain" not in fetch(app(RACE), "/api/position").json["moves"][0]
