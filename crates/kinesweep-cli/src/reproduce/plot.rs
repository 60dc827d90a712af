//! A measured figure as a drawing, in SVG: text stays text, so no font is needed to write it.

use super::{Column, Failure, Figure, Style};
use plotters::coord::Shift;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::element::DashedPathElement;
use plotters::prelude::*;

/// Width and height, in pixels.
const SIZE: (u32, u32) = (900, 560);
/// Pixels around all, under the title, left of and below the axes.
const MARGIN: u32 = 16;
const LEFT: u32 = 92;
const BELOW: u32 = 52;
/// Numbers along an axis, at most, about.
const LABELS: usize = 11;
/// Letters, in pixels.
const TITLE: u32 = 18;
const TEXT: u32 = 15;
const FONT: &str = "sans-serif";
/// Room beyond the highest point, as a factor.
const ROOM: f64 = 1.06;
/// Radius of a dot and width of a line, in pixels.
const DOT: u32 = 4;
const LINE: u32 = 2;
/// Pixels drawn and left out of a broken line.
const DASH: (u32, u32) = (6, 4);
/// Length of a line in the legend, in pixels.
const SAMPLE: i32 = 24;

/// Colours that the colour-blind can distinguish (Okabe and Ito).
const COLOURS: [RGBColor; 6] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 86, 86),
];

/// The drawing.
pub(super) fn svg(figure: &Figure) -> Result<String, Failure> {
    let mut drawing = String::new();
    {
        let area = SVGBackend::with_string(&mut drawing, SIZE).into_drawing_area();
        draw(figure, &area).map_err(Failure::other)?;
        area.present().map_err(Failure::other)?;
    }
    Ok(drawing)
}

type Drawn<'a> = Result<(), DrawingAreaErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

fn draw<'a>(figure: &Figure, area: &DrawingArea<SVGBackend<'a>, Shift>) -> Drawn<'a> {
    area.fill(&WHITE)?;
    let seen = || figure.columns.iter().filter(|column| column.style != Style::Hidden);
    let (left, right) = ends(figure.points.iter());
    let (bottom, top) = ends(seen().flat_map(|column| &column.values));
    if figure.log {
        // From a power of ten on: a decade in which an axis begins would have no numbers.
        let decade = |value: f64| 10_f64.powf(value.log10().floor());
        let x = (decade(left)..right * ROOM).log_scale();
        let y = (decade(bottom)..top * ROOM).log_scale();
        axes(figure, seen(), area, x, y)
    } else {
        axes(figure, seen(), area, 0.0..right * ROOM, 0.0..top * ROOM)
    }
}

fn ends<'a>(values: impl Iterator<Item = &'a f64>) -> (f64, f64) {
    values.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &value| {
        (low.min(value), high.max(value))
    })
}

fn axes<'a, 'f, X, Y>(
    figure: &Figure,
    columns: impl Iterator<Item = &'f Column>,
    area: &DrawingArea<SVGBackend<'a>, Shift>,
    x: X,
    y: Y,
) -> Drawn<'a>
where
    X: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>>,
    Y: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>>,
{
    let mut chart = ChartBuilder::on(area)
        .caption(&figure.title, (FONT, TITLE))
        .margin(MARGIN)
        .x_label_area_size(BELOW)
        .y_label_area_size(LEFT)
        .build_cartesian_2d(x, y)?;
    // On a logarithmic axis the last ones of a decade stand too close together.
    let number = |value: &f64| match figure.log && !is_round(*value) {
        true => String::new(),
        false => grouped(*value),
    };
    chart
        .configure_mesh()
        .x_labels(LABELS)
        .y_labels(LABELS)
        .x_desc(figure.across.0)
        .y_desc(figure.up)
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .axis_desc_style((FONT, TEXT))
        .label_style((FONT, TEXT))
        .light_line_style(WHITE)
        .draw()?;
    for (column, colour) in columns.zip(COLOURS.iter().cycle()) {
        let points = || figure.points.iter().copied().zip(column.values.iter().copied());
        let stroke = colour.stroke_width(LINE);
        let title = column.title.as_str();
        if column.style == Style::Model {
            chart
                .draw_series(DashedLineSeries::new(points(), DASH.0, DASH.1, stroke))?
                .label(title)
                .legend(move |(x, y)| DashedPathElement::new([(x, y), (x + SAMPLE, y)], DASH.0, DASH.1, stroke));
        } else {
            chart
                .draw_series(LineSeries::new(points(), stroke))?
                .label(title)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + SAMPLE, y)], stroke));
            chart.draw_series(points().map(|point| Circle::new(point, DOT, colour.filled())))?;
        }
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .legend_area_size(SAMPLE + SAMPLE / 2)
        .label_font((FONT, TEXT))
        .background_style(WHITE.mix(0.85))
        .border_style(BLACK.mix(0.3))
        .draw()
}

/// A number along an axis: its thousands apart, with no more decimals than distinguish ticks.
fn grouped(value: f64) -> String {
    const DECIMALS: f64 = 1e6;
    /// From here on thousands are set apart.
    const LONG: f64 = 1e4;
    if value < LONG {
        return format!("{}", (value * DECIMALS).round() / DECIMALS);
    }
    let digits = format!("{value:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place) % 3 == 0 {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// Whether the number is 1, 2 or 5 times a power of ten, up to rounding.
fn is_round(value: f64) -> bool {
    const ROUNDING: f64 = 1e-9;
    let first = value / 10_f64.powf((value.log10() + ROUNDING).floor());
    [1.0, 2.0, 5.0].iter().any(|round| (first - round).abs() < ROUNDING)
}

#[cfg(test)]
mod tests {
    use super::{grouped, is_round};

    #[test]
    fn one_two_and_five_are_round() {
        assert!([1e-3, 0.2, 1.0, 50.0, 1000.0, 2e6].into_iter().all(is_round));
        assert!(![3.0, 0.04, 9000.0, 15.0].into_iter().any(is_round));
    }

    #[test]
    fn thousands_stand_apart() {
        for (value, text) in [
            (0.0, "0"),
            (0.1 + 0.2, "0.3"),
            (9000.0, "9000"),
            (10_000.0, "10 000"),
            (1_234_567.0, "1 234 567"),
        ] {
            assert_eq!(grouped(value), text);
        }
    }
}
