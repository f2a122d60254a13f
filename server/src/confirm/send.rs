//! The one module that sends effects: in steps, each journaled, each answer read and not assumed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use crate::clock::Clock;
use crate::context::PlanReader;
use crate::domain::effect::{Effect, Group};
use crate::domain::ids::{CategoryId, OperationId, PlanId};
use crate::domain::operation::{EffectOutcome, EffectState};
use crate::io::journal::Journal;
use crate::io::state::Reservation;
use crate::io::ynab::{Change, Meter, TransactionPatch, WriteError, Writer};
use crate::logic::standing::{Books, Standing};

/// Rows in one bulk request.
pub const ROWS_IN_A_REQUEST: usize = 200;

/// Requests kept back for finding out what became of an unanswered one, and for reading a month afterwards.
const READS_KEPT_BACK: usize = 4;

/// Beyond the call's own time, for finding out what became of a request and for putting a half back.
const SETTLING: Duration = Duration::from_secs(4);

/// One request and the effects it carries, by group and place.
#[derive(Debug, PartialEq)]
pub struct Step {
    request: Request,
    effects: Vec<(usize, usize)>,
}

#[derive(Debug, PartialEq)]
enum Request {
    Transactions(Vec<TransactionPatch>),
    /// An effect that has a request of its own.
    One(Effect),
}

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

    /// Whether some effect is in this state.
    pub fn any(&self, state: EffectState) -> bool {
        self.effects().any(|(_, other)| *other == state)
    }
}

/// How many requests an operation may need in the worst case: its own, as many to take half a group back, and the reads
/// that settle an unanswered one.
pub fn requests_needed(groups: &[Group]) -> usize {
    let back = groups
        .iter()
        .map(|group| group.effects.len().saturating_sub(1))
        .max()
        .unwrap_or(0);
    steps(groups).len() + back + READS_KEPT_BACK
}

/// The requests of some groups, in order: transactions in bulk, amounts one by one.
fn steps(groups: &[Group]) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    for (group, place, effect) in numbered(groups) {
        let Some(patch) = patch_of(effect) else {
            steps.push(Step {
                request: Request::One(effect.clone()),
                effects: vec![(group, place)],
            });
            continue;
        };
        match steps.last_mut() {
            Some(Step {
                request: Request::Transactions(patches),
                effects,
            }) if patches.len() < ROWS_IN_A_REQUEST || patches.iter().any(|other| other.id == patch.id) => {
                add_patch(patches, patch);
                effects.push((group, place));
            }
            _ => {
                steps.push(Step {
                    request: Request::Transactions(vec![patch]),
                    effects: vec![(group, place)],
                });
            }
        }
    }
    steps
}

fn numbered(groups: &[Group]) -> impl Iterator<Item = (usize, usize, &Effect)> {
    let groups = groups.iter().enumerate();
    groups.flat_map(|(g, group)| group.effects.iter().enumerate().map(move |(e, effect)| (g, e, effect)))
}

fn patch_of(effect: &Effect) -> Option<TransactionPatch> {
    let mut patch = TransactionPatch::of(effect.transaction_id()?.clone());
    match effect {
        Effect::Assigned { .. } => return None,
        Effect::Category { after, .. } => patch.category = Change::Set(after.clone()),
        Effect::Flag { after, .. } => patch.flag = Change::Set(after.clone()),
        Effect::Approved { after, .. } => patch.approved = Change::Set(*after),
    }
    Some(patch)
}

fn add_patch(patches: &mut Vec<TransactionPatch>, patch: TransactionPatch) {
    match patches.iter_mut().find(|other| other.id == patch.id) {
        Some(other) => other.add(patch),
        None => patches.push(patch),
    }
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
    /// The categories that count as none.
    pub uncategorized: BTreeSet<CategoryId>,
}

impl Sender {
    /// Sends every step; stops at the first that fails, takes half-applied groups back, and leaves each effect with a state
    /// that was read.
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
        let (told, failure) = match answer {
            Ok(books) => (effects.iter().map(|effect| told_by(&books, effect)).collect(), None),
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
        let settled = effects.iter().zip(told).map(|(effect, told)| match (told, &found) {
            (Some(told), _) => told,
            (None, Ok(books)) => settled_by(books, effect),
            (None, Err(_)) => (effect.clone(), EffectState::Unknown),
        });
        let settled: Vec<_> = settled.collect();
        let all_applied = settled.iter().all(|(_, state)| *state == EffectState::Applied);
        let failure = match failure {
            _ if all_applied => None,
            None => Some("YNAB's answer does not mention every change.".to_owned()),
            some => some,
        };
        (settled, failure)
    }

    /// The values that YNAB answers.
    async fn request(&self, request: &Request, reservation: &mut Reservation) -> Result<Books, WriteError> {
        let plan: &PlanId = self.plan.id();
        let mut books = Books {
            uncategorized: self.uncategorized.clone(),
            ..Books::default()
        };
        match request {
            Request::Transactions(patches) => {
                let rows = self
                    .writer
                    .update_transactions(plan, patches, reservation, &self.meter)
                    .await?;
                books.transactions = rows.into_iter().map(|row| (row.id.clone(), row)).collect();
            }
            Request::One(Effect::Assigned {
                category_id,
                month,
                after,
                ..
            }) => {
                let category = self
                    .writer
                    .set_assigned(plan, *month, category_id, *after, reservation, &self.meter)
                    .await?;
                books.assigned.insert((category.id, *month), category.assigned);
            }
            // These go in bulk.
            Request::One(Effect::Category { .. } | Effect::Flag { .. } | Effect::Approved { .. }) => {}
        }
        Ok(books)
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
        for (place, effect) in halves {
            let state = self.take_back(&effect, reservation).await;
            sent.set(place, (effect, state));
        }
    }

    /// What became of an applied effect that was to be put back.
    async fn take_back(&self, effect: &Effect, reservation: &mut Reservation) -> EffectState {
        let back = Group::new(effect.inverse());
        let mut states = Vec::new();
        for step in steps(std::slice::from_ref(&back)) {
            let (outcomes, _) = self.outcomes(&step.request, &back.effects, reservation).await;
            states.extend(outcomes.into_iter().map(|(_, state)| state));
        }
        if states.iter().all(|state| *state == EffectState::Applied) {
            EffectState::TakenBack
        } else if states.contains(&EffectState::Unknown) {
            EffectState::Unknown
        } else {
            EffectState::Applied
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

/// What YNAB's answer to the write says of an effect: nothing when it does not mention it, or holds the value before.
fn told_by(answer: &Books, effect: &Effect) -> Option<(Effect, EffectState)> {
    match answer.standing(effect) {
        Standing::After => Some((effect.clone(), EffectState::Applied)),
        Standing::Other(actual) => Some((actual, EffectState::Applied)),
        Standing::Before | Standing::Gone => None,
    }
}

/// What reading YNAB says of an effect whose answer is missing. A third value is not ours: somebody else's change.
pub fn settled_by(books: &Books, effect: &Effect) -> (Effect, EffectState) {
    match books.standing(effect) {
        Standing::After => (effect.clone(), EffectState::Applied),
        Standing::Before | Standing::Other(_) | Standing::Gone => (effect.clone(), EffectState::NotApplied),
    }
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
        let actual = (*state == EffectState::Applied && effect != asked).then(|| effect.clone());
        Some(EffectOutcome {
            group,
            effect: place,
            state: *state,
            actual,
        })
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
