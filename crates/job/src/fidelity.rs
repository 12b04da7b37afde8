//! The section `[fidelity]` of a fitted job, read and written.

use super::section::KeyTable;
use super::value;
use super::written::quoted;
use crate::Diagnostics;
use workload::{Fidelity, FidelityDistance, FidelityFigure, FigurePair, WordChoice};

pub(super) fn read(section: &KeyTable<'_, '_>, sink: &mut Diagnostics) -> Option<Fidelity> {
    let target = section.must_get::<String>("target", sink);
    let mut figures = Vec::new();
    for (key, figure) in FidelityFigure::WORDS {
        let wanted = "the captured and the fitted value, such as [812, 809]";
        let Some(values) = section.list(key, sink, wanted, value::factor) else { continue };
        match values[..] {
            [(captured, _), (fitted, _)] => {
                figures.push(FigurePair { figure: *figure, captured, fitted });
            }
            _ => sink.problem(
                section.span_of(key),
                format!("`{key}` is not two numbers"),
                format!("write {wanted}"),
            ),
        }
    }
    let distance = |(key, kind): &(&'static str, FidelityDistance)| {
        Some((*kind, section.read(key, sink, value::factor)?))
    };
    let distances = FidelityDistance::WORDS.iter().filter_map(distance).collect();
    Some(Fidelity { target: target?, figures, distances })
}

/// The section as text, to append to the job.
pub fn write(fidelity: &Fidelity) -> String {
    let mut text = format!("\n[fidelity]\ntarget = {}\n", quoted(&fidelity.target));
    for pair in &fidelity.figures {
        let key = pair.figure.word();
        text.push_str(&format!("{key} = [{}, {}]\n", pair.captured, pair.fitted));
    }
    for (kind, value) in &fidelity.distances {
        text.push_str(&format!("{} = {value}\n", kind.word()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const JOB: &str = "[target.a]\npath = \"a\"\n[stream.a]\nduration = 1\n";

    #[test]
    fn a_fidelity_is_read_as_it_was_written() {
        let figures = FidelityFigure::WORDS.iter().zip(1u8..).map(|((_, figure), number)| {
            let number = f64::from(number);
            FigurePair { figure: *figure, captured: number / 3.0, fitted: number * 1e9 / 7.0 }
        });
        let distances = FidelityDistance::WORDS.iter().map(|(_, kind)| (*kind, 1.0 / 30_000.0));
        let fidelity = Fidelity {
            target: "/dev/\"x\"".to_owned(),
            figures: figures.collect(),
            distances: distances.collect(),
        };
        let reading = crate::read("x", &format!("{JOB}{}", write(&fidelity)));
        assert_eq!(reading.problems, []);
        assert_eq!(reading.fidelity, Some(fidelity));
        assert_eq!(crate::read("x", JOB).fidelity, None);
    }

    #[test]
    fn every_mistake_is_a_problem() {
        let section = "[fidelity]\niops = [1, 2, 3]\ngap_distance = -1\ndepth = [1, 2]\n";
        let texts: Vec<String> = crate::read("x", &format!("{JOB}{section}"))
            .problems
            .into_iter()
            .map(|problem| problem.text)
            .collect();
        assert_eq!(texts.len(), 4, "{texts:?}");
    }
}
