"""Connect four. Rules `7x6k4`: columns, rows, how many in a row win.

A position is the stones of each column from the bottom, `/` between columns. X has begun.
"""

import re

from .game import Game, Wrong, opponent

COLUMNS = "123456789abcdefghijklmnopqrstuvwxyz"
# The solver's boards: columns times one more than rows; and the longest row.
MOST_CELLS, MOST_ROW = 128, 255


class ConnectFour(Game):
    def __init__(self, rules, position):
        sizes = re.fullmatch("([1-9][0-9]{0,2})x([1-9][0-9]{0,2})k([1-9][0-9]{0,2})", rules, re.ASCII)
        if not sizes:
            raise Wrong("expected rules such as 7x6k4")
        self.width, self.height, self.row = map(int, sizes.groups())
        cells = self.width * (self.height + 1)
        if self.width > len(COLUMNS) or cells > MOST_CELLS or not 2 <= self.row <= MOST_ROW:
            raise Wrong("no such board")
        self.lines = list(self.all_lines())
        self.root = self.read(position)
        self.attacker = self.side(self.root)

    def all_lines(self):
        """Every straight line of cells that would win."""
        if self.row > max(self.width, self.height):
            return
        for column in range(self.width):
            for level in range(self.height):
                for right, up in (0, 1), (1, -1), (1, 0), (1, 1):
                    line = [(column + right * i, level + up * i) for i in range(self.row)]
                    if line[-1][0] < self.width and 0 <= line[-1][1] < self.height:
                        yield line

    def read(self, text):
        columns = tuple(text.split("/"))
        if len(columns) != self.width or any(len(column) > self.height for column in columns):
            raise Wrong("the position does not fit the board")
        stones = "".join(columns)
        first, second = stones.count("X"), stones.count("O")
        if first + second != len(stones) or first - second not in (0, 1):
            raise Wrong("no stones of X and O by turns")
        if self.has_row(columns, self.side(columns)):
            raise Wrong("the side to move has a row")
        return columns

    def side(self, columns):
        return "XO"[sum(map(len, columns)) % 2]

    def has_row(self, columns, player):
        def stone(column, level):
            return columns[column][level:level + 1]
        return any(all(stone(*cell) == player for cell in line) for line in self.lines)

    def can_have_row(self, columns, player):
        def stone(column, level):
            return columns[column][level:level + 1]
        return any(all(stone(*cell) != opponent(player) for cell in line) for line in self.lines)

    def worth(self, columns):
        if self.has_row(columns, self.attacker):
            return 1
        if self.has_row(columns, opponent(self.attacker)):
            return -1
        return 0 if all(len(column) == self.height for column in columns) else None

    def moves(self, columns):
        stone = self.side(columns)
        return {
            COLUMNS[i]: columns[:i] + (column + stone,) + columns[i + 1:]
            for i, column in enumerate(columns) if len(column) < self.height
        }

    def settled(self, columns, need, reached):
        # Without a row the attacker gets no more than a draw, the defender leaves no less than one.
        if reached:
            return need <= 0 and not self.can_have_row(columns, opponent(self.attacker))
        return need > 0 and not self.can_have_row(columns, self.attacker)
