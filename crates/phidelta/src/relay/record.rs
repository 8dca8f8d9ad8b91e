//! A relay where it stands still: how far it has come, who is out, and the tree of the search that has one.

use super::{Course, Gait, Relay, Runner};
use crate::best_first::Tree;
use crate::checkpoint::form::Contents;
use crate::checkpoint::journal::{read_numbers, reason_code, reason_of, write_numbers};
use crate::depth_first::Standing;
use crate::game::Game;

impl<G: Game> Relay<'_, '_, G> {
    /// Has a checkpoint written.
    pub(super) fn record(&mut self, course: &Course, runners: &[Runner<G::Move>]) {
        self.monitor.record(self.table, self.stats, &mut |out| {
            out.number(course.nodes);
            out.number(course.index as u64);
            out.byte(u8::from(course.leg_end.is_some()));
            out.number(course.leg_end.unwrap_or(0));
            write_numbers(course.numbers, out);
            out.byte(u8::from(course.standing.is_some()));
            if let Some(standing) = &course.standing {
                standing.write(out);
            }
            for runner in runners {
                out.byte(runner.out.map_or(0, |reason| 1 + reason_code(reason)));
                if let Gait::Tree(grove) = &runner.gait {
                    out.byte(u8::from(grove.tree.is_some()));
                    if let Some(tree) = &grove.tree {
                        tree.write(out)?;
                    }
                }
            }
            out.item()
        });
    }

    /// Reads what [`Relay::record`] wrote. `None` if that cannot be: the runners begin anew.
    pub(super) fn read(
        &mut self,
        contents: &mut Contents<'_>,
        runners: &mut Vec<Runner<G::Move>>,
    ) -> Option<Course> {
        let read = self.read_all(contents, runners);
        if read.is_none() {
            *runners = self.runners();
        }
        read
    }

    fn read_all(&mut self, contents: &mut Contents<'_>, runners: &mut [Runner<G::Move>]) -> Option<Course> {
        let nodes = contents.number()?;
        let index = usize::try_from(contents.number()?).ok().filter(|&index| index <= runners.len())?;
        let (began, leg_end) = (contents.byte()? == 1, contents.number()?);
        let numbers = read_numbers(contents)?;
        let standing = if contents.byte()? == 1 { Some(Standing::read(contents)?) } else { None };
        for runner in runners {
            runner.out = match contents.byte()? {
                0 => None,
                code => Some(reason_of(code - 1)?),
            };
            if let Gait::Tree(grove) = &mut runner.gait
                && contents.byte()? == 1
            {
                let mut tree = Tree::new(self.tree)?;
                // Without room for it, it grows anew.
                tree.read(contents, self.game).then_some(())?;
                grove.tree = Some(tree);
            }
        }
        Some(Course { nodes, index, leg_end: began.then_some(leg_end), standing, numbers })
    }
}
