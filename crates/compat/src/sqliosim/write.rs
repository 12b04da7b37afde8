//! A configuration as text, with every key, as `-save` writes it.

use super::options::{KEYS, SECTIONS, SqliosimKey};
use super::{File, Simulation};
use std::fmt::Write;

/// The whole configuration; reading it gives the same simulation.
pub fn write(simulation: &Simulation) -> String {
    let mut all = simulation.clone();
    let mut nobody = File::default();
    let mut text = String::new();
    let mut section = |all: &mut Simulation, head: &str, keys: &str, file: &mut File| {
        let own = KEYS.iter().filter(|key| key.section == keys);
        let line = |key: &SqliosimKey| format!("{}={}\n", key.name, key.shown(all, file));
        let lines: String = own.map(line).collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "[{head}]\n{lines}");
    };
    for name in SECTIONS.into_iter().filter(|name| *name != "FileN") {
        section(&mut all, name, name, &mut nobody);
    }
    for (number, file) in simulation.files.iter().enumerate() {
        section(&mut all, &format!("File{}", number + 1), "FileN", &mut file.clone());
    }
    text.truncate(text.trim_end().len());
    text + "\n"
}
