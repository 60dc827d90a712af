// The tables of both comparisons.

import { count, digits, metreUnit, percent, rateDigits, secondUnit } from './text/format.js';
import { make } from './ui/dom.js';

const NAMES = {
  kinetic: 'exact',
  lists: 'exact, lists',
  leases: 'exact, leases',
  cached: 'exact, all pairs',
  swept: 'exact, swept',
  sampled: 'sampled',
};

/** Makes a table; the first cell of each row is its header. */
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

const rate = (run) => (run.rate === null ? '—' : rateDigits(run.rate));
const cost = (run) => digits(run.cpu_per_simulated_second, 2);
const tiny = (value) =>
  value === null || value === undefined ? '—' : value === 0 ? '0' : value.toExponential(1).replace('-', '−');

/**
 * Columns in one unit, that of their largest value; each head names it. `columns` are pairs of a
 * head and a function from a run to its value or null.
 */
function inOneUnit(runs, unitOf, none, columns) {
  const values = columns.flatMap(([, value]) => runs.map(value)).filter((value) => value !== null);
  const [scale, unit] = unitOf(Math.max(0, ...values));
  const text = (value) => (value === null ? none : digits(value / scale, 3));
  return columns.map(([head, value]) => [`${head}, ${unit}`, (run) => text(value(run))]);
}

/** Lateness and depth of what samples find: unit, heads and keys. */
const LATE = [
  [
    secondUnit,
    [
      ['Late', 'latency_mean'],
      ['At worst', 'latency_max'],
    ],
  ],
  [
    metreUnit,
    [
      ['Deep', 'depth_mean'],
      ['At worst', 'depth_max'],
    ],
  ],
];

/** The columns of `LATE` that the runs have. Exact runs are never late. */
function lateColumns(runs) {
  const late = (run) => run.method === 'sampled' && run.found !== 0;
  const present = LATE.filter(([, [[, key]]]) => runs.some((run) => run[key] !== undefined));
  return present.flatMap(([unitOf, columns]) =>
    inOneUnit(
      runs,
      unitOf,
      '—',
      columns.map(([head, key]) => [head, (run) => (late(run) ? run[key] : null)]),
    ),
  );
}

/** A column, if any run has a value for it. */
const column = (runs, holds, head, cell) => (runs.some(holds) ? [[head, cell]] : []);

/** A table with a row for each run; `columns` are `[head, cell of a run]`. */
function tableOf(caption, runs, lead, columns) {
  const kind = (run) =>
    run.method === 'sampled' ? `of-sampled${run.rate === lead ? ' lead' : ''}` : run.method === 'kinetic' ? 'of-exact' : '';
  const all = [['Method', (run) => NAMES[run.method] ?? run.method], ['Rate, Hz', rate], ...columns, ['CPU s/s', cost]];
  return table(
    caption,
    all.map(([head]) => head),
    runs.map((run) => ({ kind: kind(run), cells: all.map(([, cell]) => cell(run)) })),
  );
}

/** The tables of the report's data. */
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
          'Sensors',
          (run) => count(run.contacts),
        ),
        ...inOneUnit(runs, secondUnit, 'never', [
          ['First missed', (run) => run.first_missed],
          ['Parted', (run) => run.parted_at],
        ]),
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
