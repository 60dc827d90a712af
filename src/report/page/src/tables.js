// Both comparisons in numbers.

import { count, digits, hertz, metres, percent, seconds } from './text/format.js';
import { make } from './ui/dom.js';

const NAMES = {
  kinetic: 'exact',
  lists: 'exact, by kinetic lists',
  leases: 'exact, by leases',
  cached: 'exact, all pairs',
  swept: 'exact, boxes swept over frames',
  sampled: 'sampled',
};

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
const tiny = (value) =>
  value === null || value === undefined ? '—' : value === 0 ? '0' : value.toExponential(1).replace('-', '−');

/** What samples find late: head, key, and how it is written. */
const LATE = [
  ['Late, mean', 'latency_mean', seconds],
  ['Late, worst', 'latency_max', seconds],
  ['Depth, mean', 'depth_mean', metres],
  ['Depth, worst', 'depth_max', metres],
];

/** The columns of what samples find late, as far as the runs have them; exact runs are never late. */
function lateColumns(runs) {
  const late = (run) => run.method === 'sampled' && run.found !== 0;
  return LATE.filter(([, key]) => runs.some((run) => run[key] !== undefined)).map(([head, key, text]) => [
    head,
    (run) => (late(run) ? text(run[key]) : '—'),
  ]);
}

/** A column only where some run has something for it. */
const column = (runs, holds, head, cell) => (runs.some(holds) ? [[head, cell]] : []);

/** A table with a row for each run; columns are `[head, cell of a run]`. */
function tableOf(caption, runs, lead, columns) {
  const kind = (run) =>
    run.method === 'sampled' ? `of-sampled${run.rate === lead ? ' lead' : ''}` : run.method === 'kinetic' ? 'of-exact' : '';
  const all = [['Method', (run) => NAMES[run.method] ?? run.method], ['Rate', rate], ...columns, ['CPU s per s', cost]];
  return table(
    caption,
    all.map(([head]) => head),
    runs.map((run) => ({ kind: kind(run), cells: all.map(([, cell]) => cell(run)) })),
  );
}

/** The tables of a comparison. */
export function tables({ pass_through: passing, responding }, lead) {
  const all = [];
  if (passing) {
    const { runs, truth } = passing;
    all.push(
      tableOf(`Passing through each other: ${count(truth)} contacts`, runs, lead, [
        ['Found', (run) => count(run.found)],
        ['Missed', (run) => count(run.missed)],
        ['Share', (run) => percent(truth ? run.missed / truth : 0)],
        ...lateColumns(runs),
        ...column(
          runs,
          (run) => run.wrong_order > 0,
          'Wrong order',
          (run) => count(run.wrong_order),
        ),
      ]),
    );
  }
  if (responding) {
    const { runs } = responding;
    all.push(
      tableOf('Bouncing off each other', runs, lead, [
        ['Collisions', (run) => count(run.collisions)],
        ...column(
          runs,
          (run) => run.missed !== undefined,
          'Missed',
          (run) => count(run.missed),
        ),
        ...column(
          runs,
          (run) => run.contacts > 0,
          'Sensors touched',
          (run) => count(run.contacts),
        ),
        ['First missed at', (run) => never(run.first_missed)],
        ['Parted at', (run) => never(run.parted_at)],
        ...lateColumns(runs),
        ...column(
          runs,
          (run) => run.wrong_order > 0,
          'Wrong order',
          (run) => count(run.wrong_order),
        ),
        ['Energy error', (run) => tiny(run.energy_error)],
        ...column(
          runs,
          (run) => Number.isFinite(run.momentum_error),
          'Momentum error',
          (run) => tiny(run.momentum_error),
        ),
      ]),
    );
  }
  return all;
}
