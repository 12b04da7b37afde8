//! Changes of the command line since 2.0: later options, and the wording of errors.

/// Whether an option, without its dash, was added after 2.0.
pub(super) fn is_later(body: &str) -> bool {
    let mut letters = body.chars();
    let (letter, rest) = (letters.next().unwrap_or(' '), letters.as_str());
    match letter {
        ':' | 'u' => true,
        'a' => rest.starts_with(['c', 's', 'p', 'P', 'e', 'E', 'u']),
        'b' | 'v' => rest.starts_with('s'),
        'B' => rest.contains(':'),
        'g' => rest.ends_with('i'),
        'o' => rest.starts_with('c'),
        'r' => rest.starts_with(['s', 'd']),
        'R' => rest.starts_with(['p', 's']),
        'S' => rest.contains(['y', 'Y']),
        _ => false,
    }
}

/// The line of 2.0 that corresponds to a later version's line about an option; `None` where 2.0 prints none.
pub(super) fn line(line: &str) -> Option<String> {
    let switches = line.strip_prefix("ERROR")?.trim_start_matches([':', ' ']);
    if let Some(what) = switches.strip_prefix("invalid results format (-R): ") {
        return Some(format!("Invalid results format: {what}."));
    }
    let own = ["-S", "-h ", "unrecognized option provided to -S"];
    if own.iter().any(|start| switches.starts_with(start)) {
        return Some(switches.to_owned());
    }
    let what = switches.strip_prefix("invalid ").filter(|what| what.contains(" passed to -"))?;
    if what.ends_with("-Z") { Some(line.to_owned()) } else { Some(format!("Invalid {what}")) }
}
