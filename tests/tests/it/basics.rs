//! Both eras reach the server, and everyone answers as they do.

use avenir_tests::{Era, Held, Person, Record, Scene};
use serde_json::json;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everyone_answers_a_move_in_their_own_way_in_both_eras() {
    for era in Era::BOTH {
        for person in Person::ALL {
            let scene = Scene::new();
            let client = match person {
                Person::CannotBeAsked => scene.formless(era).await,
                _ => scene.client(era).await,
            };
            let outcome = client.write(person, "move_money", &scene.things.moving()).await;
            let (status, changed) = match person {
                Person::Agrees | Person::CannotBeAsked => ("applied", 2),
                Person::Dismisses => ("confirmation_required", 0),
                Person::Declines | Person::LeavesUnticked => ("declined", 0),
            };
            assert_eq!(
                (outcome.status(), scene.in_effect()),
                (status, changed),
                "{era:?} {person:?}"
            );
            assert_eq!(scene.held().total(), scene.before.total());
            assert_eq!(Record::read(&scene.state()).operations().len(), changed / 2);
            if changed > 0 {
                let undo = json!({"operation_id": outcome.operation_id()});
                let undone = client.write(person, "undo_operation", &undo).await;
                assert_eq!(undone.status(), "applied", "{undone:?}");
                assert_eq!(scene.held(), scene.before);
                let again = json!({"operation_id": undone.operation_id()});
                assert_eq!(client.write(person, "undo_operation", &again).await.status(), "applied");
                let moved: Held = scene.held();
                assert_eq!(
                    (moved.differences(&scene.before), moved.total()),
                    (2, scene.before.total())
                );
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_row_has_a_category_when_it_has_one_of_its_own() {
    let scene = Scene::new();
    let client = scene.formless(Era::Modern).await;
    let found = client
        .call("find_transactions", &json!({"since_date": "2026-11-01"}))
        .await;
    let rows = found.answer()["transactions"].as_array().expect("rows");
    let category = |id: &str| {
        let row = rows.iter().find(|row| row["transaction_id"] == id).expect("the row");
        (row.get("category").cloned(), row["split"].clone())
    };
    assert_eq!(category(&scene.things.old), (Some(json!("Lebensmittel")), json!(false)));
    assert_eq!(category(&scene.things.fresh[0]), (None, json!(false)));
    assert_eq!(category(&scene.things.split), (None, json!(true)));
}
