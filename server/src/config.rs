//! Environment and flags, read once into one value. A bad value is one clear line, never a trace.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use chrono::NaiveDate;

use crate::domain::currency::Currency;
use crate::domain::money::Milliunits;
use crate::domain::month::DateArgument;
use crate::domain::number::AmountArgument;
use crate::domain::percent::Hundredths;
use crate::domain::text::quoted;
use crate::io::files;
use crate::io::ynab::{AccessToken, Address, TokenSource, YNAB_URL};

/// The environment variables this program reads.
pub mod variable {
    /// The personal access token.
    pub const API_KEY: &str = "YNAB_API_KEY";
    /// A file that holds the token, readable by its owner only.
    pub const API_KEY_FILE: &str = "YNAB_API_KEY_FILE";
    /// Another address for YNAB: https, or http on loopback.
    pub const YNAB_URL: &str = "AVENIR_MCP_YNAB_URL";
    /// `1` opens the write tools.
    pub const WRITE: &str = "AVENIR_MCP_WRITE";
    /// `1` switches confirmation codes off.
    pub const REQUIRE_ELICITATION: &str = "AVENIR_MCP_REQUIRE_ELICITATION";
    /// The journal's path.
    pub const JOURNAL: &str = "AVENIR_MCP_JOURNAL";
    /// The least log level shown.
    pub const LOG_LEVEL: &str = "AVENIR_MCP_LOG_LEVEL";
    /// `json` or `text`.
    pub const LOG_FORMAT: &str = "AVENIR_MCP_LOG_FORMAT";
    /// A fixed day, for the demo and for tests.
    pub const TODAY: &str = "AVENIR_MCP_TODAY";
    /// The plan meant when a call names none.
    pub const PLAN: &str = "AVENIR_MCP_PLAN";
    /// From which confidence on a category is suggested.
    pub const CONFIDENCE_THRESHOLD: &str = "AVENIR_MCP_CONFIDENCE_THRESHOLD";
    /// Where the demo keeps its files.
    pub const DEMO_DIR: &str = "AVENIR_MCP_DEMO_DIR";
    /// Where programs keep their state.
    pub const STATE_HOME: &str = "XDG_STATE_HOME";
    /// The person's time zone.
    pub const TIME_ZONE: &str = "TZ";
    /// The person's home.
    pub const HOME: &str = "HOME";
}

/// A setting that cannot be used: one line.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ConfigError(String);

/// What the command line says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Flags {
    /// Serve the invented plan.
    pub demo: bool,
    /// Start the demo over.
    pub reset: bool,
    /// Open or close the write tools, whatever the environment says.
    pub writes: Option<bool>,
}

/// Where the data comes from.
pub enum Source {
    /// YNAB, or what stands in for it at another address.
    Ynab {
        /// The address.
        address: Address,
        /// Where the token is.
        token: TokenSource,
    },
    /// The invented plan.
    Demo {
        /// Its own folder.
        folder: PathBuf,
        /// Start over.
        reset: bool,
    },
}

/// Everything that is set from outside.
pub struct Config {
    /// Where the data comes from.
    pub source: Source,
    /// The write tools are there.
    pub writes: bool,
    /// Only the person's own answer counts.
    pub require_elicitation: bool,
    /// Where the ledger, the locks and, by default, the journal lie.
    pub state_folder: PathBuf,
    /// Our journal, when it was named.
    pub journal: Option<PathBuf>,
    /// The plan meant when a call names none.
    pub default_plan: Option<String>,
    /// From which confidence on a category is suggested.
    pub confidence_threshold: Hundredths,
    /// A fixed day.
    pub today: Option<NaiveDate>,
    /// What is logged, to standard error.
    pub log: Log,
}

/// What is logged, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Log {
    /// The least level shown.
    pub level: tracing::level_filters::LevelFilter,
    /// One JSON object a line.
    pub json: bool,
}

/// Looks one variable up.
pub type Environment<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// The process's own environment. The only place that reads it.
#[expect(
    clippy::disallowed_methods,
    reason = "settings are read here, once, and nowhere else"
)]
pub fn environment(name: &str) -> Option<OsString> {
    std::env::var_os(name)
}

/// Whether this process was started without any argument, as clients start it.
pub fn no_arguments() -> bool {
    std::env::args_os().nth(1).is_none()
}

