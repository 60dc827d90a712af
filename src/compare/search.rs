//! The lowest rate at which no contact is missed, from the contact intervals alone: no run is
//! needed.
//!
//! A contact from b to e is found at rate f if some whole k has b <= k / f <= e. So it is missed if
//! f lies strictly between k / b and (k + 1) / e, for some k = 0, 1, ... with k (e - b) < b. These
//! gaps grow narrower with k and end. But a contact found at one rate can be missed at a higher
//! one, so "the lowest rate" has two meanings:
//!
//! - the rate *from which on* no rate misses a contact: the upper end of the highest gap of all
//!   contacts. For one contact it is m / e with m = ceil(b / (e - b)), a little less than 1 / (e -
//!   b), which always suffices. Exact, O(n);
//! - the *least* rate that misses no contact: the first point in no gap. From a rate in a gap the
//!   search continues at the gap's end, testing contacts with the most gaps first. There can be
//!   very many gaps, so the number of tests is bounded; if it is reached, the result says so.
//!
//! Both hold for the rounded times k / f of samples: rounding is monotonic, so any k / f between
//! two floats stays between them when rounded.

use super::ContactInterval;

/// Rates at which samples find every contact.
///
/// ```
/// use kinesweep::compare::{ContactInterval, RateSearch};
/// // From 1 s to 2 s: found at 1/2 Hz, by the sample at 2 s, and at every higher rate; missed at
/// // every lower one.
/// let contact =
///     ContactInterval { bodies: [0, 1], begin: 1.0, end: 2.0, ends: true, closing_speed: 1.0, speed: 1.0, diameter: 1.0 };
/// let search = RateSearch::new(&[contact]);
/// assert_eq!((search.always_from, search.least.rate, search.least_whole.rate), (Some(0.5), 0.5, 1.0));
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct RateSearch {
    /// Number of contacts.
    pub contacts: usize,
    /// Number of contacts without duration, except those at time 0: hardly any rate finds them.
    pub instants: usize,
    /// At this rate and at every higher one no contact is missed, while just below it one is; 0 if
    /// no rate misses any. None if there are contacts without duration.
    pub always_from: Option<f64>,
    /// The same for the contacts that end within the run: a contact that begins just before the
    /// horizon and is cut off there would need a meaningless rate.
    pub ended_always_from: Option<f64>,
    /// The contact that decides `always_from`, by its index among the contacts; none if no rate
    /// misses any.
    pub decisive: Option<usize>,
    /// The least rate at which no contact is missed; some higher ones may miss some.
    pub least: LeastRate,
    /// The same among whole numbers of frames a second.
    pub least_whole: LeastRate,
    /// Rates from which on every rate finds at least such a share of the contacts.
    pub shares: Vec<ShareSeen>,
}

/// The least rate at which no contact is missed, as far as it was found.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LeastRate {
    /// The rate, in frames per second.
    pub rate: f64,
    /// Whether it misses no contact. If not, the search ended there: every lower rate misses a
    /// contact.
    pub found: bool,
}

/// From this rate on every rate finds at least this share of the contacts.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ShareSeen {
    /// The share, above 0 and at most 1.
    pub share: f64,
    /// The rate, in frames per second; none if contacts without duration leave no such rate.
    pub always_from: Option<f64>,
}

/// The shares that are reported.
const SHARES: [f64; 5] = [0.5, 0.9, 0.99, 0.999, 1.0];

/// Most contacts tested in the search for the least rate: about half a second of work.
const MAX_TESTS: u64 = 30_000_000;

impl RateSearch {
    /// Searches the rates for these contacts. O(n log n), plus a bounded number of tests for the
    /// least rates.
    pub fn new(contacts: &[ContactInterval]) -> Self {
        let sure: Vec<f64> = contacts.iter().map(sure_rate).collect();
        let decisive = (0..sure.len()).reduce(|best, next| if sure[next] > sure[best] { next } else { best });
        let always_from = decisive.map_or(0.0, |number| sure[number]);
        let mut ascending = sure.clone();
        ascending.sort_by(f64::total_cmp);
        let finite = |rate: f64| Some(rate).filter(|rate| *rate < f64::INFINITY);
        let from = |share: f64| {
            let needed = (share * ascending.len() as f64).ceil() as usize;
            needed.checked_sub(1).map_or(0.0, |last| ascending[last])
        };
        // Contacts that exclude the most rates first.
        let mut order: Vec<usize> = (0..contacts.len()).filter(|number| sure[*number] > 0.0).collect();
        order.sort_by(|a, b| sure[*b].total_cmp(&sure[*a]).then(a.cmp(b)));
        let ordered: Vec<ContactInterval> = order.into_iter().map(|number| contacts[number]).collect();
        Self {
            contacts: contacts.len(),
            instants: sure.iter().filter(|rate| **rate == f64::INFINITY).count(),
            always_from: finite(always_from),
            ended_always_from: finite(
                (0..sure.len())
                    .filter(|number| contacts[*number].ends)
                    .map(|number| sure[number])
                    .fold(0.0, f64::max),
            ),
            decisive: decisive.filter(|_| always_from > 0.0),
            least: least(&ordered, |rate| rate),
            least_whole: least(&ordered, |rate| rate.ceil().max(1.0)),
            shares: SHARES
                .iter()
                .map(|share| ShareSeen {
                    share: *share,
                    always_from: finite(from(*share)),
                })
                .collect(),
        }
    }
}

