//! Workers that lie and workers that do not fit, by a real NATS server. Ignored where there is none.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::jetstream::{self, consumer::pull, message::PublishMessage};
use futures_util::StreamExt;
use phidelta::Verdict;
use phidelta_cluster::client::{Client, JobSize};
use phidelta_cluster::compose;
use phidelta_cluster::log::Log;
use phidelta_cluster::message::{Found, Job, JobResult, Run};
use phidelta_cluster::nats::{Nats, Service, Settings, WorkerNote, serve};
use phidelta_cluster::referee::Rules;
use phidelta_cluster::run::{Ended, RunLimits, Spectator, drive};
use phidelta_cluster::transport::{Notice, Transport};
use phidelta_testing::broker::{self, Broker};
use phidelta_testing::scenarios::{self, Scenario};

const SCENARIOS: &[Scenario] = &[
    ("a_liar_is_named_and_changes_nothing", a_liar_is_named_and_changes_nothing),
    ("a_job_that_ends_its_workers_is_a_dead_letter", a_job_that_ends_its_workers_is_a_dead_letter),
    ("another_version_is_refused_by_name", another_version_is_refused_by_name),
    ("other_rules_are_refused_by_name", other_rules_are_refused_by_name),
    ("the_same_result_counts_once", the_same_result_counts_once),
    ("a_useless_job_is_given_up", a_useless_job_is_given_up),
    ("all_may_begin_at_once", all_may_begin_at_once),
];

fn main() -> ExitCode {
    scenarios::run(SCENARIOS, broker::missing())
}

/// A worker on a thread of its own, and what it said.
struct Honest {
    stop: Arc<AtomicBool>,
    said: Arc<Mutex<Vec<String>>>,
    thread: Option<std::thread::JoinHandle<()>>,
}

impl Honest {
    fn new(settings: &Settings) -> Honest {
        let stop = Arc::new(AtomicBool::new(false));
        let said: Arc<Mutex<Vec<String>>> = Arc::default();
        let service = Service { name: "honest".into(), threads: 1, memory: 16 << 20, stop: stop.clone() };
        let (settings, heard) = (settings.clone(), said.clone());
        let thread = std::thread::spawn(move || {
            let tell = |note: WorkerNote| {
                if let WorkerNote::Trouble(text) = note {
                    heard.lock().unwrap().push(text);
                }
            };
            serve(&settings, &service, &tell).unwrap();
        });
        Honest { stop, said, thread: Some(thread) }
    }
}

impl Drop for Honest {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        drop(self.thread.take().map(|thread| thread.join()));
    }
}

/// What happened, as a person is told.
#[derive(Default)]
struct Notes(Vec<String>);

impl Spectator for Notes {
    fn note(&mut self, text: &str) {
        self.0.push(text.into());
    }
}

/// Solves 5x4:33, and sees to it that the certificate is good.
fn solve(settings: &Settings, run: &str) -> (bool, Vec<String>, Client<Rules>) {
    let (run, root) = Run::new(run, ("connect4", "5x4:33"), "draw", &[], "df-pn").unwrap();
    let size = JobSize { least: 500, most: 4000, part: 1 << 20 };
    let mut client = Client::new(&run.id, Rules::new(root.clone(), 1 << 28), size, 64 << 20);
    let limits = RunLimits { time: Some(Duration::from_secs(300)), ..RunLimits::default() };
    let (mut nats, mut notes) = (Nats::new(settings.clone()), Notes::default());
    let ended = drive(&mut client, &run, &mut nats, &mut Log::nowhere(), &limits, &mut notes).unwrap();
    let Ended::Answer(answer) = ended else { panic!("{ended:?} {:?}", notes.0) };
    let verdict = if answer { Verdict::Proved } else { Verdict::Disproved };
    let (heading, claim) = root.part(verdict);
    let mut certificate = Vec::new();
    compose::write(&mut certificate, &heading, claim, &[&client]).unwrap();
    let checked = phidelta_check::check(certificate.as_slice(), &Default::default()).unwrap();
    root.is_shown(verdict, &checked).unwrap();
    (answer, notes.0, client)
}

/// Takes so many jobs of a run, and does with each what `act` says, until there are no more.
fn take_jobs(
    settings: &Settings,
    run: &'static str,
    count: usize,
    act: impl AsyncFn(&jetstream::Context, Job, jetstream::Message) + Send + 'static,
) -> std::thread::JoinHandle<usize> {
    let server = settings.server.clone();
    std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async {
            let context = jetstream::new(async_nats::connect(server).await.unwrap());
            let mut taken = 0;
            for _ in 0..1000 {
                let queue = context.get_consumer_from_stream(&format!("run-{run}"), "PHIDELTA_JOBS").await;
                let Ok::<jetstream::consumer::Consumer<pull::Config>, _>(queue) = queue else {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                };
                let wait = Duration::from_millis(200);
                let Ok(mut jobs) = queue.batch().max_messages(1).expires(wait).messages().await else {
                    continue;
                };
                while let Some(Ok(message)) = jobs.next().await {
                    let job = Job::decode(&message.payload).unwrap();
                    act(&context, job, message).await;
                    taken += 1;
                }
                if taken >= count {
                    break;
                }
            }
            context.client().flush().await.unwrap();
            taken
        })
    })
}

