//! Syntax errors, wrong structure and long values.

use super::*;

#[test]
fn syntax_errors_name_the_line() {
    let refusal = message("title = 'x'\n[[bodies]\n");
    assert!(refusal.starts_with("scene.toml:2: not valid TOML: "), "{refusal}");
    let refusal = message("title = 'x'\n\ntitle = 'y'\n");
    assert!(
        refusal.starts_with("scene.toml:3: not valid TOML: duplicate key"),
        "{refusal}"
    );
    let refusal = message(&with_body("groups = { filter = 1, filter = 2 }"));
    assert!(
        refusal.starts_with("scene.toml:3: not valid TOML: duplicate key"),
        "{refusal}"
    );
    for (text, line, name) in [
        ("title = 'x'\n\ntitle = 'y'\n", 3, "title"),
        ("title = 'x'\n\"title\" = 'y'\n", 2, "title"),
        ("[world]\nhorizon = 1\n[world]\ngravity = [0, 0, 0]\n", 3, "world"),
        ("world.horizon = 1\nworld.horizon = 2\n", 2, "horizon"),
        ("world = { zeno = { kind = 'error', kind = 'stick' } }\n", 1, "kind"),
        ("bodies = []\n[[bodies]]\n", 2, "bodies"),
    ] {
        let expected = format!("scene.toml:{line}: not valid TOML: duplicate key {name:?}");
        assert_eq!(message(text), expected);
    }
    assert!(message("").contains("bodies is missing: it must be at least one body"));
    assert!(message("bodies = []").contains("bodies is missing: it must be at least one body"));
    assert!(message("bodies = 3").contains("1: bodies = 3: must be an array, not a number"));
    assert!(message("bodies = [3]").contains("1: bodies[0] = 3: must be a table, not a number"));
    assert!(message("world = 3").contains("1: world = 3: must be a table"));
    assert!(message("size = 3").contains("1: size = 3: unknown key; allowed here: title, world, bodies, populations"));

    let json = |text: &str| Scene::from_json_str(text, "scene.json").expect_err(text).to_string();
    let refusal = json("{\n\"title\": \"x\",\n\"title\": \"y\"\n}");
    assert!(
        refusal.starts_with("scene.json:3: not valid JSON: duplicate key \"title\""),
        "{refusal}"
    );
    let refusal = json("{\n\"title\": }");
    assert_eq!(refusal, "scene.json:2: not valid JSON: expected value");
    assert!(json("").starts_with("scene.json:1: not valid JSON: EOF"));
    assert!(json("{} {}").contains("not valid JSON: trailing characters"));
    assert_eq!(json("[]"), "scene.json: (the whole file) = []: must be a table, not an array");
    assert!(json("{ \"bodies\": null }").contains("scene.json: bodies = null: must be an array"));
    assert!(json("{ \"bodies\": [{ \"shape\": { \"kind\": \"ball\", \"radius\": NaN } }] }").contains("not valid JSON"));
    let refusal = json("{ \"bodies\": [{ \"shape\": { \"kind\": \"ball\", \"radius\": -1 } }] }");
    assert!(
        refusal.starts_with("scene.json: bodies[0].shape.radius = -1: must be"),
        "{refusal}"
    );
    let refusal = json("{ \"bodies\": [{ \"shape\": { \"kind\": \"ball\", \"radius\": 1e999 } }] }");
    assert!(
        refusal.starts_with("scene.json:1: not valid JSON: number out of range"),
        "{refusal}"
    );
}

#[test]
fn deep_nesting_is_refused_without_recursion() {
    let deep = 100_000;
    assert!(toml(&format!("bodies = {}", "[".repeat(deep))).is_err());
    assert!(toml(&format!("bodies = {}{}", "[".repeat(deep), "]".repeat(deep))).is_err());
    assert!(toml(&format!("{} = 1", vec!["a"; deep].join("."))).is_err());
    assert!(Scene::from_json_str(&format!("{}{}", "[".repeat(deep), "]".repeat(deep)), "x").is_err());
}

#[test]
fn long_values_are_shortened_in_messages() {
    let refusal = message(&with_body(&format!("kind = '{}'", "ä".repeat(500))));
    assert!(refusal.len() < 300 && refusal.contains("ä...: must be one of"), "{refusal}");
}
