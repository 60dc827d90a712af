// Camera placement for the whole scene and for a pair.

import { Vector3 } from 'three';

/** A box with a thickness below this share of its length is viewed along its thin axis. */
const FLATNESS = 0.25;
/** The view of an open domain encloses the bodies up to this share of the run. */
const FIRST_PART = 0.3;
/** Size of the view of a pair, relative to the pair. */
const VIEW_SCALE = 3.2;
/** The larger body of a pair counts at most this many times the smaller one. */
const MAX_SIZE_RATIO = 8;
/** Component of the line of sight along the motion, relative to the one across. */
const ALONG_MOTION = 0.45;
/** Real time for a pair to cross its view, and minimum real time of a frame, in seconds. */
const CROSSING_TIME = 4;
const FRAME_TIME = 2;

/**
 * The box of the scene: the domain, or in an open one the bounds of the bodies at the start and at
 * the end of the first part.
 */
export function sceneBox(replay, motion, radius) {
  if (replay.domain.corners) return replay.domain.corners.map((corner) => new Vector3(...corner));
  const [min, max] = [new Vector3(Infinity, Infinity, Infinity), new Vector3(-Infinity, -Infinity, -Infinity)];
  for (let body = 0; body < motion.bodies; body += 1) {
    // Half-spaces are unbounded.
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

/** The up vector and the direction of the camera for a scene in this box. */
export function sceneView([min, max], gravity) {
  const size = max.clone().sub(min);
  const thin = ['x', 'y', 'z'].reduce((thinnest, axis) => (size[axis] < size[thinnest] ? axis : thinnest));
  const flat = size[thin] < FLATNESS * Math.max(size.x, size.y, size.z);
  const gravityVector = new Vector3(...gravity);
  let up = new Vector3(0, thin === 'y' && flat ? 0 : 1, thin === 'y' && flat ? -1 : 0);
  if (gravityVector.length() > 0) up = gravityVector.clone().negate().normalize();
  let direction = new Vector3(0.5, 0.42, 1);
  if (flat) {
    direction = new Vector3();
    direction[thin] = 1;
    // Slightly from below, to show depth.
    direction.addScaledVector(up, -0.35);
  }
  if (Math.abs(direction.clone().normalize().dot(up)) > 0.95) direction = new Vector3(0.5, 0.42, 1);
  return { up, direction: direction.normalize() };
}

/** View of a meeting: camera target, size, direction, and the speed of the replay. */
export function closeUp(comparison, at, radius, from) {
  const bodies = comparison.bodies(at);
  const sizes = bodies.map((body) => radius[body] || Infinity).sort((a, b) => a - b);
  const small = sizes[0];
  const both = small + Math.min(sizes[1] ?? small, MAX_SIZE_RATIO * small);
  const size = VIEW_SCALE * both * 0.5;
  const time = comparison.meetings.begin[at];
  const before = time - 1e-9 * Math.max(time, 1e-3);
  // Velocity of the smaller body relative to the larger one.
  const relative = new Vector3();
  const order = [...bodies].sort((a, b) => (radius[a] || Infinity) - (radius[b] || Infinity));
  order.forEach((body, place) => {
    const velocity = new Vector3(...comparison.motions[0].velocity(body, Math.max(before, 0), [0, 0, 0]));
    relative.addScaledVector(velocity, place ? -1 : 1);
  });
  const closing = relative.length();
  // Mostly from the side: motion along the line of sight is invisible. Not exactly, since thin
  // bodies would be seen edge-on.
  let direction = from.clone();
  if (closing > 0) {
    const along = relative.clone().divideScalar(closing);
    direction.addScaledVector(along, -direction.dot(along));
    if (direction.length() < 0.1) direction = new Vector3(along.y, along.z, along.x).cross(along);
    // From the side that the smaller body comes from, so that the larger one does not hide it.
    direction.normalize().addScaledVector(along, -ALONG_MOTION);
  }
  const speed = Math.min(1 / (comparison.rate * FRAME_TIME), closing > 0 ? (2 * size) / (closing * CROSSING_TIME) : Infinity);
  return { target: new Vector3(...comparison.point(at)), size, direction: direction.normalize(), speed };
}
