//! Storages with prices: takes the newest load lines and the offer of each storage, gives the tables that compare them, as a page, as text
//! and as JSON.
//!
//! A rate is usable if the storage carries it within the latency limit and the price pays for it. Only usable rates are compared.

mod page;
mod terminal;

pub use page::price_tables;
pub use terminal::{price_json, price_text};

use crate::Language;
use crate::catalogue::history as text;
use crate::words;
use crate::words::figure::signed;
use base::units;
use record::{RoleFinding, Verdict};
use summary::Estimate;
use workload::StorageOffer;

/// Required rates that differ by less than this share are equal, since rates of transfers are computed from throughput.
const SAME_RATE_SHARE: f64 = 1e-3;

/// The finding of one storage for one role of a profile, and its price.
#[derive(Clone, Debug, PartialEq)]
pub struct PricedLine {
    /// The user's name for the storage.
    pub name: String,
    /// Its price, and what the price includes.
    pub offer: StorageOffer,
    /// The number of the run.
    pub run: i64,
    /// The start of that run, in seconds since 1970, UTC.
    pub started_unix_s: i64,
    /// The profile.
    pub subject: String,
    /// The rate per second that the check required of the role; none: no required rate.
    pub required_rate: Option<f64>,
    /// The finding.
    pub finding: RoleFinding,
}

impl PricedLine {
    /// The load line, if the check determined it; for commits that share flushes, the line of these.
    fn line(&self) -> Option<Estimate> {
        let finding = &self.finding;
        let line = match finding.verdict {
            Verdict::Fit | Verdict::NotFit => {
                finding.commits_group.map(|(line, _)| line).or(finding.load_line)
            }
            Verdict::CannotTell => None,
        };
        line.filter(|line| line.value > 0.0)
    }

    /// The rate to buy: the required one, or else the load line; none if neither is known.
    fn rate(&self) -> Option<f64> {
        self.required_rate.or_else(|| match self.finding.verdict {
            Verdict::CannotTell => None,
            Verdict::Fit | Verdict::NotFit => Some(self.line().map_or(0.0, |line| line.value)),
        })
    }

    /// The price at that rate; an offer that sells no additional IOPS has one price.
    fn price(&self) -> Option<f64> {
        let rate = match self.offer.price_per_1000_iops {
            Some(_) => self.rate()?,
            None => 0.0,
        };
        Some(self.offer.price_at(rate))
    }

    /// The rate that the storage carries and the price includes.
    fn usable(&self) -> Option<f64> {
        let line = self.line()?.value;
        let paid = self.rate().and_then(|rate| self.offer.paid_iops(rate));
        Some(paid.map_or(line, |paid| line.min(paid)))
    }

    /// By how much the usable rate exceeds the required one: 0.5 is half as much again; below 0: not enough.
    fn head_room(&self) -> Option<f64> {
        self.usable().zip(self.required_rate).map(|(usable, required)| usable / required - 1.0)
    }

    fn price_per_1000(&self) -> Option<f64> {
        self.price().zip(self.usable()).map(|(price, usable)| price / usable * 1e3)
    }

    /// The highest rate of the offer, if more is required.
    fn offered_below_required(&self) -> Option<f64> {
        let required = self.required_rate?;
        self.offer.paid_iops(required).filter(|paid| *paid < required)
    }

    /// The verdict of the check, or not fit if the offer has less than required.
    fn verdict(&self) -> Verdict {
        match self.offered_below_required() {
            Some(_) => Verdict::NotFit,
            None => self.finding.verdict,
        }
    }

    /// The sort key: fit, undecided, not fit; then the price for a required rate, or else the price for each operation.
    fn rank(&self) -> (u8, f64) {
        let cost = match self.required_rate {
            Some(_) => self.price(),
            None => self.price_per_1000(),
        };
        let verdict = match self.verdict() {
            Verdict::Fit => 0,
            Verdict::CannotTell => 1,
            Verdict::NotFit => 2,
        };
        (verdict, cost.unwrap_or(f64::INFINITY))
    }

