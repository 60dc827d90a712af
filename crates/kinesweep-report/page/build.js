// Builds the page into one file, dist/page.html, which the Rust side embeds. With --check it
// compares the file in dist/ with a fresh build instead, and fails if they differ.

import { build } from 'esbuild';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const at = (...path) => join(here, ...path);
/** Maximum size of the page without data, in bytes. */
const MAX_BYTES = 1_000_000;

async function bundle(entry, options) {
  const result = await build({
    entryPoints: [at('src', entry)],
    bundle: true,
    minify: true,
    write: false,
    target: 'es2022',
    legalComments: 'inline',
    charset: 'utf8',
    absWorkingDir: here,
    ...options,
  });
  return result.outputFiles[0].text;
}

async function page() {
  // The licence of three.js must accompany every copy.
  const licence = await readFile(at('node_modules', 'three', 'LICENSE'), 'utf8');
  const script = await bundle('main.js', { format: 'iife', banner: { js: `/*! three.js\n\n${licence.trim()}\n*/` } });
  const style = await bundle('style.css', {});
  // Functions, since `$` is special in a replacement text. `</script` in a string would end the
  // element.
  const html = await readFile(at('src', 'page.html'), 'utf8');
  return html
    .replace('/* style.css */', () => style.trim())
    .replace('/* page.js */', () => script.trim().replaceAll('</script', '<\\/script'));
}

const built = await page();
if (built.length > MAX_BYTES) throw new Error(`the page has ${built.length} bytes, more than ${MAX_BYTES}`);
if (process.argv.includes('--check')) {
  const [present, licence] = await Promise.all([
    readFile(at('dist', 'page.html'), 'utf8'),
    readFile(at('dist', 'LICENSE-three.txt'), 'utf8'),
  ]);
  const fresh = present === built && licence === (await readFile(at('node_modules', 'three', 'LICENSE'), 'utf8'));
  if (!fresh) {
    console.error('dist/ is out of date: run `npm run build` and commit the result');
    process.exit(1);
  }
  console.log('dist/ is up to date');
} else {
  await mkdir(at('dist'), { recursive: true });
  await writeFile(at('dist', 'page.html'), built);
  await copyFile(at('node_modules', 'three', 'LICENSE'), at('dist', 'LICENSE-three.txt'));
  console.log(`dist/page.html: ${built.length} bytes`);
}
