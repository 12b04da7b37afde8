//! Texts of other tools, read and written: jobs, command lines, results. One module for each text and direction.

#[cfg(feature = "diskspd")]
mod diskspd_job_text;
#[cfg(feature = "diskspd")]
mod diskspd_read;
#[cfg(feature = "diskspd")]
mod diskspd_write;
#[cfg(feature = "fio")]
mod fio_eta;
#[cfg(feature = "fio")]
mod fio_job_text;
#[cfg(feature = "fio")]
mod fio_read;
#[cfg(feature = "fio")]
mod fio_read_any;
#[cfg(feature = "fio")]
mod fio_read_debian;
#[cfg(feature = "fio")]
mod fio_read_examples;
#[cfg(feature = "fio")]
mod fio_write;
#[cfg(feature = "fio")]
mod fio_write_whole;
mod fuzz_seeds;
mod hostile;
#[cfg(feature = "iometer")]
mod iometer_read;
#[cfg(feature = "iometer")]
mod iometer_write;
#[cfg(feature = "orion")]
mod orion_read;
#[cfg(feature = "orion")]
mod orion_write;
#[cfg(feature = "sqlio")]
mod sqlio_read;
#[cfg(feature = "sqlio")]
mod sqlio_sweep;
#[cfg(feature = "sqlio")]
mod sqlio_write;
#[cfg(feature = "sqliosim")]
mod sqliosim;
