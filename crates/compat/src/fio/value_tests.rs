//! Tables of values: what is meant, what fio itself reads, and whether a note says so.

use super::*;

const MEANT: Units = Units { literal: false, kb_base: 1024 };
const FIO: Units = Units { literal: true, kb_base: 1024 };

#[test]
fn sizes_mean_what_they_say_and_literally_what_fio_takes() {
    for (text, meant, fio) in [
        ("4096", Some(4096), 4096),
        ("4k", Some(4096), 4096),
        ("4K", Some(4096), 4096),
        ("4kb", Some(4096), 4096),
        ("4KiB", Some(4096), 4000),
        ("4ki", Some(4096), 4096),
        ("1.5g", Some(3 << 29), 1),
        ("1.5m", Some(3 << 19), 1),
        ("0x1000", Some(4096), 4096),
        ("4x", None, 4),
        ("4kk", None, 4096),
        ("(4*1m)", Some(4 << 20), 0),
    ] {
        let read = MEANT.size(text);
        assert_eq!(read.as_ref().ok().map(|s| s.value), meant, "{text}");
        if let Ok(parsed) = &read {
            let absurd = FIO.size(text).is_ok_and(|s| s.value != parsed.value);
            assert_eq!(parsed.note.is_some(), absurd, "{text}: {parsed:?}");
        }
        if fio > 0 {
            assert_eq!(FIO.size(text).map(|s| s.value), Ok(fio), "{text}");
        }
    }
    for (text, fio) in [(" 8k", 8), (" 8192", 8192), ("8 k", 8), ("8k ", 8192)] {
        assert_eq!(FIO.size(text).map(|s| s.value), Ok(fio), "{text:?}");
        assert_eq!(MEANT.size(text.trim()).map(|s| s.value), Ok(8192), "{text:?}");
    }
    assert_eq!(FIO.time(" 10m", 1e9).map(|s| s.value), Ok(Nanos(10_000_000_000)));
    let thousand = Units { literal: false, kb_base: 1000 };
    assert_eq!(thousand.size("4k").map(|s| s.value), Ok(4000));
    assert_eq!(thousand.size("4KiB").map(|s| s.value), Ok(4096));
    assert_eq!(MEANT.count("100k").map(|s| s.value), Ok(100_000));
    assert_eq!(FIO.count("100k").map(|s| s.value), Ok(102_400));
}

#[test]
fn times_mean_what_they_say_and_literally_what_fio_takes() {
    for (text, meant, fio) in [
        ("10", Some(Nanos::secs(10)), Nanos::secs(10)),
        ("10s", Some(Nanos::secs(10)), Nanos::secs(10)),
        ("10m", Some(Nanos::secs(600)), Nanos::secs(600)),
        ("10min", Some(Nanos::secs(600)), Nanos::micros(10)),
        ("10sec", Some(Nanos::secs(10)), Nanos::micros(10)),
        ("1.5s", Some(Nanos::millis(1500)), Nanos::secs(1)),
        ("0x10", Some(Nanos::secs(16)), Nanos::micros(16)),
        ("500us", Some(Nanos::micros(500)), Nanos::micros(500)),
        ("(2*30)", Some(Nanos::secs(60)), Nanos(0)),
        ("(2*30s)", Some(Nanos::secs(60)), Nanos(0)),
        ("10 fortnights", None, Nanos(0)),
    ] {
        let read = MEANT.seconds(text);
        assert_eq!(read.as_ref().ok().map(|s| s.value), meant, "{text}");
        if fio.0 > 0 {
            assert_eq!(FIO.seconds(text).map(|s| s.value), Ok(fio), "{text}");
            let absurd = meant != Some(fio);
            assert_eq!(read.is_ok_and(|s| s.note.is_some()), absurd, "{text}");
        }
    }
    assert_eq!(MEANT.millis("1s").map(|s| s.value), Ok(Nanos::secs(1)));
    assert_eq!(FIO.millis("1s").map(|s| s.value), Ok(Nanos::millis(1)));
}

#[test]
fn lists_of_directions_and_cpus_are_taken_apart() {
    assert_eq!(directions("8k"), Ok([Some("8k"); 3]));
    assert_eq!(directions("8k,32k"), Ok([Some("8k"), Some("32k"), Some("32k")]));
    assert_eq!(directions("8k,32k,"), Ok([Some("8k"), Some("32k"), None]));
    assert_eq!(directions(",8k"), Ok([None, Some("8k"), Some("8k")]));
    assert!(directions("1,2,3,4").is_err());
    assert_eq!(cpus("0-2,5").map(|s| s.value), Ok(vec![0, 1, 2, 5]));
    assert!(cpus("5-1").is_err() && cpus("0-4000000000").is_err() && cpus("").is_err());
}

#[test]
fn a_product_without_brackets_is_its_first_number() {
    for units in [MEANT, FIO] {
        assert_eq!(units.count("128*2").map(|count| count.value), Ok(128));
        assert_eq!(units.time("100*1", 1e9).map(|time| time.value), Ok(Nanos::secs(100)));
        assert!(units.count("*2").is_err());
    }
}
