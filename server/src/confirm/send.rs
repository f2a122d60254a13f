//! The one module that sends effects: in steps, each journaled, each answer read and not assumed.

use std::sync::Arc;
use std::time::Duration;

use super::request::{Request, Step, steps};
use crate::clock::Clock;
use crate::context::PlanReader;
use crate::domain::effect::{Effect, Group};
use crate::domain::ids::OperationId;
use crate::domain::operation::{EffectOutcome, EffectState};
use crate::io::journal::Journal;
use crate::io::state::Reservation;
use crate::io::ynab::{Meter, WriteError, Writer, YnabError};
use crate::logic::standing::{Books, Standing};

/// Requests kept back for finding out what became of an unanswered one, and for reading a month afterwards.
const READS_KEPT_BACK: usize = 4;

/// Beyond the call's own time, for finding out what became of a request and for putting a half back.
const SETTLING: Duration = Duration::from_secs(4);

/// What became of an operation.
#[derive(Debug)]
pub struct Sent {
    asked: Vec<Group>,
    /// Each effect, as YNAB left it, with its state; group by group.
    pub groups: Vec<Vec<(Effect, EffectState)>>,
    /// Why the first step that failed did.
    pub failure: Option<String>,
    /// The journal could not take an outcome down.
    pub unrecorded: Option<String>,
}

impl Sent {
    /// All effects, in order.
    pub fn effects(&self) -> impl Iterator<Item = &(Effect, EffectState)> {
        self.groups.iter().flatten()
    }

    /// How many plain values YNAB stored otherwise than they were asked for. What it adds to a new row or a target by itself is no
    /// such thing.
    pub fn stored_otherwise(&self) -> usize {
        let asked = self.asked.iter().flat_map(|group| &group.effects);
        let plain = |effect: &Effect| {
            !matches!(
                effect,
                Effect::Created { .. } | Effect::Target { .. } | Effect::Imported { .. }
            )
        };
        let otherwise = asked.zip(self.effects()).filter(|(asked, (actual, state))| {
            *state == EffectState::Applied
                && plain(asked)
                && *asked != actual
                && !matches!(asked, Effect::NewCategory { .. })
        });
        otherwise.count()
    }

    /// Whether some effect is in this state.
    pub fn any(&self, state: EffectState) -> bool {
        self.effects().any(|(_, other)| *other == state)
    }
}

/// How many requests an operation may need in the worst case: its own, those that take half a group back, and the reads that
/// settle an unanswered one.
pub fn requests_needed(groups: &[Group]) -> usize {
    let back = groups.iter().filter(|group| group.effects.len() > 1).map(|group| {
        let back = group.effects.iter().rev().flat_map(Effect::inverse);
        steps(&[Group::new(back.collect())]).len()
    });
    steps(groups).len() + back.max().unwrap_or(0) + READS_KEPT_BACK
}

/// Sends the groups of one journaled operation.
pub struct Sender {
    /// The only door to YNAB's writes.
    pub writer: Arc<Writer>,
    /// Reads the plan; a write makes its copies stale, so what is read after it is anew.
    pub plan: PlanReader,
    /// The record of operations.
    pub journal: Arc<Journal>,
    /// The operation, whose intent is already on disk.
    pub operation_id: OperationId,
    /// The call's deadline and count.
    pub meter: Arc<Meter>,
    /// What outcomes are dated by.
    pub clock: Clock,
    /// What YNAB held of what the effects touch, before the first of them was sent.
    pub before: Books,
}

impl Sender {
    /// Sends every step; stops at the first that fails, takes back the groups of which the rest is sure to be missing, and leaves each
    /// effect with a state that was read.
    pub async fn send(&self, groups: &[Group], reservation: &mut Reservation) -> Sent {
        let unsent = |group: &Group| {
            group
                .effects
                .iter()
                .map(|effect| (effect.clone(), EffectState::NotApplied))
                .collect()
        };
        let mut sent = Sent {
            asked: groups.to_vec(),
            groups: groups.iter().map(unsent).collect(),
            failure: None,
            unrecorded: None,
        };
        for step in steps(groups) {
            self.take_step(&step, &mut sent, reservation).await;
            if sent.failure.is_some() {
                break;
            }
        }
        if sent.failure.is_some() {
            self.meter.grant(SETTLING);
            sent.leave_open_what_may_arrive();
            self.take_back_halves(&mut sent, reservation).await;
            self.record(&all_places(&sent), &mut sent);
        }
        sent
    }

