"""Ultimate tic-tac-toe. Rules: `-`.

A position is `side;large board;nine boards`. On the large board `.` is open, `@` open and to be played in,
`X` and `O` won, `#` full without a line.
"""

from .game import Game, Wrong, opponent

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LETTERS = "abcdefghi"


def has_line(cells, player):
    return any(all(cells[i] == player for i in line) for line in LINES)


def sign(cells):
    """What a board is on the large one."""
    for player in "XO":
        if has_line(cells, player):
            return player
    return "." if "." in cells else "#"


class Ultimate(Game):
    """A position is (side, large board, boards): strings, and a tuple of strings."""

    def __init__(self, rules, position):
        if rules != "-":
            raise Wrong("expected the rules '-'")
        self.root = self.read(position)
        self.attacker = self.side(self.root)

    def read(self, text):
        parts = text.split(";")
        if len(parts) != 3 or parts[0] not in ("X", "O"):
            raise Wrong("expected side;large board;nine boards")
        side, large, boards = parts[0], parts[1], tuple(parts[2].split("/"))
        if len(boards) != 9 or any(len(cells) != 9 or set(cells) - set("XO.") for cells in boards):
            raise Wrong("expected nine boards of nine cells of X, O and .")
        if any(has_line(cells, "X") and has_line(cells, "O") for cells in boards):
            raise Wrong("a board is won by both")
        if large.replace("@", ".") != "".join(map(sign, boards)) or large.count("@") > 1:
            raise Wrong("the large board does not fit the small ones")
        if has_line(large, side):
            raise Wrong("the side to move has a line of boards")
        stones = "".join(boards)
        if stones.count("X") - stones.count("O") != (0 if side == "X" else 1):
            raise Wrong("X and O do not move by turns")
        return side, large, boards

    def side(self, position):
        return position[0]

    def open_boards(self, position):
        large = position[1]
        return [i for i in range(9) if large[i] == "@"] or [i for i in range(9) if large[i] == "."]

    def identity(self, position):
        """Of a closed board its sign alone matters; and not why the same boards may be played in."""
        side, large, boards = position
        known = tuple(cells if state in ".@" else state for state, cells in zip(large, boards))
        return side, known, tuple(self.open_boards(position))

    def worth(self, position):
        large = position[1]
        if has_line(large, self.attacker):
            return 1
        if has_line(large, opponent(self.attacker)):
            return -1
        return None if "." in large or "@" in large else 0

    def moves(self, position):
        side, _, boards = position
        found = {}
        for board in self.open_boards(position):
            for cell in range(9):
                if boards[board][cell] != ".":
                    continue
                played = boards[board][:cell] + side + boards[board][cell + 1:]
                after = boards[:board] + (played,) + boards[board + 1:]
                large = "".join(map(sign, after))
                if large[cell] == ".":
                    large = large[:cell] + "@" + large[cell + 1:]
                found[LETTERS[board] + LETTERS[cell]] = (opponent(side), large, after)
        return found

    def can_win(self, position, player):
        """Whether the player could make a line of boards if the other one never moved again."""
        _, large, boards = position
        other = opponent(player)
        hopes = "".join(
            player if state == player or
            state in ".@" and any(all(cells[i] != other for i in line) for line in LINES) else " "
            for state, cells in zip(large, boards)
        )
        return has_line(hopes, player)

    def settled(self, position, need, reached):
        if reached:
            return need <= 0 and not self.can_win(position, opponent(self.attacker))
        return need > 0 and not self.can_win(position, self.attacker)
