use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use tokio::sync::Semaphore;
use tokio::task::{JoinHandle, yield_now};

use super::*;
use crate::clock::ManualClock;

const KEEP: Duration = Duration::from_secs(5);

/// A value whose requests wait until they are let go, and count up.
struct Table {
    hand: ManualClock,
    clock: Clock,
    tickets: Tickets,
    shared: Shared<u32>,
    asked: AtomicU32,
    gate: Semaphore,
}

impl Table {
    fn new() -> Arc<Self> {
        let hand = ManualClock::at("2026-10-05T12:00:00Z".parse().unwrap());
        Arc::new(Self {
            clock: hand.clock(),
            hand,
            tickets: Tickets::new(),
            shared: Shared::new(),
            asked: AtomicU32::new(0),
            gate: Semaphore::new(0),
        })
    }

    fn meter(&self, seconds: u64) -> Arc<Meter> {
        Meter::new(&self.clock, Duration::from_secs(seconds))
    }

    /// Reads; the nth request answers n, or fails when `fail` says so.
    async fn read(&self, meter: &Meter, since: Ticket, fail: Option<YnabError>) -> Result<u32, YnabError> {
        let reading = Reading {
            clock: &self.clock,
            tickets: &self.tickets,
            meter,
            since,
            keep: KEEP,
            note_age: Meter::served,
        };
        let ask = async |_: &Shared<u32>| {
            let number = self.asked.fetch_add(1, Ordering::SeqCst) + 1;
            self.gate.acquire().await.unwrap().forget();
            fail.map_or(Ok(number), Err)
        };
        self.shared.read(reading, ask).await
    }

    /// A reader of its own, already waiting for an answer or for its turn.
    async fn reader(self: &Arc<Self>, since: Ticket, fail: Option<YnabError>) -> JoinHandle<Result<u32, YnabError>> {
        let table = Arc::clone(self);
        let reader = tokio::spawn(async move {
            let meter = table.meter(45);
            table.read(&meter, since, fail).await
        });
        for _ in 0..5 {
            yield_now().await;
        }
        reader
    }

    fn asked(&self) -> u32 {
        self.asked.load(Ordering::SeqCst)
    }

    fn let_go(&self, answers: usize) {
        self.gate.add_permits(answers);
    }
}

fn refused() -> YnabError {
    YnabError::Refused {
        status: 418,
        detail: None,
    }
}

#[tokio::test]
async fn a_young_copy_serves_without_a_request_and_an_old_one_does_not() {
    let table = Table::new();
    table.let_go(9);
    let meter = table.meter(45);
    assert_eq!(table.read(&meter, Ticket::FIRST, None).await, Ok(1));
    table.hand.advance(Duration::from_millis(4_999));
    assert_eq!(table.read(&meter, Ticket::FIRST, None).await, Ok(1));
    assert_eq!(meter.oldest(), Some(Duration::from_millis(4_999)));
    table.hand.advance(Duration::from_millis(1));
    assert_eq!(table.read(&meter, Ticket::FIRST, None).await, Ok(2));
}

#[tokio::test]
async fn readers_at_once_share_one_request() {
    let table = Table::new();
    let mut readers = Vec::new();
    for _ in 0..5 {
        readers.push(table.reader(Ticket::FIRST, None).await);
    }
    table.let_go(9);
    for reader in readers {
        assert_eq!(reader.await.unwrap(), Ok(1));
    }
    assert_eq!(table.asked(), 1);
}

#[tokio::test]
async fn an_answer_that_took_longer_than_copies_are_kept_serves_those_who_waited_for_it() {
    let table = Table::new();
    let first = table.reader(Ticket::FIRST, None).await;
    let second = table.reader(Ticket::FIRST, None).await;
    table.hand.advance(Duration::from_secs(20));
    table.let_go(9);
    assert_eq!((first.await.unwrap(), second.await.unwrap()), (Ok(1), Ok(1)));
    assert_eq!(table.asked(), 1);
}

#[tokio::test]
async fn those_who_waited_for_a_request_that_failed_share_its_error() {
    let table = Table::new();
    let first = table.reader(Ticket::FIRST, Some(refused())).await;
    let second = table.reader(Ticket::FIRST, None).await;
    let third = table.reader(Ticket::FIRST, None).await;
    table.let_go(9);
    for reader in [first, second, third] {
        assert_eq!(reader.await.unwrap(), Err(refused()));
    }
    assert_eq!(table.asked(), 1);
    assert_eq!(
        table.reader(Ticket::FIRST, None).await.await.unwrap(),
        Ok(2),
        "who comes later asks again"
    );
}