impl Config {
    /// Reads everything.
    ///
    /// # Errors
    /// The first setting that cannot be used.
    pub fn read(flags: &Flags, environment: Environment<'_>) -> Result<Self, ConfigError> {
        let get = |name: &str| text(environment, name);
        zone(get(variable::TIME_ZONE)?.as_deref())?;
        let state = state_folder(environment);
        let source = match flags.demo {
            true => Source::Demo {
                folder: demo_folder(environment, state.as_deref())?,
                reset: flags.reset,
            },
            false if flags.reset => {
                return Err(ConfigError("--reset starts the demo over: use it with --demo.".into()));
            }
            false => Source::Ynab {
                address: address(get(variable::YNAB_URL)?.as_deref())?,
                token: token(environment)?,
            },
        };
        let state_folder = match &source {
            Source::Demo { folder, .. } => folder.clone(),
            Source::Ynab { .. } => state?,
        };
        let journal = match &source {
            Source::Demo { .. } => None,
            Source::Ynab { .. } => path(environment, variable::JOURNAL),
        };
        Ok(Self {
            today: today(get(variable::TODAY)?, &source)?,
            writes: flags.writes.unwrap_or(get(variable::WRITE)?.as_deref() == Some("1")),
            require_elicitation: switch(
                variable::REQUIRE_ELICITATION,
                get(variable::REQUIRE_ELICITATION)?.as_deref(),
            )?,
            default_plan: get(variable::PLAN)?,
            confidence_threshold: threshold(get(variable::CONFIDENCE_THRESHOLD)?.as_deref())?,
            log: log(
                get(variable::LOG_LEVEL)?.as_deref(),
                get(variable::LOG_FORMAT)?.as_deref(),
            )?,
            source,
            state_folder,
            journal,
        })
    }
}

/// A variable's text; empty, or a bundle's unfilled placeholder, counts as unset.
fn text(environment: Environment<'_>, name: &str) -> Result<Option<String>, ConfigError> {
    let Some(value) = environment(name) else {
        return Ok(None);
    };
    let value = value
        .into_string()
        .map_err(|_| ConfigError(format!("{name} is not valid UTF-8.")))?;
    Ok(Some(value).filter(|value| !value.trim().is_empty() && !value.starts_with("${user_config.")))
}

/// What makes the server stricter must not stay off because of how it was written.
fn switch(name: &str, value: Option<&str>) -> Result<bool, ConfigError> {
    match value.map(str::trim) {
        None | Some("0") => Ok(false),
        Some("1") => Ok(true),
        Some(other) => Err(ConfigError(format!("{name} must be 1 or 0, not {}.", quoted(other)))),
    }
}

/// From which confidence on a category is suggested, when nothing is set.
pub const USUAL_THRESHOLD: Hundredths = Hundredths::new(90);

/// Confidences have two decimals, so a finer threshold means the next two.
fn threshold(value: Option<&str>) -> Result<Hundredths, ConfigError> {
    let Some(value) = value.map(str::trim) else {
        return Ok(USUAL_THRESHOLD);
    };
    let number = AmountArgument::parse(value).and_then(|number| number.exact(&Currency::neutral()));
    match number.map(Milliunits::get) {
        Ok(thousandths @ 500..=1000) => Ok(Hundredths::new((thousandths + 9) / 10)),
        _ => Err(ConfigError(format!(
            "{} must be a number from 0.5 to 1, such as 0.90, not {}.",
            variable::CONFIDENCE_THRESHOLD,
            quoted(value)
        ))),
    }
}

fn path(environment: Environment<'_>, name: &str) -> Option<PathBuf> {
    let value = environment(name)?;
    let placeholder = value
        .to_str()
        .is_some_and(|value| value.trim().is_empty() || value.starts_with("${user_config."));
    (!placeholder).then(|| PathBuf::from(value))
}

fn state_folder(environment: Environment<'_>) -> Result<PathBuf, ConfigError> {
    // A relative path is to be ignored (XDG base directories).
    let state = path(environment, variable::STATE_HOME).filter(|path| path.is_absolute());
    let home = || path(environment, variable::HOME).map(|home| home.join(".local/state"));
    state
        .or_else(home)
        .map(|folder| folder.join("avenir-mcp"))
        .ok_or_else(|| {
            ConfigError(
                "Neither XDG_STATE_HOME nor HOME is set: there is no place for the record of operations.".into(),
            )
        })
}

