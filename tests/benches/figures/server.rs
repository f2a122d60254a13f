//! One server as a child process, spoken to over its standard input and output. Calls block, so that nothing but the
//! server's own time is between a request and its answer.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use super::measure::timed;
use super::memory::Memory;
use super::programs::Program;

/// A server that has answered `initialize`. It ends with this value.
pub struct Server {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Server {
    /// Starts it; the time is that from before the process is made until its answer to `initialize` is here.
    pub fn start(program: &Program) -> (Self, Duration) {
        let mut command = program.command();
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        let initialize = line(&json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "figures", "version": "1"},
        }}));
        let ((mut server, answer), time) = timed(|| {
            let mut child = command.spawn().expect("the program starts");
            let input = child.stdin.take().expect("its input is a pipe");
            let output = BufReader::new(child.stdout.take().expect("its output is a pipe"));
            let mut server = Self { child, input, output };
            server.send(&initialize);
            let answer = server.receive();
            (server, answer)
        });
        let answer = serde_json::from_str::<Value>(&answer).expect("the answer is JSON");
        assert!(answer["result"]["serverInfo"].is_object(), "{answer}");
        server.send(&line(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})));
        (server, time)
    }

    /// One call: its structured answer, and the time until it is here as a line.
    pub fn call(&mut self, tool: &str, arguments: &Value) -> (Value, Duration) {
        let request = call_line(1, tool, arguments);
        let (answer, time) = timed(|| {
            self.send(&request);
            self.receive()
        });
        (structured(&answer), time)
    }

    /// The names of the tools that only read, as it lists them.
    pub fn reads(&mut self) -> Vec<String> {
        self.send(&line(&json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"})));
        let answer = serde_json::from_str::<Value>(&self.receive()).expect("the answer is JSON");
        let tools = answer["result"]["tools"].as_array().expect("a list of tools");
        let reads = tools
            .iter()
            .filter(|tool| tool["annotations"]["readOnlyHint"] == json!(true));
        let names = reads.map(|tool| tool["name"].as_str().expect("a tool has a name").to_owned());
        names.collect()
    }

    /// Calls sent at once; the time until the last answer is here.
    pub fn call_together(&mut self, calls: &[(&str, Value)]) -> Duration {
        let requests = (1..)
            .zip(calls)
            .map(|(id, (tool, arguments))| call_line(id, tool, arguments));
        let requests = requests.collect::<String>();
        let (answers, time) = timed(|| {
            self.send(&requests);
            calls.iter().map(|_| self.receive()).collect::<Vec<_>>()
        });
        for answer in &answers {
            drop(structured(answer));
        }
        time
    }

    /// What it holds in memory.
    pub fn memory(&self) -> Memory {
        Memory::of(&self.child)
    }

    fn send(&mut self, text: &str) {
        self.input.write_all(text.as_bytes()).expect("the server reads");
    }

    fn receive(&mut self) -> String {
        let mut line = String::new();
        let bytes = self.output.read_line(&mut line).expect("the server writes lines");
        assert!(bytes > 0, "the server ended");
        line
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended already, which is what is wanted.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn line(message: &Value) -> String {
    format!("{message}\n")
}

fn call_line(id: u32, tool: &str, arguments: &Value) -> String {
    line(&json!({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}))
}

fn structured(answer: &str) -> Value {
    let mut answer = serde_json::from_str::<Value>(answer).expect("the answer is JSON");
    let result = answer["result"].take();
    assert!(
        result["isError"] != json!(true) && result["structuredContent"].is_object(),
        "{result}{answer}"
    );
    result["structuredContent"].clone()
}
