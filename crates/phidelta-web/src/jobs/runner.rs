//! What a search's thread does: the desk does the work, and is told what a thread has of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use phidelta_desk::session::{self, Ended, Host, Kind, Snapshot};

use super::job::{Job, locked};
use super::queue::Jobs;

/// The thread of a search, as the desk sees it.
struct Thread<'a>(&'a Arc<Job>);

impl Host for Thread<'_> {
    fn tell(&mut self, change: &mut dyn FnMut(&mut Snapshot)) {
        self.0.tell(change);
    }

    fn seconds(&mut self) -> f64 {
        locked(&self.0.clock).elapsed().as_secs_f64()
    }

    fn hold(&mut self) -> bool {
        self.0.wait()
    }

    fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.stop)
    }

    fn timed_out(&self) -> bool {
        self.0.timed_out.load(Ordering::Relaxed)
    }
}

/// Does what was asked for.
pub(super) fn run(job: &Arc<Job>, jobs: &Jobs) -> Ended {
    locked(&job.clock).start();
    assert!(!jobs.crashes.swap(false, Ordering::Relaxed), "a test wants a crash");
    let kept = locked(&job.kept).take();
    let after = job.request.after.as_deref().filter(|_| job.request.kind == Kind::Check);
    let earlier = after.and_then(|id| jobs.find(id)).and_then(|job| locked(&job.done).notes.take());
    session::run(&job.request, job.memory, kept, earlier, &mut Thread(job))
}
