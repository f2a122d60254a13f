//! `update FILE`, `generate` and `check`: YNAB's document and what is generated from it.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use avenir_spec::SpecError;
use avenir_spec::commands::{Files, Update, check, generate, update};
use clap::{Parser, Subcommand};

/// Keeps the committed facts about YNAB's API and the generated client in step.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Take YNAB's published document (YAML or JSON): write the facts and the client, and print what changed
    Update {
        /// The published document
        file: PathBuf,
    },
    /// Write the client again from the committed facts
    Generate,
    /// Fail unless facts, overlay, coverage map and client agree
    Check,
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(lines) => say(&mut io::stdout(), &lines, ExitCode::SUCCESS),
        Err(error) => say(&mut io::stderr(), &[format!("error: {error}")], ExitCode::FAILURE),
    }
}

fn run(command: &Command) -> Result<Vec<String>, SpecError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let files = Files::below(root);
    Ok(match command {
        Command::Update { file } => report(&update(&files, file)?),
        Command::Generate if generate(&files)? => vec!["the client was written again".to_owned()],
        Command::Generate => vec!["the client was up to date".to_owned()],
        Command::Check => {
            check(&files)?;
            vec!["facts, overlay, coverage map and client agree".to_owned()]
        }
    })
}

fn report(update: &Update) -> Vec<String> {
    let mut lines: Vec<String> = update.drift.iter().map(ToString::to_string).collect();
    if lines.is_empty() {
        lines.push("no drift".to_owned());
    }
    lines.extend(update.gaps.iter().map(|gap| format!("spec/coverage.toml: {gap}")));
    lines.extend(update.written.iter().map(|path| format!("wrote {}", path.display())));
    lines
}

/// A closed pipe is no reason to fail: whoever reads has read enough.
fn say(out: &mut dyn Write, lines: &[String], code: ExitCode) -> ExitCode {
    for line in lines {
        let _ = writeln!(out, "{line}");
    }
    code
}
