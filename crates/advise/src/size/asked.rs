//! What is needed and what can be bought: both read from short texts, every mistake told at once.

use base::{Bytes, units};
use workload::{LatencyLimit, RaidLevel, Requirement};

/// What a storage has to carry.
#[derive(Clone, Debug, PartialEq)]
pub struct SizeNeed {
    /// For what: a role's name; empty where there is one need only.
    pub role: String,
    /// Operations per second at least.
    pub iops: Option<f64>,
    /// Throughput at least, in MiB/s.
    pub mibps: Option<f64>,
    /// Share of writes, 0 to 1.
    pub write: f64,
    /// Size of an operation; none: the smallest that was measured, and for throughput the one that moves most.
    pub block: Option<Bytes>,
    /// Latency at most.
    pub ceiling: Option<LatencyLimit>,
    /// What has to fit.
    pub usable: Option<Bytes>,
    /// Whether operations are commits, each of which is durable before the next one.
    pub commits: bool,
    /// Random (or sequential) places; none: random for operations, either for throughput.
    pub random: Option<bool>,
}

impl SizeNeed {
    /// A need of nothing.
    pub(super) fn blank() -> Self {
        Self {
            role: String::new(),
            iops: None,
            mibps: None,
            write: 0.0,
            block: None,
            ceiling: None,
            usable: None,
            commits: false,
            random: None,
        }
    }

    /// Whether it is throughput in blocks of any size.
    pub fn any_block(&self) -> bool {
        self.mibps.is_some() && self.block.is_none() && !self.commits
    }

    /// Whether its numbers are in MiB/s, and not in operations.
    pub fn in_mibps(&self) -> bool {
        self.mibps.is_some() && self.iops.is_none()
    }

    /// Reads `iops>=8000, write=0.3, p99<=10ms, block=8k, usable>=2TiB, order=random`; `write` is a share or a percentage.
    ///
    /// # Errors
    /// Every clause that is wrong.
    pub fn read(role: &str, text: &str) -> Result<Self, Vec<String>> {
        let mut need = Self { role: role.to_owned(), ..Self::blank() };
        let (mut rest, mut problems) = (Vec::new(), Vec::new());
        for clause in units::clauses(text) {
            let key = clause.split(['=', '>', '<']).next().unwrap_or_default().trim();
            let value = clause.rsplit('=').next().unwrap_or_default().trim();
            let taken = match key.to_ascii_lowercase().as_str() {
                "write" | "writes" => share(value).map(|write| need.write = write),
                "block" => size(value).map(|block| need.block = Some(block)),
                "usable" => capacity(value).map(|usable| need.usable = Some(usable)),
                "order" => order(value).map(|random| need.random = Some(random)),
                _ => {
                    rest.push(clause);
                    Ok(())
                }
            };
            problems.extend(taken.err().map(|why| format!("\"{clause}\": {why}")));
        }
        match Requirement::read(&rest.join(",")) {
            Ok(found) => {
                (need.iops, need.mibps) = (found.iops_min, found.mibps_min);
                // A commit is a write of its own.
                if let Some(commits) = found.commits_min {
                    (need.iops, need.write, need.commits) = (Some(commits), 1.0, true);
                }
                need.ceiling = found.ceiling;
            }
            Err(errors) => problems.extend(errors.iter().map(ToString::to_string)),
        }
        if need.iops.is_none() && need.mibps.is_none() && problems.is_empty() {
            problems.push(format!("\"{text}\": say how much, such as iops>=8000 or mibps>=400"));
        }
        if problems.is_empty() { Ok(need) } else { Err(problems) }
    }
}

fn order(text: &str) -> Result<bool, String> {
    match text {
        "random" => Ok(true),
        "sequential" => Ok(false),
        _ => Err("an order is random or sequential".to_owned()),
    }
}

fn share(text: &str) -> Result<f64, String> {
    let (number, scale) = match text.strip_suffix('%') {
        Some(percent) => (percent.trim(), 100.0),
        None => (text, 1.0),
    };
    let value = number.parse::<f64>().ok().map(|value| value / scale);
    value
        .filter(|value| (0.0..=1.0).contains(value))
        .ok_or_else(|| "a share of writes is 0 to 1, such as 0.3 or 30%".to_owned())
}

fn size(text: &str) -> Result<Bytes, String> {
    Bytes::with_unit(text).map_err(|error| error.to_string())
}

/// What a disk or a storage holds.
fn capacity(text: &str) -> Result<Bytes, String> {
    Bytes::capacity(text).map_err(|error| error.to_string())
}

/// A kind of disk that can be bought.
#[derive(Clone, Debug, PartialEq)]
pub struct DiskOffer {
    /// Its name.
    pub name: String,
    /// What one costs.
    pub price: Option<f64>,
    /// What one holds.
    pub size: Option<Bytes>,
    /// What one does at random by its data sheet or its turns; only for rules of thumb.
    pub iops: Option<f64>,
    /// How many there may be.
    pub most: u32,
}

