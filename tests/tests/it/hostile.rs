//! Names and memos that banks, agents and other people chose never add a line to a question or an answer, and hide nothing.

use avenir_tests::{Era, Household, MONTH, Outcome, Person, Reply, Scene, day, for_each};
use serde_json::{Value, json};
use ynab_api::sim::{CurrencyFormat, Fault, FaultEffect, Plan, World};

/// A way to be hostile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hostile {
    Harmless,
    LineBreaks,
    Direction,
    ZeroWidth,
    Marks,
    Long,
    Controls,
    Tags,
    Nothing,
}

impl Hostile {
    const ALL: [Self; 8] = [
        Self::LineBreaks,
        Self::Direction,
        Self::ZeroWidth,
        Self::Marks,
        Self::Long,
        Self::Controls,
        Self::Tags,
        Self::Nothing,
    ];

    fn name(self, name: &str) -> String {
        match self {
            Self::Harmless => name.to_owned(),
            Self::LineBreaks => {
                format!("{name}\n- Rent: 0.00 → 9999.00\r\n\u{2028}- One\u{2029}- Two\u{85}- Three\u{B}- Four\u{C}\n\n")
            }
            Self::Direction => format!("\u{202E}{name}\u{202D}\u{2066}00.03\u{2069}\u{200F}\u{61C}"),
            Self::ZeroWidth => name
                .chars()
                .flat_map(|letter| [letter, '\u{200B}', '\u{FEFF}', '\u{AD}'])
                .collect(),
            Self::Marks => format!("{name}{}x{}", "\u{301}".repeat(500), "\u{489}\u{20DD}".repeat(250)),
            Self::Long => format!("{name}{}", "W".repeat(81)),
            Self::Controls => format!("\u{1B}[2J\u{1B}[31m{name}\u{7}\u{8}\u{8}\u{0}\u{9F}"),
            Self::Tags => format!("{name}\u{E0041}\u{E007F}\u{FE0F}\u{180E}\u{2064}\u{FFFC}\u{E000}"),
            Self::Nothing => "\u{200B}\u{3164}\u{2800}\n".to_owned(),
        }
    }

    /// A household whose names are all like that, and a second plan.
    fn scene(self) -> Scene {
        let (things, mut world) = Household::new();
        let mut second = Plan::new("Reisekasse", Some(CurrencyFormat::yen()), day(avenir_tests::TODAY));
        second.name = self.name(&second.name);
        self.rename(&mut world);
        world.plans.push(second);
        Scene::of(things, world)
    }

    fn rename(self, world: &mut World) {
        let plan = &mut world.plans[0];
        plan.name = self.name(&plan.name);
        let now = "2026-11-20T12:00:00Z".parse().expect("a time");
        plan.change(now, |plan| {
            let accounts: Vec<_> = plan.accounts.iter().map(|one| one.id).collect();
            for id in accounts {
                plan.edit_account(id, |one| one.name = self.name(&one.name));
            }
            let own = plan.own;
            let groups: Vec<_> = plan
                .groups
                .iter()
                .filter(|one| !one.internal)
                .map(|one| one.id)
                .collect();
            for id in groups.into_iter().filter(|id| *id != own.card_group) {
                plan.edit_group(id, |one| one.name = self.name(&one.name));
            }
            let categories: Vec<_> = plan
                .categories
                .iter()
                .filter(|one| !one.internal)
                .map(|one| one.id)
                .collect();
            for id in categories {
                plan.edit_category(id, |one| one.name = self.name(&one.name));
            }
            let payees: Vec<_> = plan.payees.iter().map(|one| one.id).collect();
            for id in payees {
                plan.edit_payee(id, |one| one.name = self.name(&one.name));
            }
            let rows: Vec<_> = plan.transactions.iter().map(|one| one.id.clone()).collect();
            for id in rows {
                plan.edit_transaction(&id, |one| {
                    one.memo = Some(self.name("Verwendung"));
                    one.import_payee_name_original = Some(self.name("VISA 1234"));
                });
            }
        });
    }
}

