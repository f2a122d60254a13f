//! The rules for the attribute's arguments, alone and together.

use proc_macro2::Span;
use syn::{LitBool, LitStr, Type};

use crate::attr::{Given, ToolAttr};
use crate::errors::Errors;
use crate::model::{Access, Confirmation, Hints, Write};

/// What the arguments say, once nothing is left to refuse.
pub struct Checked {
    pub title: LitStr,
    pub costs: Option<LitStr>,
    pub access: Access,
}

/// Checks the arguments: the title, what a call costs, and whether and how the tool writes.
pub fn check(attr: ToolAttr, errors: &mut Errors) -> Option<Checked> {
    let ToolAttr {
        place,
        write,
        title,
        with_writes,
        costs,
        subject,
        unconfirmed,
        destructive,
        idempotent,
    } = attr;
    let title = required_title(title, place, errors);
    let costs = costs.and_then(|given| text(given, COSTS_EMPTY, errors));
    let access = if let Some(write) = write {
        let place = write.name.span();
        refuse_with_writes(with_writes, errors);
        let destructive = hint(destructive, place, &DESTRUCTIVE, errors);
        let idempotent = hint(idempotent, place, &IDEMPOTENT, errors);
        let hints = destructive.zip(idempotent).map(|(destructive, idempotent)| Hints {
            destructive,
            idempotent,
        });
        let confirmation = confirmation(subject, unconfirmed, place, errors);
        hints
            .zip(confirmation)
            .map(|(hints, confirmation)| Access::Write(Write { hints, confirmation }))
    } else {
        refuse_on_read(subject, errors);
        refuse_on_read(unconfirmed, errors);
        refuse_on_read(destructive, errors);
        refuse_on_read(idempotent, errors);
        Some(Access::Read {
            with_writes: with_writes.and_then(|given| text(given, WITH_WRITES_EMPTY, errors)),
        })
    };
    title
        .zip(access)
        .map(|(title, access)| Checked { title, costs, access })
}

const TITLE_EMPTY: &str = "a title is what a person sees first: write a few words, such as `title = \"List plans\"`";
const REASON_EMPTY: &str = "a tool that acts without a question says why: write the reason in `unconfirmed = \"…\"`";
const COSTS_EMPTY: &str = "`costs` completes the sentence that begins with `Costs`: write it, such as `costs = \"one YNAB request\"`, \
                           or leave the argument out";
const WITH_WRITES_EMPTY: &str = "`with_writes` is a sentence for the description: write it, or leave the argument out";

fn required_title(title: Option<Given<LitStr>>, place: Span, errors: &mut Errors) -> Option<LitStr> {
    let Some(title) = title else {
        errors.at(place, "a tool needs a title: add `title = \"…\"`");
        return None;
    };
    text(title, TITLE_EMPTY, errors)
}

/// A text that says something; `empty` is the message for one that does not.
fn text(given: Given<LitStr>, empty: &str, errors: &mut Errors) -> Option<LitStr> {
    let text = given.value?;
    if text.value().trim().is_empty() {
        errors.at(text.span(), empty);
        return None;
    }
    Some(text)
}

/// What a client is told about a write.
struct HintName {
    name: &'static str,
    meaning: &'static str,
}

const DESTRUCTIVE: HintName = HintName {
    name: "destructive",
    meaning: "whether what was there before is lost",
};
const IDEMPOTENT: HintName = HintName {
    name: "idempotent",
    meaning: "whether doing it twice is doing it once",
};

fn hint(given: Option<Given<LitBool>>, place: Span, hint: &HintName, errors: &mut Errors) -> Option<LitBool> {
    if given.is_none() {
        let HintName { name, meaning } = hint;
        errors.at(
            place,
            format!("a write tool says {meaning}: add `{name} = true` or `{name} = false`"),
        );
    }
    given?.value
}

fn confirmation(
    subject: Option<Given<Type>>,
    unconfirmed: Option<Given<LitStr>>,
    place: Span,
    errors: &mut Errors,
) -> Option<Confirmation> {
    match (subject, unconfirmed) {
        (Some(subject), None) => {
            let subject = subject.value.map(Box::new);
            subject.map(|subject| Confirmation::Confirmed { subject })
        }
        (None, Some(reason)) => text(reason, REASON_EMPTY, errors).map(|reason| Confirmation::Unconfirmed { reason }),
        (Some(_), Some(unconfirmed)) => {
            errors.at(
                unconfirmed.name.span(),
                "a write is either confirmed or not: remove `unconfirmed`, or remove `subject` if nobody is asked",
            );
            None
        }
        (None, None) => {
            errors.at(
                place,
                "a write tool needs a subject: add `subject = …` with the type the person's yes is bound to, \
                 or `unconfirmed = \"…\"` with the reason why nobody is asked",
            );
            None
        }
    }
}

fn refuse_on_read<T>(given: Option<Given<T>>, errors: &mut Errors) {
    if let Some(Given { name, .. }) = given {
        errors.at(
            name.span(),
            format!("`{name}` belongs to a tool that writes: add `write`, or remove `{name}`"),
        );
    }
}

fn refuse_with_writes(given: Option<Given<LitStr>>, errors: &mut Errors) {
    if let Some(Given { name, .. }) = given {
        errors.at(
            name.span(),
            format!(
                "a write tool is seen only while writes are on: put the sentence in the doc comment and remove `{name}`"
            ),
        );
    }
}
