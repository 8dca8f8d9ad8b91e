"""The games, by the name that a certificate gives them."""

from . import connect4, graph, loa, othello, shogi, uttt

GAMES = {
    "connect4": connect4.ConnectFour,
    "graph": graph.Graph,
    "loa": loa.LinesOfAction,
    "othello": othello.Othello,
    "shogi": shogi.Mate,
    "uttt": uttt.Ultimate,
}
