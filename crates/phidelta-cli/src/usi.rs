//! `phidelta usi`: a shogi engine for graphical programs, one that looks for mates only.
//!
//! Commands come in on the standard input, answers go out on the standard output, a row each
//! (docs/usi.md). This thread reads and obeys; a search has a thread of its own, so that `stop` is heard.
//!
//! Invariants: whatever comes in, the engine goes on until `quit` or the end of the input; every `go`
//! that starts a search gets exactly one answer, and it is about the position that was set before it.

mod go;
mod many;
mod options;
mod search;
mod wire;

use std::io;
use std::time::Duration;

use anyhow::Context;
use phidelta::Solver;
use phidelta_desk::Problem;
use phidelta_desk::text::{cut, plain};

use self::go::Go;
use self::options::{Options, Setup};
use self::search::{Job, Running};
use self::wire::{Input, Row, send};
use crate::failure::{Code, Result};

/// What `phidelta usi` was given: nothing.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
It speaks USI (docs/usi.md): add it to a shogi program as an engine, or type commands.

Example:
  $ phidelta usi
  position sfen 9/8k/9/8P/9/9/9/9/9 b 2G2r2b2g4s4n4l17p 1
  go mate infinite
  …
  checkmate G*1c 1b1a G*1b
  quit

Exit codes:
  0  quit, the end of the input, or nobody left who reads the answers
  1  the input cannot be read or the output cannot be written")]
pub(crate) struct Args {}

/// Time that a search gets to answer after `quit`. It needs milliseconds, unless nobody reads what it
/// writes; then there is no reason to wait longer.
const FAREWELL: Duration = Duration::from_secs(1);

/// Characters of a command that are repeated in a message about it.
const SHOWN: usize = 60;

/// Obeys until it is told to quit.
pub(crate) fn run(_: &Args) -> Result<Code> {
    let mut engine = Engine::default();
    let mut input = Input::new(io::stdin().lock());
    loop {
        match input.next_row().context("cannot read the standard input")? {
            Row::Text(text) if engine.obey(&text) => {}
            Row::Text(_) | Row::End => break,
            Row::TooLong => tell("a line is too long, it was ignored"),
        }
    }
    if let Some(running) = engine.running.take() {
        running.leave(FAREWELL);
    }
    Ok(Code::Done)
}

/// Says something to people.
fn tell(message: &str) {
    send(&format!("info string {}", plain(message)));
}

/// What the engine knows.
#[derive(Default)]
struct Engine {
    options: Options,
    /// The last `position` command, if it made sense.
    position: Option<String>,
    /// From the last search, with what it was made for: its table still holds what was found.
    solver: Option<(Setup, Solver)>,
    running: Option<Running>,
    /// Of a search in the opponent's time: what there is for it once `ponderhit` has come.
    ponder_time: Option<Option<Duration>>,
}

impl Engine {
    /// Does what a row says; false for `quit`.
    fn obey(&mut self, text: &str) -> bool {
        let mut words = text.split_whitespace();
        match words.next() {
            None => {}
            Some("usi") => self.introduce(),
            Some("isready") => self.get_ready(),
            Some("setoption") => {
                if let Err(message) = self.options.set(text) {
                    tell(&message);
                }
            }
            Some("usinewgame") => {
                self.stop();
                self.solver = None;
            }
            Some("position") => self.set_position(text),
            Some("go") => match Go::read(words) {
                Ok(go) => self.go(&go),
                Err(message) => tell(&message),
            },
            Some("stop" | "gameover") => self.stop(),
            Some("ponderhit") => self.ponderhit(),
            Some("quit") => return false,
            Some(_) => tell(&format!("unknown command: {}", cut(text.trim(), SHOWN))),
        }
        true
    }

    fn introduce(&self) {
        send(&format!("id name phidelta {}", env!("CARGO_PKG_VERSION")));
        send("id author the phidelta authors");
        for row in Options::rows() {
            send(&row);
        }
        send("usiok");
    }

    /// Forgets the table, but not under a search: some programs ask only whether the engine is alive.
    fn get_ready(&mut self) {
        if !self.is_searching() {
            self.solver = None;
        }
        send("readyok");
    }

    /// A position that cannot be read leaves none: an answer about the one before would be wrong.
    fn set_position(&mut self, text: &str) {
        self.position = match Problem::of_shogi_game(text) {
            Ok(_) => Some(text.into()),
            Err(error) => {
                let column = error.column.unwrap_or(1);
                tell(&format!("position: column {column}: {}", cut(&error.message, 4 * SHOWN)));
                None
            }
        };
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        if let Some(word) = go.ignored() {
            tell(&format!("go: '{}' was ignored", cut(word, SHOWN)));
        }
        let Some(position) = &self.position else {
            tell("there is no position to search");
            return send(go.nothing_to_do());
        };
        let Ok(Some(problem)) = Problem::of_shogi_game(position) else {
            tell("there is no king to mate");
            return send(go.nothing_to_do());
        };
        let (setup, request) = (self.options.setup(), self.options.request(go.nodes()));
        let solver = match self.solver.take() {
            Some((made_for, solver)) if made_for == setup => solver,
            _ => request.solver(problem.game()),
        };
        let time = go.time(problem.view().side == "White");
        self.ponder_time = go.ponders().then_some(time);
        let job = Job {
            problem,
            solver,
            setup,
            request,
            reply: go.reply(),
            nodes: self.options.nodes(go.nodes()),
            time: time.filter(|_| !go.ponders()),
            hold: go.holds(),
            multi_pv: self.options.multi_pv(),
        };
        match Running::start(job) {
            Ok(running) => self.running = Some(running),
            Err(error) => {
                tell(&format!("the search cannot start: {error}"));
                send(go.nothing_to_do());
            }
        }
    }

    /// The opponent has played what was expected: from now on it is our own time. After any other search
    /// it means nothing.
    fn ponderhit(&mut self) {
        if let (Some(time), Some(running)) = (self.ponder_time.take(), &mut self.running) {
            running.go_on(time);
        }
    }

    /// Ends a search and waits for its answer.
    fn stop(&mut self) {
        if let Some(running) = self.running.take() {
            self.solver = running.stop();
        }
    }

    fn is_searching(&mut self) -> bool {
        if self.running.as_ref().is_some_and(Running::is_done) {
            self.stop();
        }
        self.running.is_some()
    }
}
