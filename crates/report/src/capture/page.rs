//! The page of a captured load: one file without scripts. Heat maps and curves are SVG images in the colours of the theme.

use super::{facts, gaps, moves_data, notes, words};
use crate::catalogue::{capture as text, page as page_text};
use crate::html::{generator, head, masthead_of};
use crate::language::Language;
use base::shown;
use maud::{DOCTYPE, Markup, html as markup};
use observe::character::Characterisation;
use observe::character::heat::HeatMap;
use observe::character::series::{RatePoint, RateSeries};

const OWN_LOOK: &str = "section.verdict.note { margin-top: 16px; } figure.drawing { background: var(--sheet); border: 1px solid var(--rule); border-radius: 12px; padding: 14px 16px; margin-top: 14px; } \
    figure.drawing svg { display: block; width: 100%; height: 220px; } figure.drawing figcaption { margin-bottom: 8px; } \
    .ends { display: flex; justify-content: space-between; gap: 12px; font-size: .82rem; color: var(--soft); } \
    .drawing-body { display: grid; grid-template-columns: auto 1fr; gap: 4px 10px; } \
    .scale { display: flex; flex-direction: column; justify-content: space-between; text-align: right; font-size: .82rem; color: var(--soft); } \
    .matrix td { text-align: right; } .matrix td, .matrix th { padding: 4px 10px; } .scroll { overflow-x: auto; } \
    .facts { display: grid; grid-template-columns: minmax(84px, max-content) 1fr; gap: 6px 16px; } .facts dt { color: var(--soft); } \
    .facts dd { overflow-wrap: anywhere; } ul.plain { padding-left: 18px; } ul.plain li { overflow-wrap: anywhere; margin-top: 4px; }";

/// The content security policy of the page: no script, no network.
pub const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

pub fn html(load: &Characterisation, language: Language) -> String {
    html_in_site(load, language, &[])
}

/// The page as a part of a site, with links (addresses and texts) to its other pages.
pub fn html_in_site(
    load: &Characterisation,
    language: Language,
    links: &[(String, String)],
) -> String {
    let title = words::title(language, load);
    let page = markup! {
        (DOCTYPE)
        html lang=(language.code()) {
            (head(POLICY, &format!("{title} - Plimsoll"), generator(&load.header.version), OWN_LOOK))
            body {
                @if !links.is_empty() { (masthead_of(language, links, "")) }
                main #main {
                    section.verdict.plain.note { div { h1 { (title) } p.need { (words::rates(language, load)) } } }
                    (composition(language, load))
                    (rates(language, &load.rates))
                    @if let Some(map) = &load.places {
                        (heat(language, text::places_over_time(language), text::places_caption(language), map, words::bytes))
                    }
                    @if let Some(map) = &load.latencies {
                        (heat(language, text::latency_over_time(language), text::latency_caption(language), map, words::time))
                    }
                    (sizes(language, load))
                    (lists(language, load))
                }
                footer { p { (page_text::footer(language, &load.header.version)) } }
            }
        }
    };
    shown::escaped(&page.into_string()).into_owned()
}

fn composition(language: Language, load: &Characterisation) -> Markup {
    let mut rows = facts(language, load);
    if load.phases.len() > 1 {
        let phase = |phase| (text::phase(language), words::phase(language, phase));
        rows.extend(load.phases.iter().map(phase));
    }
    rows.extend(notes(language, load));
    rows.extend(gaps(language, load));
    markup! {
        section aria-labelledby="what" {
            h2 #what { (text::made_of(language)) }
            dl.facts { @for (name, line) in &rows { dt { (name) } dd { (line) } } }
        }
    }
}

