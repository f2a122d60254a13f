//! Bytes as lower-case hexadecimal text.

/// Two digits a byte.
pub fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits
        .filter_map(|digit| char::from_digit(u32::from(digit), 16))
        .collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_byte_is_two_digits() {
        assert_eq!(super::hex(&[0, 15, 16, 171, 255]), "000f10abff");
    }
}
