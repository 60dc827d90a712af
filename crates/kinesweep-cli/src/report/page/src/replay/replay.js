// The replay: time, what is looked at, and two stages that show both sides of the comparison.

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

/** Real time that the whole replay takes at first, in seconds, if it is not shorter by itself. */
const FIRST_LENGTH = 12;
/** Real time from which on a meeting is shown before it comes, in seconds. */
const LEAD = 1.5;
/** A body this many times smaller than the scene is a dot in it. */
const TINY = 200;
/** Sizes in pixels of the page: of the dot that stands for a body too small to be seen, and of the samples of a path. */
const PIXELS = { dot: 4, bead: 7 };

export class Replay {
  constructor(data, rate, canvas) {
    this.data = data;
    this.runs = new Runs(data);
    this.clock = new Clock(data.until);
    this.firstSpeed = Math.min(1, roundDown(data.until / FIRST_LENGTH));
    this.clock.speed = this.firstSpeed;
    this.hold = true;
    this.selected = null;
    this.listeners = [];
    this.fixed = decode(data.fixed);
    const shapeOf = [...decode(data.shapes.of_body)];
    const radius = Float64Array.from(shapeOf, (shape) => data.shapes.kinds[shape].reach ?? 0);
    this.box = sceneBox(data, this.runs.exact.motion, radius);
    this.reach = this.box[0].distanceTo(this.box[1]) / 2;
    /** Whether there is nothing to compare with: then there is one view alone. */
    this.alone = !this.runs.passing && this.runs.bouncing.sampled.size === 0;
    this.stages = (this.alone ? [0] : [0, 1]).map(() => new Stage(data, shapeOf, this.reach));
    this.views = new Views(canvas, this.stages);
    this.radius = radius;
    this.parted = new Uint8Array(shapeOf.length);
    this.recolour();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.recolour());
    const { up, direction } = sceneView(this.box, data.gravity);
    this.views.camera.up.copy(up);
    this.home = direction;
    onClick(this.views, (side, point) => {
      const { camera, size, ratio } = this.views;
      this.inspect(pick(this.stages[side], camera, point, size, ratio));
    });
    this.show(this.#firstMode(), rate);
    this.showAll(true);
    this.#open();
  }

  /** Bodies bounce at first if that is what the scene is about: they do so, and something comes of it. */
  #firstMode() {
    const { passing, bouncing } = this.runs;
    if (!passing) return 'bouncing';
    const canBounce = bouncing && bouncing.sampled.size > 0 && bouncing.exact.meetings.count > 0;
    return canBounce && this.data.collides ? 'bouncing' : 'passing';
  }

  /** Where nothing could be seen of the first miss in the whole scene, begins with a look at it from near by. */
  #open() {
    const { missed } = this.comparison;
    if (missed.length === 0) return;
    const sizes = this.comparison.bodies(missed[0]).map((body) => this.radius[body] || Infinity);
    if (Math.min(...sizes) * TINY < this.reach) this.showMeeting(missed[0], true);
  }

  /** Calls back when the comparison, what is looked at, or the speed changes. */
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

  /** Shows a comparison at a rate; where bodies bounce, at the nearest rate that was run. */
  show(mode, rate) {
    let own = rate;
    if (mode === 'bouncing' && !this.alone) {
      const far = (one) => Math.abs(Math.log(one / rate));
      own = [...this.runs.bouncing.sampled.keys()].reduce((best, one) => (far(one) < far(best) ? one : best));
    }
    this.comparison = this.runs.compare(mode, own);
    this.select(null);
  }

  /** Inspects a body; none with null. */
  inspect(body) {
    this.inspected = body;
    this.#changed();
  }

  /** Selects a meeting: its bodies stay bright, and their paths are shown. */
  select(at) {
    this.selected = at;
    this.inspected = null;
    const none = { origin: [0, 0, 0], lines: [], along: [], samples: [], dash: 0 };
    const paths =
      at === null ? [none, none] : [exactPath, sampledPath].map((path) => path(this.comparison, at, this.clock.until, this.radius));
    this.stages.forEach((stage, side) => stage.showPath(paths[side], PIXELS.bead * this.views.ratio, this.colours.path));
    this.#changed();
  }

  /** Shows a meeting from near by and in slow motion, a moment before it comes. */
  showMeeting(at, immediate = false) {
    const { target, size, direction, speed } = closeUp(this.comparison, at, this.radius, this.views.direction());
    this.clock.speed = speed;
    this.clock.seek(this.comparison.meetings.begin[at] - LEAD * speed);
    this.select(at);
    this.views.fitSphere(target, size, direction, immediate);
  }

  /** Shows the whole scene again. */
  showAll(immediate = false) {
    this.clock.speed = this.firstSpeed;
    this.select(null);
    this.views.fitBox(this.box, this.home, immediate);
  }

  /** Goes to the next (1) or previous (-1) event. */
  step(way) {
    this.clock.playing = false;
    const { begin } = this.comparison.meetings;
    const at = (way > 0 ? next : previous)(begin, this.clock.time);
    if (at >= 0) this.seek(begin[at]);
  }

  /** Goes to the next or previous event that samples miss. */
  stepMissed(way) {
    const { missed, missedTimes, meetings } = this.comparison;
    const from = this.selected === null ? this.clock.time : meetings.begin[this.selected];
    let number = (way > 0 ? next : previous)(missedTimes, from);
    // Of several at one time all are visited, one after the other.
    const here = this.selected === null ? -1 : missed.indexOf(this.selected);
    if (here >= 0 && here + way >= 0 && here + way < missed.length) number = here + way;
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

  /** The time that a side shows. */
  timeOf(side) {
    return side && this.hold ? this.comparison.sampleAt(this.clock.time) : this.clock.time;
  }

  /** How many bodies are not where they should be, by more than their radius, as of the last picture. */
  get partedCount() {
    return this.parted.reduce((sum, one) => sum + one, 0);
  }

  /** Goes on, and draws if anything has changed. */
  tick(now) {
    const before = this.clock.time;
    this.clock.advance((now - (this.now ?? now)) / 1000);
    this.now = now;
    if (this.clock.time !== before || this.views.transition) this.views.stale = true;
    if (!this.views.prepare(now, this.reach)) return false;
    this.#arrange();
    this.views.draw();
    return true;
  }

  #arrange() {
    const { ratio, view } = this.views;
    this.stages.forEach((_, side) => this.#place(side));
    this.#compare();
    const looked = this.selected === null ? null : this.comparison.bodies(this.selected);
    const state = { fixed: this.fixed, selected: this.selected, speed: this.clock.speed, parted: this.parted, ratio };
    this.stages.forEach((stage, side) => {
      paintBodies(stage, side, this.comparison, this.timeOf(side), state, this.colours);
      stage.update(PIXELS.dot * ratio, view, looked);
      const marks = rings(side, this.comparison, this.clock.time, this.timeOf(side), state, this.colours);
      const all = side === 1 && this.selected === null ? marks.concat(partedRings(stage, state, this.colours)) : marks;
      stage.showRings(this.inspected === null ? all : all.concat(inspectedRing(stage, this.inspected, ratio, this.colours)));
    });
  }

  #place(side) {
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

  /** In a periodic domain everything is shown by its image inside; where a meeting is looked at, by the one that is nearest to it. */
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

  /** Finds which bodies of the sampled run are not where they should be at its own frame. */
  #compare() {
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
