//! Short one-way hashes, to see damage and to name files.

use sha2::{Digest, Sha256};

/// The first 16 hexadecimal digits of the SHA-256 of the parts in a row.
pub fn short_sha256(parts: &[&[u8]]) -> String {
    let hash = parts.iter().fold(Sha256::new(), Digest::chain_update).finalize();
    let first = hash.first_chunk().copied().unwrap_or_default();
    format!("{:016x}", u64::from_be_bytes(first))
}
