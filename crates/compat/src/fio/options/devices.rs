//! Rows: options of engines for services, networks and special hardware, none of which are supported.

use super::{FioOption, no};

const WHY: &str = "the engine of this option is not supported; run the load on a file or a block device with ioengine=io_uring";

/// Each list of options after the engines that have them.
macro_rules! of_engines {
    ($($engine:literal: $($name:literal $(.$kind:ident())?),+;)+) => {
        &[$($(no($name, concat!("option of the engine ", $engine), WHY)$(.$kind())?.off("")),+),+]
    };
}

pub(super) const ENTRIES: &[FioOption] = of_engines! {
    "cpuio": "cpuload", "cpumode", "cpuchunks", "exit_on_io_done";
    "net, netsplice or rdma": "hostname", "port", "protocol", "nodelay", "listen", "pingpong",
        "interface", "ttl", "window_size", "mss", "bindname", "verb", "gpu_dev_id";
    "filestat": "stat_type";
    "exec": "program".text(), "arguments".text(), "grace_time", "std_redirect";
    "e4defrag": "donorname".text(), "inplace";
    "gfapi": "volume", "brick", "single-instance".flag();
    "mtd": "skip_bad";
    "sg": "readfua", "writefua", "sg_write_mode", "stream_id";
    "nbd or libiscsi": "uri".text();
    "rados or rbd": "clustername", "pool", "clientname", "conf".text(), "busy_poll",
        "touch_objects", "rbdname";
    "dfs": "cont".text();
    "librpma": "serverip", "direct_write_to_pmem", "busy_wait_polling".flag();
    "http": "http_verbose", "https", "http_mode", "http_host".text(), "http_user", "http_pass",
        "http_s3_key".text(), "http_s3_keyid".text(), "http_s3_region", "http_s3_security_token",
        "http_s3_sse_customer_key", "http_s3_sse_customer_algorithm", "http_s3_storage_class",
        "http_swift_auth_token", "http_object_mode";
    "libcufile": "gpu_dev_ids", "cuda_io";
    "nfs": "nfs_url".text();
    "libhdfs": "namenode", "hdfsdirectory".text();
    "xnvme": "xnvme_async", "xnvme_sync", "xnvme_admin", "xnvme_dev_nsid", "xnvme_iovec";
    "libblkio": "libblkio_driver", "libblkio_path", "libblkio_pre_connect_props",
        "libblkio_num_entries", "libblkio_wait_mode";
    "io_uring_cmd": "md_per_io_size", "pi_act", "pi_chk", "apptag", "apptag_mask", "write_mode",
        "verify_mode", "deac", "cdb_len";
};
