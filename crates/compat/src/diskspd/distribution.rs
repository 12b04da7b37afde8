//! `-rd`: the share of the I/O on each part of the target; its grammar, and its effect on a real target.

use super::number;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Percent of the target.
    Percent,
    /// Bytes.
    Absolute,
}

/// A share of the I/O and the part of the target that gets it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Share {
    pub io_percent: f64,
    /// The start of the part, in percent or bytes.
    pub start: u64,
    /// The length of the part, in percent or bytes; 0 for the rest of the target (absolute only).
    pub length: u64,
}

/// Shares of the I/O on parts of the target, in order, without gaps.
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    pub kind: Kind,
    pub shares: Vec<Share>,
}

impl Distribution {
    pub(super) fn read(text: &str, block_bytes: u64) -> Result<Self, String> {
        let known = "write -rdpct<io>/<target>:... or -rdabs<io>/<size>:...";
        let (kind, list) = match (text.strip_prefix("pct"), text.strip_prefix("abs")) {
            (Some(list), _) => (Kind::Percent, list),
            (_, Some(list)) => (Kind::Absolute, list),
            _ => return Err(format!("a distribution is by percent or by size: {known}")),
        };
        let mut ranges = Vec::new();
        for range in list.split(':') {
            let (io, part) = range.split_once('/').ok_or_else(|| {
                format!("\"{range}\" has no part of the target after a slash: {known}")
            })?;
            let io = number::exact(io).ok_or_else(|| format!("\"{io}\" is not a percentage"))?;
            let part = match kind {
                Kind::Percent => number::exact(part)
                    .ok_or_else(|| format!("\"{part}\" is not a percentage of the target"))?,
                Kind::Absolute => number::size(part, block_bytes)?,
            };
            ranges.push((io, part));
        }
        Self::new(kind, &ranges, block_bytes)
    }

    /// Lays the parts out one after the other; the rest of the target gets the rest of the I/O.
    pub(super) fn new(kind: Kind, ranges: &[(u64, u64)], block_bytes: u64) -> Result<Self, String> {
        let mut shares = Vec::new();
        let (mut io_sum, mut start) = (0u64, 0u64);
        for &(io, length) in ranges {
            io_sum = io_sum.saturating_add(io);
            if io_sum > 100 {
                return Err("the shares of the I/O add up to more than 100 %".to_owned());
            }
            if length == 0 {
                return Err("a part of the target cannot be empty".to_owned());
            }
            if kind == Kind::Absolute && length < block_bytes {
                return Err("a part of the target is smaller than the block".to_owned());
            }
            shares.push(Share { io_percent: io as f64, start, length });
            start = start.checked_add(length).ok_or("the parts together are too long")?;
            if kind == Kind::Percent && start > 100 {
                return Err("the parts add up to more than 100 % of the target".to_owned());
            }
        }
        if io_sum < 100 {
            if kind == Kind::Percent && start == 100 {
                return Err(
                    "the parts cover the whole target, but have less than 100 % of the I/O"
                        .to_owned(),
                );
            }
            let length = if kind == Kind::Percent { 100 - start } else { 0 };
            shares.push(Share { io_percent: (100 - io_sum) as f64, start, length });
        }
        Ok(Self { kind, shares })
    }

    /// The parts in bytes for a target from base to end: cut to the target, aligned to the grid, their shares scaled
    /// to 100 %. Parts without I/O are left out.
    pub fn effective(&self, base_bytes: u64, end_bytes: u64, grid_bytes: u64) -> Vec<Share> {
        let size = end_bytes.saturating_sub(base_bytes);
        let grid = grid_bytes.max(1);
        let edge = |at: u64| match self.kind {
            Kind::Percent => (u128::from(size) * u128::from(at) / 100) as u64,
            Kind::Absolute => at.min(size),
        };
        let down = |at: u64| if at == size { at } else { at - at % grid };
        let mut parts = Vec::new();
        for share in self.shares.iter().filter(|share| share.io_percent > 0.0) {
            let start = down(edge(share.start));
            let end = match share.length {
                0 => size,
                length => down(edge(share.start.saturating_add(length))),
            };
            if end > start {
                let start = base_bytes + start;
                parts.push(Share { start, length: base_bytes + end - start, ..*share });
            }
        }
        let sum: f64 = parts.iter().map(|part| part.io_percent).sum();
        for part in &mut parts {
            part.io_percent *= 100.0 / sum;
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn effective(text: &str, size: u64, grid: u64) -> Vec<(u32, u64, u64)> {
        let read = Distribution::read(text, 4096).expect("it is right");
        let kib = |share: &Share| {
            let tenths = (share.io_percent * 10.0).round() as u32;
            (tenths, share.start >> 10, (share.start + share.length) >> 10)
        };
        read.effective(0, size, grid).iter().map(kib).collect()
    }

    #[test]
    fn the_parts_of_a_real_target_are_on_its_grid_and_take_all_of_the_io() {
        let parts = effective("pct10/10:10/10:0/10", 100 << 10, 4096);
        assert_eq!(parts, [(100, 0, 8), (100, 8, 20), (800, 28, 100)]);
        let parts = effective("pct10/10:10/10:0/10", 1 << 20, 4096);
        assert_eq!(parts, [(100, 0, 100), (100, 100, 204), (800, 304, 1024)]);
        let parts = effective("abs10/50k:20/10k:30/1G", 100 << 10, 2048);
        assert_eq!(parts, [(167, 0, 50), (333, 50, 60), (500, 60, 100)]);
        assert_eq!(effective("abs10/1G:10/1G:0/100G", 200 << 30, 4096).len(), 3);
    }
}
