"""Certificates: checked by other rules, and walked through."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, Iterator, List, Optional, Union

from . import _draw, _native
from ._wish import Size, size

#: A certificate: its bytes or text, or a file (a path object or an open file).
CertificateLike = Union[bytes, str, "os.PathLike[str]", Any]


def _bytes(certificate: CertificateLike) -> bytes:
    if isinstance(certificate, (bytes, bytearray, memoryview)):
        return bytes(certificate)
    if isinstance(certificate, str):
        return certificate.encode()
    if hasattr(certificate, "read"):
        content = certificate.read()
        return content.encode() if isinstance(content, str) else content
    if isinstance(certificate, os.PathLike):
        return Path(certificate).read_bytes()
    raise TypeError(f"certificate: {type(certificate).__name__}, expected bytes, text or a path object")


@dataclass(frozen=True)
class Checked:
    """What a valid certificate shows."""

    game: str
    rules: str
    position: str
    question: str
    answer: str
    parts: int
    positions: int
    moves: int
    #: Plies of the longest play, where all play runs out.
    depth: Optional[int]


def check(certificate: CertificateLike, *, memory: Size = "8G") -> Checked:
    """Checks a certificate by independent rules: what it shows, or a `CertificateError`.

    >>> import phidelta
    >>> report = phidelta.solve("shogi", "9/8k/9/8P/9/9/9/9/9 b 2G 1", certificate="text")
    >>> phidelta.check(report.certificate).answer
    'proved'
    >>> try:
    ...     phidelta.check(report.certificate.replace(b"proved", b"disproved", 1))
    ... except phidelta.CertificateError as error:
    ...     print("refused")
    refused
    """
    return Checked(**_native.check_certificate(_bytes(certificate), size(memory)))


@dataclass(frozen=True)
class Reply:
    """A move of a proof, and what it leads to."""

    move: str
    #: ``"position"``; ``"follows"``: something at least as good for the winner as a position; ``"end"``: the game
    #: has ended; ``"settled"``: the rules settle it.
    leads_to: str
    #: The position there, if it has one.
    node: "Optional[ProofNode]"


class ProofNode:
    """A position of a proof."""

    __slots__ = ("_proof", "_row", "index", "part")

    def __init__(self, proof: "Proof", part: int, index: int) -> None:
        self._proof, self.part, self.index = proof, part, index
        self._row = proof._native.node(part, index)

    @property
    def id(self) -> int:
        """Its number in the certificate."""
        return self._row[0]

    @property
    def position(self) -> str:
        return self._row[1]

    @property
    def winner_moves(self) -> bool:
        """Whether the winner is to move: then there is one reply, otherwise all."""
        return self._row[2]

    @property
    def plies(self) -> Optional[int]:
        """Plies of the longest play from here on; None if play may go round."""
        return self._row[3]

    @property
    def moves(self) -> List[str]:
        return [move for move, _, _ in self._row[4]]

    @property
    def replies(self) -> List[Reply]:
        """The moves that the proof has here: one of the winner, or all of the other side."""
        at = lambda index: None if index is None else ProofNode(self._proof, self.part, index)  # noqa: E731
        return [Reply(move, word, at(index)) for move, word, index in self._row[4]]

    @property
    def children(self) -> "List[ProofNode]":
        """The positions behind them."""
        return [reply.node for reply in self.replies if reply.node is not None]

    def __getitem__(self, move: str) -> "Optional[ProofNode]":
        """The position behind a move; None where the game has ended there."""
        for reply in self.replies:
            if reply.move == move:
                return reply.node
        raise KeyError(f"{move} is not in the proof here; there are {' '.join(self.moves)}")

    @property
    def size(self) -> int:
        """Positions from here on, each once."""
        return self.to_dict()["positions"]

    def to_dict(self) -> Dict[str, Any]:
        """With sizes below and the board (docs/tree.md)."""
        return json.loads(self._proof._native.node_json(self.part, f"#{self.id}"))

    def svg(self, plies: int = 4, most: int = 200, language: str = "en") -> str:
        """The proof from here on as a drawing."""
        return self._proof._native.drawing("svg", self.part, f"#{self.id}", plies, most, language)

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, ProofNode) and self._proof is other._proof
        return same and (self.part, self.index) == (other.part, other.index)  # type: ignore[union-attr, attr-defined]

    def __hash__(self) -> int:
        return hash((id(self._proof), self.part, self.index))

    def __repr__(self) -> str:
        who = "the winner" if self.winner_moves else "the other side"
        return f"<ProofNode #{self.id}: {who} to move, {' '.join(self.moves)}>"

    def _repr_svg_(self) -> Optional[str]:
        data = self.to_dict()
        return _draw.board(data["game"], self.position, data["drawing"])


class Proof:
    """A strategy that wins, or two of them for a draw: read from a certificate, passed by the checker.

    >>> import phidelta
    >>> proof = phidelta.solve("shogi", "9/8k/9/8P/9/9/9/9/9 b 2G 1", certificate=True).proof()
    >>> proof.main_line()
    ['G*1c', '1b1a', 'G*1b']
    >>> proof.root.moves, len(proof.root["G*1c"].replies)
    (['G*1c'], 2)
    """

    def __init__(self, certificate: CertificateLike, *, memory: Size = "8G") -> None:
        self._native = _native.Proof(_bytes(certificate), size(memory))
        self._data: Dict[str, Any] = json.loads(self._native.json())

    @property
    def game(self) -> str:
        return self._data["game"]

    @property
    def rules(self) -> str:
        return self._data["rules"]

    @property
    def position(self) -> str:
        return self._data["position"]

    @property
    def answer(self) -> str:
        return self._data["answer"]

    @property
    def parts(self) -> int:
        """Strategies in it: one, or two for a draw or a score."""
        return self._native.parts

    @property
    def size(self) -> int:
        """Positions of all parts."""
        return sum(self._native.size(part) for part in range(self.parts))

    def __len__(self) -> int:
        return self.size

    @property
    def root(self) -> Optional[ProofNode]:
        """Where it begins; None if the game has ended there."""
        return self.root_of(0)

    def root_of(self, part: int) -> Optional[ProofNode]:
        index = self._native.root(part)[1]
        return None if index is None else ProofNode(self, part, index)

    def main_line(self, part: int = 0) -> List[str]:
        """The winner follows his moves, the other side resists as long as it can."""
        return [step["move"] for step in self._data["parts"][part]["line"]]

    def nodes(self, part: int = 0) -> Iterator[ProofNode]:
        """All positions of a part."""
        return (ProofNode(self, part, index) for index in range(self._native.size(part)))

    def at(self, *moves: str, part: int = 0) -> Optional[ProofNode]:
        """The position behind moves."""
        node = self.root_of(part)
        for move in moves:
            if node is None:
                raise KeyError(f"{move}: the game has ended before it")
            node = node[move]
        return node

    def page(self, language: str = "en") -> str:
        """In words."""
        return self._native.page(language)

    def to_dict(self) -> Dict[str, Any]:
        """The main lines as data (docs/tree.md)."""
        return dict(self._data)

    def to_svg(self, *, plies: int = 4, most: int = 200, part: int = 0, language: str = "en") -> str:
        """A drawing of the upper part: so many plies, so many positions."""
        return self._native.drawing("svg", part, None, plies, most, language)

    def to_dot(self, *, plies: int = 4, most: int = 1000, part: int = 0, language: str = "en") -> str:
        """For Graphviz."""
        return self._native.drawing("dot", part, None, plies, most, language)

    def to_kif(self, *, plies: int = 20, most: int = 10_000, part: int = 0, language: str = "en") -> str:
        """A record with branches, for shogi programs."""
        return self._native.kif(part, plies, most, language)

    def to_networkx(self, part: int = 0) -> Any:
        """A ``networkx.MultiDiGraph``: positions by their number, with ``position`` and ``winner_moves``; edges
        have ``move`` and ``leads_to``. What ends the game is a node of its own, by the position and the move."""
        import networkx

        made = networkx.MultiDiGraph(game=self.game, answer=self.answer)
        for node in self.nodes(part):
            made.add_node(node.id, position=node.position, winner_moves=node.winner_moves)
        for node in self.nodes(part):
            for move, word, index in node._row[4]:
                to: Any = (node.id, move) if index is None else self._native.node(part, index)[0]
                if index is None:
                    made.add_node(to, end=word)
                made.add_edge(node.id, to, move=move, leads_to=word)
        return made

    def __repr__(self) -> str:
        return f"<Proof {self.game}: {self.answer}, {self.size:,} positions>"

    def _repr_svg_(self) -> str:
        return self.to_svg()
