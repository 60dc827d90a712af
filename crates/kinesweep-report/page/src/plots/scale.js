// Axes: mappings from values to coordinates, with their ticks.

/**
 * A logarithmic axis from `low` to `high`, both above 0, onto `from` to `to`. `place` maps a value
 * to its coordinate, `value` maps back.
 */
export function logScale([low, high], [from, to]) {
  const span = Math.log(high / low) || 1;
  const place = (value) => from + (Math.log(value / low) / span) * (to - from);
  const ticks = [];
  const decades = Math.log10(high / low);
  const leads = decades <= 1.5 ? [1, 2, 5] : decades <= 3 ? [1, 3] : [1];
  // Over many decades only every second or third has a tick.
  const every = Math.ceil(decades / 7);
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
    if (power % every !== 0) continue;
    for (const lead of leads) {
      const value = Number(`${lead}e${power}`);
      if (value >= low * 0.999 && value <= high * 1.001) ticks.push(value);
    }
  }
  const value = (at) => low * (high / low) ** Math.min(Math.max((at - from) / (to - from), 0), 1);
  return { place, value, ticks };
}

/** A linear axis. */
export function linearScale([low, high], [from, to], ticks) {
  return { place: (value) => from + ((value - low) / (high - low)) * (to - from), ticks };
}

/** The decades that enclose the values; two different ones. */
export function decadesAround(values) {
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const low = 10 ** Math.floor(Math.log10(min) + 1e-9);
  const high = 10 ** Math.ceil(Math.log10(max) - 1e-9);
  return low === high ? [low, 10 * high] : [low, high];
}

/** Moves overlapping labels apart by little, within bounds; returns their new coordinates. */
export function separateLabels(places, gap, low, high) {
  const order = [...places.keys()].sort((a, b) => places[a] - places[b]);
  const moved = [...places];
  for (let round = 0; round < 50; round += 1) {
    for (let at = 1; at < order.length; at += 1) {
      const [above, below] = [order[at - 1], order[at]];
      const overlap = gap - (moved[below] - moved[above]);
      if (overlap > 1e-6) {
        moved[above] -= overlap / 2;
        moved[below] += overlap / 2;
      }
    }
    for (const at of order) moved[at] = Math.min(Math.max(moved[at], low), high);
  }
  return moved;
}

/** The smallest number with three digits that is not below `value`. */
export function roundUp(value) {
  const unit = 10 ** (Math.floor(Math.log10(value)) - 2);
  // 1e-9: tolerates rounding in a whole number of units.
  return Number((Math.ceil(value / unit - 1e-9) * unit).toPrecision(3));
}
