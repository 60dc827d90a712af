// The scene of one view: bodies, domain, paths and rings.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  Color,
  DirectionalLight,
  DoubleSide,
  EdgesGeometry,
  Fog,
  FrontSide,
  GridHelper,
  Group,
  HemisphereLight,
  InstancedMesh,
  LineBasicMaterial,
  LineDashedMaterial,
  LineSegments,
  Matrix4,
  MeshLambertMaterial,
  Quaternion,
  Scene,
  Sphere,
  Vector3,
} from 'three';
import { PointSprites } from './sprites.js';
import { copiesOf } from './shapes.js';

/** Fog begins this far before the camera target and ends this far behind, in radii of the scene. */
const FOG = { before: 0.5, behind: 2.2 };
/** Maximum number of rings; more would cover the view. */
const MAX_RINGS = 200;
/** Maximum number of points of the paths of a pair. */
const MAX_PATH_POINTS = 4096;
/** Divisions of the grid of a half-space, along a side. */
const GRID_DIVISIONS = 40;

export class Stage {
  /** `replay` is the data, `size` the radius of the scene; grids of half-spaces are larger. */
  constructor(replay, shapeOf, size) {
    this.scene = new Scene();
    this.scene.fog = new Fog(0, 0, 1);
    // The device gets coordinates relative to the camera target: single precision has seven digits.
    this.space = new Group();
    this.scene.add(this.space);
    this.sky = new HemisphereLight(0xffffff, 0x999999, 2);
    this.sun = new DirectionalLight(0xffffff, 1.4);
    this.scene.add(this.sky, this.sun, this.sun.target);
    this.bodies = shapeOf.length;
    this.position = new Float64Array(3 * this.bodies);
    this.orientation = new Float64Array(4 * this.bodies);
    this.scale = new Float64Array(this.bodies).fill(1);
    this.tint = Array.from({ length: this.bodies }, () => new Color());
    this.radius = Float64Array.from(shapeOf, (shape) => replay.shapes.kinds[shape].reach ?? 0);
    this.#addBodies(replay, shapeOf);
    this.#addPlanes(replay, shapeOf, size);
    this.#addDomain(replay.domain);
    this.bodyDots = new PointSprites(this.bodies, false);
    this.rings = new PointSprites(MAX_RINGS, true);
    this.sampleDots = new PointSprites(MAX_PATH_POINTS, false);
    this.#addPath();
    this.space.add(this.bodyDots.object, this.rings.object);
  }

