//! Folding what was appended gives what a plain reading of the rules gives, whatever stands between the lines.

use proptest::prelude::*;

use super::*;
use crate::domain::history::JournalFile;
use crate::io::journal::fold::Fold;
use crate::io::journal::line::{Outcome, intent_line, outcome_line};
use crate::io::journal::read_lines;

#[derive(Clone, Debug)]
enum Step {
    /// A new operation; each group may take back one of an earlier operation.
    Begin(Vec<Option<(usize, usize)>>),
    /// An outcome of one effect of an earlier operation.
    Settle(usize, usize, EffectState),
    /// Something else in the file.
    Junk(Vec<u8>),
}

fn step() -> impl Strategy<Value = Step> {
    let undoes = prop_oneof![Just(None), (0_usize..40, 0_usize..3).prop_map(Some)];
    let state = prop_oneof![
        4 => Just(EffectState::Applied),
        1 => Just(EffectState::NotApplied),
        1 => Just(EffectState::TakenBack),
        1 => Just(EffectState::Unknown),
    ];
    prop_oneof![
        4 => proptest::collection::vec(undoes, 1..4).prop_map(Step::Begin),
        6 => (0_usize..40, 0_usize..3, state).prop_map(|(operation, group, state)| Step::Settle(operation, group, state)),
        1 => proptest::collection::vec(any::<u8>().prop_filter("a line", |byte| *byte != b'\n'), 0..30).prop_map(Step::Junk),
    ]
}

/// A group as the rules say it: what it takes back, and what became of it.
type ModelGroup = (Option<(usize, usize)>, EffectState);

/// The rule itself, slowly: the latest later group that takes it back and is in effect.
fn undone_by(model: &[Vec<ModelGroup>], operation: usize, group: usize) -> Option<(usize, usize)> {
    let later = (operation + 1..model.len())
        .rev()
        .flat_map(|later| (0..model[later].len()).map(move |group| (later, group)));
    later.into_iter().find(|(later, place)| {
        let (undoes, state) = model[*later][*place];
        undoes == Some((operation, group))
            && state == EffectState::Applied
            && undone_by(model, *later, *place).is_none()
    })
}

proptest! {
    #[test]
    fn folding_what_was_appended_follows_the_rules(steps in proptest::collection::vec(step(), 0..40)) {
        let mut file = Vec::new();
        let mut model: Vec<Vec<ModelGroup>> = Vec::new();
        for step in steps {
            match step {
                Step::Begin(groups) => {
                    let number = model.len();
                    // Only what is there already can be taken back.
                    let undoes = groups.into_iter().map(|undoes| {
                        let (operation, group) = undoes.filter(|_| number > 0)?;
                        let operation = operation % number;
                        Some((operation, group % model[operation].len()))
                    });
                    let undoes: Vec<Option<(usize, usize)>> = undoes.collect();
                    let groups = undoes.iter().map(|undoes| Group {
                        effects: vec![category("t1", None, Some("food"))],
                        undoes: undoes.map(|(of, group)| GroupRef { operation_id: operation(of), group }),
                        no_way_back: None,
                    });
                    file.extend(intent_line(&intent(number, groups.collect())).unwrap());
                    model.push(undoes.into_iter().map(|undoes| (undoes, EffectState::Intended)).collect());
                }
                Step::Settle(number, group, state) if !model.is_empty() => {
                    let number = number % model.len();
                    let group = group % model[number].len();
                    let effects = [outcome(group, 0, state)];
                    let told = Outcome { operation_id: &operation(number), at: at(0), effects: &effects, note: None };
                    file.extend(outcome_line(&told).unwrap());
                    model[number][group].1 = state;
                }
                Step::Settle(..) => {}
                Step::Junk(bytes) => {
                    file.extend(bytes);
                    file.push(b'\n');
                }
            }
        }

        let mut fold = Fold::default();
        read_lines(&mut fold, JournalFile::Ours, file.as_slice()).unwrap();
        let history = fold.finish(Some(&plan()));
        prop_assert_eq!(history.operations.len(), model.len());
        for (number, (found, expected)) in history.operations.iter().zip(&model).enumerate() {
            prop_assert_eq!(&found.operation_id, &operation(number));
            prop_assert_eq!(found.groups.len(), expected.len());
            for (group, (record, (undoes, state))) in found.groups.iter().zip(expected).enumerate() {
                prop_assert_eq!(record.effects[0].state, *state);
                let place = |by: &GroupRef| (usize::from_str_radix(by.operation_id.as_str(), 16).unwrap(), by.group);
                prop_assert_eq!(record.undoes.as_ref().map(place), *undoes);
                prop_assert_eq!(record.undone_by.as_ref().map(place), undone_by(&model, number, group));
            }
        }
    }

    #[test]
    fn a_file_cut_off_anywhere_keeps_every_line_before_the_cut(count in 1_usize..6, cut in 0.0_f64..1.0) {
        let lines: Vec<Vec<u8>> = (0..count).map(|number| intent_line(&intent(number, vec![moved()])).unwrap()).collect();
        let whole = lines.concat();
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a place in the file")]
        let cut = (whole.len() as f64 * cut) as usize;
        let mut fold = Fold::default();
        read_lines(&mut fold, JournalFile::Ours, &whole[..cut]).unwrap();
        let history = fold.finish(None);
        let (mut end, mut kept) = (0, 0);
        for line in &lines {
            // The line break may be missing.
            kept += usize::from(end + line.len() - 1 <= cut);
            end += line.len();
        }
        prop_assert_eq!(history.operations.len(), kept);
        prop_assert!(history.unreadable.len() <= 1);
    }

    #[test]
    fn no_bytes_are_an_error(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let mut fold = Fold::default();
        read_lines(&mut fold, JournalFile::Ours, bytes.as_slice()).unwrap();
        fold.finish(None);
    }
}
