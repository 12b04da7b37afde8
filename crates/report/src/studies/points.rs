//! Every point of a study as one line of CSV, with the columns for a spreadsheet.
//!
//! With a decimal comma the fields are separated by semicolons, as spreadsheets expect.

use super::{StageText, race};
use crate::catalogue::study as text;
use crate::export::csv::{Field, line};
use crate::language::Language;
use crate::words::figure::names;
use record::{PointRecord, StageRecord, StudyRecord};

/// The columns, described in docs/reference/csv.md.
const POINT_HEADS: &str = "stage,purpose,subject,targets,disks,descriptor,read_percent,block_kib,depth,threads,random,\
    fill_percent,repeat,mibps,mibps_low,mibps_high,iops,iops_low,iops_high,latency_ms_mean,\
    latency_ms_p99,seconds,settled,errors,began_s,study,command,stalls,stall_s_longest";

pub fn points_csv(study: &StudyRecord, decimal_comma: bool) -> String {
    let mut text =
        line(&POINT_HEADS.split(',').map(Field::Text).collect::<Vec<_>>(), decimal_comma);
    for stage in &study.stages {
        for record in &stage.points {
            let mut fields = vec![Field::Text(&stage.name)];
            fields.extend(point(record));
            fields.extend([Field::Text(stage.study.name()), Field::Text(&stage.command)]);
            let stalls = &record.measured.stalls;
            let longest_s = stalls.iter().map(|one| one.longest_s).reduce(f64::max);
            fields.push(Field::Count(stalls.iter().map(|one| u64::from(one.count)).sum()));
            fields.push(Field::known(longest_s));
            text += &line(&fields, decimal_comma);
        }
    }
    text
}

fn point(record: &PointRecord) -> Vec<Field<'_>> {
    let PointRecord { purpose, point, measured } = record;
    let random = record.order().map_or(Field::Text(""), |random| Field::Count(random.into()));
    let load = &point.load;
    vec![
        Field::Text(purpose.name()),
        Field::Text(&point.subject),
        Field::Owned(point.targets.join(" ")),
        Field::Count(point.targets.len() as u64),
        Field::Owned(record.descriptor()),
        Field::Number(load.read_percent),
        Field::Number(load.block.0 as f64 / 1024.0),
        Field::Count(load.depth.into()),
        Field::Count(load.threads.into()),
        random,
        Field::Count(point.fill_percent.into()),
        Field::Count(point.repeat.into()),
        Field::Number(measured.mibps.value),
        Field::known(measured.mibps.interval.map(|ends| ends.low)),
        Field::known(measured.mibps.interval.map(|ends| ends.high)),
        Field::Number(measured.iops.value),
        Field::known(measured.iops.interval.map(|ends| ends.low)),
        Field::known(measured.iops.interval.map(|ends| ends.high)),
        Field::Number(measured.latency_ns_mean / 1e6),
        Field::known(measured.latency_ns_p99.map(|ns| ns as f64 / 1e6)),
        Field::Number(measured.seconds),
        Field::Count(measured.settled.into()),
        Field::Count(measured.errors),
        Field::Number(measured.began_s),
    ]
}

const NAMED_MAX: usize = 6;

pub(super) fn stage_text(language: Language, stage: &StageRecord) -> StageText {
    let mut layouts: Vec<&str> = Vec::new();
    for one in &stage.points {
        if !layouts.contains(&one.point.subject.as_str()) {
            layouts.push(&one.point.subject);
        }
    }
    let points = |name: &str| {
        let own = stage.points.iter().filter(|one| one.point.subject == name);
        own.map(|one| ((one.point.load, one.order()), one.measured.mibps.value)).collect::<Vec<_>>()
    };
    StageText {
        headline: text::imported(
            language,
            stage.points.len() as u64,
            &names(language, &layouts, NAMED_MAX),
        ),
        notes: vec![text::imported_next(language).to_owned()],
        warnings: Vec::new(),
        tables: layouts.iter().map(|name| race::means_of(language, name, &points(name))).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use record::Purpose;
    use testkit::study::depth_sweep_example;

    #[test]
    fn an_order_that_is_not_told_is_left_empty() {
        let mut study = depth_sweep_example().study.unwrap();
        study.stages[0].points.truncate(1);
        let one = &mut study.stages[0].points[0];
        (one.purpose, one.point.load.random) = (Purpose::RecordedWithoutOrder, false);
        let text = points_csv(&study, true);
        let place = POINT_HEADS.split(',').position(|head| head == "random").unwrap();
        let line = text.lines().nth(1).unwrap();
        assert_eq!(line.split(';').nth(place), Some(""), "{line}");
        assert!(line.contains("-f(unknown)"), "{line}");
    }

    #[test]
    fn a_line_is_for_spreadsheets_of_both_kinds() {
        let record = depth_sweep_example();
        let mut study = record.study.unwrap();
        study.stages[0].points.truncate(1);
        study.stages[0].points[0].measured.latency_ns_p99 = None;
        study.stages[0].points[0].point.subject = "a;b,c".to_owned();
        for (comma, separator, number) in [(false, ',', ",8.727"), (true, ';', ";8,727")] {
            let text = points_csv(&study, comma);
            let (head, line) = text.split_once('\n').unwrap();
            assert_eq!(head.split(separator).count(), POINT_HEADS.split(',').count());
            assert!(line.contains(number) && line.contains("\"a;b,c\""), "{line}");
            assert!(
                line.contains(&format!("{separator}{separator}")),
                "an absent p99 is left empty"
            );
        }
    }

    #[test]
    fn every_column_is_described() {
        let described = include_str!("../../../../docs/reference/csv.md");
        for name in POINT_HEADS.split(',') {
            assert!(
                described.contains(&format!("`{name}`")),
                "{name} is not in docs/reference/csv.md"
            );
        }
        assert!(described.contains(POINT_HEADS), "the header in docs/reference/csv.md is old");
    }
}
