//! Missed contacts by motion per frame: relative motion in one frame over the smallest diameter.

use super::ContactInterval;

/// Edges of the bins, in smallest diameters per frame. Coming and Staadt 2006 (section 1) give one
/// third as the limit of sampling; the others are about equally spaced on a log scale.
const EDGES: [f64; 5] = [0.1, 1.0 / 3.0, 1.0, 3.0, 10.0];

/// The contacts with a motion per frame, as a multiple of the smallest diameter, of at least `from`
/// and less than `to`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct WayBin {
    /// Lower edge, in diameters per frame.
    pub from: f64,
    /// Upper edge; infinite (in JSON null) for the last one.
    #[cfg_attr(feature = "serde", serde(deserialize_with = "super::saved::or_infinite"))]
    pub to: f64,
    /// Number of contacts.
    pub contacts: usize,
    /// Number of contacts that samples miss.
    pub missed: usize,
}

impl WayBin {
    /// The missed share; none if there are no contacts.
    pub fn missed_share(&self) -> Option<f64> {
        (self.contacts > 0).then(|| self.missed as f64 / self.contacts as f64)
    }
}

/// The bins at a rate, in order; every contact is in one of them.
pub(super) fn bins(contacts: &[ContactInterval], rate: f64) -> Vec<WayBin> {
    let edge = |number: usize| EDGES.get(number).copied().unwrap_or(f64::INFINITY);
    let empty = |number: usize| WayBin {
        from: if number == 0 { 0.0 } else { edge(number - 1) },
        to: edge(number),
        contacts: 0,
        missed: 0,
    };
    let mut bins: Vec<WayBin> = (0..=EDGES.len()).map(empty).collect();
    for contact in contacts {
        let way = contact.way(rate);
        let bin = &mut bins[EDGES.partition_point(|edge| *edge <= way)];
        bin.contacts += 1;
        bin.missed += usize::from(contact.first_sample(rate).is_none());
    }
    bins
}

/// The median (for an even number the upper of the two middle ones) and the greatest motion per
/// frame; none without contacts.
pub(super) fn median_and_max(contacts: &[ContactInterval], rate: f64) -> Option<[f64; 2]> {
    let mut motions: Vec<f64> = contacts.iter().map(|contact| contact.way(rate)).collect();
    motions.sort_by(f64::total_cmp);
    Some([*motions.get(motions.len() / 2)?, *motions.last()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contact(speed: f64, begin: f64) -> ContactInterval {
        ContactInterval {
            bodies: [0, 1],
            begin,
            end: begin + 0.25,
            ends: true,
            closing_speed: speed,
            speed,
            diameter: 1.0,
        }
    }

    #[test]
    fn edges_belong_to_the_bin_above() {
        // Samples at 0, 1, 2: a contact from 0.5 is missed, one from 0.75 is not.
        let contacts = [(0.0, 0.5), (0.1, 0.5), (0.999, 0.75), (1.0, 0.75), (1.0, 0.5), (1e9, 0.5)];
        let contacts = contacts.map(|(speed, begin)| contact(speed, begin));
        let bins = bins(&contacts, 1.0);
        let counts: Vec<[usize; 2]> = bins.iter().map(|bin| [bin.contacts, bin.missed]).collect();
        assert_eq!(counts, [[1, 1], [1, 1], [1, 0], [2, 1], [0, 0], [1, 1]]);
        assert_eq!((bins[0].from, bins[5].to), (0.0, f64::INFINITY));
        assert!(bins.windows(2).all(|pair| pair[0].to == pair[1].from));
        assert_eq!((bins[3].missed_share(), bins[4].missed_share()), (Some(0.5), None));
        assert_eq!(median_and_max(&contacts, 1.0), Some([1.0, 1e9]));
        assert_eq!(median_and_max(&[], 1.0), None);
    }

    #[test]
    fn every_contact_is_in_a_bin() {
        let mut still = contact(f64::INFINITY, 0.5);
        still.diameter = 0.0;
        assert_eq!(bins(&[still], 1.0)[5].contacts, 1);
    }
}
