//! Checks a time of impact of two balls in exact arithmetic.
//!
//! With p(s) the exact relative position, s seconds after the later epoch, |p(s)|² - r² is a
//! quartic with exact coefficients. A result is correct if it is exact for some sum of radii r
//! within `noise` of the true one, since rounding of the input has this effect. So a graze may
//! count as a hit or as a miss, but only within `noise`. The tolerance of the time follows from the
//! slope of the approach; where the approach is steep enough, the time itself is checked.

use super::dyadic::Dyadic;
use super::quartic::Quartic;
use kinesweep::MotionPiece;
use nalgebra::Vector3;

/// Roundings in the distance of two balls, in units of `f64::EPSILON` times the lengths involved:
/// each body's path from its epoch to the start (4) and the relative path from there (4), for two
/// bodies, and the sum of the radii.
const LENGTH_ROUNDINGS: f64 = 16.0;

/// Roundings in a closing speed, in units of `f64::EPSILON` times the speeds: the engine counts
/// less than 32 as no approach.
const SPEED_ROUNDINGS: f64 = 64.0;

/// Roundings in a time, in units of `f64::EPSILON` times the time since epoch 0.
const TIME_ROUNDINGS: f64 = 4.0;

/// Greatest error of a time, as a share of the window from the start until the balls have passed
/// through each other.
const TIME_ERROR: f64 = 1e-9;

/// Two balls in motion.
pub(crate) struct Case {
    pub(crate) pieces: [MotionPiece; 2],
    pub(crate) radii: [f64; 2],
    /// The time scale of the case, in seconds after the start.
    pub(crate) scale: f64,
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Miss,
    /// In contact at the start, and closing.
    Immediate,
    /// The time itself was checked.
    Hit,
    /// The approach is so slow that rounding of the input changes the time by more than the
    /// tolerance.
    IllConditioned,
}

type Exact3 = [Dyadic; 3];

fn exact(v: &Vector3<f64>) -> Exact3 {
    [0, 1, 2].map(|i| Dyadic::new(v[i]))
}

fn dot(x: &Exact3, y: &Exact3) -> Dyadic {
    (0..3).fold(Dyadic::zero(), |sum, i| sum.plus(&x[i].times(&y[i])))
}

fn combine(x: &Exact3, y: &Exact3, of: impl Fn(&Dyadic, &Dyadic) -> Dyadic) -> Exact3 {
    [0, 1, 2].map(|i| of(&x[i], &y[i]))
}

/// Position, velocity and half the acceleration, `since` seconds after the epoch.
fn state_after(piece: &MotionPiece, since: &Dyadic) -> [Exact3; 3] {
    let (x, v, a) = (exact(&piece.position), exact(&piece.velocity), exact(&piece.acceleration));
    let half = a.map(|c| c.shifted(-1));
    let velocity = combine(&v, &half, |v, half| v.plus(&half.shifted(1).times(since)));
    let path = combine(&v, &half, |v, half| v.plus(&half.times(since)).times(since));
    [combine(&x, &path, Dyadic::plus), velocity, half]
}

pub(crate) struct Oracle<'a> {
    case: &'a Case,
    start: f64,
    /// Exact relative position, velocity, half acceleration at the start.
    relative: [Exact3; 3],
    /// |p(s)|².
    square: Quartic,
    radius: Dyadic,
}

impl<'a> Oracle<'a> {
    pub(crate) fn new(case: &'a Case) -> Self {
        let start = case.pieces[0].epoch.max(case.pieces[1].epoch);
        let [a, b] = case.pieces.map(|piece| {
            let since = Dyadic::new(start).minus(&Dyadic::new(piece.epoch));
            state_after(&piece, &since)
        });
        let relative = [0, 1, 2].map(|i| combine(&b[i], &a[i], Dyadic::minus));
        let [p, v, h] = &relative;
        let square = Quartic([
            dot(p, p),
            dot(p, v).shifted(1),
            dot(v, v).plus(&dot(p, h).shifted(1)),
            dot(v, h).shifted(1),
            dot(h, h),
        ]);
        let radius = Dyadic::new(case.radii[0]).plus(&Dyadic::new(case.radii[1]));
        Self {
            case,
            start,
            relative,
            square,
            radius,
        }
    }

