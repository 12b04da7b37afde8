//! The CPUs of the masks: takes streams and the CPUs that are available, removes all others.

use workload::Stream;

/// Removes CPUs that do not exist here: a mask may come from another machine. Returns a note if there are any.
pub fn keep_pins(streams: &mut [Stream], allowed: &[u32]) -> Option<String> {
    let mut missing: Vec<u32> = Vec::new();
    for stream in streams {
        missing.extend(stream.pin.iter().filter(|cpu| !allowed.contains(cpu)));
        stream.pin.retain(|cpu| allowed.contains(cpu));
    }
    missing.sort_unstable();
    missing.dedup();
    let names: Vec<String> = missing.iter().map(u32::to_string).collect();
    (!names.is_empty()).then(|| {
        format!(
            "CPU {} of the mask cannot be used here: its threads are not pinned",
            names.join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mask_of_another_machine_binds_to_what_is_here() {
        let stream = |pin: &[u32]| Stream { pin: pin.to_vec(), ..Stream::new("s", "t") };
        let mut streams = [stream(&[0, 1, 2, 3]), stream(&[3])];
        let note = keep_pins(&mut streams, &[0, 1]).expect("two are missing");
        assert!(note.contains("CPU 2, 3"), "{note}");
        assert_eq!((&streams[0].pin[..], &streams[1].pin[..]), (&[0, 1][..], &[][..]));
        assert_eq!(keep_pins(&mut streams, &[0, 1]), None);
    }
}
