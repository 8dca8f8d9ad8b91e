//! A whole cluster in virtual time: the same client, workers, a broker that loses, delays, doubles and
//! reorders messages, machines that die. One thread, one seed, the same run every time.
//!
//! The game is a tree that is drawn from a seed: how many moves a position has and how it ends follow from its
//! number alone. A worker's job is a proof-number search in that tree, and takes as long as it has nodes. So the
//! client meets what a real one meets: jobs of unequal size, answers that make others useless, numbers that turn
//! out wrong.

mod forest;

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet};
use std::time::{Duration, Instant};

use phidelta::{Key, Side};

use crate::client::{Client, Halt, JobSize, Taken, Totals};
use crate::judges::WAITING;
use crate::log::Log;
use crate::message::{Found, Job, JobResult, PROTOCOL, Run, VERSION};
use crate::referee::{Referee, Sight};
use crate::run::in_flight;
use crate::transport::ON_THE_WAY;

pub use forest::Forest;
use forest::{Place, stir};

/// Virtual time, in microseconds.
pub type Micros = u64;

/// The rules of a drawn tree. A certificate is a word that only an honest search writes.
#[derive(Clone, Copy, Debug)]
struct Drawn(Forest);

fn seal(place: Place, proved: bool) -> [u8; 8] {
    stir(place.number ^ if proved { 0x5eed } else { 0xdead }).to_le_bytes()
}

impl Drawn {
    fn sight(&self, mv: String, place: Place) -> Sight {
        Sight { mv, key: Key::from(place.number), ended: self.0.end(place) }
    }
}

impl Referee for Drawn {
    fn root(&self) -> Sight {
        self.sight(String::new(), self.0.root())
    }

    fn repetition(&self) -> Option<bool> {
        None
    }

    fn moves(&self, line: &[String]) -> (Side, Vec<Sight>) {
        let at = self.0.behind(line);
        let side = if Forest::attacks(at) { Side::Attacker } else { Side::Defender };
        let moves =
            (0..self.0.moves(at)).map(|mv| self.sight(mv.to_string(), self.0.child(at, mv))).collect();
        (side, moves)
    }

    fn judge(&self, line: &[String], proved: bool, certificate: &[u8]) -> Result<(), String> {
        let honest = certificate == seal(self.0.behind(line), proved);
        if honest { Ok(()) } else { Err("it is forged".into()) }
    }
}

/// What happens to messages and machines. Rates are of 1,000.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Weather {
    /// Time of a message from one machine to another, at least.
    pub latency: Micros,
    /// As much again, at most, drawn for each message: messages overtake each other.
    pub jitter: Micros,
    /// Messages that are lost. A job is then given out again after `patience`.
    pub lost: u64,
    /// Messages that come twice.
    pub twice: u64,
    /// Jobs during which the worker dies.
    pub deaths: u64,
    /// Results after which the client dies, and goes on from its log.
    pub client_deaths: u64,
    /// How long a job may be silent.
    pub patience: Micros,
    /// Time of a node.
    pub node: Micros,
    /// Time that a result costs the client.
    pub result: Micros,
    /// Whether worker 0 lies.
    pub liar: bool,
}

impl Default for Weather {
    /// A quiet room: a millisecond a message, a million nodes a second, 2,000 results a second.
    fn default() -> Weather {
        Weather {
            latency: 1000,
            jitter: 0,
            lost: 0,
            twice: 0,
            deaths: 0,
            client_deaths: 0,
            patience: 10_000_000,
            node: 1,
            result: 500,
            liar: false,
        }
    }
}

/// Times of a real run, from which those of a simulated one are drawn.
#[derive(Clone, Debug, Default)]
pub struct Measured {
    /// Of jobs that were not solved.
    pub open: Vec<Micros>,
    /// Of jobs that were, with their certificates.
    pub solved: Vec<Micros>,
    /// Of the checks of those certificates.
    pub checks: Vec<Micros>,
    /// Checks that the client's machine does at once.
    pub judges: usize,
}

