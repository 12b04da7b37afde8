//! Arrays of throttled disks: a whole plan of studies, and layouts that are built for a comparison. Both wait for their disks for
//! minutes, and tests start in the order of their names, so that others run in the meantime.

mod layouts;
mod plan;
