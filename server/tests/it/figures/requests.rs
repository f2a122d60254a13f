//! The requests of every read tool: on a cold server, again while fresh, and after a change elsewhere; and what its
//! description says of them.

use std::fmt::Write as _;

use avenir::tool::ToolFacts;

use super::{Asked, NO_LONGER_FRESH, PLANS, TELL_NO_CHANGE, ask, change_elsewhere, demo, plain, readme, reads};

/// A tool's row of the table.
struct Row {
    name: &'static str,
    cold: Asked,
    again: Asked,
    after: Asked,
}

/// The requests that a description says, in the word it begins with.
fn said(facts: &ToolFacts) -> Option<usize> {
    let word = facts.costs?.split(' ').next()?;
    ["no", "one", "two", "three", "four", "five", "six", "seven"]
        .iter()
        .position(|number| *number == word)
}

/// The requests that a description counts: all but that for the list of plans, which the first call of ten minutes sends
/// for its name and currency. It is what `list_plans` is for.
fn counted(row: &Row) -> usize {
    let lists = row
        .cold
        .requests
        .iter()
        .filter(|request| request.operation == Some(PLANS));
    row.cold.cost() - if row.name == "list_plans" { 0 } else { lists.count() }
}

async fn rows() -> Vec<Row> {
    let mut rows = Vec::new();
    for tool in reads() {
        let (stage, name) = (demo().await, tool.facts().name);
        let ask = async || ask(&stage, stage.runtime(), tool, plain(tool)).await;
        let (cold, again) = (ask().await, ask().await);
        stage.pass(NO_LONGER_FRESH);
        change_elsewhere(&stage);
        let after = ask().await;
        let process = stage.another_process();
        let anew = super::ask(&stage, &process, tool, plain(tool)).await;
        assert_eq!(again.answer, cold.answer, "{name}");
        assert_eq!(after.answer, anew.answer, "{name}: what changed elsewhere is seen");
        rows.push(Row {
            name,
            cold,
            again,
            after,
        });
    }
    rows
}

fn table(rows: &[Row]) -> String {
    let mut table = String::from("| Tool | Cold | Again | After a change | Bytes |\n|---|---:|---:|---:|---:|\n");
    for row in rows {
        let (cold, again, after) = (row.cold.cost(), row.again.cost(), row.after.cost());
        let _ = writeln!(
            table,
            "| `{}` | {cold} | {again} | {after} | {} |",
            row.name,
            row.cold.bytes()
        );
    }
    table
}

/// The descriptions that say other requests than are counted: the tool, what it says, what it costs.
fn said_wrongly(rows: &[Row]) -> Vec<(&'static str, Option<&'static str>, usize)> {
    let facts = |row: &Row| super::tool(row.name).facts();
    let wrong = rows.iter().filter(|row| said(facts(row)) != Some(counted(row)));
    wrong.map(|row| (row.name, facts(row).costs, counted(row))).collect()
}

#[tokio::test]
async fn each_read_asks_for_each_collection_once_as_its_description_and_the_readme_say() {
    let rows = rows().await;
    println!("Requests to YNAB, and bytes of the answer\n\n{}", table(&rows));
    for row in &rows {
        let name = row.name;
        row.cold.assert_nothing_twice(name);
        row.after.assert_nothing_twice(name);
        row.after.assert_changes_only(name);
        assert_eq!(row.again.cost(), 0, "{name}: {:#?}", row.again.requests);
        assert_eq!(
            row.after.cost(),
            if name == "list_plans" { 0 } else { counted(row) },
            "{name}"
        );
        assert!(row.cold.bytes() < 15_000, "{name}: {} bytes", row.cold.bytes());
    }
    let alike = rows.iter().filter(|row| row.after.answer == row.cold.answer);
    assert_eq!(alike.map(|row| row.name).collect::<Vec<_>>(), TELL_NO_CHANGE);
    assert_eq!(said_wrongly(&rows), []);
    readme::assert_holds(&table(&rows));
}
