//! One HTML file with diagrams: the problem, its end, and each fault. Nothing is loaded from elsewhere.

use std::fmt::Write;

use phidelta_games::shogi::compose::FaultKind;
use phidelta_games::shogi::{Color, Move, Position, Square};

use super::CheckedProblem;
use crate::outcome::VERSION;
use crate::words::Language;

/// The side of a square, in the picture's own units.
const CELL: usize = 24;
/// Room around the board for numbers and hands.
const MARGIN: usize = 30;

const STYLE: &str = "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#111}\
h1{font-size:1.4em}section{break-inside:avoid;border-top:1px solid #999;padding:1em 0;display:flex;\
gap:1.5em;flex-wrap:wrap}section>div{flex:1;min-width:18em}.mv{white-space:nowrap}svg{background:#fff}\
@media print{body{margin:0;max-width:none}}";

/// The page.
pub(super) fn page(found: &CheckedProblem, language: Language) -> String {
    let checked = &found.checked;
    let title = language.check_title();
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n<h1>{title}: {}</h1>\n",
        language.code(),
        escape(&language.soundness(checked.soundness())),
    );
    let plies = language.plies(checked.solution.len());
    let head = if checked.solution.is_empty() { String::new() } else { plies };
    section(&mut out, found.game.position(), None, &head, &moves(found.game.position(), &checked.solution));
    if !checked.solution.is_empty() {
        let end = found.at(checked.solution.len());
        let text = language.solution_end(!checked.tail.is_empty());
        section(
            &mut out,
            &end,
            checked.solution.last().map(|mv| mv.to()),
            &text,
            &moves(&end, &checked.tail),
        );
    }
    for fault in &checked.faults {
        let start = found.at(fault.ply);
        let shows = !matches!(fault.kind, FaultKind::LeftOver | FaultKind::UselessPiece);
        let line = if shows { moves(&start, &fault.line) } else { String::new() };
        let last = found.before(fault.ply).last().map(|mv| mv.to());
        section(&mut out, &start, last, &language.fault(fault), &line);
    }
    if !checked.undecided.is_empty() {
        let _ = writeln!(out, "<h2>{}</h2>\n<ul>", language.undecided_title());
        for open in &checked.undecided {
            let _ = writeln!(out, "<li>{}</li>", escape(&language.undecided(open)));
        }
        out.push_str("</ul>\n");
    }
    let _ = writeln!(
        out,
        "<p><small>{} · phidelta {} · --futile {}</small></p>\n</html>",
        escape(&found.game.position().to_string()),
        VERSION,
        found.counting()
    );
    out
}

fn section(out: &mut String, position: &Position, last: Option<Square>, head: &str, moves: &str) {
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<section>{}<div><p><strong>{}</strong></p><p>{}</p></div></section>",
        board(position, last),
        escape(head),
        moves
    );
}

/// Moves, none of which is broken across rows.
fn moves(start: &Position, line: &[Move]) -> String {
    let moves = start.japanese_line(line);
    moves.iter().map(|mv| format!("<span class=\"mv\">{}</span>", escape(mv))).collect::<Vec<_>>().join(" ")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The upper left corner of a square.
fn corner(square: Square) -> (usize, usize) {
    (MARGIN + (9 - usize::from(square.file())) * CELL, MARGIN + (usize::from(square.rank()) - 1) * CELL)
}

/// A board as SVG; the square the last move went to is shaded.
fn board(position: &Position, last: Option<Square>) -> String {
    let side = 9 * CELL;
    let (width, height) = (side + 2 * MARGIN, side + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"serif\" text-anchor=\"middle\">"
    );
    if let Some((x, y)) = last.map(corner) {
        let _ = write!(svg, "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"#ddd\"/>");
    }
    for i in 0..=9 {
        let (at, far) = (MARGIN + i * CELL, MARGIN + side);
        let _ = write!(
            svg,
            "<path d=\"M{at} {MARGIN}V{far}M{MARGIN} {at}H{far}\" stroke=\"#000\" stroke-width=\"{}\"/>",
            if i % 9 == 0 { "1.5" } else { "0.5" }
        );
    }
    pieces(&mut svg, position);
    for i in 1..=9_usize {
        let x = MARGIN + (9 - i) * CELL + CELL / 2;
        let _ = write!(svg, "<text x=\"{x}\" y=\"{}\" font-size=\"10\">{i}</text>", MARGIN - 4);
        let rank = ["一", "二", "三", "四", "五", "六", "七", "八", "九"][i - 1];
        let y = MARGIN + (i - 1) * CELL + CELL / 2 + 4;
        let _ = write!(svg, "<text x=\"{}\" y=\"{y}\" font-size=\"10\">{rank}</text>", MARGIN + side + 10);
    }
    let drawn = position.drawn();
    for row in drawn.lines().filter(|row| row.contains("の持駒：")) {
        let y = if row.starts_with("後手") { 12 } else { MARGIN + side + 20 };
        let _ = write!(svg, "<text x=\"{}\" y=\"{y}\" font-size=\"10\">{}</text>", width / 2, escape(row));
    }
    svg + "</svg>"
}

/// The pieces on the board; those of the defender stand on their heads.
fn pieces(svg: &mut String, position: &Position) {
    for rank in 1..=9_u8 {
        for square in (1..=9_u8).filter_map(|file| Square::new(file, rank)) {
            let Some(piece) = position.piece(square) else { continue };
            let (x, y) = corner(square);
            let (x, y) = (x + CELL / 2, y + CELL / 2);
            let turn = if piece.color() == Color::White {
                format!(" transform=\"rotate(180 {x} {y})\"")
            } else {
                String::new()
            };
            let _ = write!(
                svg,
                "<text x=\"{x}\" y=\"{}\" font-size=\"18\"{turn}>{}</text>",
                y + 7,
                piece.kind().sign()
            );
        }
    }
}
