// Builds the page into one file, dist/page.html, which the Rust side embeds; with --check it reports whether the present file is
// what the sources build to.

import { build } from 'esbuild';
import { copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const at = (...path) => join(here, ...path);
/** Most bytes that the page may have before its data. */
const MOST = 1_000_000;

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
  // Its licence goes with every copy of the library.
  const licence = await readFile(at('node_modules', 'three', 'LICENSE'), 'utf8');
  const script = await bundle('main.js', { format: 'iife', banner: { js: `/*! three.js\n\n${licence.trim()}\n*/` } });
  const style = await bundle('style.css', {});
  // Functions, since a replacement text has signs of its own; `</script` in a string would end the element.
  const html = await readFile(at('src', 'page.html'), 'utf8');
  return html
    .replace('/* style.css */', () => style.trim())
    .replace('/* page.js */', () => script.trim().replaceAll('</script', '<\\/script'));
}

const built = await page();
if (built.length > MOST) throw new Error(`the page has ${built.length} bytes, more than ${MOST}`);
if (process.argv.includes('--check')) {
  const [known, licence] = await Promise.all([
    readFile(at('dist', 'page.html'), 'utf8'),
    readFile(at('dist', 'LICENSE-three.txt'), 'utf8'),
  ]);
  const fresh = known === built && licence === (await readFile(at('node_modules', 'three', 'LICENSE'), 'utf8'));
  if (!fresh) {
    console.error('dist/ is not what the sources build to: run `npm run build` and check it in');
    process.exit(1);
  }
  console.log('dist/ is what the sources build to');
} else {
  await mkdir(at('dist'), { recursive: true });
  await writeFile(at('dist', 'page.html'), built);
  await copyFile(at('node_modules', 'three', 'LICENSE'), at('dist', 'LICENSE-three.txt'));
  console.log(`dist/page.html: ${built.length} bytes`);
}
