//! Alpha-beta where it stands still: its line, move by move, beside the table.
//!
//! A line cannot be folded into the table: what holds on one path only is not stored there, and would be
//! searched again. So all of it is written: of each position the moves in the order in which they are
//! tried, and what is known of them so far. What is not written are the killer moves; a search whose
//! checkpoint is written begins with none, whether or not it is taken down.
//!
//! Invariant: a search that was read does what the one that was written would have done.

use std::io;

use super::{Candidate, Frame, MAX_LIMIT, NO_MOVE, Questions, Search};
use crate::checkpoint::form::{Contents, Writer};
use crate::game::{Game, Key};

impl<G: Game> Search<'_, '_, G> {
    /// Takes back a move whose position could not be entered: it is the next to be tried.
    pub(super) fn step_back(&mut self) {
        self.game.undo();
        if let Some(frame) = self.frames.last_mut() {
            frame.tried -= 1;
        }
    }

    /// Has a checkpoint written.
    pub(super) fn record(&mut self) {
        self.killers.fill([None; 2]);
        let Search { monitor, table, stats, frames, moves, limit, counted_plies, .. } = self;
        let state = (*limit, *counted_plies);
        monitor.record(table, stats, &mut |out| write(state, frames, moves, out));
    }

    /// Goes on from a state, if it can be; otherwise it begins anew.
    pub(super) fn read(&mut self, contents: &mut Contents<'_>) {
        let first = (self.limit, self.counted_plies);
        if self.read_line(contents).is_none() {
            self.unwind();
            (self.limit, self.counted_plies) = first;
        }
        self.killers.resize(self.frames.len(), [None; 2]);
    }

    fn read_line(&mut self, contents: &mut Contents<'_>) -> Option<()> {
        (self.limit, self.counted_plies) = (contents.short()?, contents.short()?);
        if !(1..=MAX_LIMIT).contains(&self.limit) {
            return None;
        }
        let plies = contents.number()?;
        for ply in 0..plies {
            self.read_frame(contents)?;
            if ply + 1 < plies {
                let frame = self.frames.last()?;
                let moves = &self.moves[frame.first as usize..];
                let last = moves.get((frame.tried as usize).checked_sub(1)?)?;
                let mv = (last.index == frame.current).then_some(last.mv)?;
                self.game.play(mv);
            }
        }
        Some(())
    }

    fn read_frame(&mut self, contents: &mut Contents<'_>) -> Option<()> {
        let key = Key::from_le_bytes(contents.array()?);
        let here = self.game.key() ^ self.question.salt();
        if key != here || self.game.outcome().is_some() || self.frames.len() as u32 >= self.limit {
            return None;
        }
        let (first, side) = (self.moves.len() as u32, self.game.side());
        let (nodes, tried) = (contents.number()?, contents.short()?);
        let (current, best) = (contents.short()?, contents.short()?);
        let (lost_dependency, lost_length) = (contents.short()?.wrapping_sub(1), contents.short()?);
        let flags = contents.byte()?;
        let flag = |bit: u8| flags >> bit & 1 == 1;
        self.list.clear();
        self.game.moves(&mut self.list);
        let count = contents.number()?;
        if count != self.list.len() as u64 || u64::from(tried) > count || nodes > self.monitor.nodes() {
            return None;
        }
        for _ in 0..count {
            let index = contents.short()?;
            let rank = i32::from_le_bytes(contents.array()?);
            let &mv = self.list.get(index as usize)?;
            self.moves.push(Candidate { mv, index, rank });
        }
        let asked = Questions { proved: flag(0), disproved: flag(1) };
        let (current, best) = (current.wrapping_sub(1), best.wrapping_sub(1));
        let (no_win, no_loss, open) = (flag(2), flag(3), flag(4));
        self.frames.push(Frame {
            key,
            nodes,
            first,
            tried,
            current,
            best,
            lost_dependency,
            lost_length,
            side,
            asked,
            no_win,
            no_loss,
            open,
            present: false,
        });
        if !G::ACYCLIC {
            self.path.push(key);
        }
        Some(())
    }
}

fn write<M>(
    (limit, counted_plies): (u32, u32),
    frames: &[Frame],
    moves: &[Candidate<M>],
    out: &mut Writer<'_>,
) -> io::Result<()> {
    out.number(limit);
    out.number(counted_plies);
    out.number(frames.len() as u64);
    for (ply, frame) in frames.iter().enumerate() {
        let end = frames.get(ply + 1).map_or(moves.len(), |next| next.first as usize);
        let moves = &moves[frame.first as usize..end];
        out.bytes(&frame.key.to_le_bytes());
        out.number(frame.nodes);
        out.number(frame.tried);
        // No move is the largest number: it takes a byte.
        debug_assert_eq!(NO_MOVE, u32::MAX);
        out.number(frame.current.wrapping_add(1));
        out.number(frame.best.wrapping_add(1));
        out.number(frame.lost_dependency.wrapping_add(1));
        out.number(frame.lost_length);
        let flags = [frame.asked.proved, frame.asked.disproved, frame.no_win, frame.no_loss, frame.open];
        out.byte(flags.iter().rev().fold(0, |bits, &flag| bits << 1 | u8::from(flag)));
        out.number(moves.len() as u64);
        for candidate in moves {
            out.number(candidate.index);
            out.bytes(&candidate.rank.to_le_bytes());
        }
        out.item()?;
    }
    Ok(())
}
