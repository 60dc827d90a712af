// The time of the replay: where it stands, how fast it goes, and where it may go.

import { firstAfter, firstFrom } from './columns.js';

/** Longest step that is made at once, in seconds of real time: a page that was in the background does not leap. */
const LONGEST_STEP = 0.1;

export class Clock {
  constructor(until) {
    this.until = until;
    this.time = 0;
    this.speed = 1;
    this.playing = false;
  }

  /** Goes on by so many seconds of real time; stops at the end. */
  advance(seconds) {
    if (!this.playing) return;
    this.seek(this.time + Math.min(seconds, LONGEST_STEP) * this.speed);
    if (this.time >= this.until) this.playing = false;
  }

  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.until);
  }

  /** Plays or pauses; from the end it plays from the start. */
  toggle() {
    this.playing = !this.playing;
    if (this.playing && this.time >= this.until) this.time = 0;
  }
}

/** The number of the first time after `t`; -1 if there is none. */
export function next(times, t) {
  const at = firstAfter(times, t);
  return at < times.length ? at : -1;
}

/** The number of the last time before `t`; -1 if there is none. */
export function previous(times, t) {
  return firstFrom(times, t) - 1;
}

/** The greatest of 1, 2, 5 times a power of ten that is not above `value`. */
export function roundDown(value) {
  const power = 10 ** Math.floor(Math.log10(value));
  // 1e-12: so that 5 is 5 where dividing has made it a little less.
  const lead = value / power + 1e-12;
  const step = lead >= 5 ? 5 : lead >= 2 ? 2 : 1;
  return step * power;
}
