//! Tests of the output for people and programs: the terminal, the page, the page in a browser.

mod browser;
mod job_plan;
mod page;
mod terminal;
