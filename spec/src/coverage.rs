//! stub
use std::fmt;
/// A gap.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gap(pub String);
impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
