//! A grid of the user's own: a small TOML file (docs/experiments.md).
//!
//! Invariant: whatever is wrong with the file is told with its line, before the first run.

use std::ops::Range;
use std::path::Path;

use serde::de::Visitor;
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::Wanted;
use super::document::Document;
use super::grid::{Bounds, Grid, Section, Setting};
use super::named::{Experiment, Found};
use super::pieces::{against, cactus, everyone, scatter, solved};
use super::results::Results;
use super::suite::{self, Suite};
use super::summary::Measure;
use crate::failure::{Failure, Result};
use crate::{input, size};
use phidelta_desk as desk;
use phidelta_desk::text::cut;

/// A grid from a file.
pub(super) struct Own {
    name: String,
    title: String,
    grid: Grid,
}

/// The file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct File {
    title: Option<String>,
    nodes: Option<Spanned<Amount>>,
    time: Option<Spanned<f64>>,
    memory: Option<Spanned<Amount>>,
    algorithms: Spanned<Vec<Spanned<String>>>,
    suite: Spanned<Vec<SuiteEntry>>,
}

/// A suite of the file.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
struct SuiteEntry {
    game: Spanned<String>,
    file: Option<Spanned<String>>,
    builtin: Option<Spanned<String>>,
    goal: Option<Spanned<String>>,
    sample: Option<Spanned<usize>>,
}

/// A number, or one as people write it: 1000000 or "1M".
#[derive(Debug)]
struct Amount(String);

impl Amount {
    fn read(&self, how: fn(&str) -> std::result::Result<u64, String>) -> std::result::Result<u64, String> {
        how(&self.0)
    }
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> std::result::Result<Amount, D::Error> {
        struct Reader;
        impl Visitor<'_> for Reader {
            type Value = Amount;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("a whole number such as 1000000 or \"1M\"")
            }

            fn visit_i64<E>(self, number: i64) -> std::result::Result<Amount, E> {
                Ok(Amount(number.to_string()))
            }

            fn visit_u64<E>(self, number: u64) -> std::result::Result<Amount, E> {
                Ok(Amount(number.to_string()))
            }

            fn visit_str<E>(self, text: &str) -> std::result::Result<Amount, E> {
                Ok(Amount(text.into()))
            }
        }
        deserializer.deserialize_any(Reader)
    }
}

/// Where something is wrong: file, line, and the field with its value, as far as the place tells.
fn place_of(file: &str, text: &str, place: Range<usize>) -> String {
    let start = place.start.min(text.len());
    let before = &text[..start];
    let line = 1 + before.matches('\n').count();
    let value = text.get(place).map(|value| value.lines().next().unwrap_or_default().trim());
    // The last "name =" before the value; lists may go over several lines.
    let row = before.lines().rev().find(|row| row.contains('=') && !row.trim_start().starts_with('#'));
    let field = row.and_then(|row| row.split_once('=')).map(|(name, _)| name.trim());
    let plain = |name: &str| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    match (field, value) {
        (Some(field), Some(value)) if plain(field) && !value.is_empty() && !value.contains(field) => {
            format!("{file}:{line}: {field} = {}: ", cut(value, ECHO))
        }
        _ => format!("{file}:{line}: "),
    }
}

/// Characters of a value that a message repeats.
const ECHO: usize = 60;

/// What is taken if the file does not say: enough for problems of a second.
const NODES: u64 = 1_000_000;
const MEMORY: u64 = 64 << 20;

