//! A cluster that the page looks at. What it is and how it is reached is the business of whoever starts the server.

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::sync::Mutex;

/// How long what was seen is told again: many pages may look, the broker is asked once.
const FRESH: Duration = Duration::from_secs(1);

/// Tells how a cluster stands, as the object of `phidelta cluster status --json`, or why that is not known. May take
/// some seconds.
#[derive(Clone)]
pub struct ClusterView(Arc<dyn Fn() -> Result<Value, String> + Send + Sync>);

impl ClusterView {
    /// Asks by this function.
    pub fn new(look: impl Fn() -> Result<Value, String> + Send + Sync + 'static) -> ClusterView {
        ClusterView(Arc::new(look))
    }
}

impl std::fmt::Debug for ClusterView {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("ClusterView")
    }
}

/// What was seen last, and when.
type Seen = (Instant, Result<Value, String>);

/// What was seen last; whoever asks meanwhile waits for the same look.
#[derive(Debug, Default)]
pub(crate) struct LastLook(Mutex<Option<Seen>>);

impl LastLook {
    pub(crate) async fn get(&self, view: &ClusterView) -> Result<Value, String> {
        let mut last = self.0.lock().await;
        if let Some((when, seen)) = &*last
            && when.elapsed() < FRESH
        {
            return seen.clone();
        }
        let look = view.0.clone();
        let seen = tokio::task::spawn_blocking(move || look()).await;
        let seen = seen.unwrap_or_else(|_| Err("looking at the cluster has crashed".into()));
        *last = Some((Instant::now(), seen.clone()));
        seen
    }
}
