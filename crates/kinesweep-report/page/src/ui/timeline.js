// The time slider: a faint tick for each meeting, a strong one if it is missed, and a line from the
// time at which trajectories part.

import { byId } from './dom.js';

export class Timeline {
  constructor(replay, partedAt) {
    this.replay = replay;
    this.partedAt = partedAt;
    this.range = byId('time');
    this.canvas = byId('ticks');
    this.range.max = replay.clock.until;
    this.range.addEventListener('input', () => {
      replay.clock.playing = false;
      replay.seek(Number(this.range.value));
    });
    this.timeText = timeFormatter(replay.clock.until);
    new ResizeObserver(() => this.draw()).observe(this.canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => this.draw());
  }

  /** Draws the ticks; called when the comparison changes. */
  draw() {
    const { canvas, replay } = this;
    const ratio = window.devicePixelRatio;
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const context = canvas.getContext('2d');
    context.scale(ratio, ratio);
    const style = getComputedStyle(canvas);
    const { missedTimes, meetings, missed } = replay.comparison;
    const ticks = (times, colour, top, length, thickness) => {
      context.fillStyle = colour;
      for (const time of times) context.fillRect((time / replay.clock.until) * (width - thickness), top, thickness, length);
    };
    context.globalAlpha = Math.max(0.25, Math.min(0.8, 60 / meetings.count));
    ticks(meetings.begin, style.getPropertyValue('--contact'), height * 0.6, height * 0.4, 1);
    context.globalAlpha = 1;
    const parted = this.partedAt(replay.comparison);
    if (Number.isFinite(parted)) {
      const from = (parted / replay.clock.until) * width;
      context.fillStyle = style.getPropertyValue('--parted');
      context.fillRect(from, height * 0.5, width - from, 2);
    }
    ticks(
      missedTimes,
      style.getPropertyValue('--missed'),
      0,
      height * 0.45,
      missed.length > 200 ? 1 : missed.length > 20 ? 2 : 4,
    );
  }

  /** Shows the present time. */
  show() {
    const { time } = this.replay.clock;
    this.range.value = time;
    const text = this.timeText(time, this.replay.clock.speed);
    this.range.setAttribute('aria-valuetext', text);
    byId('now').textContent = text;
  }
}

/** Returns a formatter of times in one unit, with the digits that change visibly at a speed. */
export function timeFormatter(until) {
  const [scale, unit] = until >= 1 ? [1, 's'] : until >= 1e-3 ? [1e-3, 'ms'] : [1e-6, 'µs'];
  // 0.02: real time between two frames, in seconds.
  return (time, speed) => {
    const places = Math.min(Math.max(Math.ceil(-Math.log10((0.02 * speed) / scale)), 0), 9);
    return `${(time / scale).toFixed(places)}\u202f${unit}`;
  };
}
