//! Block sizes: `bs`, `bsrange`, `bssplit`; the most detailed one that is given applies.

use super::super::value::{NotedValue, Units, ValueResult, directions};
use super::FioJob;
use base::Bytes;
use job::Diagnostics;
use workload::BlockSizes;

/// fio's block size when none is given.
const DEFAULT: BlockSizes = BlockSizes::Fixed(Bytes(4096));
const LARGEST: u64 = 64 << 20;
/// The most sizes of one direction in a `bssplit`.
const SPLITS: usize = 64;

pub(in super::super) fn blocks(job: &FioJob<'_>, sink: &mut Diagnostics) -> [BlockSizes; 3] {
    let mut all = [DEFAULT; 3];
    let found = [
        job.read("bs", sink, fixed),
        job.read("bsrange", sink, |units, text| each(text, |part| range(units, part))),
        job.read("bssplit", sink, split_lists),
    ];
    for sizes in found.into_iter().flatten() {
        for (slot, size) in all.iter_mut().zip(sizes) {
            *slot = size.unwrap_or_else(|| slot.clone());
        }
    }
    all
}

/// Checks that direct I/O moves whole sectors; fio would fail at each operation.
pub(in super::super) fn whole_sectors(
    job: &FioJob<'_>,
    all: &[BlockSizes],
    sink: &mut Diagnostics,
) {
    let odd = all.iter().flat_map(BlockSizes::named).find(|size| !size.0.is_multiple_of(512));
    let Some(size) = odd else { return };
    let given = ["bssplit", "bsrange", "bs"].into_iter().find(|name| job.given(name).is_some());
    let name = given.unwrap_or("bs");
    let text = format!("`{name}`: direct I/O moves multiples of 512 bytes, not {} bytes", size.0);
    sink.problem(job.place_of(name), text, "leave out direct=1, or use whole sectors");
}

type BlockSizesByDirection = [Option<BlockSizes>; 3];

fn each(
    text: &str,
    mut read: impl FnMut(&str) -> ValueResult<BlockSizes>,
) -> ValueResult<BlockSizesByDirection> {
    let mut all = [None, None, None];
    let mut notes = Vec::new();
    for (slot, part) in all.iter_mut().zip(directions(text)?) {
        let Some(part) = part else { continue };
        let one = read(part)?;
        *slot = Some(one.value);
        if let Some(note) = one.note.filter(|note| !notes.contains(note)) {
            notes.push(note);
        }
    }
    Ok(NotedValue { value: all, note: (!notes.is_empty()).then(|| notes.join("; ")) })
}

fn fixed(units: Units, text: &str) -> ValueResult<BlockSizesByDirection> {
    let colons = text.replace(':', ",");
    if units.literal {
        return each(&colons.replace('-', ","), |part| one(units, part));
    }
    if text.contains('-') {
        let mut read = each(text, |part| range(units, part))?;
        let what = "it is read as a range; fio itself takes the second size for writes (its ranges are `bsrange`)";
        let others = read.note.take().map(|note| format!("; {note}")).unwrap_or_default();
        read.note = Some(format!("{what}{others}"));
        return Ok(read);
    }
    each(&colons, |part| one(units, part))
}

fn one(units: Units, text: &str) -> ValueResult<BlockSizes> {
    let size = units.size(text)?;
    checked(size.value).map(|bytes| NotedValue { value: BlockSizes::Fixed(bytes), note: size.note })
}

fn checked(bytes: u64) -> Result<Bytes, String> {
    match bytes {
        0 => Err("is not a block size".to_owned()),
        n if n > LARGEST => Err("is larger than 64 MiB, the largest block here".to_owned()),
        n => Ok(Bytes(n)),
    }
}

