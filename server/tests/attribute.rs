//! The attribute, as somebody who writes a tool meets it: the forms that pass, and every refusal with its message.

use avenir::tool::{Access, Confirmation, Tool, WriteFacts};

#[path = "ui/pass/confirmed-write.rs"]
mod confirmed_write;
#[path = "ui/pass/names-the-expansion-uses.rs"]
mod names_the_expansion_uses;
#[path = "ui/pass/read.rs"]
mod read;
#[path = "ui/pass/read-with-writes.rs"]
mod read_with_writes;
#[path = "ui/shared/types.rs"]
mod types;
#[path = "ui/pass/unconfirmed-write.rs"]
mod unconfirmed_write;

/// All of them as the registry holds them.
static TOOLS: [&dyn Tool; 8] = [
    &read::get_category_balances,
    &read_with_writes::get_category_balances,
    &confirmed_write::move_money,
    &unconfirmed_write::approve_transactions,
    &names_the_expansion_uses::call,
    &names_the_expansion_uses::cx,
    &names_the_expansion_uses::args,
    &names_the_expansion_uses::r#match,
];

#[test]
fn a_read() {
    let facts = read::get_category_balances.facts();
    assert_eq!(facts.name, "get_category_balances");
    assert_eq!(facts.title, "Category balances");
    assert_eq!(
        facts.description,
        "Category balances for a month: assigned, spent, available.\n\nAmounts are in the plan's currency."
    );
    assert_eq!(facts.with_writes, None);
    assert!(matches!(facts.access, Access::Read));
}

#[test]
fn a_read_with_a_sentence_for_writers() {
    let facts = read_with_writes::get_category_balances.facts();
    assert_eq!(facts.description, "Category balances for a month.");
    assert_eq!(facts.with_writes, Some("Move money with `move_money`."));
    assert!(matches!(facts.access, Access::Read));
}

#[test]
fn a_confirmed_write() {
    let facts = confirmed_write::move_money.facts();
    assert_eq!(facts.name, "move_money");
    assert_eq!(facts.with_writes, None);
    assert!(matches!(
        facts.access,
        Access::Write(WriteFacts {
            destructive: true,
            idempotent: false,
            confirmation: Confirmation::Asked
        })
    ));
}

#[test]
fn an_unconfirmed_write() {
    let facts = unconfirmed_write::approve_transactions.facts();
    assert_eq!(facts.title, "Approve transactions");
    assert!(matches!(
        facts.access,
        Access::Write(WriteFacts {
            destructive: false,
            idempotent: true,
            confirmation: Confirmation::Unconfirmed {
                reason: "it moves no money"
            }
        })
    ));
}

#[test]
fn a_tool_may_have_a_name_the_expansion_uses() {
    let names: Vec<_> = TOOLS.iter().skip(4).map(|tool| tool.facts().name).collect();
    assert_eq!(names, ["call", "cx", "args", "match"]);
}

/// Each file of `tests/ui` breaks the rule it is named after; beside it stands what the compiler says.
/// After a change that is meant, or with another compiler: `TRYBUILD=overwrite cargo test -p avenir-mcp --test attribute`.
#[test]
fn refusals() {
    trybuild::TestCases::new().compile_fail("tests/ui/*.rs");
}
