//! A confirmed tool written outside the library, as its manual says: arguments, subject, preview, one function. Nothing else is
//! needed for its schemas, its question, its confirmation in every way, its record and its undo.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};

use avenir::confirm::{AfterWrite, Proposal, Question, Reply, Subject, Unordered, Way, WritePreview};
use avenir::context::ReadCx;
use avenir::domain::effect::{Effect, Group};
use avenir::domain::flag::FlagColor;
use avenir::domain::ids::{CategoryId, TransactionId};
use avenir::domain::operation::EffectState;
use avenir::error::ToolError;
use avenir::logic::transactions;
use avenir::tool::{Access, Answer, Call, Confirmation, Schemas, Tool, ToolFacts, ToolFuture, avenir_tool};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::stage::{Friend, Stage, told};

/// Which category gets which note.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct SetCategoryNote {
    /// The plan: an id, a name or `last-used`; may be left out when there is one plan.
    #[serde(default)]
    pub plan_id: Option<String>,
    /// The category: an id, or its exact name.
    pub category_id: String,
    /// The note.
    pub note: String,
}

/// What a yes to a note is for.
#[derive(Debug, Serialize)]
pub struct NewNote {
    category: CategoryId,
    note: String,
}

impl Subject for NewNote {}

/// A note before and after.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CategoryNote {
    /// The category's id.
    pub category_id: String,
    /// The note after.
    pub note: String,
}

impl WritePreview for CategoryNote {
    fn settle(&mut self, _after: &AfterWrite) {}
}

