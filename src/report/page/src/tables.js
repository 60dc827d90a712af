// Both comparisons in numbers.

import { count, digits, hertz, metres, percent, seconds } from './text/format.js';
import { make } from './ui/dom.js';

const NAMES = { kinetic: 'exact', cached: 'exact, all pairs', swept: 'exact, boxes swept over frames', sampled: 'sampled' };

/** A table from heads and rows; the first two columns are words. */
function table(caption, heads, rows) {
  const cell = (text, at) => make(at === 0 ? 'th' : 'td', at === 0 ? { scope: 'row' } : {}, text);
  return make(
    'div',
    { class: 'wide', tabindex: 0, role: 'region', 'aria-label': caption, 'data-scrolls': true },
    make(
      'table',
      {},
      make('caption', {}, caption),
      make('thead', {}, make('tr', {}, ...heads.map((head) => make('th', { scope: 'col' }, head)))),
      make('tbody', {}, ...rows.map(({ cells, kind }) => make('tr', { class: kind }, ...cells.map(cell)))),
    ),
  );
}

const rate = (run) => (run.rate === null ? '—' : hertz(run.rate));
const cost = (run) => digits(run.cpu_per_simulated_second, 2);
const never = (value) => (value === null ? 'never' : seconds(value));
const tiny = (value) => (value === null || value === undefined ? '—' : value === 0 ? '0' : value.toExponential(1).replace('-', '−'));

/** The tables of a comparison. */
export function tables({ pass_through: passing, responding }, lead) {
  const kind = (run) => (run.method === 'sampled' ? `of-sampled${run.rate === lead ? ' lead' : ''}` : run.method === 'kinetic' ? 'of-exact' : '');
  const seen = passing.runs.map((run) => {
    const late = run.method === 'sampled' && run.found > 0;
    const cells = [NAMES[run.method], rate(run), count(run.found), count(run.missed), percent(passing.truth ? run.missed / passing.truth : 0)];
    cells.push(late ? seconds(run.latency_mean) : '—', late ? seconds(run.latency_max) : '—');
    cells.push(late ? metres(run.depth_mean) : '—', late ? metres(run.depth_max) : '—', cost(run));
    return { kind: kind(run), cells };
  });
  const heads = ['Method', 'Rate', 'Found', 'Missed', 'Missed', 'Late, mean', 'Late, worst', 'Depth, mean', 'Depth, worst', 'CPU s per s'];
  const all = [table(`Passing through each other: ${count(passing.truth)} contacts`, heads, seen)];
  if (responding) {
    const rows = responding.runs.map((run) => ({
      kind: kind(run),
      cells: [NAMES[run.method], rate(run), count(run.collisions), never(run.first_missed), never(run.parted_at), tiny(run.energy_error), cost(run)],
    }));
    const names = ['Method', 'Rate', 'Collisions', 'First missed at', 'Parted at', 'Energy error', 'CPU s per s'];
    all.push(table('Bouncing off each other', names, rows));
  }
  return all;
}
