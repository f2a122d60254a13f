//! The doc comment of a tool: the description by which its reader, a model, chooses it.

use proc_macro2::Span;
use syn::{Attribute, Expr, ExprLit, Lit, Meta};

/// A doc comment as it was written.
pub struct Doc {
    /// Where it starts.
    pub place: Span,
    lines: Vec<String>,
}

impl Doc {
    /// The doc comment among a function's attributes, if there is one. Other uses of `doc`, such as `doc(hidden)`, are none.
    pub fn among(attributes: &[Attribute]) -> Option<Self> {
        let mut comments = attributes.iter().filter_map(comment).peekable();
        let place = comments.peek()?.0;
        let lines = comments.flat_map(|(_, text)| lines_of(&text)).collect();
        Some(Self { place, lines })
    }

    /// Whether the first paragraph says nothing: the comment is blank or begins with a blank line.
    pub fn starts_blank(&self) -> bool {
        self.lines.first().is_none_or(String::is_empty)
    }

    /// The text as a model reads it. Paragraphs stay apart; the lines of one are joined, so that where a comment wraps
    /// changes nothing; points of a list, rows of a table and lines of code keep a line each.
    pub fn text(&self) -> String {
        let mut text = String::new();
        let mut in_code = false;
        let mut breaks = 0;
        for line in &self.lines {
            if line.is_empty() {
                breaks = 2;
                continue;
            }
            let is_fence = line.starts_with("```");
            if in_code || is_fence || starts_a_line(line) {
                breaks = breaks.max(1);
            }
            match breaks {
                _ if text.is_empty() => {}
                0 => text.push(' '),
                breaks => text.extend(std::iter::repeat_n('\n', breaks)),
            }
            text.push_str(line);
            in_code ^= is_fence;
            breaks = usize::from(is_fence);
        }
        text
    }
}

/// The text of a `///` or `/** */` comment, with its place.
fn comment(attribute: &Attribute) -> Option<(Span, String)> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    let Expr::Lit(ExprLit {
        lit: Lit::Str(text), ..
    }) = &pair.value
    else {
        return None;
    };
    pair.path.is_ident("doc").then(|| (text.span(), text.value()))
}

/// The lines of a comment without its margin: the space after `///`, or the star down the side of `/** */`.
fn lines_of(text: &str) -> Vec<String> {
    let is_block = text.contains('\n');
    let text = if is_block { text.trim() } else { text };
    let line = |line: &str| {
        let starred = line.trim_start().strip_prefix('*').filter(|_| is_block);
        let inner = starred.unwrap_or(line);
        inner.strip_prefix(' ').unwrap_or(inner).trim_end().to_owned()
    };
    text.split('\n').map(line).collect()
}

/// Whether a line of a paragraph is a thing of its own: a point, a row, a heading, a quotation, or code by its indent.
fn starts_a_line(line: &str) -> bool {
    let numbered = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_point = numbered.len() < line.len() && numbered.starts_with(". ");
    is_point
        || ["- ", "* ", "+ ", "|", "#", ">", "    "]
            .iter()
            .any(|start| line.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::Doc;

    fn text(comment: &str) -> String {
        let function: syn::ItemFn = syn::parse_str(&format!("{comment}\nfn balances() {{}}")).expect("a function");
        Doc::among(&function.attrs).expect("a doc comment").text()
    }

    #[test]
    fn the_lines_of_a_paragraph_are_joined() {
        assert_eq!(text("/// Balances for\n/// a month."), "Balances for a month.");
        assert_eq!(
            text("///Without a margin,  two inside."),
            "Without a margin,  two inside."
        );
    }

    #[test]
    fn paragraphs_stay_apart_and_the_ends_are_trimmed() {
        assert_eq!(
            text("/// One.\n///\n///  \n/// Two,\n/// still two.   \n///\n"),
            "One.\n\nTwo, still two."
        );
    }

    #[test]
    fn points_and_rows_keep_their_lines() {
        let list = "/// Kinds:\n/// - cash, which\n///   is counted\n/// - card\n/// 1. first\n/// 2.5 is a number";
        assert_eq!(
            text(list),
            "Kinds:\n- cash, which   is counted\n- card\n1. first 2.5 is a number"
        );
    }

    #[test]
    fn code_keeps_its_lines() {
        let code = "/// Such as\n/// ```json\n/// {\n///\n///   \"a\": 1\n/// }\n/// ```\n/// and more";
        assert_eq!(text(code), "Such as\n```json\n{\n\n  \"a\": 1\n}\n```\nand more");
    }

    #[test]
    fn a_block_comment_loses_its_stars() {
        assert_eq!(text("/** One line. */"), "One line.");
        assert_eq!(
            text("/**\n * Balances for\n * a month.\n *\n * Two.\n */"),
            "Balances for a month.\n\nTwo."
        );
    }

    #[test]
    fn a_text_by_attribute_counts_and_other_uses_do_not() {
        assert_eq!(
            text("#[doc = \"Balances.\"]\n#[doc(hidden)]\n/// Two."),
            "Balances. Two."
        );
    }
}
