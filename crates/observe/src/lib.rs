//! What a real machine did, as a characterisation and a fitted workload or a replay.
//!
//! The room is laid so that its arrows are held from the first day; nothing lives in it yet.
