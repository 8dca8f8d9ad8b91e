//! Corruptions of certificates: those of the forger (`cargo xtask forge`) that leave the position asked about
//! and the rules alone, so that what is accepted can be played through from that position. Counts at the ends
//! of parts are mostly put right again.

use phidelta_testing::forge::draft::Draft;
use phidelta_testing::forge::mutate::{KINDS, Tools};

/// The kinds that are used.
const USED: [&str; 12] = [
    "swap",
    "drop",
    "duplicate",
    "redirect",
    "forget",
    "number",
    "fold",
    "move",
    "position",
    "sign",
    "count",
    "ranked",
];

/// The text with something changed; `None` if nothing came of it.
pub fn mutated(text: &str, random: &mut fastrand::Rng) -> Option<String> {
    let mut draft = Draft::read(text);
    let name = USED[random.usize(..USED.len())];
    let (_, mutation) = KINDS.iter().find(|(known, _)| *known == name)?;
    mutation(&mut draft, &mut Tools { random, others: &[] })?;
    if name != "count" && random.u8(..20) > 0 {
        draft.count();
    }
    let changed = draft.text();
    (changed != text).then_some(changed)
}
