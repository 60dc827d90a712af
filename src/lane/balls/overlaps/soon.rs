//! Which neighbours of a ball overlap its box or will soon, four side by side.

use super::views::BallView;
use crate::lane::balls::constants::{BOX_ROOM, LANES, LONGEST_WAIT};
use crate::lane::balls::motion::BallMotion;
use crate::lane::balls::pairs::PairPredictor;
use crate::lane::balls::whole::ROUNDS;
use nalgebra::Vector3;
use wide::f64x4;

/// A ball that may overlap another one soon.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) slot: u32,
    /// The two overlap from now on, until the next meeting of one of them.
    pub(super) throughout: bool,
    /// To its nearest image now.
    pub(super) shift: Vector3<f64>,
}

impl Candidate {
    pub(super) fn new(slot: u32, shift: Vector3<f64>) -> Self {
        let throughout = false;
        Self { slot, throughout, shift }
    }
}

/// A ball at the present, and the time for which its neighbours are tested.
pub(super) struct Soon {
    slot: u32,
    now: f64,
    wait: f64,
    place: Vector3<f64>,
    velocity: Vector3<f64>,
    radius: f64,
}

/// The results for four neighbours.
struct Tested {
    /// Those with boxes that could overlap its own within the time, as bits.
    soon: u32,
    /// On each axis: to the nearest image, and the distance and the velocity of that.
    shift: [f64x4; 3],
    apart: [f64x4; 3],
    velocity: [f64x4; 3],
    /// Distances beyond which the boxes do not overlap, and up to which they do, for certain.
    outer: f64x4,
    inner: f64x4,
}

impl Tested {
    /// Whether the boxes of the ball and of one of the four could overlap up to a wait, and whether they
    /// do all the time.
    #[inline]
    fn until(&self, lane: usize, wait: f64) -> [bool; 2] {
        let [outer, inner] = [self.outer, self.inner].map(|distance| distance.to_array()[lane]);
        let (mut soon, mut throughout) = (true, true);
        for axis in 0..3 {
            let (apart, velocity) = (self.apart[axis].to_array()[lane], self.velocity[axis].to_array()[lane]);
            let then = apart + velocity * wait;
            soon &= apart.min(then) <= outer && apart.max(then) >= -outer;
            throughout &= apart.abs() <= inner && then.abs() <= inner;
        }
        [soon, throughout]
    }
}

impl Soon {
    pub(super) fn new(pairs: &PairPredictor<'_>, slot: usize, now: f64, until: f64) -> Self {
        let path = pairs.balls.path(slot);
        Self {
            slot: slot as u32,
            now,
            wait: (until - now).clamp(0.0, LONGEST_WAIT),
            place: path.at(now),
            velocity: path.velocity_at(now),
            radius: pairs.balls.radius(slot),
        }
    }

    /// Writes to `found` the balls of a list that overlap the ball within the time and before their
    /// own next meetings, and a few others that nearly do. The length of the list is a multiple of
    /// `LANES`.
    pub(super) fn find(&self, pairs: &PairPredictor<'_>, views: &[BallView], list: &[u32], found: &mut Vec<Candidate>) {
        match (pairs.grid.is_periodic(), pairs.balls.any_falls()) {
            (false, false) => self.find_with::<false, false>(pairs, views, list, found),
            (true, false) => self.find_with::<true, false>(pairs, views, list, found),
            (false, true) => self.find_with::<false, true>(pairs, views, list, found),
            (true, true) => self.find_with::<true, true>(pairs, views, list, found),
        }
    }

