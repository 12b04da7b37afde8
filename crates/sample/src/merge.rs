//! Merges the samples of many workers or targets into one per interval, as soon as no participant can add to it.

use crate::IntervalSample;
use std::collections::BTreeMap;

/// Merges the intervals of one phase. Each participant delivers its intervals in order, from index 0 without gaps.
#[derive(Debug)]
pub struct SampleMerger {
    participants: Vec<Participant>,
    pending: BTreeMap<(usize, u64), Box<IntervalSample>>,
}

#[derive(Debug)]
struct Participant {
    stream: usize,
    /// The index of its next interval; `u64::MAX` once the participant ended.
    next: u64,
}

impl SampleMerger {
    /// `streams[participant]` is the index of its stream.
    pub fn new(streams: impl IntoIterator<Item = usize>) -> Self {
        let participants =
            streams.into_iter().map(|stream| Participant { stream, next: 0 }).collect();
        Self { participants, pending: BTreeMap::new() }
    }

    /// Takes a participant's next interval; passes intervals that are now complete to `give`, in order of their index.
    pub fn add(
        &mut self,
        participant: usize,
        interval: &IntervalSample,
        give: &mut dyn FnMut(Box<IntervalSample>),
    ) {
        let stream = self.participants[participant].stream;
        self.participants[participant].next = interval.index + 1;
        self.pending
            .entry((stream, interval.index))
            .and_modify(|sum| sum.merge(interval))
            .or_insert_with(|| Box::new(interval.clone()));
        self.give_complete(stream, give);
    }

    /// Ends a participant, which will deliver nothing more. Returns whether its stream has ended too.
    pub fn end(&mut self, participant: usize, give: &mut dyn FnMut(Box<IntervalSample>)) -> bool {
        let stream = self.participants[participant].stream;
        self.participants[participant].next = u64::MAX;
        self.give_complete(stream, give);
        self.participants.iter().all(|other| other.stream != stream || other.next == u64::MAX)
    }

    fn give_complete(&mut self, stream: usize, give: &mut dyn FnMut(Box<IntervalSample>)) {
        let mine = self.participants.iter().filter(|other| other.stream == stream);
        let open = mine.map(|other| other.next).min().unwrap_or(u64::MAX);
        while let Some((&key, _)) = self.pending.range((stream, 0)..(stream, open)).next() {
            if let Some(interval) = self.pending.remove(&key) {
                give(interval);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn interval(stream: usize, index: u64, ios: u64) -> IntervalSample {
        let mut interval = IntervalSample::new(0, stream, 0);
        (interval.index, interval.read.ios) = (index, ios);
        interval
    }

    #[test]
    fn a_interval_is_given_when_all_delivered_or_ended() {
        let mut merger = SampleMerger::new([0, 0, 1]);
        let mut seen = Vec::new();
        let mut give = |interval: Box<IntervalSample>| {
            seen.push((interval.stream, interval.index, interval.read.ios))
        };
        merger.add(0, &interval(0, 0, 1), &mut give);
        merger.add(0, &interval(0, 1, 2), &mut give);
        merger.add(2, &interval(1, 0, 9), &mut give);
        merger.add(1, &interval(0, 0, 10), &mut give);
        assert!(!merger.end(1, &mut give));
        assert!(merger.end(0, &mut give));
        assert_eq!(seen, [(1, 0, 9), (0, 0, 11), (0, 1, 2)]);
    }
}
