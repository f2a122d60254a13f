//! One test for each rule, named like its case under `server/tests/ui`; what is asserted is all that is reported.

use super::validate;
use crate::attr::ToolAttr;
use crate::errors::Errors;
use crate::item::ToolFn;
use crate::model::{Access, Confirmation, Hints, ToolModel, Write};

const READ: &str = r#"title = "Category balances""#;
const WRITE: &str = r#"write, title = "Move money", subject = MoneyMove, destructive = true, idempotent = false"#;
const AT_ONCE: &str =
    r#"write, title = "Approve", unconfirmed = "it moves nothing", destructive = false, idempotent = true"#;
const FUNCTION: &str =
    "/// Balances.\npub async fn balances(cx: &ReadCx, args: Month) -> Result<Balances, ToolError> {}";

fn check(arguments: &str, function: &str) -> Result<ToolModel, Vec<String>> {
    let mut errors = Errors::default();
    let attr = ToolAttr::parse(arguments.parse().expect("tokens"), &mut errors);
    let function: ToolFn = syn::parse_str(function).expect("a function");
    validate(attr, function, errors).map_err(|refusal| refusal.errors.messages())
}

fn accepted(arguments: &str, function: &str) -> ToolModel {
    check(arguments, function).unwrap_or_else(|messages| panic!("refused: {messages:?}"))
}

#[track_caller]
fn refused(arguments: &str, function: &str, expected: &[&str]) {
    let messages = check(arguments, function).err().unwrap_or_default();
    assert_eq!(messages, expected);
}

/// The balances function with its signature replaced.
fn signature(signature: &str) -> String {
    format!("/// Balances.\n{signature} {{}}")
}

// The three forms.

#[test]
fn a_read() {
    let model = accepted(READ, FUNCTION);
    assert_eq!(model.name, "balances");
    assert_eq!(model.title.value(), "Category balances");
    assert_eq!(model.description, "Balances.");
    assert!(matches!(model.access, Access::Read { with_writes: None }));
}