/// Sets a category's note.
#[avenir_tool(
    write,
    title = "Set a category's note",
    costs = "one YNAB request, two more once agreed",
    subject = NewNote,
    destructive = true,
    idempotent = true
)]
pub async fn set_category_note(
    cx: &ReadCx,
    args: SetCategoryNote,
) -> Result<Proposal<NewNote, CategoryNote>, ToolError> {
    let plan = cx.plan(args.plan_id.as_deref()).await?;
    let (summary, groups) = tokio::try_join!(plan.summary(), plan.categories())?;
    let category = transactions::category(&groups, &args.category_id)?;
    Ok(Proposal {
        subject: NewNote {
            category: category.id.clone(),
            note: args.note.clone(),
        },
        question: Question::new(format!("Set the note of {}?", category.name)),
        preview: CategoryNote {
            category_id: category.id.to_string(),
            note: args.note,
        },
        // The effect that sets a note is the library's to have; until it is there, there is nothing to send.
        groups: Vec::new(),
        nothing_to_do: "There is no effect that sets a note yet.".to_owned(),
        done: "Noted.".to_owned(),
        month_after: None,
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}

/// Which transactions are ticked off.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
pub struct TickOff {
    /// The transactions.
    pub tx_ids: Vec<String>,
}

/// What a yes to ticking off is for.
#[derive(Debug, Serialize)]
pub struct TickedOff(Unordered<TransactionId>);

impl Subject for TickedOff {}

/// How many are ticked off.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Ticks {
    /// How many.
    pub ticked: usize,
}

impl WritePreview for Ticks {
    fn settle(&mut self, after: &AfterWrite) {
        let applied = after.effects.iter().filter(|(_, state)| *state == EffectState::Applied);
        self.ticked = applied.count();
    }
}

/// Ticks transactions off: flags them green.
#[avenir_tool(write, title = "Tick off", subject = TickedOff, destructive = false, idempotent = true)]
pub async fn tick_off(cx: &ReadCx, args: TickOff) -> Result<Proposal<TickedOff, Ticks>, ToolError> {
    let ids = transactions::read_ids(args.tx_ids.iter().map(String::as_str), "transaction id")?;
    let plan = cx.plan(None).await?;
    let (summary, all) = tokio::try_join!(plan.summary(), plan.transactions())?;
    let green: Vec<_> = ids.iter().map(|id| (id.clone(), Ok(Some(FlagColor::Green)))).collect();
    let changes = transactions::flag(green, |id| all.get(id))?;
    Ok(Proposal {
        subject: TickedOff(Unordered(ids)),
        question: Question::new(format!("Tick off {} transaction(s)?", changes.changed.len())),
        preview: Ticks { ticked: 0 },
        groups: changes.groups(),
        nothing_to_do: "They are ticked off already.".to_owned(),
        done: "Ticked off.".to_owned(),
        month_after: None,
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}

#[test]
fn its_facts_and_schemas_follow_from_the_attribute_and_the_types() {
    let facts = set_category_note.facts();
    assert_eq!(
        (facts.name, facts.title),
        ("set_category_note", "Set a category's note")
    );
    assert!(
        facts.description.starts_with("Sets a category's note."),
        "{}",
        facts.description
    );
    assert!(facts.writes() && facts.asks());
    let Access::Write(write) = &facts.access else { panic!() };
    assert_eq!((write.destructive, write.idempotent), (true, true));
    assert_eq!(write.confirmation, Confirmation::Asked);
    let Schemas { input, output } = set_category_note.schemas();
    let names = |schema: &avenir::schema::JsonObject| -> Vec<String> {
        schema["properties"].as_object().unwrap().keys().cloned().collect()
    };
    assert_eq!(names(input), ["plan_id", "category_id", "note", "confirmation"]);
    assert_eq!(input["required"], json!(["category_id", "note"]));
    assert_eq!(
        names(output),
        [
            "plan",
            "currency",
            "status",
            "message",
            "confirmation",
            "operation_id",
            "category_id",
            "note"
        ]
    );
}

#[tokio::test]
async fn it_reads_the_plan_like_any_other() {
    let (stage, home) = Stage::in_euro().await;
    let call = |arguments| stage.call_tool("stdio", Way::Code, &set_category_note, arguments);
    let answer = call(json!({"category_id": "tennis", "note": "Thursdays"}))
        .await
        .with_status("nothing_to_do");
    assert_eq!(
        (&answer["category_id"], told(&answer)),
        (&json!(home.tennis), "There is no effect that sets a note yet.")
    );
    let text = call(json!({"category_id": "Nowhere", "note": ""})).await.refusal();
    assert!(text.contains("no category has the id or name ‘Nowhere’"), "{text}");
    let text = call(json!({"category_id": "tennis", "memo": "x"})).await.refusal();
    assert!(
        text.contains("`memo` is not an argument") && text.contains("`note` is missing"),
        "{text}"
    );
}

#[tokio::test]
async fn one_with_an_effect_that_is_there_is_asked_recorded_and_undone_without_more() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = json!({"tx_ids": [home.market, home.court]});
    let agrees = Friend::who_agrees();
    let call = |way, arguments| stage.call_tool("stdio", way, &tick_off, arguments);
    let code = call(Way::Code, arguments.clone()).await.code();
    assert_eq!(stage.flag_of(&home.market), None);
    let mut with_code = json!({"tx_ids": [home.court, home.market]});
    with_code["confirmation"] = code.into();
    let answer = call(Way::Code, with_code).await.with_status("applied");
    assert_eq!(answer["ticked"], 2);
    assert_eq!(stage.intents()[0]["tool"], "tick_off");
    assert_eq!(stage.intents()[0]["title"], "Tick off 2 transaction(s)");
    let undone = stage
        .agreed("undo_operation", json!({"operation_id": answer["operation_id"]}))
        .await;
    assert_eq!(undone["undoes"], "Tick off 2 transaction(s)");
    assert_eq!(
        (stage.flag_of(&home.market), stage.flag_of(&home.court).as_deref()),
        (None, Some("red"))
    );
    let answer = call(Way::DuringCall(&agrees), arguments.clone())
        .await
        .with_status("applied");
    assert_eq!(
        (agrees.only_question().as_str(), &answer["ticked"]),
        ("Tick off 2 transaction(s)?", &json!(2))
    );
    call(Way::Code, arguments).await.with_status("nothing_to_do");
    let arguments = json!({"tx_ids": [home.bakery]});
    let (_, state) = call(Way::RoundTrip(avenir::confirm::Returned::default()), arguments.clone())
        .await
        .question();
    call(Stage::back_with(&state, Reply::Yes), arguments)
        .await
        .with_status("applied");
    assert_eq!(stage.flag_of(&home.bakery).as_deref(), Some("green"));
}

/// A tool that panics, however it is called.
struct Broken;

static BROKEN: ToolFacts = ToolFacts {
    name: "broken",
    title: "Broken",
    description: "Breaks.",
    costs: None,
    with_writes: None,
    access: Access::Read,
};

impl Tool for Broken {
    fn facts(&self) -> &'static ToolFacts {
        &BROKEN
    }

    fn schemas(&self) -> &'static Schemas {
        static SCHEMAS: LazyLock<Schemas> = LazyLock::new(|| {
            let object = json!({"type": "object", "properties": {}});
            let object = Arc::new(object.as_object().cloned().unwrap());
            Schemas {
                input: Arc::clone(&object),
                output: object,
            }
        });
        &SCHEMAS
    }

    fn call<'a>(&'a self, call: Call<'a>) -> ToolFuture<'a> {
        Box::pin(async move {
            call.cx.plans().await?;
            assert!(!call.arguments.is_empty(), "a secret of the panic");
            Ok(Answer::Complete(Value::Null))
        })
    }
}

