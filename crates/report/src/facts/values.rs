//! The values of facts that are computed, in words.

use crate::catalogue::facts as text;
use crate::language::Language;
use record::FactValue;
use record::facts::OverlayReach;

pub(crate) fn computed(language: Language, value: &FactValue) -> String {
    match value {
        FactValue::Text(text) => text.clone(),
        FactValue::List(all) => all.join(", "),
        FactValue::Count(count) => language.count(*count),
        FactValue::CountOf { part, whole } => {
            text::value_of_whole(language, &language.count(*part), &language.count(*whole))
        }
        FactValue::Cpus(cpus) => language.number(*cpus),
        FactValue::Bytes(bytes) => language.bytes(*bytes),
        FactValue::BytesOf { part_bytes, whole_bytes } => {
            let [part, whole] = [part_bytes, whole_bytes].map(|bytes| language.bytes(*bytes));
            text::value_of_whole(language, &part, &whole)
        }
        FactValue::Nanos(nanos) => language.latency(*nanos as f64),
        FactValue::Flag(true) => text::value_yes(language).to_owned(),
        FactValue::Flag(false) => text::value_no(language).to_owned(),
        FactValue::WriteCache { mode, fua } => format!("{mode}{}", if *fua { ", FUA" } else { "" }),
        FactValue::Volume { name, suspended: true } => text::value_suspended(language, name),
        FactValue::Volume { name, .. } => name.clone(),
        FactValue::LoopFile { path, direct: true } => text::value_loop_direct(language, path),
        FactValue::LoopFile { path, .. } => text::value_loop_buffered(language, path),
        FactValue::UpperLayer { path, reach } => match reach {
            OverlayReach::Found => text::value_upper_found(language, path),
            OverlayReach::Relative => text::value_upper_relative(language, path),
            OverlayReach::Outside => text::value_upper_outside(language, path),
        },
        _ => String::new(),
    }
}
