// What a run by frames sees. Samples stand at k / rate, k = 0, 1, 2, ...

import { firstFrom } from './columns.js';

/** The first sample that is not before `t`. */
export function firstSampleFrom(t, rate) {
  let frame = Math.max(Math.ceil(t * rate), 0);
  // The product is rounded: it may be off by one either way.
  while (frame > 0 && (frame - 1) / rate >= t) frame -= 1;
  while (frame / rate < t) frame += 1;
  return frame / rate;
}

/** The number of the last sample that is not after `t`. */
export function frameAt(t, rate) {
  let frame = Math.floor(t * rate);
  while (frame / rate > t) frame -= 1;
  while ((frame + 1) / rate <= t) frame += 1;
  return frame;
}

/** For each contact the sample that sees it first, or NaN where none does: an interval is seen if a sample falls in it, ends included. */
export function seenAt(contacts, rate) {
  const seen = new Float64Array(contacts.count);
  for (let at = 0; at < contacts.count; at += 1) {
    const sample = firstSampleFrom(contacts.begin[at], rate);
    seen[at] = sample <= contacts.end[at] ? sample : NaN;
  }
  return seen;
}

/**
 * For each collision of the exact run the time at which a sampled one reports it, or NaN where it does not: a collision of the same two
 * at the next sample or the one after; each that is reported stands for one, the earliest first.
 */
export function reportedAt(exact, sampled, rate) {
  const key = (meetings, at) => `${meetings.pair[2 * at]} ${meetings.pair[2 * at + 1]}`;
  const pairs = new Map();
  for (let at = 0; at < sampled.count; at += 1) {
    const name = key(sampled, at);
    if (!pairs.has(name)) pairs.set(name, { times: [], taken: 0 });
    pairs.get(name).times.push(sampled.begin[at]);
  }
  const reported = new Float64Array(exact.count).fill(NaN);
  for (let at = 0; at < exact.count; at += 1) {
    const pair = pairs.get(key(exact, at));
    if (!pair) continue;
    pair.taken = firstFrom(pair.times, exact.begin[at], pair.taken);
    // Beyond the last one there is none, which is not below anything.
    if (!(pair.times[pair.taken] <= exact.begin[at] + 2 / rate)) continue;
    reported[at] = pair.times[pair.taken];
    pair.taken += 1;
  }
  return reported;
}

/** How many are missed, of what `seenAt` or `reportedAt` gave. */
export function countMissed(seen) {
  let missed = 0;
  for (const time of seen) missed += Number.isNaN(time) ? 1 : 0;
  return missed;
}
