"""What the checker asks of a game.

The attacker wants the game to be *worth* at least what the question needs: a win is worth 1, a draw 0, a
loss -1, and where there are scores the score itself. `win` needs 1, `draw` needs 0, `score>=N` needs N.
"""


import re

# What a terminal obeys instead of showing it.
HIDDEN = re.compile("[\\0-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]")


class Wrong(Exception):
    """Why a certificate is refused."""


class Game:
    """A game with a position asked about. A subclass sets `root` and `attacker` when it is made."""

    questions = ("value", "win", "draw")
    # What a repetition is worth; None if positions cannot repeat.
    repetition = None

    def read(self, text):
        """The position that a text stands for; raises Wrong. There is one text for each position."""
        raise NotImplementedError

    def side(self, position):
        """Who is to move."""
        raise NotImplementedError

    def worth(self, position):
        """What the game is worth to the attacker where it has ended, else None."""
        raise NotImplementedError

    def moves(self, position):
        """All legal moves of a game that goes on: a dictionary from names to positions."""
        raise NotImplementedError

    def after(self, position, name):
        """The position after one move, None if it is not legal."""
        return self.moves(position).get(name)

    def identity(self, position):
        """Positions with equal identities are the same."""
        return position

    def settled(self, position, need, reached):
        """Whether the rules see, of a game that goes on, that the attacker gets what he needs (`reached`),
        or that he does not."""
        return False

    def follows(self, position, line, reached):
        """Whether what was shown of the position of a line holds of this position by what is in hand."""
        return False

    def score_exists(self, score):
        """Whether a game can end with this score."""
        return False

    def attacks(self, position):
        return self.side(position) == self.attacker


def opponent(side):
    """The other of X and O."""
    return "O" if side == "X" else "X"