/// What a layout is made of. A price is that of so many disks, and of no other number of them.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutOffer {
    /// Its name in the study.
    pub name: String,
    /// Where it is, when the name alone does not tell.
    pub at: Option<String>,
    /// How data lie.
    pub level: Option<RaidLevel>,
    /// Of how many disks.
    pub disks: Option<u32>,
    /// What all of it costs, where that is not the sum of its disks.
    pub price: Option<f64>,
}

/// The file that says what there is.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shop {
    /// The first one is what layouts are made of.
    pub disks: Vec<DiskOffer>,
    /// Layouts by name; a name may stand for several numbers of disks.
    pub made: Vec<LayoutOffer>,
}

/// What a layout costs.
#[derive(Clone, Debug, PartialEq)]
pub struct LayoutPrice {
    /// The price.
    pub price: f64,
    /// What it is made of; none: somebody told just this one.
    pub made_of: Option<String>,
}

/// Disks where the file names no limit.
const MOST: u32 = 24;

impl Shop {
    /// Reads lines such as `disk sas-10k price=210 size=600GB iops=140 most=24` (or `rpm=10000` for `iops`) and
    /// `layout raid10 disks=14 level=raid10 price=4200`; `#` begins a remark.
    ///
    /// # Errors
    /// Every line that is wrong.
    pub fn read(text: &str) -> Result<Self, Vec<String>> {
        let (mut shop, mut problems) = (Self::default(), Vec::new());
        for (line, number) in text.lines().zip(1..) {
            let line = line.split('#').next().unwrap_or_default();
            let mut words = line.split_whitespace();
            let (Some(kind), name) = (words.next(), words.next()) else { continue };
            let slip = |why: String| format!("line {number}: {why}");
            let Some(name) = name.filter(|name| !name.contains('=')) else {
                problems.push(slip(format!("{kind} needs a name")));
                continue;
            };
            let taken = match kind {
                "disk" => disk(name, words).map(|disk| shop.disks.push(disk)),
                "layout" => made(name, words).map(|made| shop.made.push(made)),
                other => Err(vec![format!("\"{other}\" is neither disk nor layout")]),
            };
            problems.extend(taken.err().unwrap_or_default().into_iter().map(slip));
        }
        for (number, made) in shop.made.iter().enumerate() {
            let same = |other: &LayoutOffer| {
                (&other.name, &other.at, other.disks) == (&made.name, &made.at, made.disks)
            };
            if shop.made[..number].iter().any(same) {
                let disks = made.disks.map_or(String::new(), |disks| format!(" of {disks} disks"));
                problems.push(format!("layout {}{disks} stands there twice", made.name));
            }
        }
        if problems.is_empty() { Ok(shop) } else { Err(problems) }
    }

    /// What so many disks cost as this layout, and what that is made of where nobody told it: the price of the nearest number of
    /// disks that has one, `known` among them, and the disks between; where none has one, the disks alone.
    pub fn price(&self, name: &str, disks: u32, known: Option<(u32, f64)>) -> Option<LayoutPrice> {
        let own = self.made.iter().filter(|made| made.name == name);
        let told = own.filter_map(|made| made.disks.zip(made.price)).chain(known);
        let nearest = told.min_by_key(|(count, _)| count.abs_diff(disks));
        let each = self.disks.first().and_then(|disk| disk.price);
        match nearest {
            Some((count, price)) if count == disks => Some(LayoutPrice { price, made_of: None }),
            Some((count, price)) => {
                let (more, word) =
                    (disks.abs_diff(count), if disks > count { "and" } else { "less" });
                let plural = if more == 1 { "" } else { "s" };
                let sum = price + (f64::from(disks) - f64::from(count)) * each?;
                let told = units::readable(price);
                let made_of = format!("{told} of {count} disks {word} {more} disk{plural}");
                (sum > 0.0).then_some(LayoutPrice { price: sum, made_of: Some(made_of) })
            }
            None => {
                let made_of = Some("the disks alone".to_owned());
                Some(LayoutPrice { price: f64::from(disks) * each?, made_of })
            }
        }
    }
}

fn disk<'a>(name: &str, words: impl Iterator<Item = &'a str>) -> Result<DiskOffer, Vec<String>> {
    let mut disk =
        DiskOffer { name: name.to_owned(), price: None, size: None, iops: None, most: MOST };
    each(words, |key, value| {
        match key {
            "price" => disk.price = Some(amount(value)?),
            "size" | "capacity" => disk.size = Some(capacity(value)?),
            "iops" => disk.iops = Some(amount(value)?),
            "rpm" => {
                let turns = amount(value)? as u32;
                disk.iops = Some(super::raid::budget_iops(turns).ok_or_else(|| {
                    format!("nothing is usual for {turns} turns a minute; write iops=N instead")
                })?);
            }
            "most" => disk.most = amount(value)? as u32,
            other => return Err(format!("\"{other}\" is none of price, size, iops, rpm, most")),
        }
        Ok(())
    })?;
    Ok(disk)
}

