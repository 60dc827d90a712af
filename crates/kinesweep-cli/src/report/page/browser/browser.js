// A headless browser for tests and pictures.

import { chromium } from 'playwright-core';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Where systems keep it; KINESWEEP_BROWSER names another. */
const PLACES = [process.env.KINESWEEP_BROWSER, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

// WebGL is drawn by software; nothing talks to a network.
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

// In place of those that draw: a browser that cannot.
const BLIND = ['--disable-gpu', '--disable-software-rasterizer'];

/** The browser, or null where there is none; `blind` is one without WebGL. */
export async function launch(blind = false) {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  const args = blind ? [...FLAGS.filter((flag) => !/angle|swiftshader|gpu/.test(flag)), ...BLIND] : FLAGS;
  return executablePath ? chromium.launch({ executablePath, args }) : null;
}

/** Opens a file as a user does; collects everything that goes wrong, and every request for anything but the file. */
export async function open(browser, file, { width = 1280, height = 1000, dark = false, scale = 1, reducedMotion = false } = {}) {
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    deviceScaleFactor: scale,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  });
  const page = await context.newPage();
  const wrong = [];
  const url = pathToFileURL(file).href;
  page.on('pageerror', (error) => wrong.push(`error: ${error.stack ?? error.message}`));
  page.on('console', (message) => {
    // Software rendering says of itself that it is slow, where pixels are read back.
    if (['error', 'warning'].includes(message.type()) && !/GPU stall due to ReadPixels/.test(message.text()))
      wrong.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    if (request.url() !== url && !request.url().startsWith('data:') && !request.url().startsWith('blob:'))
      wrong.push(`request: ${request.url()}`);
  });
  await page.goto(url);
  await page.waitForFunction(() => document.getElementById('answer').textContent !== '');
  return { page, wrong, close: () => context.close() };
}

/** Waits until the replay has drawn its last change. */
export async function waitForIdle(page) {
  await page.waitForFunction(() => {
    const { views, clock } = window.kinesweep.replay;
    return !views.stale && !views.transition && !clock.playing;
  });
}