#[test]
fn a_read_with_a_sentence_for_writers() {
    let model = accepted(r#"title = "Plans", with_writes = "Then write.""#, FUNCTION);
    let Access::Read {
        with_writes: Some(sentence),
    } = model.access
    else {
        panic!("not a read with a sentence")
    };
    assert_eq!(sentence.value(), "Then write.");
}

#[test]
fn a_confirmed_write() {
    let Access::Write(Write {
        hints: Hints {
            destructive,
            idempotent,
        },
        confirmation,
    }) = accepted(WRITE, FUNCTION).access
    else {
        panic!("not a write")
    };
    assert!(destructive.value());
    assert!(!idempotent.value());
    let Confirmation::Confirmed { subject } = confirmation else {
        panic!("not confirmed")
    };
    assert_eq!(subject, syn::parse_quote!(MoneyMove));
}

#[test]
fn an_unconfirmed_write() {
    let Access::Write(Write { hints, confirmation }) = accepted(AT_ONCE, FUNCTION).access else {
        panic!("not a write")
    };
    assert!(!hints.destructive.value());
    assert!(hints.idempotent.value());
    let Confirmation::Unconfirmed { reason } = confirmation else {
        panic!("confirmed")
    };
    assert_eq!(reason.value(), "it moves nothing");
}

#[test]
fn the_order_of_arguments_is_free_and_a_comma_may_end_them() {
    let model = accepted(
        r#"idempotent = false, subject = moves::MoneyMove<'static>, title = "Move", destructive = true, write,"#,
        FUNCTION,
    );
    let Access::Write(Write {
        confirmation: Confirmation::Confirmed { subject },
        ..
    }) = model.access
    else {
        panic!("not a confirmed write")
    };
    assert_eq!(subject, syn::parse_quote!(moves::MoneyMove<'static>));
}

#[test]
fn a_raw_name_is_the_name_without_its_mark() {
    let model = accepted(
        READ,
        &signature("async fn r#match(cx: &ReadCx, args: Month) -> Result<Balances, ToolError>"),
    );
    assert_eq!(model.name, "match");
}

// Arguments.

#[test]
fn title_missing() {
    refused("", FUNCTION, &["a tool needs a title: add `title = \"…\"`"]);
}

#[test]
fn title_empty() {
    let message = "a title is what a person sees first: write a few words, such as `title = \"List plans\"`";
    refused(r#"title = """#, FUNCTION, &[message]);
    refused("title = \" \\n\\t\"", FUNCTION, &[message]);
}

#[test]
fn write_without_subject() {
    refused(
        r#"write, title = "Move", destructive = true, idempotent = true"#,
        FUNCTION,
        &[
            "a write tool needs a subject: add `subject = …` with the type the person's yes is bound to, \
           or `unconfirmed = \"…\"` with the reason why nobody is asked",
        ],
    );
}

#[test]
fn write_arguments_on_read() {
    for (argument, name) in [
        ("subject = MoneyMove", "subject"),
        ("unconfirmed = \"it moves nothing\"", "unconfirmed"),
        ("unconfirmed = \"\"", "unconfirmed"),
        ("destructive = true", "destructive"),
        ("idempotent = false", "idempotent"),
    ] {
        let message = format!("`{name}` belongs to a tool that writes: add `write`, or remove `{name}`");
        refused(&format!("{READ}, {argument}"), FUNCTION, &[&message]);
    }
}

#[test]
fn unconfirmed_with_subject() {
    refused(
        &format!("{WRITE}, unconfirmed = \"it moves nothing\""),
        FUNCTION,
        &["a write is either confirmed or not: remove `unconfirmed`, or remove `subject` if nobody is asked"],
    );
}

#[test]
fn unconfirmed_reason_empty() {
    refused(
        r#"write, title = "Approve", unconfirmed = " ", destructive = false, idempotent = true"#,
        FUNCTION,
        &["a tool that acts without a question says why: write the reason in `unconfirmed = \"…\"`"],
    );
}

#[test]
fn hints_missing() {
    refused(
        r#"write, title = "Move", subject = MoneyMove"#,
        FUNCTION,
        &[
            "a write tool says whether what was there before is lost: add `destructive = true` or `destructive = false`",
            "a write tool says whether doing it twice is doing it once: add `idempotent = true` or `idempotent = false`",
        ],
    );
}

#[test]
fn a_hint_that_is_not_boolean_is_not_missing_too() {
    for value in ["\"yes\"", "1", "maybe", "true && false", "!true", ""] {
        let arguments =
            format!("write, title = \"Move\", subject = MoneyMove, destructive = {value}, idempotent = true");
        refused(
            &arguments,
            FUNCTION,
            &["`destructive` takes `true` or `false`: write `destructive = true` or `destructive = false`"],
        );
    }
}

#[test]
fn with_writes_on_write() {
    refused(
        &format!("{WRITE}, with_writes = \"Then write.\""),
        FUNCTION,
        &[
            "a write tool is seen only while writes are on: put the sentence in the doc comment and remove `with_writes`",
        ],
    );
}

#[test]
fn costs_are_kept_on_reads_and_writes_alike() {
    for attribute in [READ, WRITE] {
        let model = accepted(&format!("{attribute}, costs = \"one YNAB request\""), FUNCTION);
        assert_eq!(
            model.costs.map(|costs| costs.value()),
            Some("one YNAB request".to_owned())
        );
    }
}

#[test]
fn costs_empty() {
    refused(
        &format!("{READ}, costs = \" \""),
        FUNCTION,
        &[
            "`costs` completes the sentence that begins with `Costs`: write it, such as `costs = \"one YNAB request\"`, or leave the \
             argument out",
        ],
    );
}

#[test]
fn with_writes_empty() {
    refused(
        &format!("{READ}, with_writes = \"\""),
        FUNCTION,
        &["`with_writes` is a sentence for the description: write it, or leave the argument out"],
    );
}

// The name and the doc comment.

#[test]
fn name_too_long() {
    let named = |name: &str| {
        signature(&format!(
            "async fn {name}(cx: &ReadCx, args: Month) -> Result<Balances, ToolError>"
        ))
    };
    assert_eq!(accepted(READ, &named("get_spending_by_payee_monthl")).name.len(), 28);
    refused(
        READ,
        &named("get_spending_by_payee_monthly"),
        &["the name of a tool has at most 28 letters, this one has 29: shorten it"],
    );
}

#[test]
fn name_not_snake_case() {
    for name in [
        "ListPlans",
        "listPlans",
        "_list",
        "list_",
        "list__plans",
        "__",
        "überweisen",
        "LIST",
    ] {
        refused(
            READ,
            &signature(&format!(
                "async fn {name}(cx: &ReadCx, args: Month) -> Result<Balances, ToolError>"
            )),
            &[
                "the name of a tool is in snake case: write words of a to z and digits joined by `_`, such as `list_plans`",
            ],
        );
    }
}

#[test]
fn doc_comment_missing() {
    let message = "a tool needs a doc comment, it is the description a model chooses it by: \
                   write `/// What it does and when to use it.` above";
    for other in [
        "",
        "// Balances.\n",
        "#[doc(hidden)]",
        "#[doc = include_str!(\"balances.md\")]",
    ] {
        let function =
            format!("{other} async fn balances(cx: &ReadCx, args: Month) -> Result<Balances, ToolError> {{}}");
        refused(READ, &function, &[message]);
    }
}

#[test]
fn doc_first_paragraph_empty() {
    for doc in [
        "///\n",
        "///\n/// Balances.\n",
        "///   \n///\n",
        "/** */",
        "#[doc = \"\"]",
    ] {
        let function = format!("{doc} async fn balances(cx: &ReadCx, args: Month) -> Result<Balances, ToolError> {{}}");
        refused(
            READ,
            &function,
            &["the first paragraph of the doc comment is empty: begin with what the tool does and when to use it"],
        );
    }
}

// The signature.

#[test]
fn attribute_twice() {
    refused(
        READ,
        "/// Balances.\n#[avenir::tool::avenir_tool(title = \"Again\")] \
         async fn balances(cx: &ReadCx, args: Month) -> Result<Balances, ToolError> {}",
        &["a function is one tool: keep one `#[avenir_tool]` with all its arguments"],
    );
}

#[test]
fn not_async() {
    refused(
        READ,
        &signature("pub fn balances(cx: &ReadCx, args: Month) -> Result<Balances, ToolError>"),
        &["a tool is asynchronous: write `async fn`"],
    );
}

#[test]
fn qualifiers() {
    for (qualifiers, message) in [
        ("const async", "a tool is called at run time: remove `const`"),
        ("async unsafe", "a tool is safe to call: remove `unsafe`"),
        ("async extern \"C\"", "a tool is called from Rust only: remove `extern`"),
    ] {
        let written = format!("{qualifiers} fn balances(cx: &ReadCx, args: Month) -> Result<Balances, ToolError>");
        refused(READ, &signature(&written), &[message]);
    }
}

#[test]
fn generics() {
    let message = "a tool is one tool, not a family: replace the generics by the types meant";
    for generics in ["<T>", "<'a>", "<const N: usize>"] {
        let written = format!("async fn balances{generics}(cx: &ReadCx, args: Month) -> Result<Balances, ToolError>");
        refused(READ, &signature(&written), &[message]);
    }
    refused(
        READ,
        &signature("async fn balances(cx: &ReadCx, args: Month) -> Result<Balances, ToolError> where Month: Clone"),
        &["a tool has no generics that conditions could be about: remove the `where` clause"],
    );
}

#[test]
fn impl_types_are_generics() {
    let message = "a tool is one tool, not a family: replace `impl …` by the type meant";
    for (arguments, output) in [
        ("impl Clone", "Balances"),
        ("Month", "impl Clone"),
        ("Vec<impl Clone>", "Balances"),
    ] {
        let written = format!("async fn balances(cx: &ReadCx, args: {arguments}) -> Result<{output}, ToolError>");
        refused(READ, &signature(&written), &[message]);
    }
}

#[test]
fn receiver() {
    for receiver in ["self", "&self", "&mut self", "self: Arc<Self>"] {
        refused(
            READ,
            &signature(&format!(
                "async fn balances({receiver}, args: Month) -> Result<Balances, ToolError>"
            )),
            &["a tool is a free function: write `cx: &ReadCx` instead of `self` and move it out of the `impl`"],
        );
    }
}

#[test]
fn parameters_missing() {
    for parameters in ["", "cx: &ReadCx"] {
        refused(
            READ,
            &signature(&format!(
                "async fn balances({parameters}) -> Result<Balances, ToolError>"
            )),
            &["a tool takes its context and its arguments: write `(cx: &ReadCx, args: Args)`"],
        );
    }
}

#[test]
fn parameters_surplus() {
    let message = "a tool takes its context and its arguments only: make this a field of the arguments";
    refused(
        READ,
        &signature("async fn balances(cx: &ReadCx, args: Month, more: u8, again: u8) -> Result<Balances, ToolError>"),
        &[message, message],
    );
}

#[test]
fn context_not_shared() {
    for context in ["ReadCx", "&mut ReadCx", "(ReadCx)", "Arc<ReadCx>"] {
        refused(
            READ,
            &signature(&format!(
                "async fn balances(cx: {context}, args: Month) -> Result<Balances, ToolError>"
            )),
            &["the first parameter of a tool is its context, shared: write `cx: &ReadCx`"],
        );
    }
    accepted(
        READ,
        &signature("async fn balances(_: (&ReadCx), _: Month) -> Result<Balances, ToolError>"),
    );
}

#[test]
fn arguments_by_reference() {
    refused(
        READ,
        &signature("async fn balances(cx: &ReadCx, args: &Month) -> Result<Balances, ToolError>"),
        &["the arguments belong to the call: write `args: Args`, without a reference"],
    );
}

#[test]
fn return_type_missing() {
    refused(
        READ,
        &signature("async fn balances(cx: &ReadCx, args: Month)"),
        &["a tool returns its answer or an error: write `-> Result<…, ToolError>` after the parameters"],
    );
}

#[test]
fn everything_at_once_and_in_order() {
    let messages = check(
        "write = true, titel = \"Move\", subject = 3, subject = MoneyMove, destructive",
        "fn MoveMoney<T>(cx: ReadCx, args: &T) {}",
    )
    .err()
    .unwrap_or_default();
    let starts = [
        "`write` takes no value",
        "there is no argument `titel`. Did you mean `title`?",
        "`subject` takes a type",
        "`subject` is given twice",
        "`destructive` takes `true` or `false`",
        "a tool needs a title",
        "a write tool says whether doing it twice",
        "the name of a tool is in snake case",
        "a tool needs a doc comment",
        "a tool is asynchronous",
        "a tool is one tool, not a family",
        "the first parameter of a tool is its context",
        "the arguments belong to the call",
        "a tool returns its answer or an error",
    ];
    assert_eq!(messages.len(), starts.len(), "{messages:#?}");
    for (message, start) in messages.iter().zip(starts) {
        assert!(message.starts_with(start), "{message:?} does not start with {start:?}");
    }
}