/// A run to be simulated.
#[derive(Clone, Copy, Debug)]
pub struct Scenario<'m> {
    /// The game.
    pub forest: Forest,
    /// Workers.
    pub workers: usize,
    /// Jobs.
    pub size: JobSize,
    /// What happens.
    pub weather: Weather,
    /// What is drawn.
    pub seed: u64,
    /// Results after which it is given up.
    pub most_results: u64,
    /// Times to draw from. Without them a job takes as long as it has nodes, and a check no time.
    pub measured: Option<&'m Measured>,
}

/// What came of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulated {
    /// The answer.
    pub answer: Option<bool>,
    /// When it was there.
    pub time: Micros,
    /// Time that workers spent on jobs.
    pub busy: Micros,
    /// What the client counted.
    pub totals: Totals,
    /// Nodes of the client's tree.
    pub tree: usize,
    /// How often the client died.
    pub client_deaths: u64,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Event {
    /// A worker has nothing to do.
    Idle(usize),
    /// A result comes to the client.
    Arrives(u64, Vec<u8>),
    /// Its certificate has been checked, or it has none.
    Judged(u64, Vec<u8>),
    /// A job has been silent for too long.
    Silent(u64),
}

/// The broker: jobs that wait, and those that somebody has.
struct World<'m> {
    scenario: Scenario<'m>,
    dice: u64,
    now: Micros,
    events: BinaryHeap<Reverse<(Micros, u64, Event)>>,
    number: u64,
    waiting: std::collections::VecDeque<u64>,
    jobs: HashMap<u64, Job>,
    idle: Vec<usize>,
    answered: HashSet<u64>,
    busy: Micros,
    client_free: Micros,
    /// When each of the client's judges has nothing to do, and how many answers they have.
    judges: Vec<Micros>,
    judging: usize,
    /// Results that have come and have not been read.
    at_the_door: std::collections::VecDeque<(u64, Vec<u8>)>,
}

impl World<'_> {
    fn draw(&mut self, of_thousand: u64) -> bool {
        self.dice = stir(self.dice.wrapping_add(1));
        self.dice % 1000 < of_thousand
    }

    fn travel(&mut self) -> Micros {
        let Weather { latency, jitter, .. } = self.scenario.weather;
        self.dice = stir(self.dice.wrapping_add(1));
        latency + if jitter == 0 { 0 } else { self.dice % jitter }
    }

    /// One of these times.
    fn drawn_from(&mut self, times: &[Micros]) -> Micros {
        self.dice = stir(self.dice.wrapping_add(1));
        times.get((self.dice % times.len().max(1) as u64) as usize).copied().unwrap_or(0)
    }

    /// How long a job takes.
    fn job_time(&mut self, found: &Found, nodes: u64) -> Micros {
        match (self.scenario.measured, found) {
            (None, _) => nodes * self.scenario.weather.node,
            (Some(measured), Found::Solved { .. }) => self.drawn_from(&measured.solved),
            (Some(measured), _) => self.drawn_from(&measured.open),
        }
    }

    /// Reads results that have come. As a real client does, this one reads none while too many answers wait for a judge.
    fn read(&mut self) {
        while self.judging < WAITING * self.judges.len()
            && let Some((id, bytes)) = self.at_the_door.pop_front()
        {
            self.judge(id, bytes);
        }
    }

    /// A result is read: if there are checks, it waits for one.
    fn judge(&mut self, id: u64, bytes: Vec<u8>) {
        let solved =
            JobResult::decode(&bytes).is_ok_and(|result| matches!(result.found, Found::Solved { .. }));
        let (Some(measured), true) = (self.scenario.measured, solved) else {
            return self.at(self.now, Event::Judged(id, bytes));
        };
        let check = self.drawn_from(&measured.checks);
        let first = (0..self.judges.len()).min_by_key(|&judge| self.judges[judge]).unwrap_or(0);
        let done = self.judges.get(first).map_or(self.now, |&free| free.max(self.now)) + check;
        self.judges.get_mut(first).into_iter().for_each(|free| *free = done);
        self.judging += 1;
        self.at(done, Event::Judged(id, bytes));
    }

    fn at(&mut self, time: Micros, event: Event) {
        self.number += 1;
        self.events.push(Reverse((time, self.number, event)));
    }

    /// Gives waiting jobs to idle workers.
    fn hand_out(&mut self) {
        while !self.idle.is_empty()
            && let Some(id) = self.waiting.pop_front()
        {
            let Some(job) = self.jobs.get(&id).cloned() else { continue };
            if self.answered.contains(&id) {
                continue;
            }
            let worker = self.idle.pop().unwrap_or(0);
            self.work(worker, &job);
        }
    }

    fn work(&mut self, worker: usize, job: &Job) {
        let Weather { lost, twice, deaths, patience, liar, .. } = self.scenario.weather;
        let arrives = self.now + self.travel();
        if self.draw(lost) {
            // The job never came; the broker notices by the silence.
            self.at(self.now + patience, Event::Silent(job.id));
            return self.at(arrives, Event::Idle(worker));
        }
        let (found, nodes) = look(&self.scenario.forest, job);
        let time = self.job_time(&found, nodes);
        let done = arrives + time;
        self.busy += time;
        if self.draw(deaths) {
            self.at(done + patience, Event::Silent(job.id));
            // Another machine takes its place.
            return self.at(done + patience, Event::Idle(worker));
        }
        let lie = liar && worker == 0;
        let found = match found {
            _ if lie => Found::Solved { proved: self.draw(500), certificate: b"trust me".to_vec() },
            honest => honest,
        };
        let result = JobResult {
            run: job.run.clone(),
            job: job.id,
            worker: format!("w{worker}"),
            tries: 1,
            nodes,
            millis: time / 1000,
            found,
        };
        let bytes = result.encode();
        let copies = if self.draw(lost) { 0 } else { 1 + u64::from(self.draw(twice)) };
        for _ in 0..copies {
            let time = done + self.travel();
            self.at(time, Event::Arrives(job.id, bytes.clone()));
        }
        if copies == 0 {
            self.at(done + patience, Event::Silent(job.id));
        }
        self.at(done, Event::Idle(worker));
    }
}