#[tokio::test]
async fn a_tool_that_panics_answers_an_error_and_the_next_call_is_served() {
    let (stage, home) = Stage::in_euro().await;
    for _ in 0..3 {
        let error = stage.call_tool("stdio", Way::Code, &Broken, json!({})).await.error();
        assert!(matches!(error, ToolError::Internal(_)), "{error}");
        let text = error.to_string();
        assert!(
            text.contains("`broken` failed unexpectedly") && !text.contains("secret"),
            "{text}"
        );
    }
    let flag = json!({"plan_id": home.plan, "flags": [{"transaction_id": home.market, "color": "blue"}]});
    stage.agreed("flag_transactions", flag).await;
}

/// How often the tool below was planned.
static PLANNED: AtomicU32 = AtomicU32::new(0);

/// Plans once, and panics when it is to look again.
#[avenir_tool(write, title = "Fickle", subject = TickedOff, destructive = false, idempotent = true)]
pub async fn fickle(cx: &ReadCx, args: TickOff) -> Result<Proposal<TickedOff, Ticks>, ToolError> {
    let ids = transactions::read_ids(args.tx_ids.iter().map(String::as_str), "transaction id")?;
    let summary = cx.plan(None).await?.summary().await?;
    assert_eq!(PLANNED.fetch_add(1, Ordering::SeqCst) % 2, 0, "looked again");
    Ok(Proposal {
        groups: ids
            .iter()
            .map(|id| {
                Group::new(vec![Effect::Approved {
                    transaction_id: id.clone(),
                    before: false,
                    after: true,
                }])
            })
            .collect(),
        subject: TickedOff(Unordered(ids)),
        question: Question::new("Well?".to_owned()),
        preview: Ticks { ticked: 0 },
        nothing_to_do: String::new(),
        done: "Done.".to_owned(),
        month_after: None,
        accounts_after: false,
        undo_of: None,
        plan: summary,
    })
}

#[tokio::test]
async fn a_panic_under_the_plans_lock_lets_it_go_and_writes_nothing() {
    let (stage, home) = Stage::in_euro().await;
    let arguments = json!({"tx_ids": [home.kiosk]});
    for _ in 0..2 {
        let agrees = Friend::who_agrees();
        let error = stage
            .call_tool("stdio", Way::DuringCall(&agrees), &fickle, arguments.clone())
            .await
            .error();
        assert!(matches!(error, ToolError::Internal(_)), "{error}");
        assert_eq!(agrees.only_question(), "Well?");
    }
    assert_eq!((stage.writes_sent(), stage.journal()), (0, vec![]));
    let plan = avenir::domain::ids::PlanId::parse(&home.plan).unwrap();
    let lock = avenir::io::lock::PlanLock::try_acquire(stage.folder(), &plan).unwrap();
    assert!(lock.is_some(), "nobody holds the plan");
    drop(lock);
    stage
        .agreed(
            "flag_transactions",
            json!({"flags": [{"transaction_id": home.market, "color": "blue"}]}),
        )
        .await;
}
