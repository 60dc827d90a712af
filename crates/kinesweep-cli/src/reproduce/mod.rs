//! `kinesweep reproduce`: a figure of the papers, measured here, as table and plot, with a few
//! sentences on what differs and why.

mod coming;
mod curves;
mod fit;
mod many_cells;
mod one_cell;
mod plot;
mod race;
mod show;
mod swaps;
mod words;

use crate::{Failure, create, print_error};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use kinesweep_sap::{MovingBoxesKind, MovingBoxesRecipe};
use serde_json::{Map, Value};
use std::io::Write;
use std::path::{Path, PathBuf};

/// A figure to measure.
struct Entry {
    name: &'static str,
    about: &'static str,
    measure: fn(&Study) -> Result<Figure, Failure>,
}

/// Of Coming and Staadt, *Kinetic sweep and prune for multi-body continuous motion* (2006), and of
/// Tracy, Buss and Woods, *Efficient large-scale sweep and prune methods with AABB insertion and
/// removal* (2009).
const FIGURES: [Entry; 8] = [
    Entry {
        name: "coming-7",
        about: "exact methods on rings: cost by their number, and the number of collisions",
        measure: coming::coming_7,
    },
    Entry {
        name: "coming-8",
        about: "components of sweep and prune with swept boxes and with kinetic lists, by sample frequency",
        measure: coming::coming_8,
    },
    Entry {
        name: "queues",
        about: "what orders the swaps of kinetic lists on those rings: the cost of a swap, by queue",
        measure: coming::queues,
    },
    Entry {
        name: "tracy-2",
        about: "swaps of a sweep and prune in which all boxes move, by their number",
        measure: swaps::tracy_2,
    },
    Entry {
        name: "tracy-8",
        about: "one cell of 3000 boxes, one in and one out a step: time by how many move",
        measure: one_cell::tracy_8,
    },
    Entry {
        name: "tracy-9",
        about: "one cell of 3000 boxes, 150 of them moving: time by how many come and go",
        measure: one_cell::tracy_9,
    },
    Entry {
        name: "tracy-10",
        about: "100 000 boxes in cells, 10 000 of them moving: time by how many come and go",
        measure: many_cells::tracy_10,
    },
    Entry {
        name: "tracy-11",
        about: "boxes in cells, 10 % moving, 0.5 % in and 0.5 % out a step: time by their number",
        measure: many_cells::tracy_11,
    },
];

/// The names, for the help.
fn listing() -> String {
    let lines = FIGURES.map(|entry| format!("  {:<9} {}", entry.name, entry.about));
    format!(
        "Figures of Coming and Staadt (2006) and of Tracy, Buss and Woods (2009), each in about a minute:\n{}",
        lines.join("\n")
    )
}

#[derive(Args)]
#[command(after_help = listing())]
pub(crate) struct ReproduceArgs {
    /// Which figure; with none, they are listed.
    figure: Option<String>,
    /// Where the plot goes (default: <FIGURE>.svg in this directory).
    #[arg(long, value_name = "FILE.svg", value_parser = svg)]
    plot: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    json: bool,
    /// Few boxes and few steps: a trial; its figures mean little.
    #[arg(long)]
    quick: bool,
    /// Seed of the moving boxes or bodies.
    #[arg(long, default_value_t = 1, allow_negative_numbers = true)]
    seed: u64,
}

fn svg(text: &str) -> Result<PathBuf, String> {
    let path = PathBuf::from(text);
    match path.extension() {
        Some(ending) if ending.eq_ignore_ascii_case("svg") => Ok(path),
        _ => Err("must end in .svg, the format of the plot".to_owned()),
    }
}

/// Points done, and the time left.
fn bar() -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:30} {pos} of {len} points, {eta} left");
    ProgressBar::no_length().with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// How a figure is to be measured.
struct Study {
    quick: bool,
    seed: u64,
    bar: ProgressBar,
}

