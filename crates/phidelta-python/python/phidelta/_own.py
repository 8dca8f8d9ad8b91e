"""A game of your own."""

from __future__ import annotations

from typing import Any, Hashable, Iterable, Optional

from . import _native

ATTACKER = "attacker"
DEFENDER = "defender"

_METHODS = ("side", "moves", "play", "undo", "outcome", "key")


class Game:
    """The six methods of a game; derive from it, or write a class of your own that has them.

    >>> class Heap(Game):
    ...     "Take one or two; whoever takes the last one wins."
    ...     def __init__(self, left):
    ...         self.left, self.attacks = left, True
    ...     def side(self):
    ...         return ATTACKER if self.attacks else DEFENDER
    ...     def moves(self):
    ...         return range(1, min(self.left, 2) + 1)
    ...     def play(self, n):
    ...         self.left -= n
    ...         self.attacks = not self.attacks
    ...     def undo(self, n):
    ...         self.left += n
    ...         self.attacks = not self.attacks
    ...     def outcome(self):
    ...         if self.left == 0:
    ...             return "loss" if self.attacks else "win"
    ...     def key(self):
    ...         return (self.left, self.attacks)
    >>> import phidelta
    >>> [n for n in range(1, 10) if not phidelta.solve(Heap(n))]
    [3, 6, 9]

    Two more are worth writing if they are cheap: ``key_after(move)``, the key without playing the move, and
    ``estimate()``, first numbers ``(pn, dn)`` from 1 on: how hard a position looks to prove and to disprove.
    """

    #: What a position that comes up again is worth: ``"attacker-fails"``, ``"defender-fails"`` or ``"draw"``.
    repetition: str = "attacker-fails"

    def side(self) -> Any:
        """Who is to move: ``"attacker"`` or ``"defender"``. The sides need not alternate."""
        raise NotImplementedError

    def moves(self) -> Iterable[Hashable]:
        """All legal moves, in an order that is the same for equal positions. Asked where `outcome` is None."""
        raise NotImplementedError

    def play(self, move: Any) -> None:
        """Plays a move."""
        raise NotImplementedError

    def undo(self, move: Any) -> None:
        """Takes back the move played last."""
        raise NotImplementedError

    def outcome(self) -> Any:
        """None while the game goes on; else ``"win"``, ``"draw"`` or ``"loss"`` for the attacker."""
        raise NotImplementedError

    def key(self) -> Hashable:
        """All that tells this position from others, the side to move included: numbers, texts, tuples of them,
        or anything else that can be in a dict (which costs the memory of a dict)."""
        raise NotImplementedError


def is_game(thing: Any) -> bool:
    """Whether it is meant as a game; what it lacks is said when it is solved."""
    return sum(callable(getattr(thing, name, None)) for name in _METHODS) >= 2


def check_game(game: Any, *, seed: int = 1) -> Optional[str]:
    """Plays random games and says what is wrong with the rules, or None.

    A key that lacks something makes wrong answers. This finds most such faults: a move that is not taken back
    as it was played, a key that differs for one position or is the same for two.

    >>> class Lazy(Game):
    ...     def __init__(self): self.n = 0
    ...     def side(self): return self.n % 2 == 0
    ...     def moves(self): return [1, 2]
    ...     def play(self, m): self.n += m
    ...     def undo(self, m): self.n -= 1
    ...     def outcome(self): return "win" if self.n > 9 else None
    ...     def key(self): return self.n
    >>> check_game(Lazy()) is None
    False
    """
    return _native.check_own(game, seed)