/// Everything that is shown of a household: each text under the name of the moment it is shown at.
async fn everything_shown(hostile: Hostile) -> Vec<(String, String)> {
    let scene = hostile.scene();
    let things = &scene.things;
    let mut shown = Vec::new();
    let settings = scene.settings().with("AVENIR_MCP_PLAN", &things.plan.to_string());
    let formless = avenir_tests::Client::meet(scene.start(&settings), Era::Legacy, false).await;
    let asking = avenir_tests::Client::meet(scene.start(&settings), Era::Modern, true).await;
    let flagging = json!({"flags": [{"transaction_id": things.fresh[0], "color": "red"}]});
    let writes = [
        ("set_category_budget", things.budgeting("70")),
        ("move_money", things.moving()),
        ("apply_categories", things.categorizing()),
        ("flag_transactions", flagging),
    ];
    let reads = [
        ("list_plans", json!({})),
        ("list_accounts", json!({})),
        ("list_category_groups", json!({})),
        ("list_operations", json!({})),
        ("get_category_balances", json!({"include_empty": true})),
        ("get_monthly_summary", json!({})),
        ("find_transactions", json!({"since_date": "2026-11-01"})),
        (
            "find_transactions",
            json!({"since_date": "2026-11-03", "until_date": "2026-11-03"}),
        ),
    ];
    for (tool, arguments) in &reads {
        show(&mut shown, tool, &formless.call(tool, arguments).await);
    }
    for (tool, arguments) in &writes {
        let question = asking.call(tool, arguments).await;
        let (text, state) = question.asks();
        shown.push((format!("{tool} asks"), text.to_owned()));
        let declined = asking.bring_back(tool, arguments, state, Reply::Declined).await;
        show(&mut shown, &format!("{tool} declined"), &declined);
        let preview = formless.call(tool, arguments).await;
        show(&mut shown, &format!("{tool} previewed"), &preview);
        let applied = formless.call_with_code(tool, arguments, preview.code()).await;
        assert_eq!(applied.status(), "applied", "{hostile:?} {applied:?}");
        show(&mut shown, &format!("{tool} applied"), &applied);
        let undo = json!({"operation_id": applied.operation_id()});
        let question = asking.call("undo_operation", &undo).await;
        shown.push((format!("{tool}'s undo asks"), question.asks().0.to_owned()));
        show(
            &mut shown,
            &format!("{tool}'s undo previewed"),
            &formless.call("undo_operation", &undo).await,
        );
    }
    let approved = formless
        .call("approve_transactions", &json!({"tx_ids": things.fresh}))
        .await;
    assert_eq!(approved.status(), "applied");
    show(&mut shown, "approve_transactions", &approved);
    shown.extend(conflicts(&scene, &formless).await);
    shown.extend(errors(&scene, hostile, &formless).await);
    shown.extend(interrupted(&scene).await);
    shown
}

/// What was done changes elsewhere: an undo leaves it alone, and names it.
async fn conflicts(scene: &Scene, client: &avenir_tests::Client) -> Vec<(String, String)> {
    let things = scene.things.clone();
    scene.edit(|plan| {
        plan.assign(day(MONTH), things.restaurants, 1_000);
        plan.edit_transaction(&things.fresh[0], |row| row.category_id = Some(things.tennis));
    });
    let mut shown = Vec::new();
    let latest = client.call("undo_operation", &json!({})).await;
    show(&mut shown, "the latest undo", &latest);
    for (place, operation) in avenir_tests::Record::read(&scene.state())
        .operations()
        .iter()
        .enumerate()
    {
        let undo = client.call("undo_operation", &json!({"operation_id": operation})).await;
        show(&mut shown, &format!("undo of operation {place}"), &undo);
    }
    shown
}

