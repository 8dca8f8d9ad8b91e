//! `cargo xtask forge`: a forger against the checker.
//!
//! Certificates that the solver writes for small random positions of every game are changed in every way
//! that a forger might think of (`mutate`), and lies are written outright (`build`). What the checker
//! accepts is decided again without it (`truth`): a false claim that was accepted ends the run with its
//! file. With `--python` the second checker reads each forgery, too, and must say the same.

mod build;
mod counts;
mod form;
mod original;
mod second;
mod truth;

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use phidelta::mix;
use phidelta_check::Limits;

use counts::{Counts, Fate};
use phidelta_testing::forge::draft::{self, Draft};
use phidelta_testing::forge::mutate::{KINDS, Tools};
use second::Second;
use truth::{Truth, Truths};

/// The games that have certificates.
const GAMES: [&str; 6] = ["connect4", "graph", "loa", "othello", "shogi", "uttt"];

/// Certificates that are forged from: so many for each hundred forgeries, within these bounds.
const ORIGINALS: (usize, usize) = (40, 2000);

/// How often a mutation is tried that has changed nothing.
const TRIES: u32 = 4;

/// What to run.
#[derive(clap::Args, Clone, Debug)]
pub(crate) struct Args {
    /// Forgeries of each game
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(1..))]
    count: u64,
    /// One game only
    #[arg(long, value_name = "NAME", value_parser = GAMES)]
    game: Option<String>,
    /// The same seed makes the same forgeries
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Have each of them read by the second checker, too (needs python3)
    #[arg(long)]
    python: bool,
    /// Where to put what should not have been accepted
    #[arg(long, value_name = "FOLDER", default_value = "target/forge")]
    out: PathBuf,
}

/// Runs the forger; false if it fooled the checker.
pub(crate) fn run(args: &Args) -> Result<bool> {
    let second = if args.python { Some(Second::start()?.context("there is no python3 here")?) } else { None };
    forge(args, second)
}

/// Forgeries of each game that both checkers read when all tests are run: some seconds.
const SAMPLE: u64 = 150;

/// A few forgeries for both checkers; `None` if there is no Python here.
pub(crate) fn sample() -> Result<Option<bool>> {
    let Some(second) = Second::start()? else { return Ok(None) };
    let args = Args { count: SAMPLE, game: None, seed: 1, python: true, out: "target/forge".into() };
    forge(&args, Some(second)).map(Some)
}

fn forge(args: &Args, mut second: Option<Second>) -> Result<bool> {
    let mut sound = true;
    for game in GAMES.into_iter().filter(|game| args.game.as_deref().is_none_or(|asked| asked == *game)) {
        let mut forger = Forger::new(game, args.count, args.seed);
        while forger.counts.made() < args.count {
            if let Some(forgery) = forger.next() {
                let found = forger.judge(&forgery, second.as_mut())?;
                if let Some(reason) = found {
                    sound = false;
                    report(args, game, &forgery, &reason)?;
                }
            }
        }
        println!("{}", forger.counts);
    }
    Ok(sound)
}

/// Says what was found, and keeps the file.
fn report(args: &Args, game: &str, forgery: &Forgery, reason: &str) -> Result<()> {
    fs::create_dir_all(&args.out).with_context(|| args.out.display().to_string())?;
    let end = if forgery.bytes.first() == Some(&0x89) { "pdc" } else { "txt" };
    let file = args.out.join(format!("{game}-{}-{}.{end}", args.seed, forgery.number));
    fs::write(&file, &forgery.bytes).with_context(|| file.display().to_string())?;
    println!("{}: {reason} ({})", file.display(), KIND_NAMES[forgery.kind]);
    Ok(())
}

/// What is counted: the kinds of mutation, then lies and bytes.
const LIE: usize = KINDS.len();
const BYTES: usize = LIE + 1;
const KIND_NAMES: [&str; BYTES + 1] = {
    let mut names = [""; BYTES + 1];
    let mut at = 0;
    while at < KINDS.len() {
        names[at] = KINDS[at].0;
        at += 1;
    }
    names[LIE] = "lie";
    names[BYTES] = "bytes";
    names
};

/// One forgery.
pub(crate) struct Forgery {
    bytes: Vec<u8>,
    kind: usize,
    /// Whether nothing has changed.
    same: bool,
    number: u64,
}

/// Makes and judges the forgeries of one game.
pub(crate) struct Forger {
    random: fastrand::Rng,
    originals: Vec<Draft>,
    truths: Truths,
    pub(crate) counts: Counts,
    tries: u64,
}

impl Forger {
    /// Certificates to begin with; all of them must be accepted, and be true.
    pub(crate) fn new(game: &'static str, count: u64, seed: u64) -> Forger {
        let start = mix(seed ^ mix(GAMES.iter().position(|name| *name == game).unwrap_or(0) as u64) as u64);
        let mut random = fastrand::Rng::with_seed(start as u64);
        let wanted = (count as usize / 20).clamp(ORIGINALS.0, ORIGINALS.1);
        let mut truths = Truths::default();
        let mut originals = Vec::with_capacity(wanted);
        while originals.len() < wanted {
            let Some(draft) = original::random(game, &mut random) else { continue };
            let text = draft.text();
            if let Err(refusal) = accepted(text.as_bytes()) {
                panic!("the solver's own certificate is refused: {refusal}\n{text}");
            }
            assert_ne!(truths.of(&draft.claim()), Truth::False, "a wrong answer of the solver\n{text}");
            // Half of them with a line for each position: there is more to be confused.
            let lines = if random.bool() { build::unfolded(&draft) } else { None };
            if let Some(lines) = &lines {
                let text = lines.text();
                if let Err(refusal) = accepted(text.as_bytes()) {
                    panic!("told line by line it is refused: {refusal}\n{text}");
                }
            }
            originals.push(lines.unwrap_or(draft));
        }
        Forger { random, originals, truths, counts: Counts::new(game, &KIND_NAMES), tries: 0 }
    }

