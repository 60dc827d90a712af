// The plots against the rate: missed share, cost and latency; and the figure of cost by part.

import { countMissed, seenAt } from '../data/samples.js';
import { digits, hertz, percent, seconds } from '../text/format.js';
import { make } from '../ui/dom.js';
import { partsFigure } from './parts.js';
import { plot, MARGINS, SIZE } from './plot.js';
import { decadesAround, linearScale, logScale, roundUp } from './scale.js';

/** Methods with a cost independent of the rate: name, method, class of line. */
const RATE_INDEPENDENT = [
  ['all pairs', 'cached', 'cached'],
  ['lists', 'lists', 'exact thin'],
  ['leases', 'leases', 'exact thin'],
  ['exact', 'kinetic', 'exact'],
];
const X_RANGE = [MARGINS.left, SIZE.width - MARGINS.right];
const Y_RANGE = [SIZE.height - MARGINS.bottom, MARGINS.top];
/** Number of intervals of the curve of missed shares. */
const CURVE_STEPS = 240;
/** Maximum of contacts times rates evaluated for the curve: about 0.1 s. */
const MAX_EVALUATIONS = 2e7;
/** Maximum factor by which the curve extends the range of rates that were run. */
const MAX_EXTENSION = 100;

const PREFIXES = new Map([
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
]);

function rateText(rate) {
  for (const [scale, letter] of PREFIXES)
    if (rate >= scale) return `${digits(rate / scale, 3).replace(/\.?0+$/, (end) => (end.startsWith('.') ? '' : end))}${letter}`;
  return digits(rate, 1);
}

const power = (value) => {
  const lead = Math.round(value / 10 ** Math.floor(Math.log10(value) + 1e-9));
  return value >= 0.01 && value < 1e4
    ? digits(value, 1)
    : `${lead === 1 ? '' : `${lead}·`}10${superscript(Math.floor(Math.log10(value) + 1e-9))}`;
};
const superscript = (number) => [...String(number)].map((sign) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[sign] ?? '⁻').join('');

const figure = (chart, title, caption) => make('figure', {}, make('h3', {}, title), chart, make('figcaption', {}, caption));

/**
 * The figures of a report. `contacts` are those of the replay if it has all of them, else null;
 * `onRate(rate)` is called with the rate clicked.
 */
export function figures(data, contacts, onRate) {
  return [...passingFigures(data.comparison.pass_through, contacts, onRate), partsFigure(data.comparison)].filter(Boolean);
}

function passingFigures(passing, contacts, onRate) {
  if (!passing) return [];
  const { runs } = passing;
  const runsOf = (method) => runs.filter((run) => run.method === method).sort((a, b) => a.rate - b.rate);
  const rates = runsOf('sampled').map((run) => run.rate);
  if (rates.length === 0) return [];
  return [missedFigure(passing, runsOf('sampled'), contacts, onRate), costFigure(runsOf, rates), latencyFigure(runsOf('sampled'))];
}

function missedFigure({ truth }, sampled, contacts, onRate) {
  if (truth === 0) return null;
  const rates = sampled.map((run) => run.rate);
  let [low, high] = [rates[0], rates.at(-1)];
  const lines = [];
  const curve = [];
  let caption = 'Share of the contacts that no sample falls in.';
  if (contacts && contacts.count * CURVE_STEPS <= MAX_EVALUATIONS) {
    const lasts = Float64Array.from(contacts.end, (end, at) => end - contacts.begin[at]).sort();
    const [shortest, median] = [lasts[0], lasts[lasts.length >> 1]];
    low = Math.max(Math.min(low, 0.3 / median), low / MAX_EXTENSION);
    high = Math.min(Math.max(high, 2 / shortest), high * MAX_EXTENSION);
    for (let step = 0; step <= CURVE_STEPS; step += 1) {
      const rate = low * (high / low) ** (step / CURVE_STEPS);
      curve.push([rate, countMissed(seenAt(contacts, rate)) / truth]);
    }
    caption =
      'Share of the contacts that no sample falls in, against the rate; dots mark the rates that were run. Click to show a rate in the replay.';
    if (shortest > 0) {
      const safe = 1 / shortest;
      const shown = hertz(roundUp(safe));
      if (safe > low && safe < high) lines.push({ x: safe, name: `none from ${shown}` });
      caption += ` The shortest contact lasts ${seconds(shortest)}: from ${shown} on none can be missed.`;
    }
  }
  if (low === high) [low, high] = [low / 2, high * 2];
  const points = sampled.map((run) => [run.rate, run.missed / truth]);
  const note = (rate, share) => `${hertz(rate)}: ${percent(share)} missed`;
  const chart = plot({
    title: 'Share of contacts missed against the rate of samples',
    x: logScale([low, high], X_RANGE),
    y: linearScale([0, 1], Y_RANGE, [0, 0.25, 0.5, 0.75, 1]),
    xName: 'frames per second',
    yName: 'share missed',
    xText: rateText,
    yText: (share) => `${100 * share}%`,
    series: [
      {
        name: 'exact',
        kind: 'exact',
        points: [
          [low, 0],
          [high, 0],
        ],
      },
      { name: '', kind: 'sampled', points: curve, thin: true },
      { name: 'sampled', kind: 'sampled', points: curve.length ? [curve.at(-1)] : points, marks: false },
      { name: '', kind: 'sampled bare', points, marks: true, note },
    ],
    lines,
    onPick: onRate,
  });
  return figure(chart, 'Missed', caption);
}

