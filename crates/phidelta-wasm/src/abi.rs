//! The border to JavaScript: numbers and bytes of the linear memory, nothing else.
//!
//! `page/searcher.js` is the other side. It asks for room with `room`, writes a request there and calls `call`;
//! the answer is where the number says: its place in the upper half, its length in the lower one, and its
//! first byte is its kind. `done` gives room back.
//!
//! The tests of this border are those of the page in a browser (`cargo xtask static-page --test`).

#![allow(unsafe_code, reason = "exports, imports and memory that JavaScript writes")]

use std::cell::RefCell;
use std::time::Duration;

use crate::desk::{Answer, Desk};
use crate::host::{Outside, Wish};

#[link(wasm_import_module = "outside")]
unsafe extern "C" {
    /// Seconds since some moment.
    safe fn now() -> f64;
    /// Hears a snapshot: its place and its length.
    safe fn tell(at: *const u8, length: usize);
    /// 0: go on; 1: stop; 2: go on after a pause.
    safe fn look() -> u32;
}

/// The Worker.
struct Worker;

impl Outside for Worker {
    fn now(&self) -> f64 {
        now()
    }

    fn tell(&self, snapshot: &str) {
        tell(snapshot.as_ptr(), snapshot.len());
    }

    fn look(&self) -> Wish {
        match look() {
            0 => Wish::GoOn,
            1 => Wish::Stop,
            _ => Wish::Paused,
        }
    }
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
}

/// Memory of so many bytes, which JavaScript may write.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn room(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Takes memory back.
///
/// # Safety
/// `at` must come from [`room`] or [`call`] with this length, and must not be used afterwards.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn done(at: *mut u8, length: usize) {
    // SAFETY: both hand out boxed slices of exactly this length, and the caller gives up his.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(at, length)) });
}

/// Does what a text asks: the name of the call, a line break, the request. Bytes of a file may come along.
///
/// # Safety
/// Both places must come from [`room`] with their lengths.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn call(
    at: *const u8,
    length: usize,
    bytes: *const u8,
    bytes_length: usize,
) -> u64 {
    phidelta::set_clock(|| Duration::from_secs_f64(now().max(0.0)));
    // SAFETY: the caller promises both; nobody writes there while we read, as there is one thread.
    let (text, bytes) =
        unsafe { (std::slice::from_raw_parts(at, length), std::slice::from_raw_parts(bytes, bytes_length)) };
    let text = String::from_utf8_lossy(text);
    let (name, request) = text.split_once('\n').unwrap_or((&text, "null"));
    let answer = DESK.with_borrow_mut(|desk| desk.call(name, request, bytes, &Worker));
    let (kind, bytes) = match answer {
        Answer::Json(text) => (0, text.into_bytes()),
        Answer::Refused(text) => (1, text.into_bytes()),
        Answer::Bytes(bytes) => (2, bytes),
    };
    let mut out = Vec::with_capacity(bytes.len() + 1);
    out.push(kind);
    out.extend_from_slice(&bytes);
    let length = out.len() as u64;
    let at = Box::into_raw(out.into_boxed_slice()).cast::<u8>() as u64;
    at << 32 | length
}
