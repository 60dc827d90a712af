// What colour each body has at a time, and what is ringed.

import { firstAfter } from '../data/columns.js';

/** How long a body shows that it has met another, in seconds of real time; and how long a ring stays. */
const GLOW = 0.5;
const RING = 0.9;
/** How far bodies that are not looked at fade into the background. */
const FADE = 0.75;
/** Bodies differ a little in lightness, so that they differ where one is before the other. */
const VARIETY = 0.08;
/** Largest ring, in pixels of the page: devices draw points only so large. */
const LARGEST = 200;
/** Most bodies that are ringed for not being where they should be. */
const FEW = 30;
/** Diameters of rings, in pixels of the page: of bodies that are not where they should be, of what is found, of what is missed, and of what is looked at. */
const SIZES = { parted: 18, found: 20, missed: 30, selected: 56 };

/** Colours the bodies of a stage at time `t` of its side: 0 exact, 1 sampled. `state` has the speed and the selection. */
export function paintBodies(stage, side, comparison, t, state, colours) {
  const { fixed, selected, speed, parted } = state;
  const looked = selected === null ? null : new Set(comparison.bodies(selected));
  for (let body = 0; body < stage.bodies; body += 1) {
    const tint = stage.tint[body].copy(fixed[body] ? colours.fixed : colours.body);
    tint.multiplyScalar(1 + VARIETY * Math.sin(body * 12.9898));
    if (side === 1 && parted?.[body]) tint.lerp(colours.parted, 0.85);
  }
  const glow = (pair, at, share) => {
    for (const body of [pair[2 * at], pair[2 * at + 1]]) {
      if (body < stage.bodies) stage.tint[body].lerp(colours.contact, share);
    }
  };
  const tail = GLOW * speed;
  const fading = (begin, end) => (t < begin ? 0 : t <= end ? 1 : Math.max(0, 1 - (t - end) / tail));
  if (comparison.mode === 'passing') {
    const { meetings, seen } = comparison;
    for (let at = firstAfter(meetings.begin, t) - 1; at >= 0; at -= 1) {
      const share = fading(side ? seen[at] : meetings.begin[at], meetings.end[at]);
      // NaN, where nothing is seen, is not above 0.
      if (share > 0) glow(meetings.pair, at, share);
    }
  } else {
    const { begin, pair } = side ? comparison.reported : comparison.meetings;
    for (let at = firstAfter(begin, t) - 1; at >= 0 && begin[at] > t - tail; at -= 1)
      glow(pair, at, fading(begin[at], begin[at]));
  }
  if (!looked) return;
  for (let body = 0; body < stage.bodies; body += 1) {
    if (!looked.has(body)) stage.tint[body].lerp(colours.stage, FADE);
  }
}

/** The rings on a side, at time `t` of the replay and `shown` of the side: what is found there, what samples miss, and what is looked at. */
export function rings(side, comparison, t, shown, { selected, speed, ratio }, colours) {
  const found = [];
  const { missed, missedTimes, meetings } = comparison;
  const tail = GLOW * speed;
  if (side && comparison.reported) {
    const { begin, point } = comparison.reported;
    for (let at = firstAfter(begin, shown) - 1; at >= 0 && begin[at] >= shown - tail; at -= 1) {
      found.push([point.subarray(3 * at, 3 * at + 3), colours.contact, SIZES.found * ratio]);
    }
  } else {
    for (let at = firstAfter(meetings.begin, shown) - 1; at >= 0; at -= 1) {
      // Of samples NaN where nothing is seen, which is not before anything.
      const from = side ? comparison.seen[at] : meetings.begin[at];
      const lasts = from <= shown && shown <= Math.max(meetings.end[at], from) + tail;
      if (lasts && at !== selected && !(side === 0 && Number.isNaN(comparison.seen[at])))
        found.push([comparison.point(at), colours.contact, SIZES.found * ratio]);
    }
  }
  for (let at = firstAfter(missedTimes, t) - 1; at >= 0; at -= 1) {
    const number = missed[at];
    const over = (t - meetings.end[number]) / (RING * speed);
    if (over >= 1 || number === selected) continue;
    // What is over fades and shrinks, so that many in one place stay distinct.
    const left = over <= 0 ? 1 : 1 - over;
    const tint = left === 1 ? colours.missed : colours.missed.clone().lerp(colours.stage, 1 - left);
    found.push([comparison.point(number), tint, (SIZES.found + (SIZES.missed - SIZES.found) * left) * ratio]);
  }
  if (selected !== null) {
    const tint = Number.isNaN(comparison.seen[selected]) ? colours.missed : colours.contact;
    found.push([comparison.point(selected), tint, SIZES.selected * ratio]);
  }
  return found;
}

/** Rings about the bodies that are not where they should be, while they are few enough to be looked for. */
export function partedRings(stage, { parted, ratio }, colours) {
  const found = [];
  for (let body = 0; body < parted.length && found.length <= FEW; body += 1) {
    if (parted[body]) found.push([stage.position.subarray(3 * body, 3 * body + 3), colours.parted, SIZES.parted * ratio]);
  }
  return found.length <= FEW ? found : [];
}

/** A ring about the body that is pointed at. */
export function inspectedRing(stage, body, ratio, colours) {
  const size = Math.max(2.2 * stage.pixels[body], SIZES.found * ratio);
  return [[stage.position.subarray(3 * body, 3 * body + 3), colours.path, Math.min(size, LARGEST * ratio)]];
}
