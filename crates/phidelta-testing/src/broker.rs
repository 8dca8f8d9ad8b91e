//! A NATS server of one's own for a test.

use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Where the server may be: on the path, or where Debian puts it, which is not on everybody's path.
const PLACES: [&str; 2] = ["nats-server", "/usr/sbin/nats-server"];

/// Why tests of the cluster are ignored.
pub const MISSING: &str = "no nats-server";

fn program() -> Option<&'static str> {
    PLACES.into_iter().find(|place| {
        let mut asked = Command::new(place);
        asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null());
        asked.status().is_ok_and(|status| status.success())
    })
}

/// Why there is no server, if there is none.
pub fn missing() -> Option<&'static str> {
    if program().is_some() { None } else { Some(MISSING) }
}

/// A running server, with a folder and a port of its own. It ends with the test.
pub struct Broker {
    folder: PathBuf,
    port: u16,
    args: Vec<String>,
    child: Child,
}

impl Broker {
    /// A server with JetStream and these arguments.
    pub fn start(args: &[&str]) -> Broker {
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).unwrap().port();
        let folder = std::env::temp_dir().join(format!("phidelta-nats-{}-{port}", std::process::id()));
        let args: Vec<String> = args.iter().map(ToString::to_string).collect();
        let child = spawn(&folder, port, &args);
        Broker { folder, port, args, child }
    }

    pub fn url(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// `kill -9`, and a new one on what it has left behind.
    pub fn kill_and_restart(&mut self) {
        self.end();
        self.child = spawn(&self.folder, self.port, &self.args);
    }

    /// The same, but everything that it had is gone.
    pub fn lose_everything(&mut self) {
        self.end();
        drop(std::fs::remove_dir_all(&self.folder));
        self.child = spawn(&self.folder, self.port, &self.args);
    }

    fn end(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.end();
        drop(std::fs::remove_dir_all(&self.folder));
    }
}

fn spawn(folder: &PathBuf, port: u16, args: &[String]) -> Child {
    let mut server = Command::new(program().expect("a nats-server"));
    server.args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"]).arg(folder).args(args);
    let child = server.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("nats-server starts");
    let began = Instant::now();
    while TcpStream::connect(("127.0.0.1", port)).is_err() {
        assert!(began.elapsed() < Duration::from_secs(60), "nats-server does not listen");
        std::thread::sleep(Duration::from_millis(20));
    }
    child
}
