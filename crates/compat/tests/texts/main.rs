//! Texts of other tools, read and written: jobs, command lines, results. One module for each text and direction.

mod diskspd_job_text;
mod diskspd_read;
mod diskspd_write;
mod fio_job_text;
mod fio_read;
mod fio_read_any;
mod fio_read_debian;
mod fio_read_examples;
mod fio_write;
mod fio_write_whole;
mod fuzz_seeds;
mod hostile;
mod iometer_read;
mod iometer_write;
mod orion_read;
mod orion_write;
mod sqlio_read;
mod sqlio_sweep;
mod sqlio_write;
mod sqliosim;