    /// Whether both are of the same role and requirement, so that they can be compared.
    pub fn is_alike(&self, other: &Self) -> bool {
        let rates_alike = match (self.required_rate, other.required_rate) {
            (Some(own), Some(other)) => (own - other).abs() <= SAME_RATE_SHARE * own,
            (own, other) => own.is_none() && other.is_none(),
        };
        let key = |line: &Self| line.finding.latency_limit;
        rates_alike
            && key(self) == key(other)
            && (&self.subject, &self.finding.role) == (&other.subject, &other.finding.role)
    }
}

/// Storages that can be compared: one role of a profile, one latency limit, one required rate. The best offer comes first.
struct PriceGroup(Vec<PricedLine>);

impl PriceGroup {
    fn all(mut lines: Vec<PricedLine>) -> Vec<Self> {
        lines.sort_by(|a, b| {
            let key = |line: &PricedLine| (line.subject.clone(), line.finding.role.clone());
            let ((own, own_cost), (other, other_cost)) = (a.rank(), b.rank());
            let ranks = own.cmp(&other).then(own_cost.total_cmp(&other_cost));
            key(a).cmp(&key(b)).then(ranks)
        });
        let mut groups: Vec<Self> = Vec::new();
        for line in lines {
            match groups.iter_mut().find(|group| group.first().is_alike(&line)) {
                Some(group) => group.0.push(line),
                None => groups.push(Self(vec![line])),
            }
        }
        groups
    }

    fn first(&self) -> &PricedLine {
        &self.0[0]
    }

    /// The storage that the others are compared with: the one with the lowest price.
    fn base(&self) -> Option<&PricedLine> {
        let priced = self.0.iter().filter_map(|line| Some((line, line.price()?)));
        priced.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(line, _)| line)
    }

    /// The unit of its rates.
    fn rate_unit(&self, language: Language) -> &'static str {
        words::rate_unit(language, self.first().finding.kind)
    }

    fn caption(&self, language: Language) -> String {
        let first = self.first();
        let limit = language.limit(&first.finding.latency_limit);
        let (subject, role) = (&*first.subject, &*first.finding.role);
        let unit = self.rate_unit(language);
        match first.finding.job_iops.is_some() {
            true => text::priced_job(language, &text::PricedJob { subject, unit, limit: &limit }),
            false => text::priced(language, &text::Priced { subject, role, unit, limit: &limit }),
        }
    }

    /// Which rate the price pays for. `unit` is that of a price.
    fn explanation(&self, language: Language, unit: &str) -> String {
        match self.first().required_rate {
            Some(required) => {
                let rate = format!("{} {}", language.number(required), self.rate_unit(language));
                text::price_of_required(language, unit, &rate)
            }
            None => text::price_of_line(language, unit),
        }
    }
}

/// The heads of the columns that every output has, without the run.
fn heads(language: Language, group: &PriceGroup) -> Vec<&'static str> {
    let mut heads = vec![
        text::storage(language),
        text::verdict(language),
        text::load_line(language),
        text::usable(language),
    ];
    heads.extend(group.first().required_rate.map(|_| text::head_room(language)));
    heads.extend([text::price(language), text::price_of_1000(language)]);
    heads
}

/// A ratio of the line's figure to that of the base.
fn ratio(
    line: &PricedLine,
    base: Option<&PricedLine>,
    of: fn(&PricedLine) -> Option<f64>,
) -> Option<f64> {
    Some(of(line)? / base.and_then(of)?)
}

/// The cells of these columns after the verdict.
fn figures(language: Language, line: &PricedLine) -> Vec<String> {
    let mut cells =
        vec![load_line(language, line), shown(line.usable(), |rate| language.number(rate))];
    let head_room = |_| shown(line.head_room(), |more| signed(language, more));
    cells.extend(line.required_rate.map(head_room));
    cells.extend([
        shown(line.price(), |price| money(language, price)),
        shown(line.price_per_1000(), |price| money(language, price)),
    ]);
    cells
}

fn shown(value: Option<f64>, show: impl Fn(f64) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), show)
}

