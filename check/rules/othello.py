"""Othello. Rules: `8x8` or `6x6`.

A position is the squares row by row, a1 first, of X (Black), O (White) and -, a blank, the side to move.
"""

from .game import Game, Wrong, opponent

WAYS = [(down, right) for down in (-1, 0, 1) for right in (-1, 0, 1) if (down, right) != (0, 0)]
# One way of each of the four lines through a square.
LINES = [(0, 1), (1, 0), (1, 1), (1, -1)]


class Othello(Game):
    """A position is (squares, side): two strings."""

    questions = ("value", "win", "draw", "score")

    def __init__(self, rules, position):
        if rules not in ("8x8", "6x6"):
            raise Wrong("expected the rules 8x8 or 6x6")
        self.size = int(rules[0])
        # From each square and each way the squares to the edge, the nearest first.
        self.rays = [[self.ray(square, way) for way in WAYS] for square in range(self.size ** 2)]
        self.root = self.read(position)
        self.attacker = self.side(self.root)

    def ray(self, square, way):
        found = []
        row, column = divmod(square, self.size)
        while True:
            row, column = row + way[0], column + way[1]
            if not (0 <= row < self.size and 0 <= column < self.size):
                return found
            found.append(row * self.size + column)

    def read(self, text):
        squares, _, side = text.partition(" ")
        if len(squares) != self.size ** 2 or set(squares) - set("XO-") or side not in ("X", "O"):
            raise Wrong("expected squares of X, O and -, and the side to move")
        if set(squares) == {"-"}:
            raise Wrong("a board without discs")
        return squares, side

    def side(self, position):
        return position[1]

    def turned(self, squares, side, square):
        """The discs that a disc on an empty square would turn."""
        found = []
        for ray in self.rays[square]:
            theirs = 0
            while theirs < len(ray) and squares[ray[theirs]] == opponent(side):
                theirs += 1
            if theirs < len(ray) and squares[ray[theirs]] == side:
                found += ray[:theirs]
        return found

    def placements(self, squares, side):
        found = {}
        for square in range(len(squares)):
            turned = squares[square] == "-" and self.turned(squares, side, square)
            if turned:
                board = list(squares)
                for i in turned + [square]:
                    board[i] = side
                name = "abcdefgh"[square % self.size] + str(square // self.size + 1)
                found[name] = ("".join(board), opponent(side))
        return found

    def moves(self, position):
        squares, side = position
        return self.placements(squares, side) or {"ps": (squares, opponent(side))}

    def worth(self, position):
        squares, _ = position
        if self.placements(squares, "X") or self.placements(squares, "O"):
            return None
        mine, theirs = squares.count(self.attacker), squares.count(opponent(self.attacker))
        empty = squares.count("-")
        # Empty squares go to the winner.
        return mine - theirs + (empty if mine > theirs else -empty if mine < theirs else 0)

    def score_exists(self, score):
        return score % 2 == 0 and abs(score) <= self.size ** 2

    def settled(self, position, need, reached):
        area = self.size ** 2
        if reached:
            return 2 * self.fixed(position[0], self.attacker) - area >= need
        return area - 2 * self.fixed(position[0], opponent(self.attacker)) < need

    def fixed(self, squares, player):
        """How many discs of a player can never be turned, as far as it is plain to see: along each of the
        four lines the disc stands at the end of the line, or the line is full, or a neighbour on the line
        is such a disc of the same player."""
        fixed = set()
        while True:
            more = {
                square for square in range(len(squares)) if squares[square] == player
                and all(self.safe(squares, fixed, square, line) for line in LINES)
            }
            if more == fixed:
                return len(fixed)
            fixed = more

    def safe(self, squares, fixed, square, line):
        on = self.rays[square][WAYS.index(line)]
        back = self.rays[square][WAYS.index((-line[0], -line[1]))]
        return (not on or not back or on[0] in fixed or back[0] in fixed
                or all(squares[i] != "-" for i in on + back))
