//! What became of the forgeries, by kind.

use std::fmt;

/// What became of one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    /// Nothing had changed.
    Same,
    /// Refused.
    Refused,
    /// Accepted, and what it claims is true.
    True,
    /// Accepted, and what it claims is false.
    False,
    /// Accepted, but the solver does not read the position or knows no such question.
    Unreadable,
    /// Accepted; whether it is true takes too long to tell.
    Open,
}

const FATES: [(Fate, &str); 6] = [
    (Fate::Same, "same"),
    (Fate::Refused, "refused"),
    (Fate::True, "true"),
    (Fate::False, "FALSE"),
    (Fate::Unreadable, "unread"),
    (Fate::Open, "open"),
];

/// Counts of one game.
pub(crate) struct Counts {
    game: &'static str,
    kinds: &'static [&'static str],
    table: Vec<[u64; FATES.len()]>,
    /// Read by both checkers: with the same answer, with another one.
    twice: [u64; 2],
}

impl Counts {
    pub(crate) fn new(game: &'static str, kinds: &'static [&'static str]) -> Counts {
        Counts { game, kinds, table: vec![[0; FATES.len()]; kinds.len()], twice: [0; 2] }
    }

    pub(crate) fn add(&mut self, kind: usize, fate: Fate) {
        self.table[kind][FATES.iter().position(|(known, _)| *known == fate).unwrap_or(0)] += 1;
    }

    pub(crate) fn twice(&mut self, agreed: bool) {
        self.twice[usize::from(!agreed)] += 1;
    }

    pub(crate) fn made(&self) -> u64 {
        self.table.iter().flatten().sum()
    }

    /// How many had this fate.
    pub(crate) fn of(&self, fate: Fate) -> u64 {
        let column = FATES.iter().position(|(known, _)| *known == fate).unwrap_or(0);
        self.table.iter().map(|row| row[column]).sum()
    }
}

impl fmt::Display for Counts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<10} {:>8}", self.game, "made")?;
        FATES.iter().try_for_each(|(_, name)| write!(f, " {name:>8}"))?;
        let rows = self.kinds.iter().copied().zip(self.table.iter().copied());
        let all = FATES.map(|(fate, _)| self.of(fate));
        for (name, row) in rows.chain([("all", all)]) {
            write!(f, "\n  {name:<8} {:>8}", row.iter().sum::<u64>())?;
            row.iter().try_for_each(|count| write!(f, " {count:>8}"))?;
        }
        if self.twice != [0; 2] {
            write!(f, "\n  both checkers: {} agree, {} differ", self.twice[0], self.twice[1])?;
        }
        writeln!(f)
    }
}
