"""Suites of positions."""

from __future__ import annotations

from typing import Any, List, Optional, Tuple

from . import _native
from ._progress import Bar


class Suite(List[str]):
    """Positions of one game: a list of texts, and `rows` with what is known of each."""

    def __init__(self, game: str, found: "List[Tuple[str, str]]") -> None:
        super().__init__(position for position, _ in found)
        self.game = game
        #: As they stand in a file: position, value, nodes.
        self.rows = [row for _, row in found]

    def __repr__(self) -> str:
        return f"<Suite {self.game}: {len(self)} positions>"


def generate(
    game: str,
    count: int = 10,
    *,
    seed: int = 1,
    nodes: Optional[Tuple[int, int]] = None,
    stages: Optional[Tuple[int, int]] = None,
    value: Optional[str] = None,
    games: Optional[int] = None,
    progress: Any = None,
) -> Suite:
    """Makes positions: of loa, othello and uttt from self-play, of shogi mate problems.

    nodes
        The fewest and the most that the usual search needs.
    stages
        How far games are: plies played (uttt), plies to the end (loa), empty squares (othello), plies of the
        mate (shogi).
    value
        ``"win"``, ``"draw"``, ``"loss"`` or ``"any"``.

    The same arguments make the same suite on every machine, the same as ``phidelta generate``. Ctrl-C raises
    KeyboardInterrupt: half a suite is another suite.

    >>> import phidelta
    >>> phidelta.generate("shogi", 3, seed=7, nodes=(1, 300))
    <Suite shogi: 3 positions>
    """
    bar = Bar(progress, count, game)
    told = 0

    def tell(lines: int, _games: int) -> None:
        nonlocal told
        bar.update(lines - told)
        told = lines

    try:
        found = _native.generate(game, count, seed, nodes, stages, value, games, tell)
    finally:
        bar.close()
    return Suite(game, found)
