//! The cost of storage: the billed I/Os per second and the price at a rate, by the offer of a provider.
//!
//! Each I/O per second beyond the included ones is billed, as AWS bills gp3 and Azure bills Premium SSD v2. Pure.

/// The offer of a provider.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StorageOffer {
    /// The price without additional I/Os per second.
    pub price: f64,
    /// I/Os per second that this price includes; `None` if the offer has no limit.
    pub included_iops: Option<u64>,
    /// The price of 1,000 additional I/Os per second; `None` if they are not sold.
    pub price_per_1000_iops: Option<f64>,
    /// The most I/Os per second, with the included ones; `None` if the offer has no limit for additional ones.
    pub iops_max: Option<u64>,
}

impl StorageOffer {
    /// The I/Os per second that are billed for this rate, limited to those that are sold; `None` if the offer has no limit.
    pub fn paid_iops(&self, rate_iops: f64) -> Option<f64> {
        let included_iops = self.included_iops? as f64;
        let most_iops = match self.price_per_1000_iops {
            Some(_) => self.iops_max.map_or(f64::INFINITY, |most| most as f64),
            None => included_iops,
        };
        Some(rate_iops.ceil().min(most_iops).max(included_iops))
    }

    /// The price of the offer with the I/Os per second that are billed for this rate.
    pub fn price_at(&self, rate_iops: f64) -> f64 {
        let further_iops =
            self.paid_iops(rate_iops).zip(self.included_iops).map(|(paid, own)| paid - own as f64);
        let further = further_iops.zip(self.price_per_1000_iops);
        self.price + further.map_or(0.0, |(iops, price)| iops / 1e3 * price)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: StorageOffer = StorageOffer {
        price: 46.0,
        included_iops: Some(3_000),
        price_per_1000_iops: Some(6.5),
        iops_max: Some(16_000),
    };

    #[test]
    fn each_io_beyond_the_included_ones_is_paid_for_up_to_the_last_that_is_sold() {
        for (rate_iops, paid_iops, price) in [
            (0.0, 3_000.0, 46.0),
            (3_000.0, 3_000.0, 46.0),
            (3_000.2, 3_001.0, 46.006_5),
            (5_000.0, 5_000.0, 59.0),
            (20_000.0, 16_000.0, 130.5),
        ] {
            assert_eq!(STEPS.paid_iops(rate_iops), Some(paid_iops));
            assert!((STEPS.price_at(rate_iops) - price).abs() < 1e-9, "{rate_iops}");
        }
    }

    #[test]
    fn an_offer_without_further_ios_costs_the_same_at_any_rate() {
        let fixed = StorageOffer { price_per_1000_iops: None, iops_max: None, ..STEPS };
        assert_eq!((fixed.paid_iops(5_000.0), fixed.price_at(5_000.0)), (Some(3_000.0), 46.0));
        let open = StorageOffer { included_iops: None, ..fixed };
        assert_eq!((open.paid_iops(5_000.0), open.price_at(5_000.0)), (None, 46.0));
    }
}
