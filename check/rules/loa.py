"""Lines of Action. Rules: `both-connected=draw no-move=pass repetition=third`, or with `mover-wins`, `loss`,
`second`.

A position is 64 squares, a1, b1 ... h8, of X (Black), O (White) and -, a blank, the side to move. In the
heading ` moves` and the moves played since may follow.
"""

from .game import Game, Wrong, opponent

WAYS = [(up, right) for up in (-1, 0, 1) for right in (-1, 0, 1) if (up, right) != (0, 0)]
NAMES = [file + rank for rank in "12345678" for file in "abcdefgh"]
MOST_PIECES = 12


def ray(square, way):
    found = []
    rank, file = divmod(square, 8)
    while True:
        rank, file = rank + way[0], file + way[1]
        if not (0 <= rank < 8 and 0 <= file < 8):
            return found
        found.append(rank * 8 + file)


RAYS = [{way: ray(square, way) for way in WAYS} for square in range(64)]


def connected(squares, side):
    left = {i for i in range(64) if squares[i] == side}
    reached = [left.pop()]
    while reached:
        square = reached.pop()
        near = {RAYS[square][way][0] for way in WAYS if RAYS[square][way]} & left
        left -= near
        reached += near
    return not left


def piece_moves(squares, side):
    found = {}
    for start in range(64):
        if squares[start] != side:
            continue
        for way, ahead in RAYS[start].items():
            line = ahead + RAYS[start][(-way[0], -way[1])] + [start]
            far = sum(squares[i] != "-" for i in line)
            if far > len(ahead) or squares[ahead[far - 1]] == side:
                continue
            if any(squares[i] == opponent(side) for i in ahead[:far - 1]):
                continue
            end = ahead[far - 1]
            board = list(squares)
            board[start], board[end] = "-", side
            sign = "-" if squares[end] == "-" else "x"
            found[NAMES[start] + sign + NAMES[end]] = ("".join(board), opponent(side))
    return found


class LinesOfAction(Game):
    """A position is (squares, side): two strings."""

    repetition = 0

    def __init__(self, rules, position):
        words = [word.partition("=") for word in rules.split(" ")]
        choices = {"both-connected": ("draw", "mover-wins"), "no-move": ("pass", "loss"),
                   "repetition": ("third", "second")}
        if [word[0] for word in words] != list(choices) or any(
                value not in choices[name] for name, _, value in words):
            raise Wrong("expected rules both-connected=... no-move=... repetition=...")
        self.mover_wins = words[0][2] == "mover-wins"
        self.stuck_loses = words[1][2] == "loss"
        # How often a position may come before the next time is a draw.
        borne = 2 if words[2][2] == "third" else 1
        board, word, played = position.partition(" moves ")
        self.spent = set()
        # Whoever attacks: only whether a game has ended is asked until the root is known.
        self.attacker = "X"
        self.root = self.read(board)
        if connected(self.root[0], "X") and connected(self.root[0], "O"):
            raise Wrong("both sides are connected")
        past = [self.root]
        for name in played.split(" ") if word else []:
            if self.worth(self.root) is not None or past.count(self.root) > borne:
                raise Wrong("a move after the end of the game")
            self.root = self.after(self.root, name)
            if self.root is None:
                raise Wrong("a move before the position is not legal")
            past.append(self.root)
        self.attacker = self.root[1]
        # What has come so often is a draw when it comes again; the root itself has come now.
        self.spent = {each for each in past if past.count(each) >= borne + (each == self.root)}

    def read(self, text):
        squares, _, side = text.partition(" ")
        if len(squares) != 64 or set(squares) - set("XO-") or side not in ("X", "O"):
            raise Wrong("expected 64 squares of X, O and -, and the side to move")
        if not all(1 <= squares.count(player) <= MOST_PIECES for player in "XO"):
            raise Wrong("a side has no pieces, or too many")
        return squares, side

    def side(self, position):
        return position[1]

    def worth(self, position):
        squares, side = position
        mover = opponent(side)
        both = connected(squares, mover), connected(squares, side)
        if both == (True, True) and not self.mover_wins:
            return 0
        if both[0]:
            return 1 if mover == self.attacker else -1
        if both[1]:
            return 1 if side == self.attacker else -1
        if self.stuck_loses and not piece_moves(squares, side):
            return 1 if mover == self.attacker else -1
        return 0 if position in self.spent else None

    def moves(self, position):
        squares, side = position
        return piece_moves(squares, side) or {"pass": (squares, opponent(side))}
