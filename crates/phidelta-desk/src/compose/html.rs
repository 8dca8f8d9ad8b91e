//! One HTML file with diagrams: the problem, its end, and each fault. Nothing is loaded from elsewhere.

use std::fmt::Write;

use phidelta_games::shogi::compose::{Fault, FaultKind};
use phidelta_games::shogi::{Color, Move, Position, Square};

use super::CheckedProblem;
use crate::outcome::VERSION;
use crate::words::{Language, piece_and_square};

/// The side of a square, in the picture's own units.
const CELL: usize = 24;
/// Room around the board for numbers and hands.
const MARGIN: usize = 30;

const STYLE: &str = "body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em;color:#111}\
h1{font-size:1.4em}section{break-inside:avoid;border-top:1px solid #999;padding:1em 0;display:flex;\
gap:1.5em;flex-wrap:wrap}section>div{flex:1;min-width:18em}.mv{white-space:nowrap}svg{background:#fff}\
.meaning{color:#555}h2{font-size:1.1em}table{border-collapse:collapse}td{padding:.2em .8em .2em 0;\
vertical-align:top;border-top:1px solid #ddd}td:nth-child(2){white-space:nowrap}tr{break-inside:avoid}article+article{break-before:page}\
@media print{body{margin:0;max-width:none}}";

/// The page of one problem or several.
pub(super) fn page(found: &[&CheckedProblem], language: Language) -> String {
    let title = language.check_title();
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{}\">\n<meta charset=\"utf-8\">\n<title>{title}</title>\n<style>{STYLE}</style>\n",
        language.code(),
    );
    for problem in found {
        article(&mut out, problem, language);
    }
    out.push_str("</html>\n");
    out
}

/// One problem.
fn article(out: &mut String, found: &CheckedProblem, language: Language) {
    let checked = &found.checked;
    let named = [&found.title, &found.author].into_iter().flatten();
    let named: Vec<String> = named.map(|text| escape(text)).collect();
    let name = if named.is_empty() { language.check_title().into() } else { named.join(" · ") };
    // Writing to a string cannot fail.
    let _ = writeln!(
        out,
        "<article>\n<h1>{name}{}{}</h1>",
        language.pick(": ", "："),
        escape(&language.soundness(checked.soundness()))
    );
    let plies = language.plies(checked.solution.len());
    let head = if checked.solution.is_empty() { String::new() } else { plies };
    let start = Diagram::new(found, found.game.position().clone());
    start.section(out, &head, "", &moves(found.game.position(), &checked.solution));
    if !checked.solution.is_empty() {
        let end = found.at(checked.solution.len());
        let text = language.solution_end(!checked.tail.is_empty());
        let line = moves(&end, &checked.tail);
        Diagram::new(found, end)
            .shaded(checked.solution.last().map(|mv| mv.to()))
            .section(out, &text, "", &line);
    }
    for fault in &checked.faults {
        let (diagram, line) = fault_diagram(found, fault);
        diagram.section(out, &language.fault(fault), language.meaning(fault.kind), &line);
    }
    beside(out, found, language);
    if !checked.undecided.is_empty() {
        let _ = writeln!(out, "<h2>{}</h2>\n<ul>", language.undecided_title());
        for open in super::page::open(found, language) {
            let _ = writeln!(out, "<li>{}</li>", escape(&open));
        }
        out.push_str("</ul>\n");
    }
    let _ = writeln!(
        out,
        "<p><small>{} · phidelta {} · --futile {}</small></p>\n</article>",
        escape(&found.game.position().to_string()),
        VERSION,
        found.counting()
    );
}

/// The diagram that shows a fault, and the play from there: what is left in hand at the end, the piece that
/// does nothing, or where other moves begin.
fn fault_diagram(found: &CheckedProblem, fault: &Fault) -> (Diagram, String) {
    match fault.kind {
        FaultKind::LeftOver => {
            let end = found.at(found.checked.solution.len());
            let last = found.checked.solution.last().map(|mv| mv.to());
            (Diagram::new(found, end).shaded(last), String::new())
        }
        FaultKind::UselessPiece => {
            let square = fault.piece.as_deref().and_then(piece_and_square).map(|(_, square)| square);
            (Diagram::new(found, found.game.position().clone()).shaded(square), String::new())
        }
        _ => {
            let here = found.at(fault.ply);
            let line = moves(&here, &fault.line);
            let last = found.before(fault.ply).last().map(|mv| mv.to());
            (Diagram::new(found, here).shaded(last), line)
        }
    }
}

/// The tables of other defences and of tries.
fn beside(out: &mut String, found: &CheckedProblem, language: Language) {
    let studied = &found.studied;
    let mut table = |head: &str, rows: Vec<(usize, String, String)>, note: String| {
        if rows.is_empty() {
            return;
        }
        let _ = writeln!(out, "<h2>{}</h2>\n<table>", escape(head));
        for (number, result, line) in rows {
            let _ = writeln!(out, "<tr><td>{number}<td>{}<td>{line}</tr>", escape(&result));
        }
        let _ = writeln!(out, "</table>\n<p>{}</p>", escape(&note));
    };
    let variations = studied.variations.iter().map(|told| {
        let plies = told.length.map(|length| told.ply + length as usize);
        (told.ply + 1, language.lasts(told.verdict, plies), moves(&found.at(told.ply), &told.line))
    });
    let left = if studied.left_out > 0 { language.left_out(studied.left_out) } else { String::new() };
    table(language.variations_head(), variations.collect(), left);
    let tries = studied.tries.iter().map(|told| {
        (told.ply + 1, language.tried(told.verdict).to_string(), moves(&found.at(told.ply), &told.line))
    });
    table(language.tries_head(), tries.collect(), String::new());
}

/// A position to be drawn.
struct Diagram {
    position: Position,
    attacker: Color,
    /// The square that is shaded.
    shade: Option<Square>,
}

impl Diagram {
    fn new(found: &CheckedProblem, position: Position) -> Diagram {
        Diagram { position, attacker: found.game.attacker(), shade: None }
    }

    fn shaded(self, shade: Option<Square>) -> Diagram {
        Diagram { shade, ..self }
    }

    /// The diagram with words and moves beside it.
    fn section(&self, out: &mut String, head: &str, meaning: &str, moves: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "<section>{}<div><p><strong>{}</strong></p><p class=\"meaning\">{}</p><p>{moves}</p></div></section>",
            board(self),
            escape(head),
            escape(meaning),
        );
    }
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

/// A board as SVG.
fn board(diagram: &Diagram) -> String {
    let position = &diagram.position;
    let side = 9 * CELL;
    let (width, height) = (side + 2 * MARGIN, side + 2 * MARGIN);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" font-family=\"serif\" text-anchor=\"middle\">"
    );
    if let Some((x, y)) = diagram.shade.map(corner) {
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
    let names = Position::roles(diagram.attacker);
    for (color, y) in [(Color::White, 12), (Color::Black, MARGIN + side + 20)] {
        let hand = position.drawn_hand(color, ' ', names[color.index()]);
        let _ = write!(svg, "<text x=\"{}\" y=\"{y}\" font-size=\"10\">{}</text>", width / 2, escape(&hand));
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
