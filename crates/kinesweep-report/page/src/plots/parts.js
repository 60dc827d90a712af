// The figure of cost by part: a bar for each run. Its length is the cost on a logarithmic axis; it
// is divided by the shares of the parts.

import { digits, hertz } from '../text/format.js';
import { make } from '../ui/dom.js';
import { decadesAround } from './scale.js';

/** The parts: key, name and description, for event-driven and for sampled runs. */
export const PARTS = [
  ['broad', 'broad phase', 'finding pairs'],
  ['narrow', 'narrow phase', 'computing when pairs collide, or whether they touch'],
  ['rest', 'the rest', 'responses, events, queues, building'],
];

/** Names of the methods, in the order of the bars. */
const NAMES = new Map([
  ['kinetic', 'exact'],
  ['leases', 'leases'],
  ['lists', 'lists'],
  ['cached', 'all pairs'],
  ['swept', 'swept'],
  ['sampled', 'sampled'],
]);

/**
 * The runs with a measured cost: `{ name, rate, cost, parts }`, with `parts` null if they were not
 * measured. Takes the comparison with response if it has parts, else the pass-through one.
 */
export function costRows({ pass_through: passing, responding }) {
  const measured = [responding, passing].find((one) => one?.runs.some((run) => run.cost_parts));
  if (!measured) return [];
  const place = [...NAMES.keys()];
  return measured.runs
    .filter((run) => run.cpu_per_simulated_second > 0)
    .map((run) => ({ ...run, place: place.indexOf(run.method) }))
    .sort((a, b) => a.place - b.place || (a.rate ?? 0) - (b.rate ?? 0))
    .map(({ method, rate, cpu_per_simulated_second: cost, cost_parts: parts }) => ({
      name: NAMES.get(method) ?? method,
      rate,
      cost,
      parts: parts ?? null,
    }));
}

/** Widths of the parts as shares of the bar. Their sum may differ a little from the cost. */
export function shares(parts) {
  const sum = parts.broad + parts.narrow + parts.rest;
  return PARTS.map(([key]) => (sum > 0 ? parts[key] / sum : 0));
}

const percent = (share) => `${(100 * share).toFixed(2)}%`;

function bar({ cost, parts }, low, high) {
  const length = Math.log(cost / low) / Math.log(high / low);
  const whole = make('div', { class: 'bar' });
  whole.style.width = percent(length);
  if (!parts) {
    whole.append(make('i', { class: 'whole', title: 'its parts are not measured separately' }));
    return whole;
  }
  shares(parts).forEach((share, at) => {
    const [key, name] = PARTS[at];
    const piece = make('i', { class: key, title: `${name}: ${digits(parts[key], 2)} CPU s/s, ${Math.round(100 * share)} %` });
    piece.style.width = percent(share);
    whole.append(piece);
  });
  return whole;
}

/** The figure; null if no parts were measured. */
export function partsFigure(comparison) {
  const rows = costRows(comparison);
  if (rows.length === 0) return null;
  const [low, high] = decadesAround(rows.map((row) => row.cost));
  const decades = Math.round(Math.log10(high / low));
  const lines = rows.flatMap((row) => {
    const track = make('div', { class: 'track' }, bar(row, low, high));
    track.style.backgroundSize = `${100 / decades}% 100%`;
    return [
      make('span', {}, row.name),
      make('span', { class: 'soft' }, row.rate === null ? '' : hertz(row.rate)),
      track,
      make('span', {}, digits(row.cost, 2)),
    ];
  });
  const ticks = make('div', { class: 'ticks' });
  for (let power = 0; power <= decades; power += 1) {
    const tick = make('span', {}, digits(low * 10 ** power, 1));
    tick.style.left = percent(power / decades);
    ticks.append(tick);
  }
  const keys = PARTS.map(([key, name, about]) => make('span', { class: `part ${key}` }, `${name}: ${about}`));
  const together = rows.some((row) => !row.parts)
    ? ' A grey bar is a run that finds and predicts pairs in one step, as in a gas or a periodic domain: its parts are not measured separately.'
    : '';
  return make(
    'figure',
    { class: 'parts' },
    make('h3', {}, 'Cost by part'),
    make('p', { class: 'keys' }, ...keys),
    make('div', { class: 'bars' }, ...lines, make('span', {}), make('span', {}), ticks, make('span', { class: 'soft' }, 'CPU s/s')),
    make(
      'figcaption',
      {},
      `Processor seconds per simulated second. The length of a bar is the cost of a run, on a logarithmic axis; its colours are the shares of the parts, each measured in a separate run.${together}`,
    ),
  );
}
