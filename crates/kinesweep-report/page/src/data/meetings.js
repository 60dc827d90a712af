// The contacts or the collisions of a run, as columns in order of begin. Collisions end when they
// begin.

import { decode } from './columns.js';

export class Meetings {
  /** `columns`: as `events.rs` writes them. */
  constructor(columns) {
    this.begin = decode(columns.begin);
    this.end = decode(columns.end) ?? this.begin;
    this.pair = decode(columns.pair);
    this.point = decode(columns.point);
    this.speed = decode(columns.speed);
    this.count = this.begin.length;
  }
}
