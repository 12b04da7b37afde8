//! Contradictions between options, each reported at the option that causes it.

use super::Switches;
use crate::diskspd::profile::BufferContent;
use crate::diskspd::words::DiskspdFindings;

pub(super) fn check(switches: &mut Switches, findings: &mut DiskspdFindings) {
    threads(switches, findings);
    order(switches, findings);
    place(switches, findings);
    cache(switches, findings);
}

fn wrong(findings: &mut DiskspdFindings, option: &str, text: &str) {
    let spot = findings.place_of(option);
    findings.line(format!("ERROR: {text}"));
    findings.problem(&spot, text, "");
}

fn threads(switches: &Switches, findings: &mut DiskspdFindings) {
    let pool = switches.span.threads > 0;
    if pool && switches.has("-t") && switches.target.threads > 1 {
        wrong(findings, "-F<threads>", "-F and -t parameters cannot be used together");
    }
    if switches.has("-O") && !pool {
        wrong(findings, "-O<ios>", "-O parameter needs -F");
    }
    if switches.has("-O") {
        for (flag, name, what) in [
            ("-g", "-g<bytes>", "throughput control"),
            ("-j", "-j<ms>", "think time"),
            ("-p", "-p", "parallel IO"),
        ] {
            if switches.has(flag) {
                let with = "cannot be used with -O outstanding requests per thread";
                wrong(findings, name, &format!("{flag} {what} {with}"));
            }
        }
    }
    if switches.has("-i") != switches.has("-j") {
        let option = if switches.has("-i") { "-i<ios>" } else { "-j<ms>" };
        wrong(findings, option, "need to specify -j<think time> with -i<burst size>");
    }
    if switches.has("-j") && switches.target.throughput.is_some() {
        let spot = findings.place_of("-j<ms>");
        findings
            .note(&spot, "-g decides when I/Os start, so -i and -j have no effect, as in diskspd");
    }
    if switches.span.completion_routines && switches.target.throughput.is_some() {
        wrong(findings, "-x", "-g throughput control cannot be used with -x completion routines");
    }
    if switches.has("-n") && !switches.affinity.list.is_empty() {
        wrong(findings, "-n", "-n and -a parameters cannot be used together");
    }
    for (flag, name, text) in [
        ("-u", "-u[n][count|percent p]", "IoRing (-u) can't be used with completion routines (-x)"),
        ("-oc", "-oc<1-16>", "completion depth (-oc) cannot be used with completion routines (-x)"),
    ] {
        if switches.has(flag) && switches.span.completion_routines {
            wrong(findings, name, text);
        }
    }
}

fn order(switches: &Switches, findings: &mut DiskspdFindings) {
    let target = &switches.target;
    if switches.random_said && target.interlocked {
        wrong(findings, "-si[stride]", "-si conflicts with -r");
    }
    if target.distribution.is_some() && !switches.random_said {
        let row = "-rdpct<io/target:..>, -rdabs<io/size:..>";
        let text = "random distribution ranges (-rd) do not apply to sequential-only IO patterns";
        wrong(findings, row, text);
    }
    if target.parallel && switches.random_said {
        wrong(findings, "-p", "-p conflicts with -r");
    }
    if target.parallel && target.interlocked {
        wrong(findings, "-p", "-si conflicts with -p");
    }
    if switches.has("-T") && switches.random_said {
        wrong(findings, "-T<size>", "-T conflicts with -r");
    } else if switches.has("-T") && target.interlocked {
        wrong(findings, "-T<size>", "-si conflicts with -T");
    }
    let many = switches.span.threads > 1 || target.threads > 1;
    if switches.has("-T") && !many {
        wrong(findings, "-T<size>", "-T has no effect unless multiple threads per target are used");
    }
    if many && !switches.random_said && !target.interlocked && !switches.has("-T") {
        let spot = findings.place_of("-t<threads>");
        let text = "every thread goes over the same blocks, so the target does not see a sequence; consider -si";
        findings.note(&spot, text);
    }
}

fn place(switches: &Switches, findings: &mut DiskspdFindings) {
    let target = &switches.target;
    if target.max_bytes > 0 && target.max_bytes <= target.base_bytes {
        wrong(findings, "-f<size>", "maximum (-f) target offset must be greater than base (-B)");
    }
    if let BufferContent::Random(bytes, _) = target.content
        && bytes < switches.block_bytes
    {
        let text = format!(
            "custom write buffer (-Z) is smaller than the block size. Write buffer size: {bytes} block size: {}",
            switches.block_bytes
        );
        wrong(findings, "-Z<size>", &text);
    }
}

fn cache(switches: &Switches, findings: &mut DiskspdFindings) {
    if switches.has("-N") && !switches.cache.mapped() {
        let text =
            "memory mapped flush mode (-N) can only be specified with memory mapped IO (-Sm)";
        wrong(findings, "-N<v|n|i>", text);
    }
    let with = [
        ("-x", switches.span.completion_routines),
        ("-u", switches.has("-u")),
        ("-oc", switches.has("-oc")),
    ];
    let with = with.iter().find(|(_, used)| *used).map(|(flag, _)| *flag);
    if let Some(text) = switches.cache.clash(switches.target.write_percent > 0, with) {
        wrong(findings, "-Sm", &text);
    }
}
