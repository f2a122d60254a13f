//! The values everything else is written in: money, months, ids, names and foreign text; what a plan holds; and the changes
//! made to it. Pure: no network, disk, clock or randomness, and no type of YNAB's wire.
//!
//! A value that exists is valid. What comes from outside is checked where it becomes one of these types, and foreign text
//! is made safe where it leaves.

pub mod money;

pub mod currency;

pub mod number;

pub mod percent;

pub mod month;

pub mod text;

pub mod ids;

pub mod by_id;

pub mod names;

pub mod flag;

pub mod plan;

pub mod lines;

pub mod payees;

pub mod scheduled;

pub mod row;

pub mod target;

pub mod effect;

pub mod operation;

pub mod history;

pub mod hex;

mod schema;
