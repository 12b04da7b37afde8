//! The load line by open-loop ramp.
