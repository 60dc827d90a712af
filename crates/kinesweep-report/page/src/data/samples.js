// The contacts and collisions that samples detect. Samples are at times k / rate, k = 0, 1, 2, ...

import { firstFrom } from './columns.js';

/** The time of the first sample not before `t`. */
export function firstSampleFrom(t, rate) {
  let frame = Math.max(Math.ceil(t * rate), 0);
  // The product is rounded, so the frame may be off by one.
  while (frame > 0 && (frame - 1) / rate >= t) frame -= 1;
  while (frame / rate < t) frame += 1;
  return frame / rate;
}

/** The index of the last sample not after `t`. */
export function frameAt(t, rate) {
  let frame = Math.floor(t * rate);
  while (frame / rate > t) frame -= 1;
  while ((frame + 1) / rate <= t) frame += 1;
  return frame;
}

/**
 * The time of the first sample within each contact, ends included; NaN for a contact that no sample
 * falls in.
 */
export function seenAt(contacts, rate) {
  const seen = new Float64Array(contacts.count);
  for (let at = 0; at < contacts.count; at += 1) {
    const sample = firstSampleFrom(contacts.begin[at], rate);
    seen[at] = sample <= contacts.end[at] ? sample : NaN;
  }
  return seen;
}

/**
 * For each collision of the exact run, the time at which the sampled run reports it; NaN if missed.
 * A report is a collision of the same pair within two frames. Each report is matched once, the
 * earliest first.
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
    // Past the last time this compares with undefined, which is false.
    if (!(pair.times[pair.taken] <= exact.begin[at] + 2 / rate)) continue;
    reported[at] = pair.times[pair.taken];
    pair.taken += 1;
  }
  return reported;
}

/** The number of missed entries (NaN) in a result of `seenAt` or `reportedAt`. */
export function countMissed(seen) {
  let missed = 0;
  for (const time of seen) missed += Number.isNaN(time) ? 1 : 0;
  return missed;
}
