//! The ledger through its file: counting, pausing, sharing, and what a crash, a stranger or a clock does to it.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::process::{Command, Stdio};

use super::wait::pause_length;
use super::*;

struct Scene {
    folder: tempfile::TempDir,
    ledger: Ledger,
}

impl Scene {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(&folder.path().join("avenir-mcp"), "a token");
        Self { folder, ledger }
    }

    /// The same ledger as another process opens it.
    fn other(&self) -> Ledger {
        Ledger::open(&self.folder.path().join("avenir-mcp"), "a token")
    }

    fn file(&self) -> PathBuf {
        self.ledger.0.path.clone()
    }

    fn write(&self, text: impl AsRef<[u8]>) {
        fs::create_dir_all(self.file().parent().unwrap()).unwrap();
        fs::write(self.file(), text).unwrap();
    }
}

/// A moment, in seconds after some day.
fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::from_timestamp(1_790_000_000 + seconds, 0).unwrap()
}

fn millis(seconds: i64) -> i64 {
    at(seconds).timestamp_millis()
}

fn take(ledger: &Ledger, count: usize, seconds: i64) {
    for _ in 0..count {
        ledger.take(at(seconds)).unwrap();
    }
}

fn seconds(count: u64) -> Duration {
    Duration::from_secs(count)
}

#[test]
fn the_budget_is_180_in_any_hour_and_shared() {
    let scene = Scene::new();
    let other = scene.other();
    assert_eq!(scene.ledger.remaining(at(0)), BUDGET);
    take(&scene.ledger, 100, 0);
    take(&other, 80, 60);
    assert_eq!((scene.ledger.remaining(at(61)), other.remaining(at(61))), (0, 0));
    let refused = Wait {
        reason: WaitReason::Budget { sent: 180, needed: 1 },
        wait: seconds(3539),
    };
    assert_eq!(scene.ledger.take(at(61)), Err(refused.clone()));
    assert_eq!(other.take(at(61)), Err(refused), "a refusal counts nothing");
    assert!(other.take(at(3599)).is_err());
    assert_eq!(other.remaining(at(3600)), 100);
    take(&other, 100, 3600);
    assert_eq!(scene.ledger.take(at(3601)).unwrap_err().wait, seconds(59));
}

#[test]
fn a_reservation_is_whole_or_nothing() {
    let scene = Scene::new();
    take(&scene.ledger, 178, 0);
    let refused = scene.ledger.reserve(3, at(10)).unwrap_err();
    assert_eq!(
        refused,
        Wait {
            reason: WaitReason::Budget { sent: 178, needed: 3 },
            wait: seconds(3590)
        }
    );
    let held = scene.ledger.reserve(2, at(10)).unwrap();
    assert_eq!((held.left(), scene.other().remaining(at(10))), (2, 0));
    held.release();
    assert_eq!(scene.other().remaining(at(10)), 2);
}

#[test]
fn the_wait_of_a_reservation_is_until_all_of_it_fits() {
    let scene = Scene::new();
    for second in 0..180 {
        take(&scene.ledger, 1, second);
    }
    assert_eq!(scene.ledger.reserve(3, at(200)).unwrap_err().wait, seconds(3602 - 200));
    assert_eq!(scene.ledger.reserve(3, at(3601)).unwrap_err().wait, seconds(1));
    assert_eq!(scene.ledger.reserve(3, at(3602)).unwrap().left(), 3);
    assert_eq!(
        scene.ledger.reserve(181, at(9000)).unwrap_err().reason,
        WaitReason::NeverFits { needed: 181 }
    );
    assert_eq!(scene.ledger.reserve(180, at(9000)).unwrap().left(), 180);
    assert_eq!(scene.ledger.reserve(0, at(9000)).unwrap().left(), 0);
}

#[test]
fn what_was_used_counts_from_when_it_was_used_and_the_rest_is_given_back() {
    let scene = Scene::new();
    let mut held = scene.ledger.reserve(3, at(0)).unwrap();
    held.use_one(at(1000)).unwrap();
    assert_eq!(
        (held.left(), scene.ledger.remaining(at(1000))),
        (2, 177),
        "counted once"
    );
    drop(held);
    assert_eq!(scene.ledger.remaining(at(1000)), 179);
    assert_eq!(scene.ledger.remaining(at(4599)), 179);
    assert_eq!(scene.ledger.remaining(at(4600)), 180);
}

