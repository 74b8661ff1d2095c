"""Citations in the files of figures, as the pages of games read them."""

import tomllib

import pytest

from tests.support.shelf_pages import shelf_pages

PAGES = shelf_pages()

MIXED = (
    "does not name the published figures: its source is of 2 kinds, published and recomputed; "
    'expected published = [names of figures], or said = { outcome = "win" } if the publication '
    "has no more"
)
BOOK, OURS = (
    'source = "A. B, 2005;the rest by this library alone"',
    'source = "By this library alone"',
)
IN_A_LIST = "expected figures in a list, each once, as in ['outcome']"
AS_IN = 'expected published figures, as in { outcome = "win" }'
OTHERS = 'expected other sources of figures, as in { outcome = "a book" }'
SOURCE_HEADS = {
    f'published = ["outcome"]\n{OURS}': "has published = ['outcome'], and no publication in its "
    "source, which is ours alone: expected the publication in the source, or no published",
    f'said = {{ outcome = "win" }}\n{OURS}': "has said = {'outcome': 'win'}, and no publication in "
    "its source, which is ours alone: expected the publication in the source, or no said",
    'said = { outcome = "win" }\nsource = "a book"': "has said, and no source of the "
    "rest: expected a second clause in its source, as in '...; the rest recomputed by separate "
    "code'",
    f'published = ["outcome"]\nsaid = {{ outcome = "win" }}\n{BOOK}': "has outcome in published "
    "and in said: expected it in one of them",
    f"published = []\n{BOOK}": f"has published = []: {IN_A_LIST}",
    f'published = "outcome"\n{BOOK}': f"has published = 'outcome': {IN_A_LIST}",
    f"published = [[3]]\n{BOOK}": f"has published = [[3]]: {IN_A_LIST}",
    f"published = {{ outcome = 3 }}\n{BOOK}": f"has published = {{'outcome': 3}}: {IN_A_LIST}",
    f'published = ["source"]\n{BOOK}': "has published = ['source'], which are no figures of it: "
    "expected names of figures",
    f"said = {{}}\n{BOOK}": f"has said = {{}}: {AS_IN}",
    f"said = 3\n{BOOK}": f"has said = 3: {AS_IN}",
    BOOK: MIXED.replace("recomputed", "ours alone"),
    f"sources = {{ outcome = 3 }}\n{OURS}": f"has sources = {{'outcome': 3}}: {OTHERS}",
    f"sources = {{}}\n{OURS}": f"has sources = {{}}: {OTHERS}",
    f'sources = "a book"\n{OURS}': f"has sources = 'a book': {OTHERS}",
    f'sources = {{ folded = "a book" }}\n{OURS}': "has sources = ['folded'], which are no figures "
    "of it: expected names of figures",
}
SOURCE_HEADS |= {
    'source = "a book; plies recomputed"': MIXED,
    'source = "a book"\npublished = ["folded"]': "has published = ['folded'], which are no "
    "figures of it: expected names of figures",
    'source = "a book"\nsaid = { outcome = "draw" }': "has said = { outcome = 'draw' }, and "
    "'win in 5' stands there: expected the outcome without its plies, or its value",
    'source = "; "': "has source = '; ': expected the sources of the figures, in clauses with "
    "a semicolon between two",
    'source = "J. Doe, Nim recomputed, 1999"': "has 'J. Doe, Nim recomputed, 1999' in its source, "
    "which names an author and is recomputed: expected a semicolon between a publication and what "
    "is none, and quotation marks around a title",
}


@pytest.mark.parametrize(("text", "message"), SOURCE_HEADS.items(), ids=SOURCE_HEADS.values())
def test_a_table_without_the_sources_of_its_figures_is_refused(text, message):
    """The error names the game, the table, and what was expected."""
    table = tomllib.loads(f'outcome = "win in 5"\n{text}')
    with pytest.raises(ValueError) as caught:  # noqa: PT011  # the whole message is compared
        PAGES.require_sound("heap", [{"source": "a book"}, table])
    assert str(caught.value) == f"bad figures of heap: [[heap]] number 2 {message}"


def test_a_table_within_a_table_is_checked_too():
    """The error names the inner table."""
    table = {"source": "a book", "all": {"which": "all", "source": "a book; recomputed"}}
    with pytest.raises(
        ValueError, match=r"^bad figures of heap: \[\[heap\]\] number 1, all, does not"
    ):
        PAGES.require_sound("heap", [table])


def test_a_title_may_have_the_words_of_others():
    """Words in a title in quotation marks do not decide the kind of a source."""
    table = {"source": 'J. Doe, "Nim; recomputed", 1999'}
    assert PAGES.kind_of(table, "outcome") == "published"
    table = {"source": 'J. Doe, "Nim; recomputed", 1999; the rest recomputed', "published": []}
    assert PAGES.kind_of(table, "outcome") == "recomputed"
    assert PAGES.source_of(table, "published") == 'J. Doe, "Nim; recomputed", 1999'


def test_published_figures_of_other_positions_are_listed_by_source():
    """Only published figures are listed, each with its table."""
    source = "A. Author, Her Book, 2005"
    table = {
        "source": "by this library alone",
        "black_to_move": {"which": "all", "won": 3, "source": source},
        "white_to_move": {"which": "all", "won": 3, "source": "recomputed"},
    }
    assert PAGES.other_published(table) == {source: "black to move (won)"}


def test_a_table_of_texts_is_written_as_toml():
    """TOML reads back what is written, quotation marks included."""
    table = {"here": "solved", "others": {'J. Doe, "Nim", 1999': "rows (won)"}}
    assert tomllib.loads(f"it = {PAGES.toml(table)}") == {"it": table}
