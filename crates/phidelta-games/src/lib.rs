//! Games for phidelta.
