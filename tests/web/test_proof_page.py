"""Proofs as a page in one file: every link leads to a section with a proved outcome."""

import re
from html import unescape

import pytest

pytest.importorskip("jinja2")

from games import Nim, TicTacToe
from gamesolver import InvalidArgumentError, find_game, prove
from gamesolver.web import write_proof
from tests.support.at_the_terminal import called


def page_of(tmp_path, proof, **options):
    """Return the text of the page of a proof."""
    write_proof(proof, tmp_path / "proof.html", **options)
    return (tmp_path / "proof.html").read_text()


def sections_of(page):
    """Return the sections by their numbers."""
    parts = re.split(r'<section class="proved" id="p(\d+)">', page)
    return {int(number): text for number, text in zip(parts[1::2], parts[2::2], strict=True)}


def test_a_win_is_clicked_through_to_its_ends(tmp_path):
    """The page of a win has one move, all replies with outcomes, the answers and the ends."""
    game = TicTacToe()
    sections = sections_of(page_of(tmp_path, prove(game, game.parse("xo..x...o"))))
    assert "x wins in 3 plies" in sections[0]
    assert "The move that holds" in sections[0]
    assert "x wins in 2 plies" in sections[1]
    assert sections[1].count('<span class="result">loss in 2</span>') == 4
    links = {
        int(each) for text in sections.values() for each in re.findall(r'href="#p(\d+)"', text)
    }
    assert links == set(sections)
    assert sum("Play has ended here." in text for text in sections.values()) >= 2


@pytest.mark.parametrize("name", ["hexapawn", "pong-hau-ki", "three-mens-morris"])
def test_a_page_has_as_many_positions_as_are_enough(name, tmp_path):
    """A page has the given number of positions, no dead links and no script."""
    page = page_of(tmp_path, prove(find_game(name)()), most=12)
    sections = sections_of(page)
    assert len(sections) == 12
    assert {int(each) for each in re.findall(r'href="#p(\d+)"', page)} <= set(sections)
    assert "default-src 'none'; style-src 'sha256-" in unescape(page)
    assert "<script" not in page


def test_what_is_no_proof_is_refused(tmp_path):
    """A game instead of a proof, and a limit of no positions, are refused."""
    for proof, options, message in (
        (TicTacToe(), {}, "bad proof TicTacToe(): expected a Proof, as prove returns it"),
        (prove(Nim()), {"most": 0}, "bad most 0: expected a whole number from 1 on"),
    ):
        with pytest.raises(InvalidArgumentError) as caught:
            write_proof(proof, tmp_path / "proof.html", **options)
        assert str(caught.value) == message


def test_a_page_from_the_terminal(tmp_path):
    """``gamesolver prove --page`` writes the page in addition to its normal output."""
    out = tmp_path / "proof.html"
    assert (
        "x wins in 3 plies" in called("prove", "tic-tac-toe", "xo..x...o", "--page", str(out)).out
    )
    assert "x wins in 3 plies" in out.read_text()
