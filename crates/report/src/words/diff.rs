//! The numbers, loads and conditions of a comparison of two results, in words.

use super::{rate_unit, role_io};
use crate::catalogue::{diff as text, facts};
use crate::language::Language;
use advise::diff::{
    Condition, ConditionName, ConditionValue, JobLoad, LoadShape, NamedLoad, NumberName,
    OfferedRate, Quantity, StreamName, StreamShape, UnlikeLoad,
};
use base::facts::FactValue;
use base::number::{grouped, readable, trimmed};
use workload::SyncMode;

/// A number with its role, phase or stage.
pub(crate) fn number_name(language: Language, of: &NumberName) -> String {
    format!("{}: {}", of.group, quantity(language, &of.what))
}

pub(crate) fn quantity(language: Language, what: &Quantity) -> String {
    match what {
        Quantity::LoadLine(io, limit) => text::line_of(language, &role_io(language, io), limit),
        Quantity::LatencyAtLine(io, limit) => {
            let quantile = language.quantile(limit.quantile);
            text::percentile_of(language, &quantile, &role_io(language, io), limit)
        }
        Quantity::MeanAtLine(io, limit) => text::mean_of(language, &role_io(language, io), limit),
        Quantity::LatencyAtRate { rate, kind, limit } => {
            let rate = format!("{} {}", language.number(*rate), rate_unit(language, *kind));
            text::at_rate(language, &language.quantile(limit.quantile), &rate)
        }
        Quantity::SingleCommits => text::one_by_one(language).to_owned(),
        Quantity::GroupCommits(size) => text::in_groups(language, (*size).into()),
        Quantity::PointRate(point) => point.descriptor.clone(),
        Quantity::PointP99(point) => text::p99_of(language, &point.descriptor),
        Quantity::StreamRate(stream) => stream_name(stream),
        Quantity::IntervalP99(stream, rate) => {
            arrivals(language, text::p99_intervals(language, &stream_name(stream)), *rate)
        }
        Quantity::MeanLatency(stream, rate) => {
            arrivals(language, text::mean_latency(language, &stream_name(stream)), *rate)
        }
        Quantity::AllRates(points) => text::all_rates(language, *points as u64),
        Quantity::AllLatencies(points) => text::all_latencies(language, *points as u64),
    }
}

fn stream_name(stream: &StreamName) -> String {
    match stream.number {
        1 => stream.name.clone(),
        number => format!("{} ({number})", stream.name),
    }
}

fn arrivals(language: Language, what: String, rate: Option<OfferedRate>) -> String {
    match rate {
        Some(rate) => text::at_arrivals(language, &what, &language.digits(&readable(rate.0))),
        None => what,
    }
}

pub(crate) fn unlike_load(language: Language, load: &UnlikeLoad) -> String {
    match load {
        UnlikeLoad::Shape(LoadShape::Role { io, .. }) => role_io(language, io),
        UnlikeLoad::Shape(LoadShape::Point(load)) => point_load(load),
        UnlikeLoad::Shape(LoadShape::Stream(stream)) => stream_load(language, stream),
        UnlikeLoad::Job(load) => job_load(language, load),
    }
}

/// A load in the lab book's notation; an unknown order is left open.
fn point_load(of: &NamedLoad) -> String {
    of.load.notation(of.order_known)
}

/// In few words: `70 % reads of 8 KiB, writes of 8 KiB, queue depth 16`.
fn stream_load(language: Language, of: &StreamShape) -> String {
    let size = |bytes: f64| language.bytes(bytes.round() as u64);
    let whole = |value: f64| language.digits(&trimmed(value, 0));
    let mut parts = Vec::new();
    let percent = whole(100.0 * of.read_share);
    parts.extend(of.read_bytes.map(|bytes| text::reads_of(language, &percent, &size(bytes))));
    parts.extend(of.write_bytes.map(|bytes| text::writes_of(language, &size(bytes))));
    parts.extend(of.flushes.then(|| text::with_flushes(language).to_owned()));
    parts.extend(of.depth.map(|depth| text::depth(language, &whole(depth))));
    parts.join(", ")
}

fn job_load(language: Language, of: &JobLoad) -> String {
    let order = if of.sequential { text::sequential(language) } else { text::random(language) };
    let cache = if of.direct { text::direct(language) } else { text::cached(language) };
    let every = |call: &str, writes: u32| text::sync_every(language, call, writes.into());
    let durable = of.durability.map(|mode| match mode {
        SyncMode::None => text::not_durable(language).to_owned(),
        SyncMode::Dsync => text::writes_with(language, "O_DSYNC"),
        SyncMode::Sync => text::writes_with(language, "O_SYNC"),
        SyncMode::Fua => text::writes_with(language, "FUA"),
        SyncMode::Fdatasync { every: writes } => every("fdatasync", writes),
        SyncMode::Fsync { every: writes } => every("fsync", writes),
    });
    let all = [Some(order.to_owned()), Some(cache.to_owned()), durable];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// A fact as the name of a condition.
pub(crate) fn fact_name(language: Language, name: &ConditionName) -> String {
    let ConditionName::Fact(title, name) = name else { unreachable!("{name:?} has a message") };
    let [title, name] = [facts::title_text(language, title), crate::facts::name(language, name)];
    format!("{title}: {name}")
}

/// The two values of a condition; empty if a record has none.
pub(crate) fn condition_values(language: Language, condition: &Condition) -> [String; 2] {
    let value = |value: &ConditionValue| match value {
        ConditionValue::Text(text) => text.clone(),
        ConditionValue::Subject(subject) => crate::words::run_subject(language, subject),
        ConditionValue::Engine(engine) => crate::words::engine(language, engine),
        ConditionValue::Fact(value) => facts::value_text(language, value),
        ConditionValue::Lines(0) | ConditionValue::Count(0) => String::new(),
        ConditionValue::Lines(lines) => text::text_lines(language, *lines as u64),
        ConditionValue::Count(count) => language.count(*count as u64),
    };
    let [a, b] = [value(&condition.a), value(&condition.b)];
    match (&condition.a, &condition.b) {
        (ConditionValue::Lines(own), ConditionValue::Lines(other)) if own == other => {
            [a, text::other_content(language, &b)]
        }
        // Three digits may hide the difference.
        (
            ConditionValue::Fact(FactValue::Bytes(own)),
            ConditionValue::Fact(FactValue::Bytes(other)),
        ) if a == b => [own, other].map(|bytes| language.measure((grouped(*bytes), "B"))),
        _ => [a, b],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_differ_never_read_alike() {
        let condition = |a, b| Condition { what: ConditionName::Source, a, b };
        let of = |a, b| condition_values(Language::En, &condition(a, b));
        let lines = of(ConditionValue::Lines(3), ConditionValue::Lines(3));
        assert_eq!(lines, ["a text of 3 lines", "a text of 3 lines, with other content"]);
        let bytes = |bytes| ConditionValue::Fact(FactValue::Bytes(bytes));
        assert_eq!(of(bytes(4096), bytes(8192)), ["4 KiB", "8 KiB"]);
        let apart = of(bytes(1 << 40), bytes((1 << 40) + 4096));
        assert_eq!(apart, ["1,099,511,627,776 B", "1,099,511,631,872 B"]);
    }
}