    /// The next forgery; `None` if nothing came of it.
    pub(crate) fn next(&mut self) -> Option<Forgery> {
        self.tries += 1;
        let number = self.tries;
        let kind = (number % (BYTES as u64 + 1)) as usize;
        let original = &self.originals[self.random.usize(..self.originals.len())];
        let mut draft = original.clone();
        let mut tools = Tools { random: &mut self.random, others: &self.originals };
        match kind {
            LIE => draft = build::lie(original, tools.random)?,
            BYTES => {}
            _ => {
                // What changes nothing is tried again.
                for _ in 0..TRIES {
                    KINDS[kind].1(&mut draft, &mut tools)?;
                    if draft != *original {
                        break;
                    }
                }
            }
        }
        // Now and then a second change, which may be what hides the first.
        if kind != BYTES && tools.random.u8(..4) == 0 && draft.rows.len() >= draft::HEADING {
            let second = tools.random.usize(..KINDS.len());
            KINDS[second].1(&mut draft, &mut tools)?;
        }
        let counts_matter = KIND_NAMES[kind] == "count";
        if !counts_matter && tools.random.u8(..20) > 0 {
            draft.count();
        }
        let same = draft == *original && kind != BYTES;
        let random = tools.random;
        let bytes = match (kind, random.u8(..4)) {
            (BYTES, _) => bytes_changed(&draft, random)?,
            (_, 0) => form::packed(form::version(&draft)?, &form::records(&draft)?, random.usize(20..2000)),
            _ => draft.text().into_bytes(),
        };
        Some(Forgery { bytes, kind, same, number })
    }

    /// Has a forgery checked and counts what became of it; what is wrong with that, if anything is.
    pub(crate) fn judge(&mut self, forgery: &Forgery, second: Option<&mut Second>) -> Result<Option<String>> {
        let first = accepted(&forgery.bytes);
        let mut wrong = None;
        if let Some(second) = second {
            let theirs = second.check(&forgery.bytes)?;
            if theirs.is_ok() != first.is_ok() {
                wrong = Some(format!("the checkers differ: {first:?}, and the second one {theirs:?}"));
            } else if let (Ok(first), Ok(theirs)) = (&first, &theirs)
                && *first != *theirs
            {
                wrong = Some(format!("the checkers read different things: {first}, and {theirs}"));
            }
            self.counts.twice(wrong.is_none());
        }
        let fate = match &first {
            _ if forgery.same => Fate::Same,
            Err(_) => Fate::Refused,
            Ok(_) => match self.truths.of(&claim(&forgery.bytes)?) {
                Truth::True => Fate::True,
                Truth::Open => Fate::Open,
                Truth::False => Fate::False,
                Truth::Unreadable => Fate::Unreadable,
            },
        };
        match fate {
            Fate::False => wrong = Some("a false claim is accepted".into()),
            Fate::Unreadable => wrong = Some("accepted, but the solver cannot read it".into()),
            Fate::Same if first.is_err() => wrong = Some("the same again is refused".into()),
            _ => {}
        }
        self.counts.add(forgery.kind, fate);
        Ok(wrong)
    }
}

/// What the checker says: what is shown and how much was read, or why not.
fn accepted(bytes: &[u8]) -> Result<String, String> {
    let checked = phidelta_check::check(bytes, &Limits::default()).map_err(|refusal| refusal.to_string())?;
    let depth = checked.depth.map_or("None".into(), |depth| depth.to_string());
    Ok(format!("{}\t{}\t{}\t{depth}", checked.answer, checked.positions, checked.moves))
}

/// What a certificate that was accepted claims.
fn claim(bytes: &[u8]) -> Result<draft::Claim> {
    let reader = phidelta_check::Reader::new(bytes, &Limits::default())?;
    let heading = reader.heading();
    Ok(draft::Claim {
        game: heading.game.clone(),
        rules: heading.rules.clone(),
        position: heading.position.clone(),
        question: heading.question.clone(),
        answer: heading.answer.clone(),
    })
}

/// The binary form with bytes changed: of the records, whose checksums are right then, or of the file.
fn bytes_changed(draft: &Draft, random: &mut fastrand::Rng) -> Option<Vec<u8>> {
    let version = form::version(draft)?;
    let mut records = form::records(draft)?;
    let block = random.usize(20..2000);
    let inside = random.u8(..4) > 0;
    let mut bytes =
        if inside { std::mem::take(&mut records) } else { form::packed(version, &records, block) };
    for _ in 0..random.usize(1..3) {
        let (at, to) = (random.usize(..bytes.len()), random.usize(..bytes.len()));
        match random.u8(..5) {
            0 => bytes[at] = random.u8(..),
            1 => bytes[at] ^= 1 << random.u8(..8),
            2 => bytes[at] = bytes[to],
            3 => {
                bytes.remove(at);
            }
            _ => bytes.insert(at, bytes[to]),
        }
    }
    Some(if inside { form::packed(version, &bytes, block) } else { bytes })
}

#[cfg(test)]
mod tests;
