//! Takes `HOST:PORT`; gives its addresses. Never loads a shared library in a static build.

use std::io;
use std::net::{SocketAddr, ToSocketAddrs};

/// The addresses of `host_and_port`, such as `db1:7071`, in the order in which to try them.
///
/// # Errors
/// When the text has no port, or the host has no address.
pub fn addresses(host_and_port: &str) -> io::Result<Vec<SocketAddr>> {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    built_in::only_if_static();
    host_and_port.to_socket_addrs().map(Iterator::collect)
}

/// A static glibc has `files` and `dns` built in. For every other source in /etc/nsswitch.conf (`sss`, `myhostname`, `mdns4`) it
/// loads a shared library of the machine, which belongs to another version of glibc: the process aborts in
/// `_dl_call_libc_early_init`.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod built_in {
    use std::ffi::{c_char, c_int};
    use std::sync::Once;

    unsafe extern "C" {
        /// `<nss.h>`: replaces a line of /etc/nsswitch.conf.
        fn __nss_configure_lookup(database: *const c_char, line: *const c_char) -> c_int;
    }

    /// Restricts host look-ups to /etc/hosts and DNS if no dynamic loader started this program.
    ///
    /// This is checked at run time: only the final link decides whether the program is static.
    pub(super) fn only_if_static() {
        static DONE: Once = Once::new();
        DONE.call_once(|| {
            // SAFETY: it reads the vector that the kernel gave this process.
            if unsafe { libc::getauxval(libc::AT_BASE) } != 0 {
                return;
            }
            // SAFETY: both are strings that end with a zero and live for ever; glibc locks its own table.
            let code = unsafe { __nss_configure_lookup(c"hosts".as_ptr(), c"files dns".as_ptr()) };
            assert_eq!(code, 0, "glibc knows the database of hosts");
        });
    }
}
