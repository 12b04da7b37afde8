//! Shares the figures of a run with a monitoring system: `--metrics` and `--metrics-file`.

use crate::flags::MetricsFlags;
use report::LiveMetrics;
use session::exposed::ExposedMetrics;
use session::failure::Failure;
use session::output::Place;
use session::{output, recorder, terminal};
use std::path::Path;
use std::sync::{Arc, Mutex};

/// The metrics output that the flags request, without measured values. The metrics file must not replace one of `files`.
///
/// # Errors
/// An address that cannot be bound, or a file that cannot be written.
pub(crate) fn exposed(
    flags: &MetricsFlags,
    files: &[&Path],
    store: Option<&Path>,
) -> Result<Option<ExposedMetrics>, Failure> {
    if flags.metrics.is_none() && flags.metrics_file.is_none() {
        return Ok(None);
    }
    let figures = Arc::new(Mutex::new(LiveMetrics::default()));
    let mut kept = output::files_of_store(&recorder::place(store)?);
    kept.extend(files.iter().map(|file| file.to_path_buf()));
    let file = flags.metrics_file.as_deref();
    let file = file.map(|file| output::place("--metrics-file", file, &kept, None)).transpose()?;
    let file = file.map(Place::readable_by_all);
    if let Some(address) = flags.metrics {
        let address = web::expose(address, Arc::clone(&figures)).map_err(Failure::wrong)?;
        terminal::tell(&format!("metrics  http://{address}/metrics\n"));
    }
    ExposedMetrics::new(figures, file).map(Some)
}
