//! An XML profile (`-X`) of 2.2 or 2.3: reports every problem with its line and every unknown element.

use super::checks::{TARGETS_MAX, TOO_MANY};
use super::elements;
use super::profile::{Affinity, Format, Profile, TimeSpan};
use super::tree::{self, Element};
use super::words::DiskspdFindings;
use job::TextPlace;

/// A reader of elements, with the place for problems.
pub(super) struct ProfileReader<'t> {
    source: usize,
    pub(super) findings: &'t mut DiskspdFindings,
}

impl ProfileReader<'_> {
    pub(super) fn spot(&self, node: &Element) -> TextPlace {
        TextPlace { source: self.source, span: node.span.clone() }
    }

    /// Reports that an element is invalid, as an XML schema would.
    pub(super) fn wrong(&mut self, node: &Element, text: &str, help: &str) {
        let spot = self.spot(node);
        self.findings.line(format!("ERROR: invalid XML profile: {}: {text}", node.name.as_str()));
        self.findings.problem(&spot, format!("<{}> {text}", node.name.as_str()), help);
    }

    pub(super) fn unknown(&mut self, node: &Element) {
        self.wrong(node, "is not known here", "");
    }

    pub(super) fn uses(&mut self, name: &'static str, node: &Element) {
        let spot = self.spot(node);
        self.findings.uses(name, &spot);
    }

    /// A whole number within bounds; `least` after a problem.
    pub(super) fn number(&mut self, node: &Element, least: u64, most: u64) -> u64 {
        let value = super::number::exact(text(node));
        if let Some(value) = value.filter(|value| (least..=most).contains(value)) {
            return value;
        }
        self.wrong(node, &format!("must be a whole number from {least} to {most}"), "");
        least
    }

    pub(super) fn count(&mut self, node: &Element, least: u32, most: u32) -> u32 {
        self.number(node, u64::from(least), u64::from(most)) as u32
    }

    pub(super) fn flag(&mut self, node: &Element) -> bool {
        match text(node) {
            "true" | "1" => true,
            "false" | "0" => false,
            _ => {
                self.wrong(node, "must be true or false", "");
                false
            }
        }
    }

    pub(super) fn attribute(&mut self, node: &Element, name: &str, most: u64) -> u64 {
        let value = node.attribute(name).map(str::trim).and_then(super::number::exact);
        if let Some(value) = value.filter(|value| *value <= most) {
            return value;
        }
        self.wrong(node, &format!("needs {name} from 0 to {most}"), "");
        0
    }
}

/// The text of an element without the space around it.
pub(super) fn text(node: &Element) -> &str {
    node.text.trim()
}

pub(super) fn children(node: &Element) -> impl Iterator<Item = &Element> {
    node.children.iter()
}

/// Reads a profile; `None` when it is not well-formed XML.
pub(super) fn read(name: &str, xml: &str, findings: &mut DiskspdFindings) -> Option<Profile> {
    let source = findings.source(name, xml);
    let root = match tree::read(xml, None) {
        Ok(root) => root,
        Err((at, why)) => {
            let spot = TextPlace { source, span: at };
            findings.line(format!("ERROR: failed to load profile file {name}"));
            findings.problem(&spot, format!("is not well-formed XML: {why}"), "");
            return None;
        }
    };
    let root = &root;
    let mut reader = ProfileReader { source, findings };
    let mut profile = Profile::default();
    if root.name != "Profile" {
        reader.wrong(root, "is not a profile", "the outer element is <Profile>");
        return None;
    }
    let mut spans = None;
    for node in children(root) {
        match node.name.as_str() {
            "TimeSpans" => spans = Some(node),
            "Verbose" => profile.verbose = reader.flag(node),
            "VerboseStats" => drop(reader.flag(node)),
            "Progress" => {
                profile.progress = reader.count(node, 0, u32::MAX);
                if profile.progress > 0 {
                    reader.uses("-P[ios]", node);
                }
            }
            "ExperimentFlags" => reader.uses("-:<bits>", node),
            "ResultFormat" => match text(node) {
                "text" => profile.format = Format::Text,
                "xml" => profile.format = Format::Xml,
                _ => reader.wrong(node, "must be text or xml", ""),
            },
            "ETW" => reader.uses("<ETW>", node),
            "PrecreateFiles" => match text(node) {
                "UseMaxSize"
                | "CreateOnlyFilesWithConstantSizes"
                | "CreateOnlyFilesWithConstantOrZeroSizes" => {
                    reader.uses("<PrecreateFiles>", node);
                }
                _ => reader.wrong(node, "is not a way to create files", ""),
            },
            _ => reader.unknown(node),
        }
    }
    let all: Vec<&Element> = spans.into_iter().flat_map(children).collect();
    if all.is_empty() {
        reader.wrong(root, "has no time span", "put a <TimeSpan> into <TimeSpans>");
    }
    for node in all {
        match node.name.as_str() {
            "TimeSpan" => profile.spans.push(time_span(node, &mut reader)),
            _ => reader.unknown(node),
        }
    }
    Some(profile)
}

