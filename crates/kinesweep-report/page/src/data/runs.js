// The decoded runs of a report, and the comparison of an exact run with samples at one rate.

import { firstAfter } from './columns.js';
import { lengthsOf } from './images.js';
import { Meetings } from './meetings.js';
import { Motion } from './motion.js';
import { frameAt, seenAt, reportedAt } from './samples.js';

/** The runs of a report, decoded once. */
export class Runs {
  constructor({ pass_through, responding, names, domain }) {
    this.names = names;
    /** Lengths of a periodic domain; null for other domains. */
    this.lengths = lengthsOf(domain);
    /** The pass-through run; null if there is none. */
    this.passing = pass_through && { motion: new Motion(pass_through.motion), meetings: new Meetings(pass_through.contacts) };
    const run = ({ motion, collisions }) => ({ motion: new Motion(motion), meetings: new Meetings(collisions) });
    /** The runs with collision response; null if there are none. `sampled` is keyed by rate. */
    this.bouncing = responding && {
      exact: run(responding.exact),
      sampled: new Map(responding.sampled.map((one) => [one.rate, run(one)])),
    };
    /** The exact run with response; without one, the pass-through run. */
    this.exact = this.bouncing?.exact ?? this.passing;
  }

  /**
   * Compares the exact run with samples. `mode` is `passing`, at any rate, or `bouncing`, at a rate
   * that was run. If there are no sampled runs, `bouncing` gives the exact run alone.
   */
  compare(mode, rate) {
    return new RunComparison(this, mode, rate);
  }

  /** The name of a side of a pair: the body's name, or the axis of a domain wall. */
  name(side) {
    const wall = side - this.names.length;
    return wall < 0 ? this.names[side] : `wall ${['−x', '+x', '−y', '+y', '−z', '+z'][wall]}`;
  }
}

class RunComparison {
  constructor(runs, mode, rate) {
    this.mode = mode;
    this.rate = rate;
    this.lengths = runs.lengths;
    if (mode === 'passing') {
      const { motion, meetings } = runs.passing;
      this.motions = [motion, motion];
      this.meetings = meetings;
      this.seen = seenAt(meetings, rate);
    } else {
      const { exact, sampled } = runs.bouncing;
      const run = sampled.get(rate);
      this.motions = [exact.motion, run?.motion ?? exact.motion];
      this.meetings = exact.meetings;
      /** The collisions that the sampled run reports, including false ones. */
      this.reported = (run ?? exact).meetings;
      this.seen = run ? reportedAt(this.meetings, this.reported, rate) : Float64Array.from(this.meetings.begin);
    }
    /** Indices of the meetings that samples miss, in order of time. */
    this.missed = [...this.seen.keys()].filter((at) => Number.isNaN(this.seen[at]));
    this.missedTimes = Float64Array.from(this.missed, (at) => this.meetings.begin[at]);
    // Sorted, for `counts`.
    this.seenTimes = this.seen.filter((time) => !Number.isNaN(time)).sort();
  }

  /** The time of the last sample not after `t`. */
  sampleAt(t) {
    return frameAt(t, this.rate) / this.rate;
  }

  /** Counts up to time `t`: exact meetings, those reported by samples, and those missed. */
  counts(t) {
    return {
      truth: firstAfter(this.meetings.begin, t),
      reported: this.reported ? firstAfter(this.reported.begin, t) : firstAfter(this.seenTimes, t),
      missed: firstAfter(this.missedTimes, t),
    };
  }

  /** The bodies of a meeting's pair, without walls. */
  bodies(at) {
    const pair = [this.meetings.pair[2 * at], this.meetings.pair[2 * at + 1]];
    return pair.filter((side) => side < this.motions[0].bodies);
  }

  /** The point at which a meeting begins. */
  point(at) {
    return this.meetings.point.subarray(3 * at, 3 * at + 3);
  }
}
