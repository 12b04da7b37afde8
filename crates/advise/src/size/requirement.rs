//! The requirement and what can be bought: both read from short texts, with all mistakes reported at once.

use super::offer::IopsOffer;
use super::raid;
use base::Bytes;
use base::number;
use base::units::UnitError;
use serde::Serialize;
use workload::grid::order_of;
use workload::requirement::RequirementError;
use workload::{JobLoad, LatencyLimit, RaidLevel, Requirement, Stream};

#[derive(Clone, Debug, PartialEq)]
pub enum NeedError {
    Clause {
        clause: String,
        error: ValueError,
    },
    /// A clause that checks have, too.
    Requirement(RequirementError),
    NoRate(String),
}

/// What is wrong with the file of disks.
#[derive(Clone, Debug, PartialEq)]
pub enum ShopError {
    /// A line, counted from 1.
    Line {
        line: usize,
        error: LineError,
    },
    Twice {
        name: String,
        disks: Option<u32>,
    },
}

/// What is wrong with a line of the file of disks.
#[derive(Clone, Debug, PartialEq)]
pub enum LineError {
    NoName(String),
    /// It is neither a disk nor a layout.
    UnknownKind(String),
    UnknownKey(String, &'static [&'static str]),
    Value(ValueError),
}

#[derive(Clone, Debug, PartialEq)]
pub enum ValueError {
    /// It is neither random nor sequential.
    Order,
    Share,
    Size(UnitError),
    /// It is no number above 0.
    Number(String),
    /// There is no usual rate at this many rpm.
    Turns(u32),
    Level(String),
}

/// What a storage has to carry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SizeRequirement {
    /// The name of its role; empty if there is one requirement only.
    pub role: String,
    /// The least operations per second.
    pub iops: Option<f64>,
    /// The least throughput, in MiB/s.
    pub mibps: Option<f64>,
    /// Share of writes, 0 to 1.
    pub write: f64,
    /// The size of an operation; `None`: the smallest that was measured, and for throughput the one that moves most.
    pub block: Option<Bytes>,
    pub latency_limit: Option<LatencyLimit>,
    pub usable: Option<Bytes>,
    /// Whether operations are commits, each of which is durable before the next one.
    pub commits: bool,
    /// Whether places are random (else sequential); `None`: random for operations, either for throughput.
    pub random: Option<bool>,
}

impl SizeRequirement {
    /// The load of a whole job: its mean rate, mix and mean size at random places.
    pub fn of_job(name: &str, job: &JobLoad, latency_limit: LatencyLimit) -> Self {
        let rate = |stream: &Stream| stream.pace.rate_iops().unwrap_or_default();
        let bytes = |stream: &Stream| {
            let reads = stream.read_percent / 100.0;
            reads * stream.read_blocks.mean_bytes()
                + (1.0 - reads) * stream.write_blocks.mean_bytes()
        };
        let moved: f64 = job.streams.iter().map(|stream| rate(stream) * bytes(stream)).sum();
        Self {
            role: name.to_owned(),
            iops: Some(job.rate_iops()),
            write: 1.0 - job.read_percent() / 100.0,
            block: Some(Bytes((moved / job.rate_iops()).round() as u64)),
            latency_limit: Some(latency_limit),
            random: Some(true),
            ..Self::default()
        }
    }

    /// Whether it is throughput in blocks of any size.
    pub fn any_block(&self) -> bool {
        self.mibps.is_some() && self.block.is_none() && !self.commits
    }

    /// Whether its numbers are in MiB/s, not in operations.
    pub fn in_mibps(&self) -> bool {
        self.mibps.is_some() && self.iops.is_none()
    }

