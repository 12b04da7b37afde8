//! The loads of Orion's matrix: which small and large loads are measured, and in which combinations.
//!
//! Up to 5 small and 2 large I/Os per disk; `oltp` goes in steps of one I/O per disk up to 20, `dss` up to 15.

use super::Run;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Matrix {
    /// Small alone and large alone.
    Basic,
    /// Every combination.
    Detailed,
    /// One combination.
    Point,
    /// Every large load with one small load.
    Column,
    /// Every small load with one large load.
    Row,
    /// Every combination up to both maximums.
    Max,
}

impl Matrix {
    /// The value for a word of the command line.
    pub(super) fn named(word: &str) -> Option<Self> {
        Some(match word {
            "basic" => Self::Basic,
            "detailed" => Self::Detailed,
            "point" => Self::Point,
            "col" => Self::Column,
            "row" => Self::Row,
            "max" => Self::Max,
            _ => return None,
        })
    }

    /// Whether it needs `-num_small` and `-num_large`.
    pub(super) fn needs(self) -> (bool, bool) {
        match self {
            Self::Basic | Self::Detailed => (false, false),
            Self::Point | Self::Max => (true, true),
            Self::Column => (true, false),
            Self::Row => (false, true),
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Loads {
    /// Small loads as the summary lists them.
    pub(super) small_columns: Vec<u32>,
    /// Large loads as the summary lists them.
    pub(super) large_columns: Vec<u32>,
    /// The small and the large load of each point, in order.
    pub(super) points: Vec<(u32, u32)>,
}

pub(super) fn of(run: Run, matrix: Matrix, disks: u32, small: u32, large: u32) -> Loads {
    let smalls: Vec<u32> = (0..=5 * disks).collect();
    let larges: Vec<u32> = (0..=2 * disks).collect();
    let steps = |count: u32| (1..=count).map(|n| n * disks).collect::<Vec<_>>();
    let (small_columns, large_columns, points) = match (run, matrix) {
        (Run::Oltp, _) => product(steps(20), vec![0]),
        (Run::Dss, _) => product(vec![0], steps(15)),
        (Run::Simple, _) | (Run::Advanced, Matrix::Basic) => {
            let mut points: Vec<(u32, u32)> = smalls.iter().map(|&small| (small, 0)).collect();
            points.extend(larges.iter().skip(1).map(|&large| (0, large)));
            (vec![0], larges, points)
        }
        (Run::Normal, _) | (Run::Advanced, Matrix::Detailed) => product(smalls, larges),
        (Run::Advanced, Matrix::Point) => product(vec![small], vec![large]),
        (Run::Advanced, Matrix::Column) => product(vec![small], larges),
        (Run::Advanced, Matrix::Row) => product(smalls, vec![large]),
        (Run::Advanced, Matrix::Max) => product((0..=small).collect(), (0..=large).collect()),
    };
    Loads { small_columns, large_columns, points }
}

type MatrixColumns = (Vec<u32>, Vec<u32>, Vec<(u32, u32)>);

fn product(smalls: Vec<u32>, larges: Vec<u32>) -> MatrixColumns {
    let points = larges.iter().flat_map(|&large| smalls.iter().map(move |&small| (small, large)));
    let points = points.collect();
    (smalls, larges, points)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_disk_has_the_points_that_orion_counts() {
        let simple = of(Run::Simple, Matrix::Basic, 1, 0, 0);
        assert_eq!(simple.points.len(), 8, "{simple:?}");
        assert_eq!((simple.small_columns, simple.large_columns), (vec![0], vec![0, 1, 2]));
        assert_eq!(of(Run::Normal, Matrix::Basic, 2, 0, 0).points.len(), 11 * 5);
        let oltp = of(Run::Oltp, Matrix::Basic, 4, 0, 0).points;
        assert_eq!((oltp.len(), oltp[0], oltp[16]), (20, (4, 0), (68, 0)));
        assert_eq!(of(Run::Advanced, Matrix::Column, 1, 3, 0).points, [(3, 0), (3, 1), (3, 2)]);
        assert_eq!(of(Run::Advanced, Matrix::Max, 1, 1, 1).points.len(), 4);
        assert_eq!(of(Run::Advanced, Matrix::Point, 1, 7, 2).points, [(7, 2)]);
    }
}