#[test]
fn past_its_last_request_a_reservation_takes_from_what_is_left() {
    let scene = Scene::new();
    let mut held = scene.ledger.reserve(1, at(0)).unwrap();
    held.use_one(at(0)).unwrap();
    take(&scene.ledger, 178, 0);
    held.use_one(at(0)).unwrap();
    assert!(matches!(
        held.use_one(at(0)).unwrap_err().reason,
        WaitReason::Budget { sent: 180, needed: 1 }
    ));
}

#[test]
fn two_reservations_of_one_moment_give_back_their_own_number() {
    let scene = Scene::new();
    let mut first = scene.ledger.reserve(2, at(0)).unwrap();
    let second = scene.other().reserve(3, at(0)).unwrap();
    first.use_one(at(0)).unwrap();
    drop(first);
    assert_eq!(scene.ledger.remaining(at(0)), 176);
    drop(second);
    assert_eq!(scene.ledger.remaining(at(0)), 179);
}

#[test]
fn a_pause_stops_everyone_until_it_is_over_and_is_not_shortened() {
    let scene = Scene::new();
    let mut held = scene.ledger.reserve(2, at(0)).unwrap();
    assert_eq!(scene.other().pause(Some("120"), at(0)), seconds(120));
    assert_eq!(
        scene.other().pause(Some("60"), at(30)),
        seconds(90),
        "90 seconds of the first are left"
    );
    let refused = Wait {
        reason: WaitReason::Paused,
        wait: seconds(90),
    };
    assert_eq!(scene.ledger.take(at(30)), Err(refused.clone()));
    assert_eq!(held.use_one(at(30)), Err(refused.clone()));
    assert_eq!(scene.ledger.reserve(1, at(30)).unwrap_err(), refused);
    assert_eq!((scene.ledger.remaining(at(30)), held.left()), (0, 2));
    held.use_one(at(120)).unwrap();
    assert_eq!(scene.ledger.remaining(at(120)), 178);
}

#[test]
fn ynab_s_own_word_on_the_pause_is_read_in_seconds_and_within_bounds() {
    for (header, expected) in [
        (None, 600),
        (Some(""), 600),
        (Some("0"), 60),
        (Some("59"), 60),
        (Some("61"), 61),
        (Some(" 900\t"), 900),
        (Some("3601"), 3600),
        (Some("99999999999999999999999999"), 3600),
        (Some("-5"), 600),
        (Some("+5"), 600),
        (Some("1.5"), 600),
        (Some("²"), 600),
        (Some("٣٠٠"), 600),
        (Some("Wed, 21 Oct 2026 07:28:00 GMT"), 600),
    ] {
        assert_eq!(pause_length(header), seconds(expected), "{header:?}");
    }
}

#[test]
fn the_text_says_why_that_nothing_was_sent_and_how_long() {
    let text = |reason, millis| {
        Wait {
            reason,
            wait: Duration::from_millis(millis),
        }
        .to_string()
    };
    assert_eq!(
        text(WaitReason::Paused, 600_001),
        "YNAB's limit of 200 requests an hour is reached. Nothing was sent; requests can be sent again in 11 minutes."
    );
    assert_eq!(
        text(WaitReason::Budget { sent: 180, needed: 1 }, 60_000),
        "180 requests were sent to YNAB in the last hour, and it takes 200 at most. Nothing was sent; the next can be sent \
         in 1 minute."
    );
    assert_eq!(
        text(WaitReason::Budget { sent: 179, needed: 2 }, 60_001),
        "179 requests were sent to YNAB in the last hour, and it takes 200 at most. Nothing was sent; the 2 requests that \
         this needs can be sent in 2 minutes."
    );
    assert!(text(WaitReason::Paused, 0).ends_with("in 1 minute."));
    assert_eq!(
        text(WaitReason::NeverFits { needed: 400 }, 0),
        "This needs 400 requests to YNAB, more than the 180 that are sent in an hour. Nothing was sent; ask for less at a \
         time."
    );
}

#[test]
fn torn_and_foreign_lines_are_left_out_and_a_pause_among_them_is_kept() {
    let scene = Scene::new();
    let (sent, until) = (millis(0), millis(120));
    scene.write(format!(
        "sent {sent}\n\u{0}\u{1}garbage\npaused until {until}\nsent {}\nsent\nsent 1e9\nsent {sent}\nsent 1789",
        u64::MAX
    ));
    assert_eq!(scene.ledger.take(at(1)).unwrap_err().wait, seconds(119));
    assert_eq!(scene.ledger.remaining(at(120)), 178);
    scene.write([0xff; 1000]);
    assert_eq!(scene.ledger.remaining(at(120)), 180);
    take(&scene.ledger, 1, 120);
    assert_eq!(scene.other().remaining(at(120)), 179);
}

