// How long a frame of the replay takes while it plays: `node browser/frames.js PAGE.html`. Prints the intervals between frames, and of
// each the part that is our own: where bodies are, how they look, and what is sent to the device; drawing is the device's. Here that is a
// processor, which draws a hundred times more slowly than a graphics device: our own part is the figure that holds elsewhere.

import { launch, open } from './browser.js';

/** Frames that are measured, and how many before them are not: code is compiled meanwhile. */
const [FRAMES, BEFORE] = [300, 30];

const browser = await launch();
if (!browser) throw new Error('there is no browser');
const { page, wrong } = await open(browser, process.argv[2], { width: 1200, height: 1000 });
const measured = await page.evaluate(
  ([frames, before]) =>
    new Promise((resolve) => {
      const { replay } = window.kinesweep;
      const { views } = replay;
      const [intervals, own, draws] = [[], [], []];
      const [tick, draw] = [replay.tick.bind(replay), views.draw.bind(views)];
      let drawn = 0;
      views.draw = () => {
        const begun = performance.now();
        draw();
        drawn = performance.now() - begun;
      };
      replay.tick = (now) => {
        drawn = 0;
        const begun = performance.now();
        const changed = tick(now);
        own.push(performance.now() - begun - drawn);
        draws.push(drawn);
        return changed;
      };
      replay.showAll(true);
      // Slowly enough not to come to the end.
      replay.clock.speed = replay.clock.until / 1e4;
      replay.seek(0.3 * replay.clock.until);
      replay.clock.playing = true;
      let last = null;
      const count = (now) => {
        if (last !== null) intervals.push(now - last);
        last = now;
        if (intervals.length < frames + before) return requestAnimationFrame(count);
        const sorted = (values) => values.slice(before).sort((a, b) => a - b);
        const summary = (values) => {
          const all = sorted(values);
          return { median: all[all.length >> 1], worst_in_100: all[Math.floor(0.99 * all.length)] };
        };
        resolve({ bodies: replay.parted.length, interval: summary(intervals), own: summary(own), draw: summary(draws) });
      };
      requestAnimationFrame(count);
    }),
  [FRAMES, BEFORE],
);
await browser.close();
if (wrong.length > 0) throw new Error(wrong.join('\n'));
const text = ({ median, worst_in_100: worst }) => `${median.toFixed(2)} ms (1 in 100 over ${worst.toFixed(2)} ms)`;
console.log(`${measured.bodies} bodies: a frame every ${text(measured.interval)}; our own ${text(measured.own)}, calls that draw ${text(measured.draw)}`);
