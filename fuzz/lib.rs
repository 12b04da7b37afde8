//! The feeds of the fuzzer's targets; the tests of the seeds take the same two files as modules of their own.

mod feed;
mod feed_import;

/// fio.
pub fn fio(data: &[u8]) {
    feed::fio(data);
}

/// diskspd.
pub fn diskspd(data: &[u8]) {
    feed::diskspd(data);
}

/// sqlio.
pub fn sqlio(data: &[u8]) {
    feed::sqlio(data);
}

/// sqliosim.
pub fn sqliosim(data: &[u8]) {
    feed::sqliosim(data);
}

/// iometer.
pub fn iometer(data: &[u8]) {
    feed::iometer(data);
}

/// orion.
pub fn orion(data: &[u8]) {
    feed::orion(data);
}

/// native.
pub fn native(data: &[u8]) {
    feed::native(data);
}

/// plan.
pub fn plan(data: &[u8]) {
    feed::plan(data);
}

/// profile.
pub fn profile(data: &[u8]) {
    feed::profile(data);
}

/// grid.
pub fn grid(data: &[u8]) {
    feed::grid(data);
}

/// layouts.
pub fn layouts(data: &[u8]) {
    feed::layouts(data);
}

/// The readers of results.
pub fn import(data: &[u8]) {
    feed_import::import(data);
}
