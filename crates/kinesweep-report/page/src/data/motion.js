// Trajectories, evaluated in closed form at any time. A body's motion is a sequence of pieces. Each
// has an epoch t0: x(t) = x0 + v0 (t - t0) + 1/2 a (t - t0)^2, and for the orientation
// q(t) = exp(w (t - t0)) q0.

import { decode, firstAfter } from './columns.js';

export class Motion {
  /** `columns`: as `motion.rs` writes them. */
  constructor(columns) {
    this.first = decode(columns.first);
    this.epoch = decode(columns.epoch);
    this.x = decode(columns.position);
    this.v = decode(columns.velocity);
    this.a = decode(columns.acceleration);
    this.w = decode(columns.spin);
    this.swell = decode(columns.swell);
    this.growth = decode(columns.growth);
    this.q = decode(columns.orientation);
    this.start = decode(columns.start_orientation);
    this.bodies = this.first.length - 1;
    // The piece found last for each body. Times mostly advance by little, so it is checked first.
    this.last = this.first.slice(0, this.bodies);
  }

  /** The index of the piece in force at time `t`: the last one begun, or the first. */
  piece(body, t) {
    const [low, high] = [this.first[body], this.first[body + 1]];
    let at = this.last[body];
    const holds = this.epoch[at] <= t && (at + 1 === high || this.epoch[at + 1] > t);
    if (!holds) {
      at = Math.max(firstAfter(this.epoch, t, low, high) - 1, low);
      this.last[body] = at;
    }
    return at;
  }

  /** Writes the position at time `t` into `out[at..at + 3]`. */
  position(body, t, out, at = 0) {
    const piece = this.piece(body, t);
    const dt = t - this.epoch[piece];
    for (let axis = 0; axis < 3; axis += 1) {
      const slot = 3 * piece + axis;
      const v = this.v ? this.v[slot] : 0;
      const a = this.a ? this.a[slot] : 0;
      out[at + axis] = this.x[slot] + (v + a * (0.5 * dt)) * dt;
    }
    return out;
  }

  /** Writes the velocity at time `t` into `out`. */
  velocity(body, t, out) {
    const piece = this.piece(body, t);
    const dt = t - this.epoch[piece];
    for (let axis = 0; axis < 3; axis += 1) {
      const slot = 3 * piece + axis;
      out[axis] = (this.v ? this.v[slot] : 0) + (this.a ? this.a[slot] * dt : 0);
    }
    return out;
  }

  /** Writes the orientation at time `t`, as x, y, z, w, into `out[at..at + 4]`. */
  orientation(body, t, out, at = 0) {
    const piece = this.piece(body, t);
    const from = this.q ?? this.start;
    const slot = 4 * (this.q ? piece : body);
    const [x, y, z, w] = [from[slot], from[slot + 1], from[slot + 2], from[slot + 3]];
    const dt = t - this.epoch[piece];
    const [wx, wy, wz] = this.w ? [this.w[3 * piece], this.w[3 * piece + 1], this.w[3 * piece + 2]] : [0, 0, 0];
    const rate = Math.hypot(wx, wy, wz);
    if (rate === 0) {
      out[at] = x;
      out[at + 1] = y;
      out[at + 2] = z;
      out[at + 3] = w;
      return out;
    }
    const half = 0.5 * rate * dt;
    const s = Math.sin(half) / rate;
    const [tx, ty, tz, tw] = [s * wx, s * wy, s * wz, Math.cos(half)];
    out[at] = tw * x + tx * w + ty * z - tz * y;
    out[at + 1] = tw * y - tx * z + ty * w + tz * x;
    out[at + 2] = tw * z + tx * y - ty * x + tz * w;
    out[at + 3] = tw * w - tx * x - ty * y - tz * z;
    return out;
  }

  /** The excess of a growing ball's radius over the radius of its shape, at time `t`. */
  swellAt(body, t) {
    if (!this.swell && !this.growth) return 0;
    const piece = this.piece(body, t);
    return (this.swell ? this.swell[piece] : 0) + (this.growth ? this.growth[piece] * (t - this.epoch[piece]) : 0);
  }
}
