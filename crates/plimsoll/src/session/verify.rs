//! What `verify` is made of: the field it stands on, the way of writing, the play, what is stored and told of it.

pub(crate) mod dump;
pub(crate) mod field;
pub(crate) mod play;
pub(crate) mod prove;
pub(crate) mod record;
pub(crate) mod simulated;
pub(crate) mod watch;
pub(crate) mod way;
