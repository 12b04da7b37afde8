//! Splits streams that use several files in turn into one stream per file, for languages that have no such streams.
//! Takes a workload, returns what changes by this.

use std::collections::HashMap;
use workload::{Extent, Pace, RateLink, Stream, Workload};

/// Replaces each stream with several files by one stream per file, which has a share of the depth, rate, bytes and
/// operations. Returns a line for each stream that is split.
pub fn split_files(workload: &mut Workload) -> Vec<String> {
    let mut notes = Vec::new();
    let mut names: HashMap<String, Vec<String>> = HashMap::new();
    let mut streams = Vec::new();
    for stream in std::mem::take(&mut workload.streams) {
        let each = one_for_each_file(&stream);
        if each.len() > 1 {
            notes.push(format!(
                "{}: its {} files are used in turn; here each file is a separate stream; all run together, each with its share of depth and rate",
                stream.name,
                each.len()
            ));
        }
        let own = each.iter().map(|stream| stream.name.clone()).collect();
        names.insert(stream.name, own);
        streams.extend(each);
    }
    workload.streams = streams;
    for phase in &mut workload.phases {
        let all = phase.streams.iter().filter_map(|name| names.get(name)).flatten();
        phase.streams = all.cloned().collect();
    }
    notes
}

fn one_for_each_file(stream: &Stream) -> Vec<Stream> {
    let Some(files) = &stream.emulation.files else { return vec![stream.clone()] };
    let count = files.others.len() as u32 + 1;
    let mut common = stream.clone();
    common.emulation.files = None;
    common.tie = stream.tie.map(|tie| RateLink { weight: tie.weight / f64::from(count), ..tie });
    common.stop.bytes =
        stream.stop.bytes.map(|all| base::Bytes((all.0 / u64::from(count)).max(512)));
    common.stop.ios = stream.stop.ios.map(|all| (all / u64::from(count)).max(1));
    common.pace = match stream.pace {
        Pace::Fixed { rate_iops } => Pace::Fixed { rate_iops: rate_iops / f64::from(count) },
        Pace::Poisson { rate_iops } => Pace::Poisson { rate_iops: rate_iops / f64::from(count) },
        other => other,
    };
    let depth =
        |index: u32| (stream.depth / count + u32::from(index < stream.depth % count)).max(1);
    let named = |index: u32| Stream {
        name: format!("{}:{index}", stream.name),
        depth: depth(index),
        ..common.clone()
    };
    let other = |(index, part): (usize, &workload::emulation::FileRange)| Stream {
        target: part.target.clone(),
        offset: Extent::Bytes(part.offset),
        size: Some(Extent::Bytes(part.length)),
        ..named(index as u32 + 1)
    };
    std::iter::once(named(0)).chain(files.others.iter().enumerate().map(other)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Bytes;
    use workload::StopCondition;
    use workload::emulation::{FileOrder, FileRange, FileSet};

    #[test]
    fn each_file_has_its_share() {
        let mut stream = Stream::new("s", "a");
        stream.depth = 5;
        stream.pace = Pace::Fixed { rate_iops: 300.0 };
        stream.stop = StopCondition {
            bytes: Some(Bytes(3 << 20)),
            ios: Some(30),
            ..StopCondition::default()
        };
        let part = |name: &str| FileRange {
            target: name.to_owned(),
            offset: Bytes(0),
            length: Bytes(1 << 20),
        };
        let others = vec![part("b"), part("c")].into();
        let order = FileOrder::RoundRobin;
        stream.emulation.files =
            Some(FileSet { others, order, turn_operations: 1, open_max: 3, skips_used: true });
        let streams = vec![stream, Stream::new("alone", "d")];
        let mut workload = Workload::new("w", Vec::new(), streams);
        let notes = split_files(&mut workload);
        assert_eq!(notes.len(), 1, "{notes:?}");
        assert_eq!(workload.phases[0].streams, ["s:0", "s:1", "s:2", "alone"]);
        let targets: Vec<&str> = workload.streams.iter().map(|s| s.target.as_str()).collect();
        assert_eq!(targets, ["a", "b", "c", "d"]);
        let depths: Vec<u32> = workload.streams.iter().map(|s| s.depth).collect();
        assert_eq!(depths[..3], [2, 2, 1]);
        let own = &workload.streams[1];
        assert_eq!(own.pace, Pace::Fixed { rate_iops: 100.0 });
        assert_eq!((own.stop.bytes, own.stop.ios), (Some(Bytes(1 << 20)), Some(10)));
        assert!(split_files(&mut workload).is_empty());
    }
}
