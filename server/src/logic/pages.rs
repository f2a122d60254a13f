//! Long lists, a page at a time.

/// The rows of a page, and where the next one begins; nothing on the last.
pub fn page<Row>(rows: &[Row], offset: Option<u32>, size: usize) -> (&[Row], Option<usize>) {
    let from = rows.len().min(offset.unwrap_or(0) as usize);
    let to = rows.len().min(from.saturating_add(size));
    (
        rows.get(from..to).unwrap_or_default(),
        Some(to).filter(|to| *to < rows.len()),
    )
}

#[cfg(test)]
mod tests {
    use super::page;

    #[test]
    fn pages_follow_one_another_and_the_last_says_so() {
        let rows = [1, 2, 3, 4, 5];
        assert_eq!(page(&rows, None, 2), ([1, 2].as_slice(), Some(2)));
        assert_eq!(page(&rows, Some(2), 2), ([3, 4].as_slice(), Some(4)));
        assert_eq!(page(&rows, Some(4), 2), ([5].as_slice(), None));
        assert_eq!(page(&rows, Some(5), 2), ([].as_slice(), None));
        assert_eq!(page(&rows, Some(u32::MAX), usize::MAX), ([].as_slice(), None));
        assert_eq!(page(&rows, None, 5), (rows.as_slice(), None));
        assert_eq!(page::<i32>(&[], None, 5), ([].as_slice(), None));
    }
}
