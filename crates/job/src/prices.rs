//! Storages with their prices: takes the text of a TOML file, gives them, or says what is wrong with it.

use toml::{Table, Value};

/// The keys of the file, and those of a storage.
const KEYS: &[&str] = &["unit", "storage"];
const STORAGE_KEYS: &[&str] = &["name", "target", "host", "price"];

/// What storages cost.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceList {
    /// What a price is, such as `EUR a month`.
    pub unit: String,
    /// The storages.
    pub storage: Vec<PricedStorage>,
}

/// A storage that can be bought or rented.
#[derive(Clone, Debug, PartialEq)]
pub struct PricedStorage {
    /// What people call it.
    pub name: String,
    /// Its target, as the list of runs shows it.
    pub target: String,
    /// The host that measured it; none: any.
    pub host: Option<String>,
    /// What it costs.
    pub price: f64,
}

impl PriceList {
    /// Reads a list of prices.
    ///
    /// # Errors
    /// Text that is no TOML, with its line; a key that is missing or not known; a price that is none.
    pub fn read(text: &str) -> Result<Self, String> {
        let table: Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        known(&table, KEYS)?;
        let list = table.get("storage").and_then(Value::as_array);
        let list = list.ok_or("there is no [[storage]]")?;
        let storage = list.iter().map(|one| match one {
            Value::Table(one) => PricedStorage::read(one),
            _ => Err("storage must be written as [[storage]]".to_owned()),
        });
        Ok(Self { unit: text_of(&table, "unit")?, storage: storage.collect::<Result<_, _>>()? })
    }
}

impl PricedStorage {
    fn read(table: &Table) -> Result<Self, String> {
        known(table, STORAGE_KEYS)?;
        let name = text_of(table, "name")?;
        let price = table.get("price").and_then(|price| match price {
            Value::Integer(price) => Some(*price as f64),
            Value::Float(price) => Some(*price),
            _ => None,
        });
        let is_price = |price: &f64| price.is_finite() && *price > 0.0;
        let price = price.filter(is_price);
        let price = price.ok_or_else(|| format!("{name}: price must be a number above 0"))?;
        let host = table.contains_key("host").then(|| text_of(table, "host")).transpose()?;
        Ok(Self { target: text_of(table, "target")?, host, name, price })
    }
}

fn known(table: &Table, keys: &[&str]) -> Result<(), String> {
    match table.keys().find(|key| !keys.contains(&key.as_str())) {
        Some(key) => Err(format!("unknown key {key}; known are {}", keys.join(", "))),
        None => Ok(()),
    }
}

fn text_of(table: &Table, key: &str) -> Result<String, String> {
    let text = table.get(key).and_then(Value::as_str);
    text.map(str::to_owned).ok_or_else(|| format!("{key} must be there, and a text in quotes"))
}
