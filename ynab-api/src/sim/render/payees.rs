//! Payees and where they were met.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::sim::model::{Location, Payee};

/// A payee.
pub(crate) struct PayeeView<'a>(pub &'a Payee);

impl Serialize for PayeeView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.0.id)?;
        map.serialize_entry("name", &self.0.name)?;
        map.serialize_entry("transfer_account_id", &self.0.transfer_account_id)?;
        map.serialize_entry("deleted", &self.0.deleted)?;
        map.end()
    }
}

/// A place where a payee was met.
pub(crate) struct LocationView<'a>(pub &'a Location);

impl Serialize for LocationView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("id", &self.0.id)?;
        map.serialize_entry("payee_id", &self.0.payee_id)?;
        map.serialize_entry("latitude", &self.0.latitude)?;
        map.serialize_entry("longitude", &self.0.longitude)?;
        map.serialize_entry("deleted", &self.0.deleted)?;
        map.end()
    }
}
