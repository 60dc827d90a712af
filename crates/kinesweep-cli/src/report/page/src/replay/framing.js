// Where to look from: at the whole scene, and at a pair.

import { Vector3 } from 'three';

/** A box this much flatter than long is looked at from above. */
const FLAT = 0.25;
/** Which part of a run in an open domain decides how large its view is: later many things have flown away. */
const FIRST_PART = 0.3;
/** How much larger than a pair the view of it is. */
const ROOM = 3.2;
/** Of a body that is larger than this many times the other one only so much is shown. */
const LARGE = 8;
/** How much of the direction of motion there is in the line of sight, as a ratio. */
const ASIDE = 0.45;
/** Real time in which the two of a pair cross the view of it, in seconds, and real time that a frame lasts, at least. */
const CROSSING = 4;
const FRAME = 2;

/** The box about the domain or, in an open one, about the places that bodies are in at the start and when the first part is over. */
export function sceneBox(replay, motion, radius) {
  if (replay.domain.corners) return replay.domain.corners.map((corner) => new Vector3(...corner));
  const [min, max] = [new Vector3(Infinity, Infinity, Infinity), new Vector3(-Infinity, -Infinity, -Infinity)];
  for (let body = 0; body < motion.bodies; body += 1) {
    // A half-space is everywhere.
    if (radius[body] === 0) continue;
    for (const time of [0, FIRST_PART * replay.until]) {
      const place = new Vector3(...motion.position(body, time, [0, 0, 0]));
      const around = new Vector3().setScalar(radius[body]);
      min.min(place.clone().sub(around));
      max.max(place.clone().add(around));
    }
  }
  return min.x <= max.x ? [min, max] : [new Vector3(-1, -1, -1), new Vector3(1, 1, 1)];
}

/** Which way is up, and from where to look at a scene in this box. */
export function sceneView([min, max], gravity) {
  const size = max.clone().sub(min);
  const thin = ['x', 'y', 'z'].reduce((least, axis) => (size[axis] < size[least] ? axis : least));
  const flat = size[thin] < FLAT * Math.max(size.x, size.y, size.z);
  const pull = new Vector3(...gravity);
  let up = new Vector3(0, thin === 'y' && flat ? 0 : 1, thin === 'y' && flat ? -1 : 0);
  if (pull.length() > 0) up = pull.clone().negate().normalize();
  let direction = new Vector3(0.5, 0.42, 1);
  if (flat) {
    direction = new Vector3();
    direction[thin] = 1;
    // A little from below, so that the depth is seen.
    direction.addScaledVector(up, -0.35);
  }
  if (Math.abs(direction.clone().normalize().dot(up)) > 0.95) direction = new Vector3(0.5, 0.42, 1);
  return { up, direction: direction.normalize() };
}

/** How to look at a meeting: at what, how large, from where, and how fast time goes meanwhile. */
export function closeUp(comparison, at, radius, from) {
  const bodies = comparison.bodies(at);
  const sizes = bodies.map((body) => radius[body] || Infinity).sort((a, b) => a - b);
  const small = sizes[0];
  const both = small + Math.min(sizes[1] ?? small, LARGE * small);
  const size = ROOM * both * 0.5;
  const time = comparison.meetings.begin[at];
  const before = time - 1e-9 * Math.max(time, 1e-3);
  // Of the smaller one, as the larger one sees it.
  const relative = new Vector3();
  const order = [...bodies].sort((a, b) => (radius[a] || Infinity) - (radius[b] || Infinity));
  order.forEach((body, place) => {
    const velocity = new Vector3(...comparison.motions[0].velocity(body, Math.max(before, 0), [0, 0, 0]));
    relative.addScaledVector(velocity, place ? -1 : 1);
  });
  const closing = relative.length();
  // Seen mostly from the side: what moves along the line of sight seems to stand. Not quite, or thin things would be seen edge on.
  let direction = from.clone();
  if (closing > 0) {
    const along = relative.clone().divideScalar(closing);
    direction.addScaledVector(along, -direction.dot(along));
    if (direction.length() < 0.1) direction = new Vector3(along.y, along.z, along.x).cross(along);
    // From the side that it comes from, which the larger one does not hide.
    direction.normalize().addScaledVector(along, -ASIDE);
  }
  const speed = Math.min(1 / (comparison.rate * FRAME), closing > 0 ? (2 * size) / (closing * CROSSING) : Infinity);
  return { target: new Vector3(...comparison.point(at)), size, direction: direction.normalize(), speed };
}