/// Rates over time: reads and writes per second.
fn rates(language: Language, series: &RateSeries) -> Markup {
    let interval_s = series.interval_ns as f64 / 1e9;
    let points = series.lasting();
    let per_s = |count: f64, point: &RatePoint| count * 1e9 / point.recorded_ns;
    let rate = |point: &RatePoint| per_s(point.reads.max(point.writes), point);
    let most = points.iter().map(|(_, point)| rate(point)).fold(0.0, f64::max);
    let Some((last, _)) = points.last().filter(|(last, _)| *last > 0 && most > 0.0) else {
        return markup! {};
    };
    let lines = |pick: fn(&RatePoint) -> f64| -> Vec<String> {
        let place = |(index, point): &(usize, &RatePoint)| {
            let x = *index as f64 * 1_000.0 / *last as f64;
            format!("{x:.1},{:.1}", 196.0 - 192.0 * per_s(pick(point), point) / most)
        };
        let one = |run: &[(usize, &RatePoint)]| match run {
            // A point between two gaps is as wide as its interval.
            [alone] => format!("{} {}", place(alone), place(&(alone.0 + 1, alone.1))),
            _ => run.iter().map(place).collect::<Vec<_>>().join(" "),
        };
        points.chunk_by(|a, b| a.0 + 1 == b.0).map(one).collect()
    };
    let stroke = |colour: &str| {
        format!("fill:none;stroke:var(--{colour});stroke-width:2;vector-effect:non-scaling-stroke")
    };
    markup! {
        section aria-labelledby="rates" {
            h2 #rates { (text::rates_over_time(language)) }
            figure.drawing {
                figcaption.small {
                    span style="color:var(--c1)" { "\u{25cf} " (text::reads(language)) } ", "
                    span style="color:var(--c2)" { "\u{25cf} " (text::writes(language)) } " " (text::rates_caption(language, interval_s))
                }
                div.drawing-body {
                    div.scale { span { (language.number(most)) } span { "0" } }
                    svg viewBox="0 0 1000 200" preserveAspectRatio="none" role="img" aria-label=(text::rates_label(language)) {
                        @for points in lines(|point| point.writes) { polyline points=(points) style=(stroke("c2")) {} }
                        @for points in lines(|point| point.reads) { polyline points=(points) style=(stroke("c1")) {} }
                    }
                    span {}
                    div.ends { span { (language.duration(0.0)) } span { (language.duration((*last + 1) as f64 * interval_s)) } }
                }
            }
        }
    }
}

const SHADES: u32 = 8;

fn heat(
    language: Language,
    title: &str,
    caption: &str,
    map: &HeatMap,
    label: fn(Language, u64) -> String,
) -> Markup {
    if map.counts.iter().flatten().all(|count| *count == 0) {
        return markup! {};
    }
    // Rows before the first count are empty space.
    let first = map.counts.iter().position(|row| row.iter().any(|count| *count > 0)).unwrap_or(0);
    let rows = &map.counts[first..];
    let columns = rows.first().map_or(0, Vec::len);
    let most = rows.iter().flatten().copied().max().unwrap_or(1) as f64;
    let shade = |count: u64| match count {
        0 => 0,
        _ => (((count as f64).ln_1p() / most.ln_1p() * f64::from(SHADES)).ceil() as u32)
            .clamp(1, SHADES),
    };
    let mut paths = vec![String::new(); SHADES as usize + 1];
    for (index, row) in rows.iter().enumerate() {
        let y = rows.len() - 1 - index;
        let mut from = 0;
        while from < row.len() {
            let own = shade(row[from]);
            let length = row[from..].iter().take_while(|count| shade(**count) == own).count();
            if own > 0 {
                paths[own as usize].push_str(&format!("M{from} {y}h{length}v1h-{length}z"));
            }
            from += length;
        }
    }
    let next = |index: usize| map.row_begins.get(index).copied();
    let top = next(map.counts.len()).or_else(|| {
        let (last, before) = (map.row_begins.last()?, map.row_begins.iter().rev().nth(1));
        Some(last + before.map_or(0, |before| last - before))
    });
    let end_s = columns as f64 * map.column_ns as f64 / 1e9;
    let view = format!("0 0 {columns} {}", rows.len());
    markup! {
        section {
            h2 { (title) }
            figure.drawing {
                figcaption.small { (caption) }
                div.drawing-body {
                    div.scale { span { (label(language, top.unwrap_or(0))) } span { (label(language, map.row_begins[first])) } }
                    svg viewBox=(view) preserveAspectRatio="none" role="img" aria-label=(caption) shape-rendering="crispEdges" {
                        @for (shade, path) in paths.iter().enumerate().filter(|(_, path)| !path.is_empty()) {
                            path d=(path) style=(format!("fill:var(--c1);fill-opacity:{:.3}", 0.15 + 0.85 * shade as f64 / f64::from(SHADES))) {}
                        }
                    }
                    span {}
                    div.ends { span { (language.duration(0.0)) } span { (language.duration(end_s)) } }
                }
            }
        }
    }
}