/// The load line with its interval. Of a line that is not known only the interval, which the reason keeps of a wide one.
fn load_line(language: Language, line: &PricedLine) -> String {
    let finding = &line.finding;
    let sure = line.line();
    let found = sure.or(finding.load_line);
    let interval = found.and_then(|found| language.interval(&found));
    match (sure.map(|line| language.number(line.value)), interval) {
        (Some(value), Some(interval)) => format!("{value} ({interval})"),
        (Some(figure), None) | (None, Some(figure)) => figure,
        (None, None) if finding.verdict == Verdict::CannotTell => "-".to_owned(),
        (None, None) => text::none_within(language).to_owned(),
    }
}

/// A price with two decimals; a large one without.
fn money(language: Language, price: f64) -> String {
    match price < 999.5 {
        true => language.digits(&units::trimmed(price, 2)),
        false => language.number(price),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use testkit::record::check_example;

    const FIXED: StorageOffer = StorageOffer {
        price: 291.0,
        included_iops: Some(16_000),
        price_per_1000_iops: None,
        iops_max: None,
    };
    const STEPS: StorageOffer = StorageOffer {
        price: 46.0,
        included_iops: Some(3_000),
        price_per_1000_iops: Some(6.5),
        iops_max: Some(16_000),
    };

    fn priced(name: &str, offer: StorageOffer, line_iops: f64) -> PricedLine {
        let finding = check_example().findings.remove(1);
        let line = Estimate { value: line_iops, low: line_iops, high: line_iops, confidence: 0.95 };
        PricedLine {
            name: name.to_owned(),
            offer,
            run: 7,
            started_unix_s: 0,
            subject: "postgres".to_owned(),
            required_rate: None,
            finding: RoleFinding { load_line: Some(line), verdict: Verdict::Fit, ..finding },
        }
    }

    /// An offer without a number of IOPS.
    fn open(price: f64) -> StorageOffer {
        StorageOffer { price, included_iops: None, ..FIXED }
    }

    /// The cells of each row, with its name.
    fn rows(lines: Vec<PricedLine>) -> Vec<(String, Vec<String>)> {
        let page = price_tables(Language::En, lines, "EUR a month").into_string();
        let inner = |cell: &str| {
            let parts = cell.split('<').map(|part| part.split_once('>').map_or(part, |it| it.1));
            parts.collect::<String>()
        };
        let rows = page.split("<th scope=\"row\">").skip(1).map(|row| {
            let (name, cells) = row.split_once("</th>").expect("a name");
            let cells = cells.split("</tr>").next().expect("an end");
            (name.to_owned(), cells.split("<td>").skip(1).map(inner).collect())
        });
        rows.collect()
    }

    #[test]
    fn without_a_requirement_the_cheapest_operation_comes_first() {
        let mut tape = priced("tape", open(50.0), 4_210.0);
        (tape.finding.load_line, tape.finding.verdict) = (None, Verdict::NotFit);
        let lines = vec![
            tape,
            priced("disks", open(100.0), 4_000.0),
            priced("<ssd>", open(125.0), 48_000.0),
        ];
        let found = rows(lines.clone());
        let names: Vec<&str> = found.iter().map(|row| &*row.0).collect();
        assert_eq!(names, ["&lt;ssd&gt;", "disks", "tape"]);
        assert_eq!(
            found[0].1[1..6],
            ["48,000 (48,000 - 48,000)", "48,000", "125", "2.6", "+150 %"]
        );
        assert_eq!(found[2].1[1..7], ["none within the limit", "-", "50", "-", "equal", "-"]);
        let found = rows(lines[1..].to_vec());
        assert_eq!(found[0].1[5..7], ["+25 %", "12 times"]);
    }

    #[test]
    fn a_required_rate_costs_what_the_offer_asks_for_it_and_no_more_is_usable() {
        let lines = [priced("B", FIXED, 20_000.0), priced("A", STEPS, 16_810.0)];
        let lines = lines.map(|line| PricedLine { required_rate: Some(5_000.0), ..line });
        let found = rows(lines.to_vec());
        assert_eq!((&*found[0].0, &*found[1].0), ("A", "B"));
        // 46 plus 2,000 additional IOPS; only the paid part of the load line is usable.
        assert_eq!(found[0].1[2..8], ["5,000", "0 %", "59", "11.8", "equal", "equal"]);
        assert_eq!(found[1].1[2..8], ["16,000", "+220 %", "291", "18.19", "+393 %", "3.2 times"]);
        let page = price_tables(Language::En, lines.to_vec(), "EUR a month").into_string();
        assert!(page.contains("EUR a month") && page.contains("5,000 IOPS"), "{page}");
        assert_eq!(page.matches("with A,").count(), 1, "the base is named once: {page}");
    }

    #[test]
    fn the_load_line_is_paid_for_where_no_rate_is_required() {
        let found = rows(vec![priced("A", STEPS, 5_000.0), priced("few", STEPS, 1_000.0)]);
        assert_eq!(found[0].1[2..5], ["5,000", "59", "11.8"]);
        assert_eq!(found[1].1[2..5], ["1,000", "46", "46"]);
    }

    #[test]
    fn an_offer_with_fewer_iops_than_required_does_not_fit() {
        let required_rate = Some(20_000.0);
        let line = PricedLine { required_rate, ..priced("A", STEPS, 30_000.0) };
        let cells = &rows(vec![line])[0].1;
        assert!(cells[0].contains("NOT FIT") && cells[0].contains("16,000"), "{cells:?}");
        assert_eq!(cells[2..5], ["16,000", "-20 %", "130.5"]);
    }

    #[test]
    fn a_line_that_cannot_be_told_has_nothing_that_rests_on_it() {
        let mut log = priced("B", FIXED, 1.0);
        log.finding.verdict = Verdict::CannotTell;
        log.finding.load_line = None;
        let stepped = PricedLine { name: "A".to_owned(), offer: STEPS, ..log.clone() };
        let found = rows(vec![stepped.clone(), log]);
        let cells = &found.iter().find(|row| row.0 == "B").expect("it is there").1;
        assert!(cells[0].contains("CANNOT TELL"), "{cells:?}");
        assert_eq!(cells[1..5], ["-", "-", "291", "-"]);
        let unknown = &found.iter().find(|row| row.0 == "A").expect("it is there").1;
        assert_eq!(unknown[2..5], ["-", "-", "-"], "no rate is known to pay for");
        let required = PricedLine { required_rate: Some(5_000.0), ..stepped };
        assert_eq!(rows(vec![required])[0].1[2..6], ["-", "-", "59", "-"]);
    }

    #[test]
    fn commits_that_fit_only_together_have_the_line_of_shared_flushes() {
        let line = Estimate { value: 9_000.0, low: 9_000.0, high: 9_500.0, confidence: 0.95 };
        let mut log = priced("A", open(50.0), 3_000.0);
        log.finding.commits_group = Some((line, 64));
        log.required_rate = Some(5_000.0);
        assert_eq!(rows(vec![log])[0].1[1..3], ["9,000 (9,000 - 9,500)", "9,000"]);
    }

    #[test]
    fn a_job_is_named_once_and_a_role_after_its_profile() {
        let mut line = priced("A", STEPS, 9_000.0);
        let page = |line: &PricedLine| {
            price_tables(Language::En, vec![line.clone()], "EUR a month").into_string()
        };
        "postgres".clone_into(&mut line.finding.role);
        assert!(page(&line).contains("postgres, postgres"), "{}", page(&line));
        line.finding.job_iops = Some(1_600.0);
        assert!(page(&line).contains("postgres: IOPS within"), "{}", page(&line));
    }

    #[test]
    fn checks_with_other_requirements_are_not_compared() {
        let line = priced("A", STEPS, 9_000.0);
        let required = |rate| PricedLine { required_rate: Some(rate), ..line.clone() };
        let lines = vec![line.clone(), required(5_000.0), required(5_001.0), required(8_000.0)];
        let page = price_tables(Language::En, lines, "EUR a month").into_string();
        assert_eq!(page.matches("<table").count(), 3, "{page}");
    }
}
