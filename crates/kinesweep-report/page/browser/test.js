// Opens pages in a headless browser and operates them: `node browser/test.js FOLDER`. The folder
// has pages `*.html` and optionally, for each, `<page>.places.json`: `{ time, positions }`, the
// positions of the bodies in the engine. The exit code is 3 if there is no browser.

import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch, open, waitForIdle } from './browser.js';

const folder = process.argv[2];
const pages = readdirSync(folder)
  .filter((name) => name.endsWith('.html'))
  .sort();
assert.ok(pages.length > 0, `there are no pages in ${folder}`);

/** Number of pixels of each view that are not background. Runs in the page. */
function countDrawnPixels() {
  const { replay } = window.kinesweep;
  const { views } = replay;
  views.stale = true;
  replay.tick(performance.now());
  // Read in the same task: the drawing buffer may be cleared later.
  const gl = views.renderer.getContext();
  const [width, height] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
  const pixels = new Uint8Array(4 * width * height);
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
  const sides = replay.alone
    ? [[0, 0, 1, 1]]
    : views.stacked
      ? [
          [0, 0.5],
          [0, 0],
        ].map(([x, y]) => [x, y, 1, 0.5])
      : [
          [0, 0, 0.5, 1],
          [0.5, 0, 0.5, 1],
        ];
  return sides.map(([left, low, wide, high]) => {
    const [x0, y0] = [Math.ceil(left * width) + 2, Math.ceil(low * height) + 2];
    const [x1, y1] = [Math.floor((left + wide) * width) - 2, Math.floor((low + high) * height) - 2];
    const background = 4 * (y0 * width + x0);
    let count = 0;
    for (let y = y0; y < y1; y += 1) {
      for (let x = x0; x < x1; x += 1) {
        const at = 4 * (y * width + x);
        count += pixels[at] !== pixels[background] || pixels[at + 1] !== pixels[background + 1] || pixels[at + 2] !== pixels[background + 2];
      }
    }
    return count;
  });
}

/** Minimum number of pixels that a scene draws; a dot has about 12. */
const MIN_DRAWN = 8;

const time = (page) => page.evaluate(() => window.kinesweep.replay.clock.time);

async function checkDrawing(page) {
  const counts = await page.evaluate(countDrawnPixels);
  for (const count of counts) assert.ok(count >= MIN_DRAWN, `something is drawn in both views: ${counts}`);
}

async function checkPlayback(page) {
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.kinesweep.replay.seek(0));
  await page.keyboard.press('Space');
  await page.waitForFunction(() => window.kinesweep.replay.clock.time > 0);
  assert.equal(await page.getAttribute('#play', 'aria-label'), 'Pause');
  const before = await time(page);
  await page.waitForFunction((from) => window.kinesweep.replay.clock.time > from, before);
  await page.click('#play');
  await waitForIdle(page);
  const paused = await time(page);
  await page.waitForTimeout(100);
  assert.equal(await time(page), paused, 'time is constant while paused');
}

async function checkSteps(page) {
  const begins = await page.evaluate(() => [...window.kinesweep.replay.comparison.meetings.begin].filter((begin) => begin > 0));
  if (begins.length === 0) return;
  await page.evaluate(() => window.kinesweep.replay.seek(0));
  await page.keyboard.press('ArrowRight');
  assert.equal(await time(page), begins[0], 'the next event is at its exact time');
  await page.keyboard.press('ArrowLeft');
  assert.ok((await time(page)) <= begins[0]);
}

