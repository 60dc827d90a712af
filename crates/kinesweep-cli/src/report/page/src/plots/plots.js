// The plots: what is missed, what it costs, and how late the rest is found, each against the rate; and what the cost is made of.

import { countMissed, seenAt } from '../data/samples.js';
import { digits, hertz, percent, seconds } from '../text/format.js';
import { make } from '../ui/dom.js';
import { partsFigure } from './parts.js';
import { plot, ROOM, SIZE } from './plot.js';
import { decadesAround, linearScale, logScale, roundUp } from './scale.js';

/** What costs the same at any rate: name, method, kind of line. */
const FLAT = [
  ['all pairs', 'cached', 'cached'],
  ['lists', 'lists', 'exact thin'],
  ['leases', 'leases', 'exact thin'],
  ['exact', 'kinetic', 'exact'],
];
const ACROSS = [ROOM.left, SIZE.width - ROOM.right];
const UP = [SIZE.height - ROOM.bottom, ROOM.top];
/** Rates at which the curve of what is missed is evaluated. */
const STEPS = 240;
/** Most contacts times rates that are evaluated for it: about a tenth of a second. */
const MOST_WORK = 2e7;
/** How far the curve goes beyond the rates that were run: as a factor, at most. */
const WIDEST = 100;

const short = new Map([
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
]);

function rateText(rate) {
  for (const [scale, letter] of short)
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

const figure = (picture, title, caption) => make('figure', {}, make('h3', {}, title), picture, make('figcaption', {}, caption));

/** The figures for the data of a report; `contacts` are those of the replay if it has all of them; `onRate(rate)` gets the chosen one. */
export function figures(data, contacts, onRate) {
  return [...ofContacts(data.comparison.pass_through, contacts, onRate), partsFigure(data.comparison)].filter(Boolean);
}

function ofContacts(passing, contacts, onRate) {
  if (!passing) return [];
  const { runs } = passing;
  const of = (method) => runs.filter((run) => run.method === method).sort((a, b) => a.rate - b.rate);
  const rates = of('sampled').map((run) => run.rate);
  if (rates.length === 0) return [];
  return [missedFigure(passing, of('sampled'), contacts, onRate), costFigure(of, rates), latencyFigure(of('sampled'))];
}

function missedFigure({ truth }, sampled, contacts, onRate) {
  if (truth === 0) return null;
  const rates = sampled.map((run) => run.rate);
  let [low, high] = [rates[0], rates.at(-1)];
  const lines = [];
  const curve = [];
  let caption = 'Share of the contacts that no sample falls in.';
  if (contacts && contacts.count * STEPS <= MOST_WORK) {
    const lasts = Float64Array.from(contacts.end, (end, at) => end - contacts.begin[at]).sort();
    const [shortest, median] = [lasts[0], lasts[lasts.length >> 1]];
    low = Math.max(Math.min(low, 0.3 / median), low / WIDEST);
    high = Math.min(Math.max(high, 2 / shortest), high * WIDEST);
    for (let step = 0; step <= STEPS; step += 1) {
      const rate = low * (high / low) ** (step / STEPS);
      curve.push([rate, countMissed(seenAt(contacts, rate)) / truth]);
    }
    caption =
      'Share of the contacts that no sample falls in, at any rate; marked where it was run. Click to see a rate in the replay.';
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
  const picture = plot({
    title: 'Share of contacts missed against the rate of samples',
    x: logScale([low, high], ACROSS),
    y: linearScale([0, 1], UP, [0, 0.25, 0.5, 0.75, 1]),
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
  return figure(picture, 'Missed', caption);
}

function costFigure(of, rates) {
  const cost = (run) => run.cpu_per_simulated_second;
  const flat = (method) =>
    of(method)
      .slice(0, 1)
      .filter((run) => cost(run) > 0);
  const rising = (method) =>
    of(method)
      .filter((run) => cost(run) > 0)
      .map((run) => [run.rate, cost(run)]);
  const [low, high] = rates.length > 1 ? [rates[0], rates.at(-1)] : [rates[0] / 2, rates[0] * 2];
  const note = (name) => (rate, value) => `${name}, ${hertz(rate)}: ${digits(value, 3)} processor seconds per second`;
  const series = [
    { name: 'sampled', kind: 'sampled', points: rising('sampled'), marks: true, note: note('sampled') },
    { name: 'swept', kind: 'swept', points: rising('swept'), marks: true, note: note('swept') },
    ...FLAT.map(([name, method, kind]) => ({
      name,
      kind,
      points: flat(method).flatMap((run) => [
        [low, cost(run)],
        [high, cost(run)],
      ]),
    })),
  ];
  const values = series.flatMap((one) => one.points.map(([, value]) => value));
  if (values.length === 0) return null;
  const [least, most] = decadesAround(values);
  const picture = plot({
    title: 'Processor time per simulated second against the rate of samples',
    x: logScale([low, high], ACROSS),
    y: logScale([least, most], UP),
    xName: 'frames per second',
    yName: 'processor seconds per simulated second',
    xText: rateText,
    yText: power,
    series,
    lines: least <= 1 && most >= 1 ? [{ y: 1, name: 'real time' }] : [],
  });
  const caption =
    'Processor seconds per simulated second. Frames cost by the frame; exact runs, by the event (Coming and Staadt 2006, Figure 8).';
  return figure(picture, 'Cost', caption);
}

function latencyFigure(sampled) {
  const seen = sampled.filter((run) => run.found > 0 && run.latency_mean > 0);
  if (seen.length === 0) return null;
  const rates = seen.map((run) => run.rate);
  const [low, high] = rates.length > 1 ? [rates[0], rates.at(-1)] : [rates[0] / 2, rates[0] * 2];
  const values = seen.flatMap((run) => [run.latency_mean, run.latency_max]).concat(1 / low, 1 / high);
  const picture = plot({
    title: 'Time from the begin of a contact to the sample that finds it, against the rate',
    x: logScale([low, high], ACROSS),
    y: logScale(decadesAround(values), UP),
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
    picture,
    'Latency',
    'From the begin of a contact to the first sample in it, for those that are found. The grey line is one frame. An exact run finds each at its time.',
  );
}
