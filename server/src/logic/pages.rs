//! Long lists a page at a time, by how many rows stand before. Lists whose rows come and go have [`super::paging`].

/// The rows of a page.
pub fn page<Row>(rows: &[Row], offset: Option<u32>, size: usize) -> &[Row] {
    let from = rows.len().min(offset.unwrap_or(0) as usize);
    let to = rows.len().min(from.saturating_add(size));
    rows.get(from..to).unwrap_or_default()
}

/// Where the next page begins, behind so many rows that were shown from an offset on; nothing on the last.
pub fn next_offset(offset: Option<u32>, shown: usize, total: usize) -> Option<usize> {
    let next = (offset.unwrap_or(0) as usize).saturating_add(shown);
    Some(next).filter(|next| shown > 0 && *next < total)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_follow_one_another() {
        let rows = [1, 2, 3, 4, 5];
        assert_eq!(page(&rows, None, 2), [1, 2]);
        assert_eq!(page(&rows, Some(4), 2), [5]);
        assert_eq!(page(&rows, Some(u32::MAX), usize::MAX), [0; 0]);
        assert_eq!(page::<i32>(&[], None, 5), [0; 0]);
    }

    #[test]
    fn a_page_that_is_cut_goes_on_where_it_was_cut() {
        assert_eq!(next_offset(None, 3, 5), Some(3));
        assert_eq!(next_offset(Some(3), 2, 5), None);
        assert_eq!(next_offset(Some(9), 0, 5), None);
    }
}
