// Point sprites with a size in pixels: dots for bodies too small to be visible, and rings.

import { BufferAttribute, BufferGeometry, Points, ShaderMaterial } from 'three';

const VERTEX = `
  attribute vec3 tint;
  attribute float radius;
  attribute float pixels;
  uniform float pixelsPerSlope;
  varying vec3 vTint;
  varying float vPixels;
  void main() {
    vec4 seen = modelViewMatrix * vec4(position, 1.0);
    gl_Position = projectionMatrix * seen;
    // A body drawn larger than this many pixels needs no dot.
    float bodyPixels = radius * pixelsPerSlope / max(-seen.z, 1e-30);
    bool hidden = pixels <= 0.0 || (radius > 0.0 && 2.0 * bodyPixels > 0.9 * pixels);
    if (hidden) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    gl_PointSize = pixels;
    vTint = tint;
    vPixels = pixels;
  }
`;

const DISC = `
  varying vec3 vTint;
  void main() {
    if (length(gl_PointCoord - 0.5) > 0.5) discard;
    gl_FragColor = vec4(vTint, 1.0);
    #include <colorspace_fragment>
  }
`;

const RING = `
  varying vec3 vTint;
  varying float vPixels;
  uniform float thickness;
  void main() {
    float away = length(gl_PointCoord - 0.5) * vPixels;
    float off = abs(away - 0.5 * (vPixels - thickness) + 1.0) - 0.5 * thickness;
    float shown = 1.0 - smoothstep(-0.5, 0.75, off);
    if (shown <= 0.0) discard;
    gl_FragColor = vec4(vTint, shown);
    #include <colorspace_fragment>
  }
`;

export class PointSprites {
  /** `rings`: rings on top of the scene; otherwise discs with depth test. */
  constructor(capacity, rings) {
    this.capacity = capacity;
    const attribute = (size) => new BufferAttribute(new Float32Array(size * capacity), size);
    this.geometry = new BufferGeometry();
    for (const [name, size] of [
      ['position', 3],
      ['tint', 3],
      ['radius', 1],
      ['pixels', 1],
    ])
      this.geometry.setAttribute(name, attribute(size));
    this.geometry.setDrawRange(0, 0);
    this.material = new ShaderMaterial({
      vertexShader: VERTEX,
      fragmentShader: rings ? RING : DISC,
      uniforms: { pixelsPerSlope: { value: 1 }, thickness: { value: 2 } },
      transparent: rings,
      depthTest: !rings,
      depthWrite: !rings,
    });
    this.object = new Points(this.geometry, this.material);
    this.object.frustumCulled = false;
    this.object.renderOrder = rings ? 2 : 1;
    this.count = 0;
  }

  clear() {
    this.count = 0;
  }

  /** Adds a sprite: position, colour, size in device pixels, and the radius of its body, if any. */
  add(x, y, z, tint, pixels, radius = 0) {
    if (this.count === this.capacity) return;
    const { position, tint: tints, radius: radii, pixels: sizes } = this.geometry.attributes;
    position.setXYZ(this.count, x, y, z);
    tints.setXYZ(this.count, tint.r, tint.g, tint.b);
    radii.setX(this.count, radius);
    sizes.setX(this.count, pixels);
    this.count += 1;
  }

  /** Uploads the sprites added. */
  commit() {
    this.geometry.setDrawRange(0, this.count);
    for (const attribute of Object.values(this.geometry.attributes)) attribute.needsUpdate = true;
  }
}