/// The least rate from which on every rate finds the contact; 0 if every rate does, infinite for a
/// contact without duration.
fn sure_rate(contact: &ContactInterval) -> f64 {
    let (begin, end) = (contact.begin, contact.end);
    if begin <= 0.0 {
        return 0.0;
    }
    // Written so that NaN, which no rate finds, ends here as well.
    if !(begin < end) {
        return f64::INFINITY;
    }
    // The least m for which gap m, from m / begin to (m + 1) / end, is empty: m (end - begin) >=
    // begin, decided without rounding.
    let is_empty = |m: f64| robust::orient2d(coord(m, m + 1.0), coord(begin, end), coord(0.0, 0.0)) >= 0.0;
    let mut m = (begin / (end - begin)).ceil().max(1.0);
    while m > 1.0 && is_empty(m - 1.0) {
        m -= 1.0;
    }
    while !is_empty(m) {
        m += 1.0;
    }
    not_below(m, end)
}

fn coord(x: f64, y: f64) -> robust::Coord<f64> {
    robust::Coord { x, y }
}

/// The least float that is not below m / t.
fn not_below(m: f64, t: f64) -> f64 {
    let rate = m / t;
    if rate.mul_add(t, -m) < 0.0 { rate.next_up() } else { rate }
}

/// The least rate, among those that `round` rounds up to, that misses none of the contacts.
fn least(contacts: &[ContactInterval], round: impl Fn(f64) -> f64) -> LeastRate {
    // Each needs at least one sample after time 0 and no later than its end.
    let first_end = contacts.iter().map(|contact| contact.end).fold(f64::INFINITY, f64::min);
    let mut rate = if contacts.is_empty() { 0.0 } else { not_below(1.0, first_end) };
    rate = round(rate);
    let mut tests = 0;
    while let Some((number, missed)) = contacts
        .iter()
        .enumerate()
        .find(|(_, contact)| contact.first_sample(rate).is_none())
    {
        tests += number as u64 + 1;
        if tests > MAX_TESTS {
            return LeastRate { rate, found: false };
        }
        // The sample that is too late now is the first that can be in time.
        let sample = (super::contact::first_sample_from(missed.begin, rate) * rate).round();
        rate = round(not_below(sample, missed.end).max(rate.next_up()));
    }
    LeastRate { rate, found: true }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_core::{Rng, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    fn contact(begin: f64, end: f64) -> ContactInterval {
        ContactInterval {
            bodies: [0, 1],
            begin,
            end,
            ends: true,
            closing_speed: 1.0,
            speed: 1.0,
            diameter: 1.0,
        }
    }

    fn misses(contacts: &[ContactInterval], rate: f64) -> bool {
        contacts.iter().any(|contact| contact.first_sample(rate).is_none())
    }

    fn random_contacts(random: &mut Xoshiro256PlusPlus) -> Vec<ContactInterval> {
        let mut unit = || (random.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
        let count = 1 + (unit() * 6.0) as usize;
        (0..count)
            .map(|_| {
                let begin = 4.0 * unit();
                contact(begin, begin + 0.02 + unit())
            })
            .collect()
    }

    #[test]
    fn no_rate_from_always_from_on_misses_and_one_just_below_does() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
        for _ in 0..300 {
            let contacts = random_contacts(&mut random);
            let found = RateSearch::new(&contacts);
            let from = found.always_from.unwrap();
            assert!(!misses(&contacts, from), "{contacts:?}");
            assert!(misses(&contacts, from * (1.0 - 1e-12)), "{contacts:?}");
            for step in 0..2000 {
                assert!(!misses(&contacts, from * (1.0 + f64::from(step) * 1e-3)));
            }
            let shortest = contacts.iter().map(ContactInterval::duration).fold(f64::INFINITY, f64::min);
            assert!(from <= 1.0 / shortest * (1.0 + 1e-15));
            assert!(contacts[found.decisive.unwrap()].first_sample(from * (1.0 - 1e-12)).is_none());
        }
    }

    #[test]
    fn every_lower_rate_than_the_least_misses_something() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(4);
        for _ in 0..300 {
            let contacts = random_contacts(&mut random);
            let RateSearch {
                least,
                least_whole,
                always_from,
                ..
            } = RateSearch::new(&contacts);
            assert!(least.found && !misses(&contacts, least.rate) && least.rate <= always_from.unwrap());
            assert!(misses(&contacts, least.rate * (1.0 - 1e-12)));
            for step in 1..2000 {
                assert!(misses(&contacts, least.rate * f64::from(step) / 2000.0), "{contacts:?}");
            }
            let whole = (1..).map(f64::from).find(|rate| !misses(&contacts, *rate));
            assert_eq!(Some(least_whole.rate), whole);
            assert!(least_whole.found);
        }
    }

    #[test]
    fn the_closed_form_on_whole_numbers() {
        // From 1.25 to 2.25 s: gaps (0, 1 / 2.25) and (1 / 1.25, 2 / 2.25).
        let one = RateSearch::new(&[contact(1.25, 2.25)]);
        // The least floats that are not below 8/9 and 4/9.
        assert_eq!(one.always_from, Some((8.0_f64 / 9.0).next_up()));
        assert_eq!((one.least.rate, one.least_whole.rate), ((4.0_f64 / 9.0).next_up(), 1.0));
        // From 1 to 2 s: the gap (0, 1 / 2); at 1 Hz both ends are samples.
        let touching = RateSearch::new(&[contact(1.0, 2.0)]);
        assert_eq!((touching.always_from, touching.least.rate), (Some(0.5), 0.5));
        // The first needs a rate of 1/3 to 1/2 or from 2/3 on, the second one of 1/5 to 1/4 or of
        // 2/5 to 1/2 or from 3/5 on.
        let both = RateSearch::new(&[contact(2.0, 3.0), contact(4.0, 5.0)]);
        assert_eq!((both.least.rate, both.always_from), (0.4, Some(0.8)));
    }

    #[test]
    fn contacts_that_no_rate_misses_need_no_rate() {
        for contacts in [&[][..], &[contact(0.0, 1e-300), contact(0.0, 0.0)]] {
            let found = RateSearch::new(contacts);
            assert_eq!((found.always_from, found.decisive, found.instants), (Some(0.0), None, 0));
            assert_eq!((found.least.rate, found.least_whole.rate), (0.0, 1.0));
            assert!(found.shares.iter().all(|share| share.always_from == Some(0.0)));
        }
    }

    #[test]
    fn contacts_without_duration_leave_no_sure_rate() {
        let found = RateSearch::new(&[contact(0.5, 0.5), contact(1.0, 2.0), contact(1.0, 2.0), contact(1.0, 2.0)]);
        assert_eq!((found.instants, found.always_from, found.decisive), (1, None, Some(0)));
        assert_eq!(found.least, LeastRate { rate: 2.0, found: true });
        assert_eq!((found.shares[0].always_from, found.shares[4].always_from), (Some(0.5), None));
        // Two of them that no rate finds both: the search stops, and reports it.
        let never = RateSearch::new(&[contact(1.0, 1.0), contact(std::f64::consts::SQRT_2, std::f64::consts::SQRT_2)]);
        assert!(!never.least.found && never.least.rate > 0.0);
    }

    #[test]
    fn contacts_cut_off_by_the_horizon_are_separate() {
        let cut = ContactInterval {
            ends: false,
            ..contact(4.0, 4.0 + 1e-6)
        };
        let found = RateSearch::new(&[contact(1.0, 2.0), cut]);
        assert!(found.always_from.unwrap() > 9e5);
        assert_eq!((found.decisive, found.ended_always_from), (Some(1), Some(0.5)));
    }

    #[test]
    fn very_short_contacts_late_in_a_run() {
        let begin = 1e6;
        let found = RateSearch::new(&[contact(begin, begin.next_up())]);
        let from = found.always_from.unwrap();
        assert!(from > 1e9 && from <= 1.0 / (begin.next_up() - begin));
        assert!(!misses(&[contact(begin, begin.next_up())], from));
    }
}
