//! Sockets and connections.
//!
//! Our own loop over hyper, because a header that never ends must be cut off after some seconds: the usual
//! loops have no timer. There is a bound of connections; where it is reached, a new one takes the place of
//! the one that has been idle longest, so that a thousand silent ones lock nobody out.

use std::io;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::AbortHandle;

use crate::api::router;
use crate::options::{Options, State};

/// Connections at a time.
const CONNECTIONS: usize = 256;
/// Time for the head of a request, also between two requests.
const HEAD: Duration = Duration::from_secs(10);
/// Bytes of a head, at most.
const HEAD_BYTES: usize = 16 << 10;
/// Time for streams to end when the server stops.
const FAREWELL: Duration = Duration::from_millis(300);

/// A server that listens and is not running yet.
pub struct Server {
    listeners: Vec<TcpListener>,
    state: State,
    close: watch::Sender<bool>,
    /// Where it listens; ports that were left open are known here.
    pub addresses: Vec<SocketAddr>,
}

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server").field("addresses", &self.addresses).finish_non_exhaustive()
    }
}

impl Server {
    /// Opens the sockets. A second address that the system does not have (IPv6, say) is left out.
    pub async fn bind(mut options: Options) -> io::Result<Server> {
        let mut listeners = Vec::new();
        for (number, address) in options.listen.iter().enumerate() {
            match TcpListener::bind(address).await {
                Ok(listener) => listeners.push(listener),
                Err(error) if number == 0 => return Err(error),
                Err(_) => {}
            }
        }
        let addresses: Vec<SocketAddr> =
            listeners.iter().map(TcpListener::local_addr).collect::<io::Result<_>>()?;
        options.listen = addresses.clone();
        let (close, closing) = watch::channel(false);
        Ok(Server { listeners, state: State::new(options, closing), close, addresses })
    }

    /// Serves until `end` is ready.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let crowd = Arc::new(Crowd::default());
        for listener in self.listeners {
            tokio::spawn(accept(listener, self.state.clone(), Arc::clone(&crowd)));
        }
        let ticker = tokio::spawn(Arc::clone(&self.state.jobs).watch_clocks());
        end.await;
        ticker.abort();
        self.state.jobs.stop_all();
        // Nobody may be left that listens.
        let _ = self.close.send(true);
        tokio::time::sleep(FAREWELL).await;
    }
}

/// Listens and serves until `stop` is set; `ready` is told the addresses.
pub fn serve(options: Options, ready: impl FnOnce(&[SocketAddr]), stop: &AtomicBool) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::bind(options).await?;
        ready(&server.addresses);
        server
            .run(async {
                while !stop.load(Ordering::Relaxed) {
                    tokio::time::sleep(LOOK).await
                }
            })
            .await;
        Ok(())
    })
}

/// Time between two looks at the flag that ends the server.
const LOOK: Duration = Duration::from_millis(50);

/// All connections, the oldest first.
#[derive(Default)]
struct Crowd {
    next: AtomicU64,
    members: Mutex<Vec<Member>>,
}

struct Member {
    id: u64,
    /// Requests that are being answered.
    busy: Arc<AtomicUsize>,
    task: Option<AbortHandle>,
}

impl Crowd {
    /// Makes room for one more, by closing the oldest that is idle; `None` if all are busy.
    fn join(&self) -> Option<(u64, Arc<AtomicUsize>)> {
        let mut members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        if members.len() >= CONNECTIONS {
            let idle = members.iter().position(|member| member.busy.load(Ordering::Relaxed) == 0)?;
            if let Some(task) = members.remove(idle).task {
                task.abort();
            }
        }
        let (id, busy) = (self.next.fetch_add(1, Ordering::Relaxed), Arc::new(AtomicUsize::new(0)));
        members.push(Member { id, busy: Arc::clone(&busy), task: None });
        Some((id, busy))
    }

    fn started(&self, id: u64, task: AbortHandle) {
        let mut members = self.members.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(member) = members.iter_mut().find(|member| member.id == id) {
            member.task = Some(task);
        }
    }

    fn leave(&self, id: u64) {
        self.members.lock().unwrap_or_else(PoisonError::into_inner).retain(|member| member.id != id);
    }
}

async fn accept(listener: TcpListener, state: State, crowd: Arc<Crowd>) {
    loop {
        let Ok((stream, _)) = listener.accept().await else {
            // Out of descriptors, most likely: they come back.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Some((id, busy)) = crowd.join() else { continue };
        let (state, members) = (state.clone(), Arc::clone(&crowd));
        let task = tokio::spawn(async move {
            connection(stream, state, busy).await;
            members.leave(id);
        });
        crowd.started(id, task.abort_handle());
    }
}

/// Answers the requests of one connection.
async fn connection(stream: TcpStream, state: State, busy: Arc<AtomicUsize>) {
    let _ = stream.set_nodelay(true);
    let mut closing = state.closing.clone();
    let app = router(state).layer(axum::middleware::from_fn(move |request, next: axum::middleware::Next| {
        let busy = Arc::clone(&busy);
        async move {
            busy.fetch_add(1, Ordering::Relaxed);
            let answer = next.run(request).await;
            busy.fetch_sub(1, Ordering::Relaxed);
            answer
        }
    }));
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(app));
    tokio::pin!(served);
    let end = async move {
        let _ = closing.wait_for(|closing| *closing).await;
    };
    tokio::select! {
        // What goes wrong with a connection is its own affair.
        _ = served.as_mut() => {}
        () = end => {
            served.as_mut().graceful_shutdown();
            let _ = tokio::time::timeout(FAREWELL, served).await;
        }
    }
}
