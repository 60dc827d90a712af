import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Motion } from '../src/data/motion.js';

const f64 = (values) => ({ f64: Buffer.from(new Float64Array(values).buffer).toString('base64') });
const u32 = (values) => ({ u32: Buffer.from(new Uint32Array(values).buffer).toString('base64') });
const near = (found, expected) =>
  found.forEach((value, at) => assert.ok(Math.abs(value - expected[at]) < 1e-12, `${found} is not ${expected}`));

/**
 * Body 0 is at rest until 1 s, then thrown up; body 1 rotates about z by a quarter turn a second.
 */
const motion = new Motion({
  first: u32([0, 2, 3]),
  epoch: f64([0, 1, 0]),
  position: f64([1, 0, 0, 1, 0, 0, 0, 0, 5]),
  velocity: f64([0, 0, 0, 0, 10, 0, 0, 0, 0]),
  acceleration: f64([0, 0, 0, 0, -10, 0, 0, 0, 0]),
  spin: f64([0, 0, 0, 0, 0, 0, 0, 0, Math.PI / 2]),
  swell: null,
  growth: f64([0, 0, 0.5]),
  start_orientation: f64([0, 0, 0, 1, Math.SQRT1_2, 0, 0, Math.SQRT1_2]),
});

test('a piece is in force from its epoch on', () => {
  assert.equal(motion.piece(0, 0), 0);
  assert.equal(motion.piece(0, 0.999), 0);
  assert.equal(motion.piece(0, 1), 1);
  assert.equal(motion.piece(0, 9), 1);
  assert.equal(motion.piece(0, 0.5), 0, 'back to an earlier time');
  assert.equal(motion.piece(1, 3), 2);
});

test('of pieces with equal epochs the last is in force, as in the engine', () => {
  const twice = new Motion({
    first: u32([0, 3]),
    epoch: f64([0, 2, 2]),
    position: f64([0, 0, 0, 1, 0, 0, 2, 0, 0]),
    start_orientation: f64([0, 0, 0, 1]),
  });
  assert.deepEqual(twice.position(0, 2, [0, 0, 0]), [2, 0, 0]);
  assert.deepEqual(twice.position(0, 1, [0, 0, 0]), [0, 0, 0]);
  assert.deepEqual(twice.position(0, -1, [0, 0, 0]), [0, 0, 0], 'before the first one');
});

test('positions and velocities are parabolas', () => {
  near(motion.position(0, 0.5, [0, 0, 0]), [1, 0, 0]);
  near(motion.position(0, 2, [0, 0, 0]), [1, 5, 0]);
  near(motion.position(0, 3, [0, 0, 0]), [1, 0, 0]);
  near(motion.velocity(0, 2, [0, 0, 0]), [0, 0, 0]);
  near(motion.position(1, 2, [9, 0, 0, 0], 1), [9, 0, 0, 5]);
});

test('spin is about the axes of the world', () => {
  near(motion.orientation(1, 0, [0, 0, 0, 0]), [Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  // A quarter turn about z after one about x.
  near(motion.orientation(1, 1, [0, 0, 0, 0]), [0.5, 0.5, 0.5, 0.5]);
  near(motion.orientation(0, 7, [0, 0, 0, 0]), [0, 0, 0, 1]);
});

test('the radius of a growing ball increases linearly', () => {
  assert.equal(motion.swellAt(1, 4), 2);
  assert.equal(motion.swellAt(0, 4), 0);
});
