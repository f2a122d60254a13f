//! Both eras reach the server, and everyone answers as they do.

use avenir_tests::{Era, Held, Person, Record, Scene};

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
                let undo = serde_json::json!({"operation_id": outcome.operation_id()});
                let undone = client.write(person, "undo_operation", &undo).await;
                assert_eq!(undone.status(), "applied", "{undone:?}");
                assert_eq!(scene.held(), scene.before);
                let again = serde_json::json!({"operation_id": undone.operation_id()});
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
