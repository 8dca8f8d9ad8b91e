//! Files to keep: certificates in both forms, records, reports, pictures.

use std::fmt::Write;

use phidelta_check::{Limits, Line, Reader, Target};

use super::refusal::Refusal;
use super::run::Found;
use crate::proof::Proof;
use crate::words::Language;

/// Moves of a record that shogi programs open quickly.
const RECORDED_MOVES: usize = 5000;
/// Plies and positions of a picture that can still be read.
const DRAWN: (usize, usize) = (8, 200);

impl Found {
    /// A file by its name: its type and its bytes; `None` if there is none. Those that are made of the proof
    /// are in `of_proof`.
    pub fn file(&self, name: &str) -> Option<(&'static str, Vec<u8>)> {
        let text = |text: &Option<String>| text.clone().map(String::into_bytes);
        let page = |number: usize| self.html.as_ref().map(|pages| pages[number].clone().into_bytes());
        Some(match name {
            "certificate.pdc" => {
                ("application/octet-stream", self.certificate.as_ref().map(|bytes| bytes.to_vec())?)
            }
            "certificate.txt" => {
                let text = certificate_text(self.certificate.as_ref()?).ok()?;
                ("text/plain; charset=utf-8", text.into_bytes())
            }
            "record.kif" => ("text/plain; charset=utf-8", text(&self.kif)?),
            "report.json" => ("application/json", text(&self.json)?),
            "report.html" => ("text/html; charset=utf-8", page(0)?),
            "report.ja.html" => ("text/html; charset=utf-8", page(1)?),
            _ => return None,
        })
    }

    /// Whether a file of this name is made of the proof.
    pub fn is_of_proof(name: &str) -> bool {
        matches!(name, "proof.kif" | "proof.ja.kif" | "proof.svg" | "proof.ja.svg")
    }

    /// A file that is made of the proof: all branches as KIF, or a picture of the first plies.
    pub fn of_proof(proof: &Proof, name: &str) -> Option<(&'static str, Vec<u8>)> {
        let language = if name.contains(".ja.") { Language::Ja } else { Language::En };
        let views = proof.views();
        let view = views.first()?;
        if name.ends_with(".kif") {
            let record = view.kif(usize::MAX, RECORDED_MOVES, language).ok()?;
            return Some(("text/plain; charset=utf-8", record.text.into_bytes()));
        }
        let picture = view.svg(&view.outline(None, DRAWN.0, DRAWN.1), language);
        Some(("image/svg+xml", picture.into_bytes()))
    }
}

/// A certificate as text, whichever form it has (docs/certificate.md).
pub fn certificate_text(certificate: &[u8]) -> Result<String, Refusal> {
    let refused = |error: phidelta_check::Refusal| Refusal::new("bad-certificate", error.to_string());
    let mut reader = Reader::new(certificate, &Limits::default()).map_err(refused)?;
    let heading = reader.heading();
    let mut out = format!(
        "phidelta-certificate\t2\ngame\t{}\nrules\t{}\nposition\t{}\nanswer\t{}\t{}\n",
        heading.game, heading.rules, heading.position, heading.question, heading.answer
    );
    while let Some(line) = reader.next_line().map_err(refused)? {
        // Writing into memory does not fail.
        let _ = match line {
            Line::Part { question, proved, ranked } => {
                let verdict = if proved { "proved" } else { "disproved" };
                writeln!(out, "part\t{question}\t{verdict}\t{}", if ranked { "ranked" } else { "closed" })
            }
            Line::Position { id, position, moves } => {
                let _ = write!(out, "{id}\t{position}");
                for (mv, target) in moves {
                    let _ = write!(out, "\t{mv}\t{}", sign(target));
                }
                writeln!(out)
            }
            Line::Forget(ids) => {
                out.push_str("forget");
                for id in ids {
                    let _ = write!(out, "\t{id}");
                }
                writeln!(out)
            }
            Line::End { root, positions, moves } => {
                writeln!(out, "end\t{}\t{positions}\t{moves}", sign(root))
            }
        };
    }
    Ok(out)
}

/// What a move leads to, as it is written.
fn sign(target: Target) -> String {
    match target {
        Target::End => ".".into(),
        Target::Settled => "!".into(),
        Target::Position(id) => id.to_string(),
        Target::Follows(id) => format!("~{id}"),
        Target::Inline(moves) => format!(":{moves}"),
    }
}

#[cfg(test)]
mod tests {
    use phidelta::Form;

    use super::*;
    use crate::{Options, Place, Request, find, run};

    #[test]
    fn both_forms_are_one_text() {
        for (game, position) in [
            ("shogi", "4k4/9/9/4P4/9/9/9/9/9 b 2G2S 1"),
            ("connect4", "5x4:33"),
            ("othello", "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"),
            ("graph", "ghi_min"),
        ] {
            let kind = find(game).unwrap();
            let written = |form: Form| {
                let options = Options::new(kind, None, &[]).unwrap();
                let mut problem = kind.read(position, &Place::Text, &options).unwrap();
                let request = Request::new().memory(16 << 20).certificate(form).verify();
                run(&mut problem, &request, &mut ()).unwrap().certificate.unwrap()
            };
            let (text, binary) = (written(Form::Text), written(Form::Binary));
            let text = String::from_utf8(text).unwrap();
            assert_eq!(certificate_text(&binary).unwrap(), text, "{game}");
            assert_eq!(certificate_text(text.as_bytes()).unwrap(), text, "{game}");
        }
        assert_eq!(certificate_text(b"nonsense").unwrap_err().code, "bad-certificate");
    }
}
