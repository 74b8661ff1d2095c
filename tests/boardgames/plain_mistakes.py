"""Mistakes that are found when plain rules run: ``test_errors`` compares their messages."""

# ruff: noqa: B007, D101  # each class is a mistake on purpose

from gamesolver.boardgames import WIN
from tests.boardgames.mistakes import Base


class TruthAsResult(Base):
    def result(self, at):
        if len(at.taken) > 2:
            return any(line <= at.mine for line in self.lines)
        return None


class NumberAsResult(Base):
    def result(self, at):
        if len(at.taken) == 3:
            return 1
        return None


class SetAsResult(Base):
    def result(self, at):
        return at.mine


class InheritedResult(SetAsResult):
    pass


class OutcomeAsScore(Base):
    scores = (-3, 3)

    def result(self, at):
        return None if at.empty else WIN


class FractionAsScore(Base):
    scores = (-3, 3)

    def result(self, at):
        return None if at.empty else len(at.mine) / 2


class GreatScore(Base):
    scores = (-3, 3)

    def result(self, at):
        return 9 if len(at.taken) == 2 else None


class YieldsTwo(Base):
    def actions(self, at):
        for place in at.empty:
            yield at.put(place), place


class YieldsNothing(Base):
    def actions(self, at):
        for place in at.empty:
            yield


class YieldsAVerb(Base):
    def actions(self, at):
        for place in at.empty:
            yield at.put


class TextAsGain(Base):
    scores = (-3, 3)

    def actions(self, at):
        for place in at.empty:
            yield at.put(place).gain("1")
