#[path = "shared/types.rs"]
mod types;

use types::*;

#[avenir_tool(write, titel = "Move money", destructive = 1)]
pub fn MoveMoneyBetween<T>(_cx: ReadCx, _args: T) {}

fn main() {}
