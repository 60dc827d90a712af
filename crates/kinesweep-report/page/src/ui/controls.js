// Buttons, choices and keyboard.

import { hertz, speedFactor } from '../text/format.js';
import { byId, make } from './dom.js';

/** Range of the replay's speed, as factors of the initial speed. */
const RANGE = { slower: 1e-5, faster: 100 };
/** Effect of a key press: factor of the speed, angle of the view in radians, factor of the zoom. */
const KEY = { speed: Math.SQRT2, turn: 0.1, zoom: 1.2 };

export class Controls {
  constructor(replay, rates) {
    this.replay = replay;
    this.rates = rates;
    this.#transport();
    this.#choices();
    this.#keys();
    replay.onChange(() => this.show());
  }

  #transport() {
    const { replay } = this;
    const on = (id, act) => byId(id).addEventListener('click', act);
    on('play', () => replay.toggle());
    on('next', () => replay.step(1));
    on('previous', () => replay.step(-1));
    on('next-missed', () => replay.stepMissed(1));
    on('previous-missed', () => replay.stepMissed(-1));
    on('whole', () => replay.showAll());
    const speed = byId('speed');
    speed.min = Math.log10(replay.initialSpeed * RANGE.slower);
    speed.max = Math.log10(replay.initialSpeed * RANGE.faster);
    speed.addEventListener('input', () => replay.setSpeed(10 ** Number(speed.value)));
    byId('hold').addEventListener('change', (event) => replay.setHold(event.target.checked));
  }

  #choices() {
    const { replay } = this;
    for (const mode of ['bouncing', 'passing']) {
      const input = byId(`mode-${mode}`);
      const { passing, bouncing } = replay.runs;
      input.disabled = mode === 'passing' ? !passing : !bouncing || (bouncing.sampled.size === 0 && !replay.alone);
      input.addEventListener('change', () => replay.show(mode, replay.comparison.rate));
    }
    const holder = byId('rates');
    this.rates.forEach((rate, at) => {
      const id = `rate-${at}`;
      const input = make('input', {
        type: 'radio',
        name: 'rate',
        id,
        value: rate,
        onchange: () => replay.show(replay.comparison.mode, rate),
      });
      holder.append(input, make('label', { for: id }, hertz(rate)));
    });
    byId('rate').addEventListener('change', (event) => {
      const rate = Number(event.target.value);
      if (rate > 0 && rate <= 1e9) replay.show('passing', rate);
      else event.target.value = replay.comparison.rate;
    });
  }

  #keys() {
    const { replay } = this;
    const { views } = replay;
    const faster = (factor) => {
      const [low, high] = [replay.initialSpeed * RANGE.slower, replay.initialSpeed * RANGE.faster];
      replay.setSpeed(Math.min(Math.max(replay.clock.speed * factor, low), high));
    };
    const anywhere = {
      ' ': () => replay.toggle(),
      n: () => replay.stepMissed(1),
      p: () => replay.stepMissed(-1),
      Escape: () => replay.showAll(),
      ',': () => faster(1 / KEY.speed),
      '.': () => faster(KEY.speed),
    };
    const arrows = {
      ArrowRight: (shift) => (shift ? replay.stepMissed(1) : replay.step(1)),
      ArrowLeft: (shift) => (shift ? replay.stepMissed(-1) : replay.step(-1)),
    };
    const view = {
      a: () => views.moveCamera(-KEY.turn, 0),
      d: () => views.moveCamera(KEY.turn, 0),
      w: () => views.moveCamera(0, -KEY.turn),
      s: () => views.moveCamera(0, KEY.turn),
      '+': () => views.moveCamera(0, 0, KEY.zoom),
      '-': () => views.moveCamera(0, 0, 1 / KEY.zoom),
    };
    document.addEventListener('keydown', (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { target, key } = event;
      // Fields, sliders, buttons and scrolling lists keep the keys that they handle themselves.
      const types = target.matches?.('input[type=number], input[type=text]');
      const owns = key === ' ' ? target.matches?.('button, input, a, summary') : target.matches?.('input, [data-scrolls]');
      const act = anywhere[key] ?? (owns ? null : (arrows[key] ?? view[key]));
      if (!act || types || (key === ' ' && owns)) return;
      event.preventDefault();
      act(event.shiftKey);
    });
  }

  /** Updates all controls from the replay. */
  show() {
    const { comparison, clock, hold } = this.replay;
    byId(`mode-${comparison.mode}`).checked = true;
    this.rates.forEach((rate, at) => (byId(`rate-${at}`).checked = rate === comparison.rate));
    byId('any-rate').hidden = comparison.mode !== 'passing';
    byId('rate').value = Number(comparison.rate.toPrecision(6));
    byId('hold').checked = hold;
    byId('rates').hidden = this.replay.alone;
    byId('hold').parentElement.hidden = this.replay.alone;
    byId('speed').value = Math.log10(clock.speed);
    byId('speed').setAttribute('aria-valuetext', `${speedFactor(clock.speed)} real time`);
    byId('speed-text').textContent = speedFactor(clock.speed);
    for (const id of ['next-missed', 'previous-missed']) byId(id).disabled = comparison.missed.length === 0;
    this.showPlay();
  }

  showPlay() {
    const { playing } = this.replay.clock;
    if (this.playing === playing) return;
    this.playing = playing;
    byId('play').setAttribute('aria-label', playing ? 'Pause' : 'Play');
    byId('play').dataset.playing = playing;
  }
}
