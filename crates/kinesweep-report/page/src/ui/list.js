// The list of what samples miss or, if they miss nothing, of what they find latest. A click on a
// row shows it in the replay.

import { count, hertz, seconds, speed } from '../text/format.js';
import { byId, make } from './dom.js';

/** Maximum number of rows. */
const MAX_ROWS = 300;

export class List {
  constructor(replay, partedAt) {
    this.replay = replay;
    this.partedAt = partedAt;
    replay.onChange(() => this.show());
  }

  show() {
    const { comparison, selected } = this.replay;
    if (this.comparison !== comparison) this.#fill(comparison);
    this.comparison = comparison;
    const old = this.current;
    this.current = this.rows.get(selected);
    if (old !== this.current) {
      old?.removeAttribute('aria-current');
      this.current?.setAttribute('aria-current', 'true');
    }
  }

  #fill(comparison) {
    const { missed, meetings, seen, mode, rate } = comparison;
    const passing = mode === 'passing';
    const what = passing ? 'contacts' : 'collisions';
    let shown = missed;
    let title = `Missed ${what}`;
    let note = `${count(missed.length)} of ${count(meetings.count)} at ${hertz(rate)}`;
    if (missed.length === 0) {
      title = 'Found latest';
      note = `none of ${count(meetings.count)} ${what} is missed at ${hertz(rate)}`;
      const late = (at) => seen[at] - meetings.begin[at];
      shown = [...meetings.begin.keys()].sort((a, b) => late(b) - late(a) || a - b);
    }
    if (shown.length > MAX_ROWS) note += `; the first ${count(MAX_ROWS)} are listed`;
    byId('list-title').textContent = title;
    byId('list-note').textContent = note;
    const heads = ['At', 'Between', passing ? 'Lasts' : null, 'Closes at', missed.length ? null : 'Found late by'];
    byId('list-head').replaceChildren(...heads.filter(Boolean).map((head) => make('th', { scope: 'col' }, head)));
    this.rows = new Map();
    const body = byId('list-body');
    body.replaceChildren();
    const parted = this.partedAt(comparison);
    let isMarked = parted === null || parted === undefined || missed.length === 0;
    for (const at of shown.slice(0, MAX_ROWS)) {
      if (!isMarked && meetings.begin[at] >= parted) {
        isMarked = true;
        const text = `From ${seconds(parted)} on trajectories have parted: later differences follow from earlier ones.`;
        body.append(make('tr', { class: 'divide' }, make('td', { colspan: 5 }, text)));
      }
      body.append(this.#row(at, passing, missed.length > 0));
    }
    byId('list').hidden = meetings.count === 0 || this.replay.alone;
  }

  #row(at, passing, isMissed) {
    const { replay } = this;
    const { runs, comparison } = replay;
    const { meetings } = comparison;
    const { begin, end, pair, speed: closing } = meetings;
    const show = () => {
      replay.showMeeting(at);
      replay.clock.playing = true;
      byId('replay').scrollIntoView({ behavior: replay.views.reducedMotion.matches ? 'auto' : 'smooth', block: 'start' });
    };
    const cells = [
      make('td', {}, make('button', { type: 'button', class: 'go' }, seconds(begin[at], 6))),
      make('td', {}, `${runs.name(pair[2 * at])} × ${runs.name(pair[2 * at + 1])}`),
      passing ? make('td', {}, seconds(end[at] - begin[at])) : null,
      make('td', {}, speed(closing[at])),
      isMissed ? null : make('td', {}, seconds(comparison.seen[at] - begin[at])),
    ];
    const row = make('tr', { onclick: show }, ...cells);
    this.rows.set(at, row);
    return row;
  }
}
