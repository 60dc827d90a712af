// Paths of a pair's bodies around the time of their meeting, exact and as sampled.

import { nearest } from '../data/images.js';
import { frameAt } from '../data/samples.js';

/**
 * Extent of a path before and after: this many frames, at least this many radii of the smaller
 * body.
 */
const MIN_FRAMES = 3;
const MIN_RADII = 5;
/** Minimum distance between sample points, in radii; closer ones are not drawn. */
const MIN_SAMPLE_DISTANCE = 0.5;
/** Maximum number of frames before and after; limits the paths of slow bodies. */
const MAX_FRAMES = 400;
/** Number of segments of an exact path. */
const SEGMENTS = 48;
/**
 * Length of a dash, in radii of the smaller body; and of the shortest piece of a cut line, in
 * dashes: an even number, so that the dashes continue across cuts.
 */
const DASH = 0.25;
const FINE = 16;

/** The exact path of each body, for `Stage.showPath`: `{ origin, lines, along, samples, dash }`. */
export function exactPath(comparison, at, until, radius) {
  const { begin, end } = timeRange(comparison, at, until, radius);
  const motion = comparison.motions[0];
  return collectPath(comparison, at, radius, (body, add) => {
    const times = [];
    for (let step = 0; step <= SEGMENTS; step += 1) times.push(begin + ((end - begin) * step) / SEGMENTS);
    // The path may have a corner where a piece begins.
    for (let piece = motion.first[body]; piece < motion.first[body + 1]; piece += 1) {
      if (motion.epoch[piece] > begin && motion.epoch[piece] < end) times.push(motion.epoch[piece]);
    }
    times.sort((a, b) => a - b);
    const points = times.map((time) => motion.position(body, time, [0, 0, 0]));
    for (let step = 1; step < points.length; step += 1) add.line(points[step - 1], points[step]);
  });
}

/**
 * The sampled path of each body: a dot at each sample, joined by dashes, since samples do not
 * determine the path between.
 */
export function sampledPath(comparison, at, until, radius) {
  const { begin, end } = timeRange(comparison, at, until, radius);
  const motion = comparison.motions[1];
  const path = collectPath(comparison, at, radius, (body, add) => {
    const points = [];
    for (let frame = Math.round(begin * comparison.rate); frame / comparison.rate <= end; frame += 1) {
      points.push(motion.position(body, frame / comparison.rate, [0, 0, 0]));
    }
    for (let at = 1; at < points.length; at += 1) {
      const [before, point] = [points[at - 1], points[at]];
      add.line(before, point);
      const step = point.map((value, axis) => value - before[axis]);
      const apart = Math.hypot(...(comparison.lengths ? step.map((value, axis) => nearest(value, comparison.lengths[axis])) : step));
      if (apart > MIN_SAMPLE_DISTANCE * radius[body]) add.sample(point);
      if (apart > MIN_SAMPLE_DISTANCE * radius[body] && at === 1) add.sample(before);
    }
  });
  return { ...path, dash: DASH * smallestRadius(comparison, at, radius) };
}

function timeRange(comparison, at, until, radius) {
  const time = comparison.meetings.begin[at];
  const fastest = Math.max(...comparison.bodies(at).map((body) => Math.hypot(...comparison.motions[0].velocity(body, time, [0, 0, 0]))));
  const needed = fastest > 0 ? Math.ceil(((MIN_RADII * smallestRadius(comparison, at, radius)) / fastest) * comparison.rate) : 0;
  const frames = Math.min(Math.max(MIN_FRAMES, needed), MAX_FRAMES);
  const frame = frameAt(time, comparison.rate);
  const begin = Math.max(frame - frames + 1, 0) / comparison.rate;
  return { begin, end: Math.min((frame + frames) / comparison.rate, until) };
}

function smallestRadius(comparison, at, radius) {
  return Math.min(...comparison.bodies(at).map((body) => radius[body] || Infinity));
}

/**
 * Where to cut a line from 0 to `length` with its point nearest to the origin at `near`: finely
 * there, more coarsely with distance.
 */
export function cuts(length, near, step) {
  const places = [0, length];
  for (let away = 0; away < length; away = away === 0 ? step : 2 * away) places.push(near - away, near + away);
  return [...new Set(places.filter((place) => place >= 0 && place <= length))].sort((a, b) => a - b);
}

function collectPath(comparison, at, radius, trace) {
  const origin = [...comparison.point(at)];
  const [lines, samples, along] = [[], [], []];
  let pathLength = 0;
  const piece = (a, b, length) => {
    lines.push(...a, ...b);
    along.push(pathLength, pathLength + length);
    pathLength += length;
  };
  const step = FINE * DASH * smallestRadius(comparison, at, radius);
  // In a periodic domain a body is drawn at its image nearest to the meeting.
  const image = (apart) => (comparison.lengths ? apart.map((value, axis) => nearest(value, comparison.lengths[axis])) : apart);
  const from = (point) => image(point.map((value, axis) => value - origin[axis]));
  // Long lines are cut: some devices drop a line that ends far behind the camera.
  const line = (a, b) => {
    const [start, displacement] = [from(a), image(b.map((value, axis) => value - a[axis]))];
    const length = Math.hypot(...displacement);
    if (length === 0) return;
    if (length < 4 * step)
      return piece(
        start,
        start.map((value, axis) => value + displacement[axis]),
        length,
      );
    const near = -start.reduce((sum, value, axis) => sum + value * displacement[axis], 0) / length;
    const places = cuts(length, near, step);
    const points = places.map((place) => start.map((value, axis) => value + (displacement[axis] * place) / length));
    for (let cut = 1; cut < points.length; cut += 1) piece(points[cut - 1], points[cut], places[cut] - places[cut - 1]);
  };
  const add = {
    line,
    sample: (point) => samples.push(...from(point)),
  };
  for (const body of comparison.bodies(at)) {
    pathLength = 0;
    trace(body, add);
  }
  return { origin, lines, along, samples, dash: 0 };
}
