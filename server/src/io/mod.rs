//! All that touches the world outside the process: the disk here, YNAB beside it.

pub mod demo;
pub mod digest;
pub mod files;
pub mod journal;
pub mod lock;
pub mod state;
pub mod ynab;
