//! The I/Os per second that the price of a storage includes, and the price of further ones.
//!
//! Each I/O per second beyond the included ones is billed, as AWS bills gp3 and Azure bills Premium SSD v2.

/// The rates that a provider sells. By default any rate is included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct IopsOffer {
    pub included: Option<f64>,
    /// The price of 1,000 further I/Os per second; `None`: none are sold.
    pub price_per_1000: Option<f64>,
    /// The highest rate that is sold.
    pub most: Option<f64>,
}

impl IopsOffer {
    /// The highest rate that money buys.
    pub fn limit(&self) -> Option<f64> {
        match self.price_per_1000 {
            Some(_) => self.most,
            None => self.included.or(self.most),
        }
    }

    /// The price of the rate beyond the included one, up to the limit.
    pub fn further_price(&self, rate_iops: f64) -> f64 {
        let Some(price) = self.price_per_1000 else { return 0.0 };
        let sold = rate_iops.ceil().min(self.limit().unwrap_or(f64::INFINITY));
        (sold - self.included.unwrap_or(0.0)).max(0.0) / 1e3 * price
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const STEPS: IopsOffer =
        IopsOffer { included: Some(3_000.0), price_per_1000: Some(6.5), most: Some(16_000.0) };

    #[test]
    fn each_io_beyond_the_included_ones_is_paid_for_up_to_the_last_that_is_sold() {
        let rates =
            [(0.0, 0.0), (3_000.0, 0.0), (3_000.2, 0.0065), (5_000.0, 13.0), (20_000.0, 84.5)];
        for (rate_iops, price) in rates {
            assert!((STEPS.further_price(rate_iops) - price).abs() < 1e-9, "{rate_iops}");
        }
        assert_eq!(STEPS.limit(), Some(16_000.0));
    }

    #[test]
    fn an_offer_without_further_ios_costs_the_same_at_any_rate() {
        let fixed = IopsOffer { price_per_1000: None, most: None, ..STEPS };
        assert_eq!((fixed.limit(), fixed.further_price(5_000.0)), (Some(3_000.0), 0.0));
        assert_eq!(IopsOffer::default().limit(), None);
    }
}
