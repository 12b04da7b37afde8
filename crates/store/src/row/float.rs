//! A float that survives JSON: finite ones as numbers, the others as `"NaN"`, `"inf"`, `"-inf"`.

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Any `f64`; a NaN comes back as a NaN, every other value to the last bit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Float(pub(crate) f64);

impl Serialize for Float {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            x if x.is_finite() => serializer.serialize_f64(x),
            x if x.is_nan() => serializer.serialize_str("NaN"),
            x if x > 0.0 => serializer.serialize_str("inf"),
            _ => serializer.serialize_str("-inf"),
        }
    }
}

impl<'de> Deserialize<'de> for Float {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FloatVisitor)
    }
}

struct FloatVisitor;

impl Visitor<'_> for FloatVisitor {
    type Value = Float;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a number, \"NaN\", \"inf\" or \"-inf\"")
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Float, E> {
        Ok(Float(value))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Float, E> {
        Ok(Float(value as f64))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Float, E> {
        Ok(Float(value as f64))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Float, E> {
        match value {
            "NaN" => Ok(Float(f64::NAN)),
            "inf" => Ok(Float(f64::INFINITY)),
            "-inf" => Ok(Float(f64::NEG_INFINITY)),
            other => Err(E::invalid_value(de::Unexpected::Str(other), &self)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_float_comes_back_to_the_last_bit() {
        let mut rng = base_bits();
        let edge = [0.0, -0.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, 0.1, f64::INFINITY, -1.0 / 0.0];
        for x in edge.into_iter().chain((0..20_000).map(|_| f64::from_bits(rng()))) {
            let text = serde_json::to_string(&Float(x)).unwrap();
            let back: Float = serde_json::from_str(&text).unwrap();
            assert!(
                back.0.to_bits() == x.to_bits() || (x.is_nan() && back.0.is_nan()),
                "{x:e} {text}"
            );
        }
    }

    fn base_bits() -> impl FnMut() -> u64 {
        let mut rng = base::Rng::new(5);
        move || rng.bits()
    }
}
