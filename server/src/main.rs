//! The program: command line to settings, settings to a running process.

use std::io::{IsTerminal as _, Write as _};
use std::process::ExitCode;
use std::time::Duration;

use avenir::app::App;
use avenir::cli::call::{self, CallError};
use avenir::cli::{self, Command, CommandLine};
use avenir::config::Config;
use avenir::registry::Gate;
use avenir::start::{self, Started};
use avenir::transport::stdio;

/// Something about the settings or the command line is wrong.
const USAGE: u8 = 2;

/// Work that is under way when the process ends gets this long.
const GRACE: Duration = Duration::from_millis(500);

fn main() -> ExitCode {
    let line = CommandLine::of_this_process();
    if line.version {
        return print(&cli::version());
    }
    let config = match Config::read(&line.flags(), &avenir::config::environment) {
        Ok(config) => config,
        Err(error) => return fail(&error.to_string(), USAGE),
    };
    avenir::log::start(config.log);
    if let Some(Command::Tools) = line.command {
        return print(&cli::tools::list(Gate { writes: config.writes }));
    }
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => return fail(&format!("the process cannot start: {error}"), 1),
    };
    let code = runtime.block_on(run(config, line.command));
    runtime.shutdown_timeout(GRACE);
    code
}

async fn run(config: Config, command: Option<Command>) -> ExitCode {
    let Started { runtime, demo } = match start::start(config) {
        Ok(started) => started,
        Err(error) => return fail(&error.to_string(), if error.is_a_setting() { USAGE } else { 1 }),
    };
    let code = match command {
        Some(Command::Call { tool, arguments }) => match call::call(&runtime, &tool, arguments.as_deref()).await {
            Ok(text) => print(&text),
            Err(error @ CallError::Usage(_)) => fail(&error.to_string(), USAGE),
            Err(error @ CallError::Failed(_)) => fail(&error.to_string(), 1),
        },
        Some(Command::Tools) | None => {
            if std::io::stdin().is_terminal() {
                say(&cli::by_hand());
            }
            match stdio::serve(App::new(runtime, "stdio"), stdio::stopped()).await {
                Ok(()) => ExitCode::SUCCESS,
                Err(error) => fail(&error.to_string(), 1),
            }
        }
    };
    drop(demo);
    code
}

/// One answer on standard output; a reader that went away is no error.
#[expect(
    clippy::disallowed_methods,
    reason = "this is what the command was asked for; no protocol runs"
)]
fn print(text: &str) -> ExitCode {
    let mut output = std::io::stdout().lock();
    let _ = writeln!(output, "{text}").and_then(|()| output.flush());
    ExitCode::SUCCESS
}

fn say(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

fn fail(text: &str, code: u8) -> ExitCode {
    say(&format!("avenir-mcp: {text}"));
    ExitCode::from(code)
}
