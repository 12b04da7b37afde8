//! The digests of the data in a header, as fio stores them.
//!
//! Three of them are not what their names promise, and are reproduced as they are. `sha512` is the buffer of the hash
//! before its last block. `sha256` has its length in the wrong byte order; its first bytes are one byte of each word of
//! the hash, and the rest is that buffer. `crc32c` is stored without the final complement.

use crc::{Algorithm, CRC_7_MMC, CRC_16_ARC, CRC_64_REDIS, Crc};
use md5::Md5;
use sha1::Sha1;
use sha2::block_api::compress256;
use sha2::digest::Digest as _;
use sha3::{Sha3_224, Sha3_256, Sha3_384, Sha3_512};
use workload::emulation::Digest;

const CRC7: Crc<u8> = Crc::<u8>::new(&CRC_7_MMC);
const CRC16: Crc<u16> = Crc::<u16>::new(&CRC_16_ARC);
const CRC64: Crc<u64> = Crc::<u64>::new(&CRC_64_REDIS);
/// CRC parameters without reflection or complement.
const PLAIN_32: Algorithm<u32> = Algorithm {
    width: 32,
    poly: 0x04c1_1db7,
    init: 0,
    refin: false,
    refout: false,
    xorout: 0,
    check: 0x89a1_897f,
    residue: 0,
};
const CRC32: Crc<u32> = Crc::<u32>::new(&PLAIN_32);
/// The initial state of SHA-256 (FIPS 180-4, 5.3.3).
const SHA256_START: [u32; 8] = [
    0x6a09_e667,
    0xbb67_ae85,
    0x3c6e_f372,
    0xa54f_f53a,
    0x510e_527f,
    0x9b05_688c,
    0x1f83_d9ab,
    0x5be0_cd19,
];

/// Writes the digest of `data` into `out`, which must have the length of the digest.
pub(super) fn sum(digest: Digest, data: &[u8], out: &mut [u8]) {
    match digest {
        Digest::Meta | Digest::Pattern | Digest::PatternOnly => {}
        Digest::Crc7 => out.copy_from_slice(&[CRC7.checksum(data)]),
        Digest::Crc16 => out.copy_from_slice(&CRC16.checksum(data).to_le_bytes()),
        Digest::Crc32 => out.copy_from_slice(&CRC32.checksum(data).to_le_bytes()),
        Digest::Crc32c => out.copy_from_slice(&(!crc32c::crc32c(data)).to_le_bytes()),
        Digest::Crc64 => out.copy_from_slice(&CRC64.checksum(data).to_le_bytes()),
        Digest::Xxhash => {
            out.copy_from_slice(&xxhash_rust::xxh32::xxh32(data, 1).to_le_bytes());
        }
        Digest::Md5 => out.copy_from_slice(&Md5::digest(data)),
        Digest::Sha1 => {
            out.copy_from_slice(&Sha1::digest(data));
            // fio stores each word in little-endian order.
            out.chunks_exact_mut(4).for_each(<[u8]>::reverse);
        }
        Digest::Sha256 => sha256(data, out),
        Digest::Sha512 => sha512(data, out),
        Digest::Sha3(224) => out.copy_from_slice(&Sha3_224::digest(data)),
        Digest::Sha3(256) => out.copy_from_slice(&Sha3_256::digest(data)),
        Digest::Sha3(384) => out.copy_from_slice(&Sha3_384::digest(data)),
        Digest::Sha3(_) => out.copy_from_slice(&Sha3_512::digest(data)),
    }
}

fn sha256(data: &[u8], out: &mut [u8]) {
    let mut state = SHA256_START;
    let (blocks, rest) = data.as_chunks::<64>();
    compress256(&mut state, blocks);
    let mut last = [[0; 64]; 2];
    let flat = last.as_flattened_mut();
    flat[..rest.len()].copy_from_slice(rest);
    flat[rest.len()] = 0x80;
    let used = if rest.len() < 56 { 1 } else { 2 };
    let bits = (data.len() as u64) << 3;
    flat[used * 64 - 8..used * 64].copy_from_slice(&bits.to_le_bytes());
    compress256(&mut state, &last[..used]);
    out.copy_from_slice(&last[used - 1]);
    for (byte, word) in out.iter_mut().zip(state) {
        *byte = word as u8;
    }
}

/// The first block of the data, its start overwritten by the bytes after the last whole block.
fn sha512(data: &[u8], out: &mut [u8]) {
    let rest = data.len() % 128;
    if data.len() >= 128 {
        out.copy_from_slice(&data[..128]);
    }
    out[..rest].copy_from_slice(&data[data.len() - rest..]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hex(digest: Digest, data: &[u8]) -> String {
        let mut out = vec![0; digest.bytes()];
        sum(digest, data, &mut out);
        out.iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// Published check values, in the byte order in which they are stored.
    #[test]
    fn digests_are_those_of_their_catalogues() {
        let nine = b"123456789";
        assert_eq!(hex(Digest::Crc7, nine), "75");
        assert_eq!(hex(Digest::Crc16, nine), "3dbb");
        assert_eq!(hex(Digest::Crc32, nine), "7f89a189");
        assert_eq!(hex(Digest::Crc64, nine), "cad9b8c414d9c6e9");
        assert_eq!(hex(Digest::Crc32c, nine), format!("{:08x}", (!0xe306_9283_u32).swap_bytes()));
        assert_eq!(hex(Digest::Md5, b"abc"), "900150983cd24fb0d6963f7d28e17f72");
        assert_eq!(hex(Digest::Sha1, b"abc"), "363e99a96a81064771253eba6cc250789dd8d09c");
    }
}
