//! What keeps the search from running in circles on graphs with cycles.
//!
//! The numbers of a position on a cycle feed back into themselves: each visit raises them a little, no
//! visit reaches a leaf, and without a cure the search never ends. Both cures here look at the
//! *minimal distance* of a position from the root: a child that is not farther away than its parent is
//! *old*, and only through old children can a cycle close.

pub(super) mod minimal_distance;
pub(super) mod patience;
pub(super) mod threshold_control;
