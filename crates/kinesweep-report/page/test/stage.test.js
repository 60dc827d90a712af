import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Vector3 } from 'three';
import { hides } from '../src/replay/stage.js';

test('a ball hides points behind it on the line of sight', () => {
  const [eye, point] = [new Vector3(0, 0, 10), new Vector3(0, 0, 0)];
  const ball = (x, z) => ({ center: new Vector3(x, 0, z), radius: 1 });
  assert.deepEqual(
    [ball(0, 5), ball(0.9, 5), ball(1.1, 5), ball(0, -0.5), ball(0, 11)].map((body) => hides(body, eye, point)),
    [true, true, false, false, false],
  );
});
