// Which body is where one clicks.

import { Vector3 } from 'three';

/** A click so far from a body, in pixels of the page, is still meant for it; and the pointer may move so far during a click. */
const NEAR = 8;
const STEADY = 4;

/** The body of a view with the picture nearest to a point `[x, y]`, in pixels from the upper left of that view; null if none is near. */
export function pick(stage, camera, [x, y], [width, height], ratio) {
  let [best, least] = [null, Infinity];
  const place = new Vector3();
  for (let body = 0; body < stage.bodies; body += 1) {
    if (stage.pixels[body] === 0) continue;
    place.fromArray(stage.position, 3 * body).project(camera);
    const away = Math.hypot(((place.x + 1) / 2) * width - x, ((1 - place.y) / 2) * height - y);
    const radius = stage.pixels[body] / ratio;
    if (away > Math.max(radius, NEAR)) continue;
    // Of those that are hit the foremost; of those that are only near, the nearest.
    const rank = away <= radius ? place.z : 1 + away;
    if (rank < least) [best, least] = [body, rank];
  }
  return best;
}

/** Calls back with the side and the point of each click on the views that is not a drag. */
export function onClick(views, act) {
  const { canvas } = views;
  let from = null;
  canvas.addEventListener('pointerdown', (event) => (from = [event.clientX, event.clientY]));
  canvas.addEventListener('pointerup', (event) => {
    if (!from || Math.hypot(event.clientX - from[0], event.clientY - from[1]) > STEADY) return;
    const box = canvas.getBoundingClientRect();
    let [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const [width, height] = views.size;
    const side = views.stages.length === 1 ? 0 : views.stacked ? Number(y > height) : Number(x > width);
    if (views.stacked) y -= side * height;
    else x -= side * width;
    act(side, [x, y]);
  });
}
