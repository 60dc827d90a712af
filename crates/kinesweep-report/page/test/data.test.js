import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decode, firstAfter, firstFrom } from '../src/data/columns.js';
import { Clock, next, previous, roundDown } from '../src/data/clock.js';
import { Meetings } from '../src/data/meetings.js';
import { countMissed, firstSampleFrom, frameAt, seenAt, reportedAt } from '../src/data/samples.js';

const column = (type, array) => ({ [type]: Buffer.from(array.buffer).toString('base64') });

test('columns are decoded to the bit', () => {
  const values = new Float64Array([0, -0, 1 / 3, 1e-300, -1e300]);
  assert.deepEqual(decode(column('f64', values)), values);
  assert.deepEqual(decode({ u32: 'AQAAAAIBAAA=' }), new Uint32Array([1, 258]));
  assert.deepEqual(decode({ f32: 'AACAPw==' }), new Float32Array([1]));
  assert.deepEqual(decode({ u32: '' }), new Uint32Array());
  assert.equal(decode(null), null);
});

test('binary searches agree with linear ones', () => {
  const sorted = [0, 1, 1, 1, 2, 5, 5];
  for (let value = -1; value <= 6; value += 0.5) {
    const linear = (predicate) => {
      const at = sorted.findIndex(predicate);
      return at < 0 ? sorted.length : at;
    };
    assert.equal(
      firstAfter(sorted, value),
      linear((each) => each > value),
    );
    assert.equal(
      firstFrom(sorted, value),
      linear((each) => each >= value),
    );
    assert.equal(
      next(sorted, value),
      sorted.findIndex((each) => each > value),
    );
    assert.equal(
      previous(sorted, value),
      sorted.findLastIndex((each) => each < value),
    );
  }
});

test('samples are at whole multiples of the frame', () => {
  for (const rate of [1, 3, 7.5, 30, 60, 144, 1000]) {
    for (let frame = 0; frame < 500; frame += 1) {
      const t = frame / rate;
      const later = t + Math.max(t, 1e-300) * Number.EPSILON;
      assert.equal(firstSampleFrom(t, rate), t);
      assert.equal(firstSampleFrom(later, rate), (frame + 1) / rate);
      assert.equal(frameAt(t, rate), frame);
      assert.equal(frameAt(later, rate), frame);
      if (frame > 0) assert.equal(frameAt(t - t * Number.EPSILON, rate), frame - 1);
    }
  }
});

test('a contact is seen if a sample falls in it, ends included', () => {
  const contacts = { count: 4, begin: [0, 0.3, 0.5, 0.6], end: [0.1, 0.4, 0.5, 0.9] };
  assert.deepEqual([...seenAt(contacts, 2)], [0, NaN, 0.5, NaN]);
  assert.equal(countMissed(seenAt(contacts, 2)), 2);
  assert.equal(countMissed(seenAt(contacts, 10)), 0);
});

test('a collision is reported if the same pair collides within two frames', () => {
  const meetings = (list) => ({
    count: list.length,
    begin: list.map(([time]) => time),
    pair: list.flatMap(([, a, b]) => [a, b]),
  });
  const exact = meetings([
    [0.05, 0, 1],
    [0.25, 0, 1],
    [0.26, 0, 1],
    [0.31, 1, 2],
    [0.9, 0, 2],
  ]);
  const sampled = meetings([
    [0.1, 0, 1],
    [0.4, 0, 1],
    [0.5, 2, 1],
    [1.2, 0, 2],
  ]);
  assert.deepEqual([...reportedAt(exact, sampled, 10)], [0.1, 0.4, NaN, NaN, NaN]);
});

test('the end of a collision is its begin', () => {
  const begin = column('f64', new Float64Array([1, 2]));
  const meetings = new Meetings({ begin, end: null, pair: column('u32', new Uint32Array([0, 1, 1, 2])) });
  assert.equal(meetings.end, meetings.begin);
  assert.equal(meetings.count, 2);
});

test('the clock advances, stops at the end, and restarts', () => {
  const clock = new Clock(1);
  clock.advance(0.05);
  assert.equal(clock.time, 0);
  clock.toggle();
  clock.speed = 2;
  clock.advance(0.05);
  assert.equal(clock.time, 0.1);
  clock.advance(100);
  assert.ok(Math.abs(clock.time - 0.3) < 1e-15, 'time in the background does not count');
  clock.speed = 1e9;
  clock.advance(0.01);
  assert.deepEqual([clock.time, clock.playing], [1, false]);
  clock.toggle();
  assert.deepEqual([clock.time, clock.playing], [0, true]);
  clock.seek(-1);
  assert.equal(clock.time, 0);
});

test('speeds are rounded down to 1, 2, 5', () => {
  const cases = [
    [1, 1],
    [0.9, 0.5],
    [0.005, 0.005],
    [0.00499, 0.002],
    [30, 20],
    [1e-7, 1e-7],
  ];
  for (const [value, rounded] of cases) assert.ok(Math.abs(roundDown(value) / rounded - 1) < 1e-12, `${value}`);
});
