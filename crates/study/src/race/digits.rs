//! What the digits of printed figures show: how far each may be off, and which layout's figures are another one's times a factor.
//!
//! Takes half of the last printed digit of each candidate; returns the least noise of its points and that factor. Figures that
//! agree better than any measurements were derived from each other: nothing shows how they would repeat.

use super::board::Board;

/// The fewest figures that prove a common factor.
const ALIKE_MIN: usize = 4;
/// The largest relative rounding error of a figure that counts for this: no measurements agree as well again and again.
const FINE: f64 = 2.5e-3;
/// The rounding error of a ratio's last bits.
const BITS: f64 = 1e-9;

/// Half of the last printed digit of these figures, by the one with the most decimals.
pub fn half_digit(figures: impl IntoIterator<Item = f64>) -> Option<f64> {
    let decimals = |figure: f64| {
        let text = figure.to_string();
        text.split_once('.').map_or(0, |(_, decimals)| decimals.len() as i32)
    };
    let most = figures.into_iter().map(decimals).max()?;
    Some(0.5 * 10f64.powi(-most))
}

impl Board {
    /// The least squared coefficient of variation of the ratio of two points with these values, by their digits.
    pub(super) fn least(&self, pair: [usize; 2], value: [f64; 2]) -> f64 {
        self.off(pair, value).map_or(0.0, |off| off.iter().map(|off| off * off).sum())
    }

    /// How far two points' figures may be off, relatively; `None` if unknown.
    fn off(&self, pair: [usize; 2], value: [f64; 2]) -> Option<[f64; 2]> {
        let half = |i: usize| self.half_digits.get(pair[i]).copied().flatten();
        let off = |i: usize| half(i).map(|half| half / value[i].max(f64::MIN_POSITIVE));
        Some([off(0)?, off(1)?])
    }

    /// The factor from the second's figures to the first's, if it holds at every point within the digits; `None` if the figures
    /// are too few or too coarse to show it.
    pub(super) fn factor(&self, pair: [usize; 2]) -> Option<f64> {
        let [a, b] = pair;
        let of_slot = |points: &Vec<Vec<f64>>| {
            points[a].iter().copied().zip(points[b].iter().copied()).collect::<Vec<_>>()
        };
        let mut all: Vec<(f64, f64)> = Vec::new();
        for (a, b) in self.values.iter().flat_map(of_slot) {
            let off = self.off(pair, [a, b])?;
            all.push(((a / b).ln(), off.iter().sum::<f64>() + BITS));
        }
        let (log, least) = all.iter().copied().min_by(|x, y| x.1.total_cmp(&y.1))?;
        let fine = all.iter().filter(|(_, off)| *off <= FINE).count();
        let agrees = |(other, off): &(f64, f64)| (other - log).abs() <= off + least;
        (fine >= ALIKE_MIN && all.iter().all(agrees)).then(|| log.exp())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Candidate, Race, RaceConfig};
    use super::half_digit;
    use crate::{RecordedPoints, RecordedRow, conduct};
    use base::Bytes;
    use record::Journal;
    use record::race::{Answer, IntervalState, LeadOver, RaceFinding, RaceReason, WeightedLoad};
    use workload::PointLoad;

    /// Races two candidates with these values, one pair per point, printed with this many decimals.
    fn raced(values: &[(f64, f64)], decimals: i32) -> RaceFinding {
        let printed = |value: f64| (value * 10f64.powi(decimals)).round() / 10f64.powi(decimals);
        let load = |depth: usize| PointLoad {
            block: Bytes(8 << 10),
            depth: depth as u32 + 1,
            random: true,
            ..PointLoad::SEQUENTIAL_READ
        };
        let row = |name: &str, depth: usize, mibps: f64| {
            RecordedRow::random_reads(name, Bytes(8 << 10), depth as u32 + 1, printed(mibps))
        };
        let both =
            |(depth, &(a, b)): (usize, &(f64, f64))| [row("a", depth, a), row("b", depth, b)];
        let rows: Vec<RecordedRow> = values.iter().enumerate().flat_map(both).collect();
        let weighted =
            |depth| WeightedLoad { load: load(depth), weight: 1.0, group: String::new() };
        let loads: Vec<WeightedLoad> = (0..values.len()).map(weighted).collect();
        let candidates = ["a", "b"].map(|name| Candidate::new(name, &[name.to_owned()])).to_vec();
        let of = |name: &str| {
            half_digit(rows.iter().filter(|row| row.subject == name).map(|row| row.mibps))
        };
        let config = RaceConfig {
            times: vec![1; loads.len()],
            takes_all_points: true,
            half_digits: vec![of("a"), of("b")],
            ..RaceConfig::new(candidates, loads, 1)
        };
        let mut race = Race::new(config);
        let whole =
            conduct(&mut race, &Journal::new(), &mut RecordedPoints::new(rows), &mut |_| ());
        assert_eq!(whole, Ok(true));
        race.finding()
    }

    /// The lead that an undecided race rests on.
    fn spread(found: &RaceFinding) -> LeadOver {
        match &found.reason {
            RaceReason::UsedUp(_, Some(spread)) => spread.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_last_digit_is_that_of_the_figure_with_most_of_them() {
        assert_eq!(half_digit([12.5, 12.25, 3.0]), Some(0.005));
        assert_eq!(half_digit([12.0, 3.0]), Some(0.5));
        assert_eq!(half_digit([]), None);
    }

    #[test]
    fn figures_that_are_others_times_a_factor_have_no_interval() {
        let base = |i: u32| 40.0 + 3.217 * f64::from(i);
        for factor in [2.0, 0.7, 1.0] {
            let values: Vec<(f64, f64)> = (1..=12).map(|i| (base(i) * factor, base(i))).collect();
            let found = raced(&values, 2);
            assert!(matches!(found.answer, Answer::CannotTell(_)), "{factor}: {:?}", found.reason);
            assert!(!found.standings[0].lead.is_known(), "{factor}: {found:?}");
            let spread = spread(&found);
            assert!(matches!(spread.interval, IntervalState::Multiple(_)), "{spread:?}");
        }
        let values: Vec<(f64, f64)> = (1..=12).map(|i| (base(i) * 2.0, base(i))).collect();
        let twice = spread(&raced(&values, 2));
        let IntervalState::Multiple(factor) = twice.interval else { panic!("{twice:?}") };
        assert!(twice.first == 0 && (factor - 2.0).abs() < 1e-3, "{twice:?}");
        // Measurements agree less well, if only by half a percent.
        let noise = |i: u32| 1.0 + 0.005 * f64::from(i as i32 * 7 % 5 - 2);
        let values: Vec<(f64, f64)> =
            (1..=12).map(|i| (base(i) * 2.0 * noise(i), base(i))).collect();
        assert_eq!(raced(&values, 2).answer, Answer::Best(0));
    }

    #[test]
    fn noise_is_never_less_than_what_the_digits_hide() {
        // Whole numbers that are all alike: within the digits a may be a tenth ahead of b.
        let found = raced(&[(5.0, 5.0); 12], 0);
        assert!(matches!(found.answer, Answer::CannotTell(_)), "{:?}", found.reason);
        let lead = &found.standings[0].lead;
        assert!(lead.is_known() && lead.high > 0.05 && lead.low < -0.05, "{lead:?}");
        // Twice as much is more than digits hide.
        assert_eq!(raced(&[(10.0, 5.0); 12], 0).answer, Answer::Best(0));
    }
}
