// Columns of numbers: base64 of little-endian arrays, keyed by element type, as the Rust side
// writes them.

const TYPES = { f64: Float64Array, f32: Float32Array, u32: Uint32Array };

/** Decodes a column such as `{"f64": "AAAA..."}` into an array; null for an omitted column. */
export function decode(column) {
  if (!column) return null;
  const [type, text] = Object.entries(column)[0];
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let at = 0; at < raw.length; at += 1) bytes[at] = raw.charCodeAt(at);
  return new TYPES[type](bytes.buffer);
}

/** The index of the first of `sorted[low..high]` greater than `value`; `high` if there is none. */
export function firstAfter(sorted, value, low = 0, high = sorted.length) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the first of `sorted[low..high]` not less than `value`; `high` if there is none. */
export function firstFrom(sorted, value, low = 0, high = sorted.length) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