fn time_span(node: &Element, reader: &mut ProfileReader<'_>) -> TimeSpan {
    let mut span = TimeSpan::default();
    let (mut gathers, mut bucket_ms) = (false, 1000);
    for child in children(node) {
        match child.name.as_str() {
            "CalculateIopsStdDev" => gathers = reader.flag(child),
            "IoBucketDuration" => bucket_ms = reader.count(child, 1, u32::MAX),
            "Targets" => {
                for target in children(child) {
                    match target.name.as_str() {
                        "Target" if span.targets.len() == TARGETS_MAX => {
                            reader.wrong(target, TOO_MANY, "");
                            break;
                        }
                        "Target" => span.targets.push(elements::target(target, reader)),
                        _ => reader.unknown(target),
                    }
                }
            }
            name => span_element(name, child, &mut span, reader),
        }
    }
    if span.targets.is_empty() {
        reader.wrong(node, "has no target", "put a <Target> into <Targets>");
    }
    span.iops_bucket_ms = gathers.then_some(bucket_ms);
    span
}

fn span_element(name: &str, node: &Element, span: &mut TimeSpan, reader: &mut ProfileReader<'_>) {
    match name {
        "Duration" => span.duration_s = reader.count(node, 1, u32::MAX),
        "Warmup" => span.warm_up_s = reader.count(node, 0, u32::MAX),
        "Cooldown" => {
            span.cool_down_s = reader.count(node, 0, u32::MAX);
            if span.cool_down_s > 0 {
                reader.uses("-C<seconds>", node);
            }
        }
        "RandSeed" => span.seed = Some(reader.number(node, 0, u64::MAX)),
        "RandomWriteData" => span.random_writes = reader.flag(node),
        "ThreadCount" => span.threads = reader.count(node, 0, u32::MAX),
        "RequestCount" => {
            span.requests = reader.count(node, 0, u32::MAX);
            if span.requests > 0 {
                reader.uses("-O<ios>", node);
            }
        }
        "GroupAffinity" => reader.uses("<GroupAffinity>", node),
        "DisableAffinity" => span.no_affinity = reader.flag(node),
        "CompletionRoutines" => {
            span.completion_routines = reader.flag(node);
            if span.completion_routines {
                reader.uses("-x", node);
            }
        }
        "MeasureLatency" => span.latency = reader.flag(node),
        "Affinity" => affinity(node, span, reader),
        "AffinityTraversal" => {
            if !matches!(text(node), "Cpu" | "CoreAware") {
                reader.wrong(node, "must be Cpu or CoreAware", "");
            }
        }
        "BufferSeparation" => {
            if !matches!(text(node), "SystemDefault" | "PDECacheLine") {
                reader.wrong(node, "must be SystemDefault or PDECacheLine", "");
            }
        }
        "CompletionDepth" => {
            reader.count(node, 1, 16);
            reader.uses("-oc<1-16>", node);
        }
        "IoRing" => {
            reader.uses("-u[n][count|percent p]", node);
            let batch = children(node).find(|n| n.name == "IoRingBatchSize");
            let percent = batch.and_then(|n| n.attribute("Percent")) == Some("true");
            let most = if percent { 100 } else { 65536 };
            span.ring = Some(batch.map_or((25, true), |n| (reader.count(n, 1, most), percent)));
        }
        _ => reader.unknown(node),
    }
}

fn affinity(node: &Element, span: &mut TimeSpan, reader: &mut ProfileReader<'_>) {
    reader.uses("-a<cpu,..>, -ag<group>,<cpu,..>", node);
    for child in children(node) {
        let (group, cpu) = match child.name.as_str() {
            "AffinityAssignment" => (0, Some(reader.count(child, 0, 255))),
            "AffinityGroupAssignment" => {
                let group = reader.attribute(child, "Group", 65535);
                (group, Some(reader.attribute(child, "Processor", 255) as u32))
            }
            "Group" => {
                let mask = child.attribute("Mask").map(|text| text.trim_start_matches("0x"));
                let group = reader.attribute(child, "Group", 65535) as u32;
                let Some(mask) = mask.and_then(|text| u64::from_str_radix(text, 16).ok()) else {
                    reader.wrong(child, "needs a mask such as 0x3", "");
                    continue;
                };
                let cpus = (0..64u32).filter(|cpu| mask >> cpu & 1 == 1);
                span.affinity.extend(cpus.map(|cpu| Affinity { group, cpu: Some(cpu) }));
                continue;
            }
            _ => {
                reader.unknown(child);
                continue;
            }
        };
        span.affinity.push(Affinity { group: group as u32, cpu });
    }
}
