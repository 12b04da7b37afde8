//! Whether full CPUs explain that a disk came off slower, or faster, than its peers.
//!
//! Takes the points that ran on full CPUs. Full CPUs lower a rate, but with noise, and for any disk in its turn. They are no
//! explanation if the disk is further from its nearest peer than any disk is from itself, and this happened in randomly drawn
//! turns more often than the draw explains (`turns`: whatever else used the CPUs, and however long). Then the disk needs more CPU
//! for the same I/O than its peers: that is another kind of disk, and no peer.

use super::healthy_disks::Value;
use super::turns;

/// How many times further a disk must be from its nearest peer than repeats of one point are from each other.
const BEYOND_REPEATS: f64 = 3.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CpuExplanation {
    /// Nothing: the disk is unlike its peers.
    No,
    /// Nothing so far, but the turns are too few.
    NotYet,
    Perhaps,
}

/// Whether full CPUs may explain the deviation of `disk` to this side (`slow`: low throughput); `full` are all points on full
/// CPUs.
pub(super) fn explain(
    full: &[Value],
    disk: usize,
    peers: &[usize],
    slow: bool,
    rate: f64,
) -> CpuExplanation {
    let of = |one: usize| full.iter().filter(move |value| value.disk == one);
    let range = |one: usize| {
        let [least, most] = ends(of(one));
        if least <= most { most - least } else { 0.0 }
    };
    let repeats = peers.iter().map(|peer| range(*peer)).fold(range(disk), f64::max);
    let [own_least, own_most] = ends(of(disk));
    let [peers_least, peers_most] = ends(peers.iter().flat_map(|peer| of(*peer)));
    // If one side has no such point, its ends are infinite and there is no gap.
    let gap = if slow { peers_least - own_most } else { own_least - peers_most };
    if !gap.is_finite() || gap <= BEYOND_REPEATS * repeats {
        return CpuExplanation::Perhaps;
    }
    if turns::chance(full, disk, peers, slow) <= rate {
        return CpuExplanation::No;
    }
    CpuExplanation::NotYet
}

fn ends<'a>(values: impl Iterator<Item = &'a Value>) -> [f64; 2] {
    values.fold([f64::INFINITY, f64::NEG_INFINITY], |[least, most], value| {
        [least.min(value.log), most.max(value.log)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Disk 0 at `own` times the rate of its six peers, in this many rounds beside the first, every point on full CPUs.
    fn rounds(own: f64, rounds: usize, noise: f64) -> Vec<Value> {
        let mut rng = base::Rng::new(3);
        let points = (0..=rounds).flat_map(|round| (0..7).map(move |disk| (round, disk)));
        let log = |disk: usize| if disk == 0 { f64::ln(own) } else { 0.0 };
        points
            .map(|(round, disk)| Value { disk, round, log: log(disk) + noise * rng.normal() })
            .collect()
    }

    #[test]
    fn only_far_beyond_all_repeats_and_in_turns_enough_do_the_cpus_not_explain_it() {
        let of = |points: &[Value], slow| explain(points, 0, &[1, 2, 3, 4, 5, 6], slow, 0.006);
        assert_eq!(of(&rounds(0.7, 3, 0.01), true), CpuExplanation::No);
        assert_eq!(of(&rounds(1.4, 3, 0.01), false), CpuExplanation::No);
        assert_eq!(of(&rounds(0.7, 2, 0.01), true), CpuExplanation::NotYet);
        assert_eq!(
            of(&rounds(0.7, 3, 0.10), true),
            CpuExplanation::Perhaps,
            "repeats differ as much"
        );
        assert_eq!(of(&rounds(0.7, 3, 0.01), false), CpuExplanation::Perhaps, "the wrong side");
        let own: Vec<Value> =
            rounds(0.7, 3, 0.01).into_iter().filter(|value| value.disk == 0).collect();
        assert_eq!(of(&own, true), CpuExplanation::Perhaps, "no peer ran on full CPUs");
    }
}
