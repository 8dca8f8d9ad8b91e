//! The desk for a Worker of a browser: the static edition of the page (`cargo xtask static-page`).
//!
//! A Worker has one [`Desk`] and calls it: a request as JSON, perhaps with bytes, goes in, JSON or bytes come
//! out. A search runs within its call; what the Worker hears meanwhile, and how a search is told to wait or to
//! stop, is [`Outside`]. The calls are those of the server (docs/serve.md), the answers the same.
//!
//! `page/` has the two files of the page that only this edition needs; `abi` is the border to JavaScript.

mod desk;
mod host;

#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod abi;

pub use desk::{Answer, Desk};
pub use host::{Outside, Wish};
