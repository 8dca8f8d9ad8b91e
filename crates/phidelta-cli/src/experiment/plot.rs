//! Plots as SVG: dots or lines on linear or logarithmic axes, with a legend below.
//!
//! Written by hand: three kinds of plot need a page of code, and no library would give an SVG that
//! follows the reader's light or dark without a script.
//!
//! Invariant: every point lies within the frame, and no number in the text is one that SVG cannot read.

use super::html::escaped;
use phidelta_desk::format::rounded;

/// A plot.
#[derive(Clone, Debug)]
pub(super) struct Plot {
    pub(super) title: String,
    pub(super) x: Axis,
    pub(super) y: Axis,
    /// Whether the line x = y is drawn; both axes then have the same range.
    pub(super) diagonal: bool,
    pub(super) series: Vec<Series>,
}

/// An axis.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) label: String,
    pub(super) scale: Scale,
}

/// How values become places.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scale {
    Linear,
    Log,
}

/// Points that belong together.
#[derive(Clone, Debug)]
pub(super) struct Series {
    pub(super) label: String,
    pub(super) points: Vec<(f64, f64)>,
    pub(super) form: Form,
}

/// How points are drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Form {
    Dots,
    /// Dots joined by a line.
    Line,
    /// A staircase without dots.
    Steps,
}

impl Axis {
    pub(super) fn log(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Log }
    }

    pub(super) fn linear(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), scale: Scale::Linear }
    }
}

