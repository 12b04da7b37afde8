//! Linux native asynchronous I/O by its system calls, with owned files and buffers. Completions are read from the
//! shared ring in user space if the kernel's ring layout is the known one.

use super::pieces::PieceLists;
use super::trim::TrimQueue;
use crate::buffer::BufferSlots;
use crate::transfer::{Completion, DiskOperation, IoKind, OperationQueue};
use std::fs::File;
use std::io;
use std::mem::ManuallyDrop;
use std::os::fd::AsRawFd;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// `IOCB_CMD_*` of `linux/aio_abi.h`.
const READ: u16 = 0;
const WRITE: u16 = 1;
const FSYNC: u16 = 2;
const FDATASYNC: u16 = 3;
const READ_VECTORED: u16 = 7;
const WRITE_VECTORED: u16 = 8;
/// The magic number of the shared ring's layout in the kernel (`fs/aio.c`).
const RING_MAGIC: u32 = 0xa10a_10a1;

/// `struct iocb` of `linux/aio_abi.h` (little-endian order of the key fields).
#[repr(C)]
#[derive(Clone, Debug, Default)]
struct Iocb {
    data: u64,
    key: u32,
    rw_flags: i32,
    opcode: u16,
    priority: i16,
    fd: u32,
    buffer: u64,
    length: u64,
    offset: i64,
    reserved: u64,
    flags: u32,
    event_fd: u32,
}

/// `struct io_event` of `linux/aio_abi.h`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
struct IoEvent {
    data: u64,
    control: u64,
    result: i64,
    result_more: i64,
}

/// The head of the ring that the kernel maps at the context's address (`struct aio_ring`).
#[repr(C)]
struct AioRingHead {
    id: u32,
    count: u32,
    head: AtomicU32,
    tail: AtomicU32,
    magic: u32,
    compatible: u32,
    incompatible: u32,
    header_bytes: u32,
}

/// One context on its files.
#[derive(Debug)]
pub struct Aio {
    context: u64,
    files: Vec<File>,
    trims: TrimQueue,
    slots: ManuallyDrop<BufferSlots>,
    pieces: PieceLists,
    controls: Vec<Iocb>,
    in_flight: Vec<bool>,
    queued: Vec<*mut Iocb>,
    events: Vec<IoEvent>,
    flying: u32,
    shared: bool,
}

// SAFETY: the pointers in `queued` lead into `controls`, whose memory moves with the value and never reallocates.
unsafe impl Send for Aio {}

impl Aio {
    /// A context of `depth` slots of `slot_bytes` each, on files that operations name by their numbers.
    ///
    /// # Errors
    /// When the kernel has no native AIO, `fs.aio-max-nr` is used up, or memory is short.
    pub fn on(files: Vec<File>, depth: u32, slot_bytes: usize) -> io::Result<Self> {
        let slots = BufferSlots::new(depth as usize, slot_bytes)?;
        let mut context = 0u64;
        // SAFETY: `context` is zero and a valid place for the answer.
        let code = unsafe { libc::syscall(libc::SYS_io_setup, depth.max(1), &raw mut context) };
        if code < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the kernel has mapped its ring at the context's address; the head is readable.
        let magic = unsafe { (*(context as *const AioRingHead)).magic };
        Ok(Self {
            context,
            trims: TrimQueue::of(&files),
            files,
            slots: ManuallyDrop::new(slots),
            pieces: PieceLists::default(),
            controls: vec![Iocb::default(); depth as usize],
            in_flight: vec![false; depth as usize],
            queued: Vec::with_capacity(depth as usize),
            events: vec![IoEvent::default(); depth as usize],
            flying: 0,
            shared: magic == RING_MAGIC,
        })
    }

    /// Checks that a context can be made now, without making one: destroying it takes the kernel about 30 ms.
    ///
    /// # Errors
    /// When the kernel has no native AIO or forbids it, and when `fs.aio-max-nr` is used up.
    pub fn available() -> io::Result<()> {
        let mut context = 0u64;
        // SAFETY: a context of no events is refused as invalid (io_setup(2)), by every kernel that has the call.
        let code = unsafe { libc::syscall(libc::SYS_io_setup, 0, &raw mut context) };
        let error = io::Error::last_os_error();
        if code < 0 && error.raw_os_error() != Some(libc::EINVAL) {
            return Err(error);
        }
        let number = |name: &str| {
            let text = std::fs::read_to_string(format!("/proc/sys/fs/{name}")).ok()?;
            text.trim().parse::<u64>().ok()
        };
        match (number("aio-nr"), number("aio-max-nr")) {
            (Some(taken), Some(most)) if taken >= most => {
                Err(io::Error::from_raw_os_error(libc::EAGAIN))
            }
            _ => Ok(()),
        }
    }

    /// A description of the context, for people.
    pub fn reads_shared_memory(&self) -> bool {
        self.shared
    }

    /// Submits the queue. An operation that the kernel refuses completes with its error.
    fn submit(&mut self, done: &mut Vec<Completion>) -> io::Result<()> {
        let mut first = 0;
        while first < self.queued.len() {
            let rest = &mut self.queued[first..];
            // SAFETY: the pointers lead to controls that stay in place until their events are taken.
            let code = unsafe {
                libc::syscall(libc::SYS_io_submit, self.context, rest.len(), rest.as_mut_ptr())
            };
            if code > 0 {
                first += code as usize;
                self.flying += code as u32;
                continue;
            }
            let error = io::Error::last_os_error();
            match error.raw_os_error() {
                Some(libc::EINTR) => {}
                Some(libc::EAGAIN) if self.flying > 0 => {
                    // The context is full of events not yet taken.
                    self.wait(1, None, done)?;
                }
                Some(errno) => {
                    let offset = self.queued[first] as usize - self.controls.as_ptr() as usize;
                    let slot = (offset / size_of::<Iocb>()) as u32;
                    self.in_flight[slot as usize] = false;
                    done.push(Completion { slot, result: -errno });
                    first += 1;
                }
                None => return Err(error),
            }
        }
        self.queued.clear();
        Ok(())
    }

