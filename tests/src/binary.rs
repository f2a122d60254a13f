//! Where the server's program is.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

use serde_json::Value;

/// The program under test: the one that `AVENIR_MCP_BIN` names, else the one that cargo builds now, once.
pub fn server_binary() -> &'static Path {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| match std::env::var_os("AVENIR_MCP_BIN") {
        Some(path) => PathBuf::from(path),
        None => built(),
    })
}

fn built() -> PathBuf {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "-p", "avenir-mcp", "--bin", "avenir-mcp"])
        .args(["--message-format", "json-render-diagnostics"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "the server does not build");
    let lines = String::from_utf8(output.stdout).expect("cargo writes text");
    let mut executables = lines.lines().filter_map(|line| {
        let message: Value = serde_json::from_str(line).ok()?;
        (message["target"]["name"] == "avenir-mcp").then_some(())?;
        message["executable"].as_str().map(PathBuf::from)
    });
    executables.next_back().expect("cargo names the program it built")
}
