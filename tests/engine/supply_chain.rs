//! What the library is built from: the licences, where it comes from, and the compiler that it asks for. `cargo deny` asks
//! the same and more (`.cargo/deny.toml`); this needs nothing but cargo.

use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, Package, PackageId};
use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// As in `.cargo/deny.toml`.
const ALLOWED: [&str; 5] = ["MIT", "Apache-2.0", "BSD-2-Clause", "Zlib", "Unicode-3.0"];

/// Of packages that only benches and tests use: measured against, and in nothing that is built from the library.
const ALLOWED_IN_TESTS: [(&str, &str); 1] = [("priority-queue", "MPL-2.0")];

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Packages that may be there in two versions although the library names them: no public type is of theirs.
const TWICE: [&str; 1] = ["hashbrown"];

/// All packages that are built here with all features.
fn metadata() -> Metadata {
    let version = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("rustc tells its host");
    let options = ["--locked", "--filter-platform", host].map(str::to_owned);
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .other_options(options)
        .exec()
        .unwrap()
}

/// The packages that one is built from, itself included; without those of its tests, and with those of the first's if `tests`.
fn built_from<'a>(metadata: &'a Metadata, root: &'a PackageId, tests: bool) -> Vec<&'a Package> {
    let resolve = metadata.resolve.as_ref().expect("dependencies are resolved");
    let nodes: BTreeMap<&PackageId, _> = resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let (mut seen, mut left) = (BTreeSet::new(), vec![root]);
    while let Some(id) = left.pop() {
        if !seen.insert(id) {
            continue;
        }
        for dependency in &nodes[id].deps {
            let is_used = |kind: DependencyKind| kind != DependencyKind::Development || tests && id == root;
            if dependency.dep_kinds.iter().any(|info| is_used(info.kind)) {
                left.push(&dependency.pkg);
            }
        }
    }
    seen.into_iter().map(|id| &metadata[id]).collect()
}

/// Whether a licence expression leaves a choice that these allow: licences joined by AND and OR (or the older slash), in
/// brackets; an exception (WITH) only gives more leave.
fn is_allowed(expression: &str, allowed: &[&str]) -> bool {
    let spaced = expression.replace('(', " ( ").replace(')', " ) ").replace('/', " OR ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut at = 0;
    any(&words, &mut at, allowed) && at == words.len()
}

fn any(words: &[&str], at: &mut usize, allowed: &[&str]) -> bool {
    let mut is = all(words, at, allowed);
    while words.get(*at) == Some(&"OR") {
        *at += 1;
        is |= all(words, at, allowed);
    }
    is
}

fn all(words: &[&str], at: &mut usize, allowed: &[&str]) -> bool {
    let mut is = one(words, at, allowed);
    while words.get(*at) == Some(&"AND") {
        *at += 1;
        is &= one(words, at, allowed);
    }
    is
}

fn one(words: &[&str], at: &mut usize, allowed: &[&str]) -> bool {
    let word = words.get(*at).copied().unwrap_or_default();
    *at += 1;
    if word == "(" {
        let is = any(words, at, allowed);
        *at += 1;
        return is;
    }
    if words.get(*at) == Some(&"WITH") {
        *at += 2;
    }
    allowed.contains(&word)
}

#[test]
fn licence_expressions_are_read_as_they_are_meant() {
    for (expression, is) in [
        ("MIT", true),
        ("GPL-3.0", false),
        ("", false),
        ("MIT OR GPL-3.0", true),
        ("GPL-3.0 OR MIT", true),
        ("MIT AND GPL-3.0", false),
        ("MIT/GPL-3.0", true),
        ("(MIT OR GPL-3.0) AND Zlib", true),
        ("(MIT OR Zlib) AND GPL-3.0", false),
        ("GPL-3.0 OR MIT AND Zlib", true),
        ("GPL-3.0 AND MIT OR MPL-2.0", false),
        ("Apache-2.0 WITH LLVM-exception OR GPL-3.0", true),
        ("GPL-3.0 WITH Classpath-exception-2.0", false),
        ("MIT)", false),
    ] {
        assert_eq!(is_allowed(expression, &ALLOWED), is, "{expression:?}");
    }
}

#[test]
fn licences_are_allowed_and_sources_known() {
    let metadata = metadata();
    let root = metadata.root_package().unwrap();
    let packages = built_from(&metadata, &root.id, true);
    assert!(packages.len() > 100, "{}", packages.len());
    let shipped: BTreeSet<&PackageId> = built_from(&metadata, &root.id, false)
        .iter()
        .map(|package| &package.id)
        .collect();
    for package in &packages {
        let licence = package.license.as_deref().unwrap_or_default();
        let mut allowed = ALLOWED.to_vec();
        if !shipped.contains(&package.id) {
            allowed.extend(
                ALLOWED_IN_TESTS
                    .iter()
                    .filter(|(name, _)| package.name == *name)
                    .map(|(_, licence)| licence),
            );
        }
        assert!(
            is_allowed(licence, &allowed),
            "{} {}: {licence:?}",
            package.name,
            package.version
        );
        let source = package.source.as_ref().map(|source| source.repr.as_str());
        assert!(
            source == Some(REGISTRY) || metadata.workspace_members.contains(&package.id),
            "{}: {source:?}",
            package.name
        );
    }
}

/// What the library asks of the compiler is enough for all that it is built from. (Of its own code clippy's
/// `incompatible_msrv` says so.)
#[test]
fn no_dependency_asks_for_a_newer_compiler() {
    let metadata = metadata();
    let root = metadata.root_package().unwrap();
    let ours = root.rust_version.clone().expect("the manifest has a rust-version");
    for package in built_from(&metadata, &root.id, false) {
        let theirs = package.rust_version.as_ref();
        assert!(
            theirs.is_none_or(|theirs| *theirs <= ours),
            "{} {} asks for {theirs:?}, above {ours}",
            package.name,
            package.version
        );
    }
}

/// Of what the library names there is one version: two would not be the same types.
#[test]
fn direct_dependencies_are_there_once() {
    let metadata = metadata();
    let root = metadata.root_package().unwrap();
    let shipped = built_from(&metadata, &root.id, false);
    for dependency in root.dependencies.iter().filter(|d| d.kind != DependencyKind::Development) {
        let versions: Vec<String> = shipped
            .iter()
            .filter(|package| package.name == dependency.name)
            .map(|package| package.version.to_string())
            .collect();
        let is_once = versions.len() == 1 || TWICE.contains(&dependency.name.as_str());
        assert!(is_once && !versions.is_empty(), "{}: {versions:?}", dependency.name);
    }
}

#[test]
fn unsafe_code_is_forbidden() {
    let manifest = include_str!("../../Cargo.toml");
    let lints = manifest.split_once("[workspace.lints.rust]").expect("a table of lints").1;
    assert!(lints.lines().any(|line| line == "unsafe_code = \"forbid\""));
    let metadata = metadata();
    for id in &metadata.workspace_members {
        let path = &metadata[id].manifest_path;
        let manifest = std::fs::read_to_string(path).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true\n"), "{path}");
    }
}
