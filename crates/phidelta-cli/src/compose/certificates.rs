//! `--certificate DIR`: what stands behind "this move does not mate", a file for each, checked.
//!
//! Each file is the certificate of one disproof: the position behind the move, and that the side to move
//! there is not mated (docs/certificate.md). It is written, read by the independent checker, and gets
//! its name only if that says the same.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use anyhow::{Context, anyhow};
use phidelta::{
    Answered, Certifiable, CertificateWriter, CertifyError, Game, Goal, Heading, Solver, Verdict,
};
use phidelta_games::shogi::compose::FaultKind;
use phidelta_games::shogi::{Move, Tsume};

use super::Finished;
use crate::failure::{Failure, Result};
use crate::output::Draft;
use crate::progress::say;

/// How many certificates were written, and how many could not be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Count {
    pub(super) written: usize,
    pub(super) missing: usize,
}

/// Writes a certificate for every move of the attacker that is said not to mate, and for a problem without
/// a mate.
pub(super) fn write(folder: &Path, force: bool, finished: &Finished, solver: &mut Solver) -> Result<Count> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let checked = &finished.checked;
    let mut count = Count::default();
    let mut one = |name: String, game: &mut Tsume, rules: &str| -> Result<()> {
        if disproof(&folder.join(&name), force, game, rules, solver)? {
            count.written += 1;
        } else {
            say(&format!("{name}: no certificate within the limits"));
            count.missing += 1;
        }
        Ok(())
    };
    let mut here = finished.game.clone();
    if checked.faults.iter().any(|fault| fault.kind == FaultKind::NoMate && fault.ply == 0) {
        one("000-start.txt".into(), &mut here, "tsume")?;
    }
    for (ply, &mv) in checked.solution.iter().enumerate() {
        let mut moves = Vec::new();
        here.moves(&mut moves);
        let named = |other: Move| {
            let text = other.to_string();
            let mut faults = checked.faults.iter();
            faults.any(|fault| fault.ply == ply && fault.line.first() == Some(&other))
                || checked.undecided.iter().any(|open| open.ply == ply && open.about == text)
        };
        for other in moves.into_iter().filter(|&other| ply % 2 == 0 && other != mv && !named(other)) {
            let mut game = here.clone();
            game.play(other);
            let name = format!("{:03}-{}.txt", ply + 1, other.to_string().replace('*', "-"));
            one(name, &mut game, "mated")?;
        }
        here.play(mv);
    }
    Ok(count)
}

/// Writes and checks the certificate of one disproof; false if the limits do not allow it.
fn disproof(path: &Path, force: bool, game: &mut Tsume, rules: &str, solver: &mut Solver) -> Result<bool> {
    if solver.solve(game)?.verdict != Verdict::Disproved {
        return Ok(false);
    }
    let heading = Heading { game: "shogi".into(), rules: rules.into(), position: game.position_text() };
    let draft = Draft::beside(path, force)?;
    let mut out = BufWriter::new(draft.file()?);
    let answered = Answered::Verdict(Goal::Win, Verdict::Disproved);
    let mut write = |out: &mut BufWriter<File>| -> std::result::Result<(), CertifyError> {
        let mut writer = CertificateWriter::new(out, &heading, answered)?;
        writer.part(solver, game, Verdict::Disproved)?;
        writer.finish()?;
        Ok(())
    };
    if write(&mut out).is_err() {
        return Ok(false);
    }
    out.flush().map_err(|error| draft.failed(error))?;
    drop(out);
    let reader = BufReader::new(File::open(draft.path()).map_err(|error| draft.failed(error))?);
    match phidelta_check::check(reader, &phidelta_check::Limits::default()) {
        Ok(checked) if checked.position == heading.position && checked.answer == "win disproved" => {}
        Ok(_) => return Err(Failure::Other(anyhow!("{}: a certificate of something else", path.display()))),
        Err(refusal) => {
            return Err(Failure::Other(anyhow!("{}: the checker refuses it: {refusal}", path.display())));
        }
    }
    draft.publish()?;
    Ok(true)
}
