//! The attribute, as somebody who writes a tool meets it.

#[path = "ui/pass/read.rs"]
mod read;

use avenir::tool::Tool;

#[test]
fn x() {
    let t: &dyn Tool = &read::list_plans;
    assert_eq!(t.facts().name, "list_plans");
}

#[test]
fn refusals() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
