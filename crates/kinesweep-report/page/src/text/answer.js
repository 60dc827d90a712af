// The headline of the page: one or two sentences with the result.

import { count, digits, hertz, metres, percent, seconds } from './format.js';

/** In CPU seconds; below this both costs are mostly noise, and their ratio means nothing. */
const MIN_COST = 0.002;

/** The run of a comparison with this method and rate. */
export function row(comparison, method, rate = null) {
  return comparison?.runs.find((run) => run.method === method && run.rate === rate);
}

/** The headline: `main` is the result, `more` the details. */
export function answer(data) {
  const { comparison, lead_rate: rate, horizon } = data;
  const { pass_through: passing, responding } = comparison;
  const after = divergence(responding, rate);
  if (!passing) {
    const collisions = row(responding, 'kinetic')?.collisions ?? 0;
    return { main: `There are ${count(collisions)} collisions within ${seconds(horizon)}, each found at its time.`, more: after };
  }
  const { truth } = passing;
  if (truth === 0) return { main: `No two bodies touch within ${seconds(horizon)}: there is nothing to miss.`, more: after };
  const run = row(passing, 'sampled', rate);
  if (!run) return { main: `There are ${count(truth)} contacts within ${seconds(horizon)}.`, more: after };
  const main = `At ${hertz(rate)}, ${missedText(run, truth)} The exact run ${run.missed ? 'misses none' : 'is on time'}${costText(passing, rate, horizon)}.`;
  return { main, more: `${latenessText(run, truth)} ${after}`.trim() };
}

function missedText({ missed, latency_mean: late }, truth) {
  if (truth === 1) return missed ? 'the only contact is missed.' : `the only contact is found, ${seconds(late)} late.`;
  if (missed === truth) return `${truth === 2 ? 'both' : `all ${count(truth)}`} contacts are missed.`;
  if (missed === 0 && late === 0) return `none of ${count(truth)} contacts is missed, nor found late.`;
  if (missed === 0) return `none of ${count(truth)} contacts is missed, but they are found ${seconds(late)} late on average.`;
  return `${count(missed)} of ${count(truth)} contacts ${missed === 1 ? 'is' : 'are'} missed (${percent(missed / truth)}).`;
}

function latenessText({ found, latency_mean: late, latency_max: latest, depth_max: deepest }, truth) {
  if (found === 0 || latest === 0) return '';
  if (truth === 1) return `It is ${metres(deepest)} deep by then.`;
  if (found === truth)
    return `At worst a contact is found ${seconds(latest)} late; the deepest is ${metres(deepest)} deep by then.`;
  const others = found === 1 ? 'The other one is' : `The other ${count(found)} are`;
  if (found === 1) return `${others} found ${seconds(latest)} late, ${metres(deepest)} deep.`;
  return `${others} found ${seconds(late)} late on average, ${seconds(latest)} at worst, and up to ${metres(deepest)} deep.`;
}

function costText(passing, rate, horizon) {
  const exact = row(passing, 'kinetic')?.cpu_per_simulated_second;
  const sampled = row(passing, 'sampled', rate)?.cpu_per_simulated_second;
  if (exact === undefined || sampled === undefined) return '';
  if (Math.max(exact, sampled) * horizon < MIN_COST) return '; both costs are too small to compare';
  const ratio = exact / sampled;
  if (ratio < 0.95) return `, and costs ${digits(1 / ratio, 2)} times less`;
  if (ratio > 1.05) return `, and costs ${digits(ratio, 2)} times as much`;
  return ', and costs the same';
}

function divergence(responding, rate) {
  const run = row(responding, 'sampled', rate);
  if (!run) return '';
  const truth = row(responding, 'kinetic')?.collisions ?? run.collisions;
  const differs =
    run.collisions === truth
      ? ''
      : `the sampled run reports ${count(run.collisions)} collisions where there are ${count(truth)}`;
  const keeps = 'all stay on their true paths, to within their radius';
  const parts = `the first body is off its true path by more than its radius after ${seconds(run.parted_at ?? 0)}`;
  return `Where bodies bounce, ${[differs, run.parted_at === null ? keeps : parts].filter(Boolean).join(', and ')}.`;
}
