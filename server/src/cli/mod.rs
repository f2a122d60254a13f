//! The command line: serve, list the tools, or call one.

pub mod call;
pub mod terminal;
pub mod tools;

use clap::{Parser, Subcommand};

use crate::config::{Flags, no_arguments};
use crate::io::ynab::API_VERSION;

/// What the program is, in two lines.
const ABOUT: &str =
    "An unofficial MCP server for YNAB: an agent reads and changes a plan, and nothing changes without your yes.";

/// What follows the list of options.
const AFTER: &str = "\
Without a command, it serves one MCP client on standard input and output; a client starts it that way.

Environment:
  YNAB_API_KEY                     personal access token (YNAB: Account Settings, Developer Settings)
  YNAB_API_KEY_FILE                a file that holds it, readable by its owner only
  AVENIR_MCP_WRITE                 1 opens the write tools
  AVENIR_MCP_REQUIRE_ELICITATION   1: only your own answer in the client counts, no confirmation codes
  AVENIR_MCP_PLAN                  the plan meant when a call names none: an id or a name
  AVENIR_MCP_CONFIDENCE_THRESHOLD  how sure a suggested category must be, from 0.5 to 1 (default 0.90)
  AVENIR_MCP_JOURNAL               path of the record of operations
  AVENIR_MCP_YNAB_URL              another address for YNAB: https, or http on this machine
  AVENIR_MCP_TODAY                 a fixed day (YYYY-MM-DD), with --demo or an address on this machine
  AVENIR_MCP_DEMO_DIR              where the demo keeps its files
  AVENIR_MCP_LOG_LEVEL             TRACE, DEBUG, INFO, WARNING (default), ERROR or OFF
  AVENIR_MCP_LOG_FORMAT            text (default) or json
  XDG_STATE_HOME, HOME             where the record and the count of requests are kept
  TZ                               your time zone, for what is today

Examples:
  avenir-mcp call get_monthly_summary --demo
  avenir-mcp call move_money '{\"month\":\"current\",\"from_category_id\":\"Groceries\",\"to_category_id\":\"Eating Out\",\"amount\":5}' --demo --writes true
  avenir-mcp tools

Not affiliated with YNAB.";

/// The command line.
#[derive(Debug, Default, Parser)]
#[command(name = "avenir-mcp", about = ABOUT, after_help = AFTER, disable_version_flag = true)]
pub struct CommandLine {
    /// Serve an invented plan: no token, no network
    #[arg(long, global = true)]
    pub demo: bool,
    /// With --demo: start it over
    #[arg(long, global = true)]
    pub reset: bool,
    /// Open or close the write tools, whatever the environment says
    #[arg(long, global = true, value_name = "true|false")]
    pub writes: Option<bool>,
    /// Print the version, with the version of YNAB's API, and exit
    #[arg(long, short = 'V')]
    pub version: bool,
    /// What to do; serve when left out
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// List the tools, with what each costs and whether it writes
    Tools,
    /// Call one tool and print its structured answer; a write asks on this terminal
    Call {
        /// The tool's name
        tool: String,
        /// Its arguments, as a JSON object
        arguments: Option<String>,
    },
}

impl CommandLine {
    /// That of this process. Where there is nothing to parse, the parser is not built: it would be a tenth of the start.
    pub fn of_this_process() -> Self {
        if no_arguments() { Self::default() } else { Self::parse() }
    }

    /// The flags that settings depend on.
    pub fn flags(&self) -> Flags {
        Flags {
            demo: self.demo,
            reset: self.reset,
            writes: self.writes,
        }
    }
}

/// `avenir-mcp 0.1.0 (YNAB API v1.87.0)`.
pub fn version() -> String {
    format!("avenir-mcp {} (YNAB API v{API_VERSION})", env!("CARGO_PKG_VERSION"))
}

/// What a person reads who started it by hand.
pub fn by_hand() -> String {
    format!(
        "{}\n{ABOUT}\n\nIt now waits for an MCP client on standard input. You may rather want to:\n  \
         avenir-mcp call get_monthly_summary --demo   try it on an invented plan\n  \
         avenir-mcp tools                             see what it can do\n  \
         avenir-mcp --help                            see all settings, and how a client starts it\nLeave with Ctrl-C.",
        version()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_arguments_nothing_is_set_as_if_it_had_been_parsed() {
        let parsed = CommandLine::parse_from(["avenir-mcp"]);
        assert_eq!(format!("{parsed:?}"), format!("{:?}", CommandLine::default()));
    }
}
