//! The stable names of enum values in the store; a value that is added does not compile until it has one.

use summary::{DoubtKind, Weight};
use workload::RoleKind;

/// A pair of functions between a live enum and its stored name.
macro_rules! names {
    ($to:ident, $from:ident, $type:ty, { $($variant:path => $name:literal),+ $(,)? }) => {
        pub(crate) fn $to(value: $type) -> &'static str {
            match value { $($variant => $name),+ }
        }

        pub(crate) fn $from(name: &str) -> Result<$type, String> {
            match name {
                $($name => Ok($variant),)+
                other => Err(format!("\"{other}\" is not a known {}", stringify!($type))),
            }
        }
    };
}

names!(weight_name, weight_from, Weight, {
    Weight::Note => "note",
    Weight::Warning => "warning",
    Weight::Forbids => "forbids",
});

names!(role_kind_name, role_kind_from, RoleKind, {
    RoleKind::Load => "load",
    RoleKind::Commit => "commit",
    RoleKind::Bulk => "bulk",
});

/// The check of a stored name; the names themselves live beside the checks.
pub(crate) fn doubt_kind_from(name: &str) -> Result<DoubtKind, String> {
    let found = DoubtKind::ALL.into_iter().find(|kind| kind.name() == name);
    found.ok_or_else(|| format!("\"{name}\" is not a known check"))
}
