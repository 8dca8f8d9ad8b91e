"""A position: who moves, where to, and the board."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Optional

from . import _draw, _native


class Position:
    """A position of one of the games, read from its text.

    >>> import phidelta
    >>> position = phidelta.Position("connect4", "4x3k3:1")
    >>> position.to_move, sorted(position.moves)
    ('O', ['1', '2', '3', '4'])
    """

    def __init__(self, game: str, text: str, *, rules: Optional[Mapping[str, str]] = None) -> None:
        self._problem = _native.read(game, text, None, _rules(rules))
        self._data: Dict[str, Any] = json.loads(self._problem.json())

    @property
    def game(self) -> str:
        return self._data["game"]

    @property
    def text(self) -> str:
        """The one text for the position."""
        return self._data["position"]

    @property
    def given(self) -> str:
        return self._data["given"]

    @property
    def rules(self) -> str:
        return self._data["rules"]

    @property
    def to_move(self) -> str:
        return self._data["to_move"]

    @property
    def moves(self) -> List[str]:
        """The legal moves; none where the game has ended."""
        return self._data["moves"]

    @property
    def ended(self) -> Optional[str]:
        """What ended the game, if it has."""
        return self._data["ended"]

    @property
    def value(self) -> Optional[str]:
        """The result for the side to move, where the game has ended."""
        return self._data["value"]

    @property
    def drawing(self) -> Optional[str]:
        """The board in several rows."""
        return self._data["drawing"]

    def to_dict(self) -> Dict[str, Any]:
        return dict(self._data)

    def page(self, language: str = "en") -> str:
        return self._problem.page(language)

    def __str__(self) -> str:
        return self.drawing or self.text

    def __repr__(self) -> str:
        return f"Position({self.game!r}, {self.text!r})"

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Position)
        return same and (self.game, self.rules, self.text) == (other.game, other.rules, other.text)  # type: ignore[union-attr, attr-defined]

    def __hash__(self) -> int:
        return hash((self.game, self.rules, self.text))

    def _repr_svg_(self) -> Optional[str]:
        return _draw.board(self.game, self.text, self.drawing)


def _rules(rules: Optional[Mapping[str, str]]) -> List[str]:
    return [f"{name}={value}" for name, value in rules.items()] if rules else []
