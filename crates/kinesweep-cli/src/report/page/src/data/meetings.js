// What happened in a run: contacts of a pair, from begin to end, or collisions, which take no time. In order of their begin.

import { decode } from './columns.js';

export class Meetings {
  /** From the columns of `events.rs`. */
  constructor(columns) {
    this.begin = decode(columns.begin);
    this.end = decode(columns.end) ?? this.begin;
    this.pair = decode(columns.pair);
    this.point = decode(columns.point);
    this.speed = decode(columns.speed);
    this.count = this.begin.length;
  }
}