function costFigure(runsOf, rates) {
  const cost = (run) => run.cpu_per_simulated_second;
  const constant = (method) =>
    runsOf(method)
      .slice(0, 1)
      .filter((run) => cost(run) > 0);
  const perRate = (method) =>
    runsOf(method)
      .filter((run) => cost(run) > 0)
      .map((run) => [run.rate, cost(run)]);
  const [low, high] = rates.length > 1 ? [rates[0], rates.at(-1)] : [rates[0] / 2, rates[0] * 2];
  const note = (name) => (rate, value) => `${name}, ${hertz(rate)}: ${digits(value, 3)} processor seconds per second`;
  const series = [
    { name: 'sampled', kind: 'sampled', points: perRate('sampled'), marks: true, note: note('sampled') },
    { name: 'swept', kind: 'swept', points: perRate('swept'), marks: true, note: note('swept') },
    ...RATE_INDEPENDENT.map(([name, method, kind]) => ({
      name,
      kind,
      points: constant(method).flatMap((run) => [
        [low, cost(run)],
        [high, cost(run)],
      ]),
    })),
  ];
  const values = series.flatMap((one) => one.points.map(([, value]) => value));
  if (values.length === 0) return null;
  const [lowest, highest] = decadesAround(values);
  const chart = plot({
    title: 'Processor time per simulated second against the rate of samples',
    x: logScale([low, high], X_RANGE),
    y: logScale([lowest, highest], Y_RANGE),
    xName: 'frames per second',
    yName: 'processor seconds per simulated second',
    xText: rateText,
    yText: power,
    series,
    lines: lowest <= 1 && highest >= 1 ? [{ y: 1, name: 'real time' }] : [],
  });
  const caption =
    'Processor seconds per simulated second. Sampled runs cost per frame, exact runs per event (Coming and Staadt 2006, Figure 8).';
  return figure(chart, 'Cost', caption);
}

function latencyFigure(sampled) {
  const seen = sampled.filter((run) => run.found > 0 && run.latency_mean > 0);
  if (seen.length === 0) return null;
  const rates = seen.map((run) => run.rate);
  const [low, high] = rates.length > 1 ? [rates[0], rates.at(-1)] : [rates[0] / 2, rates[0] * 2];
  const values = seen.flatMap((run) => [run.latency_mean, run.latency_max]).concat(1 / low, 1 / high);
  const chart = plot({
    title: 'Time from the begin of a contact to the sample that finds it, against the rate',
    x: logScale([low, high], X_RANGE),
    y: logScale(decadesAround(values), Y_RANGE),
    xName: 'frames per second',
    yName: 'found late by',
    xText: rateText,
    yText: (value) => seconds(value, 1),
    series: [
      {
        name: '',
        kind: 'cached',
        thin: true,
        points: [
          [low, 1 / low],
          [high, 1 / high],
        ],
      },
      {
        name: 'at worst',
        kind: 'sampled',
        thin: true,
        points: seen.map((run) => [run.rate, run.latency_max]),
        marks: true,
        note: (rate, value) => `${hertz(rate)}: ${seconds(value)} at worst`,
      },
      {
        name: 'on average',
        kind: 'sampled',
        points: seen.map((run) => [run.rate, run.latency_mean]),
        marks: true,
        note: (rate, value) => `${hertz(rate)}: ${seconds(value)} on average`,
      },
    ],
  });
  return figure(
    chart,
    'Latency',
    'From the begin of a contact to the first sample in it, for contacts that are found. The grey line is one frame. An exact run has no latency.',
  );
}
