// What the two views show: for a comparison and a rate, the motions of both sides, what happens in truth, and what samples see of it.

import { firstAfter } from './columns.js';
import { lengthsOf } from './images.js';
import { Meetings } from './meetings.js';
import { Motion } from './motion.js';
import { frameAt, seenAt, reportedAt } from './samples.js';

/** The runs of a report, decoded once. */
export class Runs {
  constructor({ pass_through, responding, names, domain }) {
    this.names = names;
    /** Of a periodic domain; null in others. */
    this.lengths = lengthsOf(domain);
    /** Where bodies pass through each other; null where they cannot. */
    this.passing = pass_through && { motion: new Motion(pass_through.motion), meetings: new Meetings(pass_through.contacts) };
    const run = ({ motion, collisions }) => ({ motion: new Motion(motion), meetings: new Meetings(collisions) });
    /** Where they bounce; null where they cannot. By frames at some rates, or none. */
    this.bouncing = responding && {
      exact: run(responding.exact),
      sampled: new Map(responding.sampled.map((one) => [one.rate, run(one)])),
    };
    /** The exact run that there is. */
    this.exact = this.bouncing?.exact ?? this.passing;
  }

  /** The comparison `passing` at any rate, or `bouncing` at a rate that was run; without any, `bouncing` is the exact run alone. */
  compare(mode, rate) {
    return new RunComparison(this, mode, rate);
  }

  /** What one side of a pair is called: bodies by their names, walls of the domain by their axis. */
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
      /** What the sampled run reports, true or not. */
      this.reported = (run ?? exact).meetings;
      this.seen = run ? reportedAt(this.meetings, this.reported, rate) : Float64Array.from(this.meetings.begin);
    }
    /** Numbers of what samples miss, in order of time. */
    this.missed = [...this.seen.keys()].filter((at) => Number.isNaN(this.seen[at]));
    this.missedTimes = Float64Array.from(this.missed, (at) => this.meetings.begin[at]);
    // Sorted, for counting.
    this.seenTimes = this.seen.filter((time) => !Number.isNaN(time)).sort();
  }

  /** The last sample that is not after `t`. */
  sampleAt(t) {
    return frameAt(t, this.rate) / this.rate;
  }

  /** How many there have been up to time `t`: in truth; that samples have reported by then; and that they have missed. */
  counts(t) {
    return {
      truth: firstAfter(this.meetings.begin, t),
      reported: this.reported ? firstAfter(this.reported.begin, t) : firstAfter(this.seenTimes, t),
      missed: firstAfter(this.missedTimes, t),
    };
  }

  /** The bodies, of the two sides of a meeting; walls are none. */
  bodies(at) {
    const pair = [this.meetings.pair[2 * at], this.meetings.pair[2 * at + 1]];
    return pair.filter((side) => side < this.motions[0].bodies);
  }

  /** Where a meeting begins. */
  point(at) {
    return this.meetings.point.subarray(3 * at, 3 * at + 3);
  }
}
