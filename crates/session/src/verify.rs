//! What `verify` is made of: the field it stands on, the way of writing, the play, what is stored and told of it.

pub mod dump;
pub mod field;
pub mod play;
pub mod prove;
pub mod record;
pub mod request;
pub mod simulated;
pub mod watch;
pub mod way;
