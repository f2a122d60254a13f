//! Asking the person at this terminal.

use std::io::{BufRead as _, IsTerminal as _, Write as _};

use futures::future::BoxFuture;

use crate::confirm::{Ask, Reply};

/// The terminal that the command was started from.
pub struct Terminal;

impl Terminal {
    /// The terminal, if there is one to read an answer from and to show the question on.
    pub fn find() -> Option<Self> {
        (std::io::stdin().is_terminal() && std::io::stderr().is_terminal()).then_some(Self)
    }
}

impl Ask for Terminal {
    fn ask<'a>(&'a self, question: &'a str) -> BoxFuture<'a, Reply> {
        let question = question.to_owned();
        Box::pin(async move {
            let asked = tokio::task::spawn_blocking(move || read(&question)).await;
            asked.unwrap_or(Reply::Dismissed)
        })
    }
}

/// Only `y` or `yes` is a yes; the end of input and anything else is not, nor what was typed before the question was shown.
fn read(question: &str) -> Reply {
    let mut line = String::new();
    let mut screen = std::io::stderr().lock();
    let shown = writeln!(screen, "{question}")
        .and_then(|()| forget_what_was_typed())
        .and_then(|()| write!(screen, "[y/N] "));
    drop(screen);
    match shown.and_then(|()| std::io::stdin().lock().read_line(&mut line)) {
        Ok(1..) if matches!(line.trim().to_lowercase().as_str(), "y" | "yes") => Reply::Yes,
        Ok(1..) => Reply::No,
        Ok(0) | Err(_) => Reply::Dismissed,
    }
}

/// Drops what was typed and not read yet: it answers nothing that was asked.
fn forget_what_was_typed() -> std::io::Result<()> {
    #[cfg(unix)]
    rustix::termios::tcflush(std::io::stdin(), rustix::termios::QueueSelector::IFlush)?;
    Ok(())
}
