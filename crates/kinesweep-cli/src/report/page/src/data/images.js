// A periodic domain stands for endless copies of itself, and a body for an image in each of them.

/** The lengths of a periodic domain; null of any other. */
export function lengthsOf(domain) {
  if (domain?.kind !== 'periodic') return null;
  const [min, max] = domain.corners;
  return max.map((high, axis) => high - min[axis]);
}

/** On one axis, what is nearest of all distances between the images of two points that are `apart` from each other. */
export const nearest = (apart, length) => apart - length * Math.round(apart / length);
