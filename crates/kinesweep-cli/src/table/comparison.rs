//! The tables of a comparison.

use super::{cost, metres, seconds, significant, table};
use kinesweep::Scene;
use kinesweep::compare::{ContactInterval, LeastRate, MissedContact, PassThrough, Responding, RunMethod, WayBin};

/// The contacts that each method finds, with the true number in a sentence above.
pub(crate) fn pass_through_table(comparison: &PassThrough) -> String {
    let mut table = table(&[
        "method",
        "rate",
        "found",
        "missed",
        "missed %",
        "first missed at",
        "mean latency",
        "max latency",
        "mean depth",
        "max depth",
        "wrong order",
        "CPU s/s",
    ]);
    for run in &comparison.runs {
        table.add_row([
            run.method.name().to_owned(),
            rate(run.method),
            run.found.to_string(),
            run.missed.to_string(),
            percent(run.missed, comparison.truth.max(1)),
            run.first_missed.map_or("never".to_owned(), seconds),
            seconds(run.latency_mean),
            seconds(run.latency_max),
            metres(run.depth_mean),
            metres(run.depth_max),
            run.wrong_order.to_string(),
            cost(run.cpu_per_simulated_second),
        ]);
    }
    format!(
        "Passing through each other, bodies make {} contacts. Each method sees:\n\n{table}",
        comparison.truth
    )
}

/// The contacts that samples miss, by the motion of a pair in a frame; none without samples or
/// without contacts.
pub(crate) fn way_table(comparison: &PassThrough) -> Option<String> {
    let sampled: Vec<_> = comparison.runs.iter().filter(|run| run.way_max.is_some()).collect();
    let bins = &sampled.first()?.bins;
    let mut header = vec!["rate".to_owned()];
    header.extend(bins.iter().map(edges));
    header.extend(["median", "largest"].map(str::to_owned));
    let mut table = table(&header.iter().map(String::as_str).collect::<Vec<_>>());
    for run in sampled {
        let mut row = vec![rate(run.method)];
        row.extend(run.bins.iter().map(|bin| match bin.contacts {
            0 => "-".to_owned(),
            contacts => format!("{} of {contacts}, {} %", bin.missed, percent(bin.missed, contacts)),
        }));
        row.extend([run.way_median, run.way_max].map(|way| way.map_or("-".to_owned(), short)));
        table.add_row(row);
    }
    Some(format!(
        "Missed, by how far the two move in a frame, in smallest diameters (from about 1/3 on sampling fails; below, it misses grazes), and where this scene \
         stands:\n\n{table}"
    ))
}

fn edges(bin: &WayBin) -> String {
    if bin.from == 0.0 {
        format!("< {}", edge(bin.to))
    } else if bin.to == f64::INFINITY {
        format!(">= {}", edge(bin.from))
    } else {
        format!("{} to {}", edge(bin.from), edge(bin.to))
    }
}

fn edge(value: f64) -> String {
    if value == 1.0 / 3.0 {
        "1/3".to_owned()
    } else {
        value.to_string()
    }
}

/// The first contacts that are missed at some of the rates, with these rates; none if all are
/// found.
pub(crate) fn missed_list(scene: &Scene, comparison: &PassThrough, rates: &[f64], most: usize) -> Option<String> {
    let misses = |contact: &ContactInterval, rate: &f64| contact.first_sample(*rate).is_none();
    let missed = || {
        comparison
            .contacts
            .iter()
            .filter(|contact| rates.iter().any(|rate| misses(contact, rate)))
    };
    let total = missed().count();
    if total == 0 || most == 0 {
        return None;
    }
    let mut table = table(&["missed", "at", "closing speed", "duration", "by rates of"]);
    for contact in missed().take(most) {
        let at: Vec<String> = rates
            .iter()
            .filter(|rate| misses(contact, rate))
            .map(f64::to_string)
            .collect();
        let contact = MissedContact::of(scene, contact);
        table.add_row([
            contact.bodies.join(", "),
            seconds(contact.time),
            format!("{} m/s", short(contact.closing_speed)),
            seconds(contact.duration),
            format!("{} Hz", at.join(", ")),
        ]);
    }
    let listed = total.min(most);
    Some(format!(
        "Missed at some of the rates are {total} contacts; the first {listed}:\n\n{table}"
    ))
}

