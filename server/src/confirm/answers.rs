//! Codes and sealed states that are out: each confirms one fingerprint, once, for 600 seconds.
//!
//! Kept in memory only: a restart forgets every one of them (confirmation seed).

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::fingerprint::Fingerprint;
use crate::domain::ids::OperationId;

/// How long an answer may be given, on a monotonic clock (confirmation seed).
pub const ANSWER_LIFE: Duration = Duration::from_mins(10);

/// More answers than this are never out at once; the oldest make room.
const MOST_KEPT: usize = 4_096;

/// What carries an answer: a code and the nonce of a state are never taken for each other, although a client can read the
/// nonce in the state that it brings back.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Key {
    /// A confirmation code.
    Code(String),
    /// The nonce of one question.
    Question(String),
}

/// A question that was asked: who, by which tool, for exactly what.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// Who was asked: the connection's principal.
    pub principal: String,
    /// The tool.
    pub tool: &'static str,
    /// What the yes is for.
    pub fingerprint: Fingerprint,
    /// What the yes rests on.
    pub basis: Fingerprint,
}

/// Why an answer does not count.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// Never given out by this process, or longer ago than it is remembered.
    Unknown,
    /// Older than [`ANSWER_LIFE`].
    Expired,
    /// Used before; the operation it led to, if it led to one.
    Spent(Option<OperationId>),
    /// A newer question was asked for the same change.
    Superseded,
}

impl Unusable {
    /// Whether it came when its question was not remembered, or not counted, any more.
    pub fn is_late(&self) -> bool {
        matches!(self, Self::Unknown | Self::Expired)
    }
}

struct Entry {
    asked: Asked,
    issued: Duration,
    order: u64,
    fate: Fate,
}

enum Fate {
    Open,
    Spent(Option<OperationId>),
    Superseded,
}

/// All answers that are out.
#[derive(Default)]
pub struct Answers {
    table: Mutex<Table>,
}

#[derive(Default)]
struct Table {
    entries: HashMap<Key, Entry>,
    asked_so_far: u64,
}

impl Answers {
    /// Notes that a question is asked under `key`; earlier questions for the same change are void from now on.
    pub fn ask(&self, key: Key, asked: Asked, now: Duration) {
        let mut table = self.lock();
        table
            .entries
            .retain(|_, entry| now.saturating_sub(entry.issued) <= ANSWER_LIFE * 2);
        for entry in table.entries.values_mut() {
            let same = entry.asked.tool == asked.tool && entry.asked.fingerprint == asked.fingerprint;
            if same && matches!(entry.fate, Fate::Open) {
                entry.fate = Fate::Superseded;
            }
        }
        while table.entries.len() >= MOST_KEPT {
            let oldest = table
                .entries
                .iter()
                .min_by_key(|(_, entry)| entry.order)
                .map(|(key, _)| key.clone());
            match oldest {
                Some(key) => table.entries.remove(&key),
                None => break,
            };
        }
        table.asked_so_far += 1;
        let order = table.asked_so_far;
        table.entries.insert(
            key,
            Entry {
                asked,
                issued: now,
                order,
                fate: Fate::Open,
            },
        );
    }

    /// What was asked under `key`, if an answer to it still counts.
    pub fn look(&self, key: &Key, now: Duration) -> Result<Asked, Unusable> {
        self.lock().look(key, now).cloned()
    }

    /// Uses the answer up, if it still counts: from now on it never does again.
    pub fn spend(&self, key: &Key, now: Duration) -> Result<(), Unusable> {
        let mut table = self.lock();
        table.look(key, now)?;
        table.end(key, Fate::Spent(None));
        Ok(())
    }

    /// Remembers which operation a spent answer led to.
    pub fn led_to(&self, key: &Key, operation_id: &OperationId) {
        self.lock().end(key, Fate::Spent(Some(operation_id.clone())));
    }

