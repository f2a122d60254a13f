//! The server's figures, each as a ratio to a yardstick that is measured beside it: `cargo bench -p avenir-tests`.
//!
//! Words behind `--` choose: `start`, `warm`, `together`, `large`, `reads`. A ratio over its limit is told, not failed on: machines
//! are noisy. A wrong number of requests is no noise and ends the bench.

#![allow(
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a bench stops where it cannot measure, and prints what it measured"
)]

mod large;
mod loading;
mod measure;
mod memory;
mod programs;
mod reads;
mod replay;
mod server;
mod stand_in;
mod start;
mod summing;
mod together;
mod warm;
mod widest;

fn main() {
    let words = std::env::args().skip(1).collect::<Vec<_>>();
    if let [word, url] = words.as_slice() {
        match word.as_str() {
            loading::WORD => return loading::run(url),
            summing::WORD => return summing::run(url),
            _ => {}
        }
    }
    let chosen = words.iter().filter(|word| !word.starts_with('-')).collect::<Vec<_>>();
    let wanted = |name: &str| chosen.is_empty() || chosen.iter().any(|word| *word == name);
    let programs = programs::Programs::find();
    println!("load of this machine: {}\n", measure::load());
    if wanted("start") {
        start::run(&programs);
    }
    if wanted("warm") {
        warm::run(&programs);
    }
    if wanted("together") {
        together::run(&programs);
    }
    if wanted("large") {
        large::run(&programs);
    }
    if wanted("reads") {
        reads::run(&programs);
    }
    println!("load of this machine: {}", measure::load());
}
