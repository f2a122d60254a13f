//! The names of the arguments, and what to say when one is none of them.

/// Every argument, in the order the manual gives them.
const NAMES: [&str; 8] = [
    "write",
    "title",
    "with_writes",
    "costs",
    "subject",
    "unconfirmed",
    "destructive",
    "idempotent",
];

/// Two names further apart than this many letters are not taken for one another.
const LARGEST_SLIP: usize = 2;

/// What to say where no name stands at all.
pub fn expected() -> String {
    format!(
        "an argument starts with its name: write `title = \"…\"`; the names are {}",
        all()
    )
}

/// What to say about a name that is not ours.
pub fn unknown(name: &str) -> String {
    let suggestion = nearest(name)
        .map(|near| format!(" Did you mean `{near}`?"))
        .unwrap_or_default();
    format!("there is no argument `{name}`.{suggestion} The arguments are {}", all())
}

fn all() -> String {
    NAMES.map(|name| format!("`{name}`")).join(", ")
}

fn nearest(name: &str) -> Option<&'static str> {
    let (slips, nearest) = NAMES.iter().map(|known| (distance(name, known), *known)).min()?;
    (slips <= LARGEST_SLIP).then_some(nearest)
}

/// The number of letters to insert, remove or replace between two names (Levenshtein).
fn distance(left: &str, right: &str) -> usize {
    let mut row: Vec<usize> = (0..=right.chars().count()).collect();
    for (line, letter) in left.chars().enumerate() {
        let mut diagonal = line;
        let mut last = line + 1;
        let mut next = vec![last];
        for (other, above) in right.chars().zip(row.iter().skip(1)) {
            last = (diagonal + usize::from(letter != other)).min(above + 1).min(last + 1);
            diagonal = *above;
            next.push(last);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::{distance, nearest};

    #[test]
    fn distance_counts_letters() {
        assert_eq!(distance("title", "title"), 0);
        assert_eq!(distance("titel", "title"), 2);
        assert_eq!(distance("", "write"), 5);
        assert_eq!(distance("write", ""), 5);
        assert_eq!(distance("destructve", "destructive"), 1);
        assert_eq!(distance("kitten", "sitting"), 3);
    }

    #[test]
    fn a_slip_is_recognised_and_a_stranger_is_not() {
        assert_eq!(nearest("with_write"), Some("with_writes"));
        assert_eq!(nearest("idempotant"), Some("idempotent"));
        assert_eq!(nearest("description"), None);
        assert_eq!(nearest("name"), None);
    }
}