    fn find_with<const PERIODIC: bool, const FALLS: bool>(
        &self,
        pairs: &PairPredictor<'_>,
        views: &[BallView],
        list: &[u32],
        found: &mut Vec<Candidate>,
    ) {
        found.clear();
        let acceleration = pairs.balls.acceleration(self.slot as usize);
        let all_alike = pairs.balls.common_acceleration().is_some();
        for four in list.chunks_exact(LANES) {
            let at = [four[0] as usize, four[1] as usize, four[2] as usize, four[3] as usize];
            let tested = self.test::<PERIODIC, FALLS>(pairs, at, &acceleration);
            let unlike = match FALLS && !all_alike {
                true => pairs.balls.unlike(&acceleration, at),
                false => 0,
            };
            let mut left = tested.soon | unlike;
            while left != 0 {
                let lane = left.trailing_zeros() as usize;
                left &= left - 1;
                if four[lane] == self.slot {
                    continue;
                }
                if unlike >> lane & 1 > 0 {
                    // It was tested where this ball's acceleration would have put it.
                    let apart = pairs.balls.path(at[lane]).at(self.now) - self.place;
                    found.push(Candidate::new(four[lane], pairs.grid.to_nearest_if_periodic(&apart)));
                    continue;
                }
                let wait = (views[at[lane]].until - self.now).clamp(0.0, self.wait);
                let [soon, throughout] = tested.until(lane, wait);
                if !soon {
                    continue;
                }
                found.push(Candidate {
                    slot: four[lane],
                    throughout,
                    shift: match PERIODIC {
                        true => Vector3::from_fn(|axis, _| tested.shift[axis].to_array()[lane]),
                        false => Vector3::zeros(),
                    },
                });
            }
        }
    }

    /// Tests four balls: whether on each axis the boxes overlap at some time.
    #[inline(always)]
    fn test<const PERIODIC: bool, const FALLS: bool>(
        &self,
        pairs: &PairPredictor<'_>,
        at: [usize; LANES],
        falling: &Vector3<f64>,
    ) -> Tested {
        let balls = pairs.balls;
        let others = [
            balls.motion(at[0]),
            balls.motion(at[1]),
            balls.motion(at[2]),
            balls.motion(at[3]),
        ];
        let since = f64x4::splat(self.now) - each(&others, |ball| ball.flight.epoch);
        let radii = match balls.common_radius() {
            Some(radius) => f64x4::splat(radius),
            None => f64x4::from([
                balls.radii()[at[0]],
                balls.radii()[at[1]],
                balls.radii()[at[2]],
                balls.radii()[at[3]],
            ]),
        };
        let wait = f64x4::splat(self.wait);
        let reach = radii + f64x4::splat(self.radius);
        let (outer, inner) = (reach * f64x4::splat(BOX_ROOM), reach * f64x4::splat(1.0 / BOX_ROOM));
        let (grid, rounds) = (pairs.grid.grid(), f64x4::splat(ROUNDS));
        let mut gap = f64x4::ZERO - outer;
        let mut test_axis = |axis: usize| {
            let mut place = each(&others, |ball| ball.flight.position[axis]);
            let mut velocity = each(&others, |ball| ball.flight.velocity[axis]);
            if FALLS {
                let falling = f64x4::splat(falling[axis]);
                place += (velocity + falling * f64x4::splat(0.5) * since) * since;
                velocity += falling * since;
            } else {
                place += velocity * since;
            }
            let mut apart = place - f64x4::splat(self.place[axis]);
            let mut shift = f64x4::ZERO;
            if PERIODIC {
                let lengths = f64x4::splat(grid.lengths()[axis]);
                let per_length = f64x4::splat(grid.per_length()[axis]);
                shift -= ((apart * per_length + rounds) - rounds) * lengths;
                apart += shift;
            }
            let velocity = velocity - f64x4::splat(self.velocity[axis]);
            let then = apart + velocity * wait;
            gap = gap
                .fast_max(apart.fast_min(then))
                .fast_max(f64x4::ZERO - apart.fast_max(then));
            [shift, apart, velocity]
        };
        let [x, y, z] = [test_axis(0), test_axis(1), test_axis(2)];
        let each_axis = |which: usize| [x[which], y[which], z[which]];
        Tested {
            soon: gap.simd_le(outer).to_bitmask(),
            shift: each_axis(0),
            apart: each_axis(1),
            velocity: each_axis(2),
            outer,
            inner,
        }
    }
}

/// The same quantity of four balls.
#[inline(always)]
fn each(four: &[&BallMotion; LANES], of: impl Fn(&BallMotion) -> f64) -> f64x4 {
    f64x4::from([of(four[0]), of(four[1]), of(four[2]), of(four[3])])
}
