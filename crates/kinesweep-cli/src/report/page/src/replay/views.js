// Two views of one camera, side by side (one above the other on narrow screens), drawn into one canvas.

import { Frustum, Matrix4, PerspectiveCamera, Vector3, WebGLRenderer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

/** Field of view, in degrees, over the height of a view. */
const FIELD = 35;
/** From where on one sees, in distances of what is looked at; and how far beyond it, in radii of the scene. */
const NEAR = 0.02;
const FAR = 8;
/** How much larger than a box the view of it is. */
const MARGIN = 1.07;
/** Under this width of the canvas, in pixels of the page, views stand one above the other. */
const NARROW = 640;
/** Time in which the camera goes to another place, in milliseconds. */
const TRANSITION_TIME = 450;
/** A frame that takes longer than this, in milliseconds, calls for fewer pixels: software rendering. */
const SLOW = 50;
/** Radii in pixels of the device from which on balls are drawn more finely, and finely. */
const LEVELS = { fast: [4, 24], slow: [12, 40] };
/** Pixels of the device per pixel of the page: at most, and for slow devices. */
const PIXELS = { most: 2, slow: 1 };

/** Whether pictures are made by the processor: then smooth edges cost more than they are worth. */
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
    this.camera = new PerspectiveCamera(FIELD, 1, 0.01, 100);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.addEventListener('change', () => (this.stale = true));
    // The wheel is for the page until one has turned to the views.
    this.controls.enableZoom = false;
    canvas.addEventListener('pointerdown', () => canvas.focus({ preventScroll: true }));
    canvas.addEventListener('focus', () => (this.controls.enableZoom = true));
    canvas.addEventListener('blur', () => (this.controls.enableZoom = false));
    this.controls.addEventListener('start', () => (this.transition = null));
    this.reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    this.maxRatio = slow ? PIXELS.slow : PIXELS.most;
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
    this.stacked = width < NARROW && !alone;
    const view = alone ? [width, height] : this.stacked ? [width, height / 2] : [width / 2, height];
    /** Width and height of a view, in pixels of the page. */
    this.size = view;
    this.camera.aspect = view[0] / view[1];
    this.viewHeight = view[1];
    this.stale = true;
  }

  /** Goes to where a ball of this radius about `target` fills the view, seen against `direction`; at once, or in a short transition. */
  fitSphere(target, radius, direction, immediate = false) {
    const place = target.clone().addScaledVector(direction.clone().normalize(), radius / Math.sin(this.#half()));
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

  /** Goes to where a box fills the view, seen against `direction`. */
  fitBox([min, max], direction, immediate = false) {
    const target = min.clone().lerp(max, 0.5);
    const towards = direction.clone().normalize();
    const right = new Vector3().crossVectors(this.camera.up, towards).normalize();
    const up = new Vector3().crossVectors(towards, right);
    const slope = Math.tan((FIELD * Math.PI) / 360);
    let distance = 0;
    for (let corner = 0; corner < 8; corner += 1) {
      const at = new Vector3(corner & 1 ? max.x : min.x, corner & 2 ? max.y : min.y, corner & 4 ? max.z : min.z).sub(target);
      const [x, y] = [Math.abs(at.dot(right)) / this.camera.aspect, Math.abs(at.dot(up))];
      distance = Math.max(distance, at.dot(towards) + (Math.max(x, y) * MARGIN) / slope);
    }
    this.fitSphere(target, distance * Math.sin(this.#half()), direction, immediate);
  }

  /** Half of the narrower of the two fields of view, in radians. */
  #half() {
    return Math.atan(Math.tan((FIELD * Math.PI) / 360) * Math.min(1, this.camera.aspect));
  }

  /** The place of the camera relative to its target. */
  direction() {
    return this.camera.position.clone().sub(this.controls.target).normalize();
  }

  /** Moves along an axis of the screen or towards it: turns by so many radians, or comes closer by a factor. */
  moveCamera(around, over, closer = 1) {
    this.transition = null;
    const offset = this.camera.position.clone().sub(this.controls.target);
    const side = new Vector3().crossVectors(this.camera.up, offset).normalize();
    offset.applyAxisAngle(this.camera.up, around);
    const tilted = offset.clone().applyAxisAngle(side, over);
    // Not over the pole.
    if (Math.abs(tilted.clone().normalize().dot(this.camera.up)) < 0.99) offset.copy(tilted);
    this.camera.position.copy(this.controls.target).addScaledVector(offset, 1 / closer);
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

  /** Brings the camera up to date for a scene of radius `reach`; returns whether there is anything to draw. */
  prepare(now, reach) {
    this.#animate(now);
    this.controls.update();
    if (!this.stale) return false;
    this.reach = reach;
    this.distance = this.camera.position.distanceTo(this.controls.target);
    this.camera.near = this.distance * NEAR;
    this.camera.far = this.distance + FAR * reach;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    const seen = new Matrix4().multiplyMatrices(this.camera.projectionMatrix, this.camera.matrixWorldInverse);
    /** What stages read of the view. */
    this.view = {
      origin: this.controls.target,
      eye: this.camera.position,
      ahead: this.camera.getWorldDirection(new Vector3()),
      frustum: new Frustum().setFromProjectionMatrix(seen),
      levels: this.levels,
      pixelsPerSlope: (this.viewHeight * this.ratio) / (2 * Math.tan((FIELD * Math.PI) / 360)),
    };
    return true;
  }

  /** Draws what was prepared. */
  draw() {
    this.stale = false;
    const { distance, reach } = this;
    const { pixelsPerSlope } = this.view;
    const begin = performance.now();
    this.stages.forEach((stage, side) => {
      stage.setFog(distance, reach);
      stage.bodyDots.material.uniforms.pixelsPerSlope.value = pixelsPerSlope;
      stage.sampleDots.material.uniforms.pixelsPerSlope.value = pixelsPerSlope;
      stage.rings.material.uniforms.thickness.value = 2 * this.ratio;
      stage.sun.position.copy(this.camera.position).addScaledVector(this.camera.up, 0.7 * distance);
      stage.sun.target.position.copy(this.controls.target);
      // The canvas has its origin at the lower left; a pixel between the views is left to the page.
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

  #adapt(took) {
    this.slowFrames = took > SLOW ? this.slowFrames + 1 : 0;
    if (this.slowFrames >= 5 && this.maxRatio > PIXELS.slow) {
      this.maxRatio = PIXELS.slow;
      this.resize();
    }
  }
}
