// The words in the corners of the views, and the sentence under them.

import { firstAfter, firstFrom } from '../data/columns.js';
import { count, digits, hertz, metres, seconds, speed } from '../text/format.js';
import { byId } from './dom.js';

const plural = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;

/** What each view is of; changes with the comparison. */
export function showTitles(replay) {
  const { mode, rate } = replay.comparison;
  byId('right').hidden = replay.alone;
  byId('key-missed').hidden = replay.alone;
  byId('key-parted').hidden = replay.alone || mode === 'passing';
  byId('left-title').textContent = 'Exact';
  byId('left-about').textContent = 'event by event';
  byId('right-title').textContent = `Sampled at ${hertz(rate)}`;
  byId('right-about').textContent = mode === 'bouncing' ? 'its own trajectories' : 'same trajectories, seen at frames';
}

/** How it stands at present; changes with time. */
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
    byId('right-counts').textContent = `${frame} · ${count(reported)} seen · ${count(missed)} missed`;
  }
}

/** A sentence about what is looked at, or how to look. */
export function status(replay) {
  const { comparison, selected } = replay;
  if (replay.inspected !== null) return aboutBody(replay, replay.inspected);
  if (selected !== null) return about(replay, selected);
  const { missed, meetings, mode } = comparison;
  if (replay.alone)
    return `There are ${count(meetings.count)} collisions. Frames cannot follow bodies here, so there is nothing to compare with.`;
  const what = mode === 'bouncing' ? 'collisions' : 'contacts';
  if (meetings.count === 0) return `There are no ${what}.`;
  const rate = hertz(comparison.rate);
  if (missed.length === 0) {
    const hint = mode === 'passing' ? ' Lower the rate to see some go.' : '';
    return `Samples at ${rate} miss none of the ${count(meetings.count)} ${what}.${hint}`;
  }
  const so = mode === 'bouncing' ? 'Not found where it happens, nor within two frames' : 'No sample falls in them';
  return `Samples at ${rate} miss ${count(missed.length)} of ${count(meetings.count)} ${what}. ${so}: ringed here, ticked below.`;
}

function about(replay, at) {
  const { comparison, runs } = replay;
  const { begin, end, pair, speed: closing } = comparison.meetings;
  const [a, b] = [runs.name(pair[2 * at]), runs.name(pair[2 * at + 1])];
  const closes = closing[at] > 0 ? `, closing at ${speed(closing[at])}` : '';
  const when = seconds(begin[at], 6);
  const frame = comparison.sampleAt(begin[at]);
  if (comparison.mode === 'passing') {
    const lasts = `${a} and ${b} touch at ${when} for ${seconds(end[at] - begin[at])}${closes}.`;
    const seen = comparison.seen[at];
    if (!Number.isNaN(seen)) return `${lasts} The sample at ${seconds(seen, 6)} sees it, ${seconds(seen - begin[at])} late.`;
    return `${lasts} The samples at ${seconds(frame, 6)} and ${seconds(frame + 1 / comparison.rate, 6)} do not see it.${flown(replay, at, frame)}`;
  }
  const hits = `${a} and ${b} collide at ${when}${closes}.`;
  if (replay.alone) return hits;
  const reported = comparison.seen[at];
  if (!Number.isNaN(reported)) return `${hits} The sampled run reports it at ${seconds(reported, 6)}, ${seconds(reported - begin[at])} late.`;
  const early = reportedEarly(comparison, at);
  if (early >= 0) return `${hits} The sampled run has reported it at ${seconds(early, 6)} already: trajectories have parted.`;
  return `${hits} The sampled run has no such collision within two frames.${flown(replay, at, frame)}`;
}

/** A body: how fast it is, and what it meets next. */
function aboutBody(replay, body) {
  const { comparison, runs, clock } = replay;
  const { begin, pair, count: all } = comparison.meetings;
  const fast = Math.hypot(...comparison.motions[0].velocity(body, clock.time, [0, 0, 0]));
  const moves = `${runs.name(body)} ${fast > 0 ? `moves at ${speed(fast)}` : 'is at rest'}`;
  for (let at = firstAfter(begin, clock.time); at < all; at += 1) {
    const sides = [pair[2 * at], pair[2 * at + 1]];
    if (!sides.includes(body)) continue;
    const other = runs.name(sides[0] === body ? sides[1] : sides[0]);
    const missed = Number.isNaN(comparison.seen[at]) ? ', which samples miss' : '';
    return `${moves}, and meets ${other} at ${seconds(begin[at], 6)}${missed}.`;
  }
  return `${moves}, and meets nothing more.`;
}

/** When the sampled run reported a collision of these two in the two frames before; -1 if it did not. */
function reportedEarly(comparison, at) {
  const { begin, pair } = comparison.reported;
  const time = comparison.meetings.begin[at];
  for (let other = firstFrom(begin, time) - 1; other >= 0 && begin[other] >= time - 2 / comparison.rate; other -= 1) {
    if (pair[2 * other] === comparison.meetings.pair[2 * at] && pair[2 * other + 1] === comparison.meetings.pair[2 * at + 1])
      return begin[other];
  }
  return -1;
}

/** How far the faster body goes from one frame to the next, where that is more than it measures itself. */
function flown(replay, at, frame) {
  const { comparison, runs, radius } = replay;
  let most = { ratio: 2 };
  for (const body of comparison.bodies(at)) {
    const [before, after] = [frame, frame + 1 / comparison.rate].map((time) => comparison.motions[1].position(body, time, [0, 0, 0]));
    const way = Math.hypot(...after.map((value, axis) => value - before[axis]));
    const ratio = way / (2 * radius[body]);
    if (ratio > most.ratio) most = { body, way, ratio };
  }
  if (most.body === undefined) return '';
  return ` Between two frames ${runs.name(most.body)} moves ${metres(most.way)}, ${digits(most.ratio, 2)} times its size.`;
}
