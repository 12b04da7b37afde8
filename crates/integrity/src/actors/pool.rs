//! The dirty pages in memory, in the order in which they became dirty.

use std::collections::{HashSet, VecDeque};

/// A first-in, first-out set of pages.
#[derive(Debug, Default)]
pub struct DirtyPages {
    order: VecDeque<u64>,
    present: HashSet<u64>,
}

impl DirtyPages {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an updated page; a page that is already dirty keeps its position.
    pub fn add(&mut self, page: u64) {
        if self.present.insert(page) {
            self.order.push_back(page);
        }
    }

    pub fn len(&self) -> usize {
        self.present.len()
    }

    pub fn is_empty(&self) -> bool {
        self.present.is_empty()
    }

    /// Takes the oldest dirty page, with up to `most - 1` dirty pages that directly follow it in the file.
    pub fn take_run(&mut self, most: u32) -> Option<(u64, u32)> {
        loop {
            let first = self.order.pop_front()?;
            // Pages that were taken as neighbours of others are still in the order.
            if self.present.remove(&first) {
                let mut pages = 1;
                while pages < most && self.present.remove(&(first + u64::from(pages))) {
                    pages += 1;
                }
                return Some((first, pages));
            }
        }
    }

    /// Takes all dirty pages, in the order of the file, as a checkpoint does.
    pub fn take_all(&mut self) -> Vec<u64> {
        self.order.clear();
        let mut pages: Vec<u64> = self.present.drain().collect();
        pages.sort_unstable();
        pages
    }

    /// Drops the pages beyond `pages`, as the file was truncated to that.
    pub fn cut(&mut self, pages: u64) {
        self.order.retain(|&page| page < pages);
        self.present.retain(|&page| page < pages);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_taken_in_the_order_of_the_oldest() {
        let mut dirty = DirtyPages::new();
        for page in [7, 3, 8, 9, 4, 7] {
            dirty.add(page);
        }
        assert_eq!(dirty.take_run(2), Some((7, 2)));
        dirty.add(8);
        assert_eq!(dirty.take_run(16), Some((3, 2)));
        assert_eq!(dirty.take_run(16), Some((8, 2)));
        assert_eq!((dirty.take_run(16), dirty.len()), (None, 0));
        for page in [5, 1, 9] {
            dirty.add(page);
        }
        dirty.cut(9);
        assert_eq!(dirty.take_all(), [1, 5]);
        assert!(dirty.is_empty() && dirty.take_run(1).is_none());
    }
}
