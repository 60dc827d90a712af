// Measures frames of a playing replay: `node browser/frames.js PAGE.html`. Prints the interval
// between frames, the time in the page's own code (positions, colours, uploads), and the time in
// WebGL calls. WebGL renders in software here, about 100 times slower than on a graphics device, so
// only the time in the page's own code carries over to other machines.

import { launch, open } from './browser.js';

/** Number of frames measured, and of frames before them, in which the code is compiled. */
const [FRAMES, WARM_UP] = [300, 30];

const browser = await launch();
if (!browser) throw new Error('there is no browser');
const { page, problems } = await open(browser, process.argv[2], { width: 1200, height: 1000 });
const measured = await page.evaluate(
  ([frames, warmUp]) =>
    new Promise((resolve) => {
      const { replay } = window.kinesweep;
      const { views } = replay;
      const [intervals, own, draws] = [[], [], []];
      const [tick, draw] = [replay.tick.bind(replay), views.draw.bind(views)];
      let drawTime = 0;
      views.draw = () => {
        const start = performance.now();
        draw();
        drawTime = performance.now() - start;
      };
      replay.tick = (now) => {
        drawTime = 0;
        const start = performance.now();
        const changed = tick(now);
        own.push(performance.now() - start - drawTime);
        draws.push(drawTime);
        return changed;
      };
      replay.showAll(true);
      // Slow enough not to reach the end.
      replay.clock.speed = replay.clock.until / 1e4;
      replay.seek(0.3 * replay.clock.until);
      replay.clock.playing = true;
      let last = null;
      const count = (now) => {
        if (last !== null) intervals.push(now - last);
        last = now;
        if (intervals.length < frames + warmUp) return requestAnimationFrame(count);
        const sorted = (values) => values.slice(warmUp).sort((a, b) => a - b);
        const summary = (values) => {
          const all = sorted(values);
          return { median: all[all.length >> 1], worst_in_100: all[Math.floor(0.99 * all.length)] };
        };
        resolve({ bodies: replay.parted.length, interval: summary(intervals), own: summary(own), draw: summary(draws) });
      };
      requestAnimationFrame(count);
    }),
  [FRAMES, WARM_UP],
);
await browser.close();
if (problems.length > 0) throw new Error(problems.join('\n'));
const text = ({ median, worst_in_100: worst }) => `${median.toFixed(2)} ms (1 in 100 over ${worst.toFixed(2)} ms)`;
console.log(`${measured.bodies} bodies: a frame every ${text(measured.interval)}; own code ${text(measured.own)}, WebGL calls ${text(measured.draw)}`);