/** A click on a row of the list shows the pair and plays from just before the event. */
async function checkList(page) {
  const rows = await page.locator('#list-body tr:not(.divide)').count();
  if (rows === 0 || !(await page.isVisible('#list'))) return;
  await page.locator('#list-body tr:not(.divide) button').first().click();
  const { selected, begin, speed, missed } = await page.evaluate(() => {
    const { selected, comparison, clock } = window.kinesweep.replay;
    return { selected, begin: comparison.meetings.begin[selected], speed: clock.speed, missed: comparison.missed };
  });
  assert.notEqual(selected, null);
  if (missed.length > 0) assert.equal(selected, missed[0]);
  assert.match(await page.textContent('#status'), /touch at|collide at/);
  assert.equal(await page.locator('#list-body tr[aria-current]').count(), 1);
  await page.evaluate(() => (window.kinesweep.replay.clock.playing = false));
  await waitForIdle(page);
  const [earliest, latest] = [begin - 2 * speed, begin + 20 * speed];
  const now = await time(page);
  assert.ok(now >= earliest && now <= latest, `${now} is close to ${begin}`);
  await page.evaluate((at) => window.kinesweep.replay.seek(at), begin);
  await checkDrawing(page);
  if (missed.length > 1) {
    await page.keyboard.press('n');
    assert.equal(await page.evaluate(() => window.kinesweep.replay.selected), missed[1]);
    await page.keyboard.press('p');
    assert.equal(await page.evaluate(() => window.kinesweep.replay.selected), missed[0]);
  }
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => window.kinesweep.replay.selected), null);
  await waitForIdle(page);
}

/** A click on a body describes it; Escape ends that. */
async function checkInspection(page) {
  await page.keyboard.press('Escape');
  await page.evaluate(() => window.kinesweep.replay.seek(0));
  await waitForIdle(page);
  const { x, y, body } = await page.evaluate(() => {
    const { views, stages } = window.kinesweep.replay;
    const body = stages[0].pixels.findIndex((radius) => radius > 0);
    const box = views.canvas.getBoundingClientRect();
    const place = views.camera.position
      .clone()
      .fromArray(stages[0].position, 3 * body)
      .project(views.camera);
    const [width, height] = views.size;
    return { x: box.left + ((place.x + 1) / 2) * width, y: box.top + ((1 - place.y) / 2) * height, body };
  });
  assert.ok(body >= 0, 'something is in view');
  await page.mouse.click(x, y);
  const inspected = await page.evaluate(() => window.kinesweep.replay.inspected);
  assert.notEqual(inspected, null);
  assert.match(await page.textContent('#status'), /moves at|is at rest/);
  await checkDrawing(page);
  await page.keyboard.press('Escape');
  assert.equal(await page.evaluate(() => window.kinesweep.replay.inspected), null);
}

/** Missed counts at each rate equal those of the engine. */
async function checkAgreement(page) {
  const found = await page.evaluate(() => {
    const { replay, data } = window.kinesweep;
    const { pass_through: passing, responding } = data.comparison;
    const whole = data.replay.until >= data.horizon;
    const sampled = ({ runs }) => runs.filter((run) => run.method === 'sampled');
    const pairs = [];
    for (const run of passing ? sampled(passing) : []) {
      const { missed, meetings } = replay.runs.compare('passing', run.rate);
      pairs.push([whole ? [missed.length, meetings.count] : null, [run.missed, passing.truth]]);
    }
    if (responding) {
      for (const run of sampled(responding)) {
        const { missed, missedTimes, reported } = replay.runs.compare('bouncing', run.rate);
        const own = [reported.count, missed.length, missedTimes[0] ?? null];
        pairs.push([whole ? own : null, [run.collisions, run.missed ?? own[1], run.first_missed]]);
      }
    }
    return pairs;
  });
  for (const [own, engine] of found) if (own) assert.deepEqual(own, engine);
}

/** Positions equal those of the engine. */
async function checkPositions(page, name) {
  const file = join(folder, name.replace(/\.html$/, '.places.json'));
  if (!existsSync(file)) return;
  const { time: at, positions } = JSON.parse(readFileSync(file, 'utf8'));
  const own = await page.evaluate((at) => {
    const { motion } = window.kinesweep.replay.runs.bouncing.exact;
    return Array.from({ length: motion.bodies }, (_, body) => motion.position(body, at, [0, 0, 0]));
  }, at);
  assert.equal(own.length, positions.length);
  own.forEach((position, body) =>
    position.forEach((value, axis) => {
      const expected = positions[body][axis];
      assert.ok(
        Math.abs(value - expected) <= 1e-14 * Math.max(1, Math.abs(expected)),
        `body ${body}: ${position} is not ${positions[body]}`,
      );
    }),
  );
}

