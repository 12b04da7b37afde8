//! Storages with their prices: takes the text of a TOML file, gives them, or all problems in it.

use crate::section;
use crate::value::{self, TomlValue, ValueProblem};
use crate::{Diagnostics, Problem};
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};
use workload::StorageOffer;

/// The keys of the file, and those of a storage.
const KEYS: &[&str] = &["unit", "storage"];
const STORAGE_KEYS: &[&str] =
    &["name", "target", "host", "price", "included_iops", "price_per_1000_iops", "max_iops"];
/// Higher than any price, in any currency.
const PRICE_MAX: f64 = 1e12;
/// More than any storage achieves.
const IOPS_MAX: u64 = 1_000_000_000;

/// The prices of storages.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceList {
    /// The unit of a price, such as `EUR a month`.
    pub unit: String,
    /// The storages.
    pub storage: Vec<PricedStorage>,
}

/// A storage that can be bought or rented.
#[derive(Clone, Debug, PartialEq)]
pub struct PricedStorage {
    /// Its name for people.
    pub name: String,
    /// Its target, as the list of runs shows it.
    pub target: String,
    /// The host that measured it; `None` for any.
    pub host: Option<String>,
    /// Its price, and what the price includes.
    pub offer: StorageOffer,
}

impl PriceList {
    /// Reads a list of prices.
    ///
    /// # Errors
    /// All problems, each with its place: text that is not TOML, missing or unknown keys, invalid prices, and keys
    /// that contradict each other.
    pub fn read(text: &str) -> Result<Self, Vec<Problem>> {
        let (document, mut syntax) = section::parse(text);
        for problem in &mut syntax {
            "prices are written in TOML; see https://toml.io".clone_into(&mut problem.help);
        }
        let mut sink = Diagnostics::default();
        let root = document.get_ref();
        let file = PriceTable::open("the file", 0..0, root, KEYS, &mut sink);
        let unit = file.required("unit", "\"EUR a month\"", &mut sink, value::line);
        let storage = storages(root, &mut sink);
        let (_, problems) = sink.close(text, syntax);
        match unit.filter(|_| problems.is_empty()) {
            Some(unit) => Ok(Self { unit, storage }),
            None => Err(problems),
        }
    }
}

/// Every valid `[[storage]]`.
fn storages(root: &DeTable<'_>, sink: &mut Diagnostics) -> Vec<PricedStorage> {
    let help = "add [[storage]] with name, target and price";
    let Some((key, value)) = root.get_key_value("storage") else {
        sink.absent(0..0, "there is no [[storage]]".to_owned(), help);
        return Vec::new();
    };
    let help = "write [[storage]] with two brackets on a line of its own and its keys below";
    let DeValue::Array(list) = value.get_ref() else {
        sink.problem(key.span(), "`storage` is not a list of storages", help);
        return Vec::new();
    };
    if list.is_empty() {
        sink.problem(value.span(), "`storage` is an empty list", help);
    }
    let mut found = Vec::new();
    for member in list.iter() {
        match member.get_ref() {
            DeValue::Table(table) => found.extend(storage(member.span(), table, sink)),
            _ => sink.problem(member.span(), "this is not a storage", help),
        }
    }
    found
}

fn storage(
    span: Range<usize>,
    table: &DeTable<'_>,
    sink: &mut Diagnostics,
) -> Option<PricedStorage> {
    let table = PriceTable::open("a storage", span, table, STORAGE_KEYS, sink);
    let name = table.required("name", "\"provider A, 500 GB\"", sink, value::line);
    let target = table.required("target", "\"/dev/vdb\"", sink, value::line);
    let host = table.read("host", sink, value::line);
    let price = table.required("price", "45", sink, value::positive(PRICE_MAX));
    let included_iops = table.read("included_iops", sink, value::whole(0..=IOPS_MAX));
    let price_per_1000_iops = table.read("price_per_1000_iops", sink, value::positive(PRICE_MAX));
    let iops_max = table.read("max_iops", sink, value::whole(1..=IOPS_MAX));
    table.contradictions(included_iops, iops_max, sink);
    let offer = StorageOffer { price: price?, included_iops, price_per_1000_iops, iops_max };
    Some(PricedStorage { name: name?, target: target?, host, offer })
}

/// A table of the file, with its name for people.
struct PriceTable<'a, 'i> {
    title: &'static str,
    span: Range<usize>,
    table: &'a DeTable<'i>,
}