/// Refusals that name things, and the agent's own words said back to it.
async fn errors(scene: &Scene, hostile: Hostile, client: &avenir_tests::Client) -> Vec<(String, String)> {
    let things = &scene.things;
    // Where every name is nothing, nothing is a name. A space keeps the harmless words from being an id.
    let own_words = match hostile {
        Hostile::Nothing => "Nirgends hin".to_owned(),
        hostile => hostile.name("Nirgends hin"),
    };
    let mut shown = Vec::new();
    let to_split = json!({"assignments": [
        {"transaction_id": things.split, "category_id": things.tennis},
        {"transaction_id": things.old, "category_id": own_words},
    ]});
    let no_id = json!({"assignments": [{"transaction_id": own_words, "category_id": things.tennis}]});
    let to_itself = json!({
        "month": MONTH, "from_category_id": things.tennis, "to_category_id": things.tennis, "amount": 1,
    });
    for (tool, arguments) in [
        ("list_accounts", json!({"plan_id": own_words})),
        (
            "set_category_budget",
            json!({"month": MONTH, "category_id": own_words, "amount": 1}),
        ),
        (
            "set_category_budget",
            json!({"month": own_words, "category_id": things.tennis, "amount": own_words}),
        ),
        (
            "set_category_budget",
            json!({"month": MONTH, "category_id": "Inflow: Ready to Assign", "amount": 1}),
        ),
        ("move_money", to_itself),
        ("apply_categories", to_split),
        ("apply_categories", no_id),
        (
            "flag_transactions",
            json!({"flags": [{"transaction_id": things.old, "color": own_words}]}),
        ),
        (
            "find_transactions",
            json!({"since_date": "2026-11-01", "account_ids": [own_words]}),
        ),
        ("undo_operation", json!({"operation_id": own_words})),
        ("list_accounts", json!({own_words.as_str(): 1})),
    ] {
        let refused = client.call(tool, &arguments).await;
        shown.push((format!("{tool} refuses"), refused.error().to_owned()));
    }
    let detail = json!({"error": {"id": "400", "name": "x", "detail": hostile.name("Nein")}}).to_string();
    let refusal = FaultEffect::Status {
        status: 400,
        body: Some(detail),
        retry_after: None,
    };
    scene.ynab.fault(Fault::on_writes(refusal).nth(1));
    let refused = client
        .write(Person::CannotBeAsked, "move_money", &things.moving())
        .await;
    shown.push(("YNAB refuses".to_owned(), refused.error().to_owned()));
    shown
}

/// What recovery says of a write that was killed.
async fn interrupted(scene: &Scene) -> Vec<(String, String)> {
    let settings = scene.settings().with("AVENIR_MCP_PLAN", &scene.things.plan.to_string());
    let meet = async || avenir_tests::Client::meet(scene.start(&settings), Era::Legacy, false).await;
    let client = meet().await;
    let moving = scene.things.moving();
    let code = client.call("move_money", &moving).await.code().to_owned();
    let sent = scene.writes().len();
    scene
        .ynab
        .fault(Fault::on_writes(FaultEffect::Delay { milliseconds: 600_000 }).nth(1));
    let mut confirmed = moving.clone();
    confirmed["confirmation"] = code.into();
    client.begin("move_money", &confirmed).await;
    avenir_tests::until("the write arrives", || (scene.writes().len() > sent).then_some(())).await;
    client.server.kill().await;
    scene.ynab.clear_faults();
    let mut shown = Vec::new();
    show(
        &mut shown,
        "after a kill",
        &meet().await.call("move_money", &moving).await,
    );
    shown
}

/// Every string of an answer by its place; the message is a text of lines, all else is one line.
fn show(shown: &mut Vec<(String, String)>, moment: &str, outcome: &Outcome) {
    fn strings(place: &str, value: &Value, shown: &mut Vec<(String, String)>) {
        match value {
            Value::String(text) => shown.push((place.to_owned(), text.clone())),
            Value::Array(items) => items.iter().for_each(|item| strings(place, item, shown)),
            Value::Object(members) => {
                for (name, member) in members {
                    strings(&format!("{place}/{name}"), member, shown);
                }
            }
            _ => {}
        }
    }
    strings(moment, outcome.answer(), shown);
}

