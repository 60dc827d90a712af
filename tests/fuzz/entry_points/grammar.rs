//! Generates well-formed scenes with all keys of the format and some extreme values, as TOML and as
//! the equivalent JSON.

use super::support::Random;
use super::support::numbers::any;

/// A value of a scene file.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Number(f64),
    Integer(u64),
    Text(&'static str),
    Boolean(bool),
    Array(Vec<Value>),
    Table(Vec<(&'static str, Value)>),
}

impl Value {
    /// The value on one line, as both formats allow.
    pub(crate) fn as_toml(&self) -> String {
        match self {
            Self::Table(entries) => {
                let inner: Vec<String> = entries
                    .iter()
                    .map(|(key, value)| format!("{key} = {}", value.as_toml()))
                    .collect();
                format!("{{ {} }}", inner.join(", "))
            }
            Self::Array(items) => format!("[{}]", items.iter().map(Self::as_toml).collect::<Vec<_>>().join(", ")),
            Self::Text(text) => format!("{text:?}"),
            Self::Boolean(value) => value.to_string(),
            Self::Integer(number) => number.to_string(),
            Self::Number(number) if number.is_nan() => "nan".to_owned(),
            Self::Number(number) => format!("{number:?}"),
        }
    }

    /// `None` for values that JSON cannot represent.
    pub(crate) fn as_json(&self) -> Option<String> {
        Some(match self {
            Self::Table(entries) => {
                let of = |(key, value): &(&str, Self)| Some(format!("{key:?}: {}", value.as_json()?));
                format!("{{ {} }}", entries.iter().map(of).collect::<Option<Vec<_>>>()?.join(", "))
            }
            Self::Array(items) => format!(
                "[{}]",
                items.iter().map(Self::as_json).collect::<Option<Vec<_>>>()?.join(", ")
            ),
            Self::Number(number) if !number.is_finite() => return None,
            other => other.as_toml(),
        })
    }
}

/// A complete TOML file, with each top-level table on its own line.
pub(crate) fn file_as_toml(entries: &[(&'static str, Value)]) -> String {
    entries
        .iter()
        .map(|(key, value)| format!("{key} = {}\n", value.as_toml()))
        .collect()
}

/// The generator of scenes.
pub(crate) struct Grammar<'a> {
    pub(crate) random: &'a mut Random,
    /// One number in this many is extreme; 0 for none.
    pub(crate) extreme_share: u64,
}

impl Grammar<'_> {
    fn chance(&mut self, one_in: u64) -> bool {
        self.random.below(one_in) == 0
    }

    fn number(&mut self, plain: f64) -> Value {
        if self.extreme_share > 0 && self.chance(self.extreme_share) {
            return Value::Number(any(self.random));
        }
        // Integers are valid numbers, too.
        if plain == plain.trunc() && plain >= 0.0 && self.chance(2) {
            Value::Integer(plain as u64)
        } else {
            Value::Number(plain)
        }
    }

    fn vector(&mut self, size: f64, lattice: bool) -> Value {
        let components = (0..3).map(|_| {
            let plain = self.random.uniform(-size, size);
            self.number(if lattice { (plain * 2.0).round() / 2.0 } else { plain })
        });
        Value::Array(components.collect())
    }

    fn length(&mut self) -> Value {
        let plain = self.random.of(&[0.25, 0.5, 0.5, 0.3, 1.0]);
        self.number(plain)
    }

    fn simple_shape(&mut self) -> Vec<(&'static str, Value)> {
        match self.random.below(9) {
            5 => vec![
                ("kind", Value::Text("ellipsoid")),
                ("half_axes", Value::Array((0..3).map(|_| self.length()).collect())),
            ],
            6 | 7 => vec![
                ("kind", Value::Text(self.random.of(&["cylinder", "cone"]))),
                ("half_height", self.length()),
                ("radius", self.length()),
            ],
            8 => vec![
                ("kind", Value::Text("rounded-cuboid")),
                ("half_extents", Value::Array((0..3).map(|_| self.length()).collect())),
                ("radius", self.length()),
            ],
            0 => vec![
                ("kind", Value::Text("cuboid")),
                ("half_extents", Value::Array((0..3).map(|_| self.length()).collect())),
            ],
            1 => vec![
                ("kind", Value::Text("capsule")),
                ("half_height", self.length()),
                ("radius", self.length()),
            ],
            2 => {
                let count = self.random.of(&[4, 5, 8, 3]);
                let points = (0..count).map(|_| self.vector(0.75, false));
                vec![("kind", Value::Text("convex")), ("points", Value::Array(points.collect()))]
            }
            _ => vec![("kind", Value::Text("ball")), ("radius", self.length())],
        }
    }

    fn shape(&mut self) -> Value {
        let entries = match self.random.below(12) {
            0 => vec![("kind", Value::Text("half_space")), ("normal", self.vector(1.0, true))],
            1 => {
                let pieces = |grammar: &mut Self| Value::Integer(grammar.random.of(&[3, 4, 6, 2, 1025]));
                vec![
                    ("kind", Value::Text("ring")),
                    ("major", Value::Number(0.75)),
                    ("minor", self.length()),
                    ("segments", pieces(self)),
                    ("sides", pieces(self)),
                ]
            }
            2 => {
                let vertices = (0..5).map(|_| self.vector(0.75, false)).collect();
                let corner = |grammar: &mut Self| Value::Integer(grammar.random.of(&[0, 1, 2, 3, 4, 4, 2, 1, 0, 3, 2, 5]));
                let triangle = |grammar: &mut Self| Value::Array((0..3).map(|_| corner(grammar)).collect());
                let triangles = (0..1 + self.random.below(3)).map(|_| triangle(self)).collect();
                vec![
                    ("kind", Value::Text("mesh")),
                    ("vertices", Value::Array(vertices)),
                    ("triangles", Value::Array(triangles)),
                ]
            }
            3 => {
                let part = |grammar: &mut Self| {
                    let mut entries = vec![("shape", Value::Table(grammar.simple_shape()))];
                    if grammar.chance(2) {
                        entries.push(("position", grammar.vector(0.75, true)));
                    }
                    if grammar.chance(3) {
                        entries.push(("orientation", grammar.vector(2.0, false)));
                    }
                    Value::Table(entries)
                };
                let parts = (0..1 + self.random.below(3)).map(|_| part(self)).collect();
                vec![("kind", Value::Text("compound")), ("parts", Value::Array(parts))]
            }
            _ => self.simple_shape(),
        };
        Value::Table(entries)
    }

    /// The keys that bodies and populations share.
    fn shared(&mut self, entries: &mut Vec<(&'static str, Value)>) {
        if self.chance(3) {
            let key = self.random.of(&["mass", "density"]);
            let plain = self.random.of(&[1.0, 2.0, 0.5, 1000.0]);
            entries.push((key, self.number(plain)));
        }
        if self.chance(5) {
            entries.push(("rotates", Value::Boolean(self.chance(2))));
        }
        for (key, plain) in [
            ("restitution", 0.5),
            ("friction", 0.25),
            ("rolling_friction", 0.125),
            ("spinning_friction", 0.0625),
        ] {
            if self.chance(5) {
                let plain = self.random.of(&[0.0, 1.0, plain]);
                entries.push((key, self.number(plain)));
            }
        }
        if self.chance(8) {
            entries.push(("sensor", Value::Boolean(true)));
        }
        if self.chance(8) {
            let mask = self.random.of(&[0, 1, 2, 3, u64::from(u32::MAX), u64::from(u32::MAX) + 1]);
            let key = self.random.of(&["memberships", "filter"]);
            entries.push(("groups", Value::Table(vec![(key, Value::Integer(mask))])));
        }
    }

    fn body(&mut self, number: usize, lattice: bool) -> Value {
        let mut entries = vec![("shape", self.shape()), ("position", self.vector(4.0, lattice))];
        let names = ["a", "b", "c", "d", "e", "f", "body-1", "domain:-x"];
        if self.chance(4) {
            entries.push(("name", Value::Text(names[number % names.len()])));
        }
        if self.chance(2) {
            entries.push(("velocity", self.vector(3.0, lattice)));
        }
        if self.chance(6) {
            entries.push(("acceleration", self.vector(2.0, lattice)));
        }
        if !lattice && self.chance(2) {
            entries.push(("orientation", self.vector(2.0, false)));
        }
        if self.chance(8) {
            entries.push(("angular_velocity", self.vector(4.0, lattice)));
        }
        if self.chance(16) {
            let plain = self.random.of(&[0.0, 0.125, 0.25]);
            entries.push(("growth", self.number(plain)));
        }
        if self.chance(5) {
            entries.push(("kind", Value::Text(self.random.of(&["fixed", "fixed", "dynamic"]))));
        }
        self.shared(&mut entries);
        if self.chance(6) {
            let changes = (0..1 + self.random.below(2)).map(|_| self.change(lattice)).collect();
            entries.push(("changes", Value::Array(changes)));
        }
        Value::Table(entries)
    }

    fn change(&mut self, lattice: bool) -> Value {
        let time = self.random.of(&[0.0, 0.25, 0.5, 1.0]);
        let mut entries = vec![("time", self.number(time))];
        let key = self.random.of(&[
            "velocity",
            "velocity",
            "position",
            "acceleration",
            "angular_velocity",
            "orientation",
        ]);
        entries.push((key, self.vector(3.0, lattice)));
        if self.chance(8) {
            entries.push(("growth", self.number(0.25)));
        }
        if self.chance(8) {
            entries.push(match self.random.below(4) {
                0 => ("sensor", Value::Boolean(true)),
                1 => ("sensor", Value::Boolean(false)),
                2 => ("mass", self.number(3.0)),
                _ => ("restitution", self.number(0.5)),
            });
        }
        Value::Table(entries)
    }

    fn population(&mut self) -> Value {
        let mut entries = vec![
            ("kind", Value::Text("gas")),
            ("count", Value::Integer(self.random.of(&[1, 2, 5, 12, 0, 1_000_000_000_000]))),
            ("shape", Value::Table(self.simple_shape())),
        ];
        if !self.chance(8) {
            let plain = self.random.of(&[0.01, 0.1, 0.3, 0.5, 1e-6, 0.7]);
            entries.push(("packing", self.number(plain)));
        }
        if self.chance(2) {
            let (least, most) = (self.number(0.5), self.number(1.5));
            entries.push(("speed", Value::Array(vec![least, most])));
        } else if self.chance(2) {
            entries.push(("maxwell", self.number(1.0)));
        }
        if self.chance(4) {
            entries.push(("zero_momentum", Value::Boolean(true)));
        }
        if self.chance(3) {
            entries.push((
                "start",
                Value::Text(self.random.of(&["random", "fcc", "fcc", "lubachevsky-stillinger"])),
            ));
        }
        if self.chance(2) {
            entries.push(("seed", Value::Integer(self.random.of(&[0, 1, 7, u64::MAX]))));
        }
        self.shared(&mut entries);
        Value::Table(entries)
    }

    fn world(&mut self, sized: bool) -> Value {
        let mut entries = Vec::new();
        if self.chance(3) {
            let pull = self.random.of(&[-1.0, -9.81, 0.0]);
            let components = [Value::Integer(0), self.number(pull), Value::Integer(0)];
            entries.push(("gravity", Value::Array(components.to_vec())));
        }
        for key in ["restitution", "friction", "rolling_friction", "spinning_friction"] {
            if self.chance(4) {
                let plain = self.random.of(&[0.0, 0.5, 1.0]);
                entries.push((key, self.number(plain)));
            }
        }
        if self.chance(5) {
            entries.push(("response", Value::Text(self.random.of(&["pass-through", "collide"]))));
        }
        if self.chance(2) {
            let kind = self.random.of(&["box", "box", "periodic", "open"]);
            let mut domain = vec![("kind", Value::Text(kind))];
            if kind != "open" && !(sized && self.chance(2)) {
                let half = self.random.of(&[6.0, 5.0, 10.0]);
                let corner = |grammar: &mut Self, at: f64| Value::Array((0..3).map(|_| grammar.number(at)).collect());
                let (min, max) = (corner(self, -half), corner(self, half));
                domain.extend([("min", min), ("max", max)]);
            }
            entries.push(("domain", Value::Table(domain)));
        }
        if self.chance(3) {
            entries.push(("horizon", self.number(2.0)));
        }
        if self.chance(3) {
            let zeno = match self.random.below(3) {
                0 => vec![("kind", Value::Text("stick")), ("speed", self.number(1e-3))],
                1 => vec![("kind", Value::Text("elastic")), ("within", self.number(1e-3))],
                _ => vec![("kind", Value::Text("error"))],
            };
            entries.push(("zeno", Value::Table(zeno)));
        }
        Value::Table(entries)
    }

    /// A complete scene.
    pub(crate) fn scene(&mut self) -> Vec<(&'static str, Value)> {
        let lattice = self.chance(2);
        let populations: Vec<Value> = match self.random.below(4) {
            0 => (0..1 + self.random.below(2)).map(|_| self.population()).collect(),
            _ => Vec::new(),
        };
        let mut scene = vec![("world", self.world(!populations.is_empty()))];
        let bodies = (0..self.random.below(7) as usize)
            .map(|number| self.body(number, lattice))
            .collect();
        scene.push(("bodies", Value::Array(bodies)));
        if !populations.is_empty() {
            scene.push(("populations", Value::Array(populations)));
        }
        scene
    }
}
