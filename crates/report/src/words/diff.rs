//! What two results have been compared by, in words: numbers, loads and conditions.

use advise::diff::{
    Condition, ConditionName, ConditionValue, JobLoad, LoadShape, NamedLoad, NumberName,
    OfferedRate, Quantity, StreamName, StreamShape, UnlikeLoad,
};
use base::Bytes;
use base::units::{readable, trimmed};
use workload::SyncMode;

/// A number with its role, phase or stage.
pub(crate) fn number_name(of: &NumberName) -> String {
    format!("{}: {}", of.group, quantity(&of.what))
}

/// What a number is.
pub(crate) fn quantity(what: &Quantity) -> String {
    match what {
        Quantity::LoadLine(operation, limit) => format!("load line of {operation}, at {limit}"),
        Quantity::LatencyAtLine(operation, limit) => {
            let quantile = trimmed(limit.quantile * 100.0, 3);
            format!("p{quantile} at the load line of {operation}, at {limit}")
        }
        Quantity::MeanAtLine(operation, limit) => {
            format!("mean latency at the load line of {operation}, at {limit}")
        }
        Quantity::SingleCommits => "one at a time".to_owned(),
        Quantity::GroupCommits(size) => format!("in groups of {size}"),
        Quantity::PointRate(point) => point.descriptor.clone(),
        Quantity::PointP99(point) => format!("p99 of {}", point.descriptor),
        Quantity::StreamRate(stream) => stream_name(stream),
        Quantity::IntervalP99(stream, rate) => {
            format!("p99 of the intervals of {}{}", stream_name(stream), arrivals(rate))
        }
        Quantity::MeanLatency(stream, rate) => {
            format!("mean latency of {}{}", stream_name(stream), arrivals(rate))
        }
        Quantity::AllRates(points) => format!("{points} points together"),
        Quantity::AllLatencies(points) => format!("p99 of {points} points together"),
    }
}

fn stream_name(stream: &StreamName) -> String {
    match stream.number {
        1 => stream.name.clone(),
        number => format!("{} ({number})", stream.name),
    }
}

fn arrivals(rate: &Option<OfferedRate>) -> String {
    rate.map_or(String::new(), |rate| format!(" at {} arrivals/s", readable(rate.0)))
}

/// A load that differs from another one.
pub(crate) fn unlike_load(load: &UnlikeLoad) -> String {
    match load {
        UnlikeLoad::Shape(LoadShape::Role { operation, what }) => {
            format!("{operation} {}", quantity(what))
        }
        UnlikeLoad::Shape(LoadShape::Point(load)) => point_load(load),
        UnlikeLoad::Shape(LoadShape::Stream(stream)) => stream_load(stream),
        UnlikeLoad::Job(load) => job_load(load),
    }
}

/// In the lab book's notation, in which an order that is not known is not told.
fn point_load(of: &NamedLoad) -> String {
    let text = of.load.to_string();
    match of.order_known {
        true => text,
        false => text.replace("-fsequential", "-f(not told)"),
    }
}

/// In few words: `70 % reads of 8 KiB, writes of 8 KiB, 16 outstanding`.
fn stream_load(of: &StreamShape) -> String {
    let size = |bytes: f64| Bytes(bytes.round() as u64).to_string();
    let mut parts = Vec::new();
    parts.extend(
        of.read_bytes.map(|bytes| {
            format!("{} % reads of {}", trimmed(100.0 * of.read_share, 0), size(bytes))
        }),
    );
    parts.extend(of.write_bytes.map(|bytes| format!("writes of {}", size(bytes))));
    parts.extend(of.flushes.then(|| "with flushes".to_owned()));
    parts.extend(of.depth.map(|depth| format!("{} outstanding", trimmed(depth, 0))));
    parts.join(", ")
}

fn job_load(of: &JobLoad) -> String {
    let order = if of.sequential { "sequential" } else { "random" };
    let cache = if of.direct { "direct" } else { "through the page cache" };
    let durable = match of.durability {
        None => String::new(),
        Some(SyncMode::None) => ", writes not durable".to_owned(),
        Some(SyncMode::Dsync) => ", writes with O_DSYNC".to_owned(),
        Some(SyncMode::Sync) => ", writes with O_SYNC".to_owned(),
        Some(SyncMode::Fua) => ", writes with FUA".to_owned(),
        Some(SyncMode::Fdatasync { every }) => format!(", fdatasync every {every} writes"),
        Some(SyncMode::Fsync { every }) => format!(", fsync every {every} writes"),
    };
    format!("{order}, {cache}{durable}")
}

/// What may differ between two results.
pub(crate) fn condition_name(name: &ConditionName) -> String {
    let fixed = match name {
        ConditionName::Fact(group, name) => return format!("{group}: {name}"),
        ConditionName::Kind => "kind",
        ConditionName::Version => "version",
        ConditionName::Target => "target",
        ConditionName::Subject => "subject",
        ConditionName::Engine => "engine",
        ConditionName::Requirement => "requirement",
        ConditionName::Seed => "seed",
        ConditionName::Command => "command",
        ConditionName::Source => "job or profile",
        ConditionName::Points => "points",
    };
    fixed.to_owned()
}

/// Its two values; empty where a record has none.
pub(crate) fn condition_values(condition: &Condition) -> [String; 2] {
    let value = |value: &ConditionValue| match value {
        ConditionValue::Text(text) => text.clone(),
        ConditionValue::Lines(0) | ConditionValue::Count(0) => String::new(),
        ConditionValue::Lines(lines) => format!("a text of {lines} lines"),
        ConditionValue::Count(count) => count.to_string(),
    };
    let [a, mut b] = [value(&condition.a), value(&condition.b)];
    if a == b {
        b += ", with other content";
    }
    [a, b]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_that_differ_are_told_with_what_differs() {
        let usual = StreamShape {
            read_bytes: Some(8192.0),
            write_bytes: Some(8192.0),
            read_share: 0.7,
            flushes: false,
            depth: Some(16.0),
        };
        assert_eq!(stream_load(&usual), "70 % reads of 8 KiB, writes of 8 KiB, 16 outstanding");
        let flushed = StreamShape { flushes: true, depth: None, ..usual };
        assert!(stream_load(&flushed).ends_with("writes of 8 KiB, with flushes"));
        let job = JobLoad {
            sequential: false,
            direct: false,
            durability: Some(SyncMode::Fsync { every: 4 }),
        };
        assert_eq!(job_load(&job), "random, through the page cache, fsync every 4 writes");
    }

    #[test]
    fn two_texts_of_as_many_lines_are_not_shown_as_the_same() {
        let lines = ConditionValue::Lines(7);
        let condition = Condition { what: ConditionName::Source, a: lines.clone(), b: lines };
        let [a, b] = condition_values(&condition);
        assert_eq!((&*a, &*b), ("a text of 7 lines", "a text of 7 lines, with other content"));
    }
}
