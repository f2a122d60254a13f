//! The stand-in for YNAB, alone, for development and for tests that kill the server but not YNAB.
//!
//! It prints one line with its address and serves until standard input ends or it is told to stop.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use chrono::{NaiveDate, Utc};
use tokio::io::AsyncReadExt;
use ynab_api::sim::{Clock, Sim, SimOptions, World};

const USAGE: &str = "\
usage: avenir-ynab-sim [--port N] [--today YYYY-MM-DD] [--token T] [--transactions N] [--two-plans]
                       [--no-limit] [--control] [--state FILE]";

/// What the command line says.
#[derive(Debug, Default)]
struct Arguments {
    options: SimOptions,
    today: Option<NaiveDate>,
    transactions: Option<usize>,
    two_plans: bool,
    state: Option<PathBuf>,
}

fn main() -> ExitCode {
    let Ok(runtime) = tokio::runtime::Runtime::new() else {
        return ExitCode::FAILURE;
    };
    let done = runtime.block_on(run(std::env::args().skip(1)));
    // A read of standard input cannot be called off; it must not keep the program alive.
    runtime.shutdown_background();
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(what) => {
            // Nowhere is left to say that even this could not be said.
            let _ = writeln!(io::stderr().lock(), "avenir-ynab-sim: {what}\n{USAGE}");
            ExitCode::from(2)
        }
    }
}

async fn run(arguments: impl Iterator<Item = String>) -> Result<(), String> {
    let mut arguments = parse(arguments)?;
    if let Some(today) = arguments.today {
        arguments.options.clock = Clock::Fixed(today);
    }
    let world = world(&arguments)?;
    arguments.options.save_path = arguments.state;
    let mut signals = Signals::listen().map_err(|error| format!("cannot listen for signals: {error}"))?;
    let sim = Sim::start(world, arguments.options).map_err(|error| format!("cannot listen: {error}"))?;
    announce(&sim.url()).map_err(|error| format!("cannot write to standard output: {error}"))?;
    tokio::select! {
        () = end_of_input() => {}
        () = signals.wait() => {}
    }
    sim.stop().await;
    Ok(())
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut arguments = Arguments::default();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        match word.as_str() {
            "--port" => arguments.options.port = number(&value()?)?,
            "--today" => arguments.today = Some(value()?.parse().map_err(|_| "--today is not a date".to_owned())?),
            "--token" => arguments.options.token = Some(value()?),
            "--transactions" => arguments.transactions = Some(number(&value()?)?),
            "--two-plans" => arguments.two_plans = true,
            "--no-limit" => arguments.options.limit = None,
            "--control" => arguments.options.control = true,
            "--state" => arguments.state = Some(PathBuf::from(value()?)),
            _ => return Err(format!("{word} is not known")),
        }
    }
    Ok(arguments)
}

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("{text} is not a number that fits"))
}

/// The saved world, or a fresh one, which is saved at once.
fn world(arguments: &Arguments) -> Result<World, String> {
    let saved = arguments.state.as_ref().filter(|path| path.exists());
    if let Some(path) = saved {
        return World::load(path).map_err(|error| format!("cannot read {}: {error}", path.display()));
    }
    let today = arguments.today.unwrap_or_else(|| Utc::now().date_naive());
    let world = match arguments.transactions {
        Some(count) => World::large(count, today),
        None if arguments.two_plans => World::demo_with_second_plan(today),
        None => World::demo(today),
    };
    if let Some(path) = &arguments.state {
        world
            .save(path)
            .map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    Ok(world)
}

fn announce(url: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{url}")?;
    out.flush()
}

async fn end_of_input() {
    let mut input = tokio::io::stdin();
    let mut bytes = [0_u8; 256];
    while input.read(&mut bytes).await.is_ok_and(|count| count > 0) {}
}

/// An interrupt, or a request to terminate.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl Signals {
    fn listen() -> io::Result<Self> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    async fn wait(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    async fn wait(&mut self) {
        // Without a handler the system's own way of ending a program is left.
        let _ = tokio::signal::ctrl_c().await;
    }
}
