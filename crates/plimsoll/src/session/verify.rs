//! What `verify` is made of: the field it stands on, the way of writing, the play, and what is told of it.

pub(crate) mod dump;
pub(crate) mod field;
pub(crate) mod play;
pub(crate) mod tell;
pub(crate) mod way;