    /// Reads `iops>=8000, write=0.3, p99<=10ms, block=8k, usable>=2TiB, order=random`; `write` is a share or a percentage.
    ///
    /// # Errors
    /// Every clause that is wrong.
    pub fn read(role: &str, text: &str) -> Result<Self, Vec<NeedError>> {
        let mut requirement = Self { role: role.to_owned(), ..Self::default() };
        let (mut rest, mut problems) = (Vec::new(), Vec::new());
        for clause in number::clauses(text) {
            let key = clause.split(['=', '>', '<']).next().unwrap_or_default().trim();
            let value = clause.rsplit('=').next().unwrap_or_default().trim();
            let taken = match key.to_ascii_lowercase().as_str() {
                "write" | "writes" => share(value).map(|write| requirement.write = write),
                "block" => size(value).map(|block| requirement.block = Some(block)),
                "usable" => capacity(value).map(|usable| requirement.usable = Some(usable)),
                "order" => order_of(value)
                    .map(|random| requirement.random = Some(random))
                    .ok_or(ValueError::Order),
                _ => {
                    rest.push(clause);
                    Ok(())
                }
            };
            let wrong = |error| NeedError::Clause { clause: clause.to_owned(), error };
            problems.extend(taken.err().map(wrong));
        }
        match Requirement::read_of_size(&rest.join(",")) {
            Ok(found) => {
                (requirement.iops, requirement.mibps) = (found.iops_min, found.mibps_min);
                // A commit is a write of its own.
                if let Some(commits) = found.commits_min {
                    (requirement.iops, requirement.write, requirement.commits) =
                        (Some(commits), 1.0, true);
                }
                requirement.latency_limit = found.latency_limit;
            }
            Err(errors) => problems.extend(errors.into_iter().map(NeedError::Requirement)),
        }
        if requirement.iops.is_none() && requirement.mibps.is_none() && problems.is_empty() {
            problems.push(NeedError::NoRate(text.to_owned()));
        }
        if problems.is_empty() { Ok(requirement) } else { Err(problems) }
    }
}

fn share(text: &str) -> Result<f64, ValueError> {
    let (number, scale) = match text.strip_suffix('%') {
        Some(percent) => (percent.trim(), 100.0),
        None => (text, 1.0),
    };
    let value = number.parse::<f64>().ok().map(|value| value / scale);
    value.filter(|value| (0.0..=1.0).contains(value)).ok_or(ValueError::Share)
}

fn size(text: &str) -> Result<Bytes, ValueError> {
    Bytes::with_unit(text).map_err(ValueError::Size)
}

fn capacity(text: &str) -> Result<Bytes, ValueError> {
    Bytes::capacity(text).map_err(ValueError::Size)
}

/// A kind of disk that can be bought.
#[derive(Clone, Debug, PartialEq)]
pub struct DiskOffer {
    pub name: String,
    pub price: Option<f64>,
    /// The capacity of one.
    pub size: Option<Bytes>,
    /// The random rate of one by its data sheet or its speed; only for rules of thumb.
    pub iops: Option<f64>,
    /// The most that may be used.
    pub most: u32,
}

/// The construction of a layout. A price is for exactly this number of disks.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayoutOffer {
    /// Its name in the study.
    pub name: String,
    /// Where it is, if the name alone is ambiguous.
    pub at: Option<String>,
    pub level: Option<RaidLevel>,
    pub disks: Option<u32>,
    /// The price of all of it, if that is not the sum of its disks.
    pub price: Option<f64>,
    /// The usable capacity, if that is not the sum of its disks.
    pub usable: Option<Bytes>,
    /// The rates that its price pays for.
    pub iops: IopsOffer,
}

impl LayoutOffer {
    /// A layout of which only the name is known.
    pub(super) fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }
}

/// The file of what can be bought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shop {
    /// The kinds of disks; layouts are made of the first one.
    pub disks: Vec<DiskOffer>,
    /// Layouts by name; a name may stand for several numbers of disks.
    pub made: Vec<LayoutOffer>,
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct LayoutPrice {
    pub price: f64,
    /// Whether it is the price of the disks alone, as the file has none for this number of disks.
    pub disks_alone: bool,
}

impl From<ValueError> for LineError {
    fn from(error: ValueError) -> Self {
        Self::Value(error)
    }
}

/// The keys of a line of disks, besides `capacity`, which is another name for `size`.
const DISK_KEYS: &[&str] = &["price", "size", "iops", "rpm", "most"];
/// The keys of a line of a layout.
const LAYOUT_KEYS: &[&str] = &[
    "disks",
    "level",
    "price",
    "usable",
    "at",
    "included_iops",
    "price_per_1000_iops",
    "max_iops",
];

/// Disks where the file names no limit.
const MOST: u32 = 24;