fn a_liar_is_named_and_changes_nothing() {
    let broker = Broker::start(&[]);
    let settings = Settings::new(&broker.url());
    let truth = {
        let _honest = Honest::new(&settings);
        solve(&settings, "truth").0
    };
    let lie = async |context: &jetstream::Context, job: Job, message: jetstream::Message| {
        let found = Found::Solved { proved: job.id.is_multiple_of(2), certificate: b"trust me".to_vec() };
        let (run, worker) = (job.run.clone(), "the liar".to_string());
        let result = JobResult { run, job: job.id, worker, tries: 1, nodes: 1, millis: 1, found };
        let subject = format!("phidelta.results.{}.{}", job.run, job.id);
        context.publish(subject, result.encode().into()).await.unwrap().await.unwrap();
        message.ack().await.unwrap();
    };
    let liar = take_jobs(&settings, "lies", 4, lie);
    let honest = std::thread::spawn({
        let settings = settings.clone();
        move || {
            // The liar has the first jobs for himself.
            std::thread::sleep(Duration::from_millis(1500));
            Honest::new(&settings)
        }
    });
    let (answer, notes, client) = solve(&settings, "lies");
    drop(honest.join().unwrap());
    assert!(liar.join().unwrap() >= 1);
    assert_eq!(answer, truth);
    let named = "the liar sent an answer that the checker refuses";
    assert!(notes.iter().any(|note| note.contains(named)), "{notes:?}");
    let workers = &client.totals().workers;
    let liars: Vec<&String> =
        workers.iter().filter(|(_, stats)| stats.lies > 0).map(|(name, _)| name).collect();
    assert_eq!(liars, ["the liar"]);
}

fn a_job_that_ends_its_workers_is_a_dead_letter() {
    let broker = Broker::start(&[]);
    let settings = Settings::new(&broker.url());
    // Whoever has the first job gives it back without an answer, again and again.
    let drop_it = async |_: &jetstream::Context, _: Job, message: jetstream::Message| {
        message.ack_with(jetstream::AckKind::Nak(None)).await.unwrap();
    };
    let unlucky = take_jobs(&settings, "dead", 5, drop_it);
    let honest = std::thread::spawn({
        let settings = settings.clone();
        move || {
            assert_eq!(unlucky.join().unwrap(), 5);
            Honest::new(&settings)
        }
    });
    let (_, notes, client) = solve(&settings, "dead");
    drop(honest.join().unwrap());
    assert!(notes.iter().any(|note| note.contains("job 1 is a dead letter: given out 6 times")), "{notes:?}");
    assert_eq!((client.totals().counts.dead, client.totals().counts.redone), (1, 5));
}

/// Puts the description of a run on its shelf, as its client would, and waits until the worker has said something.
fn describe(broker: &Broker, honest: &Honest, run: &Run) -> Vec<String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let client = async_nats::connect(broker.url()).await.unwrap();
        // Sum, count, text.
        let text = run.encode();
        let mut crc = flate2::Crc::new();
        crc.update(&text);
        let shelf = [&crc.sum().to_le_bytes()[..], &1_u32.to_le_bytes(), &text].concat();
        let context = jetstream::new(client);
        // The worker makes the streams when it starts.
        for _ in 0..2000 {
            let subject = format!("phidelta.runs.{}.0", run.id);
            let put = context.publish(subject, shelf.clone().into()).await.unwrap();
            if put.await.is_ok() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        for _ in 0..2000 {
            if !honest.said.lock().unwrap().is_empty() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    });
    honest.said.lock().unwrap().clone()
}

fn other_rules_are_refused_by_name() {
    let broker = Broker::start(&[]);
    let honest = Honest::new(&Settings::new(&broker.url()));
    let (run, _) = Run::new("rules", ("connect4", "5x4:33"), "draw", &[], "df-pn").unwrap();
    let said = describe(&broker, &honest, &Run { fingerprint: "0123".into(), ..run });
    let wanted = "run rules is refused: the rules or the position differ: fingerprint 0123, here";
    assert!(said.iter().any(|text| text.contains(wanted)), "{said:?}");
}

