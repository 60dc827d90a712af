// The paths of the bodies of a pair about the time at which they meet: as they are, and as samples have them.

import { nearest } from '../data/images.js';
import { frameAt } from '../data/samples.js';

/** How much of a path is shown, before and after: so many frames, but at least so many radii of the smaller body. */
const FRAMES = 3;
const RADII = 5;
/** Beads that are nearer to each other than this, in radii, would make a string. */
const APART = 0.5;
/** Most frames before and after: of what creeps the beginning will do. */
const MOST_FRAMES = 400;
/** Pieces that a curve is drawn by. */
const STEPS = 48;
/** Length of a dash, in radii of the smaller body; and of the finest part of a line, in dashes: an even number, so that dashes go on. */
const DASH = 0.25;
const FINE = 16;

/** The path of each body in truth: `{ origin, lines, along, samples, dash }`, as a stage shows it. */
export function exactPath(comparison, at, until, radius) {
  const { begin, end } = span(comparison, at, until, radius);
  const motion = comparison.motions[0];
  return gather(comparison, at, radius, (body, put) => {
    const times = [];
    for (let step = 0; step <= STEPS; step += 1) times.push(begin + ((end - begin) * step) / STEPS);
    // Corners stand where pieces begin.
    for (let piece = motion.first[body]; piece < motion.first[body + 1]; piece += 1) {
      if (motion.epoch[piece] > begin && motion.epoch[piece] < end) times.push(motion.epoch[piece]);
    }
    times.sort((a, b) => a - b);
    const points = times.map((time) => motion.position(body, time, [0, 0, 0]));
    for (let step = 1; step < points.length; step += 1) put.line(points[step - 1], points[step]);
  });
}

/** The path of each body in samples: a bead at each, and dashes from one to the next, since between them nothing is known. */
export function sampledPath(comparison, at, until, radius) {
  const { begin, end } = span(comparison, at, until, radius);
  const motion = comparison.motions[1];
  const path = gather(comparison, at, radius, (body, put) => {
    const points = [];
    for (let frame = Math.round(begin * comparison.rate); frame / comparison.rate <= end; frame += 1) {
      points.push(motion.position(body, frame / comparison.rate, [0, 0, 0]));
    }
    for (let at = 1; at < points.length; at += 1) {
      const [before, point] = [points[at - 1], points[at]];
      put.line(before, point);
      const step = point.map((value, axis) => value - before[axis]);
      const apart = Math.hypot(...(comparison.lengths ? step.map((value, axis) => nearest(value, comparison.lengths[axis])) : step));
      if (apart > APART * radius[body]) put.sample(point);
      if (apart > APART * radius[body] && at === 1) put.sample(before);
    }
  });
  return { ...path, dash: DASH * smallest(comparison, at, radius) };
}

function span(comparison, at, until, radius) {
  const time = comparison.meetings.begin[at];
  const fastest = Math.max(...comparison.bodies(at).map((body) => Math.hypot(...comparison.motions[0].velocity(body, time, [0, 0, 0]))));
  const wanted = fastest > 0 ? Math.ceil(((RADII * smallest(comparison, at, radius)) / fastest) * comparison.rate) : 0;
  const frames = Math.min(Math.max(FRAMES, wanted), MOST_FRAMES);
  const frame = frameAt(time, comparison.rate);
  const begin = Math.max(frame - frames + 1, 0) / comparison.rate;
  return { begin, end: Math.min((frame + frames) / comparison.rate, until) };
}

function smallest(comparison, at, radius) {
  return Math.min(...comparison.bodies(at).map((body) => radius[body] || Infinity));
}

/** Where to cut a line from 0 to `length` with the point nearest to the origin at `near`: finely there, ever more coarsely away from it. */
export function cuts(length, near, step) {
  const places = [0, length];
  for (let away = 0; away < length; away = away === 0 ? step : 2 * away) places.push(near - away, near + away);
  return [...new Set(places.filter((place) => place >= 0 && place <= length))].sort((a, b) => a - b);
}

function gather(comparison, at, radius, trace) {
  const origin = [...comparison.point(at)];
  const [lines, samples, along] = [[], [], []];
  let far = 0;
  const piece = (a, b, length) => {
    lines.push(...a, ...b);
    along.push(far, far + length);
    far += length;
  };
  const step = FINE * DASH * smallest(comparison, at, radius);
  // In a periodic domain what is shown of a body is its image near the meeting.
  const image = (apart) => (comparison.lengths ? apart.map((value, axis) => nearest(value, comparison.lengths[axis])) : apart);
  const from = (point) => image(point.map((value, axis) => value - origin[axis]));
  // Long lines are cut: of one that ends behind the camera, far away, a device may show nothing.
  const line = (a, b) => {
    const [start, way] = [from(a), image(b.map((value, axis) => value - a[axis]))];
    const length = Math.hypot(...way);
    if (length === 0) return;
    if (length < 4 * step)
      return piece(
        start,
        start.map((value, axis) => value + way[axis]),
        length,
      );
    const near = -start.reduce((sum, value, axis) => sum + value * way[axis], 0) / length;
    const places = cuts(length, near, step);
    const points = places.map((place) => start.map((value, axis) => value + (way[axis] * place) / length));
    for (let cut = 1; cut < points.length; cut += 1) piece(points[cut - 1], points[cut], places[cut] - places[cut - 1]);
  };
  const put = {
    line,
    sample: (point) => samples.push(...from(point)),
  };
  for (const body of comparison.bodies(at)) {
    far = 0;
    trace(body, put);
  }
  return { origin, lines, along, samples, dash: 0 };
}
