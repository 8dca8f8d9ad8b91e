//! What an experiment runs: sections, each of which is a suite times some settings.
//!
//! Sections may share runs: a run is made once, whoever asks for it.

use std::time::Duration;

use phidelta::Algorithm;

use super::record::{Key, Outcome};
use super::results::Results;
use super::suite::Suite;
use crate::failure::{Failure, Result};

/// All runs of an experiment.
#[derive(Clone, Debug, Default)]
pub(super) struct Grid {
    pub(super) sections: Vec<Section>,
}

/// A suite and what is tried on it.
#[derive(Clone, Debug)]
pub(super) struct Section {
    /// As its experiment finds it again.
    pub(super) name: String,
    pub(super) suite: Suite,
    pub(super) settings: Vec<Setting>,
}

/// How a problem is searched.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Setting {
    /// As reports call it.
    pub(super) label: String,
    /// Its name; it has been read.
    pub(super) algorithm: String,
    /// Nodes a run may take.
    pub(super) nodes: u64,
    /// Wall time it may take: with one, what is solved depends on the machine.
    pub(super) time: Option<Duration>,
    /// Bytes of a run.
    pub(super) memory: u64,
}

impl Setting {
    /// A setting that is called as its algorithm.
    pub(super) fn new(algorithm: &str, bounds: Bounds) -> Result<Setting> {
        let parsed: Algorithm = algorithm.parse().map_err(Failure::input)?;
        parsed.check().map_err(Failure::input)?;
        let Bounds { nodes, time, memory } = bounds;
        Ok(Setting { label: algorithm.into(), algorithm: algorithm.into(), nodes, time, memory })
    }

    /// The same under another name.
    pub(super) fn called(mut self, label: impl Into<String>) -> Setting {
        self.label = label.into();
        self
    }
}

/// What every run of a section may take.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Bounds {
    pub(super) nodes: u64,
    pub(super) time: Option<Duration>,
    pub(super) memory: u64,
}

impl Section {
    /// A suite searched by some algorithms.
    pub(super) fn new(name: &str, suite: Suite, algorithms: &[&str], bounds: Bounds) -> Result<Section> {
        let settings = algorithms.iter().map(|name| Setting::new(name, bounds)).collect::<Result<_>>()?;
        Ok(Section { name: name.into(), suite, settings })
    }

    /// All its runs, problem by problem: so a run that is broken off has all algorithms of some problems.
    fn keys(&self) -> impl Iterator<Item = Key> {
        self.suite.items.iter().flat_map(move |item| {
            self.settings.iter().map(move |setting| Key::of(&self.suite, item, setting))
        })
    }
}

impl Grid {
    /// All runs, each once.
    pub(super) fn keys(&self) -> Vec<Key> {
        let mut seen = std::collections::HashSet::new();
        self.sections.iter().flat_map(Section::keys).filter(|key| seen.insert(key.clone())).collect()
    }

    /// The sections whose name begins so, with their results.
    pub(super) fn views<'a>(&'a self, name: &str, results: &'a Results) -> Vec<View<'a>> {
        let named = self.sections.iter().filter(|section| section.name.starts_with(name));
        named.map(|section| View::new(section, results)).collect()
    }
}

/// A section with its results.
pub(super) struct View<'a> {
    pub(super) section: &'a Section,
    /// By setting, then by problem.
    outcomes: Vec<Vec<Option<&'a Outcome>>>,
}

impl<'a> View<'a> {
    fn new(section: &'a Section, results: &'a Results) -> View<'a> {
        let of = |setting: &Setting| {
            let items = section.suite.items.iter();
            items.map(|item| results.get(&Key::of(&section.suite, item, setting))).collect()
        };
        View { section, outcomes: section.settings.iter().map(of).collect() }
    }

    /// What a setting found of a problem.
    pub(super) fn outcome(&self, setting: usize, item: usize) -> Option<&'a Outcome> {
        self.outcomes[setting][item]
    }

    pub(super) fn problems(&self) -> usize {
        self.section.suite.items.len()
    }

    pub(super) fn settings(&self) -> usize {
        self.section.settings.len()
    }

    pub(super) fn label(&self, setting: usize) -> &'a str {
        &self.section.settings[setting].label
    }

    /// The setting that is called so.
    pub(super) fn find(&self, label: &str) -> Option<usize> {
        self.section.settings.iter().position(|setting| setting.label == label)
    }

    /// A view of the problems of some size only.
    pub(super) fn only(&self, lengths: impl Fn(Option<u32>) -> bool) -> Vec<usize> {
        let items = self.section.suite.items.iter().enumerate();
        items.filter(|(_, item)| lengths(item.length)).map(|(i, _)| i).collect()
    }
}
