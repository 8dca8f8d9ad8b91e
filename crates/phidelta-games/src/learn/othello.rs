//! Othello's course: the weights of its patterns, phase by phase, twice.

use std::sync::Arc;

use phidelta::Solver;

use super::{Course, LearnError, Model, ModelError, Plan};
use crate::othello::training::{self, Fitted};
use crate::othello::{Othello, Size, Weights};

/// Positions that the result is tried on, and their empty squares: solved within a second.
const TRIED: usize = 40;
const TRIED_EMPTIES: u32 = 16;

struct OthelloCourse {
    plan: Plan,
    size: Size,
    training: training::Course,
    /// Whether the result has been tried.
    tried: bool,
}

pub(super) fn start(plan: &Plan, so_far: Option<&[u8]>) -> Result<Box<dyn Course>, LearnError> {
    let size = match plan.game.as_str() {
        "othello" => Size::Eight,
        "othello-6x6" => Size::Six,
        _ => return Err(LearnError::NoCourse(plan.game.clone())),
    };
    let course =
        OthelloCourse { plan: plan.clone(), size, training: training::Course::default(), tried: false };
    let Some(bytes) = so_far else { return Ok(Box::new(course)) };
    let kept = Model::for_game(bytes, &course.unfinished())?;
    if kept.made_by != plan.command() {
        return Err(LearnError::OtherCourse { found: kept.made_by, expected: plan.command() });
    }
    let training = training::Course::from_bytes(size, &kept.contents)
        .ok_or(ModelError::Damaged("its length is not that of whole phases"))?;
    Ok(Box::new(OthelloCourse { training, ..course }))
}

impl OthelloCourse {
    fn unfinished(&self) -> String {
        format!("{}, unfinished", Weights::game(self.size))
    }

    fn plan(&self) -> training::Plan {
        training::Plan { size: self.size, positions: self.plan.positions, seed: self.plan.seed }
    }

    /// Nodes for win, draw or loss of positions that were not fitted to, without the weights and with them.
    fn gain(&self) -> Option<String> {
        let weights = Arc::new(self.training.weights(self.size)?);
        let positions = training::positions(&self.plan(), &weights, TRIED_EMPTIES, TRIED);
        let nodes = |weights: Option<Arc<Weights>>| -> Option<u64> {
            let mut solver = Solver::new("alpha-beta".parse().ok()?);
            let mut sum = 0;
            for &position in &positions {
                solver.forget();
                let mut game = Othello::new(position).with_weights(weights.clone());
                sum += solver.value(&mut game).ok()?.report.stats.nodes;
            }
            Some(sum)
        };
        let (without, with) = (nodes(None)?, nodes(Some(weights))?);
        Some(format!(
            "{TRIED} new positions with {TRIED_EMPTIES} empty squares: {without} nodes without, {with} with"
        ))
    }
}

impl Course for OthelloCourse {
    fn steps(&self) -> usize {
        training::Course::STEPS + 1
    }

    fn done(&self) -> usize {
        self.training.done() + usize::from(self.tried)
    }

    fn step(&mut self) -> Option<String> {
        let Some(fitted) = self.training.step(&self.plan()) else {
            let first = !std::mem::replace(&mut self.tried, true);
            return if first { self.gain() } else { None };
        };
        let Fitted { round, phase, positions, spread, error } = fitted;
        Some(format!(
            "round {}, phase {}: {positions} positions; on others the scores spread by {spread:.2} discs, \
             by {error:.2} about what is expected",
            round + 1,
            phase + 1,
        ))
    }

    fn so_far(&self) -> Model {
        let (game, made_by) = (self.unfinished(), self.plan.command());
        Model { game, made_by, contents: self.training.to_bytes() }
    }

    fn model(&self) -> Option<Model> {
        let weights = self.training.weights(self.size)?;
        Some(weights.model(self.plan.command()))
    }
}
