//! `phidelta serve`: the page. Everything but the arguments is in `phidelta-web`.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use phidelta_web::{Options, random_token, serve};

use crate::failure::{Code, Failure, Result};
use crate::output::print;
use crate::size;

/// What `phidelta serve` was given.
#[derive(clap::Args, Debug)]
#[command(after_help = "\
Examples:
  phidelta serve                        on http://127.0.0.1:7878, for this machine alone
  phidelta serve --open                 and start the browser
  phidelta serve --listen 127.0.0.1:0   on any free port
  phidelta serve --memory 8G --job-memory 4G --jobs 2
  phidelta serve --cluster nats://server:4222      show the runs of several machines, too

Ctrl-C ends it. See docs/serve.md.

Exit codes:
  0  ended by Ctrl-C
  1  the address cannot be listened on
  2  wrong usage")]
pub(crate) struct Args {
    /// Where to listen; any address that is not this machine's own needs a token
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:7878")]
    listen: SocketAddr,

    /// Start the browser
    #[arg(long)]
    open: bool,

    /// Searches at a time [default: cores - 1]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,

    /// Memory of all searches and proofs together; K, M, G are powers of 1024
    #[arg(long, value_name = "SIZE", default_value = "1G", value_parser = size::memory)]
    memory: u64,

    /// Memory of one search, at most
    #[arg(long, value_name = "SIZE", default_value = "256M", value_parser = size::memory)]
    job_memory: u64,

    /// Time of one search, at most
    #[arg(long, value_name = "S", value_parser = size::seconds)]
    job_time: Option<Duration>,

    /// A name under which browsers reach the server, beside localhost; may be given several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,

    /// A file with the token that a browser must know
    #[arg(long, value_name = "FILE")]
    token_file: Option<PathBuf>,

    /// Strangers share the server: one search each, at most 60 s and 256M
    #[arg(long)]
    public: bool,

    #[cfg(feature = "cluster")]
    #[command(flatten)]
    cluster: Cluster,
}

/// A cluster for the page to look at.
#[cfg(feature = "cluster")]
#[derive(clap::Args, Debug)]
struct Cluster {
    /// Show how the runs of this NATS server stand: nats://HOST:PORT or tls://HOST:PORT
    #[arg(long = "cluster", value_name = "URL", conflicts_with = "public")]
    server: Option<String>,

    #[command(flatten)]
    keys: crate::cluster::Keys,
}

#[cfg(feature = "cluster")]
impl Cluster {
    fn view(&self) -> Result<Option<phidelta_web::ClusterView>> {
        let Some(server) = &self.server else { return Ok(None) };
        let settings = self.keys.settings(server, "--cluster")?;
        let look = move || {
            let seen = phidelta_cluster::nats::status(&settings).map_err(|error| error.to_string())?;
            serde_json::to_value(seen).map_err(|error| error.to_string())
        };
        Ok(Some(phidelta_web::ClusterView::new(look)))
    }
}

/// Serves the page.
pub(crate) fn run(args: &Args) -> Result<Code> {
    let options = Options {
        listen: addresses(args.listen),
        jobs: args.jobs.map_or(Options::default().jobs, usize::from),
        memory: args.memory,
        job_memory: args.job_memory.min(args.memory),
        job_time: args.job_time,
        hosts: args.host.clone(),
        token: token(args)?,
        public: args.public,
        #[cfg(feature = "cluster")]
        cluster: args.cluster.view()?,
        #[cfg(not(feature = "cluster"))]
        cluster: None,
    };
    let key = options.token.as_ref().map_or(String::new(), |token| format!("?key={token}"));
    let stop = crate::interrupt::flag()?;
    let mut told = Ok(());
    let ready = |addresses: &[SocketAddr]| {
        let page = addresses.first().map_or(String::new(), |address| format!("http://{address}/{key}"));
        told = print(&format!("phidelta serves {page}\nCtrl-C ends it\n"));
        if args.open {
            open(&page);
        }
    };
    serve(options, ready, &stop).with_context(|| format!("cannot listen on {}", args.listen))?;
    told?;
    Ok(Code::Done)
}

/// This machine has two addresses of its own: browsers try either for `localhost`.
fn addresses(listen: SocketAddr) -> Vec<SocketAddr> {
    let mut all = vec![listen];
    if listen.is_ipv4() && listen.ip().is_loopback() && listen.port() != 0 {
        all.push(SocketAddr::new(IpAddr::V6(Ipv6Addr::LOCALHOST), listen.port()));
    }
    all
}

/// The token: from its file, or made for an address that others reach.
fn token(args: &Args) -> Result<Option<String>> {
    if let Some(file) = &args.token_file {
        let text =
            std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        let token = text.trim().to_string();
        let plain = token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        if token.len() < 16 || !plain {
            let place = file.display();
            return Err(Failure::input(format!("{place}: expected at least 16 letters and numbers")));
        }
        return Ok(Some(token));
    }
    Ok((!args.listen.ip().is_loopback()).then(random_token))
}

/// Starts the browser; if there is none, the address is printed anyway.
fn open(page: &str) {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(target_os = "windows") {
        "explorer"
    } else {
        "xdg-open"
    };
    let silent = std::process::Stdio::null;
    let _ = std::process::Command::new(program).arg(page).stdout(silent()).stderr(silent()).spawn();
}
