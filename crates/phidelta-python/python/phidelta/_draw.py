"""Boards as SVG, for notebooks."""

from __future__ import annotations

import html
from typing import List, Optional

#: Points of a square.
_SQUARE = 30
_KANJI = {
    "P": "歩", "L": "香", "N": "桂", "S": "銀", "G": "金", "B": "角", "R": "飛", "K": "玉",
    "+P": "と", "+L": "杏", "+N": "圭", "+S": "全", "+B": "馬", "+R": "龍",
}  # fmt: skip
_RANKS = "一二三四五六七八九"


def board(game: str, position: str, drawing: Optional[str]) -> Optional[str]:
    """The board of a position: drawn where this module knows the game, else the rows of its drawing."""
    try:
        if game == "shogi":
            return _shogi(position)
        if game in ("othello", "loa"):
            return _discs(game, position)
    except (ValueError, IndexError, KeyError):
        pass  # a text of another kind: its rows are right in any case
    return _rows(drawing) if drawing else None


def _svg(width: float, height: float, parts: List[str]) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="sans-serif">' + "".join(parts) + "</svg>"
    )


def _text(x: float, y: float, text: str, size: float, turned: bool = False, anchor: str = "middle") -> str:
    turn = f' transform="rotate(180 {x:g} {y:g})"' if turned else ""
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" text-anchor="{anchor}" '
        f'dominant-baseline="central"{turn}>{html.escape(text)}</text>'
    )


def _grid(left: float, top: float, columns: int, rows: int, fill: str) -> List[str]:
    width, height = columns * _SQUARE, rows * _SQUARE
    parts = [
        f'<rect x="{left}" y="{top}" width="{width}" height="{height}" fill="{fill}" stroke="black"/>'
    ]
    for i in range(1, columns):
        x = left + i * _SQUARE
        parts.append(f'<path d="M{x} {top}v{height}" stroke="black" stroke-width="0.5"/>')
    for i in range(1, rows):
        y = top + i * _SQUARE
        parts.append(f'<path d="M{left} {y}h{width}" stroke="black" stroke-width="0.5"/>')
    return parts


def _shogi(sfen: str) -> str:
    words = sfen.split()
    rows, hands = words[0].split("/"), words[2]
    if len(rows) != 9:
        raise ValueError("not nine ranks")
    left, top = 40, 24
    parts = _grid(left, top, 9, 9, "#f7e3b5")
    for file in range(9):
        parts.append(_text(left + (file + 0.5) * _SQUARE, top - 10, str(9 - file), 12))
    for y, row in enumerate(rows):
        parts.append(_text(left + 9 * _SQUARE + 12, top + (y + 0.5) * _SQUARE, _RANKS[y], 12))
        x, promoted = 0, ""
        for letter in row:
            if letter == "+":
                promoted = "+"
            elif letter.isdigit():
                x += int(letter)
            else:
                place = (left + (x + 0.5) * _SQUARE, top + (y + 0.5) * _SQUARE)
                parts.append(_text(*place, _KANJI[promoted + letter.upper()], 21, letter.islower()))
                x, promoted = x + 1, ""
    sides: "dict[bool, List[str]]" = {True: [], False: []}
    count = ""
    for letter in hands if hands != "-" else "":
        if letter.isdigit():
            count += letter
        else:
            sides[letter.isupper()].append(_KANJI[letter.upper()] + (count if count not in ("", "1") else ""))
            count = ""
    bottom = top + 9 * _SQUARE + 16
    parts.append(_text(left, bottom, "▲ " + (" ".join(sides[True]) or "–"), 14, anchor="start"))
    parts.append(_text(left, bottom + 20, "△ " + (" ".join(sides[False]) or "–"), 14, anchor="start"))
    return _svg(left + 9 * _SQUARE + 30, bottom + 36, parts)


def _discs(game: str, text: str) -> str:
    words = text.split()
    squares, side = words[0], words[1] if len(words) > 1 else ""
    edge = {64: 8, 36: 6}[len(squares)]
    left, top = 24, 8
    parts = _grid(left, top, edge, edge, "#3f9a5c" if game == "othello" else "#e9d8b0")
    for i, letter in enumerate(squares):
        x, y = left + (i % edge + 0.5) * _SQUARE, top + (i // edge + 0.5) * _SQUARE
        if letter in "XO":
            fill = "black" if letter == "X" else "white"
            parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{_SQUARE * 0.4:g}" fill="{fill}" stroke="black"/>')
    for i in range(edge):
        down = i + 1 if game == "othello" else edge - i
        parts.append(_text(12, top + (i + 0.5) * _SQUARE, str(down), 12))
        parts.append(_text(left + (i + 0.5) * _SQUARE, top + edge * _SQUARE + 12, "abcdefgh"[i], 12))
    if side:
        parts.append(_text(left, top + edge * _SQUARE + 32, f"{side} to move", 13, anchor="start"))
    return _svg(left + edge * _SQUARE + 16, top + edge * _SQUARE + 46, parts)


def _rows(drawing: str) -> str:
    rows = drawing.rstrip("\n").split("\n")
    width = max(len(row) for row in rows) * 9 + 16
    parts = [
        f'<text x="8" y="{18 + 18 * i}" font-family="monospace" font-size="14" xml:space="preserve">'
        f"{html.escape(row)}</text>"
        for i, row in enumerate(rows)
    ]
    return _svg(width, 18 * len(rows) + 12, parts)
