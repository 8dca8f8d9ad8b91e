//! Two searches, one inside the other.

pub(crate) mod pds_pn;
pub(crate) mod pn_dfpn;
