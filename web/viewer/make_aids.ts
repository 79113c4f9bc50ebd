import type { Page } from '../shared/page.js';
import { byId } from '../shared/widgets/dom.js';
import { Aids } from './aids.js';
import { GradeGauge } from './grade_gauge.js';
import { LeverGauge } from './lever_gauge.js';
import type { Views } from './views.js';

/** The view aids of the seat's page; all but the views are parts of the page that a class hides. */
export function makeAids(page: Page, views: Views): Aids {
  const { seat, preferences, operator } = page;
  const grade = page.add(new GradeGauge(byId('grade'), preferences));
  const levers = page.add(
    new LeverGauge(byId('lever-gauge'), () => operator.store.value.machine),
  );
  const aids = page.add(
    new Aids(seat, preferences, grade, (name, on) => {
      if (name === 'views') views.lock(!on);
      else document.body.classList.toggle(`no-aid-${name}`, !on);
    }),
  );
  operator.store.follow(
    (s) => s.machine,
    () => {
      const { scene } = seat.store.value;
      if (scene) levers.setScene(scene);
    },
  );
  // A scene may have come before them.
  const { scene } = seat.store.value;
  if (scene) for (const widget of [grade, levers, aids]) widget.setScene(scene);
  return aids;
}
