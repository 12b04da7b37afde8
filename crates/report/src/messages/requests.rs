//! What is wrong with a request for a study: takes the typed fact, gives the sentence.

use std::fmt;

/// What is wrong with a request for a study.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum RequestFault {
    MixedClocks,
    OverClassicGrid,
    EachAlone { disks: usize },
    ProfileNotJob { file: String },
    LayoutWithoutPlace { layout: String },
    LayoutWithPlace { layout: String, name: String },
    LayoutSaysNothing { layout: String },
    NameIsTaken { name: String },
    KeyTwice { key: String },
    NotANumberOfDisks { value: String },
    UnknownKey { key: String },
    NotAPrice { price: String },
    GridNamesLayouts,
    FewLayouts { kind: String },
    TimeTooShort { time: String, usual: String },
    NoPasses,
    NoPrice { layouts: String },
    TooMany { record: String, count: usize, what: String, most: usize },
    LeaveOut { told: String },
    NoPercentile { shown: String },
    LayoutNotRecorded { layout: String, layouts: String },
    RecordUnreadable { shown: String, error: String },
    NoPointsOfLayouts { run: String, kinds: String },
    OrderUnknownInPart { told: String, untold: String },
    NothingInCommon,
    PointMissing { shown: String, point: String, layouts: String },
    OrderUnknown { shown: String },
    LeaveOutMissing { shown: String },
}

impl fmt::Display for RequestFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MixedClocks => f.write_str("simulated storages have a clock of their own and cannot stand beside layouts that are built; leave \
                 either out"),
            Self::OverClassicGrid => f.write_str("over the classic grid of 210 points"),
            Self::EachAlone { disks } => write!(f, "{disks} disks, each alone"),
            Self::ProfileNotJob { file } => write!(f, "--for: {file} is a profile and not a job; use `plimsoll check --for` for a profile"),
            Self::LayoutWithoutPlace { layout } => write!(f, "--layout {layout}: there is no place"),
            Self::LayoutWithPlace { layout, name } => write!(f, "--layout {layout}: beside --recorded a layout has no place, as its points are there already; write \
                 {name}=,price=N to price it"),
            Self::LayoutSaysNothing { layout } => write!(f, "--layout {layout}: says nothing; add price=, usable= or redundancy="),
            Self::NameIsTaken { name } => write!(f, "the name {name} is ours; take another"),
            Self::KeyTwice { key } => write!(f, "{key}= is said twice"),
            Self::NotANumberOfDisks { value } => write!(f, "\"{value}\" is no number of disks"),
            Self::UnknownKey { key } => write!(f, "\"{key}\" is none of price, usable, redundancy"),
            Self::NotAPrice { price } => write!(f, "\"{price}\" is no price; write a number above 0"),
            Self::GridNamesLayouts => f.write_str("--grid: -R has no meaning here; the layouts are named by --layout"),
            Self::FewLayouts { kind } => write!(f, "{kind} races layouts with each other; name two or more with --layout or --build"),
            Self::TimeTooShort { time, usual } => write!(f, "--time: {time} is too short; 1 s at least, {usual} are usual"),
            Self::NoPasses => f.write_str("--passes: must be 1 or more"),
            Self::NoPrice { layouts } => write!(f, "--by price: there is no price of {layouts}; add price=N to each --layout, all in one currency"),
            Self::TooMany { record, count, what, most } => write!(f, "{record} holds {count} {what}; a comparison takes up to {most}"),
            Self::LeaveOut { told } => write!(f, "--recorded: {told}: leave some out of the file"),
            Self::NoPercentile { shown } => write!(f, "--metric p99: {shown} holds points without a 99th percentile; race it by throughput"),
            Self::LayoutNotRecorded { layout, layouts } => write!(f, "--layout {layout}: the record has no such layout; it has {layouts}"),
            Self::RecordUnreadable { shown, error } => write!(f, "--recorded: failed to read {shown}: {error}"),
            Self::NoPointsOfLayouts { run, kinds } => write!(f, "--recorded: run {run} holds no points of layouts; name one of {kinds}, or a grid's file"),
            Self::OrderUnknownInPart { told, untold } => write!(f, "its layouts have no point in common: {told} tells whether its points are random, {untold} does not; \
                 write random or sequential into the column order of each line"),
            Self::NothingInCommon => f.write_str("its layouts have no point in common"),
            Self::PointMissing { shown, point, layouts } => write!(f, "{shown}: no point {point} of {layouts}"),
            Self::OrderUnknown { shown } => write!(f, "{shown}: points that do not say whether they were random answer neither for random nor for \
                 sequential; write the order of each line into a column order, or leave out --for, and -f of --grid"),
            Self::LeaveOutMissing { shown } => write!(f, "{shown}: leave out what it lacks, or --grid and --for altogether"),
        }
    }
}
