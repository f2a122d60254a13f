//! Running the program in a home of its own, with nothing of this machine's environment, and on a terminal of its own.

use std::ffi::{OsStr, OsString};
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use serde_json::Value;

/// Longer than any step takes on a busy machine; a test that gets here has failed.
const PATIENCE: Duration = Duration::from_mins(2);

/// The demo's day.
pub(crate) const TODAY: &str = "2026-10-15";

/// The program and what it is started with.
pub(crate) struct Program {
    home: tempfile::TempDir,
    variables: Vec<(OsString, OsString)>,
}

/// What a run came to.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Program {
    /// In an empty home, with nothing else set.
    pub(crate) fn new() -> Self {
        let home = tempfile::tempdir().expect("a folder");
        let variables = vec![("HOME".into(), home.path().into())];
        Self { home, variables }
    }

    /// On the demo's day, whose plan is the same each time.
    pub(crate) fn on_a_fixed_day() -> Self {
        Self::new().with("AVENIR_MCP_TODAY", TODAY)
    }

    pub(crate) fn with(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.variables.push((name.into(), value.as_ref().to_owned()));
        self
    }

    pub(crate) fn without(mut self, name: &str) -> Self {
        self.variables.retain(|(other, _)| other != name);
        self
    }

    pub(crate) fn home(&self) -> &Path {
        self.home.path()
    }

    /// Where the demo lies when nothing says otherwise.
    pub(crate) fn demo_folder(&self) -> PathBuf {
        self.home().join(".local/state/avenir-mcp/demo")
    }

    /// Ready to be started; its standard input is empty.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_avenir-mcp"));
        command.args(arguments).env_clear().envs(self.variables.iter().cloned());
        command
            .current_dir(self.home())
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// One run without a terminal.
    pub(crate) fn run(&self, arguments: &[&str]) -> Ended {
        Running::start(&mut self.command(arguments)).end()
    }

    /// The answer of one call on the demo.
    pub(crate) fn answer(&self, tool: &str, arguments: &str) -> Value {
        self.run(&["call", tool, arguments, "--demo"]).answer()
    }

    /// A category's available amount in the demo.
    pub(crate) fn available(&self, category: &str) -> Value {
        let balances = self.answer("get_category_balances", "{}");
        let rows = balances["categories"].as_array().expect("rows");
        let row = rows.iter().find(|row| row["name"] == category);
        row.unwrap_or_else(|| panic!("no category {category}"))["balance"].clone()
    }
}

impl Ended {
    /// The structured answer that it printed.
    pub(crate) fn answer(&self) -> Value {
        assert_eq!(self.code, 0, "{self:?}");
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The one line that it complained with.
    pub(crate) fn complaint(&self, code: i32) -> &str {
        assert_eq!((self.code, self.out.as_str()), (code, ""), "{self:?}");
        let lines = self.err.lines().collect::<Vec<_>>();
        let [line] = lines.as_slice() else {
            panic!("not one line: {self:?}")
        };
        let complaint = line.strip_prefix("avenir-mcp: ");
        complaint.unwrap_or_else(|| panic!("it does not say who complains: {line}"))
    }
}

/// A started process, which ends with the test.
pub(crate) struct Running {
    child: Child,
    out: Option<JoinHandle<String>>,
    err: Option<JoinHandle<String>>,
}

impl Running {
    pub(crate) fn start(command: &mut Command) -> Self {
        let mut child = command.spawn().expect("the program starts");
        let out = child.stdout.take().map(read_in_background);
        let err = child.stderr.take().map(read_in_background);
        Self { child, out, err }
    }

    /// Waits for its end.
    pub(crate) fn end(mut self) -> Ended {
        let step = Duration::from_millis(5);
        let mut waited = Duration::ZERO;
        let status = loop {
            if let Some(status) = self.child.try_wait().expect("a child of ours") {
                break status;
            }
            assert!(waited < PATIENCE, "the program does not end");
            std::thread::sleep(step);
            waited += step;
        };
        let text =
            |reader: Option<JoinHandle<String>>| reader.map(|reader| reader.join().expect("text")).unwrap_or_default();
        Ended {
            code: status.code().unwrap_or(-1),
            out: text(self.out.take()),
            err: text(self.err.take()),
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // It has ended, or the test has failed.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_in_background(mut pipe: impl Read + Send + 'static) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut text = String::new();
        pipe.read_to_string(&mut text).expect("text");
        text
    })
}

/// A terminal: the side of the person.
pub(crate) struct Terminal {
    ours: File,
    theirs: File,
    shown: Receiver<Vec<u8>>,
    seen: String,
}

impl Terminal {
    pub(crate) fn open() -> Self {
        let ours = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
        grantpt(&ours).expect("a terminal");
        unlockpt(&ours).expect("a terminal");
        let name = ptsname(&ours, Vec::new()).expect("a terminal");
        let path = Path::new(OsStr::from_bytes(name.as_bytes()));
        let theirs = OpenOptions::new()
            .read(true)
            .write(true)
            .open(path)
            .expect("its other side");
        let ours = File::from(ours);
        let (sender, shown) = channel();
        let mut reader = ours.try_clone().expect("a file");
        std::thread::spawn(move || {
            let mut bytes = [0; 4096];
            // The last other side's end comes as an error here.
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                if sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        Self {
            ours,
            theirs,
            shown,
            seen: String::new(),
        }
    }

    /// The program's side of it.
    pub(crate) fn side(&self) -> Stdio {
        self.theirs.try_clone().expect("a file").into()
    }

    /// Waits until the text is shown, and gives all that was shown so far.
    pub(crate) fn wait_for(&mut self, text: &str) -> &str {
        while !self.seen.contains(text) {
            let bytes = self.shown.recv_timeout(PATIENCE);
            let bytes = bytes.unwrap_or_else(|_| panic!("{text:?} is never shown, but {:?}", self.seen));
            self.seen.push_str(&String::from_utf8_lossy(&bytes).replace('\r', ""));
        }
        &self.seen
    }

    /// What the person types.
    pub(crate) fn type_in(&mut self, text: &str) {
        self.ours.write_all(text.as_bytes()).expect("a terminal");
    }
}
