//! Names that one process has for itself: takes a name, gives a [`Claim`] on it or who has it already.
//!
//! A name is an address of a local socket without a file (unix(7), abstract addresses): it falls with its process,
//! however that ends, is the same for all users, and leaves nothing behind. Processes in another network namespace, such
//! as most containers, have names of their own.

use crate::inventory::Roots;
use std::io;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixDatagram};

/// What all names begin with.
const OURS: &str = "plimsoll/";

/// A name that is had, until it goes out of scope.
#[derive(Debug)]
pub struct Claim {
    _sockets: Vec<UnixDatagram>,
}

/// Takes a name for this process alone; none when another one has it.
///
/// # Errors
/// When the system has no such names for us.
pub fn alone(name: &str) -> io::Result<Option<Claim>> {
    let own = match bound(name) {
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => return Ok(None),
        other => other?,
    };
    // A second name tells by whom: nobody can be asked for the first one's owner without waiting for him.
    Ok(Some(Claim { _sockets: vec![own, bound(&signed(name))?] }))
}

/// Says that this process has a name too, beside all others.
///
/// # Errors
/// When the system has no such names for us, or this process said so already.
pub fn beside(name: &str) -> io::Result<Claim> {
    Ok(Claim { _sockets: vec![bound(&signed(name))?] })
}

/// The processes that have a name, alone or beside others, but for this one.
pub fn others(name: &str, roots: &Roots) -> Vec<u32> {
    // proc_pid_net(5): the name is the last field, an @ where its abstract one begins.
    let names = roots.proc_text("net/unix").unwrap_or_default();
    let start = format!(" @{OURS}{name}/");
    let number = |line: &str| line.rsplit_once(&start)?.1.parse::<u32>().ok();
    names.lines().filter_map(number).filter(|number| *number != std::process::id()).collect()
}

/// The command line of a process in one line; none where it cannot be seen.
pub fn command_of(process: u32, roots: &Roots) -> Option<String> {
    let words = std::fs::read(roots.proc.join(format!("{process}/cmdline"))).ok()?;
    let words = String::from_utf8_lossy(&words);
    let words: Vec<&str> = words.split('\0').filter(|word| !word.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(" ").replace(char::is_control, " "))
}

fn signed(name: &str) -> String {
    format!("{name}/{}", std::process::id())
}

fn bound(name: &str) -> io::Result<UnixDatagram> {
    UnixDatagram::bind_addr(&SocketAddr::from_abstract_name(format!("{OURS}{name}"))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_had_by_one_until_it_falls() {
        let name = format!("test/{}", std::process::id());
        let first = alone(&name).expect("abstract names are there");
        assert!(first.is_some() && alone(&name).expect("the same").is_none());
        drop(first);
        assert!(alone(&name).expect("the same").is_some());
    }

    #[test]
    fn a_process_is_found_by_its_name_but_not_by_itself() {
        let folder = std::env::temp_dir().join(format!("plimsoll-claim-{}", std::process::id()));
        std::fs::create_dir_all(folder.join("proc/net")).expect("own");
        let own = std::process::id();
        let text = format!(
            "Num       RefCount Protocol Flags    Type St Inode Path\n\
             0000: 00000002 00000000 00000000 0002 01 11 @plimsoll/disk/8:16\n\
             0000: 00000002 00000000 00000000 0002 01 12 @plimsoll/disk/8:16/4711\n\
             0000: 00000002 00000000 00000000 0002 01 13 @plimsoll/disk/8:16/{own}\n\
             0000: 00000002 00000000 00000000 0002 01 14 @plimsoll/disk/8:160/4712\n"
        );
        std::fs::write(folder.join("proc/net/unix"), text).expect("own");
        let found = others("disk/8:16", &Roots::under(&folder));
        std::fs::remove_dir_all(&folder).expect("own");
        assert_eq!(found, [4711]);
        let here = Roots::default();
        let name = format!("shown/{own}");
        let _claim = alone(&name).expect("abstract names are there");
        assert!(others(&name, &here).is_empty(), "we are no other");
        assert!(command_of(own, &here).is_some_and(|command| !command.is_empty()));
    }
}
