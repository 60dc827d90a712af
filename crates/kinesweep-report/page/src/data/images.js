// Periodic images: each body repeats at all multiples of the domain's lengths.

/** The lengths of a periodic domain; null for other domains. */
export function lengthsOf(domain) {
  if (domain?.kind !== 'periodic') return null;
  const [min, max] = domain.corners;
  return max.map((high, axis) => high - min[axis]);
}

/** On one axis, the shortest signed distance between images of two points that are `apart`. */
export const nearest = (apart, length) => apart - length * Math.round(apart / length);
