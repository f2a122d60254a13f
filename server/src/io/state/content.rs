//! What a ledger's file says, line by line, so that whatever a crash or a stranger did to one line leaves the others.

/// The length of the window in which requests are counted, in milliseconds.
pub const WINDOW_MS: i64 = 3_600_000;

/// How far ahead of this clock a time may be that another process wrote down a moment ago, in milliseconds.
const SKEW_MS: i64 = 5_000;

const TITLE: &str = "Requests sent to YNAB, in milliseconds since 1970";
const PAUSED: &str = "paused until ";
const SENT: &str = "sent ";

/// What a ledger holds. Times are in milliseconds since 1970.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Content {
    /// When nothing is paused any more; 0 without a pause.
    pub paused_until: i64,
    /// When each request was sent, the oldest first.
    pub sent: Vec<i64>,
}

impl Content {
    /// Reads what can be read and leaves out the rest.
    pub fn read(bytes: &[u8]) -> Self {
        let mut content = Self::default();
        for line in bytes
            .split(|byte| *byte == b'\n')
            .filter_map(|line| std::str::from_utf8(line).ok())
        {
            if let Some(time) = time_after(PAUSED, line) {
                content.paused_until = content.paused_until.max(time);
            } else if let Some(time) = time_after(SENT, line) {
                content.sent.push(time);
            }
        }
        content.sent.sort_unstable();
        content
    }

    /// The text that [`read`](Self::read) takes back.
    pub fn write(&self) -> String {
        let mut text = format!("{TITLE}\n{PAUSED}{}\n", self.paused_until);
        text.push_str(&lines(&self.sent));
        text
    }

    /// The lines to add to the text of `before` for this content; none when more has changed than requests added behind.
    pub fn added_to(&self, before: &Self) -> Option<String> {
        let added = self.sent.strip_prefix(before.sent.as_slice())?;
        (self.paused_until == before.paused_until).then(|| lines(added))
    }

    /// Forgets what is over. A clock that was set back leaves times in its future, which would count for as long as it was
    /// set back; they are taken for now, and a pause for the longest one.
    pub fn settle(&mut self, now: i64) {
        self.sent.retain(|time| time.saturating_add(WINDOW_MS) > now);
        for time in self.sent.iter_mut().filter(|time| **time > now.saturating_add(SKEW_MS)) {
            *time = now;
        }
        self.sent.sort_unstable();
        self.paused_until = if self.paused_until > now {
            self.paused_until.min(now.saturating_add(WINDOW_MS))
        } else {
            0
        };
    }

    /// Milliseconds until the pause is over; 0 without one.
    pub fn pause_left(&self, now: i64) -> i64 {
        self.paused_until.saturating_sub(now).max(0)
    }

    /// Counts requests.
    pub fn add(&mut self, time: i64, count: usize) {
        let place = self.sent.partition_point(|earlier| *earlier <= time);
        self.sent.splice(place..place, std::iter::repeat_n(time, count));
    }

    /// Counts so many requests of this time no longer; fewer when there are fewer.
    pub fn remove(&mut self, time: i64, count: usize) {
        let first = self.sent.partition_point(|earlier| *earlier < time);
        let end = self.sent.partition_point(|earlier| *earlier <= time);
        self.sent.drain(first..end.min(first.saturating_add(count)));
    }

    /// Takes over what the other one knows beyond this one.
    pub fn merge(&mut self, other: &Self) {
        self.paused_until = self.paused_until.max(other.paused_until);
        let mut times = other.sent.clone();
        times.dedup();
        for time in times {
            let count = |content: &Self| content.sent.iter().filter(|sent| **sent == time).count();
            self.add(time, count(other).saturating_sub(count(self)));
        }
    }
}

fn lines(times: &[i64]) -> String {
    let mut text = String::new();
    for time in times {
        text.push_str(SENT);
        text.push_str(&time.to_string());
        text.push('\n');
    }
    text
}

fn time_after(prefix: &str, line: &str) -> Option<i64> {
    line.strip_prefix(prefix)?.parse().ok()
}
