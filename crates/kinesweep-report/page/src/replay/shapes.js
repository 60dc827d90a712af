// Geometry of shapes. A shape is one or more copies of geometries, so that all bodies with a
// geometry are drawn in one call.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';
import { ConvexGeometry } from 'three/addons/geometries/ConvexGeometry.js';
import { RoundedBoxGeometry } from 'three/addons/geometries/RoundedBoxGeometry.js';
import { decode } from '../data/columns.js';

/** Segments around balls, capsules and other round shapes, for small, medium and large sizes on the screen. */
const SEGMENTS = [8, 16, 48];

/**
 * Copies of geometries for a shape: `{ key, levels, local, faceted, open }`. Copies with equal keys
 * share the geometries made by `levels`: one for all sizes, or three for small, medium and large
 * ones. `local` is the transform of the copy in the body's frame. Both sides of `open` ones are
 * drawn. Half-spaces have none.
 */
export function copiesOf(shape, number) {
  switch (shape.kind) {
    case 'ball': {
      const levels = SEGMENTS.map((around) => () => new SphereGeometry(1, around, (around >> 1) + 1));
      return [{ key: 'ball', levels, local: new Matrix4().makeScale(shape.radius, shape.radius, shape.radius), faceted: false }];
    }
    case 'cuboid': {
      const levels = [() => new BoxGeometry(2, 2, 2)];
      return [{ key: 'cuboid', levels, local: new Matrix4().makeScale(...shape.half_extents), faceted: false }];
    }
    case 'capsule': {
      const levels = SEGMENTS.map(
        (around) => () => new CapsuleGeometry(shape.radius, 2 * shape.half_height, around >> 2, around),
      );
      const key = `capsule ${shape.half_height} ${shape.radius}`;
      return [{ key, levels, local: new Matrix4(), faceted: false }];
    }
    case 'ellipsoid': {
      const levels = SEGMENTS.map((around) => () => new SphereGeometry(1, around, (around >> 1) + 1));
      return [{ key: 'ball', levels, local: new Matrix4().makeScale(...shape.half_axes), faceted: false }];
    }
    case 'cylinder': {
      const levels = SEGMENTS.map((around) => () => new CylinderGeometry(1, 1, 2, around));
      const local = new Matrix4().makeScale(shape.radius, shape.half_height, shape.radius);
      return [{ key: 'cylinder', levels, local, faceted: false }];
    }
    case 'cone': {
      const levels = SEGMENTS.map((around) => () => new ConeGeometry(1, 2, around));
      const local = new Matrix4().makeScale(shape.radius, shape.half_height, shape.radius);
      return [{ key: 'cone', levels, local, faceted: false }];
    }
    case 'rounded-cuboid': {
      const sides = shape.half_extents.map((half) => 2 * (half + shape.radius));
      const levels = SEGMENTS.map((around) => () => new RoundedBoxGeometry(...sides, around >> 3, shape.radius));
      const key = `rounded-cuboid ${sides} ${shape.radius}`;
      return [{ key, levels, local: new Matrix4(), faceted: false }];
    }
    case 'convex': {
      const levels = [() => new ConvexGeometry(triples(decode(shape.points)))];
      return [{ key: `convex ${number}`, levels, local: new Matrix4(), faceted: true }];
    }
    case 'mesh':
      return [{ key: `mesh ${number}`, levels: [() => meshOf(shape)], local: new Matrix4(), faceted: true, open: true }];
    case 'compound':
      return shape.parts.flatMap((part, index) => {
        const place = new Matrix4().compose(
          new Vector3(...part.position),
          new Quaternion(...part.orientation),
          new Vector3(1, 1, 1),
        );
        return copiesOf(part.shape, `${number} ${index}`).map((copy) => ({ ...copy, local: place.clone().multiply(copy.local) }));
      });
    default:
      return [];
  }
}

function triples(numbers) {
  const points = [];
  for (let at = 0; at < numbers.length; at += 3) points.push(new Vector3(numbers[at], numbers[at + 1], numbers[at + 2]));
  return points;
}

function meshOf(shape) {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(decode(shape.vertices), 3));
  geometry.setIndex(new BufferAttribute(decode(shape.triangles), 1));
  // With flat shading the normals come from the triangles, but the attribute must exist.
  geometry.computeVertexNormals();
  return geometry;
}