fn made<'a>(name: &str, words: impl Iterator<Item = &'a str>) -> Result<LayoutOffer, Vec<String>> {
    let level = super::raid::level_of(name);
    let mut made = LayoutOffer { name: name.to_owned(), at: None, level, disks: None, price: None };
    each(words, |key, value| {
        match key {
            "disks" => made.disks = Some(amount(value)? as u32),
            "price" => made.price = Some(amount(value)?),
            "at" if !value.is_empty() => made.at = Some(value.to_owned()),
            "level" => {
                let level = RaidLevel::ALL.into_iter().find(|level| level.name() == value);
                made.level = Some(level.ok_or_else(|| {
                    format!("\"{value}\" is none of single, raid0, raid1, raid10, raid5, raid6")
                })?);
            }
            other => return Err(format!("\"{other}\" is none of disks, level, price, at")),
        }
        Ok(())
    })?;
    Ok(made)
}

fn each<'a>(
    words: impl Iterator<Item = &'a str>,
    mut take: impl FnMut(&str, &str) -> Result<(), String>,
) -> Result<(), Vec<String>> {
    let mut problems = Vec::new();
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        problems.extend(take(key, value).err());
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

fn amount(text: &str) -> Result<f64, String> {
    let value = text.replace('_', "").parse::<f64>().ok();
    let sound = value.filter(|value| value.is_finite() && *value > 0.0 && *value < 1e15);
    sound.ok_or_else(|| format!("\"{text}\" is no number above 0"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_need_says_how_much_of_what() {
        let need = SizeNeed::read("data", "iops>=8000,write=0.3,p99<=10ms, block=8k").unwrap();
        assert_eq!((need.iops, need.write, need.block), (Some(8000.0), 0.3, Some(Bytes(8192))));
        assert_eq!(need.ceiling.unwrap().to_string(), "p99 <= 10 ms");
        assert_eq!(SizeNeed::read("", "mibps>=400, write=30%").unwrap().write, 0.3);
        let log = SizeNeed::read("", "commits>=500").unwrap();
        assert!(log.commits && log.write == 1.0 && !need.commits);
        let scan = SizeNeed::read("", "mibps>=400, order=sequential").unwrap();
        assert_eq!((scan.random, need.random), (Some(false), None));
    }

    #[test]
    fn every_mistake_is_told() {
        let told = SizeNeed::read("", "write=3, p99<=10, speed>=4, usable>=lots").unwrap_err();
        assert_eq!(told.len(), 4, "{told:?}");
        assert!(SizeNeed::read("", "write=0.3").is_err());
        assert!(SizeNeed::read("", "iops>=3, order=backwards").is_err());
        let twice = "layout a disks=4\nlayout a disks=8\nlayout a disks=4 price=3\n";
        let told = Shop::read(twice).unwrap_err();
        assert!(told.len() == 1 && told[0].contains("a of 4 disks"), "{told:?}");
        let told =
            Shop::read("disk\nshelf a\ndisk a price=x most=0\nlayout b level=raid7").unwrap_err();
        assert_eq!(told.len(), 5, "{told:?}");
    }

    #[test]
    fn a_capacity_goes_by_the_name_of_its_unit() {
        let shop = Shop::read("disk d size=1TB iops=200").unwrap();
        assert_eq!(shop.disks[0].size, Some(Bytes(1_000_000_000_000)));
        let usable = |text: &str| SizeNeed::read("", &format!("iops>=1,usable>={text}"));
        assert_eq!(usable("5TiB").unwrap().usable, Some(Bytes(5 << 40)));
        assert_eq!(usable("5TB").unwrap().usable, Some(Bytes(5_000_000_000_000)));
        assert!(usable("5T").is_err());
    }

    #[test]
    fn more_disks_never_cost_less_than_what_is_told_of_fewer() {
        let shop = Shop::read("disk d price=300\nlayout raid10 disks=8 price=4200").unwrap();
        let price = |disks: u32| shop.price("raid10", disks, None).unwrap();
        assert_eq!(price(8), LayoutPrice { price: 4200.0, made_of: None });
        let made_of = Some("4,200 of 8 disks and 2 disks".to_owned());
        assert_eq!(price(10), LayoutPrice { price: 4800.0, made_of });
        let fewer = price(7);
        assert_eq!(
            (fewer.price, &*fewer.made_of.unwrap()),
            (3900.0, "4,200 of 8 disks less 1 disk")
        );
        assert_eq!(shop.price("raid5", 4, None).unwrap().made_of.unwrap(), "the disks alone");
        assert_eq!(shop.price("raid5", 5, Some((4, 2000.0))).unwrap().price, 2300.0);
    }

    #[test]
    fn a_shop_is_read_line_by_line() {
        let text = "# what there is\ndisk sas price=210 size=600GB rpm=10000 most=14\nlayout md-raid10 disks=14\n";
        let shop = Shop::read(text).unwrap();
        assert_eq!((shop.disks[0].iops, shop.disks[0].most), (Some(125.0), 14));
        assert_eq!((shop.made[0].level, shop.made[0].disks), (Some(RaidLevel::Raid10), Some(14)));
    }
}