#[test]
fn a_foreign_file_of_any_size_costs_nothing_and_is_written_over() {
    let scene = Scene::new();
    scene.write(vec![b'x'; 5_000_000]);
    take(&scene.ledger, 3, 0);
    assert!(fs::metadata(scene.file()).unwrap().len() < 200);
    assert_eq!(scene.other().remaining(at(0)), 177);
}

#[test]
fn more_requests_than_the_budget_are_waited_for_like_any() {
    let scene = Scene::new();
    let lines: Vec<String> = (0..200).map(|second| format!("sent {}", millis(second))).collect();
    scene.write(lines.join("\n"));
    let refused = scene.ledger.take(at(200)).unwrap_err();
    assert_eq!(
        refused,
        Wait {
            reason: WaitReason::Budget { sent: 200, needed: 1 },
            wait: seconds(3620 - 200)
        }
    );
    assert_eq!(scene.ledger.remaining(at(200)), 0);
}

#[test]
fn a_clock_that_was_set_back_blocks_for_an_hour_at_most() {
    let scene = Scene::new();
    let day = 86_400;
    take(&scene.ledger, 180, day);
    scene.ledger.pause(Some("600"), at(day));
    let refused = scene.ledger.take(at(0)).unwrap_err();
    assert_eq!(
        refused,
        Wait {
            reason: WaitReason::Paused,
            wait: seconds(3600)
        }
    );
    assert_eq!(
        scene.ledger.take(at(100)).unwrap_err().wait,
        seconds(3500),
        "the hour began at the first look"
    );
    assert_eq!(scene.ledger.remaining(at(3600)), 180);
}

#[test]
fn clocks_of_two_processes_may_differ_by_a_moment() {
    let scene = Scene::new();
    let held = scene.ledger.reserve(5, at(3)).unwrap();
    take(&scene.other(), 1, 0);
    assert_eq!(scene.other().remaining(at(0)), 174);
    drop(held);
    assert_eq!(scene.other().remaining(at(0)), 179);
}

#[test]
fn tokens_do_not_share_a_ledger_and_none_is_written_down() {
    let scene = Scene::new();
    let state = scene.folder.path().join("avenir-mcp");
    let canary = "canary-0123456789";
    let ledger = Ledger::open(&state, canary);
    take(&ledger, 5, 0);
    assert_eq!(scene.ledger.remaining(at(0)), 180);
    assert!(!format!("{ledger:?}").contains(canary));
    for entry in fs::read_dir(&state).unwrap() {
        let path = entry.unwrap().path();
        assert!(!path.to_str().unwrap().contains(canary));
        assert!(!fs::read_to_string(&path).unwrap().contains(canary));
    }
}

#[test]
fn without_a_usable_file_this_process_counts_alone_and_hands_over_later() {
    let scene = Scene::new();
    let state = scene.folder.path().join("avenir-mcp");
    take(&scene.ledger, 10, 0);
    fs::rename(&state, scene.folder.path().join("away")).unwrap();
    fs::write(&state, "a file in the folder's place").unwrap();
    take(&scene.ledger, 20, 10);
    let held = scene.ledger.reserve(5, at(10)).unwrap();
    assert_eq!(scene.ledger.remaining(at(10)), 145);
    drop(held);
    assert_eq!(scene.ledger.remaining(at(10)), 150, "what was counted before is kept");
    fs::remove_file(&state).unwrap();
    fs::rename(scene.folder.path().join("away"), &state).unwrap();
    take(&scene.other(), 1, 20);
    assert_eq!(scene.ledger.remaining(at(20)), 149);
    assert_eq!(scene.other().remaining(at(20)), 149);
}

