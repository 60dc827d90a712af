// Finds the body at a click.

import { Vector3 } from 'three';

/** Maximum distance of a click from its body, and of pointer movement in a click, in CSS pixels. */
const CLICK_TOLERANCE = 8;
const DRAG_THRESHOLD = 4;

/**
 * The body drawn nearest to a point `[x, y]`, in CSS pixels from the upper left of the view; null
 * if none is near.
 */
export function pick(stage, camera, [x, y], [width, height], ratio) {
  let [best, bestRank] = [null, Infinity];
  const place = new Vector3();
  for (let body = 0; body < stage.bodies; body += 1) {
    if (stage.pixels[body] === 0) continue;
    place.fromArray(stage.position, 3 * body).project(camera);
    const away = Math.hypot(((place.x + 1) / 2) * width - x, ((1 - place.y) / 2) * height - y);
    const radius = stage.pixels[body] / ratio;
    if (away > Math.max(radius, CLICK_TOLERANCE)) continue;
    // A body under the point ranks by depth, before those that are only near, which rank by
    // distance.
    const rank = away <= radius ? place.z : 1 + away;
    if (rank < bestRank) [best, bestRank] = [body, rank];
  }
  return best;
}

/** Calls `act(side, point)` for each click on the views that is not a drag. */
export function onClick(views, act) {
  const { canvas } = views;
  let from = null;
  canvas.addEventListener('pointerdown', (event) => (from = [event.clientX, event.clientY]));
  canvas.addEventListener('pointerup', (event) => {
    if (!from || Math.hypot(event.clientX - from[0], event.clientY - from[1]) > DRAG_THRESHOLD) return;
    const box = canvas.getBoundingClientRect();
    let [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const [width, height] = views.size;
    const side = views.stages.length === 1 ? 0 : views.stacked ? Number(y > height) : Number(x > width);
    if (views.stacked) y -= side * height;
    else x -= side * width;
    act(side, [x, y]);
  });
}
