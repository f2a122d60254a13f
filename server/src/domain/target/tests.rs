//! What the API can set of a target, when two targets are one, and how a target reads.

use super::*;

fn day(text: &str) -> NaiveDate {
    text.parse().unwrap()
}

/// In a category that is for no card.
fn request(now: Option<&Target>, wanted: Option<&Target>) -> Option<TargetRequest> {
    super::request(now, wanted, false)
}

fn request_of_card(now: Option<&Target>, wanted: Option<&Target>) -> Option<TargetRequest> {
    super::request(now, wanted, true)
}

fn amount(milliunits: i64) -> Milliunits {
    Milliunits::new(milliunits)
}

fn of_kind(kind: TargetKind) -> Target {
    Target {
        kind,
        amount: amount(150_000),
        whole_amount: None,
        cadence: None,
        every: None,
        day: None,
        date: None,
    }
}

fn monthly() -> Target {
    Target::repeating(amount(150_000), TargetFrequency::Monthly, Some(true))
}

fn weekly() -> Target {
    Target::repeating(amount(150_000), TargetFrequency::Weekly, Some(true))
}

fn yearly() -> Target {
    Target::repeating(amount(150_000), TargetFrequency::Yearly, Some(true))
}

fn dated() -> Target {
    Target::by_date(amount(150_000), day("2026-12-01"), Some(true))
}

/// One of each kind and rhythm, as YNAB tells them.
fn all_kinds() -> Vec<Target> {
    vec![
        monthly(),
        Target {
            day: Some(15),
            ..monthly()
        },
        Target {
            day: Some(3),
            ..weekly()
        },
        Target {
            date: Some(day("2026-12-31")),
            ..yearly()
        },
        dated(),
        Target {
            every: Some(2),
            ..monthly()
        },
        Target {
            cadence: Some(5),
            every: None,
            ..monthly()
        },
        Target::monthly(TargetKind::MonthlyFunding, amount(150_000)),
        of_kind(TargetKind::Balance),
        Target {
            date: Some(day("2026-12-01")),
            ..of_kind(TargetKind::BalanceByDate)
        },
        Target::monthly(TargetKind::Debt, amount(150_000)),
        Target {
            cadence: Some(7),
            day: Some(9),
            ..of_kind(TargetKind::Other("HABIT".to_owned()))
        },
    ]
}

#[expect(clippy::unnecessary_wraps, reason = "compared with what may be nothing")]
fn set(frequency: Option<TargetFrequency>, date: Option<&str>, whole_amount: Option<bool>) -> Option<TargetRequest> {
    Some(TargetRequest::Set {
        amount: amount(150_000),
        frequency,
        date: date.map(day),
        whole_amount,
    })
}

#[test]
fn a_target_is_taken_away_whatever_it_is() {
    assert_eq!(request(None, None), Some(TargetRequest::Remove));
    for target in all_kinds() {
        assert_eq!(request(Some(&target), None), Some(TargetRequest::Remove));
    }
}

#[test]
fn of_the_same_kind_and_rhythm_the_amount_alone_is_sent() {
    for wanted in all_kinds() {
        let now = Target {
            amount: amount(1),
            whole_amount: None,
            ..wanted.clone()
        };
        assert_eq!(request(Some(&now), Some(&wanted)), set(None, None, wanted.whole_amount));
    }
    // Whether all of it is set aside is a field of spending targets only.
    let funding = Target {
        whole_amount: Some(true),
        ..Target::monthly(TargetKind::MonthlyFunding, amount(150_000))
    };
    assert_eq!(request(Some(&funding), Some(&funding)), set(None, None, None));
}

#[test]
fn spending_targets_are_set_over_every_other_kind() {
    for now in all_kinds() {
        for (wanted, frequency, date) in [
            (monthly(), Some(TargetFrequency::Monthly), None),
            (weekly(), Some(TargetFrequency::Weekly), None),
            (yearly(), Some(TargetFrequency::Yearly), None),
            (dated(), None, Some("2026-12-01")),
        ] {
            let expected = if now.same_shape(&wanted) {
                set(None, None, Some(true))
            } else {
                set(frequency, date, Some(true))
            };
            assert_eq!(request(Some(&now), Some(&wanted)), expected, "{now:?} to {wanted:?}");
            assert_eq!(request(None, Some(&wanted)), set(frequency, date, Some(true)));
        }
    }
}

