//! Identifiers that look like YNAB's and are the same on every run: derived from names, never drawn.

use uuid::{Builder, Uuid};

/// The identifier that belongs to these parts, in this order.
pub fn derived(parts: &[&str]) -> Uuid {
    let low = mixed(parts, 0x9e37_79b9_7f4a_7c15);
    let high = mixed(parts, 0xc2b2_ae3d_27d4_eb4f);
    let mut bytes = [0_u8; 16];
    for (place, byte) in bytes
        .iter_mut()
        .zip(high.to_be_bytes().into_iter().chain(low.to_be_bytes()))
    {
        *place = byte;
    }
    Builder::from_random_bytes(bytes).into_uuid()
}

/// A 64-bit FNV-1a of the parts (each closed by a byte no text holds), finished so that near names lie far apart.
fn mixed(parts: &[&str], seed: u64) -> u64 {
    let mut state = 0xcbf2_9ce4_8422_2325 ^ seed;
    for part in parts {
        for byte in part.bytes().chain([0xff]) {
            state = (state ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    scrambled(state)
}

/// One step of a fixed bijection on 64 bits; a counter run through it makes a repeatable stream of numbers.
pub fn scrambled(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// A repeatable stream of numbers for invented data.
#[derive(Debug, Clone)]
pub struct Stream(u64);

impl Stream {
    /// The stream that belongs to a name.
    pub fn new(name: &str) -> Self {
        Self(mixed(&[name], 1))
    }

    /// The next number below `limit`; 0 when the limit is 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        scrambled(self.0).checked_rem(limit).unwrap_or(0)
    }

    /// The next number between the two, ends included.
    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        let width = u64::try_from(high.saturating_sub(low)).unwrap_or(0).saturating_add(1);
        low.saturating_add(i64::try_from(self.below(width)).unwrap_or(0))
    }

    /// One of the choices; `None` of an empty list.
    pub fn choose<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        let at = self.below(choices.len() as u64);
        choices.get(usize::try_from(at).unwrap_or(0))
    }
}

#[cfg(test)]
mod tests {
    use super::{Stream, derived};

    #[test]
    fn the_same_parts_give_the_same_id_and_the_border_between_parts_counts() {
        assert_eq!(derived(&["plan", "demo"]), derived(&["plan", "demo"]));
        assert_ne!(derived(&["ab", "c"]), derived(&["a", "bc"]));
        assert_eq!(derived(&["plan", "demo"]).get_version_num(), 4);
    }

    #[test]
    fn a_stream_stays_within_its_bounds() {
        let mut stream = Stream::new("bounds");
        for _ in 0..1000 {
            let number = stream.between(-3, 3);
            assert!((-3..=3).contains(&number));
        }
        assert_eq!(stream.below(0), 0);
        assert_eq!(stream.choose::<i64>(&[]), None);
    }
}
