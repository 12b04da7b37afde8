//! `compare`: layouts and points -> shelf -> race -> the best layout, and whether the difference matters.

use super::StudySetup;
use super::build::{self, LayoutEntries};
use super::mistakes::Mistakes;
use super::race::{self, Entry, RaceOutline, RaceRequest};
use super::recorded;
use crate::failure::Failure;
use crate::profiles;
use crate::study::StudyRequest;
use base::Bytes;
use record::RunSubject;
use record::race::{Score, WeightedLoad};
use study::race::RaceConfig;
use workload::PointGrid;

/// Request sizes below, at and above common chunk sizes, at queue depths 1 and 8.
const EACH_SIZE_GRID: &str = "-k(R,W) -b(8,64,256,1024) -o(1,8) -f(random,sequential)";

/// A study that races layouts, with the layouts to build for it.
pub fn compare(
    request: &RaceRequest,
    setup: &StudySetup,
    mut mistakes: Mistakes,
) -> Result<StudyRequest, Failure> {
    request.judge(&mut mistakes);
    if let Some(file) = &request.recorded {
        return recorded::read(request, file, setup, mistakes);
    }
    // With fill levels, the filled part is the part that is used.
    let size = setup.size.filter(|_| request.fills.is_empty());
    let setup = StudySetup { size, ..setup.clone() };
    let mut request = request.clone();
    request.fills.sort_unstable();
    request.fills.dedup();
    let own = (request.clone(), setup.clone());
    build::study_request(&request, &setup, mistakes, move |built| {
        over_points(&own.0, &own.1, built)
    })
}

/// The named and the built layouts, with the places that must be examined separately.
fn entries(
    request: &RaceRequest,
    built: &LayoutEntries,
    mistakes: &mut Mistakes,
) -> (Vec<Entry>, Vec<(String, String)>) {
    let named = request.layouts.iter().filter_map(|text| race::entry(text, mistakes));
    let named: Vec<Entry> = named.collect();
    let apart = built.separate_places(&named, mistakes);
    (built.all_entries(named), apart)
}

fn size(setup: &StudySetup, built: &LayoutEntries) -> Option<Bytes> {
    setup.size.or(built.size)
}

fn over_points(
    request: &RaceRequest,
    setup: &StudySetup,
    built: &LayoutEntries,
) -> Result<StudyRequest, Failure> {
    let mut mistakes = Mistakes::default();
    let (entries, apart) = entries(request, built, &mut mistakes);
    let profile = request.profile.as_deref().map(profiles::load_with_rates);
    let profile = profile.and_then(|loaded| mistakes.take(loaded)).map(|(_, profile)| profile);
    let each_size = request.each_size;
    let grid = request.grid.as_deref().or(each_size.then_some(EACH_SIZE_GRID));
    let loads = match (&profile, grid) {
        (Some(profile), _) => race::of_profile(profile),
        (None, Some(text)) => race::grid(text, &mut mistakes),
        // The profile could not be read: there are no points.
        (None, None) if request.profile.is_some() => Vec::new(),
        (None, None) => WeightedLoad::of_grid(&PointGrid::classic()),
    };
    let subject = match (&profile, grid) {
        (Some(profile), _) => RunSubject::Profile { profile: profile.name.clone() },
        (None, Some(grid)) => RunSubject::Grid { grid: grid.to_owned() },
        (None, None) => RunSubject::ClassicGrid,
    };
    let weighs = profile.is_some();
    let outline = RaceOutline {
        entries,
        loads,
        request,
        setup,
        size: size(setup, built),
        writes: built.writes(setup),
        own: built.folders.clone(),
        apart,
        subject,
    };
    race::study_request(outline, mistakes, |config| {
        if each_size {
            // All request sizes have the same weight, regardless of their throughput.
            let config = config.for_each_block();
            RaceConfig { passes_max: request.passes.unwrap_or(config.passes_max), ..config }
        } else if weighs {
            // Roles transfer very different amounts: a mean of MiB/s would be dominated by scans.
            RaceConfig { score: Score::Ratio, ..config }
        } else {
            config
        }
    })
}