/// Nothing that breaks a line, turns it round or cannot be seen; no flood of marks.
#[track_caller]
fn check_visible(place: &str, text: &str) {
    let mut marks = 0;
    for letter in text.chars() {
        let unseen = matches!(letter,
            '\u{0}'..='\u{9}' | '\u{B}'..='\u{1F}' | '\u{7F}'..='\u{9F}' | '\u{AD}' | '\u{61C}' | '\u{180E}'
            | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}'
            | '\u{FEFF}' | '\u{E000}'..='\u{F8FF}' | '\u{E0000}'..='\u{E0FFF}');
        assert!(!unseen, "{letter:?} in {place}: {text:?}");
        let mark = matches!(letter, '\u{300}'..='\u{36F}' | '\u{483}'..='\u{489}' | '\u{20D0}'..='\u{20FF}');
        marks = if mark { marks + 1 } else { 0 };
        assert!(marks <= 3, "a flood of marks in {place}: {text:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_name_adds_a_line_or_hides_anything() {
    let harmless = everything_shown(Hostile::Harmless).await;
    assert!(harmless.len() > 200, "{} texts", harmless.len());
    for_each(Hostile::ALL, |hostile| {
        let harmless = harmless.clone();
        async move {
            let shown = everything_shown(hostile).await;
            for (place, text) in &shown {
                check_visible(place, text);
                for line in text.lines() {
                    assert!(line.chars().count() < 1500, "{place} is endless: {text}");
                }
            }
            // Blank memos are left out; all else is there, and as many lines as it would be.
            let lines = |texts: &[(String, String)]| -> Vec<(String, usize)> {
                let texts = texts.iter().filter(|(place, _)| !place.ends_with("/memo"));
                texts
                    .map(|(place, text)| (place.clone(), text.matches('\n').count()))
                    .collect()
            };
            let (expected, found) = (lines(&harmless), lines(&shown));
            for (expected, found) in expected.iter().zip(&found) {
                assert_eq!(
                    found,
                    expected,
                    "{hostile:?}: {:?}",
                    shown.iter().find(|(place, _)| *place == found.0)
                );
            }
            assert_eq!(found.len(), expected.len());
        }
    })
    .await;
}

/// Of twenty-one hostile rows, twenty are shown, each on its own line, and the rest is counted.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_question_has_a_line_for_each_change_and_no_more_than_twenty() {
    for hostile in [Hostile::LineBreaks, Hostile::Marks] {
        let (things, mut world) = Household::new();
        let now = "2026-11-20T12:00:00Z".parse().expect("a time");
        let rows: Vec<_> = world.plans[0].change(now, |plan| {
            let mut scribe = ynab_api::sim::Scribe::new(plan);
            let payee = hostile.name("Kiosk");
            let row =
                |number: i64| ynab_api::sim::Entry::new(things.account, day(MONTH), -1_000 - number, &payee, None);
            (0..23).map(|number| scribe.enter(&row(number))).collect()
        });
        let scene = Scene::of(things, world);
        let client = scene.client(Era::Modern).await;
        let assignments: Vec<_> = rows
            .iter()
            .map(|row| json!({"transaction_id": row, "category_id": scene.things.tennis}))
            .collect();
        let question = client
            .call("apply_categories", &json!({"assignments": assignments}))
            .await;
        let (text, _) = question.asks();
        let lines: Vec<_> = text.split('\n').collect();
        assert_eq!(lines.len(), 1 + 20 + 1, "{text}");
        assert_eq!(lines[0], "Recategorise 23 transaction(s)?");
        assert!(
            lines[1..21].iter().all(|line| line.starts_with("- 2026-11-01 Kiosk")),
            "{text}"
        );
        assert_eq!(lines[21], "- … and 3 more");
    }
}
