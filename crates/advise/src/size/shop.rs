//! The file of what can be bought: [`Shop::read`], with all mistakes reported at once; the I/Os per second that a price includes.

use super::raid;
use super::requirement::{ValueError, capacity, count, number};
use base::Bytes;
use serde::Serialize;
use workload::RaidLevel;

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
pub struct DiskOffer {
    pub name: String,
    pub price: Option<f64>,
    pub size: Option<Bytes>,
    /// The random rate of one by its data sheet or its speed; only for rules of thumb.
    pub iops: Option<f64>,
    /// How many of them may be used.
    pub disks_max: u32,
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

/// The file of what can be bought.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Shop {
    /// The kinds of disks; layouts are made of the first one.
    pub disks: Vec<DiskOffer>,
    /// Layouts by name; a name may stand for several numbers of disks.
    pub layouts: Vec<LayoutOffer>,
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

/// How many disks may be used where the file names no limit (ours).
const DISKS_MAX: u32 = 24;

impl Shop {
    /// Reads lines such as `disk sas-10k price=210 size=600GB iops=140 most=24` (or `rpm=10000` for `iops`) and
    /// `layout raid10 disks=14 level=raid10 price=4200`; `#` begins a remark.
    pub fn read(text: &str) -> Result<Self, Vec<ShopError>> {
        let (mut shop, mut problems) = (Self::default(), Vec::new());
        for (line, number) in text.lines().zip(1..) {
            let line = line.split('#').next().unwrap_or_default();
            if let Err(errors) = shop.read_line(line) {
                let in_line = |error| ShopError::Line { line: number, error };
                problems.extend(errors.into_iter().map(in_line));
            }
        }
        for (index, layout) in shop.layouts.iter().enumerate() {
            let is_same = |other: &LayoutOffer| {
                (&other.name, &other.at, other.disks) == (&layout.name, &layout.at, layout.disks)
            };
            if shop.layouts[..index].iter().any(is_same) {
                let (name, disks) = (layout.name.clone(), layout.disks);
                problems.push(ShopError::Twice { name, disks });
            }
        }
        if problems.is_empty() { Ok(shop) } else { Err(problems) }
    }

    fn read_line(&mut self, line: &str) -> Result<(), Vec<LineError>> {
        let mut words = line.split_whitespace();
        let Some(kind) = words.next() else { return Ok(()) };
        let name = words.next().filter(|name| !name.contains('='));
        let name = name.ok_or_else(|| vec![LineError::NoName(kind.to_owned())])?;
        match kind {
            "disk" => self.disks.push(DiskOffer::read(name, words)?),
            "layout" => self.layouts.push(LayoutOffer::read(name, words)?),
            other => return Err(vec![LineError::UnknownKind(other.to_owned())]),
        }
        Ok(())
    }

    /// The price of this many disks as this layout; of the disks alone if the file has none for exactly this number.
    pub fn price(&self, name: &str, disks: u32) -> Option<LayoutPrice> {
        let mut same =
            self.layouts.iter().filter(|own| own.name == name && own.disks == Some(disks));
        let exact = same.find_map(|layout| layout.price);
        let alone = || Some(f64::from(disks) * self.disks.first()?.price?);
        let price = exact.or_else(alone)?;
        Some(LayoutPrice { price, disks_alone: exact.is_none() })
    }

    pub(super) fn usable(&self, level: RaidLevel, disks: u32) -> Option<Bytes> {
        let size = self.disks.first()?.size?;
        Some(Bytes((size.0 as f64 * raid::data_disks(level, disks)) as u64))
    }
}

impl DiskOffer {
    fn read<'a>(name: &str, words: impl Iterator<Item = &'a str>) -> Result<Self, Vec<LineError>> {
        let mut disk = Self {
            name: name.to_owned(),
            price: None,
            size: None,
            iops: None,
            disks_max: DISKS_MAX,
        };
        read_pairs(words, |key, value| {
            match key {
                "price" => disk.price = Some(number(value)?),
                "size" | "capacity" => disk.size = Some(capacity(value)?),
                "iops" => disk.iops = Some(number(value)?),
                "rpm" => {
                    let turns = count(value)?;
                    disk.iops = Some(raid::budget_iops(turns).ok_or(ValueError::Turns(turns))?);
                }
                "most" => disk.disks_max = count(value)?,
                other => return Err(LineError::UnknownKey(other.to_owned(), DISK_KEYS)),
            }
            Ok(())
        })?;
        Ok(disk)
    }
}

impl LayoutOffer {
    /// A layout of which only the name is known.
    pub(super) fn named(name: &str) -> Self {
        Self { name: name.to_owned(), ..Self::default() }
    }