    #[inline]
    fn reap_shared(&mut self, done: &mut Vec<Completion>) -> u32 {
        let ring = self.context as *const AioRingHead;
        // SAFETY: the layout was checked by its magic; the kernel writes events before it moves the tail, and reads
        // the head only to know what is free.
        unsafe {
            let (count, tail) = ((*ring).count, (*ring).tail.load(Ordering::Acquire));
            let mut head = (*ring).head.load(Ordering::Relaxed);
            let events = ring.cast::<u8>().add((*ring).header_bytes as usize).cast::<IoEvent>();
            let mut taken = 0;
            while head != tail {
                let event = events.add(head as usize).read();
                let slot = event.data as u32;
                self.in_flight[slot as usize] = false;
                done.push(Completion { slot, result: event.result as i32 });
                head = if head + 1 >= count { 0 } else { head + 1 };
                taken += 1;
            }
            (*ring).head.store(head, Ordering::Release);
            self.flying -= taken;
            taken
        }
    }

    fn wait(
        &mut self,
        want: u32,
        left: Option<Duration>,
        done: &mut Vec<Completion>,
    ) -> io::Result<()> {
        let time = left.map(|left| libc::timespec {
            tv_sec: left.as_secs() as libc::time_t,
            tv_nsec: left.subsec_nanos() as libc::c_long,
        });
        let time = time.as_ref().map_or(std::ptr::null(), std::ptr::from_ref);
        let most = self.events.len();
        // SAFETY: `events` has room for `most` events and `time` is null or valid for the call.
        let code = unsafe {
            let events = self.events.as_mut_ptr();
            libc::syscall(
                libc::SYS_io_getevents,
                self.context,
                want as libc::c_long,
                most,
                events,
                time,
            )
        };
        if code < 0 {
            let error = io::Error::last_os_error();
            return if error.kind() == io::ErrorKind::Interrupted { Ok(()) } else { Err(error) };
        }
        for event in &self.events[..code as usize] {
            let slot = event.data as u32;
            self.in_flight[slot as usize] = false;
            done.push(Completion { slot, result: event.result as i32 });
        }
        self.flying -= code as u32;
        Ok(())
    }
}

impl OperationQueue for Aio {
    #[inline]
    fn push(&mut self, op: &DiskOperation) {
        if op.kind == IoKind::Trim {
            return self.trims.push(op);
        }
        assert!(self.slots.holds(op.slot, op.skip_bytes, op.length_bytes), "the slot is too small");
        let flying = &mut self.in_flight[op.slot as usize];
        assert!(!std::mem::replace(flying, true), "slot {} is in flight", op.slot);
        let control = &mut self.controls[op.slot as usize];
        let moves = op.kind != IoKind::Flush;
        *control = Iocb {
            data: u64::from(op.slot),
            rw_flags: if op.durable { libc::RWF_DSYNC } else { 0 },
            opcode: match op.kind {
                IoKind::Read => READ,
                IoKind::Write => WRITE,
                IoKind::Flush if op.data_only => FDATASYNC,
                IoKind::Flush => FSYNC,
                IoKind::Trim => unreachable!("trims have a queue of their own"),
            },
            fd: self.files[op.file as usize].as_raw_fd() as u32,
            ..Iocb::default()
        };
        if moves {
            control.buffer = self.slots.pointer(op.slot, op.skip_bytes) as u64;
            control.length = u64::from(op.length_bytes);
            control.offset = op.offset_bytes as i64;
        }
        self.queued.push(control);
    }

    fn push_scattered(&mut self, op: &DiskOperation, piece_bytes: u32) {
        self.push(op);
        let pieces = self.pieces.cut(&self.slots, op, piece_bytes);
        let control = &mut self.controls[op.slot as usize];
        control.opcode = if op.kind == IoKind::Read { READ_VECTORED } else { WRITE_VECTORED };
        control.buffer = pieces.as_ptr() as u64;
        control.length = pieces.len() as u64;
    }

    fn buffer(&mut self, slot: u32) -> &mut [u8] {
        assert!(!self.in_flight[slot as usize], "slot {slot} is in flight");
        self.slots.slot(slot)
    }

    #[inline]
    fn turn(
        &mut self,
        wait_min: u32,
        left: impl FnOnce() -> Option<Duration>,
        done: &mut Vec<Completion>,
    ) -> io::Result<()> {
        let wait_min = wait_min.saturating_sub(self.trims.turn(&self.files, done).into());
        let before = done.len();
        self.submit(done)?;
        let got = if self.shared { self.reap_shared(done) } else { 0 };
        let failed = (done.len() - before) as u32 - got;
        if self.flying == 0 {
            if wait_min > 0
                && got + failed == 0
                && let Some(left) = left()
            {
                std::thread::sleep(left);
            }
            return Ok(());
        }
        if got + failed >= wait_min && (self.shared || wait_min > 0) {
            return Ok(());
        }
        let want = wait_min.saturating_sub(got + failed).min(self.flying);
        let left = if want == 0 { Some(Duration::ZERO) } else { left() };
        self.wait(want, left, done)
    }
}

impl Drop for Aio {
    fn drop(&mut self) {
        // SAFETY: the call waits for everything in flight, so the buffers are free afterwards.
        unsafe {
            libc::syscall(libc::SYS_io_destroy, self.context);
            ManuallyDrop::drop(&mut self.slots);
        }
    }
}