fn run_of(forest: &Forest) -> Run {
    Run {
        protocol: PROTOCOL,
        version: VERSION.into(),
        id: "simulated".into(),
        game: "drawn".into(),
        position: format!("{forest:?}"),
        goal: "win".into(),
        rules: Vec::new(),
        algorithm: "pn".into(),
        fingerprint: forest.seed.to_string(),
    }
}

/// Bytes of the simulated client's tree.
const TREE_BYTES: u64 = 8 << 30;

/// Runs a scenario to its end.
pub fn simulate(scenario: &Scenario<'_>) -> Result<Simulated, Halt> {
    let run = run_of(&scenario.forest);
    let begin = |run: &Run| Client::new(&run.id, Drawn(scenario.forest), scenario.size, TREE_BYTES);
    let mut client = begin(&run);
    let mut log = if scenario.weather.client_deaths > 0 { Log::in_memory(&run) } else { Log::nowhere() };
    let mut world = World {
        scenario: *scenario,
        dice: stir(scenario.seed ^ 0xd1ce),
        now: 0,
        events: BinaryHeap::new(),
        number: 0,
        waiting: Default::default(),
        jobs: HashMap::new(),
        idle: (0..scenario.workers).rev().collect(),
        answered: HashSet::new(),
        busy: 0,
        client_free: 0,
        judges: vec![0; scenario.measured.map_or(0, |measured| measured.judges.max(1))],
        judging: 0,
        at_the_door: Default::default(),
    };
    let mut client_deaths = 0;
    while client.answer().is_none() && client.totals().counts.done < scenario.most_results {
        let most = in_flight(scenario.workers, client.mean_job(), ON_THE_WAY);
        while client.in_flight() < most + world.judging {
            let Some(job) = client.next_job() else { break };
            drop(log.took(job.id));
            world.waiting.push_back(job.id);
            world.jobs.insert(job.id, job);
        }
        world.hand_out();
        let Some(Reverse((time, _, event))) = world.events.pop() else { break };
        world.now = world.now.max(time);
        match event {
            Event::Idle(worker) => world.idle.push(worker),
            Event::Silent(id) if !world.answered.contains(&id) => world.waiting.push_front(id),
            Event::Silent(_) => {}
            // Without checks nothing comes between.
            Event::Arrives(id, bytes) if !world.judges.is_empty() => {
                world.at_the_door.push_back((id, bytes));
                world.read();
            }
            Event::Arrives(id, bytes) | Event::Judged(id, bytes) => {
                // The client takes one result after the other.
                world.client_free = world.client_free.max(world.now) + scenario.weather.result;
                world.now = world.now.max(world.client_free.saturating_sub(scenario.weather.result * 64));
                world.answered.insert(id);
                world.jobs.remove(&id);
                let Ok(result) = JobResult::decode(&bytes) else { continue };
                let judged = !world.judges.is_empty() && matches!(result.found, Found::Solved { .. });
                world.judging -= usize::from(judged);
                drop(log.got(&result));
                let _: Taken = client.take(result)?;
                for useless in client.cancelled() {
                    // Whoever has not begun it does not.
                    world.jobs.remove(&useless);
                }
                world.read();
                if world.draw(scenario.weather.client_deaths) {
                    client_deaths += 1;
                    client = log.replayed(&run, begin).unwrap_or_else(|_| begin(&run));
                }
            }
        }
        world.client_free = world.client_free.max(world.now);
    }
    Ok(Simulated {
        answer: client.answer(),
        time: world.now.max(world.client_free),
        busy: world.busy,
        totals: client.totals().clone(),
        tree: client.tree().len(),
        client_deaths,
    })
}

