//! Takes the computed figures of a stream and the columns of trials; gives their tables in the pages on JSON and CSV.

use super::messages;
use crate::source;
use report::STREAM_FIGURES;
use report::export::trial_columns;

/// The pages with their tables: path and text.
pub(super) fn documents() -> [(String, String); 3] {
    let header = format!("\nThe header in full:\n\n```csv\n{}\n```\n", trial_columns().join(","));
    [
        page("docs/reference/json.md", "stream figures", &table("key")),
        page("docs/reference/numbers.md", "stream figures", &table("name")),
        page("docs/reference/csv.md", "trial columns", &(table("column") + &header)),
    ]
}

fn table(head: &str) -> String {
    let abouts = messages::comments("stream_figure");
    let row = |figure: &report::StreamFigure| {
        let about = &abouts[&figure.key.replace('_', "-")];
        format!("| `{}` | {} | {about} |\n", figure.key, figure.unit)
    };
    let rows: String = STREAM_FIGURES.iter().map(row).collect();
    format!("\n| {head} | unit | what it is |\n| --- | --- | --- |\n{rows}")
}

/// The page at this path with this text between the marks of this name.
fn page(path: &str, name: &str, text: &str) -> (String, String) {
    let before = std::fs::read_to_string(source::root().join(path)).unwrap_or_default();
    let begin = format!("<!-- Made by cargo xtask generate: {name} -->\n");
    let made = before.split_once(&begin).and_then(|(head, rest)| {
        let (_, tail) = rest.split_once("<!-- End -->")?;
        Some(format!("{head}{begin}{text}\n<!-- End -->{tail}"))
    });
    (path.to_owned(), made.unwrap_or_else(|| panic!("{path} has no marks for {name}")))
}
