//! Methods on the command line, by the names that the library gives them.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use kinesweep::compare::{Rival, RunMethod};
use std::fmt;

/// A method: one of the library's rivals of the kinetic method, or none of them for the kinetic
/// method itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MethodArg(Option<Rival>);

impl MethodArg {
    /// The name of the default method.
    pub(crate) const DEFAULT: &'static str = "kinetic";

    /// All methods, in the order of tables.
    fn all() -> impl Iterator<Item = Self> {
        std::iter::once(None).chain(Rival::ALL.map(Some)).map(Self)
    }

    fn name(self) -> &'static str {
        self.0.map_or(RunMethod::Kinetic.name(), Rival::name)
    }

    pub(crate) fn rival(self) -> Option<Rival> {
        self.0
    }

    /// The method with a rate, in frames per second; methods without frames ignore it.
    pub(crate) fn at(self, rate: f64) -> RunMethod {
        self.0.map_or(RunMethod::Kinetic, |rival| rival.at(rate))
    }
}

/// Its name on the command line.
impl fmt::Display for MethodArg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Parses the name of a method; the help lists all names.
pub(crate) fn method_names() -> impl TypedValueParser<Value = MethodArg> {
    let names = PossibleValuesParser::new(MethodArg::all().map(MethodArg::name));
    names.map(|name| {
        let found = MethodArg::all().find(|method| method.name() == name);
        found.expect("the parser accepts names of methods alone")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_are_those_of_the_library() {
        let names: Vec<&str> = MethodArg::all().map(MethodArg::name).collect();
        assert_eq!(names, ["kinetic", "lists", "leases", "cached", "swept", "sampled"]);
        assert_eq!(names[0], MethodArg::DEFAULT);
        for method in MethodArg::all() {
            let run = method.at(60.0);
            assert_eq!(run.name(), method.to_string());
            assert_eq!(run.world_method().is_none(), method.rival() == Some(Rival::Sampled));
        }
    }
}