    async fn take_step(&self, step: &Step, sent: &mut Sent, reservation: &mut Reservation) {
        let effects: Vec<Effect> = step.effects.iter().filter_map(|place| sent.at(*place)).collect();
        let (outcomes, failure) = self.outcomes(&step.request, &effects, reservation).await;
        for (place, outcome) in step.effects.iter().zip(outcomes) {
            sent.set(*place, outcome);
        }
        sent.failure = failure;
        // What failed is written down with what is to be taken back for it, so that no moment between the two looks settled.
        if sent.failure.is_none() {
            self.record(&step.effects, sent);
        }
    }

    /// Sends one request and finds out what became of each effect it carries; the failure is the first thing that went wrong.
    async fn outcomes(
        &self,
        request: &Request,
        effects: &[Effect],
        reservation: &mut Reservation,
    ) -> (Vec<(Effect, EffectState)>, Option<String>) {
        let answer = self.request(request, reservation).await;
        // What YNAB has answered is not under way any more.
        let over = !matches!(&answer, Err(error) if error.may_still_arrive());
        let (told, failure) = match answer {
            Ok(answer) => (answer.tell(effects), None),
            // What is not there any more needs no deleting; reading tells.
            Err(error) if request.deletes() && error.is_not_found() => {
                (vec![None; effects.len()], Some(error.to_string()))
            }
            Err(error) if !error.may_have_changed() => {
                let unsent = effects
                    .iter()
                    .map(|effect| (effect.clone(), EffectState::NotApplied))
                    .collect();
                return (unsent, Some(error.to_string()));
            }
            Err(error) => (vec![None; effects.len()], Some(error.to_string())),
        };
        if told.iter().all(Option::is_some) {
            return (told.into_iter().flatten().collect(), failure);
        }
        reservation.give_back(READS_KEPT_BACK);
        self.meter.grant(SETTLING);
        let found = self.plan.books(effects).await;
        let found = found.map(|books| settled_by(&books.since(&self.before), effects)).ok();
        let state = |state| match state {
            EffectState::NotFound if over => EffectState::NotApplied,
            state => state,
        };
        let settled = effects.iter().enumerate().zip(told).map(|((place, effect), told)| {
            let found = found.as_ref().and_then(|found| found.get(place).cloned());
            let settled = || found.map(|(effect, found)| (effect, state(found)));
            told.or_else(settled)
                .unwrap_or_else(|| (effect.clone(), EffectState::Unknown))
        });
        let settled: Vec<_> = settled.collect();
        let all_held = settled.iter().all(|(_, state)| state.is_held());
        let failure = match failure {
            _ if all_held => None,
            None => Some("YNAB's answer does not mention every change.".to_owned()),
            some => some,
        };
        (settled, failure)
    }

