"""Names, placeholders and help of the options of all commands."""

import re

import click
import pytest

from gamesolver.cli.app import COMMANDS, program
from tests.support.at_the_terminal import answered

RETIRED = {"--most", "--cap", "--show", "--anyway", "--folder", "--dir", "--max"}
"""Option names that are no longer used."""
SHORT = {
    "-n": "--limit",
    "-o": "--save",
    "-c": "--checkpoint",
    "-m": "--memory",
    "-t": "--threads",
    "-s": "--start",
    "-g": "--game",
    "-j": "--json",
    "-h": "--help",
}
PLACEHOLDERS = {
    "--limit": "N",
    "--examples": "N",
    "--seed": "N",
    "--threads": "N",
    "--memory": "SIZE",
    "--seconds": "SECONDS",
    "--timeout": "SECONDS",
    "--save": "FILE",
    "--table": "FILE",
    "--checkpoint": "FOLDER",
    "--scratch": "FOLDER",
    "--start": "POSITION",
    "--game": "GAME",
}
"""Placeholders that name the unit or the kind of a value."""
WIDTH = 100


def options(name):
    """Return the options of a command without a game."""
    parameters = program.get_command(click.Context(program), name).params
    return [each for each in parameters if isinstance(each, click.Option)]


def test_options_that_mean_the_same_have_one_name():
    """No command has a retired name, and an option has the same short form everywhere."""
    for name in COMMANDS:
        for option in options(name):
            long, *others = option.opts
            assert long not in RETIRED
            assert [SHORT[each] for each in others] == [long] * len(others), (name, long)
            if long in SHORT.values() and long not in ("--help", "--game"):
                assert others, (name, long)


def test_placeholders_name_the_unit():
    """A limit takes N, a time SECONDS, a size SIZE, and what is stored a FILE or a FOLDER."""
    for name in COMMANDS:
        for option in options(name):
            long = option.opts[0]
            assert option.metavar == PLACEHOLDERS.get(long, option.metavar), (name, long)


@pytest.mark.parametrize("name", COMMANDS)
def test_summaries_begin_with_a_verb(name):
    """A summary is one sentence that begins with an imperative, and the help begins with it."""
    summary = COMMANDS[name][1]
    assert re.fullmatch(r"[A-Z][a-z]+ [^.]*\.", summary)
    assert not re.match(r"(A|An|The|What|Whether|How|Which|Who|Where|Many|Positions) ", summary)
    assert f"\n  {summary}\n" in answered(name, "--help")


@pytest.mark.parametrize("name", COMMANDS)
def test_an_option_is_a_line_of_the_help(name, monkeypatch):
    """Each option has one line of at most 100 columns in the help."""
    monkeypatch.setenv("COLUMNS", str(WIDTH))
    _, _, listed = answered(name, "--help").partition("Options:\n")
    for line in listed.splitlines():
        assert re.match(r"  -", line), line
        assert len(line) <= WIDTH


def test_the_switch_for_scores_is_shown_for_games_with_scores_only():
    """The help after Nim has no ``--no-scores``, and the help after Kalah has it."""
    for name in ("solve", "show", "estimate", "stats"):
        assert "--no-scores" not in answered(name, "nim", "--help")
        assert "--no-scores" in answered(name, "kalah", "--help")


def test_the_table_of_games_fits_in_100_columns():
    """The table of all games has no line of more than 100 columns."""
    assert max(map(len, answered("games").splitlines())) <= WIDTH


def test_a_game_is_described_by_its_rules_and_each_source_once():
    """``games NAME`` has the rules in three sentences, and no source twice."""
    output = answered("games", "kalah")
    title, *lines = output.partition("\n\n")[0].splitlines()
    rules = " ".join(lines)
    assert (title, rules[:43]) == ("Kalah (kalah)", "Kalah: sow the seeds of a house, and bring ")
    assert len(re.findall(r"\.(?: |$)", rules)) == 3
    sources = re.findall(r"^\[\d+\] .*$", output, re.MULTILINE)
    assert len({source.partition("] ")[2] for source in sources}) == len(sources) > 1


def test_play_begins_with_the_rules():
    """``play`` prints the rules in up to three sentences before the first board."""
    output = answered("play", "tic-tac-toe", "--seat", "x", typed="quit\n")
    assert output.splitlines()[1].startswith(
        "Tic-tac-toe: three in a row on a board of three by three"
    )
