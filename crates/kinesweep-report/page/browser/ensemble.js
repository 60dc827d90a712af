// Opens and operates the page of an ensemble: `node browser/ensemble.js PAGE.html`. The exit code is
// 3 if there is no browser.

import assert from 'node:assert/strict';
import { launch, open } from './browser.js';

const browser = await launch();
if (!browser) process.exit(3);
const { page, problems } = await open(browser, process.argv[2], { width: 1200, height: 1000 });

const data = await page.evaluate(() => JSON.parse(document.getElementById('data').textContent));
const answer = await page.textContent('#answer');
assert.match(answer, data.rates.length > 0 ? /^At \d+ Hz, samples miss .* %/ : /^Means over/, answer);
assert.equal(await page.locator('#points tr').count(), 1 + data.points.length, 'a row a point');

// A dot a point of each result against each key; no coordinate is undefined.
for (const key of Object.keys(data.points[0].sweep)) {
  for (const name of data.names) {
    await page.selectOption('#key', key);
    await page.selectOption('#result', name);
    const drawn = data.points.filter((point) => point.results[name]).length;
    assert.equal(await page.locator('#chosen circle').count(), drawn, `${name} against ${key}`);
  }
}
const drawings = await page.evaluate(() => [...document.querySelectorAll('svg')].map((svg) => svg.outerHTML));
assert.ok(drawings.length >= 2, 'there are plots');
for (const drawing of drawings) assert.doesNotMatch(drawing, /NaN|undefined|Infinity/);

// The replay of each point is the page of its comparison.
const buttons = page.locator('#points button');
assert.equal(await buttons.count(), data.replays.filter((replay) => replay !== null).length);
for (let at = 0; at < (await buttons.count()); at += 1) {
  await buttons.nth(at).click();
  const frame = page.frameLocator('#replay iframe');
  await frame.locator('#answer').filter({ hasText: /./ }).waitFor();
  await frame.locator('canvas').first().waitFor();
}
assert.deepEqual(problems, []);
await browser.close();
