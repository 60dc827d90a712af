// The paths of the bodies of a pair about the time at which they meet: as they are, and as samples have them.

import { frameAt } from '../data/samples.js';

/** How many frames of a path are shown, before and after. */
const FRAMES = 3;
/** Pieces that a curve is drawn by. */
const STEPS = 48;
/** Dashes between two samples, with as many gaps. */
const DASHES = 12;

/** The path of each body in truth: `{ origin, lines, beads }`, as a stage shows it. */
export function exactPath(story, at, until) {
  const { begin, end } = span(story, at, until);
  const motion = story.motions[0];
  return gather(story, at, (body, put) => {
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
export function sampledPath(story, at, until) {
  const { begin, end } = span(story, at, until);
  const motion = story.motions[1];
  return gather(story, at, (body, put) => {
    let before = null;
    for (let frame = Math.round(begin * story.rate); frame / story.rate <= end; frame += 1) {
      const point = motion.position(body, frame / story.rate, [0, 0, 0]);
      put.bead(point);
      if (before) {
        const between = (share) => point.map((value, axis) => before[axis] + (value - before[axis]) * share);
        for (let dash = 0; dash < DASHES; dash += 1) put.line(between(dash / DASHES), between((dash + 0.5) / DASHES));
      }
      before = point;
    }
  });
}

function span(story, at, until) {
  const frame = frameAt(story.meetings.begin[at], story.rate);
  const begin = Math.max(frame - FRAMES + 1, 0) / story.rate;
  return { begin, end: Math.min((frame + FRAMES) / story.rate, until) };
}

function gather(story, at, trace) {
  const origin = [...story.point(at)];
  const [lines, beads] = [[], []];
  const from = (point) => point.map((value, axis) => value - origin[axis]);
  const put = {
    line: (a, b) => lines.push(...from(a), ...from(b)),
    bead: (point) => beads.push(...from(point)),
  };
  for (const body of story.bodies(at)) trace(body, put);
  return { origin, lines, beads };
}
