//! The first figure: from spawn to the answer of `initialize`, and the memory of a server that waits.

use std::time::Duration;

use super::measure::{Samples, verdict};
use super::memory::Memory;
use super::programs::{Program, Programs};
use super::server::Server;

/// How often each is started.
const STARTS: usize = 60;

/// How many of each are looked at when they have settled.
const SETTLED: usize = 5;

/// Until a server that has nothing to do has settled.
const SETTLING: Duration = Duration::from_secs(2);

#[derive(Default)]
struct Measured {
    start: Samples,
    resident: Samples,
    private: Samples,
    proportional: Samples,
}

impl Measured {
    fn add(&mut self, memory: Memory) {
        self.resident.add_kibibytes(memory.resident);
        self.private.add_kibibytes(memory.private);
        self.proportional.add_kibibytes(memory.proportional);
    }
}

/// Measures and prints.
pub fn run(programs: &Programs) {
    let folder = tempfile::tempdir().expect("a folder");
    // Nothing listens there: a server that asked YNAB before it answers would not get far.
    let server = programs.server("http://127.0.0.1:9/v1", folder.path());
    let do_nothing = programs.do_nothing();
    let (mut ours, mut theirs) = (Measured::default(), Measured::default());
    for round in 0..STARTS {
        let mut pair = [(&server, &mut ours), (&do_nothing, &mut theirs)];
        if round % 2 == 1 {
            pair.reverse();
        }
        for (program, measured) in pair {
            measured.start.add_time(Server::start(program).1);
        }
    }
    settled(&server, &mut ours);
    settled(&do_nothing, &mut theirs);
    println!("1. From spawn to the answer of `initialize` (ms), and idle memory (MiB)");
    for (name, measured) in [("server", &ours), ("do-nothing server", &theirs)] {
        println!("  {name}: start {}", measured.start);
        println!(
            "  {name}: resident {}, private {:.2}, proportional {:.2}",
            measured.resident,
            measured.private.median(),
            measured.proportional.median()
        );
    }
    verdict("start", ours.start.median(), theirs.start.median(), 1.5);
    verdict(
        "idle resident memory",
        ours.resident.median(),
        theirs.resident.median(),
        2.0,
    );
    println!();
}

fn settled(program: &Program, measured: &mut Measured) {
    let servers = (0..SETTLED).map(|_| Server::start(program).0).collect::<Vec<_>>();
    std::thread::sleep(SETTLING);
    for server in &servers {
        measured.add(server.memory());
    }
}
