//! Tables of the worst texts for a reader: gives those that take more memory than a budget, or more than linear time. The tests of all
//! crates of readers share it.

/// What is shorter than this tells nothing: the first call of a reader fills caches.
pub(crate) const FLOOR_NS: f64 = 10e6;

/// CPU time of this thread in nanoseconds: other tests run beside it. None where the kernel does not tell it.
pub(crate) fn cpu_ns() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok()
}

pub(crate) fn spent_ns(work: impl FnOnce()) -> f64 {
    let before = cpu_ns();
    work();
    before.zip(cpu_ns()).map_or(f64::NAN, |(before, after)| after - before)
}

/// What a reader may take of memory: bytes for each byte of input, and beside them.
#[derive(Clone, Copy)]
pub(crate) struct MemoryBudget {
    /// For each byte.
    pub(crate) each: usize,
    /// However long the input is: problems, tables.
    pub(crate) beside: usize,
}

/// A text: what stands before a part that is repeated (`#` in it is the number of the repetition), the part, and what stands
/// behind.
pub(crate) type WorstCase<'a> = (&'a str, &'a str, &'a str);

fn worst((before, part, after): &WorstCase<'_>, bytes: usize) -> Vec<u8> {
    let mut text = (*before).to_owned();
    for number in 0.. {
        if text.len() >= bytes {
            break;
        }
        text.push_str(&part.replace('#', &number.to_string()));
    }
    text.push_str(after);
    text.into_bytes()
}

/// The texts of a table that take more memory than the budget, or twice as long a text more than three times as long. `bytes` is
/// the length of the shorter one. `peak` calls a reader and tells the most memory that it held at once.
pub(crate) fn excessive(
    cases: &[WorstCase<'_>],
    bytes: usize,
    budget: MemoryBudget,
    feed: impl Fn(&[u8]),
    peak: impl Fn(&mut dyn FnMut()) -> u64,
) -> Vec<String> {
    let wrong = cases.iter().flat_map(|case| {
        let (short, long) = (worst(case, bytes), worst(case, 2 * bytes));
        let measured = |text: &[u8]| {
            let mut held = 0;
            let ns = spent_ns(|| held = peak(&mut || feed(text)));
            (held, ns)
        };
        let (held, first_ns) = measured(&long);
        let memory = (held as usize > budget.each * long.len() + budget.beside)
            .then(|| format!("{case:?}: {held} bytes for {} of input", long.len()));
        let is_slow = |long_ns: f64| long_ns > 3.0 * measured(&short).1.max(FLOOR_NS);
        let slow = is_slow(first_ns) && (0..2).all(|_| is_slow(measured(&long).1));
        let time = slow.then(|| format!("{case:?}: twice as long takes over three times as long"));
        memory.into_iter().chain(time).collect::<Vec<_>>()
    });
    wrong.collect()
}
