"""Views of the entries of mappings from positions."""

from __future__ import annotations

from collections.abc import ItemsView
from typing import TypeVar

KeyT = TypeVar("KeyT")
EntryT = TypeVar("EntryT")


class EntriesView(ItemsView[KeyT, EntryT]):
    """View of keys with their entries. Like a view of a ``dict``, it contains pairs only.

    ``ItemsView`` unpacks any object, and raises ``TypeError`` or ``ValueError`` for others.
    """

    __slots__ = ()

    def __contains__(self, item: object) -> bool:
        return isinstance(item, tuple) and len(item) == 2 and super().__contains__(item)
