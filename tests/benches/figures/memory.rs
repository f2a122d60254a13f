//! What a process holds in memory, as Linux counts it.

use std::process::Child;

/// Kibibytes of one process.
#[derive(Clone, Copy)]
pub struct Memory {
    /// In memory now, the program's own pages included.
    pub resident: u32,
    /// The most that was ever resident.
    pub peak: u32,
    /// The part of it that no file stands behind.
    pub private: u32,
    /// Resident, with pages that several processes share counted in part.
    pub proportional: u32,
}

impl Memory {
    /// Of a running child.
    pub fn of(child: &Child) -> Self {
        let read = |file: &str| {
            let path = format!("/proc/{}/{file}", child.id());
            std::fs::read_to_string(path).expect("a running process has its files in /proc")
        };
        let (status, shares) = (read("status"), read("smaps_rollup"));
        Self {
            resident: kibibytes(&status, "VmRSS:"),
            peak: kibibytes(&status, "VmHWM:"),
            private: kibibytes(&status, "RssAnon:"),
            proportional: kibibytes(&shares, "Pss:"),
        }
    }
}

fn kibibytes(text: &str, name: &str) -> u32 {
    let line = text.lines().find_map(|line| line.strip_prefix(name));
    let number = line
        .and_then(|line| line.split_whitespace().next())
        .and_then(|word| word.parse().ok());
    number.expect("the kernel writes a number of kibibytes")
}
