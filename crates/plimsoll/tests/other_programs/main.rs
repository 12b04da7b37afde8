//! The whole binary beside programs that few machines have: clients of fio from PyPI, PostgreSQL, hosts that ssh reaches.
//!
//! These tests take minutes. `PLIMSOLL_OTHER_PROGRAMS=1`, which `.ci/run` sets, runs them; otherwise each prints that it was skipped.

#[path = "../it/drive.rs"]
#[expect(dead_code, reason = "the tests of `it` use the rest of it")]
mod drive;
#[cfg(feature = "fio")]
mod fio_clients;
#[cfg(feature = "fio")]
mod fio_plot;
mod hosts_ssh;
mod postgres;
