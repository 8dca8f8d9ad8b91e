//! The limit on memory is for everything: what a hostile file makes the checker allocate stays below it.

#[path = "common/binary.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with other tests")]
mod binary;

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use std::sync::{Mutex, MutexGuard, PoisonError};

use binary::packed;
use phidelta_check::{Checked, Limits, Refusal, check};

/// Counts what is in use, and the most there was.
struct Counting;

static NOW: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(0);

// SAFETY: everything is done by the system's allocator.
#[allow(unsafe_code, reason = "an allocator cannot be written without")]
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        MOST.fetch_max(NOW.fetch_add(layout.size(), SeqCst) + layout.size(), SeqCst);
        // SAFETY: what the caller has promised holds for the system, too.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        NOW.fetch_sub(layout.size(), SeqCst);
        // SAFETY: what the caller has promised holds for the system, too.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // While it is copied, both are there.
        MOST.fetch_max(NOW.fetch_add(size, SeqCst) + size, SeqCst);
        NOW.fetch_sub(layout.size(), SeqCst);
        // SAFETY: what the caller has promised holds for the system, too.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// One test at a time: the counts are those of the process.
static ALONE: Mutex<()> = Mutex::new(());

fn alone() -> MutexGuard<'static, ()> {
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Checks within this limit; the bytes that took at most.
fn measured(bytes: &[u8], memory: u64) -> (Result<Checked, Refusal>, u64) {
    let limits = Limits::default().with_memory(memory);
    let before = NOW.load(SeqCst);
    MOST.store(before, SeqCst);
    let judged = check(bytes, &limits);
    (judged, (MOST.load(SeqCst) - before) as u64)
}

fn number(mut value: usize, out: &mut Vec<u8>) {
    while value >= 128 {
        out.push(value as u8 | 128);
        value >>= 7;
    }
    out.push(value as u8);
}

fn texts(texts: &[&str]) -> Vec<u8> {
    let mut out = Vec::new();
    for text in texts {
        number(text.len(), &mut out);
        out.extend(text.as_bytes());
    }
    out
}

/// A text and the same in the binary form are checked with several limits: each stays within its own.
fn within(fields: [&str; 5], rest: (&str, &[u8]), reason: &str) {
    let [game, rules, position, question, answer] = fields;
    let text = format!(
        "phidelta-certificate\t2\ngame\t{game}\nrules\t{rules}\nposition\t{position}\nanswer\t{question}\t{answer}\n{}",
        rest.0
    );
    let raw = [&texts(&fields), rest.1].concat();
    let bytes = packed(&raw, 256 << 10);
    for memory in [1 << 20, 16 << 20, 64 << 20] {
        for (form, bytes) in [("text", text.as_bytes()), ("binary", &bytes)] {
            let (judged, most) = measured(bytes, memory);
            let refusal = judged.expect_err("no certificate");
            assert!(refusal.reason.contains(reason) || memory > 1 << 20, "{refusal}");
            let allowed = memory.max(Limits::LEAST);
            assert!(most <= allowed, "{form}: {most} bytes, {allowed} allowed: {refusal}");
        }
    }
}

const LONG: &str = "too long for the memory allowed";

#[test]
fn a_heading_does_not_take_more_than_is_allowed() {
    let _alone = alone();
    let long = "x".repeat(40 << 20);
    for place in 0..5 {
        let mut fields = ["graph", "{}", "A", "win", "proved"];
        fields[place] = &long;
        within(fields, ("", b""), LONG);
    }
}

#[test]
fn a_graph_does_not_take_more_than_is_allowed() {
    let _alone = alone();
    // As many nodes as fit into the heading for each limit, and as many children.
    for bytes in [120 << 10, 1000 << 10, 4000 << 10] {
        let mut nodes = String::new();
        let mut children = String::new();
        for id in 0.. {
            if nodes.len() + children.len() > bytes {
                break;
            }
            nodes += &format!(",\"{id:x}\":{{\"type\":\"OR\"}}");
            children += &format!("{}\"{id:x}\"", if id == 0 { "" } else { "," });
        }
        let rules = format!(
            "{{\"repetition\":\"draw\",\"root\":\"A\",\"nodes\":{{\"A\":{{\"type\":\"AND\",\"children\":[{children}]}}{nodes}}}}}"
        );
        let line = "part\twin\tproved\tranked\n1\tA\t0\t.\nend\t1\t1\t1\n";
        within(
            ["graph", &rules, "A", "win", "proved"],
            (line, b"P\x03win\x03L\x00\x00\x00\x01A\x01\x010\x00"),
            "",
        );
    }
}

#[test]
fn a_line_does_not_take_more_than_is_allowed() {
    let _alone = alone();
    let fields = ["connect4", "3x2k2", "//", "win", "proved"];
    let mut record = b"P\x03win\x03L\x00\x00\x00\x02//".to_vec();
    number(8 << 20, &mut record);
    record.extend(vec![0; 16 << 20]);
    let line = format!("part\twin\tproved\tranked\n1\t//{}\nend\t1\t1\t1\n", "\t\t.".repeat(8 << 20));
    within(fields, (&line, &record), LONG);
    let mut record = b"P\x03win\x03F".to_vec();
    number(8 << 20, &mut record);
    record.extend(vec![0; 8 << 20]);
    let line = format!("part\twin\tproved\tranked\nforget{}\n", "\t1".repeat(8 << 20));
    within(fields, (&line, &record), LONG);
}

/// A node with many children, told within itself again and again: the lists of moves count, too.
#[test]
fn lists_of_moves_within_each_other_count() {
    let _alone = alone();
    let children: String = (0..5000).map(|id| format!(",\"{id}\"")).collect();
    let nodes: String = (0..5000).map(|id| format!(",\"{id}\":{{\"type\":\"OR\"}}")).collect();
    let rules = format!(
        "{{\"repetition\":\"draw\",\"root\":\"A\",\"nodes\":{{\"A\":{{\"type\":\"AND\",\"children\":[\"A\"{children}]}}{nodes}}}}}"
    );
    let told: String = (0..60).map(|depth| format!("\tA\t:{}", 60 - depth)).collect();
    let text = format!(
        "phidelta-certificate\t2\ngame\tgraph\nrules\t{rules}\nposition\tA\nanswer\twin\tproved\n\
         part\twin\tproved\tranked\n1\tA{told}\t0\t.\nend\t1\t1\t1\n"
    );
    let memory = 16 * rules.len() as u64 + (3 << 20);
    let (judged, most) = measured(text.as_bytes(), memory);
    assert!(judged.unwrap_err().reason.contains("bytes of positions, all that is left"));
    assert!(most <= memory, "{most} of {memory}");
}

/// Positions that are never forgotten.
#[test]
fn positions_count() {
    let _alone = alone();
    let mut text = String::from(
        "phidelta-certificate\t2\ngame\tconnect4\nrules\t3x2k2\nposition\t//\nanswer\twin\tproved\n\
         part\twin\tproved\tranked\n",
    );
    for id in 1..100_000 {
        text += &format!("{id}\tX/O/\t1\t.\n");
    }
    for memory in [2 << 20, 3 << 20, 5 << 20, 9 << 20] {
        let (judged, most) = measured(text.as_bytes(), memory);
        assert!(judged.unwrap_err().reason.contains("bytes of positions, all that is left"));
        assert!(most <= memory, "{most} of {memory}");
        assert!(most >= memory / 8, "{most} of {memory}: the limit is not used");
    }
}
