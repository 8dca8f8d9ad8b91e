//! What a verdict can show for itself.

mod line;

pub(crate) use line::{Line, line};