impl Study {
    /// A number of boxes, a tenth of it if this is to be quick.
    fn scaled(&self, count: u32) -> u32 {
        /// Of what is measured, the share that a quick study takes.
        const QUICK: u32 = 10;
        if self.quick { count.div_ceil(QUICK) } else { count }
    }

    /// Ascending numbers, each once.
    fn scaled_all(&self, counts: &[u32]) -> Vec<u32> {
        let mut scaled: Vec<u32> = counts.iter().map(|&count| self.scaled(count)).collect();
        scaled.dedup();
        scaled
    }

    /// A recipe of `count` cubes. In a step `moving` of them move, `turnover` are removed, and as
    /// many are inserted.
    fn cubes(&self, count: u32, moving: u32, turnover: u32) -> MovingBoxesRecipe {
        MovingBoxesRecipe {
            count,
            kind: MovingBoxesKind::Cubes,
            moving,
            turnover,
            seed: self.seed,
        }
    }
}

/// A measured figure: one row a point on the horizontal axis, one column a curve.
struct Figure {
    name: &'static str,
    title: String,
    /// The label of the horizontal axis, and its key in JSON.
    across: (&'static str, &'static str),
    /// The label of the vertical axis.
    up: &'static str,
    /// Whether both axes are logarithmic.
    log: bool,
    points: Vec<f64>,
    columns: Vec<Column>,
    /// Single numbers; none where a curve does not show it.
    findings: Vec<(&'static str, Option<f64>)>,
    /// How our curves differ from theirs, and why.
    remarks: Vec<String>,
}

/// A value at each point.
struct Column {
    title: String,
    /// Its name in JSON.
    key: &'static str,
    values: Vec<f64>,
    style: Style,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// Measured: a line with dots.
    Measured,
    /// A model: a line without.
    Model,
    /// In the table only.
    Hidden,
}

impl Figure {
    fn json(&self, seed: u64) -> Value {
        let rows = self.points.iter().enumerate().map(|(number, point)| {
            let mut row = Map::new();
            row.insert(self.across.1.to_owned(), (*point).into());
            for column in &self.columns {
                row.insert(column.key.to_owned(), column.values[number].into());
            }
            Value::Object(row)
        });
        let findings: Map<String, Value> = self
            .findings
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).into()))
            .collect();
        serde_json::json!({
            "figure": self.name,
            "title": self.title,
            "across": self.across.0,
            "up": self.up,
            "seed": seed,
            "rows": rows.collect::<Vec<_>>(),
            "findings": findings,
            "remarks": self.remarks,
        })
    }
}

impl ReproduceArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let mut out = std::io::stdout().lock();
        let Some(name) = self.figure else {
            for entry in &FIGURES {
                writeln!(out, "{:<9}  {}", entry.name, entry.about)?;
            }
            return Ok(());
        };
        let entry = FIGURES.iter().find(|entry| entry.name == name).ok_or_else(|| {
            let names = FIGURES.map(|entry| entry.name).join(", ");
            Failure::Input(format!("{name}: no such figure; those are: {names}"))
        })?;
        // Before the work: a file that cannot be written is refused at once.
        let path = self.plot.unwrap_or_else(|| Path::new(&name).with_extension("svg"));
        let mut file = create(&path)?;
        let study = Study {
            quick: self.quick,
            seed: self.seed,
            bar: bar(),
        };
        let figure = (entry.measure)(&study);
        study.bar.finish_and_clear();
        let figure = figure?;
        let drawing = plot::svg(&figure)?;
        let written = file.write_all(drawing.as_bytes()).and_then(|()| file.flush());
        written.map_err(|error| Failure::writing(&path, &error))?;
        print_error(&format!("plot written to {}", path.display()));
        if self.json {
            writeln!(out, "{}", figure.json(study.seed))?;
        } else {
            writeln!(out, "{}", show::text(&figure))?;
        }
        Ok(())
    }
}