/// The rates at which nothing is missed, in words.
pub(crate) fn search_text(scene: &Scene, comparison: &PassThrough) -> String {
    let search = comparison.search();
    let mut lines = vec!["Rates that miss nothing:".to_owned(), String::new()];
    lines.push(match (search.always_from, search.decisive) {
        (Some(_), None) => "Any: nothing can be missed here.".to_owned(),
        (Some(rate), Some(decisive)) => {
            let decisive = &comparison.contacts[decisive];
            let cut = match (decisive.ends, search.ended_always_from) {
                (false, Some(ended)) => format!(
                    " It is cut off by the end of the run; those that end within it need {} Hz.",
                    short(ended)
                ),
                _ => String::new(),
            };
            let contact = MissedContact::of(scene, decisive);
            format!(
                "From {rate} Hz on no rate misses anything; just below, the contact of {} is missed, {} long from {} on.{cut}",
                contact.bodies.join(" and "),
                seconds(contact.duration),
                seconds(contact.time),
            )
        }
        (None, _) => {
            let ended = search.ended_always_from.map_or(String::new(), |rate| {
                format!(" Those that end within the run need {} Hz.", short(rate))
            });
            format!(
                "No rate is high enough: {} contacts have no duration, and are missed at nearly every rate.{ended}",
                search.instants
            )
        }
    });
    if search.always_from != Some(0.0) {
        let least = |what: &str, least: LeastRate| match least.found {
            true => format!(
                "The least {what} that misses nothing is {} Hz; some higher ones may.",
                least.rate
            ),
            false => format!(
                "Every {what} below {} Hz misses something; higher ones were not searched.",
                least.rate
            ),
        };
        lines.push(least("rate", search.least));
        lines.push(least("whole number of frames a second", search.least_whole));
        let shares = search.shares.iter().filter_map(|share| {
            let from = share.always_from?;
            Some(format!("{} % from {} Hz on", short(100.0 * share.share), short(from)))
        });
        lines.push(format!("Surely seen are {}.", shares.collect::<Vec<_>>().join(", ")));
    }
    lines.join("\n")
}

/// The collisions that each method finds.
pub(crate) fn responding_table(comparison: &Responding) -> String {
    // Only where there are sensors.
    let senses = comparison.runs.iter().any(|run| run.contacts + run.contacts_missed > 0);
    let mut header = vec!["method", "rate", "collisions", "missed", "first missed at", "parted at"];
    header.extend(["mean latency", "max latency", "wrong order"]);
    header.extend(["contacts", "missed"].iter().filter(|_| senses));
    header.extend(["energy error", "momentum error", "CPU s/s"]);
    let mut table = table(&header);
    for run in &comparison.runs {
        let mut row = vec![
            run.method.name().to_owned(),
            rate(run.method),
            run.collisions.to_string(),
            run.missed.to_string(),
            run.first_missed.map_or("never".to_owned(), seconds),
            run.parted_at.map_or("never".to_owned(), seconds),
            seconds(run.latency_mean),
            seconds(run.latency_max),
            run.wrong_order.to_string(),
        ];
        let contacts = [run.contacts, run.contacts_missed].map(|count| count.to_string());
        row.extend(contacts.into_iter().filter(|_| senses));
        row.extend([
            format!("{:.1e}", run.energy_error),
            run.momentum_error.map_or("-".to_owned(), |error| format!("{error:.1e}")),
            cost(run.cpu_per_simulated_second),
        ]);
        table.add_row(row);
    }
    format!("Bouncing off each other:\n\n{table}")
}

fn rate(method: RunMethod) -> String {
    method.rate().map_or("exact".to_owned(), |rate| format!("{rate} Hz"))
}

fn percent(part: usize, whole: usize) -> String {
    format!("{:.1}", 100.0 * part as f64 / whole as f64)
}

/// Three digits that count, without zeros at the end.
fn short(value: f64) -> String {
    let shown = significant(value);
    match shown.contains('.') {
        true => shown.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => shown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_at_the_end_do_not_count() {
        for (value, text) in [
            (0.0, "0"),
            (1.0, "1"),
            (99.9, "99.9"),
            (0.012345, "0.0123"),
            (1234.5, "1234"),
            (f64::INFINITY, "inf"),
        ] {
            assert_eq!(short(value), text);
        }
    }

    #[test]
    fn bins_are_named_by_their_edges() {
        let bin = |from, to| WayBin {
            from,
            to,
            contacts: 0,
            missed: 0,
        };
        let third = 1.0 / 3.0;
        assert_eq!(edges(&bin(0.0, 0.1)), "< 0.1");
        assert_eq!(edges(&bin(third, 1.0)), "1/3 to 1");
        assert_eq!(edges(&bin(10.0, f64::INFINITY)), ">= 10");
    }
}
