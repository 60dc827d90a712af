import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answer } from '../src/text/answer.js';
import { count, digits, hertz, metres, metreUnit, speedFactor, percent, seconds, secondUnit } from '../src/text/format.js';

const plain = (text) => text.replaceAll('\u202f', ' ');

test('numbers are rounded, grouped and get units', () => {
  assert.equal(plain(count(1203)), '1 203');
  assert.equal(plain(count(1234567)), '1 234 567');
  assert.equal(digits(0.01234), '0.0123');
  assert.equal(plain(digits(12345.6)), '12 300');
  assert.equal(plain(seconds(0)), '0 s');
  assert.equal(plain(seconds(0.0166666)), '16.7 ms');
  assert.equal(plain(seconds(0.00099999)), '1.00 ms');
  assert.equal(plain(seconds(2.5e-13)), '0.000250 ns');
  assert.equal(plain(metres(0.0129)), '12.9 mm');
  assert.equal(plain(metres(15)), '15.0 m');
  assert.equal(plain(metres(7.5e6)), '7 500 km');
  assert.deepEqual([secondUnit(0), secondUnit(0.02), secondUnit(30)], [[1, 's'], [1e-3, 'ms'], [1, 's']]);
  assert.deepEqual(metreUnit(4e-6), [1e-6, 'µm']);
  assert.equal(plain(hertz(60)), '60 Hz');
  assert.equal(plain(hertz(7.5)), '7.5 Hz');
  assert.equal(plain(hertz(1000)), '1 000 Hz');
  assert.equal(plain(hertz(100)), '100 Hz');
  assert.equal(plain(percent(0.0308)), '3.1 %');
  assert.equal(plain(percent(1)), '100 %');
  assert.equal(plain(percent(0.9999)), '> 99.9 %');
  assert.equal(plain(percent(0.0001)), '< 0.1 %');
  assert.deepEqual([speedFactor(1), speedFactor(10), speedFactor(0.005), speedFactor(0.5)], ['1×', '10×', '1/200×', '1/2×']);
});

const run = (method, rate, truth, missed, cpu) => ({
  method,
  rate,
  found: truth - missed,
  missed,
  latency_mean: 0.008,
  latency_max: 0.016,
  depth_mean: 0.01,
  depth_max: 0.05,
  cpu_per_simulated_second: cpu,
});

function data(truth, missed, exact, sampled, parted_at, reported = 9) {
  return {
    horizon: 10,
    lead_rate: 60,
    comparison: {
      pass_through: { truth, runs: [run('kinetic', null, truth, 0, exact), run('sampled', 60, truth, missed, sampled)] },
      responding:
        parted_at === undefined
          ? null
          : {
              runs: [
                { method: 'kinetic', rate: null, collisions: 9 },
                { method: 'sampled', rate: 60, parted_at, collisions: reported },
              ],
            },
    },
  };
}

test('the headline states what is missed, late and parted', () => {
  const sentence = (...of) =>
    plain(
      Object.values(answer(data(...of)))
        .join(' ')
        .trim(),
    );
  assert.equal(
    sentence(1203, 37, 0.01, 0.05, 4.5333),
    'At 60 Hz, 37 of 1 203 contacts are missed (3.1 %). The exact run misses none, and costs 5.0 times less. ' +
      'The other 1 166 are found 8.00 ms late on average, 16.0 ms at worst, and up to 50.0 mm deep. ' +
      'Where bodies bounce, the first body is off its true path by more than its radius after 4.53 s.',
  );
  assert.match(
    sentence(1203, 0, 0.05, 0.01),
    /^At 60 Hz, none of 1 203 contacts is missed, but they .* is on time, and costs 5.0 times as much\. At worst/,
  );
  assert.match(sentence(1203, 1203, 0.01, 0.01), /all 1 203 contacts are missed\. The exact run misses none, and costs the same\.$/);
  assert.match(sentence(1203, 1202, 0.01, 0.01), /The other one is found 16\.0 ms late, 50\.0 mm deep\.$/);
  assert.match(
    sentence(1, 1, 1e-6, 2e-6, null),
    /the only contact is missed\. The exact run misses none; .* too small to compare\. .* to within their radius\.$/,
  );
  assert.match(
    sentence(2, 2, 1, 1, 1.5, 7),
    /both contacts are missed\..* Where bodies bounce, the sampled run reports 7 collisions where there are 9, and the first body/,
  );
  assert.equal(sentence(0, 0, 1, 1), 'No two bodies touch within 10.0 s: there is nothing to miss.');
});