    /// What YNAB answers.
    async fn request(&self, request: &Request, reservation: &mut Reservation) -> Result<Told, WriteError> {
        let (writer, plan, meter) = (&*self.writer, self.plan.id(), &*self.meter);
        let mut told = Told::default();
        told.books.uncategorized = self.before.uncategorized.clone();
        told.books.answered = true;
        match request {
            Request::Update(patches) => {
                let rows = writer.update_transactions(plan, patches, reservation, meter).await?;
                told.books.transactions = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
            }
            Request::Create(rows) => {
                let rows = rows.iter().collect::<Vec<_>>();
                let created = writer.create_transactions(plan, &rows, reservation, meter).await?;
                told.books.transactions = created.rows.into_iter().map(|row| (row.id.clone(), row)).collect();
                told.duplicates = created.duplicates;
            }
            Request::Delete(id) => writer.delete_transaction(plan, id, reservation, meter).await?,
            Request::Assign(category_id, month, amount) => {
                let category = writer
                    .set_assigned(plan, *month, category_id, *amount, reservation, meter)
                    .await?;
                told.books.assigned.insert((category.id, *month), category.assigned);
            }
            Request::Category(category_id, patch) => {
                let category = writer
                    .update_category(plan, category_id, patch, reservation, meter)
                    .await?;
                told.books.categories.insert(category.id.clone(), category);
            }
            Request::NewCategory(group_id, name) => {
                let category = writer.create_category(plan, group_id, name, reservation, meter).await?;
                told.books.categories.insert(category.id.clone(), category);
            }
            Request::Payee(payee_id, name) => {
                let payee = writer.rename_payee(plan, payee_id, name, reservation, meter).await?;
                told.books.payees.insert(payee.id.clone(), payee);
            }
            Request::Import => {
                told.books.imported = Some(writer.import_transactions(plan, reservation, meter).await?);
            }
            Request::Impossible => {
                return Err(WriteError::NotSent(YnabError::Refused {
                    status: 400,
                    detail: Some("the API has no request for this change".to_owned()),
                }));
            }
        }
        Ok(told)
    }

    /// Groups that are applied in part and known in full are put back, last change first.
    ///
    /// First they are written down as not known: should the process end before the outcome is, recovery reads what became of
    /// them.
    async fn take_back_halves(&self, sent: &mut Sent, reservation: &mut Reservation) {
        let halves: Vec<_> = (0..sent.groups.len())
            .flat_map(|group| sent.half_applied(group))
            .filter_map(|place| Some((place, sent.at(place)?)))
            .collect();
        if halves.is_empty() {
            return;
        }
        for (place, effect) in &halves {
            sent.set(*place, (effect.clone(), EffectState::Unknown));
        }
        self.record(&all_places(sent), sent);
        let backs: Vec<Group> = halves.iter().map(|(_, effect)| Group::new(effect.inverse())).collect();
        let mut states: Vec<Vec<EffectState>> = vec![Vec::new(); halves.len()];
        for step in steps(&backs) {
            let effects = step
                .effects
                .iter()
                .filter_map(|(half, place)| backs.get(*half)?.effects.get(*place));
            let effects: Vec<Effect> = effects.cloned().collect();
            let (outcomes, _) = self.outcomes(&step.request, &effects, reservation).await;
            for ((half, _), (_, state)) in step.effects.iter().zip(outcomes) {
                if let Some(states) = states.get_mut(*half) {
                    states.push(state);
                }
            }
        }
        for ((place, effect), states) in halves.into_iter().zip(states) {
            sent.set(place, (effect, after_taking_back(&states)));
        }
    }

    fn record(&self, places: &[(usize, usize)], sent: &mut Sent) {
        let outcomes: Vec<_> = places.iter().filter_map(|place| sent.outcome(*place)).collect();
        if let Err(error) = self
            .journal
            .outcome(&self.operation_id, self.clock.now_utc(), &outcomes, None)
        {
            tracing::error!(%error, "an outcome could not be journaled");
            sent.unrecorded = Some(error.to_string());
        }
    }
}

/// What became of an applied effect that was to be put back.
fn after_taking_back(states: &[EffectState]) -> EffectState {
    if states.iter().all(|state| *state == EffectState::Applied) {
        EffectState::TakenBack
    } else if states
        .iter()
        .any(|state| matches!(state, EffectState::Unknown | EffectState::NotFound))
    {
        EffectState::Unknown
    } else {
        EffectState::Applied
    }
}

/// YNAB's answer to a write.
#[derive(Default)]
struct Told {
    books: Books,
    /// Import ids of rows that were there before.
    duplicates: Vec<String>,
}

