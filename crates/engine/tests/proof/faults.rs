//! Every kind of wrong, by seed: found, rightly named, and nothing else accused.

use crate::disk::Wrong;
use crate::scene::Scene;

/// Seeds for each kind here; the example `proof` takes 200.
const SEEDS: u64 = 12;

#[test]
fn every_wrong_is_found_and_rightly_named() {
    for wrong in Wrong::ALL {
        let (mut injected, mut shown) = (0, 0);
        for seed in 0..SEEDS {
            let scene = Scene { wrong: Some((wrong, 0.01)), ..Scene::new(seed) };
            let outcome = scene.play();
            if let Err(what) = outcome.judge() {
                panic!("{wrong:?}, seed {seed}: {what}");
            }
            injected += outcome.injected;
            shown += outcome.truths.iter().filter(|truth| truth.must).count();
        }
        eprintln!("{wrong:?}: {injected} done, {shown} shown to reads, all found");
        assert!(shown > 10, "{wrong:?}: only {shown} of {injected} could be seen at all");
    }
}
