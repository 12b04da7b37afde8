//! What keeps layouts from being built or taken down: takes the typed fact, gives the sentence.

use base::Bytes;
use std::fmt;

/// What keeps layouts from being built or taken down.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum LayoutFault {
    TooFewBytes { layout: String, disks: usize, slice: String, offered: Bytes, size: String },
    SizeTooSmall { layout: String, size: String, least: Bytes },
    FillTooSmall { layout: String, level: String, offered: Bytes, least: Bytes },
    NeedsDisks,
    DiskTwice { disk: String },
    AnotherDevice { disk: String },
    NeedsRoot,
    NoProgram { program: String, package: String },
    NoModule { layout: String, module: String },
    TakenDown,
    NotBuilt { why: String },
    ExchangedDevice { disk: String },
    Building,
    NotRecorded { error: String },
    SizeUnknown { disk: String, error: String },
    Prefilling { disk: String },
    NotTakenDown { why: String },
    ByHand,
    StandsElsewhere,
    UnknownMarker { file: String },
    DidNotAppear { path: String },
    NotInstalled,
}

impl fmt::Display for LayoutFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFewBytes { layout, disks, slice, offered, size } => write!(
                f,
                "{layout}: {disks} slices of {slice} have room for a test file of {offered}, not of {size}: take a \
                 smaller --size or a larger --slice"
            ),
            Self::SizeTooSmall { layout, size, least } => write!(
                f,
                "{layout}: {size} is too little for a test file ({least} at least): take a larger --size or --slice"
            ),
            Self::FillTooSmall { layout, level, offered, least } => write!(
                f,
                "{layout}: {level} % of {offered} is too little for a test file ({least} at least): take a larger \
                 --fill or --slice"
            ),
            Self::NeedsDisks => {
                f.write_str("--build needs --disks: the disks that the layouts are built on")
            }
            Self::DiskTwice { disk } => write!(f, "{disk} is there twice; name each disk once"),
            Self::AnotherDevice { disk } => {
                write!(f, "{disk} is another device by now; nothing is written to it")
            }
            Self::NeedsRoot => f.write_str("layouts are built by root only; run it with sudo"),
            Self::NoProgram { program, package } => {
                write!(f, "the program {program} is not installed (package {package})")
            }
            Self::NoModule { layout, module } => {
                write!(f, "{layout}: this kernel has no {module}; take layouts of another builder")
            }
            Self::TakenDown => {
                f.write_str("what stood by then was taken down; the disks are blank")
            }
            Self::NotBuilt { why } => write!(f, "failed to build the layouts: {why}"),
            Self::ExchangedDevice { disk } => write!(
                f,
                "{disk} is another device than the one that was judged; nothing is written to it"
            ),
            Self::Building => f.write_str("building the layouts"),
            Self::NotRecorded { error } => write!(f, "cannot record what stands: {error}"),
            Self::SizeUnknown { disk, error } => {
                write!(f, "cannot ask {disk} for its size: {error}")
            }
            Self::Prefilling { disk } => write!(f, "Prefill: random data on {disk}"),
            Self::NotTakenDown { why } => write!(f, "failed to take down a layout: {why}"),
            Self::ByHand => {
                f.write_str("take it down by hand, or start again, which tries once more")
            }
            Self::StandsElsewhere => f.write_str(
                "the same layouts are standing on these disks for another run; wait for its end",
            ),
            Self::UnknownMarker { file } => write!(
                f,
                "{file} tells of layouts of the same name, which this version cannot take down; remove them and this \
                 file"
            ),
            Self::DidNotAppear { path } => write!(f, "{path} did not appear"),
            Self::NotInstalled => f.write_str("the program is not installed"),
        }
    }
}

/// What is said of layouts that a killed run left.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the sentences below say what each is")]
pub enum LeftoverFault {
    CopiedTable { disk: String },
    NotMarked { shown: String },
    BuiltInPart { shown: String },
    OtherContent { shown: String },
    Mounted { part: String, at: String },
    SwapInUse { part: String },
    Held { device: String, holder: String },
    Leftover { disks: String, layouts: String, reasons: String, by_hand: String },
    LeftoverElsewhere { disks: String, layouts: String, by_hand: String },
    LeftoverTakenDown { layouts: String },
}

impl fmt::Display for LeftoverFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CopiedTable { disk } => {
                write!(f, "two devices carry the partition table of {disk}")
            }
            Self::NotMarked { shown } => write!(
                f,
                "it stands on {shown}, which this command does not mark with --destroy {shown}"
            ),
            Self::BuiltInPart { shown } => {
                write!(f, "the run ended before {shown} was completely built")
            }
            Self::OtherContent { shown } => {
                write!(f, "{shown} no longer holds what was built on it")
            }
            Self::Mounted { part, at } => write!(f, "{part} is mounted at {at}"),
            Self::SwapInUse { part } => write!(f, "{part} is swap space in use"),
            Self::Held { device, holder } => write!(f, "{device} is held by {holder}"),
            Self::Leftover { disks, layouts, reasons, by_hand } => write!(
                f,
                "{disks} hold layouts of an earlier run that was killed ({layouts}). They are not taken down: \
                 {reasons}. If nothing on them is needed, remove them by hand: {by_hand}"
            ),
            Self::LeftoverElsewhere { disks, layouts, by_hand } => write!(
                f,
                "{disks} hold layouts of an earlier run that was killed ({layouts}); remove them by hand, or build \
                 on these disks again: {by_hand}"
            ),
            Self::LeftoverTakenDown { layouts } => {
                write!(f, "took down what an earlier run left: {layouts}")
            }
        }
    }
}
