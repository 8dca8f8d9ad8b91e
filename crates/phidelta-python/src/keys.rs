//! Keys of positions, made of what a Python game says its position is.
//!
//! Two positions with one key are one position to a search, so that Python's `hash` is no key: it has 64 bits,
//! and -1 and -2 share one. Numbers, texts, bytes and tuples of them are spread over 128 bits here. Anything
//! else that can be in a dict is numbered in one: equal things are one position, and no two others are.

use phidelta::{Key, KeyBuilder};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyInt, PyString, PyTuple};

/// What tells things of different kinds apart.
#[derive(Clone, Copy)]
enum Kind {
    None = 1,
    Small,
    Large,
    Text,
    Bytes,
    Tuple,
    Numbered,
}

/// Makes keys.
pub(crate) struct Keys<'py> {
    numbered: Bound<'py, PyDict>,
}

impl<'py> Keys<'py> {
    pub(crate) fn new(py: Python<'py>) -> Keys<'py> {
        Keys { numbered: PyDict::new(py) }
    }

    /// The key of what a game says its position is.
    pub(crate) fn of(&self, thing: &Bound<'py, PyAny>) -> PyResult<Key> {
        Ok(self.add(KeyBuilder::new(), thing)?.key())
    }

    fn add(&self, key: KeyBuilder, thing: &Bound<'py, PyAny>) -> PyResult<KeyBuilder> {
        let kind = |kind: Kind| key.add(kind as u64);
        if thing.is_none() {
            return Ok(kind(Kind::None));
        }
        if let Ok(number) = thing.cast::<PyInt>() {
            if let Ok(small) = number.extract::<i64>() {
                return Ok(kind(Kind::Small).add(small as u64));
            }
            // Bitboards are longer; their digits say all.
            let digits = number.call_method0("__repr__")?;
            return Ok(kind(Kind::Large).add_bytes(digits.extract::<String>()?.as_bytes()));
        }
        if let Ok(text) = thing.cast::<PyString>() {
            return Ok(kind(Kind::Text).add_bytes(text.to_cow()?.as_bytes()));
        }
        if let Ok(bytes) = thing.cast::<PyBytes>() {
            return Ok(kind(Kind::Bytes).add_bytes(bytes.as_bytes()));
        }
        if let Ok(parts) = thing.cast_exact::<PyTuple>() {
            let head = kind(Kind::Tuple).add(parts.len() as u64);
            return parts.iter().try_fold(head, |key, part| self.add(key, &part));
        }
        let number = match self.numbered.get_item(thing) {
            Ok(Some(number)) => number.extract::<u64>()?,
            Ok(None) => {
                let number = self.numbered.len() as u64;
                self.numbered.set_item(thing, number)?;
                number
            }
            Err(error) if error.is_instance_of::<PyTypeError>(thing.py()) => {
                let class = thing.get_type().name()?;
                let message =
                    format!("key: {class} cannot be hashed; expected numbers, texts, tuples of them …");
                return Err(PyTypeError::new_err(message));
            }
            Err(error) => return Err(error),
        };
        Ok(kind(Kind::Numbered).add(number))
    }
}