    fn lock(&self) -> MutexGuard<'_, Table> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Table {
    fn look(&self, key: &Key, now: Duration) -> Result<&Asked, Unusable> {
        let entry = self.entries.get(key).ok_or(Unusable::Unknown)?;
        match &entry.fate {
            Fate::Spent(operation_id) => Err(Unusable::Spent(operation_id.clone())),
            Fate::Superseded => Err(Unusable::Superseded),
            Fate::Open if now.saturating_sub(entry.issued) > ANSWER_LIFE => Err(Unusable::Expired),
            Fate::Open => Ok(&entry.asked),
        }
    }

    fn end(&mut self, key: &Key, fate: Fate) {
        if let Some(entry) = self.entries.get_mut(key) {
            entry.fate = fate;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(subject: &str) -> Asked {
        Asked {
            principal: "stdio".to_owned(),
            tool: "move_money",
            fingerprint: Fingerprint::of(&subject).unwrap(),
            basis: Fingerprint::of(&"basis").unwrap(),
        }
    }

    fn key(text: &str) -> Key {
        Key::Question(text.to_owned())
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn an_answer_lives_600_seconds() {
        let answers = Answers::default();
        answers.ask(key("a"), asked("x"), at(0));
        assert_eq!(answers.look(&key("a"), at(600)), Ok(asked("x")));
        assert_eq!(answers.look(&key("a"), at(601)), Err(Unusable::Expired));
        assert_eq!(answers.spend(&key("a"), at(601)), Err(Unusable::Expired));
        assert_eq!(answers.look(&key("b"), at(0)), Err(Unusable::Unknown));
    }

    #[test]
    fn an_answer_is_spent_once_and_names_its_operation() {
        let answers = Answers::default();
        let operation_id = OperationId::parse("0123456789ab").unwrap();
        answers.ask(key("a"), asked("x"), at(0));
        assert_eq!(answers.spend(&key("a"), at(1)), Ok(()));
        assert_eq!(answers.spend(&key("a"), at(1)), Err(Unusable::Spent(None)));
        answers.led_to(&key("a"), &operation_id);
        assert_eq!(answers.look(&key("a"), at(2)), Err(Unusable::Spent(Some(operation_id))));
    }

    #[test]
    fn a_code_is_not_a_question_of_the_same_text() {
        let answers = Answers::default();
        answers.ask(key("a"), asked("x"), at(0));
        let code = Key::Code("a".to_owned());
        assert_eq!(answers.look(&code, at(1)), Err(Unusable::Unknown));
        assert_eq!(answers.spend(&code, at(1)), Err(Unusable::Unknown));
        assert_eq!(answers.look(&key("a"), at(1)), Ok(asked("x")));
    }

    #[test]
    fn a_newer_question_voids_the_older_one_for_the_same_change_only() {
        let answers = Answers::default();
        answers.ask(key("old"), asked("x"), at(0));
        answers.ask(key("other"), asked("y"), at(1));
        answers.ask(key("new"), asked("x"), at(2));
        assert_eq!(answers.look(&key("old"), at(3)), Err(Unusable::Superseded));
        assert_eq!(answers.look(&key("other"), at(3)), Ok(asked("y")));
        assert_eq!(answers.look(&key("new"), at(3)), Ok(asked("x")));
    }

    #[test]
    fn the_table_forgets_and_stays_bounded() {
        let answers = Answers::default();
        answers.ask(key("old"), asked("x"), at(0));
        for i in 0..MOST_KEPT + 10 {
            answers.ask(key(&format!("k{i}")), asked(&i.to_string()), at(1));
        }
        assert_eq!(answers.look(&key("old"), at(2)), Err(Unusable::Unknown));
        assert_eq!(answers.lock().entries.len(), MOST_KEPT);
        answers.ask(key("late"), asked("z"), at(2_000));
        assert_eq!(answers.lock().entries.len(), 1);
    }
}