#[test]
fn a_lock_that_is_never_given_back_is_no_end_of_waiting() {
    let scene = Scene::new();
    take(&scene.ledger, 2, 0);
    // As by a process that was stopped in the middle of a line.
    let file = fs::File::open(scene.file()).unwrap();
    file.lock().unwrap();
    take(&scene.ledger, 1, 10);
    assert_eq!(fs::read_to_string(scene.file()).unwrap().matches("\nsent ").count(), 2);
    file.unlock().unwrap();
    take(&scene.ledger, 1, 20);
    assert_eq!(scene.ledger.remaining(at(20)), 176);
    assert_eq!(
        scene.other().remaining(at(20)),
        176,
        "what was counted alone is handed over"
    );
    // The person makes an end of it: what is in the file's place then counts, whoever holds the old one.
    file.lock().unwrap();
    fs::remove_file(scene.file()).unwrap();
    take(&scene.ledger, 1, 30);
    assert_eq!(fs::read_to_string(scene.file()).unwrap().matches("\nsent ").count(), 1);
}

/// Log lines, kept.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_unusable_file_is_warned_of_once() {
    let scene = Scene::new();
    fs::write(scene.folder.path().join("avenir-mcp"), "a file in the folder's place").unwrap();
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt().with_writer(move || writer.clone()).finish();
    tracing::subscriber::with_default(subscriber, || take(&scene.ledger, 3, 0));
    let text = String::from_utf8(log.0.lock().unwrap().clone()).unwrap();
    assert_eq!(text.lines().count(), 1, "{text}");
    assert!(text.contains("requests are counted in this process alone"), "{text}");
}

#[cfg(unix)]
#[test]
fn the_file_is_private() {
    use std::os::unix::fs::PermissionsExt;
    let scene = Scene::new();
    take(&scene.ledger, 1, 0);
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    assert_eq!(
        (mode(&scene.file()), mode(scene.file().parent().unwrap())),
        (0o600, 0o700)
    );
}

#[test]
fn the_file_in_place_is_the_one_that_counts_and_a_torn_end_is_mended() {
    let scene = Scene::new();
    take(&scene.ledger, 3, 0);
    fs::remove_file(scene.file()).unwrap();
    take(&scene.other(), 1, 0);
    take(&scene.ledger, 1, 0);
    assert_eq!(scene.ledger.remaining(at(0)), 178);
    let mut torn = fs::read_to_string(scene.file()).unwrap();
    torn.push_str("sent 17");
    scene.write(&torn);
    take(&scene.ledger, 2, 1);
    assert_eq!(scene.other().remaining(at(1)), 176);
    let lines = format!("sent {0}\nsent {0}\nsent {1}\nsent {1}\n", millis(0), millis(1));
    assert!(fs::read_to_string(scene.file()).unwrap().ends_with(&lines));
}

const FOLDER: &str = "AVENIR_TEST_LEDGER_FOLDER";

/// A child that does not outlive the test, however it ends.
struct Child(std::process::Child);

impl Drop for Child {
    fn drop(&mut self) {
        // One that has ended already cannot be ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Takes 40 requests, and sets two aside and gives them back each time.
fn take_and_give_back(ledger: &Ledger) {
    for _ in 0..40 {
        take(ledger, 1, 0);
        drop(ledger.reserve(2, at(0)).unwrap());
    }
}

#[test]
fn child_that_takes() {
    let Some(folder) = env::var_os(FOLDER) else { return };
    let folder = Path::new(&folder);
    fs::write(folder.join(format!("ready-{}", std::process::id())), "").unwrap();
    while !folder.join("go").exists() {
        std::thread::yield_now();
    }
    take_and_give_back(&Ledger::open(&folder.join("avenir-mcp"), "a token"));
}

#[test]
fn processes_and_threads_that_take_at_once_are_all_counted() {
    let scene = Scene::new();
    let folder = scene.folder.path();
    let child = || {
        let mut command = Command::new(env::current_exe().unwrap());
        command
            .args(["--exact", "io::state::tests::child_that_takes"])
            .stdout(Stdio::null());
        Child(command.env(FOLDER, folder).spawn().unwrap())
    };
    let mut children = [child(), child()];
    while fs::read_dir(folder).unwrap().count() < children.len() {
        assert!(children.iter_mut().all(|child| child.0.try_wait().unwrap().is_none()));
        std::thread::yield_now();
    }
    fs::write(folder.join("go"), "").unwrap();
    std::thread::scope(|scope| {
        for _ in 0..2 {
            let ledger = scene.other();
            scope.spawn(move || take_and_give_back(&ledger));
        }
    });
    assert!(children.iter_mut().all(|child| child.0.wait().unwrap().success()));
    assert_eq!(scene.ledger.remaining(at(0)), 20);
}