impl Own {
    /// Reads a file and all suites it names.
    pub(super) fn read(file: &str, wanted: &Wanted) -> Result<Own> {
        let text = input::read_text(file)?;
        let refuse = |place: Range<usize>, failure: Failure| failure.within(place_of(file, &text, place));
        let read: File = toml::from_str(&text).map_err(|error| {
            refuse(error.span().unwrap_or(0..0), Failure::input(error.message().replace('\n', "; ")))
        })?;
        let bounds = Bounds {
            nodes: match &read.nodes {
                Some(nodes) => {
                    nodes.get_ref().read(size::count).map_err(|e| refuse(nodes.span(), Failure::input(e)))?
                }
                None => NODES,
            },
            memory: match &read.memory {
                Some(memory) => memory
                    .get_ref()
                    .read(size::memory)
                    .map_err(|e| refuse(memory.span(), Failure::input(e)))?,
                None => MEMORY,
            },
            time: match &read.time {
                Some(time) => Some(
                    size::seconds(&time.get_ref().to_string())
                        .map_err(|e| refuse(time.span(), Failure::input(e)))?,
                ),
                None => None,
            },
        };
        let bounds = wanted.over(bounds);
        if read.algorithms.get_ref().is_empty() {
            let what = "no algorithm, expected some: [\"df-pn+tca\", …]";
            return Err(refuse(read.algorithms.span(), Failure::input(what)));
        }
        let mut settings: Vec<Setting> = Vec::new();
        for name in read.algorithms.get_ref() {
            let setting =
                Setting::new(name.get_ref(), bounds).map_err(|failure| refuse(name.span(), failure))?;
            if settings.contains(&setting) {
                return Err(refuse(name.span(), Failure::input("it stands here twice")));
            }
            settings.push(setting);
        }
        if read.suite.get_ref().is_empty() {
            return Err(refuse(read.suite.span(), Failure::input("no suite, expected some")));
        }
        let folder = Path::new(file).parent().unwrap_or(Path::new(""));
        let mut grid = Grid::default();
        for entry in read.suite.get_ref() {
            let suite = entry.suite(folder, &refuse)?;
            let suite = wanted.sampled(suite, usize::MAX);
            grid.sections.push(Section { name: "own".into(), suite, settings: settings.clone() });
        }
        let stem = Path::new(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
        let name = stem.unwrap_or_else(|| "grid".into());
        Ok(Own { title: read.title.unwrap_or_else(|| name.clone()), name, grid })
    }
}

impl SuiteEntry {
    fn suite(&self, folder: &Path, refuse: &dyn Fn(Range<usize>, Failure) -> Failure) -> Result<Suite> {
        let name = self.game.get_ref();
        let game = desk::find(name).map_err(|e| refuse(self.game.span(), Failure::input(e)))?;
        if let Some(goal) = &self.goal {
            // As an option it is refused in the same words.
            desk::Options::new(game, Some(goal.get_ref()), &[])
                .map_err(|error| refuse(goal.span(), Failure::input(error.message)))?;
        }
        let goal = self.goal.as_ref().map(|goal| goal.get_ref().as_str());
        let suite = match (&self.file, &self.builtin) {
            (Some(file), None) => {
                let path = folder.join(file.get_ref());
                Suite::of_file(game, &path.to_string_lossy(), goal)
                    .map_err(|failure| refuse(file.span(), failure))?
            }
            (None, Some(builtin)) => {
                let known = suite::built_in(builtin.get_ref()).filter(|suite| suite.game == name);
                if known.is_none() {
                    let names: Vec<String> = phidelta_games::suites::ALL
                        .iter()
                        .map(|suite| format!("{} ({})", suite.name, suite.game))
                        .collect();
                    let what = format!("no suite of {name}; there are {}", names.join(", "));
                    return Err(refuse(builtin.span(), Failure::input(what)));
                }
                Suite::usual(name, goal).map_err(|failure| refuse(builtin.span(), failure))?
            }
            _ => {
                let what = "expected file = \"…\" or builtin = \"…\", one of them";
                return Err(refuse(self.game.span(), Failure::input(what)));
            }
        };
        match &self.sample {
            Some(sample) if *sample.get_ref() == 0 => {
                Err(refuse(sample.span(), Failure::input("expected at least 1")))
            }
            Some(sample) => Ok(suite.sampled(*sample.get_ref())),
            None => Ok(suite),
        }
    }
}

impl Experiment for Own {
    fn name(&self) -> &str {
        &self.name
    }

    fn shows(&self) -> &str {
        "a grid of your own"
    }

    fn paper(&self) -> &str {
        ""
    }

    fn games(&self) -> &[&'static str] {
        &[]
    }

    fn grid(&self, _wanted: &Wanted) -> Result<Grid> {
        Ok(self.grid.clone())
    }

    /// Who solved how much, the first algorithm against the others, survival.
    fn report(&self, grid: &Grid, results: &Results, times: bool) -> Found {
        let mut document = Document::new(self.title.clone());
        for view in grid.views("own", results) {
            let (all, label) = (view.all(), &view.section.suite.label);
            document.heading(format!("{label}: {} problems of {}", all.len(), view.section.suite.game));
            document.table(solved(&view, &everyone(&view), times));
            let first = view.label(0).to_string();
            let others: Vec<&str> = (1..view.settings()).map(|setting| view.label(setting)).collect();
            if !others.is_empty() {
                document.table(against(&view, &first, &others, &all, times));
                document.plot(scatter(&view, format!("{label}: nodes of {first}"), &first, &others, &all));
            }
            document.plot(cactus(&view, format!("{label}: survival"), &everyone(&view), Measure::Nodes));
            if times {
                let title = format!("{label}: survival in time");
                document.plot(cactus(&view, title, &everyone(&view), Measure::Seconds));
            }
        }
        Found { document, claims: Vec::new() }
    }
}
