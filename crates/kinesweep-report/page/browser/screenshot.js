// Takes the screenshot in the README: `node browser/screenshot.js PAGE.html` writes screenshot.webp
// to the folder of package.json. The page is that of the default scene, `kinesweep compare --report
// PAGE.html`, at the first missed collision.

import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, open, waitForIdle } from './browser.js';

const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'screenshot.webp');
/** Size of the screenshot, in CSS pixels; twice as many device pixels. */
const [width, height] = [1200, 1000];
/** Margin below, in CSS pixels. */
const MARGIN = 24;
/** WebP quality, from 0 to 1. */
const QUALITY = 0.9;

const browser = await launch();
if (!browser) throw new Error('there is no browser');
const { page, problems } = await open(browser, process.argv[2], { width, height, scale: 2 });
await page.evaluate(() => {
  const { replay } = window.kinesweep;
  replay.views.levels = [2, 8];
  replay.views.maxRatio = 2;
  replay.views.resize();
  replay.stepMissed(1);
  replay.seek(replay.comparison.meetings.begin[replay.selected]);
});
await waitForIdle(page);
// Down to the status line.
const end = await page.locator('#status').boundingBox();
const screenshot = await page.screenshot({ clip: { x: 0, y: 0, width, height: Math.min(end.y + end.height + MARGIN, height) } });
// The browser encodes it as WebP, in a separate page without the report's security policy.
const encoder = await browser.newPage();
const url = await encoder.evaluate(
  async ([encoded, quality]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${encoded}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', quality);
  },
  [screenshot.toString('base64'), QUALITY],
);
await browser.close();
if (problems.length > 0) throw new Error(problems.join('\n'));
const bytes = Buffer.from(url.split(',')[1], 'base64');
await writeFile(target, bytes);
console.log(`${target}: ${bytes.length} bytes`);