/// Sizes by operation: shares of I/Os, and their latencies.
fn sizes(language: Language, load: &Characterisation) -> Markup {
    let operations: Vec<_> = load
        .operations
        .iter()
        .filter(|one| moves_data(one.operation) && !one.sizes.is_empty())
        .collect();
    if operations.is_empty() {
        return markup! {};
    }
    let classes = (9..=32).map(|class| 1u64 << class);
    let share = |sizes: &[observe::character::operations::SizeShare], most: u64| -> f64 {
        let within = sizes.iter().filter(|size| {
            let bytes = u64::from(size.length_bytes);
            bytes <= most && (bytes > most / 2 || most == 512)
        });
        within.map(|size| size.operations_share).sum()
    };
    let used: Vec<u64> = classes
        .filter(|class| operations.iter().any(|one| share(&one.sizes, *class) > 0.0))
        .collect();
    markup! {
        section aria-labelledby="sizes" {
            h2 #sizes { (text::sizes_heading(language)) }
            div.scroll tabindex="0" role="region" aria-label=(text::sizes_label(language)) { table.matrix {
                thead { tr { th { (text::up_to(language)) } @for one in &operations { th { (words::operation_name(language, one.operation)) } th { (page_text::mean(language)) } th { "p99" } } } }
                tbody { @for class in &used { tr {
                    th { (words::bytes(language, *class)) }
                    @for one in &operations {
                        @let part = share(&one.sizes, *class);
                        td style=(format!("background:color-mix(in srgb, var(--c1) {:.0}%, transparent)", part * 60.0)) { (words::share(language, part)) }
                        @match one.latencies.iter().find(|found| found.length_bytes_max == *class) {
                            Some(found) => {
                                td { (words::time(language, found.mean_ns as u64)) }
                                td { @if let Some((_, ns)) = found.quantiles_ns.iter().find(|(q, _)| *q == 0.99) { (words::time(language, *ns)) } }
                            }
                            None => { td { "-" } td { "-" } }
                        }
                    }
                } } }
            } }
        }
    }
}

fn lists(language: Language, load: &Characterisation) -> Markup {
    let lists = [
        (text::files_heading(language), words::files(language, load)),
        (text::processes_heading(language), words::processes(language, load)),
        (text::slowest_heading(language), words::slowest(language, load)),
    ];
    markup! {
        @for (title, lines) in lists.iter().filter(|(_, lines)| !lines.is_empty()) {
            section {
                h2 { (title) }
                ul.plain { @for line in lines { li { (line) } } }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_of_the_source_is_a_gap_of_the_curve() {
        let point = |recorded_ns: f64| RatePoint {
            recorded_ns,
            reads: 800.0 * recorded_ns / 1e9,
            ..RatePoint::default()
        };
        let points = [1e9, 1e9, 0.0, 0.0, 1e9, 0.6e9, 0.1e9].map(point).to_vec();
        let page = rates(Language::En, &RateSeries { interval_ns: 1_000_000_000, points });
        let page = page.into_string();
        let curves: Vec<&str> = page.split("polyline points=\"").skip(1).collect();
        assert_eq!(curves.len(), 4, "{page}");
        // A point of which 0.6 s were recorded has the same rate as the others.
        assert!(curves[2].starts_with("0.0,4.0 200.0,4.0\""), "{page}");
        assert!(curves[3].starts_with("800.0,4.0 1000.0,4.0\""), "{page}");
    }
}