/** Every option can be selected and draws something. */
async function checkOptions(page) {
  if ((await page.locator('#plots .pick').count()) > 0) {
    await page.locator('#plots .pick').click();
    assert.equal(await page.evaluate(() => window.kinesweep.replay.comparison.mode), 'passing');
    await waitForIdle(page);
  }
  const modes = page.locator('input[name=mode]:enabled + label');
  const rates = page.locator('#rates:not([hidden]) input[name=rate] + label');
  for (let mode = 0; mode < (await modes.count()); mode += 1) {
    await modes.nth(mode).click();
    for (let rate = 0; rate < (await rates.count()); rate += 1) {
      await rates.nth(rate).click();
      await checkDrawing(page);
    }
  }
  assert.ok((await page.locator('#tables table').count()) >= 1);
  if (!(await page.isVisible('#rate'))) return;
  await page.fill('#rate', '7.5');
  await page.keyboard.press('Enter');
  assert.equal(await page.evaluate(() => window.kinesweep.replay.comparison.rate), 7.5);
  assert.match(await page.textContent('#right-title'), /7\.5/);
}

/** All checks of a page, in one appearance. */
async function test(browser, name, appearance) {
  const { page, problems, close } = await open(browser, join(folder, name), appearance);
  try {
    assert.notEqual(await page.textContent('#answer'), '');
    await page.waitForFunction(() => window.kinesweep !== undefined);
    await waitForIdle(page);
    await checkDrawing(page);
    await checkPlayback(page);
    await checkSteps(page);
    await checkList(page);
    if (!appearance.dark) {
      await checkAgreement(page);
      await checkPositions(page, name);
      await checkInspection(page);
      await checkOptions(page);
    }
    assert.deepEqual(problems, []);
  } catch (error) {
    console.error(`${name}: ${problems.join('\n')}`);
    throw error;
  }
  await close();
}

const APPEARANCES = [
  { reducedMotion: true, width: 1100, height: 800 },
  { dark: true, width: 420, height: 800 },
];

/**
 * Tests a page in a separate browser. Software rendering may freeze on a machine under load, so
 * there is a second attempt after a timeout.
 */
async function attempt(name, appearance, attempts = 2) {
  const browser = await launch();
  if (!browser) {
    console.error('there is no browser');
    process.exit(3);
  }
  try {
    await test(browser, name, appearance);
  } catch (error) {
    if (error.name !== 'TimeoutError' || attempts === 1) throw error;
    console.log(`${name}: second attempt, after ${error.message}`);
    await attempt(name, appearance, attempts - 1);
  } finally {
    await browser.close();
  }
}

/** Without WebGL there is a notice in place of the replay; the rest of the page is complete. */
async function checkWithoutWebGL(name) {
  const browser = await launch(false);
  const { page, problems } = await open(browser, join(folder, name));
  await page.waitForSelector('#tables table');
  assert.match(await page.textContent('#replay .notice'), /WebGL/);
  assert.ok((await page.locator('#plots figure').count()) > 0);
  assert.ok(!(await page.isVisible('#list')));
  // three.js logs an error, too.
  assert.deepEqual(
    problems.filter((problem) => !/WebGL/.test(problem)),
    [],
  );
  await browser.close();
}

for (const name of pages) {
  for (const appearance of APPEARANCES) {
    await attempt(name, appearance);
    console.log(`${name}, ${appearance.dark ? 'dark and narrow' : 'light'}: ok`);
  }
}
await checkWithoutWebGL(pages[0]);
console.log(`${pages[0]}, without WebGL: ok`);
