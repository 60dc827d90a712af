// Two views with one camera, drawn into one canvas side by side, or stacked on narrow screens.

import { Frustum, Matrix4, PerspectiveCamera, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** Vertical field of view, in degrees. */
const FIELD_OF_VIEW = 35;
/** Near plane, in distances of the camera target; far plane behind the target, in scene radii. */
const NEAR = 0.02;
const FAR = 8;
/** Size of the view of a box, relative to the box. */
const MARGIN = 1.07;
/** Views are stacked if the canvas is narrower than this, in CSS pixels. */
const STACK_WIDTH = 640;
/** Duration of a camera transition, in milliseconds. */
const TRANSITION_TIME = 450;
/** Frames that take longer than this, in milliseconds, reduce the pixel ratio. */
const SLOW_FRAME = 50;
/** Radii in device pixels from which medium and fine geometries are used. */
const LEVELS = { fast: [4, 24], slow: [12, 40] };
/** Device pixels per CSS pixel: maximum, and for slow devices. */
const PIXEL_RATIO = { max: 2, slow: 1 };

/** Whether WebGL renders in software; antialiasing is too slow there. */
function isSoftware() {
  const gl = document.createElement('canvas').getContext('webgl2');
  if (!gl) return false;
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const name = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
  gl.getExtension('WEBGL_lose_context')?.loseContext();
  return /swiftshader|llvmpipe|softpipe|software|basic render/i.test(name);
}

export class Views {
  constructor(canvas, stages) {
    this.canvas = canvas;
    this.stages = stages;
    const slow = isSoftware();
    this.levels = slow ? LEVELS.slow : LEVELS.fast;
    this.renderer = new WebGLRenderer({ canvas, antialias: !slow, powerPreference: 'high-performance' });
    this.renderer.setScissorTest(true);
    this.camera = new PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 100);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => (this.stale = true));
    // The wheel scrolls the page unless the canvas has the focus.
    this.controls.enableZoom = false;
    canvas.addEventListener('pointerdown', () => canvas.focus({ preventScroll: true }));
    canvas.addEventListener('focus', () => (this.controls.enableZoom = true));
    canvas.addEventListener('blur', () => (this.controls.enableZoom = false));
    this.controls.addEventListener('start', () => (this.transition = null));
    this.reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    this.maxRatio = slow ? PIXEL_RATIO.slow : PIXEL_RATIO.max;
    this.slowFrames = 0;
    this.stale = true;
    this.resize();
    new ResizeObserver(() => this.resize()).observe(canvas);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    if (!width || !height) return;
    this.width = width;
    this.height = height;
    this.ratio = Math.min(window.devicePixelRatio, this.maxRatio);
    this.renderer.setPixelRatio(this.ratio);
    this.renderer.setSize(width, height, false);
    const alone = this.stages.length === 1;
    this.stacked = width < STACK_WIDTH && !alone;
    const view = alone ? [width, height] : this.stacked ? [width, height / 2] : [width / 2, height];
    /** Width and height of a view, in CSS pixels. */
    this.size = view;
    this.camera.aspect = view[0] / view[1];
    this.viewHeight = view[1];
    this.stale = true;
  }

  /**
   * Moves the camera so that a ball fills the view, seen from `direction`; with a short transition
   * unless `immediate`.
   */
  fitSphere(target, radius, direction, immediate = false) {
    const place = target.clone().addScaledVector(direction.clone().normalize(), radius / Math.sin(this.#halfField()));
    if (immediate || this.reducedMotion.matches) {
      this.transition = null;
      this.camera.position.copy(place);
      this.controls.target.copy(target);
    } else {
      this.transition = {
        begin: performance.now(),
        from: [this.camera.position.clone(), this.controls.target.clone()],
        to: [place, target.clone()],
      };
    }
    this.stale = true;
  }

  /** Moves the camera so that a box fills the view, seen from `direction`. */
  fitBox([min, max], direction, immediate = false) {
    const target = min.clone().lerp(max, 0.5);
    const towards = direction.clone().normalize();
    const right = new Vector3().crossVectors(this.camera.up, towards).normalize();
    const up = new Vector3().crossVectors(towards, right);
    const slope = Math.tan((FIELD_OF_VIEW * Math.PI) / 360);
    let distance = 0;
    for (let corner = 0; corner < 8; corner += 1) {
      const at = new Vector3(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z).sub(target);
      const [x, y] = [Math.abs(at.dot(right)) / this.camera.aspect, Math.abs(at.dot(up))];
      distance = Math.max(distance, at.dot(towards) + (Math.max(x, y) * MARGIN) / slope);
    }
    this.fitSphere(target, distance * Math.sin(this.#halfField()), direction, immediate);
  }

  /** Half of the smaller field of view, horizontal or vertical, in radians. */
  #halfField() {
    return Math.atan(Math.tan((FIELD_OF_VIEW * Math.PI) / 360) * Math.min(1, this.camera.aspect));
  }

  /** The unit vector from the camera's target to the camera. */
  direction() {
    return this.camera.position.clone().sub(this.controls.target).normalize();
  }

  /** Rotates the camera about its target, by angles in radians, and zooms in by a factor. */
  moveCamera(azimuth, elevation, zoom = 1) {
    this.transition = null;
    const offset = this.camera.position.clone().sub(this.controls.target);
    const side = new Vector3().crossVectors(this.camera.up, offset).normalize();
    offset.applyAxisAngle(this.camera.up, azimuth);
    const tilted = offset.clone().applyAxisAngle(side, elevation);
    // The camera stays off the poles.
    if (Math.abs(tilted.clone().normalize().dot(this.camera.up)) < 0.99) offset.copy(tilted);
    this.camera.position.copy(this.controls.target).addScaledVector(offset, 1 / zoom);
    this.stale = true;
  }

  #animate(now) {
    if (!this.transition) return;
    const { begin, from, to } = this.transition;
    const share = Math.min((now - begin) / TRANSITION_TIME, 1);
    const eased = share * share * (3 - 2 * share);
    this.camera.position.lerpVectors(from[0], to[0], eased);
    this.controls.target.lerpVectors(from[1], to[1], eased);
    if (share >= 1) this.transition = null;
    this.stale = true;
  }

  /** Updates the camera for a scene of this radius; returns whether a frame must be drawn. */
  prepare(now, sceneRadius) {
    this.#animate(now);
    this.controls.update();
    if (!this.stale) return false;
    this.sceneRadius = sceneRadius;
    this.distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = this.distance * NEAR;
    this.camera.far = this.distance + FAR * sceneRadius;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    const projection = new Matrix4().multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse);
    /** The view, as `Stage.update` takes it. */
    this.view = {
      origin: this.controls.target,
      eye: this.camera.position,
      ahead: this.camera.getWorldDirection(new Vector3()),
      frustum: new Frustum().setFromProjectionMatrix(projection),
      levels: this.levels,
      pixelsPerSlope: (this.viewHeight * this.ratio) / (2 * Math.tan((FIELD_OF_VIEW * Math.PI) / 360)),
    };
    return true;
  }

  /** Draws the prepared frame. */
  draw() {
    this.stale = false;
    const { distance, sceneRadius } = this;
    const { pixelsPerSlope } = this.view;
    const begin = performance.now();
    this.stages.forEach((stage, side) => {
      stage.setFog(distance, sceneRadius);
      stage.bodyDots.material.uniforms.pixelsPerSlope.value = pixelsPerSlope;
      stage.sampleDots.material.uniforms.pixelsPerSlope.value = pixelsPerSlope;
      stage.rings.material.uniforms.thickness.value = 2 * this.ratio;
      stage.sun.position.copy(this.camera.position).addScaledVector(this.camera.up, 0.7 * distance);
      stage.sun.target.position.copy(this.controls.target);
      // The canvas has its origin at the lower left. One pixel between the views is left empty.
      if (this.stages.length === 1) return this.#render(stage, [0, 0, this.width, this.height]);
      const box = this.stacked
        ? [0, side ? 0 : this.height / 2 + 0.5, this.width, this.height / 2 - 0.5]
        : [side ? this.width / 2 + 0.5 : 0, 0, this.width / 2 - 0.5, this.height];
      return this.#render(stage, box);
    });
    this.#adapt(performance.now() - begin);
  }

  #render(stage, box) {
    this.renderer.setViewport(...box);
    this.renderer.setScissor(...box);
    this.renderer.render(stage.scene, this.camera);
  }

  #adapt(duration) {
    this.slowFrames = duration > SLOW_FRAME ? this.slowFrames + 1 : 0;
    if (this.slowFrames >= 5 && this.maxRatio > PIXEL_RATIO.slow) {
      this.maxRatio = PIXEL_RATIO.slow;
      this.resize();
    }
  }
}
