// The replay: clock, selection, and two stages that show the exact and the sampled run.

import { Clock, next, previous, roundDown } from '../data/clock.js';
import { decode } from '../data/columns.js';
import { nearest } from '../data/images.js';
import { Runs } from '../data/runs.js';
import { readColours } from './colours.js';
import { closeUp, sceneView, sceneBox } from './framing.js';
import { inspectedRing, paintBodies, partedRings, rings } from './paint.js';
import { exactPath, sampledPath } from './path.js';
import { onClick, pick } from './pick.js';
import { Stage } from './stage.js';
import { Views } from './views.js';

/** Minimum real time of the whole replay at the initial speed, in seconds. */
const MIN_LENGTH = 12;
/** A selected meeting is shown from this much real time before it begins, in seconds. */
const LEAD_TIME = 1.5;
/** Bodies this many times smaller than the scene are too small to be visible in it. */
const VISIBLE_RATIO = 200;
/** Sizes in CSS pixels: dot of a small body, and dot of a sample on a path. */
const PIXELS = { dot: 4, sample: 7 };

export class Replay {
  constructor(data, rate, canvas) {
    this.data = data;
    this.runs = new Runs(data);
    this.clock = new Clock(data.until);
    this.initialSpeed = Math.min(1, roundDown(data.until / MIN_LENGTH));
    this.clock.speed = this.initialSpeed;
    this.hold = true;
    this.selected = null;
    this.listeners = [];
    this.fixed = decode(data.fixed);
    const shapeOf = [...decode(data.shapes.of_body)];
    const radius = Float64Array.from(shapeOf, (shape) => data.shapes.kinds[shape].reach ?? 0);
    this.box = sceneBox(data, this.runs.exact.motion, radius);
    this.sceneRadius = this.box[0].distanceTo(this.box[1]) / 2;
    /** Whether there is no sampled run, so that one view shows the exact run. */
    this.alone = !this.runs.passing && this.runs.bouncing.sampled.size === 0;
    this.stages = (this.alone ? [0] : [0, 1]).map(() => new Stage(data, shapeOf, this.sceneRadius));
    this.views = new Views(canvas, this.stages);
    this.radius = radius;
    this.parted = new Uint8Array(shapeOf.length);
    this.recolour();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.recolour());
    const { up, direction } = sceneView(this.box, data.gravity);
    this.views.camera.up.copy(up);
    this.homeDirection = direction;
    onClick(this.views, (side, point) => {
      const { camera, size, ratio } = this.views;
      this.inspect(pick(this.stages[side], camera, point, size, ratio));
    });
    this.show(this.#initialMode(), rate);
    this.showAll(true);
    this.#showFirstMissed();
  }