#[test]
fn what_ynab_chose_itself_can_be_set_again_and_what_a_person_chose_cannot() {
    let sunday = Target {
        day: Some(0),
        ..weekly()
    };
    assert_eq!(
        request(None, Some(&sunday)),
        set(Some(TargetFrequency::Weekly), None, Some(true))
    );
    let december = Target {
        date: Some(day("2026-12-31")),
        ..yearly()
    };
    assert_eq!(
        request(None, Some(&december)),
        set(Some(TargetFrequency::Yearly), None, Some(true))
    );
    for chosen in [
        Target {
            day: Some(15),
            ..monthly()
        },
        Target {
            day: Some(3),
            ..weekly()
        },
        Target {
            date: Some(day("2026-12-04")),
            ..weekly()
        },
        Target {
            every: Some(2),
            ..monthly()
        },
        Target {
            cadence: Some(5),
            every: None,
            ..monthly()
        },
        // Due by a date, and again after each period.
        Target {
            cadence: Some(13),
            every: Some(2),
            ..dated()
        },
    ] {
        assert_eq!(request(None, Some(&chosen)), None, "{chosen:?}");
        assert_eq!(
            request(Some(&of_kind(TargetKind::Balance)), Some(&chosen)),
            None,
            "{chosen:?}"
        );
    }
}

#[test]
fn a_day_that_stayed_from_a_rhythm_before_says_nothing_beside_a_date() {
    let since_weekly = Target {
        day: Some(0),
        ..dated()
    };
    for now in [None, Some(weekly()), Some(of_kind(TargetKind::Balance))] {
        assert_eq!(
            request(now.as_ref(), Some(&since_weekly)),
            set(None, Some("2026-12-01"), Some(true)),
            "{now:?}"
        );
    }
}

#[test]
fn other_kinds_come_from_an_amount_alone_where_nothing_was_and_from_nothing_else() {
    let funding = Target::monthly(TargetKind::MonthlyFunding, amount(150_000));
    let debt = Target::monthly(TargetKind::Debt, amount(150_000));
    // Monthly funding comes of nothing on a card, a debt payment on a loan, which YNAB does not mark.
    assert_eq!(request_of_card(None, Some(&funding)), set(None, None, None));
    assert_eq!(request(None, Some(&funding)), None);
    assert_eq!(request(None, Some(&debt)), set(None, None, None));
    for kind in [&funding, &debt] {
        assert_eq!(request_of_card(Some(&monthly()), Some(kind)), None);
        let on_a_day = Target {
            day: Some(4),
            ..kind.clone()
        };
        assert_eq!(request_of_card(None, Some(&on_a_day)), None);
    }
    for kind in [
        of_kind(TargetKind::Balance),
        of_kind(TargetKind::Other("HABIT".to_owned())),
    ] {
        for now in [None, Some(&monthly()), Some(&funding)] {
            assert_eq!(request(now, Some(&kind)), None, "{kind:?}");
        }
    }
}

#[test]
fn a_date_makes_a_balance_by_date_of_what_is_no_spending_target() {
    let by_date = Target {
        date: Some(day("2026-12-01")),
        ..of_kind(TargetKind::BalanceByDate)
    };
    let earlier = Target {
        date: Some(day("2026-11-01")),
        ..by_date.clone()
    };
    let funding = Target::monthly(TargetKind::MonthlyFunding, amount(1));
    assert_eq!(request(None, Some(&by_date)), None);
    assert_eq!(
        request_of_card(None, Some(&by_date)),
        set(None, Some("2026-12-01"), None)
    );
    for now in [Some(&earlier), Some(&funding), Some(&of_kind(TargetKind::Balance))] {
        assert_eq!(
            request(now, Some(&by_date)),
            set(None, Some("2026-12-01"), None),
            "{now:?}"
        );
    }
    let debt = Target::monthly(TargetKind::Debt, amount(1));
    for now in [monthly(), dated(), debt, of_kind(TargetKind::Other("HABIT".to_owned()))] {
        assert_eq!(request(Some(&now), Some(&by_date)), None, "{now:?}");
    }
    let on_a_day = Target {
        day: Some(4),
        ..by_date.clone()
    };
    assert_eq!(
        request_of_card(None, Some(&on_a_day)),
        set(None, Some("2026-12-01"), None)
    );
    let again_and_again = Target {
        cadence: Some(13),
        every: Some(1),
        ..by_date
    };
    assert_eq!(request(Some(&funding), Some(&again_and_again)), None);
}

