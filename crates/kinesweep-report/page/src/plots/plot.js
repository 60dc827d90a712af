// A line plot as SVG: thin axes, and a name at the end of each line.

import { separateLabels } from './scale.js';

/** Size of a plot and of its margins, in SVG units. */
export const SIZE = { width: 420, height: 280 };
export const MARGINS = { left: 50, right: 92, top: 28, bottom: 40 };
/** Minimum distance of two labels. */
const LABEL_GAP = 14;

function svg(name, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/**
 * Draws `series`, each `{ name, kind, points, marks, thin, note }`, over the scales `x` and `y`.
 * `kind` is the class for the colour; `marks` draws a dot at each point; `note(x, y)` is the text
 * of a dot. `lines` are `{ y | x, name }`, thin and dashed. `onPick(x)` is called with the value
 * clicked.
 */
export function plot({ title, x, y, xName, yName, xText, yText, series, lines = [], onPick = null }) {
  const { width, height } = SIZE;
  const [left, right, top, bottom] = [MARGINS.left, width - MARGINS.right, MARGINS.top, height - MARGINS.bottom];
  const root = svg('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': title });
  for (const tick of y.ticks) {
    root.append(svg('line', { class: 'grid', x1: left, x2: right, y1: y.place(tick), y2: y.place(tick) }));
    root.append(svg('text', { class: 'tick', x: left - 7, y: y.place(tick) + 4, 'text-anchor': 'end' }, yText(tick)));
  }
  for (const tick of x.ticks) {
    root.append(svg('line', { class: 'notch', x1: x.place(tick), x2: x.place(tick), y1: bottom, y2: bottom + 4 }));
    root.append(svg('text', { class: 'tick', x: x.place(tick), y: bottom + 17, 'text-anchor': 'middle' }, xText(tick)));
  }
  root.append(svg('line', { class: 'axis', x1: left, x2: right, y1: bottom, y2: bottom }));
  root.append(svg('text', { class: 'name', x: (left + right) / 2, y: height - 4, 'text-anchor': 'middle' }, xName));
  root.append(svg('text', { class: 'name', x: 0, y: 11 }, yName));
  for (const line of lines) {
    const at = line.y === undefined ? x.place(line.x) : y.place(line.y);
    const ends = line.y === undefined ? { x1: at, x2: at, y1: top, y2: bottom } : { x1: left, x2: right, y1: at, y2: at };
    root.append(svg('line', { class: 'mark-line', ...ends }));
    const place =
      line.y === undefined
        ? { x: at + 4, y: top + 10, 'text-anchor': at > (left + right) / 2 ? 'end' : 'start' }
        : { x: left + 4, y: at - 4 };
    if (line.y === undefined && at > (left + right) / 2) place.x = at - 4;
    root.append(svg('text', { class: 'mark-name', ...place }, line.name));
  }
  const drawn = series.filter((one) => one.points.length > 0);
  for (const one of drawn) {
    const places = one.points.map(([a, b]) => [x.place(a), y.place(b)]);
    const path = places.map(([a, b], at) => `${at ? 'L' : 'M'}${a.toFixed(2)} ${b.toFixed(2)}`).join('');
    root.append(svg('path', { class: `line ${one.kind}${one.thin ? ' thin' : ''}`, d: path }));
    if (!one.marks) continue;
    one.points.forEach(([a, b], at) => {
      const dot = svg('circle', { class: `dot ${one.kind}`, cx: places[at][0], cy: places[at][1], r: 3 });
      dot.append(svg('title', {}, one.note(a, b)));
      root.append(dot);
    });
  }
  if (onPick) {
    root.classList.add('pick');
    root.addEventListener('click', (event) => {
      const { left: edge, width: across } = root.getBoundingClientRect();
      onPick(x.value(((event.clientX - edge) / across) * width));
    });
  }
  const named = drawn.filter((one) => one.name);
  const ends = separateLabels(
    named.map((one) => y.place(one.points.at(-1)[1])),
    LABEL_GAP,
    top + 4,
    bottom,
  );
  named.forEach((one, at) => root.append(svg('text', { class: `label ${one.kind}`, x: right + 8, y: ends[at] + 4 }, one.name)));
  return root;
}
