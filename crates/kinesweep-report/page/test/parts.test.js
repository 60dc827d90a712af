import assert from 'node:assert/strict';
import { test } from 'node:test';
import { costRows, shares } from '../src/plots/parts.js';

const run = (method, rate, cost, parts) => ({ method, rate, cpu_per_simulated_second: cost, ...(parts && { cost_parts: parts }) });
const parts = { broad: 1, narrow: 2, rest: 1 };

test('bars are sorted by method and rate, including runs without parts', () => {
  const responding = {
    runs: [
      run('kinetic', null, 0.5),
      run('lists', null, 4, parts),
      run('sampled', 60, 2, parts),
      run('sampled', 30, 1, parts),
      run('swept', 30, 0, parts),
    ],
  };
  const rows = costRows({ pass_through: null, responding });
  assert.deepEqual(
    rows.map(({ name, rate, cost }) => [name, rate, cost]),
    [
      ['exact', null, 0.5],
      ['lists', null, 4],
      ['sampled', 30, 1],
      ['sampled', 60, 2],
    ],
  );
  assert.equal(rows[0].parts, null);
});

test('the comparison with response is preferred; without parts there are no bars', () => {
  const [with_parts, without] = [{ runs: [run('lists', null, 4, parts)] }, { runs: [run('lists', null, 3)] }];
  assert.equal(costRows({ pass_through: with_parts, responding: without })[0].cost, 4);
  assert.deepEqual(costRows({ pass_through: without, responding: null }), []);
});

test('shares are relative to the sum of the parts', () => {
  assert.deepEqual(shares(parts), [0.25, 0.5, 0.25]);
  assert.deepEqual(shares({ broad: 0, narrow: 0, rest: 0 }), [0, 0, 0]);
});
