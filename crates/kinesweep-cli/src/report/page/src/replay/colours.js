// The colours of the page, for what is drawn by the device.

import { Color } from 'three';

const NAMES = ['stage', 'body', 'fixed', 'contact', 'missed', 'parted', 'frame', 'path'];

/** The colours that hold at present, light or dark. */
export function readColours() {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(NAMES.map((name) => [name, new Color(style.getPropertyValue(`--${name}`).trim())]));
}
