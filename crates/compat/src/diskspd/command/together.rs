//! Contradictions between options, each reported at the option that causes it.

use super::Switches;
use crate::diskspd::profile::BufferContent;
use crate::diskspd::words::Told;

/// Reports every contradiction.
pub(super) fn check(said: &mut Switches, told: &mut Told) {
    threads(said, told);
    order(said, told);
    place(said, told);
    cache(said, told);
}

fn wrong(told: &mut Told, option: &str, text: &str) {
    let spot = told.place_of(option);
    told.line(format!("ERROR: {text}"));
    told.problem(&spot, text, "");
}

fn threads(said: &Switches, told: &mut Told) {
    let pool = said.span.threads > 0;
    if pool && said.has("-t") && said.target.threads > 1 {
        wrong(told, "-F<threads>", "-F and -t parameters cannot be used together");
    }
    if said.has("-O") && !pool {
        wrong(told, "-O<ios>", "-O parameter needs -F");
    }
    if said.has("-O") {
        for (flag, name, what) in [
            ("-g", "-g<bytes>", "throughput control"),
            ("-j", "-j<ms>", "think time"),
            ("-p", "-p", "parallel IO"),
        ] {
            if said.has(flag) {
                let with = "cannot be used with -O outstanding requests per thread";
                wrong(told, name, &format!("{flag} {what} {with}"));
            }
        }
    }
    if said.has("-i") != said.has("-j") {
        let option = if said.has("-i") { "-i<ios>" } else { "-j<ms>" };
        wrong(told, option, "need to specify -j<think time> with -i<burst size>");
    }
    if said.has("-j") && said.target.throughput.is_some() {
        let spot = told.place_of("-j<ms>");
        told.note(&spot, "-g decides when I/Os start, so -i and -j have no effect, as in diskspd");
    }
    if said.span.completion_routines && said.target.throughput.is_some() {
        wrong(told, "-x", "-g throughput control cannot be used with -x completion routines");
    }
    if said.has("-n") && !said.affinity.list.is_empty() {
        wrong(told, "-n", "-n and -a parameters cannot be used together");
    }
    for (flag, name, text) in [
        ("-u", "-u[n][count|percent p]", "IoRing (-u) can't be used with completion routines (-x)"),
        ("-oc", "-oc<1-16>", "completion depth (-oc) cannot be used with completion routines (-x)"),
    ] {
        if said.has(flag) && said.span.completion_routines {
            wrong(told, name, text);
        }
    }
}

fn order(said: &Switches, told: &mut Told) {
    let target = &said.target;
    if said.random_said && target.interlocked {
        wrong(told, "-si[stride]", "-si conflicts with -r");
    }
    if target.distribution.is_some() && !said.random_said {
        let row = "-rdpct<io/target:..>, -rdabs<io/size:..>";
        let text = "random distribution ranges (-rd) do not apply to sequential-only IO patterns";
        wrong(told, row, text);
    }
    if target.parallel && said.random_said {
        wrong(told, "-p", "-p conflicts with -r");
    }
    if target.parallel && target.interlocked {
        wrong(told, "-p", "-si conflicts with -p");
    }
    if said.has("-T") && said.random_said {
        wrong(told, "-T<size>", "-T conflicts with -r");
    } else if said.has("-T") && target.interlocked {
        wrong(told, "-T<size>", "-si conflicts with -T");
    }
    let many = said.span.threads > 1 || target.threads > 1;
    if said.has("-T") && !many {
        wrong(told, "-T<size>", "-T has no effect unless multiple threads per target are used");
    }
    if many && !said.random_said && !target.interlocked && !said.has("-T") {
        let spot = told.place_of("-t<threads>");
        let text = "every thread goes over the same blocks, so the target does not see a sequence; consider -si";
        told.note(&spot, text);
    }
}

fn place(said: &Switches, told: &mut Told) {
    let target = &said.target;
    if target.max_bytes > 0 && target.max_bytes <= target.base_bytes {
        wrong(told, "-f<size>", "maximum (-f) target offset must be greater than base (-B)");
    }
    if let BufferContent::Random(bytes, _) = target.content
        && bytes < said.block_bytes
    {
        let text = format!(
            "custom write buffer (-Z) is smaller than the block size. Write buffer size: {bytes} block size: {}",
            said.block_bytes
        );
        wrong(told, "-Z<size>", &text);
    }
}

fn cache(said: &Switches, told: &mut Told) {
    if said.has("-N") && !said.cache.mapped() {
        let text =
            "memory mapped flush mode (-N) can only be specified with memory mapped IO (-Sm)";
        wrong(told, "-N<v|n|i>", text);
    }
    let with =
        [("-x", said.span.completion_routines), ("-u", said.has("-u")), ("-oc", said.has("-oc"))];
    let with = with.iter().find(|(_, used)| *used).map(|(flag, _)| *flag);
    if let Some(text) = said.cache.clash(said.target.write_percent > 0, with) {
        wrong(told, "-Sm", &text);
    }
}
