//! Floats in JSON: a finite value is a number that keeps every bit; any other is `null`, which is read as NaN.

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Any `f64`; a value that is not finite counts as unknown and is read back as NaN.
#[derive(Clone, Copy, Debug)]
struct Float(f64);

impl Serialize for Float {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Some(self.0).filter(|x| x.is_finite()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Float {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self(Option::deserialize(deserializer)?.unwrap_or(f64::NAN)))
    }
}

/// Writes a field: `#[serde(with = "base::float")]`.
pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Float(*value).serialize(serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Float::deserialize(deserializer).map(|float| float.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_finite_float_comes_back_to_the_last_bit_and_every_other_as_nan() {
        let mut rng = base_bits();
        let edge = [0.0, -0.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, 0.1, f64::INFINITY, -1.0 / 0.0];
        for x in edge.into_iter().chain((0..20_000).map(|_| f64::from_bits(rng()))) {
            let text = serde_json::to_string(&Float(x)).unwrap();
            let back: Float = serde_json::from_str(&text).unwrap();
            assert!(
                back.0.to_bits() == x.to_bits() || (!x.is_finite() && back.0.is_nan()),
                "{x:e} {text}"
            );
        }
    }

    fn base_bits() -> impl FnMut() -> u64 {
        let mut rng = crate::Rng::new(5);
        move || rng.bits()
    }
}
