//! The disk counters of Windows by their English, German and Russian names.
//!
//! English and German names are those of the system's own tables (`Perflib\009` and `Perflib\007`, numbers 198 to 236 and 1400
//! to 1482); Russian ones those of its counters and of Microsoft's documentation.

use super::rates::{Column, Rate};

pub(super) const DISK_OBJECTS: &[&str] = &[
    "PhysicalDisk",
    "LogicalDisk",
    "Physikalischer Datenträger",
    "Logischer Datenträger",
    "Физический диск",
    "Логический диск",
];

/// A counter: its names, its rate, and the factor for its number.
type CounterName = (&'static [&'static str], Rate, f64);

const MS: f64 = 1_000.0;

const COUNTERS: &[CounterName] = &[
    (
        &[
            "Disk Reads/sec",
            "Lesevorgänge/s",
            "Обращений чтения с диска/с",
            "Операций чтения с диска в секунду",
        ],
        Rate::Reads,
        1.0,
    ),
    (
        &[
            "Disk Writes/sec",
            "Schreibvorgänge/s",
            "Обращений записи на диск/с",
            "Операций записи на диск в секунду",
        ],
        Rate::Writes,
        1.0,
    ),
    (
        &[
            "Disk Transfers/sec",
            "Übertragungen/s",
            "Обращений к диску/с",
            "Обращений к диску в секунду",
        ],
        Rate::Transfers,
        1.0,
    ),
    (
        &["Disk Read Bytes/sec", "Bytes gelesen/s", "Скорость чтения с диска (байт/с)"],
        Rate::ReadBytes,
        1.0,
    ),
    (
        &["Disk Write Bytes/sec", "Bytes geschrieben/s", "Скорость записи на диск (байт/с)"],
        Rate::WriteBytes,
        1.0,
    ),
    (&["Avg. Disk Bytes/Read", "Mittlere Bytes/Lesevorgang"], Rate::ReadSizeBytes, 1.0),
    (&["Avg. Disk Bytes/Write", "Mittlere Bytes/Schreibvorgang"], Rate::WriteSizeBytes, 1.0),
    (
        &[
            "Avg. Disk sec/Read",
            "Mittlere Sek./Lesevorgänge",
            "Среднее время чтения с диска (с)",
            "Среднее время чтения с диска (сек)",
        ],
        Rate::ReadLatencyMs,
        MS,
    ),
    (
        &[
            "Avg. Disk sec/Write",
            "Mittlere Sek./Schreibvorgänge",
            "Среднее время записи на диск (с)",
            "Среднее время записи на диск (сек)",
        ],
        Rate::WriteLatencyMs,
        MS,
    ),
    (
        &[
            "Avg. Disk sec/Transfer",
            "Mittlere Sek./Übertragung",
            "Среднее время обращения к диску (с)",
            "Среднее время обращения к диску (сек)",
        ],
        Rate::LatencyMs,
        MS,
    ),
    (
        &[
            "Avg. Disk Queue Length",
            "Durchschnittl. Warteschlangenlänge des Datenträgers",
            "Средняя длина очереди диска",
        ],
        Rate::QueueDepth,
        1.0,
    ),
    // Not `% Disk Time`: it is the mean queue in percent, not the share of the time in which the disk is busy.
    (&["% Idle Time", "Leerlaufzeit (%)", "Процент времени бездействия"], Rate::IdlePercent, 1.0),
];

pub(super) fn counter(name: &str) -> Option<Column> {
    let name = name.trim();
    let found =
        COUNTERS.iter().find(|row| row.0.iter().any(|known| known.eq_ignore_ascii_case(name)));
    found.map(|&(_, rate, factor)| Column { rate, factor })
}

pub(super) fn is_disk(object: &str) -> bool {
    DISK_OBJECTS.iter().any(|known| known.eq_ignore_ascii_case(object.trim()))
}
