//! Samples, their middle and spread, and a ratio held against its limit.

use std::fmt;
use std::time::{Duration, Instant};

/// Measured values of one kind, in milliseconds or mebibytes.
#[derive(Default)]
pub struct Samples(Vec<f64>);

impl Samples {
    /// One more, in milliseconds.
    pub fn add_time(&mut self, time: Duration) {
        self.0.push(time.as_secs_f64() * 1000.0);
    }

    /// One more, in mebibytes.
    pub fn add_kibibytes(&mut self, kibibytes: u32) {
        self.0.push(f64::from(kibibytes) / 1024.0);
    }

    /// The value in the middle.
    pub fn median(&self) -> f64 {
        self.part(2)
    }

    /// The value that so many fourths of all lie below.
    fn part(&self, fourths: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_by(f64::total_cmp);
        let place = sorted.len().saturating_sub(1) * fourths / 4;
        sorted.get(place).copied().unwrap_or(f64::NAN)
    }
}

impl fmt::Display for Samples {
    /// The median, and between which values the middle half lies.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (low, middle, high) = (self.part(1), self.part(2), self.part(3));
        write!(out, "{middle:.2} ({low:.2}–{high:.2}, {} samples)", self.0.len())
    }
}

/// Runs the work and tells how long it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let started = Instant::now();
    let result = work();
    (result, started.elapsed())
}

/// Prints how a measured value stands to its yardstick.
pub fn verdict(what: &str, measured: f64, yardstick: f64, limit: f64) {
    let ratio = measured / yardstick;
    let word = if ratio <= limit { "within" } else { "OVER" };
    println!("  {what}: {measured:.2} / {yardstick:.2} = {ratio:.2}, limit {limit:.1}: {word}");
}

/// The machine's load average, to judge the samples by.
pub fn load() -> String {
    let read = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    read.split(' ').take(3).collect::<Vec<_>>().join(" ")
}