#[tokio::test]
async fn a_failed_request_leaves_the_copy_to_build_on() {
    let table = Table::new();
    table.let_go(9);
    let meter = table.meter(45);
    assert_eq!(table.read(&meter, Ticket::FIRST, None).await, Ok(1));
    table.hand.advance(KEEP);
    assert_eq!(table.read(&meter, Ticket::FIRST, Some(refused())).await, Err(refused()));
    assert_eq!(table.shared.look(|value| *value), Some(1));
}

#[tokio::test]
async fn when_the_one_who_asks_is_cancelled_the_next_one_asks() {
    let table = Table::new();
    let first = table.reader(Ticket::FIRST, None).await;
    let second = table.reader(Ticket::FIRST, None).await;
    let third = table.reader(Ticket::FIRST, None).await;
    first.abort();
    assert!(first.await.unwrap_err().is_cancelled());
    table.let_go(9);
    assert_eq!((second.await.unwrap(), third.await.unwrap()), (Ok(2), Ok(2)));
    assert_eq!(table.asked(), 2);
}

#[tokio::test]
async fn one_whose_time_is_up_does_not_speak_for_the_others() {
    let table = Table::new();
    let first = table.reader(Ticket::FIRST, Some(YnabError::DeadlineExceeded)).await;
    let second = table.reader(Ticket::FIRST, None).await;
    table.let_go(9);
    assert_eq!(first.await.unwrap(), Err(YnabError::DeadlineExceeded));
    assert_eq!(second.await.unwrap(), Ok(2));
}

#[tokio::test]
async fn one_who_waits_waits_no_longer_than_its_own_time() {
    let table = Table::new();
    let first = table.reader(Ticket::FIRST, None).await;
    let meter = Meter::new(&table.clock, Duration::from_millis(1));
    assert_eq!(
        table.read(&meter, Ticket::FIRST, None).await,
        Err(YnabError::DeadlineExceeded)
    );
    table.let_go(1);
    assert_eq!(first.await.unwrap(), Ok(1));
}

#[tokio::test]
async fn a_second_look_takes_no_copy_and_no_answer_that_was_asked_for_before_it() {
    let table = Table::new();
    table.let_go(1);
    let meter = table.meter(45);
    assert_eq!(table.read(&meter, Ticket::FIRST, None).await, Ok(1));

    let before = table.reader(table.tickets.draw(), None).await;
    let look = table.tickets.draw();
    let again = table.reader(look, None).await;
    let with_it = table.reader(look, None).await;
    table.let_go(9);
    assert_eq!(before.await.unwrap(), Ok(2));
    assert_eq!((again.await.unwrap(), with_it.await.unwrap()), (Ok(3), Ok(3)));
    assert_eq!(
        table.read(&meter, look, None).await,
        Ok(3),
        "what it asked for itself serves again"
    );
}

#[tokio::test]
async fn what_was_asked_for_before_a_write_ended_is_not_fresh_after_it() {
    let table = Table::new();
    let during = table.reader(Ticket::FIRST, None).await;
    table.shared.mark_changed(&table.tickets);
    let after = table.reader(Ticket::FIRST, None).await;
    table.let_go(9);
    assert_eq!(during.await.unwrap(), Ok(1));
    assert_eq!(after.await.unwrap(), Ok(2));
    let meter = table.meter(45);
    assert_eq!(table.read(&meter, Ticket::FIRST, None).await, Ok(2));
    table.shared.mark_changed(&table.tickets);
    assert_eq!(
        table.read(&meter, Ticket::FIRST, None).await,
        Ok(3),
        "a young copy is stale after a write"
    );
}

#[tokio::test]
async fn what_was_asked_for_before_the_copy_was_forgotten_is_given_and_not_kept() {
    let table = Table::new();
    let early = table.reader(Ticket::FIRST, None).await;
    table.shared.forget(&table.tickets);
    table.let_go(1);
    assert_eq!(early.await.unwrap(), Ok(1));
    assert_eq!(table.shared.look(|copy| *copy), None);
    table.let_go(1);
    assert_eq!(table.read(&table.meter(60), Ticket::FIRST, None).await, Ok(2));
    assert_eq!(table.shared.look(|copy| *copy), Some(2));
    table.shared.forget(&table.tickets);
    assert_eq!(table.shared.look(|copy| *copy), None);
}
