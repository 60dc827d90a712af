// The clock of the replay: the time shown, the speed and the range of times.

import { firstAfter, firstFrom } from './columns.js';

/** Longest step of the clock, in seconds of real time. Limits the jump after time in background. */
const MAX_STEP = 0.1;

export class Clock {
  constructor(until) {
    this.until = until;
    this.time = 0;
    this.speed = 1;
    this.playing = false;
  }

  /** Advances by `seconds` of real time; pauses at the end. */
  advance(seconds) {
    if (!this.playing) return;
    this.seek(this.time + Math.min(seconds, MAX_STEP) * this.speed);
    if (this.time >= this.until) this.playing = false;
  }

  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.until);
  }

  /** Plays or pauses. Play at the end starts again from 0. */
  toggle() {
    this.playing = !this.playing;
    if (this.playing && this.time >= this.until) this.time = 0;
  }
}

/** The index of the first time after `t`; -1 if there is none. */
export function next(times, t) {
  const at = firstAfter(times, t);
  return at < times.length ? at : -1;
}

/** The index of the last time before `t`; -1 if there is none. */
export function previous(times, t) {
  return firstFrom(times, t) - 1;
}

/** The greatest of 1, 2, 5 times a power of ten that is not above `value`. */
export function roundDown(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  // 1e-12: the quotient of exactly 5 may be rounded to just below 5.
  const lead = value / power + 1e-12;
  const step = lead >= 5 ? 5 : lead >= 2 ? 2 : 1;
  return step * power;
}
