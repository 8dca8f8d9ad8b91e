"""What there is: algorithms and games."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Dict, List, Tuple

from . import _native


@dataclass(frozen=True)
class Algorithm:
    """A search, or a part that goes with searches: ``df-pn+tca+snda`` is a search and two parts."""

    name: str
    #: ``"search"`` or ``"part"``.
    kind: str
    idea: str
    paper: str
    combines_with: Tuple[str, ...]
    #: A whole name with it.
    example: str


@dataclass(frozen=True)
class Goal:
    """What may be asked: the word for it, and what it asks."""

    name: str
    about: str


@dataclass(frozen=True)
class Rule:
    """A point on which players of a game differ; the first value is the usual one."""

    name: str
    values: Tuple[str, ...]
    about: str


@dataclass(frozen=True)
class GameInfo:
    """A game: how its positions look, and what may be asked about them."""

    name: str
    about: str
    #: How it is searched if nothing is said.
    algorithm: str
    goals: Tuple[Goal, ...]
    rules: Tuple[Rule, ...]
    #: Whether answers can be certified and verified.
    certifies: bool
    #: Whether `shortest` and `all_solutions` have an answer.
    has_lengths: bool
    writes_kif: bool


def algorithms(kind: str = "search") -> List[Algorithm]:
    """All searches, or with ``kind="part"`` the parts that go with them, or with ``kind="all"`` both.

    >>> import phidelta
    >>> [entry.name for entry in phidelta.algorithms()][:3]
    ['pn', 'wpn', 'pn2']
    >>> phidelta.solve("graph", "kishimoto_fig1", algorithm="df-pn+tca").algorithm
    'df-pn+tca'
    """
    rows = json.loads(_native.algorithms_json())
    found = [Algorithm(**{**row, "combines_with": tuple(row["combines_with"])}) for row in rows]
    return [entry for entry in found if kind in ("all", entry.kind)]


def games() -> Dict[str, GameInfo]:
    """All games, by name.

    >>> import phidelta
    >>> sorted(phidelta.games())
    ['connect4', 'graph', 'loa', 'othello', 'shogi', 'synthetic', 'uttt']
    """
    found = {}
    for row in json.loads(_native.games_json()):
        row["goals"] = tuple(Goal(*goal) for goal in row["goals"])
        row["rules"] = tuple(Rule(r["name"], tuple(r["values"]), r["about"]) for r in row["rules"])
        found[row["name"]] = GameInfo(**row)
    return found