/// Colours of the series, for light and dark pages: told apart by people who see few colours, too
/// (Okabe and Ito's set, darkened or lightened where the page would swallow it).
pub(super) const COLORS: &str = "\
.plot text { font: 12px system-ui, sans-serif; fill: #1c1e21; } .plot .t { font-weight: 600; font-size: 14px; }
.plot .f { fill: none; stroke: #8a9098; } .plot .g { stroke: #e2e5e8; } .plot .d { stroke: #8a9098; stroke-dasharray: 4 3; }
.plot .l { fill: none; } .plot .m { fill-opacity: .75; stroke: none; }
.plot { --c0: #0072b2; --c1: #d55e00; --c2: #009e73; --c3: #b0528f; --c4: #b8860b; --c5: #3a3f45; --c6: #4aa3df; --c7: #7a5230; }
@media (prefers-color-scheme: dark) { .plot text { fill: #e6e8ea; } .plot .f { stroke: #7c838b; } .plot .g { stroke: #2b2f34; }
.plot { --c0: #56b4e9; --c1: #f0803c; --c2: #2fc79a; --c3: #e08cc0; --c4: #f0e442; --c5: #c9ced4; --c6: #7f9cf5; --c7: #c49a6c; } }
";

/// How many colours there are; after that, lines are dashed.
const HUES: usize = 8;

/// The picture, in pixels: the frame and what is around it.
const WIDTH: f64 = 640.0;
const FRAME: (f64, f64, f64, f64) = (72.0, 36.0, 624.0, 356.0);
/// The height of a line of the legend, and the width of one of its columns.
const LEGEND_LINE: f64 = 20.0;
const LEGEND_COLUMN: f64 = 276.0;

impl Plot {
    /// Points in all series.
    pub(super) fn points(&self) -> usize {
        self.series.iter().map(|series| series.points.len()).sum()
    }

    /// The title as part of a file's name.
    pub(super) fn slug(&self) -> String {
        let mut slug = String::new();
        for c in self.title.chars().flat_map(char::to_lowercase) {
            if c.is_ascii_alphanumeric() {
                slug.push(c);
            } else if !slug.ends_with('-') && !slug.is_empty() {
                slug.push('-');
            }
        }
        slug.truncate(48);
        slug.trim_matches('-').to_string()
    }

    /// The picture. One that stands alone brings its colours.
    pub(super) fn svg(&self, alone: bool) -> String {
        let shown: Vec<&Series> = self.series.iter().filter(|series| !series.points.is_empty()).collect();
        let legend = shown.len().div_ceil(2) as f64 * LEGEND_LINE;
        let height = FRAME.3 + 62.0 + legend;
        let xs = shown.iter().flat_map(|series| series.points.iter().map(|point| point.0));
        let ys = shown.iter().flat_map(|series| series.points.iter().map(|point| point.1));
        let (x, y) = if self.diagonal {
            let both: Vec<f64> = xs.chain(ys).collect();
            (Range::of(both.iter().copied(), self.x.scale), Range::of(both.into_iter(), self.y.scale))
        } else {
            (Range::of(xs, self.x.scale), Range::of(ys, self.y.scale))
        };
        let (left, top, right, bottom) = FRAME;
        let at = |point: (f64, f64)| {
            (left + x.share(point.0) * (right - left), bottom - y.share(point.1) * (bottom - top))
        };
        let mut out = format!(
            "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{}\">\n",
            escaped(&self.title)
        );
        if alone {
            out.push_str(&format!(
                "<style>{COLORS}.plot .p {{ fill: #fff; }} @media (prefers-color-scheme: dark) {{ .plot .p {{ fill: #16181b; }} }}</style>\n\
                 <rect class=\"p\" width=\"{WIDTH}\" height=\"{height}\"/>\n"
            ));
        }
        out.push_str(&format!("<text class=\"t\" x=\"{left}\" y=\"22\">{}</text>\n", escaped(&self.title)));
        out.push_str(&grid_lines(x, y, &at));
        if self.diagonal {
            out.push_str(&format!(
                "<line class=\"d\" x1=\"{left}\" y1=\"{bottom}\" x2=\"{right}\" y2=\"{top}\"/>\n"
            ));
        }
        out.push_str(&format!(
            "<rect class=\"f\" x=\"{left}\" y=\"{top}\" width=\"{}\" height=\"{}\"/>\n",
            right - left,
            bottom - top
        ));
        for (number, series) in shown.iter().enumerate() {
            out.push_str(&drawn(series, number, shown.len(), &at));
        }
        let middle = ((left + right) / 2.0, (top + bottom) / 2.0);
        out.push_str(&format!(
            "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n\
             <text transform=\"translate(16 {}) rotate(-90)\" text-anchor=\"middle\">{}</text>\n",
            middle.0,
            bottom + 38.0,
            escaped(&self.x.label),
            middle.1,
            escaped(&self.y.label)
        ));
        out.push_str(&legend_of(&shown));
        out + "</svg>\n"
    }
}

/// Lines across the frame with their values.
fn grid_lines(x: Range, y: Range, at: &dyn Fn((f64, f64)) -> (f64, f64)) -> String {
    let (left, top, right, bottom) = FRAME;
    let mut out = String::new();
    for tick in x.ticks() {
        let place = at((tick, 0.0)).0;
        out.push_str(&format!(
            "<line class=\"g\" x1=\"{place:.1}\" x2=\"{place:.1}\" y1=\"{top}\" y2=\"{bottom}\"/>\
             <text x=\"{place:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>\n",
            bottom + 18.0,
            tick_text(tick)
        ));
    }
    for tick in y.ticks() {
        let place = at((0.0, tick)).1;
        out.push_str(&format!(
            "<line class=\"g\" x1=\"{left}\" x2=\"{right}\" y1=\"{place:.1}\" y2=\"{place:.1}\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n",
            left - 6.0,
            place + 4.0,
            tick_text(tick)
        ));
    }
    out
}

/// What the signs stand for, in two columns under the frame.
fn legend_of(shown: &[&Series]) -> String {
    let (left, _, _, bottom) = FRAME;
    let mut out = String::new();
    for (number, series) in shown.iter().enumerate() {
        let (column, line) = ((number % 2) as f64, (number / 2) as f64);
        let (x, y) = (left + column * LEGEND_COLUMN, bottom + 58.0 + line * LEGEND_LINE);
        out.push_str(&key(series.form, number, x, y));
        out.push_str(&format!(
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>\n",
            x + 30.0,
            y + 4.0,
            escaped(&series.label)
        ));
    }
    out
}

fn drawn(series: &Series, number: usize, all: usize, at: &dyn Fn((f64, f64)) -> (f64, f64)) -> String {
    let finite = series.points.iter().filter(|point| point.0.is_finite() && point.1.is_finite());
    let places: Vec<(f64, f64)> = finite.map(|&point| at(point)).collect();
    let mut out = String::new();
    if series.form != Form::Dots {
        let mut path = String::new();
        let mut last = None;
        for &(x, y) in &places {
            match (last, series.form) {
                (None, _) => path.push_str(&format!("M{x:.1} {y:.1}")),
                (Some(_), Form::Steps) => path.push_str(&format!("H{x:.1}V{y:.1}")),
                (Some(_), _) => path.push_str(&format!("L{x:.1} {y:.1}")),
            }
            last = Some((x, y));
        }
        out.push_str(&format!("<path class=\"l\" style=\"{}\" d=\"{path}\"/>\n", stroke(number, all)));
    }
    if series.form != Form::Steps {
        for (x, y) in places {
            out.push_str(&mark(number, x, y));
        }
        out.push('\n');
    }
    out
}

/// A line is the thinner the later it is drawn, so that equal ones show below each other.
fn stroke(number: usize, all: usize) -> String {
    let dashes = if number >= HUES { ";stroke-dasharray:6 3" } else { "" };
    let width = 1.6 + 0.5 * (all - number - 1).min(6) as f64;
    format!("stroke:var(--c{});stroke-width:{width:.1}{dashes}", number % HUES)
}

/// A mark: shapes differ as well as colours.
fn mark(number: usize, x: f64, y: f64) -> String {
    let fill = format!("class=\"m\" style=\"fill:var(--c{})\"", number % HUES);
    match number % 3 {
        0 => format!("<circle {fill} cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3.2\"/>"),
        1 => format!("<rect {fill} x=\"{:.1}\" y=\"{:.1}\" width=\"5.8\" height=\"5.8\"/>", x - 2.9, y - 2.9),
        _ => format!("<path {fill} d=\"M{x:.1} {:.1}l3.8 6.6h-7.6z\"/>", y - 4.2),
    }
}

/// What stands for a series in the legend.
fn key(form: Form, number: usize, x: f64, y: f64) -> String {
    let mut out = String::new();
    if form != Form::Dots {
        out.push_str(&format!(
            "<path class=\"l\" style=\"{}\" d=\"M{x:.1} {y:.1}h24\"/>",
            stroke(number, number + 1)
        ));
    }
    if form != Form::Steps {
        out.push_str(&mark(number, x + 12.0, y));
    }
    out
}

fn tick_text(value: f64) -> String {
    if value.fract() != 0.0 && value.abs() < 100.0 {
        return format!("{value:.6}").trim_end_matches('0').to_string();
    }
    if value == 0.0 || value.abs() >= 1.0 {
        // 10.0K says no more than 10K.
        let text = rounded(value);
        let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.').to_string();
        let digits = text[..text.len() - unit.len()].to_string();
        let digits =
            if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { &digits };
        return format!("{digits}{unit}");
    }
    value.to_string()
}

/// What an axis shows.
#[derive(Clone, Copy, Debug)]
struct Range {
    least: f64,
    most: f64,
    scale: Scale,
}

impl Range {
    /// A range that holds the values, with round ends.
    fn of(values: impl Iterator<Item = f64>, scale: Scale) -> Range {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for value in values.filter(|value| value.is_finite()) {
            // A logarithm needs something above 0; what took less than a microsecond took one.
            let value = if scale == Scale::Log { value.max(1e-6) } else { value };
            (least, most) = (least.min(value), most.max(value));
        }
        if least > most {
            (least, most) = (1.0, 10.0);
        }
        match scale {
            Scale::Log => {
                let (low, high) = (least.log10().floor(), most.log10().ceil());
                Range { least: 10f64.powf(low), most: 10f64.powf(high.max(low + 1.0)), scale }
            }
            Scale::Linear => {
                let least = if least > 0.0 { 0.0 } else { least };
                let most = if most > least { most } else { least + 1.0 };
                let step = step(most - least);
                Range { least: (least / step).floor() * step, most: (most / step).ceil() * step, scale }
            }
        }
    }

    /// Where a value lies, from 0 to 1.
    fn share(self, value: f64) -> f64 {
        let share = match self.scale {
            Scale::Log => (value.max(self.least) / self.least).ln() / (self.most / self.least).ln(),
            Scale::Linear => (value - self.least) / (self.most - self.least),
        };
        share.clamp(0.0, 1.0)
    }

    fn ticks(self) -> Vec<f64> {
        match self.scale {
            Scale::Log => {
                let decades = (self.most / self.least).log10().round() as i32;
                let every = (decades / 8 + 1) as usize;
                let first = self.least.log10().round() as i32;
                (0..=decades).step_by(every).map(|i| 10f64.powi(first + i)).collect()
            }
            Scale::Linear => {
                let step = step(self.most - self.least);
                let count = ((self.most - self.least) / step).round() as i32;
                (0..=count).map(|i| self.least + step * f64::from(i)).collect()
            }
        }
    }
}

/// A round step with which some five to ten ticks fit.
fn step(span: f64) -> f64 {
    let rough = span / 8.0;
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|&step| step >= rough)
        .unwrap_or(rough)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(points: Vec<(f64, f64)>, scale: Scale, diagonal: bool) -> Plot {
        let axis = Axis { label: "nodes <of> x".into(), scale };
        let form = if diagonal { Form::Dots } else { Form::Steps };
        let series = vec![Series { label: "a & b".into(), points, form }];
        Plot { title: "One, Two".into(), x: axis.clone(), y: axis, diagonal, series }
    }

    #[test]
    fn every_point_is_inside_and_every_number_is_one() {
        let odd = vec![(0.0, 1.0), (1.0, 1e12), (f64::INFINITY, 3.0), (7.0, f64::NAN), (1e-9, 4.0)];
        for (points, scale) in
            [(vec![(1.0, 5.0)], Scale::Log), (odd.clone(), Scale::Log), (odd, Scale::Linear)]
        {
            for diagonal in [false, true] {
                let svg = plot(points.clone(), scale, diagonal).svg(true);
                assert!(!svg.contains("inf") && !svg.contains("NaN"), "{svg}");
                for part in svg.split(" cx=\"").skip(1) {
                    let x: f64 = part.split('"').next().unwrap().parse().unwrap();
                    assert!((FRAME.0..=FRAME.2).contains(&x));
                }
                assert!(svg.contains("a &amp; b") && svg.contains("nodes &lt;of&gt; x"));
            }
        }
    }

    #[test]
    fn axes_are_round() {
        let range = Range::of([23.0, 45_678.0].into_iter(), Scale::Log);
        assert_eq!((range.least, range.most), (10.0, 100_000.0));
        assert_eq!(range.ticks().len(), 5);
        assert!((range.share(1000.0) - 0.5).abs() < 1e-9);
        let range = Range::of([3.0, 97.0].into_iter(), Scale::Linear);
        assert_eq!((range.least, range.most), (0.0, 100.0));
        assert_eq!(
            [0.0, 0.001, 1.5, 10.0, 1500.0, 1e6].map(tick_text),
            ["0", "0.001", "1.5", "10", "1.5K", "1M"]
        );
        assert_eq!(plot(Vec::new(), Scale::Log, true).slug(), "one-two");
    }
}
