//! Requests in which half a character was cut off.
//!
//! A program that cuts a text in the middle of an emoji may write the half as `\ud83d`, which is no character: the library that
//! reads requests cannot read such a line, and cannot answer it either, so that the client would wait. Each such half becomes
//! the character that stands for what cannot be shown, and the request is answered like any other.

use std::pin::Pin;
use std::task::{Context, Poll, ready};

use tokio::io::{AsyncRead, ReadBuf};

/// Bytes read at once.
const CHUNK: usize = 16 * 1024;

/// Half a character, as JSON writes what stands for it.
const REPLACEMENT: &[u8; 6] = b"\\ufffd";

/// What is read, whole lines at a time and with no half characters.
pub(super) struct Mended<Input> {
    input: Input,
    chunk: Box<[u8]>,
    /// Lines that are ready, and how much of them was given.
    lines: Vec<u8>,
    given: usize,
    /// The beginning of the next line.
    begun: Vec<u8>,
}

impl<Input> Mended<Input> {
    pub(super) fn new(input: Input) -> Self {
        Self {
            input,
            chunk: vec![0; CHUNK].into(),
            lines: Vec::new(),
            given: 0,
            begun: Vec::new(),
        }
    }

    /// Makes ready what was begun, up to this many bytes.
    fn make_ready(&mut self, bytes: usize) {
        let rest = self.begun.split_off(bytes);
        self.lines = std::mem::replace(&mut self.begun, rest);
        self.given = 0;
        mend(&mut self.lines);
    }
}

impl<Input: AsyncRead + Unpin> AsyncRead for Mended<Input> {
    fn poll_read(
        self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<std::io::Result<()>> {
        let this = self.get_mut();
        loop {
            let left = this.lines.get(this.given..).unwrap_or_default();
            if !left.is_empty() {
                let now = left.get(..buffer.remaining()).unwrap_or(left);
                buffer.put_slice(now);
                this.given += now.len();
                return Poll::Ready(Ok(()));
            }
            let mut chunk = ReadBuf::new(&mut this.chunk);
            ready!(Pin::new(&mut this.input).poll_read(context, &mut chunk))?;
            let read = chunk.filled();
            if read.is_empty() {
                if this.begun.is_empty() {
                    return Poll::Ready(Ok(()));
                }
                this.make_ready(this.begun.len());
                continue;
            }
            let end = read.iter().rposition(|byte| *byte == b'\n');
            let end = end.map(|end| this.begun.len() + end + 1);
            this.begun.extend_from_slice(read);
            if let Some(end) = end {
                this.make_ready(end);
            }
        }
    }
}

/// Replaces each half of a character that stands alone. The length stays.
fn mend(text: &mut [u8]) {
    let mut at = 0;
    while let Some(escape) = next_escape(text, at) {
        at = match (half(text, escape), half(text, escape + 6)) {
            (Some(Half::First), Some(Half::Second)) => escape + 12,
            (Some(_), _) => {
                if let Some(alone) = text.get_mut(escape..escape + 6) {
                    alone.copy_from_slice(REPLACEMENT);
                }
                escape + 6
            }
            // A backslash that is itself escaped begins nothing.
            (None, _) => escape + 2,
        };
    }
}

fn next_escape(text: &[u8], from: usize) -> Option<usize> {
    let rest = text.get(from..)?;
    rest.iter().position(|byte| *byte == b'\\').map(|at| from + at)
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Half {
    First,
    Second,
}

/// Which half of a character an escape is; none where it is no half.
fn half(text: &[u8], at: usize) -> Option<Half> {
    let digits = text.get(at..at + 6)?.strip_prefix(b"\\u")?;
    let code = u16::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    match code {
        0xd800..=0xdbff => Some(Half::First),
        0xdc00..=0xdfff => Some(Half::Second),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use proptest::prelude::*;
    use tokio::io::{AsyncReadExt as _, BufReader};

    use super::*;

    fn mended(text: &str) -> String {
        let mut bytes = text.as_bytes().to_vec();
        mend(&mut bytes);
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn half_a_character_becomes_the_one_for_what_cannot_be_shown() {
        assert_eq!(mended(r#"{"memo":"\ud800"}"#), r#"{"memo":"\ufffd"}"#);
        assert_eq!(mended(r#""\uDC00 \uD83D""#), r#""\ufffd \ufffd""#);
        assert_eq!(mended(r#""\ud83d\ud83d\ude00""#), r#""\ufffd\ud83d\ude00""#);
        for whole in [
            r#""\ud83d\ude00""#,
            r#""\\ud800""#,
            r#""\u00e9\n""#,
            r#""\ud80""#,
            "\\",
            "",
        ] {
            assert_eq!(mended(whole), whole);
        }
    }

    proptest! {
        #[test]
        fn whatever_halves_there_are_what_is_read_is_json(parts in prop::collection::vec(
            prop_oneof!["[ -!#-\\[\\]-~é]{0,5}", Just("\\ud83d".to_owned()), Just("\\uDE00".to_owned()), Just("\\\\".to_owned())],
            0..9,
        ), room in 1_usize..9) {
            let line = format!("\"{}\"", parts.concat());
            let input = format!("{line}\n{line}");
            let reading = async {
                let mut read = String::new();
                // Little by little, whatever the places at which it is cut.
                let source = BufReader::with_capacity(room, Cursor::new(input.clone()));
                Mended::new(source).read_to_string(&mut read).await.map(|_| read)
            };
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            let read = runtime.block_on(reading).unwrap();
            prop_assert_eq!(read.len(), input.len());
            for line in read.lines() {
                prop_assert!(serde_json::from_str::<String>(line).is_ok(), "{}", line);
            }
        }
    }
}
