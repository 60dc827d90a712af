// Entry point: fills the page with the answer, the replay, the list, the plots and the tables.

import { figures } from './plots/plots.js';
import { Replay } from './replay/replay.js';
import { tables } from './tables.js';
import { answer, row } from './text/answer.js';
import { count, seconds } from './text/format.js';
import { showCounts, status, showTitles } from './ui/captions.js';
import { Controls } from './ui/controls.js';
import { byId, make } from './ui/dom.js';
import { List } from './ui/list.js';
import { Timeline } from './ui/timeline.js';

const data = JSON.parse(byId('data').textContent);

function header() {
  document.title = `${data.name} — kinesweep compare`;
  byId('name').textContent = data.name;
  const { main, more } = answer(data);
  byId('answer').textContent = main;
  byId('more').textContent = more;
  byId('facts').textContent = `${count(data.bodies)} ${data.bodies === 1 ? 'body' : 'bodies'}, ${seconds(data.horizon)}`;
  byId('program').textContent = data.program;
}

/** Shows a notice in place of the replay. */
function showNotice(text) {
  byId('replay').replaceChildren(make('p', { class: 'notice' }, text));
  byId('list').hidden = true;
}

function openReplay() {
  if (!data.replay) {
    showNotice('No replay: the scene has too many bodies for a page, or the comparison was interrupted.');
    return null;
  }
  try {
    const replay = new Replay(data.replay, data.lead_rate ?? 60, byId('views'));
    connectUi(replay);
    return replay;
  } catch (error) {
    if (!/WebGL/.test(error.message)) throw error;
    showNotice('The replay needs WebGL 2, which this browser does not support.');
    return null;
  }
}

function connectUi(replay) {
  const controls = new Controls(
    replay,
    [...new Set(data.rates)].sort((a, b) => a - b),
  );
  // When the first body of the sampled run leaves its true path; null or undefined if none does or
  // bodies pass through.
  const partedAt = ({ mode, rate }) => (mode === 'bouncing' ? row(data.comparison.responding, 'sampled', rate)?.parted_at : null);
  const timeline = new Timeline(replay, partedAt);
  const list = new List(replay, partedAt);
  if (replay.clock.until < data.horizon) {
    byId('cut').textContent =
      `The replay holds the first ${seconds(replay.clock.until)} of ${seconds(data.horizon)}: the rest exceeds the size limit of a page.`;
  }
  let shown = null;
  const update = () => {
    if (shown !== replay.comparison) {
      shown = replay.comparison;
      showTitles(replay);
      timeline.draw();
    }
    byId('status').textContent = status(replay);
    byId('whole').hidden = replay.selected === null;
  };
  replay.onChange(update);
  controls.show();
  list.show();
  update();
  const frame = (now) => {
    if (replay.tick(now)) {
      timeline.show();
      showCounts(replay);
    }
    controls.showPlay();
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  // For tests, and for use from the browser's console.
  window.kinesweep = { replay, data };
}

header();
const replay = openReplay();
const whole = replay && replay.clock.until >= data.horizon ? replay.runs.passing?.meetings : null;
/** Shows the pass-through comparison at `rate` in the replay. */
function showRate(rate) {
  replay.show('passing', Number(rate.toPrecision(3)));
  replay.showAll();
  byId('replay').scrollIntoView({ behavior: replay.views.reducedMotion.matches ? 'auto' : 'smooth', block: 'start' });
}
byId('plots').append(...figures(data, whole, whole ? showRate : null));
byId('tables').append(...tables(data.comparison, data.lead_rate));
