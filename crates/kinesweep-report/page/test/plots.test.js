import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decadesAround, linearScale, logScale, roundUp, separateLabels } from '../src/plots/scale.js';

test('logarithmic axes map ratios to distances', () => {
  const { place, ticks } = logScale([10, 1000], [0, 100]);
  assert.deepEqual(
    [10, 100, 1000].map((value) => Math.round(place(value))),
    [0, 50, 100],
  );
  assert.deepEqual(ticks, [10, 30, 100, 300, 1000]);
  const { value } = logScale([10, 1000], [0, 100]);
  assert.deepEqual(
    [-5, 0, 50, 200].map((at) => Math.round(value(at))),
    [10, 10, 100, 1000],
  );
  assert.deepEqual(logScale([30, 60], [0, 1]).ticks, [50]);
  assert.deepEqual(logScale([1e-6, 1e6], [0, 1]).ticks, [1e-6, 1e-4, 1e-2, 1, 100, 1e4, 1e6]);
});

test('linear axes map differences to distances', () => {
  const { place } = linearScale([0, 1], [200, 0], [0, 1]);
  assert.equal(place(0.25), 150);
});

test('decades enclose all values and are never empty', () => {
  assert.deepEqual(decadesAround([0.02, 3]), [0.01, 10]);
  assert.deepEqual(decadesAround([10, 10]), [10, 100]);
  assert.deepEqual(decadesAround([1, 1000]), [1, 1000]);
});

test('rates are rounded up, so that a bound remains a bound', () => {
  assert.equal(roundUp(1231.5), 1240);
  assert.equal(roundUp(53.91), 54);
  assert.equal(roundUp(60), 60);
  assert.equal(roundUp(0.00123), 0.00123);
});

test('overlapping labels are moved apart', () => {
  assert.deepEqual(separateLabels([10, 100, 50], 14, 0, 200), [10, 100, 50]);
  const moved = separateLabels([50, 51, 52], 14, 0, 200);
  assert.ok(moved[1] - moved[0] >= 13.9 && moved[2] - moved[1] >= 13.9, `${moved}`);
  const held = separateLabels([199, 200], 14, 0, 200);
  assert.ok(held[1] <= 200 && held[1] - held[0] > 10, `${held}`);
});