    /// Sums over both bodies: distance, speed and acceleration, s seconds after the start.
    fn sizes(&self, s: f64) -> [f64; 3] {
        let mut sizes = [0.0; 3];
        for piece in &self.case.pieces {
            let since = self.start - piece.epoch + s;
            let (v, a) = (piece.velocity.norm(), piece.acceleration.norm());
            sizes[0] += piece.position.norm() + (v + a * since) * since;
            sizes[1] += v + a * since;
            sizes[2] += a;
        }
        sizes
    }

    /// Greatest change of the distance by rounding, until `s`.
    fn noise(&self, s: f64) -> f64 {
        let [length, speed, _] = self.sizes(s);
        let lengths = length + self.case.radii[0] + self.case.radii[1] + speed * (self.start.abs() + s);
        LENGTH_ROUNDINGS * f64::EPSILON * lengths
    }

    /// |p|² - (R + `more`)²; a radius below 0 is 0.
    fn excess(&self, more: f64) -> Quartic {
        let mut radius = self.radius.plus(&Dyadic::new(more));
        if radius.sign() < 0 {
            radius = Dyadic::zero();
        }
        let mut excess = self.square.clone();
        excess.0[0] = excess.0[0].minus(&radius.times(&radius));
        excess
    }

    /// Distance, its rate of change, and relative speed at a time.
    fn state(&self, s: &Dyadic) -> (f64, f64, f64) {
        let [p, v, h] = &self.relative;
        let at = |c: &Dyadic, by: &Dyadic| c.plus(&by.times(s));
        let velocity = combine(v, h, |v, h| at(v, &h.shifted(1)));
        let mean = combine(v, h, at);
        let position = combine(p, &mean, at);
        let distance = dot(&position, &position).to_f64().sqrt();
        let speed = dot(&velocity, &velocity).to_f64().sqrt();
        (
            distance,
            dot(&position, &velocity).to_f64() / distance.max(f64::MIN_POSITIVE),
            speed,
        )
    }

    /// Checks a result; an error describes what is wrong.
    pub(crate) fn check(&self, answer: Option<f64>) -> Result<Verdict, String> {
        let zero = Dyadic::zero();
        let noise = self.noise(0.0);
        let outside = self.excess(-noise).at(&zero).sign() > 0;
        let Some(time) = answer else {
            let touching = outside && self.excess(noise).at(&zero).sign() < 0;
            return match outside {
                // In contact within rounding, so it may also count as overlapping.
                true if touching => self
                    .check_miss()
                    .or_else(|met| self.check_no_second_contact().map_err(|_| met)),
                true => self.check_miss(),
                false => self.check_no_second_contact(),
            };
        };
        if time < self.start || time == f64::INFINITY {
            return Err(format!("{time} is not a time from {} on", self.start));
        }
        let s = Dyadic::new(time).minus(&Dyadic::new(self.start));
        let elapsed = s.to_f64();
        let (distance, rate, speed) = self.state(&s);
        let (noise, speed_noise) = (self.noise(elapsed), self.speed_noise(elapsed, speed));
        if rate > speed_noise {
            return Err(format!("at {elapsed:e} s they separate at {rate:e} m/s"));
        }
        if !outside && s.sign() == 0 {
            return Ok(Verdict::Immediate);
        }
        if self.excess(-noise).at(&s).sign() < 0 || self.excess(noise).at(&s).sign() > 0 {
            let gap = distance - self.radius.to_f64();
            return Err(format!(
                "at {elapsed:e} s the gap is {gap:e} m, by rounding at most {noise:e}"
            ));
        }
        let time_rounding = self.time_rounding(time);
        let before = Dyadic::new((elapsed - time_rounding).max(0.0));
        if outside {
            if before.sign() > 0 && self.excess(-noise).dips(&zero, &before) {
                return Err(format!("the contact is earlier than {elapsed:e} s"));
            }
        } else {
            self.check_separated_once(&before)?;
        }
        if s.sign() == 0 {
            return Ok(Verdict::Immediate);
        }
        let window = elapsed + self.radius.to_f64() / speed;
        // By the rate, and by its remainder where the distance is smaller by the noise.
        let curvature = speed * speed / self.radius.to_f64() + self.sizes(0.0)[2];
        if noise > -rate * (0.5 * TIME_ERROR * window) || rate * rate < 8.0 * noise * curvature {
            return Ok(Verdict::IllConditioned);
        }
        let tolerance = Dyadic::new(TIME_ERROR * window + time_rounding);
        let (early, late) = (s.minus(&tolerance), s.plus(&tolerance));
        let exact = self.excess(0.0);
        let early = if early.sign() > 0 { early } else { zero };
        if early.sign() > 0 && exact.at(&early).sign() < 0 || !exact.dips(&early, &late) {
            return Err(format!("{elapsed:e} s is off by more than {TIME_ERROR:e} of {window:e} s"));
        }
        Ok(Verdict::Hit)
    }