  /** `bouncing` if bodies collide or there is no pass-through run; else `passing`. */
  #initialMode() {
    const { passing, bouncing } = this.runs;
    if (!passing) return 'bouncing';
    const canBounce = bouncing && bouncing.sampled.size > 0 && bouncing.exact.meetings.count > 0;
    return canBounce && this.data.collides ? 'bouncing' : 'passing';
  }

  /** Starts with a close view of the first missed meeting if its bodies are too small to see. */
  #showFirstMissed() {
    const { missed } = this.comparison;
    if (missed.length === 0) return;
    const sizes = this.comparison.bodies(missed[0]).map((body) => this.radius[body] || Infinity);
    if (Math.min(...sizes) * VISIBLE_RATIO < this.sceneRadius) this.showMeeting(missed[0], true);
  }

  /** Adds a listener, called when the comparison, the selection or the speed changes. */
  onChange(listener) {
    this.listeners.push(listener);
  }

  #changed() {
    this.views.stale = true;
    for (const listener of this.listeners) listener();
  }

  recolour() {
    this.colours = readColours();
    for (const stage of this.stages) stage.paint(this.colours);
    this.views.stale = true;
  }

  /** Shows a comparison at a rate; for `bouncing`, at the nearest rate that was run. */
  show(mode, rate) {
    let shownRate = rate;
    if (mode === 'bouncing' && !this.alone) {
      const distance = (one) => Math.abs(Math.log(one / rate));
      shownRate = [...this.runs.bouncing.sampled.keys()].reduce((best, one) => (distance(one) < distance(best) ? one : best));
    }
    this.comparison = this.runs.compare(mode, shownRate);
    this.select(null);
  }

  /** Inspects a body; null ends it. */
  inspect(body) {
    this.inspected = body;
    this.#changed();
  }

  /** Selects a meeting: highlights its bodies and shows their paths. Null clears the selection. */
  select(at) {
    this.selected = at;
    this.inspected = null;
    const none = { origin: [0, 0, 0], lines: [], along: [], samples: [], dash: 0 };
    const paths =
      at === null ? [none, none] : [exactPath, sampledPath].map((path) => path(this.comparison, at, this.clock.until, this.radius));
    this.stages.forEach((stage, side) => stage.showPath(paths[side], PIXELS.sample * this.views.ratio, this.colours.path));
    this.#changed();
  }

  /** Shows a meeting close up and in slow motion, from just before it begins. */
  showMeeting(at, immediate = false) {
    const { target, size, direction, speed } = closeUp(this.comparison, at, this.radius, this.views.direction());
    this.clock.speed = speed;
    this.clock.seek(this.comparison.meetings.begin[at] - LEAD_TIME * speed);
    this.select(at);
    this.views.fitSphere(target, size, direction, immediate);
  }

  /** Shows the whole scene at the initial speed. */
  showAll(immediate = false) {
    this.clock.speed = this.initialSpeed;
    this.select(null);
    this.views.fitBox(this.box, this.homeDirection, immediate);
  }

  /** Seeks the next (1) or previous (-1) meeting. */
  step(direction) {
    this.clock.playing = false;
    const { begin } = this.comparison.meetings;
    const at = (direction > 0 ? next : previous)(begin, this.clock.time);
    if (at >= 0) this.seek(begin[at]);
  }

  /** Shows the next (1) or previous (-1) missed meeting. */
  stepMissed(direction) {
    const { missed, missedTimes, meetings } = this.comparison;
    const from = this.selected === null ? this.clock.time : meetings.begin[this.selected];
    let number = (direction > 0 ? next : previous)(missedTimes, from);
    // Missed meetings at equal times are visited in turn.
    const here = this.selected === null ? -1 : missed.indexOf(this.selected);
    if (here >= 0 && here + direction >= 0 && here + direction < missed.length) number = here + direction;
    if (number >= 0) this.showMeeting(missed[number]);
  }

  seek(time) {
    this.clock.seek(time);
    this.#changed();
  }

  setSpeed(speed) {
    this.clock.speed = speed;
    this.#changed();
  }

  toggle() {
    this.clock.toggle();
    this.#changed();
  }

  setHold(hold) {
    this.hold = hold;
    this.#changed();
  }

  /** The time that a side shows: that of the last sample if frames are held, else the present. */
  timeOf(side) {
    return side && this.hold ? this.comparison.sampleAt(this.clock.time) : this.clock.time;
  }

  /** The number of parted bodies as of the last drawn frame. */
  get partedCount() {
    return this.parted.reduce((sum, one) => sum + one, 0);
  }

  /** Advances the clock; draws if anything changed, and returns whether it did. */
  tick(now) {
    const before = this.clock.time;
    this.clock.advance((now - (this.now ?? now)) / 1000);
    this.now = now;
    if (this.clock.time !== before || this.views.transition) this.views.stale = true;
    if (!this.views.prepare(now, this.sceneRadius)) return false;
    this.#updateStages();
    this.views.draw();
    return true;
  }

  #updateStages() {
    const { ratio, view } = this.views;
    this.stages.forEach((_, side) => this.#placeBodies(side));
    this.#findParted();
    const focused = this.selected === null ? null : this.comparison.bodies(this.selected);
    const state = { fixed: this.fixed, selected: this.selected, speed: this.clock.speed, parted: this.parted, ratio };
    this.stages.forEach((stage, side) => {
      paintBodies(stage, side, this.comparison, this.timeOf(side), state, this.colours);
      stage.update(PIXELS.dot * ratio, view, focused);
      const marks = rings(side, this.comparison, this.clock.time, this.timeOf(side), state, this.colours);
      const all = side === 1 && this.selected === null ? marks.concat(partedRings(stage, state, this.colours)) : marks;
      stage.showRings(this.inspected === null ? all : all.concat(inspectedRing(stage, this.inspected, ratio, this.colours)));
    });
  }

  #placeBodies(side) {
    const stage = this.stages[side];
    const motion = this.comparison.motions[side];
    const t = this.timeOf(side);
    for (let body = 0; body < stage.bodies; body += 1) {
      motion.position(body, t, stage.position, 3 * body);
      motion.orientation(body, t, stage.orientation, 4 * body);
      const swell = motion.swellAt(body, t);
      stage.scale[body] = swell ? 1 + swell / this.radius[body] : 1;
    }
    this.#wrap(stage.position);
  }

  /**
   * In a periodic domain, maps positions to images in the domain, or nearest to the selected
   * meeting.
   */
  #wrap(position) {
    const { lengths } = this.runs;
    if (!lengths) return;
    const { corners } = this.data.domain;
    const point = this.selected === null ? null : this.comparison.point(this.selected);
    for (let axis = 0; axis < 3; axis += 1) {
      const [length, low] = [lengths[axis], point ? point[axis] - 0.5 * lengths[axis] : corners[0][axis]];
      for (let at = axis; at < position.length; at += 3) position[at] -= length * Math.floor((position[at] - low) / length);
    }
  }

  /**
   * Finds the bodies of the sampled run that are off their exact position by more than their
   * radius.
   */
  #findParted() {
    this.parted.fill(0);
    if (this.comparison.mode !== 'bouncing' || this.alone) return;
    const t = this.timeOf(1);
    const { lengths } = this.runs;
    const [exact, place] = [[0, 0, 0], this.stages[1].position];
    for (let body = 0; body < this.parted.length; body += 1) {
      this.comparison.motions[0].position(body, t, exact);
      let square = 0;
      for (let axis = 0; axis < 3; axis += 1) {
        let off = place[3 * body + axis] - exact[axis];
        if (lengths) off = nearest(off, lengths[axis]);
        square += off * off;
      }
      this.parted[body] = this.radius[body] > 0 && square > this.radius[body] ** 2 ? 1 : 0;
    }
  }
}