    fn read<'a>(name: &str, words: impl Iterator<Item = &'a str>) -> Result<Self, Vec<LineError>> {
        let mut layout = Self { level: raid::level_of(name), ..Self::named(name) };
        read_pairs(words, |key, value| {
            match key {
                "disks" => layout.disks = Some(count(value)?),
                "price" => layout.price = Some(number(value)?),
                "usable" => layout.usable = Some(capacity(value)?),
                "included_iops" => layout.iops.included = Some(number(value)?),
                "price_per_1000_iops" => layout.iops.price_per_1000 = Some(number(value)?),
                "max_iops" => layout.iops.most = Some(number(value)?),
                "at" if !value.is_empty() => layout.at = Some(value.to_owned()),
                "level" => {
                    let level = value.parse();
                    layout.level = Some(level.map_err(|_| ValueError::Level(value.to_owned()))?);
                }
                other => return Err(LineError::UnknownKey(other.to_owned(), LAYOUT_KEYS)),
            }
            Ok(())
        })?;
        Ok(layout)
    }
}

/// Gives `set` each `key=value`, and collects what it refuses.
fn read_pairs<'a>(
    words: impl Iterator<Item = &'a str>,
    mut set: impl FnMut(&str, &str) -> Result<(), LineError>,
) -> Result<(), Vec<LineError>> {
    let mut problems = Vec::new();
    for word in words {
        let (key, value) = word.split_once('=').unwrap_or((word, ""));
        problems.extend(set(key, value).err());
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// The rates that a provider sells. By default any rate is included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IopsOffer {
    pub included: Option<f64>,
    /// The price of 1,000 further I/Os per second; `None`: none are sold.
    pub price_per_1000: Option<f64>,
    /// The highest rate that is sold.
    pub most: Option<f64>,
}

impl IopsOffer {
    /// The highest rate that money buys.
    pub fn limit(&self) -> Option<f64> {
        match self.price_per_1000 {
            Some(_) => self.most,
            None => self.included.or(self.most),
        }
    }

    /// The price of the rate beyond the included one, up to the limit.
    pub fn further_price(&self, rate_iops: f64) -> f64 {
        let Some(price) = self.price_per_1000 else { return 0.0 };
        let sold = rate_iops.ceil().min(self.limit().unwrap_or(f64::INFINITY));
        (sold - self.included.unwrap_or(0.0)).max(0.0) / 1e3 * price
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shop_is_read_line_by_line() {
        let text = "# what there is\ndisk sas price=210 size=1TB rpm=10000 most=14\nlayout md-raid10 disks=14\n";
        let shop = Shop::read(text).unwrap();
        assert_eq!((shop.disks[0].iops, shop.disks[0].disks_max), (Some(125.0), 14));
        assert_eq!(shop.disks[0].size, Some(Bytes(1_000_000_000_000)));
        let layout = &shop.layouts[0];
        assert_eq!((layout.level, layout.disks), (Some(RaidLevel::Raid10), Some(14)));
    }

    #[test]
    fn every_mistake_is_told() {
        let twice = "layout a disks=4\nlayout a disks=8\nlayout a disks=4 price=3\n";
        let errors = Shop::read(twice).unwrap_err();
        assert_eq!(errors, [ShopError::Twice { name: "a".to_owned(), disks: Some(4) }]);
        let errors =
            Shop::read("disk\nshelf a\ndisk a price=x most=0\nlayout b level=raid7").unwrap_err();
        assert_eq!(errors.len(), 5, "{errors:?}");
    }

    #[test]
    fn part_of_a_disk_is_refused() {
        for (line, text) in [
            ("layout a disks=2.7", "2.7"),
            ("layout a disks=4294967296", "4294967296"),
            ("disk a most=0.5", "0.5"),
            ("disk a rpm=10000.5", "10000.5"),
        ] {
            let error = LineError::Value(ValueError::Count(text.to_owned()));
            assert_eq!(Shop::read(line), Err(vec![ShopError::Line { line: 1, error }]));
        }
        assert_eq!(Shop::read("layout a disks=14.0").unwrap().layouts[0].disks, Some(14));
    }

    const STEPS: IopsOffer =
        IopsOffer { included: Some(3_000.0), price_per_1000: Some(6.5), most: Some(16_000.0) };

    #[test]
    fn each_io_beyond_the_included_ones_is_paid_for_up_to_the_last_that_is_sold() {
        let rates =
            [(0.0, 0.0), (3_000.0, 0.0), (3_000.2, 0.0065), (5_000.0, 13.0), (20_000.0, 84.5)];
        for (rate_iops, price) in rates {
            assert!((STEPS.further_price(rate_iops) - price).abs() < 1e-9, "{rate_iops}");
        }
        assert_eq!(STEPS.limit(), Some(16_000.0));
    }

    #[test]
    fn an_offer_without_further_ios_costs_the_same_at_any_rate() {
        let fixed = IopsOffer { price_per_1000: None, most: None, ..STEPS };
        assert_eq!((fixed.limit(), fixed.further_price(5_000.0)), (Some(3_000.0), 0.0));
        assert_eq!(IopsOffer::default().limit(), None);
    }
}
