// The answer in a sentence or two, on top of the page.

import { count, digits, hertz, metres, percent, seconds } from './format.js';

/** Below so many processor seconds a cost is mostly noise, and says nothing about a ratio. */
const LEAST_COST = 0.002;

/** The row of a comparison by its method and rate. */
export function row(comparison, method, rate = null) {
  return comparison?.runs.find((run) => run.method === method && run.rate === rate);
}

/** The sentences: `main` is what the page is about, `more` what follows from it. */
export function answer(data) {
  const { comparison, lead_rate: rate, horizon } = data;
  const { pass_through: passing, responding } = comparison;
  if (!passing) {
    const collisions = row(responding, 'kinetic')?.collisions ?? 0;
    return { main: `There are ${count(collisions)} collisions within ${seconds(horizon)}, each found at its time.`, more: parting(responding, rate) };
  }
  const truth = passing.truth;
  if (truth === 0) {
    const main = `No two bodies touch within ${seconds(horizon)}: there is nothing to miss.`;
    return { main, more: parting(responding, rate) };
  }
  const run = row(passing, 'sampled', rate);
  if (!run) return { main: `There are ${count(truth)} contacts within ${seconds(horizon)}.`, more: '' };
  return { main: `${missing(run, truth, rate)} ${cost(passing, rate, horizon)}`, more: parting(responding, rate) };
}

function missing(run, truth, rate) {
  const at = `At ${hertz(rate)}`;
  if (truth === 1) {
    if (run.missed) return `${at}, the only contact is missed.`;
    return `${at}, the only contact is found, ${seconds(run.latency_max)} late and ${metres(run.depth_max)} deep.`;
  }
  const late = `${seconds(run.latency_mean)} late on average, ${seconds(run.latency_max)} at worst`;
  if (run.missed === truth) return `${at}, all ${count(truth)} contacts are missed.`;
  if (run.missed === 0) return `${at}, none of ${count(truth)} contacts is missed, but they are found ${late}.`;
  return `${at}, ${count(run.missed)} of ${count(truth)} contacts ${run.missed === 1 ? 'is' : 'are'} missed (${percent(run.missed / truth)}); the others are found ${late}.`;
}

function cost(passing, rate, horizon) {
  const exact = row(passing, 'kinetic')?.cpu_per_simulated_second;
  const sampled = row(passing, 'sampled', rate)?.cpu_per_simulated_second;
  if (exact === undefined || sampled === undefined) return '';
  const finds = `The exact run finds ${passing.truth === 1 ? 'it' : 'each'} at its time`;
  if (Math.max(exact, sampled) * horizon < LEAST_COST) return `${finds}; either costs next to nothing here.`;
  const ratio = exact / sampled;
  if (ratio < 0.95) return `${finds}, and costs ${digits(1 / ratio, 2)} times less.`;
  if (ratio > 1.05) return `${finds}, and costs ${digits(ratio, 2)} times as much.`;
  return `${finds}, and costs the same.`;
}

function parting(responding, rate) {
  const run = row(responding, 'sampled', rate);
  if (!run) return '';
  if (run.parted_at === null) return 'Where bodies bounce, all keep to their true paths, to within their radius.';
  return `Where bodies bounce, the first of them is off its true path by more than its radius after ${seconds(run.parted_at)}.`;
}