    fn speed_noise(&self, elapsed: f64, speed: f64) -> f64 {
        let speeds = self.sizes(elapsed)[1];
        // Rounding of positions rotates the normal, and at a rounded time the rate differs.
        let rotation = self.noise(elapsed) / self.radius.to_f64();
        let late = self.time_rounding(self.start + elapsed) * (self.sizes(0.0)[2] + speed * speed / self.radius.to_f64());
        // Near the closest point of a graze, distances within `noise` cover this range of rates.
        let graze = (2.0 * self.noise(elapsed) * (speed * speed / self.radius.to_f64() + self.sizes(0.0)[2])).sqrt();
        SPEED_ROUNDINGS * f64::EPSILON * speeds + speed * rotation + late + if elapsed > 0.0 { graze } else { 0.0 }
    }

    fn time_rounding(&self, time: f64) -> f64 {
        TIME_ROUNDINGS * f64::EPSILON * (time.abs() + self.start.abs())
    }

    /// Separate at the start, with the result that there is no contact.
    fn check_miss(&self) -> Result<Verdict, String> {
        let (mut low, mut high) = (Dyadic::zero(), self.case.scale);
        loop {
            let excess = self.excess(-self.noise(high));
            if excess.never_negative_from(&low) {
                return Ok(Verdict::Miss);
            }
            let to = Dyadic::new(high);
            if excess.dips(&low, &to) {
                return Err(format!("there is a contact before {high:e} s"));
            }
            if excess.roots_below().is_none_or(|power| to.magnitude() > power) {
                return Ok(Verdict::Miss);
            }
            (low, high) = (to, 2.0 * high);
        }
    }

    /// Overlapping at the start, with the result that there is no further contact.
    fn check_no_second_contact(&self) -> Result<Verdict, String> {
        let (_, rate, speed) = self.state(&Dyadic::zero());
        if rate < -self.speed_noise(0.0, speed) {
            return Err(format!("they overlap at the start and approach at {rate:e} m/s"));
        }
        let noise = self.noise(self.case.scale);
        let once = |more: f64| {
            let excess = self.excess(more);
            let end = Dyadic::new(1.0).shifted(excess.roots_below().unwrap_or(0));
            excess.crossings(&Dyadic::zero(), &end) <= 1
        };
        if once(-noise) || once(noise) {
            Ok(Verdict::Miss)
        } else {
            Err("they separate and touch again".to_owned())
        }
    }

    /// Overlapping at the start: until `before` they must separate exactly once.
    fn check_separated_once(&self, before: &Dyadic) -> Result<(), String> {
        let (_, rate, speed) = self.state(&Dyadic::zero());
        if rate < -self.speed_noise(0.0, speed) {
            return Err(format!(
                "they overlap at the start and approach at {rate:e} m/s: the contact is immediate"
            ));
        }
        let noise = self.noise(before.to_f64());
        let once = |more: f64| {
            let excess = self.excess(more);
            let inside = excess.at(&Dyadic::zero()).sign() < 0;
            excess.crossings(&Dyadic::zero(), before) == usize::from(inside)
        };
        if once(-noise) || once(noise) {
            Ok(())
        } else {
            Err("they have not separated exactly once before".to_owned())
        }
    }
}
