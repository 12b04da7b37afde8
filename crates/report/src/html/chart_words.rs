//! The texts of the charts, which the script of the page combines with numbers.

use crate::catalogue::{chart as text, page, unit};
use crate::language::Language;
use serde_json::{Value, json};

/// The texts by the names that `report.js` uses.
pub(super) fn words(language: Language) -> Value {
    let l = language;
    json!({
        "limit": text::limit(l), "ownFlush": text::own_flush(l), "sharedFlushes": text::shared_flushes(l),
        "offered": text::offered(l), "done": text::done(l), "loadLine": text::load_line(l), "required": text::required(l),
        "latency": text::latency(l), "loadDone": text::load_done(l), "faster": text::faster(l),
        "second": text::second(l), "seconds": text::seconds(l), "warmUp": text::warm_up(l),
        "closedLoop": page::closed_loop(l), "held": page::held(l), "notHeld": page::not_held(l), "max": page::max(l),
        "iops": unit::iops(l), "mibps": unit::mibps(l), "us": l.unit("us"), "ms": l.unit("ms"), "s": l.unit("s"),
    })
}
