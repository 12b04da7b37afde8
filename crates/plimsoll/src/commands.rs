//! One short file for each command; each reads as the story of the river.

pub(crate) mod build;
pub(crate) mod calibrate;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod convert;
pub(crate) mod diff;
pub(crate) mod diskspd;
pub(crate) mod fio;
pub(crate) mod import;
pub(crate) mod inventory;
pub(crate) mod iometer;
pub(crate) mod orion;
pub(crate) mod papers;
pub(crate) mod profiles;
pub(crate) mod race;
pub(crate) mod ramp;
pub(crate) mod report;
pub(crate) mod results;
pub(crate) mod run;
pub(crate) mod scale;
pub(crate) mod segment;
pub(crate) mod size;
pub(crate) mod sqlio;
pub(crate) mod studies;
pub(crate) mod study;
pub(crate) mod verify;
