//! First numbers of a position: how hard it looks to prove and to disprove.

use phidelta::{Number, Numbers, Side};

use super::connection;
use super::position::Position;
use super::types::{Color, Move};

/// What first numbers are made of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
pub enum Estimate {
    /// Nothing: 1 and 1.
    Unit,
    /// The number of moves of the side to move.
    #[default]
    Mobility,
    /// Experimental.
    Ef(u32, u32),
}

impl Estimate {
    /// The first numbers of a position.
    #[inline]
    pub(super) fn of(self, position: &Position, attacker: Color) -> Numbers {
        let side = position.side();
        let view = if side == attacker { Side::Attacker } else { Side::Defender };
        match self {
            Estimate::Unit => Numbers::UNIT,
            Estimate::Mobility => Numbers::from_view(1, position.mobility(side).max(1), view),
            Estimate::Ef(a, b) => {
                let far = |color: Color| {
                    let set = position.pieces(color);
                    let largest = connection::groups(set).map(|g| g.count_ones()).max().unwrap_or(0);
                    set.count_ones() - largest
                };
                let (own, other) = (far(side), far(side.flip()));
                let phi: Number = 1 + a * own;
                let delta: Number = position.mobility(side).max(1) + b * other;
                Numbers::from_view(phi, delta, view)
            }
        }
    }

    /// The first numbers of the position after a move.
    #[inline]
    pub(super) fn after(self, position: &Position, mv: Move, attacker: Color) -> Numbers {
        let side = position.side().flip();
        let view = if side == attacker { Side::Attacker } else { Side::Defender };
        match self {
            Estimate::Unit => Numbers::UNIT,
            Estimate::Mobility => Numbers::from_view(1, position.mobility_after(mv, side).max(1), view),
            Estimate::Ef(..) => {
                let mut after = position.clone();
                after.play(mv);
                self.of(&after, attacker)
            }
        }
    }
}
