//! Many hosts as one engine.
//!
//! The room is laid so that its arrows are held from the first day; nothing lives in it yet.
