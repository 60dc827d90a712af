// Captions in the corners of the views, and the status line under them.

import { firstAfter, firstFrom } from '../data/columns.js';
import { count, digits, hertz, metres, seconds, speed } from '../text/format.js';
import { byId } from './dom.js';

const plural = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;

/** Sets the titles of the views; called when the comparison changes. */
export function showTitles(replay) {
  const { mode, rate } = replay.comparison;
  byId('right').hidden = replay.alone;
  byId('key-missed').hidden = replay.alone;
  byId('key-parted').hidden = replay.alone || mode === 'passing';
  byId('left-title').textContent = 'Exact';
  byId('left-about').textContent = 'event by event';
  byId('right-title').textContent = `Sampled at ${hertz(rate)}`;
  byId('right-about').textContent = mode === 'bouncing' ? 'its own trajectories' : 'same trajectories, sampled at frames';
}

/** Sets the counts in the captions; called when time changes. */
export function showCounts(replay) {
  const { comparison, clock } = replay;
  const { truth, reported, missed } = comparison.counts(clock.time);
  const frame = `frame ${count(Math.round(comparison.sampleAt(clock.time) * comparison.rate))}`;
  if (comparison.mode === 'bouncing') {
    byId('left-counts').textContent = plural(truth, 'collision', 'collisions');
    const parted = replay.partedCount;
    const off = parted ? ` · ${plural(parted, 'body', 'bodies')} off course` : '';
    byId('right-counts').textContent = `${frame} · ${plural(reported, 'collision', 'collisions')}${off}`;
  } else {
    byId('left-counts').textContent = plural(truth, 'contact', 'contacts');
    byId('right-counts').textContent = `${frame} · ${count(reported)} detected · ${count(missed)} missed`;
  }
}

/** The status line: the inspected body, the selected meeting, or the totals. */
export function status(replay) {
  const { comparison, selected } = replay;
  if (replay.inspected !== null) return aboutBody(replay, replay.inspected);
  if (selected !== null) return aboutMeeting(replay, selected);
  const { missed, meetings, mode } = comparison;
  if (replay.alone)
    return `There are ${count(meetings.count)} collisions. Sampled runs do not support this scene, so there is no comparison.`;
  const what = mode === 'bouncing' ? 'collisions' : 'contacts';
  if (meetings.count === 0) return `There are no ${what}.`;
  const rate = hertz(comparison.rate);
  if (missed.length === 0) {
    const hint = mode === 'passing' ? ' At a lower rate they miss some.' : '';
    return `Samples at ${rate} miss none of the ${count(meetings.count)} ${what}.${hint}`;
  }
  const missedMeans = mode === 'bouncing' ? 'Not found where it happens, nor within two frames' : 'No sample falls in them';
  return `Samples at ${rate} miss ${count(missed.length)} of ${count(meetings.count)} ${what}. ${missedMeans}. Rings and strong ticks mark them.`;
}

function aboutMeeting(replay, at) {
  const { comparison, runs } = replay;
  const { begin, end, pair, speed: closing } = comparison.meetings;
  const [a, b] = [runs.name(pair[2 * at]), runs.name(pair[2 * at + 1])];
  const closes = closing[at] > 0 ? `, closing at ${speed(closing[at])}` : '';
  const when = seconds(begin[at], 6);
  const frame = comparison.sampleAt(begin[at]);
  if (comparison.mode === 'passing') {
    const lasts = `${a} and ${b} touch at ${when} for ${seconds(end[at] - begin[at])}${closes}.`;
    const seen = comparison.seen[at];
    if (!Number.isNaN(seen)) return `${lasts} The sample at ${seconds(seen, 6)} detects it, ${seconds(seen - begin[at])} late.`;
    return `${lasts} The samples at ${seconds(frame, 6)} and ${seconds(frame + 1 / comparison.rate, 6)} do not detect it.${distancePerFrame(replay, at, frame)}`;
  }
  const hits = `${a} and ${b} collide at ${when}${closes}.`;
  if (replay.alone) return hits;
  const reported = comparison.seen[at];
  if (!Number.isNaN(reported)) return `${hits} The sampled run reports it at ${seconds(reported, 6)}, ${seconds(reported - begin[at])} late.`;
  const early = reportedEarly(comparison, at);
  if (early >= 0) return `${hits} The sampled run reported it already at ${seconds(early, 6)}: trajectories have parted.`;
  return `${hits} The sampled run has no such collision within two frames.${distancePerFrame(replay, at, frame)}`;
}

/** Describes a body: its speed and its next contact or collision. */
function aboutBody(replay, body) {
  const { comparison, runs, clock } = replay;
  const { begin, pair, count: all } = comparison.meetings;
  const magnitude = Math.hypot(...comparison.motions[0].velocity(body, clock.time, [0, 0, 0]));
  const moves = `${runs.name(body)} ${magnitude > 0 ? `moves at ${speed(magnitude)}` : 'is at rest'}`;
  for (let at = firstAfter(begin, clock.time); at < all; at += 1) {
    const sides = [pair[2 * at], pair[2 * at + 1]];
    if (!sides.includes(body)) continue;
    const other = runs.name(sides[0] === body ? sides[1] : sides[0]);
    const missed = Number.isNaN(comparison.seen[at]) ? ' (missed by samples)' : '';
    return `${moves}; next event: with ${other} at ${seconds(begin[at], 6)}${missed}.`;
  }
  return `${moves}; no further events.`;
}

/** When the sampled run reported the same pair within the two frames before; -1 if it did not. */
function reportedEarly(comparison, at) {
  const { begin, pair } = comparison.reported;
  const time = comparison.meetings.begin[at];
  for (let other = firstFrom(begin, time) - 1; other >= 0 && begin[other] >= time - 2 / comparison.rate; other -= 1) {
    if (pair[2 * other] === comparison.meetings.pair[2 * at] && pair[2 * other + 1] === comparison.meetings.pair[2 * at + 1])
      return begin[other];
  }
  return -1;
}

/** How far the faster body moves between two frames, if more than twice its size; else empty. */
function distancePerFrame(replay, at, frame) {
  const { comparison, runs, radius } = replay;
  let fastest = { ratio: 2 };
  for (const body of comparison.bodies(at)) {
    const [before, after] = [frame, frame + 1 / comparison.rate].map((time) => comparison.motions[1].position(body, time, [0, 0, 0]));
    const distance = Math.hypot(...after.map((value, axis) => value - before[axis]));
    const ratio = distance / (2 * radius[body]);
    if (ratio > fastest.ratio) fastest = { body, distance, ratio };
  }
  if (fastest.body === undefined) return '';
  return ` Between two frames ${runs.name(fastest.body)} moves ${metres(fastest.distance)}, ${digits(fastest.ratio, 2)} times its size.`;
}