fn demo_folder(environment: Environment<'_>, state: Result<&Path, &ConfigError>) -> Result<PathBuf, ConfigError> {
    match (path(environment, variable::DEMO_DIR), state) {
        (Some(folder), _) => Ok(folder),
        (None, Ok(state)) => Ok(state.join("demo")),
        (None, Err(error)) => Err(ConfigError(error.0.clone())),
    }
}

fn address(value: Option<&str>) -> Result<Address, ConfigError> {
    let text = value.unwrap_or(YNAB_URL);
    Address::parse(text).map_err(|_| {
        ConfigError(format!(
            "{} must be an https address, or http on 127.0.0.1, localhost or [::1], not {}.",
            variable::YNAB_URL,
            quoted(text)
        ))
    })
}

fn token(environment: Environment<'_>) -> Result<TokenSource, ConfigError> {
    if let Some(value) = text(environment, variable::API_KEY)? {
        return Ok(TokenSource::Value(AccessToken::new(&value)));
    }
    Ok(path(environment, variable::API_KEY_FILE).map_or(TokenSource::Missing, TokenSource::File))
}

/// A misspelt time zone would be taken for UTC without a word, and with it the wrong day and month.
fn zone(value: Option<&str>) -> Result<(), ConfigError> {
    let Some(value) = value.filter(|_| cfg!(unix)) else {
        return Ok(());
    };
    let name = value.trim_start_matches(':');
    // `CET-1CEST`, `<+03>-3`, `UTC`: a zone that needs no file.
    let letters = name.chars().take_while(char::is_ascii_alphabetic).count();
    let rest = name.get(letters..).unwrap_or_default();
    let offset = rest.starts_with(|next: char| next.is_ascii_digit() || "+-".contains(next));
    let spelt_out = name.starts_with('<') || (letters >= 3 && offset && !name.contains('/'));
    let plain = ["UTC", "GMT"].contains(&name);
    if spelt_out || plain || files::is_time_zone(name) {
        return Ok(());
    }
    Err(ConfigError(format!(
        "{} must be a time zone that this machine knows, such as Europe/Berlin, not {}.",
        variable::TIME_ZONE,
        quoted(value)
    )))
}

fn today(value: Option<String>, source: &Source) -> Result<Option<NaiveDate>, ConfigError> {
    let Some(value) = value else { return Ok(None) };
    let day = DateArgument::parse(&value).map_err(|_| {
        ConfigError(format!(
            "{} must be a date as YYYY-MM-DD, not {}.",
            variable::TODAY,
            quoted(&value)
        ))
    })?;
    let real = match source {
        Source::Demo { .. } => false,
        Source::Ynab { address, .. } => !address.is_this_machine(),
    };
    if real {
        return Err(ConfigError(format!(
            "{} fixes the day for the demo and for tests only: use it with --demo or with a loopback {}.",
            variable::TODAY,
            variable::YNAB_URL
        )));
    }
    Ok(Some(day.day()))
}

fn log(level: Option<&str>, format: Option<&str>) -> Result<Log, ConfigError> {
    use tracing::level_filters::LevelFilter;
    let level = match level.map(str::trim).map(str::to_ascii_lowercase).as_deref() {
        None | Some("warning" | "warn") => LevelFilter::WARN,
        Some("trace") => LevelFilter::TRACE,
        Some("debug") => LevelFilter::DEBUG,
        Some("info") => LevelFilter::INFO,
        Some("error" | "critical") => LevelFilter::ERROR,
        Some("off") => LevelFilter::OFF,
        Some(other) => {
            return Err(ConfigError(format!(
                "{} must be one of TRACE, DEBUG, INFO, WARNING, ERROR, OFF, not {}.",
                variable::LOG_LEVEL,
                quoted(other)
            )));
        }
    };
    let json = match format.map(str::trim) {
        None | Some("text") => false,
        Some("json") => true,
        Some(other) => {
            return Err(ConfigError(format!(
                "{} must be text or json, not {}.",
                variable::LOG_FORMAT,
                quoted(other)
            )));
        }
    };
    Ok(Log { level, json })
}
