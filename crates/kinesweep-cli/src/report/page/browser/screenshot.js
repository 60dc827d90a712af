// Takes the picture of a page that the README shows: `node browser/screenshot.js PAGE.html` writes screenshot.webp beside package.json.
// The page is that of the default scene, `kinesweep compare --report PAGE.html`, at the first collision that samples miss.

import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launch, open, waitForIdle } from './browser.js';

const target = join(dirname(fileURLToPath(import.meta.url)), '..', 'screenshot.webp');
/** Size of the picture, in pixels of the page; twice as many of the device. */
const [width, height] = [1200, 1000];
/** Room below, in pixels of the page. */
const MARGIN = 24;
/** Of the best. */
const QUALITY = 0.9;

const browser = await launch();
if (!browser) throw new Error('there is no browser');
const { page, wrong } = await open(browser, process.argv[2], { width, height, scale: 2 });
await page.evaluate(() => {
  const { replay } = window.kinesweep;
  replay.views.levels = [2, 8];
  replay.views.maxRatio = 2;
  replay.views.resize();
  replay.stepMissed(1);
  replay.seek(replay.comparison.meetings.begin[replay.selected]);
});
await waitForIdle(page);
// Down to the sentence under the views.
const end = await page.locator('#status').boundingBox();
const picture = await page.screenshot({ clip: { x: 0, y: 0, width, height: Math.min(end.y + end.height + MARGIN, height) } });
// The browser itself makes it small, in a page of its own, where the policy of the report does not hold.
const other = await browser.newPage();
const url = await other.evaluate(
  async ([encoded, quality]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${encoded}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [image.width, image.height];
    canvas.getContext('2d').drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', quality);
  },
  [picture.toString('base64'), QUALITY],
);
await browser.close();
if (wrong.length > 0) throw new Error(wrong.join('\n'));
const bytes = Buffer.from(url.split(',')[1], 'base64');
await writeFile(target, bytes);
console.log(`${target}: ${bytes.length} bytes`);
