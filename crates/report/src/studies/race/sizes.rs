//! The answer of `compare --each-size`: which layout is best at each request size.
//!
//! Uses the groups by block size, as its table shows them; the mean over all sizes does not count.

use super::groups::group_label;
use crate::catalogue::race as text;
use crate::language::Language;
use crate::words::figure::names;
use record::race::{Answer, GroupFinding, GroupKind, LoadGroup, RaceFinding};

/// The headline; none if the race has no answer by size, or was not completed.
pub(super) fn answer(language: Language, finding: &RaceFinding, all: &[&str]) -> Option<String> {
    let sizes: Vec<&GroupFinding> =
        finding.groups.iter().filter(|group| group.group.kind() == GroupKind::Block).collect();
    let over = !matches!(finding.answer, Answer::NotYet(_) | Answer::NoneRan);
    if !finding.each_block || sizes.is_empty() || all.len() < 2 || !over {
        return None;
    }
    // Answers in the order of their first appearance; those without a named layout last.
    let mut kinds: Vec<(SizeAnswer, Vec<&LoadGroup>)> = Vec::new();
    for group in &sizes {
        let kind = SizeAnswer::of(&group.answer);
        match kinds.iter_mut().find(|(other, _)| *other == kind) {
            Some((_, groups)) => groups.push(&group.group),
            None => kinds.push((kind, vec![&group.group])),
        }
    }
    kinds.sort_by_key(|(kind, _)| kind.rank());
    let every: Vec<&LoadGroup> = sizes.iter().map(|group| &group.group).collect();
    let sentence = |(kind, groups): &(SizeAnswer, Vec<&LoadGroup>)| {
        kind.sentence(language, &place(language, groups, &every), all)
    };
    Some(kinds.iter().map(sentence).collect::<Vec<_>>().join(" "))
}

#[derive(Clone, Debug, PartialEq)]
enum SizeAnswer {
    Best(usize),
    Alike(Vec<usize>),
    Open,
}

impl SizeAnswer {
    fn of(answer: &Answer) -> Self {
        match answer {
            Answer::Best(one) => Self::Best(*one),
            Answer::NoDifference(few) => {
                let mut few = few.clone();
                few.sort_unstable();
                Self::Alike(few)
            }
            Answer::CannotTell(_) | Answer::NotYet(_) | Answer::NoneRan => Self::Open,
        }
    }

    fn rank(&self) -> u8 {
        match self {
            Self::Best(_) => 0,
            Self::Alike(_) => 1,
            Self::Open => 2,
        }
    }

    fn sentence(&self, language: Language, place: &str, all: &[&str]) -> String {
        let name = |one: &usize| *all.get(*one).unwrap_or(&"?");
        match self {
            Self::Best(one) => text::best_at(language, name(one), place),
            Self::Alike(few) => {
                let few: Vec<&str> = few.iter().map(name).collect();
                text::alike_at(language, &names(language, &few, 6), place)
            }
            Self::Open => text::open_at(language, place),
        }
    }
}

/// A list of sizes in few words: all of them, all of one order, or each by name.
fn place(language: Language, groups: &[&LoadGroup], every: &[&LoadGroup]) -> String {
    if groups.len() == every.len() {
        return text::every_size(language).to_owned();
    }
    let mut left = groups.to_vec();
    let mut parts = Vec::new();
    let orders = [(true, text::every_random(language)), (false, text::every_sequential(language))];
    for (random, words) in orders {
        let is_of = |group: &&&LoadGroup| group.random == Some(random);
        let (of_order, here) =
            (every.iter().filter(is_of).count(), left.iter().filter(is_of).count());
        if of_order > 1 && here == of_order {
            left.retain(|group| group.random != Some(random));
            parts.push(words.to_owned());
        }
    }
    parts.extend(left.into_iter().map(|one| group_label(language, one)));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::studies::Tone;
    use base::Bytes;
    use record::Finding;
    use record::race::GroupProperty;

    fn block(kib: u64, random: Option<bool>) -> LoadGroup {
        LoadGroup { property: GroupProperty::Block(Bytes::kib(kib)), random }
    }

    /// The headline of a race for each size whose sizes have these answers.
    fn headline(answers: &[(LoadGroup, Answer)]) -> (Tone, String) {
        let stages = testkit::study::compare_example().study.expect("an example of a study").stages;
        let mut stage = stages[0].clone();
        let Some(Finding::Race(mut finding)) = stage.finding.clone() else {
            panic!("the example is a race");
        };
        let group = finding.groups[0].clone();
        // The mean over all sizes has a different answer throughout.
        finding.answer = Answer::Best(0);
        finding.each_block = true;
        let of = |(own, answer): &(LoadGroup, Answer)| GroupFinding {
            group: own.clone(),
            answer: answer.clone(),
            ..group.clone()
        };
        finding.groups = answers.iter().map(of).collect();
        let text = answer(Language::En, &finding, &["64k", "256k"]);
        stage.finding = Some(Finding::Race(finding));
        (crate::studies::tone(&stage), text.expect("a race by size"))
    }

    #[test]
    fn the_headline_says_what_the_table_by_size_says() {
        let [small, large] = [Answer::Best(0), Answer::Best(1)];
        let alike = Answer::NoDifference(vec![1, 0]);
        let open = Answer::CannotTell(vec![0, 1]);
        for (answers, tone, text) in [
            ([&large, &large, &large], Tone::Good, "256k is best at every block size."),
            (
                [&small, &large, &large],
                Tone::Good,
                "64k is best at 8 KiB. 256k is best at 64 KiB, 1024 KiB.",
            ),
            (
                [&alike, &alike, &large],
                Tone::Good,
                "256k is best at 1024 KiB. No difference between 64k, 256k at 8 KiB, 64 KiB.",
            ),
            (
                [&open, &large, &large],
                Tone::Unsure,
                "256k is best at 64 KiB, 1024 KiB. Cannot tell which is best at 8 KiB.",
            ),
        ] {
            let sizes = [8, 64, 1024].map(|kib| block(kib, None));
            let answers: Vec<(LoadGroup, Answer)> =
                sizes.into_iter().zip(answers.into_iter().cloned()).collect();
            assert_eq!(headline(&answers), (tone, text.to_owned()));
        }
        let orders = [
            (block(8, Some(true)), large.clone()),
            (block(8, Some(false)), small.clone()),
            (block(64, Some(true)), large),
            (block(64, Some(false)), small),
        ];
        let text = "256k is best at every block size with random I/O. 64k is best at every block size with sequential I/O.";
        assert_eq!(headline(&orders), (Tone::Good, text.to_owned()));
    }
}
