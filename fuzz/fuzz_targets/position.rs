//! Any bytes as what `POST /api/position` is sent: a request in JSON, or a file. No panic; and what is shown is
//! read again as the same position.

#![no_main]

use libfuzzer_sys::fuzz_target;
use phidelta_desk::session::{PositionRequest, PositionAnswer, of_file, position};
use phidelta_desk::view::{BoardView, of_text};

fn reads_back(view: &BoardView) {
    let again = of_text(view.game, &view.text, &view.rules, &[]).expect("what is shown can be read");
    assert_eq!((&again.text, again.side), (&view.text, view.side));
    assert_eq!(again.board.cells, view.board.cells);
    assert_eq!(again.moves.len(), view.moves.len());
}

fuzz_target!(|bytes: &[u8]| {
    let shown = match serde_json::from_slice::<PositionRequest>(bytes) {
        Ok(request) => position(&request),
        Err(_) => of_file(None, "file", bytes),
    };
    if let Ok(PositionAnswer::View(view)) = shown {
        reads_back(&view);
    }
});