impl Shop {
    /// Reads lines such as `disk sas-10k price=210 size=600GB iops=140 most=24` (or `rpm=10000` for `iops`) and
    /// `layout raid10 disks=14 level=raid10 price=4200`; `#` begins a remark.
    ///
    /// # Errors
    /// Every line that is wrong.
    pub fn read(text: &str) -> Result<Self, Vec<ShopError>> {
        let (mut shop, mut problems) = (Self::default(), Vec::new());
        for (line, number) in text.lines().zip(1..) {
            let line = line.split('#').next().unwrap_or_default();
            let mut words = line.split_whitespace();
            let (Some(kind), name) = (words.next(), words.next()) else { continue };
            let slip = |error: LineError| ShopError::Line { line: number, error };
            let Some(name) = name.filter(|name| !name.contains('=')) else {
                problems.push(slip(LineError::NoName(kind.to_owned())));
                continue;
            };
            let taken = match kind {
                "disk" => disk(name, words).map(|disk| shop.disks.push(disk)),
                "layout" => made(name, words).map(|made| shop.made.push(made)),
                other => Err(vec![LineError::UnknownKind(other.to_owned())]),
            };
            problems.extend(taken.err().unwrap_or_default().into_iter().map(slip));
        }
        for (number, made) in shop.made.iter().enumerate() {
            let same = |other: &LayoutOffer| {
                (&other.name, &other.at, other.disks) == (&made.name, &made.at, made.disks)
            };
            if shop.made[..number].iter().any(same) {
                let (name, disks) = (made.name.clone(), made.disks);
                problems.push(ShopError::Twice { name, disks });
            }
        }
        if problems.is_empty() { Ok(shop) } else { Err(problems) }
    }

    /// The price of this many disks as this layout; of the disks alone if the file has none for exactly this number.
    pub fn price(&self, name: &str, disks: u32) -> Option<LayoutPrice> {
        let is_asked = |made: &&LayoutOffer| made.name == name && made.disks == Some(disks);
        let exact = self.made.iter().filter(is_asked).find_map(|made| made.price);
        let alone = || Some(f64::from(disks) * self.disks.first()?.price?);
        let price = exact.or_else(alone)?;
        Some(LayoutPrice { price, disks_alone: exact.is_none() })
    }

    pub(super) fn usable(&self, level: RaidLevel, disks: u32) -> Option<Bytes> {
        let size = self.disks.first()?.size?;
        Some(Bytes((size.0 as f64 * raid::data_disks(level, disks)) as u64))
    }
}

fn disk<'a>(name: &str, words: impl Iterator<Item = &'a str>) -> Result<DiskOffer, Vec<LineError>> {
    let mut disk =
        DiskOffer { name: name.to_owned(), price: None, size: None, iops: None, most: MOST };
    each(words, |key, value| {
        match key {
            "price" => disk.price = Some(amount(value)?),
            "size" | "capacity" => disk.size = Some(capacity(value)?),
            "iops" => disk.iops = Some(amount(value)?),
            "rpm" => {
                let turns = amount(value)? as u32;
                disk.iops = Some(raid::budget_iops(turns).ok_or(ValueError::Turns(turns))?);
            }
            "most" => disk.most = amount(value)? as u32,
            other => return Err(LineError::UnknownKey(other.to_owned(), DISK_KEYS)),
        }
        Ok(())
    })?;
    Ok(disk)
}

fn made<'a>(
    name: &str,
    words: impl Iterator<Item = &'a str>,
) -> Result<LayoutOffer, Vec<LineError>> {
    let level = raid::level_of(name);
    let mut made = LayoutOffer { level, ..LayoutOffer::named(name) };
    each(words, |key, value| {
        match key {
            "disks" => made.disks = Some(amount(value)? as u32),
            "price" => made.price = Some(amount(value)?),
            "usable" => made.usable = Some(capacity(value)?),
            "included_iops" => made.iops.included = Some(amount(value)?),
            "price_per_1000_iops" => made.iops.price_per_1000 = Some(amount(value)?),
            "max_iops" => made.iops.most = Some(amount(value)?),
            "at" if !value.is_empty() => made.at = Some(value.to_owned()),
            "level" => {
                let level = value.parse();
                made.level = Some(level.map_err(|_| ValueError::Level(value.to_owned()))?);
            }
            other => return Err(LineError::UnknownKey(other.to_owned(), LAYOUT_KEYS)),
        }
        Ok(())
    })?;
    Ok(made)
}

