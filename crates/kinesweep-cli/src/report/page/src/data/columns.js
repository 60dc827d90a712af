// Columns of numbers: base64 of little-endian arrays, under the name of their type, as the Rust side writes them.

const TYPES = { f64: Float64Array, f32: Float32Array, u32: Uint32Array };

/** The array that a column such as `{"f64": "AAAA..."}` holds; null for one that was left out. */
export function decode(column) {
  if (!column) return null;
  const [type, text] = Object.entries(column)[0];
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let at = 0; at < raw.length; at += 1) bytes[at] = raw.charCodeAt(at);
  return new TYPES[type](bytes.buffer);
}

/** The number of the first of `sorted[low..high]` that is greater than `value`; `high` if none is. */
export function firstAfter(sorted, value, low = 0, high = sorted.length) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] <= value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The number of the first of `sorted[low..high]` that is not less than `value`; `high` if none is. */
export function firstFrom(sorted, value, low = 0, high = sorted.length) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