#[test]
fn every_target_agrees_with_itself_and_with_no_other() {
    let all = all_kinds();
    for (place, one) in all.iter().enumerate() {
        for (other_place, other) in all.iter().enumerate() {
            // The day of a monthly target may be YNAB's own choice, so one that tells none agrees.
            let both_monthly = place < 2 && other_place < 2;
            assert_eq!(
                one.agrees(other),
                place == other_place || both_monthly,
                "{one:?} and {other:?}"
            );
        }
    }
}

#[test]
fn what_one_of_two_does_not_tell_counts_as_equal_and_what_both_tell_does_not() {
    let on = |number| Target {
        day: Some(number),
        ..monthly()
    };
    assert!(on(15).agrees(&monthly()) && monthly().agrees(&on(15)));
    assert!(!on(15).agrees(&on(16)));
    let whole = |whole_amount| Target {
        whole_amount,
        ..monthly()
    };
    assert!(whole(Some(false)).agrees(&whole(None)));
    assert!(!whole(Some(false)).agrees(&whole(Some(true))));
    let due = |date: &str| Target {
        date: Some(day(date)),
        ..yearly()
    };
    assert!(due("2026-12-31").agrees(&yearly()));
    assert!(!due("2026-12-31").agrees(&due("2026-11-30")));
    assert!(!dated().agrees(&Target {
        date: Some(day("2026-12-02")),
        ..dated()
    }));
    let by_date = |date: Option<&str>| Target {
        date: date.map(day),
        ..of_kind(TargetKind::BalanceByDate)
    };
    assert!(by_date(None).agrees(&by_date(Some("2026-12-01"))) && by_date(Some("2026-12-01")).agrees(&by_date(None)));
    assert!(!by_date(Some("2026-12-02")).agrees(&by_date(Some("2026-12-01"))));
    // A part of a cent is a difference.
    let finer = Target {
        amount: amount(150_001),
        ..monthly()
    };
    assert!(!finer.agrees(&monthly()));
    // No period at all and the period none are one.
    let none = Target {
        cadence: Some(0),
        ..of_kind(TargetKind::Balance)
    };
    assert!(none.agrees(&of_kind(TargetKind::Balance)));
    // Kinds that are monthly by nature need not say so.
    let silent = of_kind(TargetKind::Debt);
    assert!(silent.agrees(&Target::monthly(TargetKind::Debt, amount(150_000))));
}

#[test]
fn a_target_reads_as_what_it_asks_of_the_person() {
    let currency = Currency::neutral();
    let read = |target: Target| words(Some(&target), &currency);
    assert_eq!(words(None, &currency), "no target");
    let expected = [
        "150.00 each month",
        "150.00 each month",
        "150.00 each week",
        "150.00 each year",
        "150.00 by 2026-12-01",
        "150.00 (spending target)",
        "150.00 (spending target)",
        "150.00 (monthly funding)",
        "150.00 (target balance)",
        "150.00 (target balance by date, 2026-12-01)",
        "150.00 (debt payment)",
        "150.00 (HABIT)",
    ];
    assert_eq!(all_kinds().into_iter().map(read).collect::<Vec<_>>(), expected);
    let refilled = |target| Target {
        whole_amount: Some(false),
        ..target
    };
    assert_eq!(read(refilled(monthly())), "150.00 each month, refilled up to it");
    assert_eq!(read(refilled(dated())), "150.00 by 2026-12-01, refilled up to it");
    let finer = Target {
        amount: amount(50_001),
        ..monthly()
    };
    assert_eq!(read(finer), "50.001 each month");
    let hostile = of_kind(TargetKind::Other("A\nB".to_owned()));
    assert!(!read(hostile).contains('\n'));
}

#[test]
fn a_target_is_read_back_from_the_record_as_it_was_written() {
    for target in all_kinds() {
        let text = serde_json::to_string(&target).unwrap();
        assert_eq!(serde_json::from_str::<Target>(&text).unwrap(), target, "{text}");
    }
}