fn range(units: Units, text: &str) -> ValueResult<BlockSizes> {
    let Some((low, high)) = text.split_once(['-', ':']) else { return one(units, text) };
    // fio ignores text after a size, such as shares that belong to `bssplit`.
    let before = |part: &str| part.split(['/', ':']).next().unwrap_or_default().to_owned();
    let (own_low, own_high) = (before(low), before(high));
    let cut = (own_low.len() + own_high.len() < low.len() + high.len())
        .then(|| format!("it goes from {own_low} to {own_high}; shares belong to `bssplit`"));
    let (low, high) = (units.size(&own_low)?, units.size(&own_high)?);
    let notes: Vec<String> = low.note.into_iter().chain(high.note).chain(cut).collect();
    let (small, large) = (low.value.min(high.value), low.value.max(high.value));
    let (small, large) = (checked(small)?, checked(large)?);
    // fio rounds every size down to a multiple of the smallest.
    let large = Bytes(large.0 / small.0 * small.0);
    let value = if small == large {
        BlockSizes::Fixed(small)
    } else {
        BlockSizes::Range { low: small, high: large, step: small }
    };
    Ok(NotedValue { value, note: (!notes.is_empty()).then(|| notes.join("; ")) })
}

fn split_lists(units: Units, text: &str) -> ValueResult<BlockSizesByDirection> {
    each(text, |part| split(units, part))
}

fn split(units: Units, text: &str) -> ValueResult<BlockSizes> {
    let mut list: Vec<(Bytes, Option<f64>)> = Vec::new();
    let mut notes = Vec::new();
    for entry in text.split(':').map(str::trim).filter(|e| !e.is_empty()) {
        let (size, share) = entry.split_once('/').unwrap_or((entry, ""));
        let size = units.size(size)?;
        notes.extend(size.note);
        let share = match share.trim() {
            "" => None,
            // fio treats a share of 0 as one that was left out.
            share => Some(units.percent(share)?.value).filter(|share| *share > 0.0),
        };
        list.push((checked(size.value)?, share));
    }
    if list.is_empty() || list.len() > SPLITS {
        return Err(format!("names {} sizes; 1 to {SPLITS} fit", list.len()));
    }
    let known: f64 = list.iter().filter_map(|(_, share)| *share).sum();
    let blanks = list.iter().filter(|(_, share)| share.is_none()).count();
    if known > 100.0 && blanks > 0 {
        return Err(format!("shares {known} % already, so nothing is left for the others"));
    }
    let rest = if blanks > 0 { (100.0 - known) / blanks as f64 } else { 0.0 };
    let mut shares: Vec<(Bytes, f64)> =
        list.into_iter().map(|(size, share)| (size, share.unwrap_or(rest))).collect();
    if blanks == 0 && known != 100.0 {
        shares.sort_by(|a, b| a.1.total_cmp(&b.1));
        cut_at_hundred(&mut shares);
        notes.push(format!(
            "shares sum to {known} %, not 100 %: the size with the largest share gets the rest, as with fio"
        ));
    }
    shares.retain(|(_, share)| *share > 0.0);
    let value = match shares.as_slice() {
        [] => return Err("leaves no size with a share".to_owned()),
        [(only, _)] => BlockSizes::Fixed(*only),
        _ => BlockSizes::Weighted(shares),
    };
    Ok(NotedValue { value, note: (!notes.is_empty()).then(|| notes.join("; ")) })
}

/// Cuts ascending shares that do not sum to 100 as fio does: those past 100 become 0, the last takes the rest.
fn cut_at_hundred(shares: &mut [(Bytes, f64)]) {
    let mut left = 100.0;
    let last = shares.len() - 1;
    for (at, (_, share)) in shares.iter_mut().enumerate() {
        *share = if at == last { left } else { share.min(left) };
        left -= *share;
    }
}

pub(in super::super) fn bounds(sizes: &BlockSizes) -> (Bytes, Bytes) {
    (sizes.smallest(), sizes.largest())
}

pub(in super::super) fn mean_bytes(sizes: &BlockSizes) -> f64 {
    sizes.mean_bytes().max(1.0)
}
