//! `update FILE`, `generate` and `check`: the document and what is generated from it.

use std::path::Path;

fn main() -> Result<(), avenir_spec::SpecError> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap_or(Path::new("."));
    let files = avenir_spec::commands::Files::below(root);
    let file = std::env::args().nth(2).unwrap_or_default();
    avenir_spec::commands::update(&files, Path::new(&file))
}
