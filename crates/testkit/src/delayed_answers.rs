//! Delayed answers of a file system, while other requests are served.

use base::Clock;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use sys::clock::SystemClock;

/// Takes answers with their times; a separate thread sends each at its time. The thread ends when this is dropped and the last
/// answer is sent.
pub(crate) struct DelayedAnswers {
    clock: SystemClock,
    queue: Arc<AnswerQueue>,
}

impl DelayedAnswers {
    pub(crate) fn start() -> Self {
        let queue = Arc::new(AnswerQueue::default());
        let clock = SystemClock::new();
        let serving = Arc::clone(&queue);
        std::thread::spawn(move || serving.serve(&clock));
        Self { clock, queue }
    }

    pub(crate) fn now_ns(&self) -> u64 {
        self.clock.now_ns()
    }

    pub(crate) fn give_at(&self, due_ns: u64, give: impl FnOnce() + Send + 'static) {
        self.queue.add(DueAnswer { due_ns, give: Box::new(give) });
    }
}

impl Drop for DelayedAnswers {
    fn drop(&mut self) {
        self.queue.close();
    }
}

struct DueAnswer {
    due_ns: u64,
    give: Box<dyn FnOnce() + Send>,
}

impl Ord for DueAnswer {
    /// The earliest is the greatest, so that a heap returns it first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.due_ns.cmp(&self.due_ns)
    }
}

impl PartialOrd for DueAnswer {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for DueAnswer {
    fn eq(&self, other: &Self) -> bool {
        self.due_ns == other.due_ns
    }
}

impl Eq for DueAnswer {}

/// Answers that are not due yet, and whether the queue is closed.
#[derive(Default)]
struct AnswerQueue {
    waiting: Mutex<(BinaryHeap<DueAnswer>, bool)>,
    changed: Condvar,
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AnswerQueue {
    fn add(&self, answer: DueAnswer) {
        let mut waiting = locked(&self.waiting);
        let is_first = waiting.0.peek().is_none_or(|first| answer.due_ns < first.due_ns);
        waiting.0.push(answer);
        drop(waiting);
        if is_first {
            self.changed.notify_one();
        }
    }

    fn close(&self) {
        locked(&self.waiting).1 = true;
        self.changed.notify_one();
    }

    /// Sends each answer at its time until the queue is closed and empty.
    fn serve(&self, clock: &SystemClock) {
        sys::clock::sharpen_timers();
        let mut waiting = locked(&self.waiting);
        loop {
            let now_ns = clock.now_ns();
            let wait_ns = waiting.0.peek().map(|first| first.due_ns.saturating_sub(now_ns));
            waiting = match wait_ns {
                Some(0) => {
                    let due = waiting.0.pop();
                    drop(waiting);
                    if let Some(answer) = due {
                        (answer.give)();
                    }
                    locked(&self.waiting)
                }
                Some(wait_ns) => {
                    let wait = Duration::from_nanos(wait_ns);
                    let woken = self.changed.wait_timeout(waiting, wait);
                    woken.unwrap_or_else(PoisonError::into_inner).0
                }
                None if waiting.1 => return,
                None => self.changed.wait(waiting).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }
}
