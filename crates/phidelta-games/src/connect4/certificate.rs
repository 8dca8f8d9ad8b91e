//! Positions as certificates have them: the stones of each column from the bottom, `/` between columns.

use phidelta::{Certifiable, Outcome};

use super::game::ConnectFour;

impl Certifiable for ConnectFour {
    fn position_text(&self) -> String {
        let shape = self.shape();
        let mut out = String::new();
        for column in 0..shape.width() {
            if column > 0 {
                out.push('/');
            }
            let stones = (0..shape.height()).map_while(|level| self.stone(column, level));
            out.extend(stones.map(|first| if first { 'X' } else { 'O' }));
        }
        out
    }

    fn move_text(&self, mv: u8) -> String {
        ConnectFour::move_text(self, mv)
    }

    /// No row is left for the one who needs it. What the last cells are worth a checker does not see.
    fn is_settled(&mut self) -> bool {
        self.seen_at_once().is_some_and(|answer| answer.outcome == Outcome::Draw)
    }
}
