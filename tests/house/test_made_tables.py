"""Tables in the pages of the reference are generated from the library, so they are up to date."""

import pytest

import gamesolver
from gamesolver.check.laws import FOLLOW, LAWS
from gamesolver.rules.figures import figures_of
from tests.support.at_the_terminal import called, commands
from tests.support.reference_pages import page_with_tables, tables

COMMANDS = commands()


def long_name(line):
    """Return the long form of the option in a line of help."""
    return next(word.rstrip(",") for word in line.split() if word.startswith("--"))


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_a_command_is_in_the_reference(command):
    """The section of a command has the options of ``--help``, and nothing else."""
    section = (
        page_with_tables("command-line.md").partition(f"\n### {command}\n")[2].partition("\n#")[0]
    )
    helped = called(command, "--help").out
    typed = {word for line in section.splitlines() for word in line.split("`")[1:2]}
    assert typed
    options = {each.partition(" ")[0].rstrip(",") for each in typed if each.startswith("-")}
    listed = {long_name(line) for line in helped.splitlines() if line[:3] == "  -"}
    assert options == listed - {"--help"}


def test_every_command_is_in_the_table_with_its_line():
    """The table of commands has each command with its line in ``gamesolver --help``."""
    text = page_with_tables("command-line.md")
    for command, line in COMMANDS.items():
        assert f"](#{command}) | {line} |" in text


def test_every_law_is_in_the_table_with_what_it_waits_for():
    """Each law is in the table with its sentence, a link, and the laws that it depends on."""
    text = page_with_tables("laws.md")
    for law, sentence in LAWS.items():
        heading = law.lower().replace(" ", "-")
        assert f"| [{law}](#{heading}) | {sentence} | {', '.join(FOLLOW.get(law, ()))} |" in text


@pytest.mark.parametrize("name", ["awari", "kalah", "tiny-go"])
def test_published_figures_stand_with_their_source(name):
    """Each row of a table of figures ends with the source of the figures."""
    heads, _, *rows = tables().figures(name).splitlines()
    assert heads.endswith(" | source |")
    sources = [entry["source"] for entry in figures_of(name, gamesolver.find_game(name))]
    assert [row.removesuffix(" |").rpartition(" | ")[2] for row in rows] == sources
