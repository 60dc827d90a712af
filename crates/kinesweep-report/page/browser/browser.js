// A headless browser for tests and screenshots.

import { chromium } from 'playwright-core';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Usual paths of the browser; KINESWEEP_BROWSER overrides them. */
const PATHS = [process.env.KINESWEEP_BROWSER, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

// WebGL renders in software; nothing uses the network.
const FLAGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--ignore-gpu-blocklist',
  '--hide-scrollbars',
];

// Without WebGL.
const NO_WEBGL = ['--disable-gpu', '--disable-software-rasterizer'];

/** Starts the browser; returns null if none is installed. */
export async function launch(webgl = true) {
  const executablePath = PATHS.find((path) => path && existsSync(path));
  const args = !webgl ? [...FLAGS.filter((flag) => !/angle|swiftshader|gpu/.test(flag)), ...NO_WEBGL] : FLAGS;
  return executablePath ? chromium.launch({ executablePath, args }) : null;
}

/** Opens a file; collects errors, warnings, and requests for anything but the file. */
export async function open(browser, file, { width = 1280, height = 1000, dark = false, scale = 1, reducedMotion = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    deviceScaleFactor: scale,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  });
  const page = await context.newPage();
  const problems = [];
  const url = pathToFileURL(file).href;
  page.on('pageerror', (error) => problems.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // With software rendering, reading pixels back logs a warning.
    if (['error', 'warning'].includes(message.type()) && !/GPU stall due to ReadPixels/.test(message.text()))
      problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (request.url() !== url && !request.url().startsWith('data:') && !request.url().startsWith('blob:'))
      problems.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  await page.waitForFunction(() => document.getElementById('answer').textContent !== '');
  return { page, problems, close: () => context.close() };
}

/** Waits until the replay has drawn its last change and is paused. */
export async function waitForIdle(page) {
  await page.waitForFunction(() => {
    const { views, clock } = window.kinesweep.replay;
    return !views.stale && !views.transition && !clock.playing;
  });
}