impl<'a, 'i> PriceTable<'a, 'i> {
    /// Reports every key that is not in `known`.
    fn open(
        title: &'static str,
        span: Range<usize>,
        table: &'a DeTable<'i>,
        known: &[&'static str],
        sink: &mut Diagnostics,
    ) -> Self {
        section::tell_unknown_keys(title, table, known, sink);
        Self { title, span, table }
    }

    /// The value of `key` if it exists and is valid; reports problems with it.
    fn read<T>(
        &self,
        key: &str,
        sink: &mut Diagnostics,
        parse: impl FnOnce(&TomlValue<'i>) -> Result<T, ValueProblem>,
    ) -> Option<T> {
        let value = self.table.get(key)?;
        let tell = |wrong: ValueProblem| {
            let span = wrong.span.unwrap_or_else(|| value.span());
            sink.problem(span, format!("`{key}` {}", wrong.text), "");
        };
        parse(value).map_err(tell).ok()
    }

    /// As [`Self::read`], but reports a missing key.
    fn required<T>(
        &self,
        key: &str,
        example: &str,
        sink: &mut Diagnostics,
        parse: impl FnOnce(&TomlValue<'i>) -> Result<T, ValueProblem>,
    ) -> Option<T> {
        if self.table.get(key).is_none() {
            let text = format!("{} has no `{key}`", self.title);
            sink.absent(self.span.clone(), text, format!("add for example: {key} = {example}"));
        }
        self.read(key, sink, parse)
    }

    /// Reports keys of an offer that have no effect without another one, or contradict it.
    fn contradictions(
        &self,
        included_iops: Option<u64>,
        iops_max: Option<u64>,
        sink: &mut Diagnostics,
    ) {
        let span_of = |key: &str| self.table.get(key).map(Spanned::span);
        let sold = span_of("price_per_1000_iops");
        if let (Some(span), None) = (&sold, span_of("included_iops")) {
            let help = "add `included_iops`; 0 if the price includes none";
            sink.problem(span, "`price_per_1000_iops` needs `included_iops`", help);
        }
        if let (Some(span), None) = (span_of("max_iops"), &sold) {
            let help = "without that price, `included_iops` are the most";
            sink.problem(span, "`max_iops` needs `price_per_1000_iops`", help);
        }
        if let (Some(span), None, Some(0)) = (span_of("included_iops"), &sold, included_iops) {
            let help = "add `price_per_1000_iops`, or leave out `included_iops`";
            sink.problem(span, "`included_iops` is 0 and no further IOPS are sold", help);
        }
        if let (Some(span), Some(most), Some(included)) =
            (span_of("max_iops"), iops_max, included_iops)
            && most < included
        {
            let text = format!("`max_iops` {most} is less than `included_iops` {included}");
            sink.problem(span, text, "count the included IOPS in `max_iops`");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OFFERS: &str = "unit = 'EUR a month'\n\
        [[storage]]\nname = 'A'\ntarget = '/dev/vdb'\nprice = 46\n\
        included_iops = 3000\nprice_per_1000_iops = 6.5\nmax_iops = 16000\n\
        [[storage]]\nname = 'B'\ntarget = '/dev/vdc'\nhost = 'db1'\nprice = 291.0\nincluded_iops = 16000\n\
        [[storage]]\nname = 'C'\ntarget = '/dev/vdd'\nprice = 45.5\n";

    #[test]
    fn an_offer_says_what_it_includes_and_what_more_costs() {
        let list = PriceList::read(OFFERS).expect("right");
        assert_eq!(list.unit, "EUR a month");
        let offers: Vec<StorageOffer> = list.storage.iter().map(|one| one.offer).collect();
        let offer = |price, included_iops, price_per_1000_iops, iops_max| StorageOffer {
            price,
            included_iops,
            price_per_1000_iops,
            iops_max,
        };
        let all = [
            offer(46.0, Some(3_000), Some(6.5), Some(16_000)),
            offer(291.0, Some(16_000), None, None),
            offer(45.5, None, None, None),
        ];
        assert_eq!(offers, all);
        let hosts: Vec<Option<&str>> = list.storage.iter().map(|one| one.host.as_deref()).collect();
        assert_eq!(hosts, [None, Some("db1"), None]);
    }

    /// The lines and texts of all problems.
    fn problems(text: &str) -> Vec<(usize, String)> {
        let mut lines = crate::LineCounter::new(text);
        let problems = PriceList::read(text).expect_err("wrong");
        problems.iter().map(|one| (lines.number(one.span.start), one.text.clone())).collect()
    }

    #[test]
    fn all_that_is_wrong_is_told_at_once_with_its_place() {
        let text = "currency = 'EUR'\nunit = ''\n[[storage]]\nname = 'A'\nprice = 0\n\
            included_iops = -1\nprice_per_1000_iops = 'x'\nmax_iops = 1.5\n";
        let expected = [
            (1, "there is no key `currency` in the file"),
            (2, "`unit` is empty"),
            (3, "a storage has no `target`"),
            (5, "`price` must be above 0 and at most 1000000000000, not 0"),
            (6, "`included_iops` must be 0 to 1000000000, not -1"),
            (7, "`price_per_1000_iops` must be a number, not a string"),
            (8, "`max_iops` must be a whole number, not a float"),
        ];
        assert_eq!(problems(text), expected.map(|(line, text)| (line, text.to_owned())));
        assert_eq!(problems("unit = ")[0].0, 1);
        let none = problems("unit = 'EUR'\n");
        assert_eq!(none, [(1, "there is no [[storage]]".to_owned())]);
    }

    #[test]
    fn keys_that_mean_nothing_without_each_other_or_contradict_are_refused() {
        for (keys, text) in [
            ("price_per_1000_iops = 6.5", "`price_per_1000_iops` needs `included_iops`"),
            ("included_iops = 3000\nmax_iops = 9000", "`max_iops` needs `price_per_1000_iops`"),
            ("included_iops = 0", "`included_iops` is 0 and no further IOPS are sold"),
            (
                "included_iops = 3000\nprice_per_1000_iops = 6.5\nmax_iops = 2000",
                "`max_iops` 2000 is less than `included_iops` 3000",
            ),
        ] {
            let head = "unit = 'EUR'\n[[storage]]\nname = 'A'\ntarget = '/x'\nprice = 1\n";
            let found = problems(&format!("{head}{keys}\n"));
            let line = 5 + keys.lines().count();
            assert_eq!(found, [(line, text.to_owned())]);
        }
    }
}
