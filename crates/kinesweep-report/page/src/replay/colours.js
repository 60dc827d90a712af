// The page's colours for three.js.

import { Color } from 'three';

const NAMES = ['stage', 'body', 'fixed', 'contact', 'missed', 'parted', 'frame', 'path'];

/** Reads the colours of the present scheme, light or dark. */
export function readColours() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(NAMES.map((name) => [name, new Color(style.getPropertyValue(`--${name}`).trim())]));
}