/// Messages lost, doubled and delayed, workers and clients dying: the weather of [`storm`].
pub const STORM: Weather = Weather {
    latency: 1000,
    jitter: 200_000,
    lost: 100,
    twice: 200,
    deaths: 50,
    client_deaths: 20,
    patience: 50_000,
    node: 1,
    result: 500,
    liar: false,
};

/// A small game in a storm, as a seed draws it; every fifth with a liar among the workers. Returns how often the
/// client died; an error if the answer is not that of trying everything.
pub fn storm(seed: u64) -> Result<u64, String> {
    let forest = Forest { seed, least_moves: 2, most_moves: 4, depth: 8, early_ends: 150, wins: 450 };
    let scenario = Scenario {
        forest,
        workers: 1 + (seed % 7) as usize,
        size: JobSize { least: 20, most: 100, part: 1 << 20 },
        weather: Weather { liar: seed.is_multiple_of(5) && !seed.is_multiple_of(7), ..STORM },
        seed,
        most_results: 100_000,
        measured: None,
    };
    let done = simulate(&scenario).map_err(|halt| format!("seed {seed}: {halt}"))?;
    match done.answer {
        Some(answer) if answer == forest.answer() => Ok(done.client_deaths),
        other => Err(format!("seed {seed}: {other:?} is not the answer")),
    }
}

/// How quick the client itself is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ClientSpeed {
    /// Results taken.
    pub results: u64,
    /// Nodes of the tree in the end.
    pub tree: usize,
    /// Time of the client alone: reading results, the tree, the next jobs.
    pub time: Duration,
    /// Time of the last tenth of the results, when the tree is largest.
    pub last_tenth: Duration,
}

/// Takes results until the tree has so many nodes, and looks at the clock. What the workers do is not counted.
pub fn client_speed(forest: Forest, workers: usize, job: u64, tree: usize) -> Result<ClientSpeed, Halt> {
    let run = run_of(&forest);
    let size = JobSize { least: job, most: job, part: 1 };
    let mut client = Client::new(&run.id, Drawn(forest), size, TREE_BYTES);
    let (mut waiting, mut times) = (std::collections::VecDeque::new(), Vec::new());
    while client.tree().len() < tree && client.answer().is_none() {
        let mut spent = Duration::ZERO;
        let began = Instant::now();
        while client.in_flight() < 2 * workers
            && let Some(job) = client.next_job()
        {
            waiting.push_back(job);
        }
        spent += began.elapsed();
        let Some(job) = waiting.pop_front() else { break };
        let (found, nodes) = look(&forest, &job);
        let (run, worker) = (job.run.clone(), format!("w{}", job.id as usize % workers));
        let bytes = JobResult { run, job: job.id, worker, tries: 1, nodes, millis: 1, found }.encode();
        let began = Instant::now();
        if let Ok(result) = JobResult::decode(&bytes) {
            let _: Taken = client.take(result)?;
        }
        let useless = client.cancelled();
        times.push(spent + began.elapsed());
        if !useless.is_empty() {
            waiting.retain(|job: &Job| !useless.contains(&job.id));
        }
    }
    let last = &times[times.len() - times.len() / 10..];
    Ok(ClientSpeed {
        results: times.len() as u64,
        tree: client.tree().len(),
        time: times.iter().sum(),
        last_tenth: last.iter().sum(),
    })
}

