//! The programs that are measured: the server, built here with the profile of the benches' own, and its yardstick.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A program and how it is started.
#[derive(Clone)]
pub struct Program {
    path: PathBuf,
    environment: Vec<(&'static str, String)>,
}

impl Program {
    /// The command that starts it, with nothing of this process's environment.
    pub fn command(&self) -> Command {
        let mut command = Command::new(&self.path);
        let environment = self.environment.iter().map(|(name, value)| (name, value));
        command.env_clear().envs(environment);
        command
    }
}

/// Both.
pub struct Programs {
    server: PathBuf,
    do_nothing: PathBuf,
}

impl Programs {
    /// The server that `AVENIR_MCP_BIN` names, else the one cargo builds now.
    pub fn find() -> Self {
        let do_nothing = PathBuf::from(env!("CARGO_BIN_EXE_do-nothing-server"));
        let server = std::env::var_os("AVENIR_MCP_BIN").map_or_else(|| built_beside(&do_nothing), PathBuf::from);
        Self { server, do_nothing }
    }

    /// The server, with write tools, for the stand-in at this address and with its files in this folder.
    pub fn server(&self, url: &str, folder: &Path) -> Program {
        let environment = vec![
            ("YNAB_API_KEY", super::stand_in::TOKEN.to_owned()),
            ("AVENIR_MCP_YNAB_URL", url.to_owned()),
            ("AVENIR_MCP_TODAY", super::stand_in::TODAY.to_owned()),
            ("AVENIR_MCP_WRITE", "1".to_owned()),
            ("XDG_STATE_HOME", folder.display().to_string()),
        ];
        Program {
            path: self.server.clone(),
            environment,
        }
    }

    /// The yardstick.
    pub fn do_nothing(&self) -> Program {
        Program {
            path: self.do_nothing.clone(),
            environment: Vec::new(),
        }
    }
}

/// Builds the server with the release profile, which the benches' profile is the same as; both lie in one folder.
fn built_beside(do_nothing: &Path) -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args([
            "build",
            "--release",
            "--locked",
            "-p",
            "avenir-mcp",
            "--bin",
            "avenir-mcp",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stdin(Stdio::null())
        .status()
        .expect("cargo runs");
    assert!(status.success(), "the server does not build");
    do_nothing.with_file_name(format!("avenir-mcp{}", std::env::consts::EXE_SUFFIX))
}
