//! What the libraries and the command are built from: licences, sources, and the compiler version
//! required. `cargo deny` checks the same and more (`.cargo/deny.toml`); this needs cargo alone.

use cargo_metadata::{CargoOpt, DependencyKind, Metadata, MetadataCommand, Package, PackageId};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

/// As in `.cargo/deny.toml`.
const ALLOWED: [&str; 5] = ["MIT", "Apache-2.0", "BSD-2-Clause", "Zlib", "Unicode-3.0"];

/// Of packages that only benches and tests use, for comparison.
const ALLOWED_IN_TESTS: [(&str, &str); 1] = [("priority-queue", "MPL-2.0")];

const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// Direct dependencies that may be there in two versions: none of their types is in a public
/// interface.
const TWICE: [&str; 1] = ["hashbrown"];

/// The package for Python.
const BINDINGS: &str = "kinesweep-python";

/// The metadata of all packages that are built on this host with all features.
fn metadata() -> Metadata {
    let version = Command::new("rustc").arg("-vV").output().unwrap();
    let version = String::from_utf8(version.stdout).unwrap();
    let host = version
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("rustc prints its host");
    let options = ["--locked", "--filter-platform", host].map(str::to_owned);
    MetadataCommand::new()
        .manifest_path(concat!(env!("CARGO_MANIFEST_DIR"), "/Cargo.toml"))
        .features(CargoOpt::AllFeatures)
        .other_options(options)
        .exec()
        .unwrap()
}

/// The packages that `roots` are built from, these included; with their dev-dependencies if
/// `tests`.
fn built_from<'a>(metadata: &'a Metadata, roots: &[&'a Package], tests: bool) -> Vec<&'a Package> {
    let resolve = metadata.resolve.as_ref().expect("dependencies are resolved");
    let nodes: BTreeMap<&PackageId, _> = resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let roots: Vec<&PackageId> = roots.iter().map(|root| &root.id).collect();
    let (mut seen, mut left) = (BTreeSet::new(), roots.clone());
    while let Some(id) = left.pop() {
        if !seen.insert(id) {
            continue;
        }
        for dependency in &nodes[id].deps {
            let is_used = |kind: DependencyKind| kind != DependencyKind::Development || tests && roots.contains(&id);
            if dependency.dep_kinds.iter().any(|info| is_used(info.kind)) {
                left.push(&dependency.pkg);
            }
        }
    }
    seen.into_iter().map(|id| &metadata[id]).collect()
}

/// Whether a licence expression can be met by the allowed licences alone. It joins licences by AND
/// and OR (or the older slash), with brackets; an exception (WITH) only permits more.
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
fn licence_expressions_are_evaluated_with_precedence() {
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
fn all_licences_are_allowed_and_all_sources_are_the_registry() {
    let metadata = metadata();
    let roots = metadata.workspace_default_packages();
    let names: BTreeSet<&str> = roots.iter().map(|root| root.name.as_str()).collect();
    assert_eq!(
        names,
        [
            "kinesweep",
            "kinesweep-cli",
            "kinesweep-ensemble",
            "kinesweep-report",
            "kinesweep-sap"
        ]
        .into()
    );
    let packages = built_from(&metadata, &roots, true);
    assert!(packages.len() > 100, "{}", packages.len());
    let shipped = built_from(&metadata, &roots, false).into_iter();
    let shipped: BTreeSet<&PackageId> = shipped.map(|package| &package.id).collect();
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

/// The `rust-version` of the workspace is no lower than that of any dependency. (Clippy's
/// `incompatible_msrv` checks our own code.)
#[test]
fn no_dependency_requires_a_newer_compiler() {
    let metadata = metadata();
    let roots = metadata.workspace_default_packages();
    let ours = roots[0].rust_version.clone().expect("the manifest has a rust-version");
    for package in built_from(&metadata, &roots, false) {
        let theirs = package.rust_version.as_ref();
        assert!(
            theirs.is_none_or(|theirs| *theirs <= ours),
            "{} {} requires {theirs:?}, above {ours}",
            package.name,
            package.version
        );
    }
}

/// There is one version of each direct dependency: types of two versions would differ.
#[test]
fn direct_dependencies_have_one_version() {
    let metadata = metadata();
    for root in metadata.workspace_default_packages() {
        let shipped = built_from(&metadata, &[root], false);
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
}

#[test]
fn unsafe_code_is_forbidden() {
    let manifest = include_str!("../../Cargo.toml");
    let lints = manifest.split_once("[workspace.lints.rust]").expect("a table of lints").1;
    assert!(lints.lines().any(|line| line == "unsafe_code = \"forbid\""));
    let metadata = metadata();
    for id in &metadata.workspace_members {
        let package = &metadata[id];
        let path = &package.manifest_path;
        if package.name == BINDINGS {
            // The macros of its bindings expand to it; its sources do not have the word.
            let folder = path.with_file_name("src");
            assert!(sources(folder.as_std_path()).len() > 10, "{folder}");
            for source in sources(folder.as_std_path()) {
                let text = std::fs::read_to_string(&source).unwrap();
                assert!(!text.contains("unsafe"), "{}", source.display());
            }
            continue;
        }
        let manifest = std::fs::read_to_string(path).unwrap();
        assert!(manifest.contains("[lints]\nworkspace = true\n"), "{path}");
    }
}

/// The files of a folder and of the folders in it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .collect()
}
