//! A float that survives JSON: finite ones as numbers, the others as `"NaN"`, `"inf"`, `"-inf"`.

use serde::de::{self, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Any `f64`; a NaN comes back as a NaN, every other value to the last bit.
#[derive(Clone, Copy, Debug)]
pub struct Float(pub f64);

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

/// For a field: `#[serde(with = "base::float")]`.
///
/// # Errors
/// Those of the serializer.
pub fn serialize<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    Float(*value).serialize(serializer)
}

/// The other way.
///
/// # Errors
/// What stands there is no float.
pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    Float::deserialize(deserializer).map(|float| float.0)
}

/// For a field that may be absent.
pub mod option {
    use super::Float;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes it.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(value: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
        value.map(Float).serialize(serializer)
    }

    /// Reads it.
    ///
    /// # Errors
    /// What stands there is neither a float nor nothing.
    pub fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<f64>, D::Error> {
        Ok(Option::<Float>::deserialize(deserializer)?.map(|float| float.0))
    }
}

/// For a list.
pub mod list {
    use super::Float;
    use serde::{Deserialize, Deserializer, Serializer};

    /// Writes it.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<S: Serializer>(values: &[f64], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(values.iter().copied().map(Float))
    }

    /// Reads it.
    ///
    /// # Errors
    /// What stands there is no list of floats.
    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<f64>, D::Error> {
        let floats = Vec::<Float>::deserialize(deserializer)?;
        Ok(floats.into_iter().map(|float| float.0).collect())
    }
}

/// For a pair whose first is a float, and that may be absent.
pub mod first {
    use super::Float;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes it.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<T: Serialize, S: Serializer>(
        value: &Option<(f64, T)>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(|(float, other)| (Float(*float), other)).serialize(serializer)
    }

    /// Reads it.
    ///
    /// # Errors
    /// What stands there is neither such a pair nor nothing.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<(f64, T)>, D::Error> {
        let pair = Option::<(Float, T)>::deserialize(deserializer)?;
        Ok(pair.map(|(float, other)| (float.0, other)))
    }
}

/// For a pair whose second is a float, and that may be absent.
pub mod second {
    use super::Float;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes it.
    ///
    /// # Errors
    /// Those of the serializer.
    pub fn serialize<T: Serialize, S: Serializer>(
        value: &Option<(T, f64)>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.as_ref().map(|(other, float)| (other, Float(*float))).serialize(serializer)
    }

    /// Reads it.
    ///
    /// # Errors
    /// What stands there is neither such a pair nor nothing.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<(T, f64)>, D::Error> {
        let pair = Option::<(T, Float)>::deserialize(deserializer)?;
        Ok(pair.map(|(other, float)| (other, float.0)))
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
        let mut rng = crate::Rng::new(5);
        move || rng.bits()
    }
}
