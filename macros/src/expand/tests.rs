//! Compares what the attribute makes of the tools in `tests/expand` with the `.expanded.rs` beside each.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Item, ItemFn, Meta};

use super::avenir_tool;

/// Set to anything, it takes over what the attribute makes now.
const UPDATE: &str = "AVENIR_UPDATE_EXPANSIONS";

/// The most lines a tool may become, its own function not counted: 41 as this project breaks lines, 49 as they are here.
const LONGEST_EXPANSION: usize = 49;

#[test]
fn expansions_are_the_committed_ones() {
    let folder = folder();
    let fresh = build_folder().join("expand");
    fs::create_dir_all(&fresh).expect("a folder for the new expansions");
    let mut differing = BTreeSet::new();
    for tool in tools(&folder) {
        let name = format!("{tool}.expanded.rs");
        let expanded = expand_file(&folder.join(format!("{tool}.rs")));
        fs::write(fresh.join(&name), &expanded).expect("the new expansion is written");
        if env::var_os(UPDATE).is_some() {
            fs::write(folder.join(&name), &expanded).expect("the expansion is taken over");
        }
        if fs::read_to_string(folder.join(&name)).ok().as_deref() != Some(expanded.as_str()) {
            differing.insert(name);
        }
    }
    assert!(
        differing.is_empty(),
        "{differing:?} in {} differ from those in {}; to take them over: {UPDATE}=1 cargo test -p avenir-macros",
        folder.display(),
        fresh.display(),
    );
}

#[test]
fn every_committed_expansion_has_its_tool() {
    let folder = folder();
    let expanded: BTreeSet<String> = stems(&folder)
        .filter_map(|stem| stem.strip_suffix(".expanded").map(str::to_owned))
        .collect();
    assert_eq!(expanded, tools(&folder));
}

#[test]
fn an_expansion_is_short() {
    let folder = folder();
    for tool in tools(&folder) {
        let (_, item) = read_file(&folder.join(format!("{tool}.rs")));
        let own = pretty(vec![Item::Fn(item)]).lines().count();
        let made = expand_file(&folder.join(format!("{tool}.rs"))).lines().count();
        assert!(
            made - own <= LONGEST_EXPANSION,
            "{tool} becomes {made} lines, {own} of them its own"
        );
    }
}

#[test]
fn the_runtime_is_named_from_the_root() {
    let folder = folder();
    for tool in tools(&folder) {
        let made = expand_file(&folder.join(format!("{tool}.rs")));
        assert_eq!(
            made.matches("avenir::").count(),
            made.matches("::avenir::").count(),
            "{tool}"
        );
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/expand")
}

/// Where the build puts its files: this test runs in `debug/deps` of it.
fn build_folder() -> PathBuf {
    let here = env::current_exe().expect("the test's own file");
    here.ancestors().nth(3).expect("the build's folder").to_owned()
}

/// The names of the tools in a folder.
fn tools(folder: &Path) -> BTreeSet<String> {
    stems(folder).filter(|stem| !stem.ends_with(".expanded")).collect()
}

fn stems(folder: &Path) -> impl Iterator<Item = String> {
    let files = fs::read_dir(folder).expect("the folder of expansions");
    files.filter_map(|file| {
        file.expect("a file")
            .file_name()
            .to_str()?
            .strip_suffix(".rs")
            .map(str::to_owned)
    })
}

/// What the attribute makes of the tool in a file.
fn expand_file(path: &Path) -> String {
    let (arguments, function) = read_file(path);
    let made: syn::File =
        syn::parse2(avenir_tool(arguments, &function.to_token_stream())).expect("the expansion is Rust");
    pretty(made.items)
}

/// The attribute's arguments and the function of a file that holds one tool.
fn read_file(path: &Path) -> (TokenStream, ItemFn) {
    let text = fs::read_to_string(path).expect("a tool");
    let mut function: ItemFn = syn::parse_str(&text).expect("one function");
    let place = function
        .attrs
        .iter()
        .position(|attribute| attribute.path().is_ident("avenir_tool"));
    let attribute = function.attrs.remove(place.expect("the attribute"));
    let arguments = match attribute.meta {
        Meta::List(list) => list.tokens,
        Meta::Path(_) | Meta::NameValue(_) => TokenStream::new(),
    };
    (arguments, function)
}

fn pretty(items: Vec<Item>) -> String {
    prettyplease::unparse(&syn::File {
        shebang: None,
        attrs: Vec::new(),
        items,
    })
}
