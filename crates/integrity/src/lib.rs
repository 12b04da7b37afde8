//! What a block says about itself: stamp, fill, verify, the ledger of acknowledged writes.
//!
//! The room is laid so that its arrows are held from the first day; nothing lives in it yet.
