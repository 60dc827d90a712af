// Numbers as text.

/** Narrow no-break space, between groups of three digits and before units. */
const GAP = '\u202f';

/** A whole number, digits in groups of three. */
export function count(value) {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, GAP);
}

/** A number with `significant` digits, without an exponent. */
export function digits(value, significant = 3) {
  if (value === 0) return '0';
  // Rounded first: 0.9999 gives 1.00, not 1.000.
  const rounded = Number(value.toPrecision(significant));
  const places = Math.max(0, significant - 1 - Math.floor(Math.log10(Math.abs(rounded))));
  const text = rounded.toFixed(Math.min(places, 12));
  const [whole, part] = text.split('.');
  return part === undefined ? count(Number(whole)) : `${whole}.${part}`;
}

const PREFIXES = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'µ'],
  [1e-9, 'n'],
];

function unitOf(value, unit, prefixes) {
  if (value === 0) return [1, unit];
  // A value that rounds up to the next step uses it: 0.9999 ms gives 1.00 ms.
  const [scale, prefix] = prefixes.find(([step]) => Math.abs(value) >= step * 0.9995) ?? prefixes.at(-1);
  return [scale, `${prefix}${unit}`];
}

function scaled(value, unit, prefixes, significant) {
  const [scale, name] = unitOf(value, unit, prefixes);
  return `${value === 0 ? 0 : digits(value / scale, significant)}${GAP}${name}`;
}

/** A time in seconds, with an SI prefix. */
export const seconds = (value, significant = 3) => scaled(value, 's', PREFIXES.slice(3), significant);

/** The unit for a time: its size in seconds, and its symbol. */
export const secondUnit = (value) => unitOf(value, 's', PREFIXES.slice(3));

/** The unit for a length: its size in metres, and its symbol. */
export const metreUnit = (value) => unitOf(value, 'm', PREFIXES.slice(2));

/** A length in metres. */
export const metres = (value, significant = 3) => scaled(value, 'm', PREFIXES.slice(2), significant);

/** A speed in metres per second. */
export const speed = (value) => scaled(value, 'm/s', PREFIXES.slice(2), 3);

/** A rate in hertz, without the unit. */
export const rateDigits = (value) => digits(value, value >= 100 ? 4 : 3).replace(/\.0+$|(\.\d*[1-9])0+$/, '$1');

/** A rate in hertz. */
export const hertz = (value) => `${rateDigits(value)}${GAP}Hz`;

/** A share, as a percentage. */
export function percent(value) {
  const hundred = 100 * value;
  if (hundred !== 0 && hundred !== 100 && (hundred < 0.1 || hundred > 99.9))
    return hundred < 1 ? `<${GAP}0.1${GAP}%` : `>${GAP}99.9${GAP}%`;
  return `${hundred === 0 || hundred === 100 ? hundred : hundred.toFixed(1)}${GAP}%`;
}

/** The speed of a replay: `2×`, `1/50×`. */
export function speedFactor(value) {
  const short = (number) => digits(number, 2).replace(/\.0$/, '');
  return value >= 0.995 ? `${short(value)}×` : `1/${short(1 / value)}×`;
}