/// One result three times: twice under its name, which the broker keeps once, and once without it, which the client
/// sees through.
fn the_same_result_counts_once() {
    let broker = Broker::start(&[]);
    let settings = Settings::new(&broker.url());
    let twice = async |context: &jetstream::Context, job: Job, message: jetstream::Message| {
        let (run, worker) = (job.run.clone(), "again and again".to_string());
        let found = Found::Open { moves: Vec::new() };
        let result = JobResult { run, job: job.id, worker, tries: 1, nodes: 1, millis: 1, found };
        let subject = format!("phidelta.results.{}.{}", job.run, job.id);
        let id = format!("{}.{}", job.run, job.id);
        for named in [true, true, false] {
            let mut sent = PublishMessage::build().payload(result.encode().into());
            if named {
                sent = sent.message_id(&id);
            }
            context.send_publish(subject.clone(), sent).await.unwrap().await.unwrap();
        }
        message.ack().await.unwrap();
    };
    let first = take_jobs(&settings, "twice", 1, twice);
    let honest = std::thread::spawn({
        let settings = settings.clone();
        move || {
            assert_eq!(first.join().unwrap(), 1);
            Honest::new(&settings)
        }
    });
    let (_, _, client) = solve(&settings, "twice");
    drop(honest.join().unwrap());
    let totals = client.totals();
    assert_eq!(totals.workers["again and again"].jobs, 1, "{totals:?}");
    assert!(totals.counts.done > 1, "{totals:?}");
}

/// Clients that begin at the same moment on a new server, where nothing has been made yet.
fn all_may_begin_at_once() {
    let broker = Broker::start(&[]);
    let settings = Settings::new(&broker.url());
    let begin = |number: u64| {
        let (run, _) = Run::new(&format!("run{number}"), ("connect4", "4x4:"), "win", &[], "df-pn").unwrap();
        let mut nats = Nats::new(settings.clone());
        nats.open(&run).unwrap();
        nats.close(true).unwrap();
    };
    std::thread::scope(|scope| (0..8).for_each(|number| drop(scope.spawn(move || begin(number)))));
}

/// A worker that has begun a job of many nodes hears that nobody needs it.
fn a_useless_job_is_given_up() {
    let broker = Broker::start(&[]);
    let settings = Settings::new(&broker.url());
    let _honest = Honest::new(&settings);
    let (run, _) = Run::new("useless", ("connect4", "7x6:"), "win", &[], "df-pn").unwrap();
    let mut nats = Nats::new(settings.clone());
    nats.open(&run).unwrap();
    let many = 1_000_000_000_000;
    let job = |id: u64, nodes: u64| Job { run: run.id.clone(), id, line: Vec::new(), nodes };
    nats.send(&job(1, many)).unwrap();
    // Until somebody is at it.
    let at_work =
        || phidelta_cluster::nats::status(&settings).unwrap().workers.iter().any(|seen| seen.busy > 0);
    assert!((0..60).any(|_| at_work()));
    nats.cancel(&[1]).unwrap();
    // The next one is done, which is behind it in the queue of one thread.
    nats.send(&job(2, 1000)).unwrap();
    let mut done = Vec::new();
    let began = std::time::Instant::now();
    while done.len() < 2 {
        assert!(began.elapsed() < Duration::from_secs(300), "{done:?}");
        if let Some(Notice::Result(result, receipt)) = nats.receive(Duration::from_millis(100)).unwrap() {
            nats.acknowledge(receipt).unwrap();
            done.push((result.job, result.nodes));
        }
    }
    assert_eq!((done[0].0, done[1].0), (1, 2));
    assert!(done[0].1 > 0 && done[0].1 < many, "{done:?}");
    nats.close(true).unwrap();
}

fn another_version_is_refused_by_name() {
    let broker = Broker::start(&[]);
    let settings = Settings::new(&broker.url());
    let honest = Honest::new(&settings);
    let (run, _) = Run::new("later", ("connect4", "5x4:33"), "draw", &[], "df-pn").unwrap();
    let said = describe(&broker, &honest, &Run { version: "9.9.9".into(), ..run });
    let wanted = "run later is refused: phidelta 9.9.9 (messages 1) speaks to phidelta";
    assert!(said.iter().any(|text| text.contains(wanted)), "{said:?}");
    // And the client of a run hears of a worker of another version.
    let speaker = std::thread::spawn({
        let server = broker.url();
        move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async {
                let client = async_nats::connect(server).await.unwrap();
                for _ in 0..10 {
                    let beat = r#"{"name":"old","version":"0.0.1","protocol":1,"threads":8,"busy":0,"jobs":0,"nodes":0}"#;
                    client.publish("phidelta.workers", beat.into()).await.unwrap();
                    client.flush().await.unwrap();
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            });
        }
    });
    let (_, notes, _) = solve(&settings, "mine");
    speaker.join().unwrap();
    let told = "old has version 0.0.1, which cannot work here";
    assert!(notes.iter().any(|note| note.contains(told)), "{notes:?}");
}
