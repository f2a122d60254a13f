//! The names that a person gave to the colours of flags.

use serde_json::json;

use crate::stage::Stage;

#[tokio::test]
async fn a_colour_that_is_none_is_refused_and_none_and_the_plan_s_own_names_are_one() {
    let (stage, home) = Stage::in_euro().await;
    let flag = |id: &str, color: &str| json!({"flags": [{"transaction_id": id, "color": color}]});
    stage.edit_elsewhere(&home.bakery, |row| row.flag = Some("red".to_owned()));
    let named = |plan: &mut ynab_api::sim::Plan| plan.flag_names.insert("red".to_owned(), "To check\nnow".to_owned());
    stage.sim.edit(named);
    let text = stage
        .without_asking("flag_transactions", flag(&home.market, "teal"))
        .await
        .refusal();
    assert!(
        text.contains(&format!(
            "Transaction {}: ‘teal’ is not a flag of this plan: use red, orange, yellow, green, blue, purple, red ‘To check now’, or \
             none to remove it",
            home.market
        )),
        "{text}"
    );
    stage
        .agreed("flag_transactions", flag(&home.market, "to check now"))
        .await;
    assert_eq!(stage.flag_of(&home.market).as_deref(), Some("red"));
    stage.agreed("flag_transactions", flag(&home.court, "none")).await;
    assert_eq!(stage.flag_of(&home.court), None);
}
