//! Collections that YNAB can send whole or as changes, and their copies kept in step by changes.

use std::sync::Arc;

use ynab_api::Operations;

use super::connection::{Connection, Outcome};
use super::error::YnabError;
use super::meter::Meter;
use super::shared::Shared;
use crate::clock::Clock;
use crate::domain::ids::{BadId, PlanId};

/// A collection of a plan.
pub(super) trait Collection: Clone + Send + Sync + Sized + 'static {
    /// YNAB's answer, whole or changes.
    type Answer: Send;
    /// What the answer holds of the collection.
    type Rows: Send;
    /// Its name in errors.
    const NAME: &str;

    /// Asks YNAB for all of it, or for what changed since its knowledge was the given number.
    fn ask(ynab: Operations, plan: PlanId, since: Option<i64>) -> impl Future<Output = Outcome<Self::Answer>> + Send;

    /// The rows and YNAB's knowledge, out of the answer.
    fn open(answer: Self::Answer) -> (Self::Rows, i64);

    /// Whether the rows are none.
    fn is_nothing(rows: &Self::Rows) -> bool;

    /// Nothing yet, to put a whole answer into.
    fn empty(clock: &Clock) -> Self;

    /// Puts rows into the copy: changed ones in their places, new ones at the end, deleted ones out.
    fn merge(&mut self, rows: Self::Rows) -> Result<(), BadId>;

    /// Whether changes alone can still bring the copy up to date.
    fn takes_changes(&self, clock: &Clock) -> bool {
        let _ = clock;
        true
    }
}

/// A copy of a collection and YNAB's knowledge at its time.
#[derive(Clone)]
pub(super) struct Synced<C> {
    pub(super) copy: Arc<C>,
    knowledge: i64,
}

/// Brings the shared copy up to date with one request: for changes where a copy is there, else for all.
///
/// Changes that cannot be right (YNAB's knowledge went back, the answer is unreadable or a refusal) are left aside, and all
/// is asked for.
pub(super) async fn refresh<C: Collection>(
    shared: &Shared<Synced<C>>,
    connection: &Connection,
    meter: &Meter,
    plan: &PlanId,
    clock: &Clock,
) -> Result<Synced<C>, YnabError> {
    let ask = async |since: Option<i64>| {
        connection
            .read(meter, C::NAME, |ynab| C::ask(ynab, plan.clone(), since))
            .await
            .map(C::open)
    };
    let known = shared
        .look(|synced| synced.copy.takes_changes(clock).then_some(synced.knowledge))
        .flatten();
    if let Some(known) = known {
        match ask(Some(known)).await {
            Ok((rows, knowledge)) if knowledge >= known => {
                if let Some(synced) = merged(shared, rows, knowledge) {
                    return Ok(synced);
                }
            }
            Ok(_) | Err(YnabError::Unreadable { .. } | YnabError::Refused { .. }) => {}
            Err(error) => return Err(error),
        }
        tracing::debug!(
            collection = C::NAME,
            "the changes do not fit the copy; all of it is read"
        );
    }
    // The old copy would only stand beside the new one.
    drop(shared.take());
    let (rows, knowledge) = ask(None).await?;
    let mut copy = C::empty(clock);
    copy.merge(rows).map_err(|error| unreadable::<C>(&error))?;
    Ok(Synced {
        copy: Arc::new(copy),
        knowledge,
    })
}

/// The shared copy with the changes in it; nothing when they do not fit, and then the copy is gone.
fn merged<C: Collection>(shared: &Shared<Synced<C>>, rows: C::Rows, knowledge: i64) -> Option<Synced<C>> {
    if C::is_nothing(&rows) {
        return shared.look(|synced| Synced {
            copy: Arc::clone(&synced.copy),
            knowledge,
        });
    }
    // Taken out of its place, the copy is changed where it is, unless a reader still holds it.
    let mut copy = shared.take()?.copy;
    Arc::make_mut(&mut copy).merge(rows).ok()?;
    Some(Synced { copy, knowledge })
}

fn unreadable<C: Collection>(error: &BadId) -> YnabError {
    YnabError::Unreadable {
        what: C::NAME.to_owned(),
        cause: error.to_string(),
    }
}