/// What an honest worker finds.
fn look(forest: &Forest, job: &Job) -> (Found, u64) {
    let place = forest.behind(&job.line);
    let (found, nodes) = forest.search(place, job.nodes);
    let found = match found {
        Ok(proved) => Found::Solved { proved, certificate: seal(place, proved).to_vec() },
        Err(numbers) => {
            let moves = numbers.iter().zip(0_u64..).map(|(&(pn, dn), mv)| (mv.to_string(), pn, dn));
            Found::Open { moves: moves.collect() }
        }
    };
    (found, nodes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn small(seed: u64) -> Forest {
        Forest { seed, least_moves: 2, most_moves: 4, depth: 8, early_ends: 150, wins: 450 }
    }

    fn scenario(seed: u64, weather: Weather) -> Scenario<'static> {
        let size = JobSize { least: 20, most: 100, part: 1 << 20 };
        Scenario {
            forest: small(seed),
            workers: 1 + (seed % 7) as usize,
            size,
            weather,
            seed,
            most_results: 100_000,
            measured: None,
        }
    }

    #[test]
    fn times_are_drawn_from_a_real_run_and_checks_can_be_what_is_short() {
        let time = |checks: Micros, judges: usize| {
            let measured =
                Measured { open: vec![9_000, 11_000], solved: vec![5_000], checks: vec![checks], judges };
            let run = Scenario { workers: 4, measured: Some(&measured), ..scenario(8, Weather::default()) };
            let done = simulate(&run).unwrap();
            assert_eq!(done.answer, Some(run.forest.answer()));
            // More jobs were worked on than were done: some results still waited for a judge at the end.
            let (jobs, busy) = (done.totals.counts.done, done.busy);
            assert!(busy >= 5_000 * jobs && busy.is_multiple_of(1_000), "{busy} for {jobs} jobs");
            done.time
        };
        let (quick, slow, beside) = (time(0, 1), time(100_000, 1), time(100_000, 8));
        assert!(quick * 3 < slow && beside < slow, "{quick} {slow} {beside}");
    }

    /// A sample; `cargo run -p phidelta-cluster --example figures -- storms 20000` runs as many as one likes.
    #[test]
    fn any_weather_gives_the_answer_of_trying_everything() {
        let deaths: u64 = (0..2000).map(|seed| storm(seed).unwrap_or_else(|wrong| panic!("{wrong}"))).sum();
        assert!(deaths > 250, "{deaths}");
    }

    #[test]
    fn the_client_takes_what_it_is_given() {
        let forest = Forest { seed: 1, least_moves: 3, most_moves: 6, depth: 40, early_ends: 20, wins: 450 };
        let speed = client_speed(forest, 8, 20, 3000).unwrap();
        assert!(speed.tree >= 3000 && speed.results > 100 && speed.last_tenth <= speed.time, "{speed:?}");
    }

    #[test]
    fn a_liar_is_named_and_changes_nothing() {
        for seed in 0..60 {
            let scenario = scenario(2 + 7 * seed, Weather { liar: true, ..Weather::default() });
            let done = simulate(&scenario).unwrap();
            assert_eq!(done.answer, Some(scenario.forest.answer()), "seed {seed}");
            let liars = done.totals.workers.iter().filter(|(_, stats)| stats.lies > 0);
            assert!(liars.map(|(name, _)| name.as_str()).all(|name| name == "w0"), "seed {seed}");
        }
    }

    #[test]
    fn the_same_seed_is_the_same_run() {
        let scenario = scenario(5, Weather { jitter: 9000, lost: 50, deaths: 30, ..Weather::default() });
        assert_eq!(simulate(&scenario).unwrap(), simulate(&scenario).unwrap());
    }
}