impl Told {
    /// What it says of each effect: nothing where it does not mention it, or holds the value before.
    fn tell(&self, effects: &[Effect]) -> Vec<Option<(Effect, EffectState)>> {
        let found = self.books.found(effects);
        let matched = self.books.matched(&found);
        let tell = |(place, effect): (usize, Effect)| match (self.books.standing(&effect), matched.get(&place)) {
            (Standing::After, _) if effect.is_empty_import() => Some((effect, EffectState::AlreadyThere)),
            (Standing::After, _) => Some((effect, EffectState::Applied)),
            (Standing::Other(actual), _) => Some((actual, EffectState::Applied)),
            (Standing::Before, Some(behind)) => Some((behind.clone(), EffectState::Matched)),
            (Standing::Before, None) if self.is_duplicate(&effect) => Some((effect, EffectState::AlreadyThere)),
            (Standing::Before | Standing::Gone, _) => None,
        };
        found.into_iter().enumerate().map(tell).collect()
    }

    fn is_duplicate(&self, effect: &Effect) -> bool {
        let import_id = effect.row().and_then(|row| row.import_id.as_ref());
        import_id.is_some_and(|id| self.duplicates.contains(id))
    }
}

/// What reading YNAB says of effects whose answer is missing. A third value is not ours: somebody else's change. The value before may
/// still be followed by ours.
pub fn settled_by(books: &Books, effects: &[Effect]) -> Vec<(Effect, EffectState)> {
    let found = books.found(effects);
    let matched = books.matched(&found);
    let settle = |(place, effect): (usize, Effect)| match (books.standing(&effect), matched.get(&place)) {
        (Standing::After, _) => (effect, EffectState::Applied),
        (Standing::Before, Some(behind)) => (behind.clone(), EffectState::Matched),
        (Standing::Before, None) => (effect, EffectState::NotFound),
        (Standing::Other(actual), _) if actual.is_split_as(&effect) => (actual, EffectState::Applied),
        (Standing::Other(_) | Standing::Gone, _) => (effect, EffectState::NotApplied),
    };
    found.into_iter().enumerate().map(settle).collect()
}

fn all_places(sent: &Sent) -> Vec<(usize, usize)> {
    let groups = sent.groups.iter().enumerate();
    groups
        .flat_map(|(g, effects)| (0..effects.len()).map(move |e| (g, e)))
        .collect()
}

impl Sent {
    fn at(&self, (group, place): (usize, usize)) -> Option<Effect> {
        self.groups.get(group)?.get(place).map(|(effect, _)| effect.clone())
    }

    fn set(&mut self, (group, place): (usize, usize), outcome: (Effect, EffectState)) {
        if let Some(slot) = self.groups.get_mut(group).and_then(|effects| effects.get_mut(place)) {
            *slot = outcome;
        }
    }

    fn outcome(&self, (group, place): (usize, usize)) -> Option<EffectOutcome> {
        let (effect, state) = self.groups.get(group)?.get(place)?;
        let asked = self.asked.get(group)?.effects.get(place)?;
        let tells = matches!(state, EffectState::Applied | EffectState::Matched);
        let actual = (tells && effect != asked).then(|| effect.clone());
        Some(EffectOutcome {
            group,
            effect: place,
            state: *state,
            actual,
        })
    }

    /// Of a group that is applied in part, what was not found may still arrive, and then the group is whole. Nobody knows yet: were the
    /// part put back meanwhile, the late rest would stand alone, or take away the only row that is left.
    fn leave_open_what_may_arrive(&mut self) {
        for effects in &mut self.groups {
            if effects.iter().any(|(_, state)| *state == EffectState::Applied) {
                for (_, state) in effects.iter_mut().filter(|(_, state)| *state == EffectState::NotFound) {
                    *state = EffectState::Unknown;
                }
            }
        }
    }

    /// The applied effects of a group that is applied in part, last first; none when a fate in it is unknown.
    fn half_applied(&self, group: usize) -> Vec<(usize, usize)> {
        let Some(effects) = self.groups.get(group) else {
            return Vec::new();
        };
        let in_state = |wanted| effects.iter().any(|(_, state)| *state == wanted);
        if in_state(EffectState::Unknown) || !in_state(EffectState::NotApplied) {
            return Vec::new();
        }
        let applied = effects
            .iter()
            .enumerate()
            .filter(|(_, (_, state))| *state == EffectState::Applied);
        applied.map(|(place, _)| (group, place)).rev().collect()
    }
}
