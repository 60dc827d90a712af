// Colours of the bodies at a time, and the rings.

import { firstAfter } from '../data/columns.js';

/** Real time for which a body stays coloured after a contact, and a ring lasts, in seconds. */
const GLOW_TIME = 0.5;
const RING_TIME = 0.9;
/** Share by which bodies outside of the selection fade into the background. */
const FADE = 0.75;
/** Variation of lightness between bodies, so that overlapping ones can be distinguished. */
const LIGHTNESS_VARIATION = 0.08;
/** Maximum diameter of a ring, in CSS pixels: devices limit the size of points. */
const MAX_RING = 200;
/** With more parted bodies than this, none of them gets a ring. */
const MAX_PARTED_RINGS = 30;
/** Diameters of rings, in CSS pixels: parted bodies; found, missed and selected meetings. */
const DIAMETERS = { parted: 18, found: 20, missed: 30, selected: 56 };

/**
 * Colours the bodies of a stage at time `t` of its side: 0 exact, 1 sampled. `state` has the speed
 * and the selection.
 */
export function paintBodies(stage, side, comparison, t, state, colours) {
  const { fixed, selected, speed, parted } = state;
  const focused = selected === null ? null : new Set(comparison.bodies(selected));
  for (let body = 0; body < stage.bodies; body += 1) {
    const tint = stage.tint[body].copy(fixed[body] ? colours.fixed : colours.body);
    tint.multiplyScalar(1 + LIGHTNESS_VARIATION * Math.sin(body * 12.9898));
    if (side === 1 && parted?.[body]) tint.lerp(colours.parted, 0.85);
  }
  const glow = (pair, at, share) => {
    for (const body of [pair[2 * at], pair[2 * at + 1]]) {
      if (body < stage.bodies) stage.tint[body].lerp(colours.contact, share);
    }
  };
  const tail = GLOW_TIME * speed;
  const fading = (begin, end) => (t < begin ? 0 : t <= end ? 1 : Math.max(0, 1 - (t - end) / tail));
  if (comparison.mode === 'passing') {
    const { meetings, seen } = comparison;
    for (let at = firstAfter(meetings.begin, t) - 1; at >= 0; at -= 1) {
      const share = fading(side ? seen[at] : meetings.begin[at], meetings.end[at]);
      // False for NaN, which means not seen.
      if (share > 0) glow(meetings.pair, at, share);
    }
  } else {
    const { begin, pair } = side ? comparison.reported : comparison.meetings;
    for (let at = firstAfter(begin, t) - 1; at >= 0 && begin[at] > t - tail; at -= 1)
      glow(pair, at, fading(begin[at], begin[at]));
  }
  if (!focused) return;
  for (let body = 0; body < stage.bodies; body += 1) {
    if (!focused.has(body)) stage.tint[body].lerp(colours.stage, FADE);
  }
}

/**
 * The rings on a side: found meetings at its time `shown`, missed ones at the replay's time `t`,
 * and the selected one.
 */
export function rings(side, comparison, t, shown, { selected, speed, ratio }, colours) {
  const found = [];
  const { missed, missedTimes, meetings } = comparison;
  const tail = GLOW_TIME * speed;
  if (side && comparison.reported) {
    const { begin, point } = comparison.reported;
    for (let at = firstAfter(begin, shown) - 1; at >= 0 && begin[at] >= shown - tail; at -= 1) {
      found.push([point.subarray(3 * at, 3 * at + 3), colours.contact, DIAMETERS.found * ratio]);
    }
  } else {
    for (let at = firstAfter(meetings.begin, shown) - 1; at >= 0; at -= 1) {
      // NaN for a meeting that samples miss; then the comparison below is false.
      const from = side ? comparison.seen[at] : meetings.begin[at];
      const lasts = from <= shown && shown <= Math.max(meetings.end[at], from) + tail;
      if (lasts && at !== selected && !(side === 0 && Number.isNaN(comparison.seen[at])))
        found.push([comparison.point(at), colours.contact, DIAMETERS.found * ratio]);
    }
  }
  for (let at = firstAfter(missedTimes, t) - 1; at >= 0; at -= 1) {
    const number = missed[at];
    const over = (t - meetings.end[number]) / (RING_TIME * speed);
    if (over >= 1 || number === selected) continue;
    // Rings of past meetings fade and shrink, so that many in one place stay distinct.
    const left = over <= 0 ? 1 : 1 - over;
    const tint = left === 1 ? colours.missed : colours.missed.clone().lerp(colours.stage, 1 - left);
    found.push([comparison.point(number), tint, (DIAMETERS.found + (DIAMETERS.missed - DIAMETERS.found) * left) * ratio]);
  }
  if (selected !== null) {
    const tint = Number.isNaN(comparison.seen[selected]) ? colours.missed : colours.contact;
    found.push([comparison.point(selected), tint, DIAMETERS.selected * ratio]);
  }
  return found;
}

/** Rings about parted bodies; none if there are more than `MAX_PARTED_RINGS`. */
export function partedRings(stage, { parted, ratio }, colours) {
  const found = [];
  for (let body = 0; body < parted.length && found.length <= MAX_PARTED_RINGS; body += 1) {
    if (parted[body]) found.push([stage.position.subarray(3 * body, 3 * body + 3), colours.parted, DIAMETERS.parted * ratio]);
  }
  return found.length <= MAX_PARTED_RINGS ? found : [];
}

/** A ring about the inspected body. */
export function inspectedRing(stage, body, ratio, colours) {
  const size = Math.max(2.2 * stage.pixels[body], DIAMETERS.found * ratio);
  return [[stage.position.subarray(3 * body, 3 * body + 3), colours.path, Math.min(size, MAX_RING * ratio)]];
}