fn each<'a>(
    words: impl Iterator<Item = &'a str>,
    mut take: impl FnMut(&str, &str) -> Result<(), LineError>,
) -> Result<(), Vec<LineError>> {
    let mut problems = Vec::new();
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        problems.extend(take(key, value).err());
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn amount(text: &str) -> Result<f64, ValueError> {
    let value = text.replace('_', "").parse::<f64>().ok();
    let sound = value.filter(|value| value.is_finite() && *value > 0.0 && *value < 1e15);
    sound.ok_or_else(|| ValueError::Number(text.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use workload::{BlockSizes, Pace};

    #[test]
    fn a_requirement_says_how_much_of_what() {
        let requirement =
            SizeRequirement::read("data", "iops>=8000,write=0.3,p99<=10ms, block=8k").unwrap();
        assert_eq!(
            (requirement.iops, requirement.write, requirement.block),
            (Some(8000.0), 0.3, Some(Bytes(8192)))
        );
        assert_eq!(requirement.latency_limit.unwrap().to_string(), "p99 <= 10 ms");
        assert_eq!(SizeRequirement::read("", "mibps>=400, write=30%").unwrap().write, 0.3);
        let log = SizeRequirement::read("", "commits>=500").unwrap();
        assert!(log.commits && log.write == 1.0 && !requirement.commits);
        let scan = SizeRequirement::read("", "mibps>=400, order=sequential").unwrap();
        assert_eq!((scan.random, requirement.random), (Some(false), None));
    }

    #[test]
    fn a_job_needs_its_rate_at_its_mean_size() {
        let stream = |name: &str, rate_iops, read_percent, kib| Stream {
            pace: Pace::Poisson { rate_iops },
            read_percent,
            read_blocks: BlockSizes::Fixed(Bytes::kib(kib)),
            write_blocks: BlockSizes::Fixed(Bytes::kib(kib)),
            ..Stream::new(name, "storage")
        };
        let job = JobLoad {
            streams: vec![stream("data", 300.0, 100.0, 8), stream("log", 100.0, 0.0, 16)],
            background: Vec::new(),
            file_depth: 0,
            curves: Vec::new(),
            peak_factor: 1.0,
        };
        let limit = "p99<=20ms".parse().unwrap();
        let requirement = SizeRequirement::of_job("prod", &job, limit);
        assert_eq!((requirement.iops, requirement.write), (Some(400.0), 0.25));
        assert_eq!(
            (requirement.block, requirement.latency_limit),
            (Some(Bytes::kib(10)), Some(limit))
        );
    }

    #[test]
    fn every_mistake_is_told() {
        let errors =
            SizeRequirement::read("", "write=3, p99<=10, speed>=4, usable>=lots").unwrap_err();
        assert_eq!(errors.len(), 4, "{errors:?}");
        assert!(SizeRequirement::read("", "write=0.3").is_err());
        let [NeedError::Requirement(odd)] = &SizeRequirement::read("", "blok=8k").unwrap_err()[..]
        else {
            panic!("one clause that no requirement has")
        };
        for known in ["block=", "write=", "usable>=", "order="] {
            assert!(odd.reason.contains(known) && !odd.reason.contains("load"), "{odd}");
        }
        assert!(SizeRequirement::read("", "iops>=3, order=backwards").is_err());
        let twice = "layout a disks=4\nlayout a disks=8\nlayout a disks=4 price=3\n";
        let errors = Shop::read(twice).unwrap_err();
        assert_eq!(errors, [ShopError::Twice { name: "a".to_owned(), disks: Some(4) }]);
        let errors =
            Shop::read("disk\nshelf a\ndisk a price=x most=0\nlayout b level=raid7").unwrap_err();
        assert_eq!(errors.len(), 5, "{errors:?}");
    }

    #[test]
    fn a_capacity_goes_by_the_name_of_its_unit() {
        let shop = Shop::read("disk d size=1TB iops=200").unwrap();
        assert_eq!(shop.disks[0].size, Some(Bytes(1_000_000_000_000)));
        let usable = |text: &str| SizeRequirement::read("", &format!("iops>=1,usable>={text}"));
        assert_eq!(usable("5TiB").unwrap().usable, Some(Bytes(5 << 40)));
        assert_eq!(usable("5TB").unwrap().usable, Some(Bytes(5_000_000_000_000)));
        assert!(usable("5T").is_err());
    }

    #[test]
    fn a_shop_is_read_line_by_line() {
        let text = "# what there is\ndisk sas price=210 size=600GB rpm=10000 most=14\nlayout md-raid10 disks=14\n";
        let shop = Shop::read(text).unwrap();
        assert_eq!((shop.disks[0].iops, shop.disks[0].most), (Some(125.0), 14));
        assert_eq!((shop.made[0].level, shop.made[0].disks), (Some(RaidLevel::Raid10), Some(14)));
    }
}
