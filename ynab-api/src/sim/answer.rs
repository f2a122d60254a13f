//! An answer before it goes on the wire.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use super::error::Refusal;

/// A status and a JSON body.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Answer {
    /// HTTP status.
    pub status: u16,
    /// JSON text.
    pub body: Vec<u8>,
}

impl Answer {
    /// `{"data": {name: value}}`, with the server knowledge where there is one.
    pub(crate) fn data<T: Serialize>(name: &'static str, value: T, knowledge: Option<i64>) -> Result<Self, Refusal> {
        Self::of(200, &Envelope { name, value, knowledge })
    }

    /// `{"data": data}`.
    pub(crate) fn wrapped<T: Serialize>(status: u16, data: T) -> Result<Self, Refusal> {
        Self::of(status, &Wrapped { data })
    }

    /// Any body.
    fn of<T: Serialize>(status: u16, body: &T) -> Result<Self, Refusal> {
        let body = serde_json::to_vec(body).map_err(|_| Refusal::server_error())?;
        Ok(Self { status, body })
    }

    /// The same body under another status.
    pub(crate) fn with_status(self, status: u16) -> Self {
        Self { status, ..self }
    }
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        Self {
            status: refusal.status,
            body: refusal.body().to_string().into_bytes(),
        }
    }
}

#[derive(Serialize)]
struct Wrapped<T> {
    data: T,
}

struct Envelope<T> {
    name: &'static str,
    value: T,
    knowledge: Option<i64>,
}

impl<T: Serialize> Serialize for Envelope<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry("data", &Data(self))?;
        map.end()
    }
}

struct Data<'a, T>(&'a Envelope<T>);

impl<T: Serialize> Serialize for Data<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry(self.0.name, &self.0.value)?;
        if let Some(knowledge) = self.0.knowledge {
            map.serialize_entry("server_knowledge", &knowledge)?;
        }
        map.end()
    }
}
