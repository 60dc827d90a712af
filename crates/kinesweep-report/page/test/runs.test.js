import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Runs } from '../src/data/runs.js';
import { cuts, exactPath, sampledPath } from '../src/replay/path.js';

const column = (type, array) => ({ [type]: Buffer.from(array.buffer).toString('base64') });
const f64 = (...values) => column('f64', Float64Array.from(values));
const f32 = (...values) => column('f32', Float32Array.from(values));
const u32 = (...values) => column('u32', Uint32Array.from(values));

/**
 * A ball at 10 m/s bounces off a fixed one at x = 1 after 0.1 s; samples at 4 Hz miss the
 * collision.
 */
const bounce = {
  motion: {
    first: u32(0, 2, 3),
    epoch: f64(0, 0.1, 0),
    position: f64(0, 0, 0, 1, 0, 0, 1.5, 0, 0),
    velocity: f64(10, 0, 0, -10, 0, 0, 0, 0, 0),
    start_orientation: f64(0, 0, 0, 1, 0, 0, 0, 1),
  },
  collisions: { begin: f64(0.1), pair: u32(0, 1), point: f32(1.25, 0, 0), speed: f32(10) },
};
const through = {
  first: u32(0, 1, 2),
  epoch: f64(0, 0),
  position: f64(0, 0, 0, 1.5, 0, 0),
  velocity: f64(10, 0, 0, 0, 0, 0),
  start_orientation: f64(0, 0, 0, 1, 0, 0, 0, 1),
};
const nothing = { begin: f64(), pair: u32(), point: f32(), speed: f32() };
const runs = new Runs({
  names: ['fast', 'fixed'],
  pass_through: {
    motion: through,
    contacts: { begin: f64(0.1), end: f64(0.2), pair: u32(0, 1), point: f32(1.25, 0, 0), speed: f32(10) },
  },
  responding: { exact: bounce, sampled: [{ rate: 4, motion: through, collisions: nothing }] },
});

test('in a periodic domain paths continue at the image nearest to the meeting', () => {
  // Two bodies collide at a face. The position of the first is given on the far side of the domain,
  // which is 8 m long, and leaves it.
  const across = {
    first: u32(0, 2, 3),
    epoch: f64(0, 0.1, 0),
    position: f64(11, 0, 0, 4, 0, 0, 4.5, 0, 0),
    velocity: f64(10, 0, 0, -10, 0, 0, 0, 0, 0),
    start_orientation: f64(0, 0, 0, 1, 0, 0, 0, 1),
  };
  const run = { motion: across, collisions: { ...bounce.collisions, point: f32(4.25, 0, 0) } };
  const domain = { kind: 'periodic', corners: [[-4, -4, -4], [4, 4, 4]] };
  const comparison = new Runs({ names: ['a', 'b'], pass_through: null, responding: { exact: run, sampled: [] }, domain }).compare('bouncing', 4);
  const { lines, along } = exactPath(comparison, 0, 1, [0.25, 0.25]);
  const reach = Math.max(...lines.filter((_, at) => at % 3 === 0).map(Math.abs));
  assert.ok(reach <= 4.1 && lines.length > 0, `${reach}`);
  // From 3 (image: 11) to 4, and back.
  const [start] = lines;
  assert.ok(Math.abs(start + 1.25) < 1e-9, `${start}`);
  assert.ok(along.every((length) => length < 20));
});

test('missed contacts depend on the rate', () => {
  const coarse = runs.compare('passing', 4);
  assert.deepEqual(coarse.missed, [0]);
  assert.deepEqual(coarse.counts(0.3), { truth: 1, reported: 0, missed: 1 });
  const fine = runs.compare('passing', 8);
  assert.deepEqual(fine.missed, []);
  assert.deepEqual(fine.counts(0.11), { truth: 1, reported: 0, missed: 0 });
  assert.deepEqual(fine.counts(0.125), { truth: 1, reported: 1, missed: 0 });
});

test('with collision response each side has its own motion', () => {
  const comparison = runs.compare('bouncing', 4);
  assert.deepEqual(comparison.missed, [0]);
  assert.deepEqual(
    comparison.motions.map((motion) => motion.position(0, 0.2, [0, 0, 0])[0]),
    [0, 2],
  );
  assert.deepEqual(comparison.bodies(0), [0, 1]);
  assert.equal(comparison.sampleAt(0.3), 0.25);
});

test('without a sampled run there is only the exact run', () => {
  const alone = new Runs({ names: ['fast', 'fixed'], pass_through: null, responding: { exact: bounce, sampled: [] } });
  const comparison = alone.compare('bouncing', 60);
  assert.deepEqual([comparison.missed, comparison.counts(1)], [[], { truth: 1, reported: 1, missed: 0 }]);
  assert.equal(alone.exact, alone.bouncing.exact);
});

test('walls are named by their axis', () => {
  assert.deepEqual(
    [0, 1, 2, 7].map((side) => runs.name(side)),
    ['fast', 'fixed', 'wall −x', 'wall +z'],
  );
});

test('an exact path has a corner at a collision', () => {
  const comparison = runs.compare('bouncing', 4);
  const exact = exactPath(comparison, 0, 1, [0.25, 0.25]);
  const xs = exact.lines.filter((_, at) => at % 3 === 0).map((x) => x + exact.origin[0]);
  assert.ok(Math.abs(Math.max(...xs) - 1) < 1e-12, 'the corner is at x = 1');
  const sampled = sampledPath(comparison, 0, 1, [0.25, 0.25]);
  assert.deepEqual(
    sampled.samples.filter((_, at) => at % 3 === 0).map((x) => x + sampled.origin[0]),
    [2.5, 0, 5, 7.5],
  );
  assert.equal(sampled.along.length, sampled.lines.length / 3);
  assert.ok(sampled.dash > 0);
});

test('lines are cut finely near the origin', () => {
  assert.deepEqual(cuts(10, 5, 1), [0, 1, 3, 4, 5, 6, 7, 9, 10]);
  assert.deepEqual(cuts(1, -5, 0.5), [0, 1]);
  const all = cuts(1e6, 3, 0.01);
  assert.ok(all.length < 100 && all.includes(3));
});