  #addBodies(replay, shapeOf) {
    const groups = new Map();
    shapeOf.forEach((shape, body) => {
      for (const copy of copiesOf(replay.shapes.kinds[shape], shape)) {
        if (!groups.has(copy.key)) groups.set(copy.key, { ...copy, members: [] });
        groups.get(copy.key).members.push({ body, local: copy.local });
      }
    });
    this.groups = [...groups.values()].map(({ levels, faceted, open, members }) => {
      const material = new MeshLambertMaterial({ flatShading: faceted, side: open ? DoubleSide : FrontSide });
      const meshes = levels.map((geometry) => {
        const mesh = new InstancedMesh(geometry(), material, members.length);
        mesh.frustumCulled = false;
        mesh.setColorAt(0, this.tint[0]);
        this.space.add(mesh);
        return mesh;
      });
      return { meshes, members };
    });
  }

  #addPlanes(replay, shapeOf, size) {
    this.planes = [];
    shapeOf.forEach((shape, body) => {
      const { kind, normal } = replay.shapes.kinds[shape];
      if (kind !== 'half_space') return;
      const grid = new GridHelper(4 * size, GRID_DIVISIONS);
      grid.material.transparent = true;
      grid.material.opacity = 0.5;
      grid.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), new Vector3(...normal));
      const holder = new Group();
      holder.add(grid);
      this.space.add(holder);
      this.planes.push({ body, holder, grid });
    });
  }

  #addDomain({ corners }) {
    if (!corners) return;
    const [min, max] = corners.map((corner) => new Vector3(...corner));
    const size = max.clone().sub(min);
    this.frame = new LineSegments(new EdgesGeometry(new BoxGeometry(size.x, size.y, size.z)), new LineBasicMaterial());
    this.frame.position.copy(min).addScaledVector(size, 0.5);
    this.scene.add(this.frame);
  }

  #addPath() {
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * MAX_PATH_POINTS), 3));
    geometry.setDrawRange(0, 0);
    geometry.setAttribute('lineDistance', new BufferAttribute(new Float32Array(MAX_PATH_POINTS), 1));
    this.path = new LineSegments(geometry, new LineDashedMaterial({ transparent: true, opacity: 0.8 }));
    this.path.frustumCulled = false;
    this.path.add(this.sampleDots.object);
    this.scene.add(this.path);
  }

  /** Sets the fog for a camera at `distance` from its target, in a scene of this radius. */
  setFog(distance, sceneRadius) {
    this.scene.fog.near = distance - FOG.before * sceneRadius;
    this.scene.fog.far = distance + FOG.behind * sceneRadius;
  }

  /** Applies the colours of the page. */
  paint(colours) {
    this.scene.background = colours.stage;
    this.scene.fog.color.copy(colours.stage);
    this.frame?.material.color.copy(colours.frame);
    for (const { grid } of this.planes) {
      grid.geometry.deleteAttribute('color');
      grid.material.vertexColors = false;
      grid.material.color.copy(colours.frame);
      grid.material.needsUpdate = true;
    }
    this.path.material.color.copy(colours.path);
  }

  /**
   * Shows paths. `lines` are pairs of points, relative to `origin`; `along` is the length of the
   * path up to each of them. `dash` is the length of a dash, 0 for a solid line. `samples` are
   * points with a dot.
   */
  showPath({ origin, lines, along, samples, dash }, pixels, tint) {
    const { position, lineDistance } = this.path.geometry.attributes;
    const count = Math.min(lines.length / 3, MAX_PATH_POINTS);
    position.array.set(lines.slice(0, 3 * count));
    position.needsUpdate = true;
    lineDistance.array.set(along.slice(0, count));
    lineDistance.needsUpdate = true;
    this.path.material.dashSize = dash || 1;
    this.path.material.gapSize = dash;
    this.path.geometry.setDrawRange(0, count);
    this.path.position.fromArray(origin);
    this.sampleDots.clear();
    for (let at = 0; at < samples.length; at += 3) this.sampleDots.add(samples[at], samples[at + 1], samples[at + 2], tint, pixels);
    this.sampleDots.commit();
  }

  /** Shows rings, each `[[x, y, z], colour, pixels]`. */
  showRings(rings) {
    const { x, y, z } = this.space.position;
    this.rings.clear();
    for (const [point, tint, pixels] of rings) this.rings.add(point[0] - x, point[1] - y, point[2] - z, tint, pixels);
    this.rings.commit();
  }

  /**
   * Updates what is drawn from `position`, `orientation`, `scale` and `tint`, for a view `{ origin,
   * eye, ahead, frustum, pixelsPerSlope, levels }`. Bodies outside of the view are culled. `levels`
   * are the radii in pixels from which finer geometries are used. With a list of bodies `focused`,
   * other bodies that hide the camera target are omitted.
   */
  update(dotPixels, { origin, eye, ahead, frustum, pixelsPerSlope, levels }, focused = null) {
    this.space.position.copy(origin);
    const [orientation, scale, ball] = [new Quaternion(), new Vector3(), new Sphere()];
    this.poses ??= Array.from({ length: this.bodies }, () => new Matrix4());
    // Radius in pixels; 0 for bodies not drawn.
    this.pixels ??= new Float32Array(this.bodies);
    this.bodyDots.clear();
    for (let body = 0; body < this.bodies; body += 1) {
      const radius = this.radius[body] * this.scale[body];
      ball.center.fromArray(this.position, 3 * body);
      ball.radius = radius;
      const depth = ball.center.dot(ahead) - eye.dot(ahead);
      this.pixels[body] = frustum.intersectsSphere(ball) ? (radius * pixelsPerSlope) / Math.max(depth, radius) : 0;
      const hidden = focused !== null && !focused.includes(body) && hides(ball, eye, origin);
      if (hidden) this.pixels[body] = 0;
      const place = ball.center.sub(origin);
      this.poses[body].compose(place, orientation.fromArray(this.orientation, 4 * body), scale.setScalar(this.scale[body]));
      if (radius > 0 && !hidden) this.bodyDots.add(place.x, place.y, place.z, this.tint[body], dotPixels, radius);
    }
    this.bodyDots.commit();
    for (const group of this.groups) this.#updateGroup(group, levels);
    for (const { body, holder } of this.planes) this.poses[body].decompose(holder.position, holder.quaternion, holder.scale);
  }

  #updateGroup({ meshes, members }, levels) {
    for (const mesh of meshes) mesh.count = 0;
    for (const { body, local } of members) {
      if (this.pixels[body] === 0) continue;
      const mesh = meshes.length === 1 ? meshes[0] : meshes[levels.filter((radius) => this.pixels[body] >= radius).length];
      mesh.setMatrixAt(mesh.count, SCRATCH.multiplyMatrices(this.poses[body], local));
      mesh.setColorAt(mesh.count, this.tint[body]);
      mesh.count += 1;
    }
    for (const mesh of meshes) {
      mesh.visible = mesh.count > 0;
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor.needsUpdate = true;
    }
  }
}

/** Scratch space for a product. */
const SCRATCH = new Matrix4();

/** Whether a ball intersects the line of sight from the eye to a point. */
export function hides({ center, radius }, eye, point) {
  const [x, y, z] = [point.x - eye.x, point.y - eye.y, point.z - eye.z];
  const [a, b, c] = [center.x - eye.x, center.y - eye.y, center.z - eye.z];
  const share = (a * x + b * y + c * z) / (x * x + y * y + z * z);
  return share > 0 && share < 1 && Math.hypot(a - share * x, b - share * y, c - share * z) < radius;
}
