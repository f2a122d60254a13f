//! What a bank's label says of the shop: the label without payment words, card numbers, dates and references.
//!
//! How banks of several countries write is a table of rules, `payees/rules.txt`, which says what its kinds of rules are.

mod rules;
mod shapes;
mod shops;

use unicode_normalization::UnicodeNormalization as _;

use self::rules::{Patterns, RULES, Rules, bare};
pub use self::shops::{Shop, Shops};
use crate::domain::by_id::Ids;
use crate::domain::text::visible_line_up_to;

/// The longest label that is looked at; YNAB's own limit for a payee is 500 characters.
const LONGEST: usize = 600;

/// The most words of a place between a number and the region it is in.
const PLACE_WORDS: usize = 3;

/// The most words of an ending.
const ENDING_WORDS: usize = 4;

/// The label in the form in which two labels of one shop are compared; empty when it names none.
pub fn normalised(label: &str) -> String {
    shop_of(label, &RULES)
}

fn shop_of(label: &str, rules: &Rules) -> String {
    let folded = folded(label);
    let spread = spread(&folded);
    let mut words: Vec<String> = spread
        .split(' ')
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect();
    cut(&mut words, rules);
    take_out(&mut words, &rules.noise, 0);
    without_services(&mut words, rules);
    let orders = without_orders(&mut words, rules);
    let began = without_beginnings(&mut words, rules);
    without_services(&mut words, rules);
    let numbers = take_out_numbers(&mut words, rules);
    let mut place = earlier(orders.and_then(|at| at.checked_sub(began)), numbers);
    let began = without_beginnings(&mut words, rules);
    place = place.and_then(|at| at.checked_sub(began));
    place = earlier(place, take_out_later(&mut words, rules));
    without_place(&mut words, place, rules);
    without_endings(&mut words, rules);
    trimmed(&words.join(" ")).to_owned()
}

/// The label in upper case without accents and what shows nothing, with single spaces.
pub(super) fn folded(label: &str) -> String {
    let plain = label.len() <= LONGEST && label.bytes().all(|byte| byte == b' ' || byte.is_ascii_graphic());
    if plain {
        let mut words = String::with_capacity(label.len());
        for word in label.split(' ').filter(|word| !word.is_empty()) {
            if !words.is_empty() {
                words.push(' ');
            }
            words.extend(word.bytes().map(|byte| char::from(byte.to_ascii_uppercase())));
        }
        return words;
    }
    let line = visible_line_up_to(label, LONGEST);
    let letters = line.nfkd().filter(|letter| !is_accent(*letter));
    let upper: String = letters
        .flat_map(char::to_uppercase)
        .nfc()
        .flat_map(without_stroke)
        .collect();
    upper.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Marks on Latin, Greek and Cyrillic letters. Those of other scripts make other letters.
fn is_accent(letter: char) -> bool {
    ('\u{300}'..='\u{36f}').contains(&letter)
}

/// Letters that have no accent to lose, as they are written without one.
fn without_stroke(letter: char) -> impl Iterator<Item = char> {
    let (first, second) = match letter {
        'Œ' => ('O', Some('E')),
        'Æ' => ('A', Some('E')),
        'Ø' => ('O', None),
        'Ł' => ('L', None),
        'Đ' | 'Ð' => ('D', None),
        'ẞ' => ('S', Some('S')),
        '’' | '‘' | '`' | '´' => ('\'', None),
        other => (other, None),
    };
    std::iter::once(first).chain(second)
}

/// A space behind every comma between words, and what is behind two slashes as a word of its own: `1234,PAS1`, `X//BERLIN`.
fn spread(text: &str) -> String {
    let mut spread = String::with_capacity(text.len() + 4);
    let mut before = None;
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        let next = rest.peek().copied();
        if letter == '/' && next == Some('/') && before != Some(':') {
            spread.push(' ');
        }
        spread.push(letter);
        let divides = letter == ',' && next.is_some_and(|next| next != ' ');
        let in_a_number =
            before.is_some_and(|before| before.is_ascii_digit()) && next.is_some_and(|next| next.is_ascii_digit());
        if divides && !in_a_number {
            spread.push(' ');
        }
        before = Some(letter);
    }
    spread
}

/// What follows a word of the bank's own goes, where something stands before it.
fn cut(words: &mut Vec<String>, rules: &Rules) {
    let is_cut = |at: &usize| {
        let rest = words.get(*at..).unwrap_or_default();
        let slashes = rest.first().is_some_and(|word| word.starts_with("//"));
        slashes || rules.cut.lengths(rest).next().is_some()
    };
    if let Some(at) = (1..words.len()).find(is_cut) {
        words.truncate(at);
    }
}

/// Takes what fits out, from a place on, the longest first; where the first of it stood.
fn take_out(words: &mut Vec<String>, patterns: &Patterns, from: usize) -> Option<usize> {
    let mut first = None;
    let mut at = from;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        match patterns.longest(rest) {
            Some(length) => {
                words.drain(at..at + length);
                first = first.or(Some(at));
            }
            None => at += 1,
        }
    }
    first
}

/// Numbers with and without a word before them. One with a word needs a shop before it: `STORE 12` may be one.
fn take_out_numbers(words: &mut Vec<String>, rules: &Rules) -> Option<usize> {
    if let Some(length) = rules.number.longest(words)
        && (length == 1 || words.first().is_some_and(|word| !word.starts_with(char::is_alphabetic)))
    {
        words.drain(..length);
        return earlier(Some(0), take_out_numbers(words, rules));
    }
    take_out(words, &rules.number, 1)
}

/// Short numbers behind the first word, but those that are a part of names.
fn take_out_later(words: &mut Vec<String>, rules: &Rules) -> Option<usize> {
    let mut first = None;
    let mut at = 1;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let kept = rest.first().is_some_and(|word| rules.keep.contains(bare(word)));
        match rules.later.longest(rest).filter(|_| !kept) {
            Some(length) => {
                words.drain(at..at + length);
                first = first.or(Some(at));
            }
            None => at += 1,
        }
    }
    first
}

fn earlier(one: Option<usize>, other: Option<usize>) -> Option<usize> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// Payment words at the beginning go, as long as something is left; how many that were.
fn without_beginnings(words: &mut Vec<String>, rules: &Rules) -> usize {
    let before = words.len();
    loop {
        let fitting = rules.begin.lengths(words);
        let Some(length) = fitting
            .filter(|length| says_something(words.get(*length..).unwrap_or_default()))
            .max()
        else {
            return before - words.len();
        };
        words.drain(..length);
    }
}

fn says_something(words: &[String]) -> bool {
    words.iter().any(|word| word.chars().any(char::is_alphanumeric))
}

/// A payment service in front of a star, when something follows it: `SQ *SHOP`, `SQ*SHOP`, `SQ* SHOP`.
fn without_services(words: &mut Vec<String>, rules: &Rules) {
    let mut start = 0;
    // Payment words may stand before the service.
    while let Some(length) = words.get(start..).and_then(|rest| rules.begin.longest(rest)) {
        start += length;
    }
    let Some(first) = words.get(start).cloned() else { return };
    let (service, shop) = match first.split_once('*') {
        Some((service, shop)) => (service, shop.to_owned()),
        None => match words.get(start + 1).and_then(|next| next.strip_prefix('*')) {
            Some(shop) => (first.as_str(), format!(" {shop}")),
            None => return,
        },
    };
    let taken = 1 + usize::from(shop.starts_with(' '));
    let shop = shop.trim_start_matches([' ', '*']);
    let rest = words.get(start + taken..).unwrap_or_default();
    let left = shop.chars().any(char::is_alphanumeric) || says_something(rest);
    if rules.star.contains(service) && left {
        let shop = Some(shop.to_owned()).filter(|shop| !shop.is_empty());
        words.splice(start..start + taken, shop);
    }
}

/// Numbers of orders behind a star, and the country before it; any other star divides words. Where the first number stood.
fn without_orders(words: &mut Vec<String>, rules: &Rules) -> Option<usize> {
    let mut first = None;
    let mut at = 0;
    while let Some(word) = words.get(at) {
        let Some((before, after)) = word.split_once('*') else {
            at += 1;
            continue;
        };
        let (before, after) = (before.to_owned(), after.replace('*', " ").trim().to_owned());
        let mut shop: Vec<_> = words.get(..at).unwrap_or_default().to_vec();
        shop.extend(Some(before.clone()).filter(|before| !before.is_empty()));
        let is_order = after.chars().any(|letter| letter.is_ascii_digit()) || sells(&shop, rules);
        let country = is_order && at > 0 && rules.region.contains(&before);
        let mut shop_ends = if country || before.is_empty() { at } else { at + 1 };
        words.splice(at..=at, Some(before).filter(|before| !before.is_empty() && !country));
        let last = shop
            .last()
            .filter(|last| shop.len() > 1 && rules.region.contains(*last));
        if last.is_some() && !country && sells(&shop, rules) {
            shop_ends -= 1;
            words.remove(shop_ends);
        }
        if is_order && shop_ends > 0 {
            first = first.or(Some(shop_ends));
        } else {
            let more: Vec<_> = after
                .split(' ')
                .filter(|word| !word.is_empty())
                .map(str::to_owned)
                .collect();
            words.splice(shop_ends..shop_ends, more);
        }
        at = shop_ends;
    }
    first
}

/// Whether the words end with a marketplace, be it with a country behind it.
fn sells(words: &[String], rules: &Rules) -> bool {
    let shop = match words.split_last() {
        Some((last, others)) if !others.is_empty() && rules.region.contains(last) => others,
        _ => words,
    };
    ends_with(shop, &rules.orders).is_some()
}

/// How many of the last words are one of some phrases, at most; none when none is.
fn ends_with(words: &[String], phrases: &Ids<String>) -> Option<usize> {
    let longest = words.len().min(ENDING_WORDS);
    (1..=longest).rev().find(|length| {
        let last = words.get(words.len() - length..).unwrap_or_default();
        match last {
            [word] => phrases.contains(bare(word)),
            several => phrases.contains(&several.join(" ")),
        }
    })
}

/// The place of a shop, as far as it is sure to be one: behind a number that went, and ending with its region.
fn without_place(words: &mut Vec<String>, place: Option<usize>, rules: &Rules) {
    let Some(place) = place.filter(|place| *place > 0 && *place < words.len()) else {
        return;
    };
    let short = words.len() - place <= PLACE_WORDS + 1;
    if short && words.last().is_some_and(|last| rules.region.contains(bare(last))) {
        words.truncate(place);
    }
}

fn without_endings(words: &mut Vec<String>, rules: &Rules) {
    while let Some(length) = ends_with(words, &rules.end).filter(|length| *length < words.len()) {
        words.truncate(words.len() - length);
    }
}

/// Without the signs that divided it from what went.
fn trimmed(text: &str) -> &str {
    let bare = text.trim_matches(|letter: char| letter == ' ' || "-–—,;:/.*#_|".contains(letter));
    if bare.chars().any(char::is_alphanumeric) {
        bare
    } else {
        text.trim_matches([' ', '*'])
    }
}

#[cfg(test)]
mod tests;
