import type { Display } from '../display/display.js';
import { pickGround, rayThrough } from '../display/pick.js';
import { type Area, AreaOutline, areaOf } from '../scene/area_outline.js';
import type { Seat } from '../shared/state/seat.js';
import { make, makeButton, makeSelect, setText } from '../shared/widgets/dom.js';
import { editText, type GroundAction, type GroundEdit, problemOf } from './ground_edit.js';

const kHint = 'Drag over the ground to mark an area; look around with the right button.';

const labelled = (text: string, field: HTMLElement) => make('label', {}, text, field);

/** Marks a piece of ground and has it raised, lowered or levelled. */
export class GroundTool {
  private readonly outline = new AreaOutline();
  private readonly shape = makeSelect(
    [
      ['rectangle', 'rectangle'],
      ['circle', 'circle'],
    ],
    { id: 'ground-shape' },
  );
  private readonly action = makeSelect(
    [
      ['lower', 'lower by'],
      ['raise', 'raise by'],
      ['level', 'level to height'],
    ],
    { id: 'ground-action', 'aria-label': 'Action' },
  );
  private readonly amount = make('input', {
    id: 'ground-amount',
    type: 'number',
    step: '0.05',
    value: '0.5',
    'aria-label': 'Metres',
  });
  private readonly bank = make('input', {
    id: 'ground-bank',
    type: 'number',
    step: '0.25',
    min: '0',
    value: '0',
    title: 'Run over rise; 0: vertical',
  });
  private readonly apply = makeButton('Apply', () => this.send(), { id: 'ground-apply' });
  private readonly hint = make('p', { id: 'ground-hint' }, kHint);
  private area: Area | undefined;
  private from: { x: number; y: number; z: number } | undefined;
  private pointer: number | undefined;

  constructor(
    private readonly element: HTMLElement,
    private readonly display: Display,
    private readonly seat: Seat,
  ) {
    const close = makeButton('Close', () => this.toggle(false), { id: 'ground-close' });
    element.replaceChildren(
      make('header', {}, make('h2', {}, 'Ground tool'), close),
      this.hint,
      labelled('Mark a ', this.shape),
      make('p', {}, this.action, this.amount, ' m'),
      labelled('Slope of the sides ', this.bank),
      this.apply,
    );
    for (const field of [this.shape, this.action, this.amount, this.bank]) {
      field.addEventListener('input', () => this.show());
    }
    this.action.addEventListener('input', () => this.proposeHeight());
    display.view.scene.add(this.outline.line);
    this.listen(display.canvas);
    // What this person may no longer do is not offered any longer.
    seat.store.follow(
      (s) => s.couldInstruct,
      (could) => {
        if (!could) this.toggle(false);
      },
    );
    this.show();
  }

  get open(): boolean {
    return !this.element.hidden;
  }

  toggle(open = !this.open): void {
    this.element.hidden = !open;
    this.display.cameras.setHeld(open);
    if (open) this.seat.askToInstruct();
    if (!open) this.area = undefined;
    this.show();
  }

  private listen(canvas: HTMLCanvasElement): void {
    canvas.addEventListener('pointerdown', (event) => {
      if (!this.open || event.button !== 0 || this.pointer !== undefined) return;
      this.from = this.pick(event);
      if (!this.from) return;
      this.pointer = event.pointerId;
      canvas.setPointerCapture(event.pointerId);
      this.proposeHeight();
      this.mark(event);
    });
    canvas.addEventListener('pointermove', (event) => {
      if (event.pointerId === this.pointer) this.mark(event);
    });
    const release = (event: PointerEvent) => {
      if (event.pointerId === this.pointer) this.pointer = undefined;
    };
    canvas.addEventListener('pointerup', release);
    canvas.addEventListener('pointercancel', release);
  }

  private pick(event: PointerEvent) {
    const ray = rayThrough(event, this.display.canvas, this.display.cameras.camera);
    return pickGround(ray, (x, y) => this.display.view.groundHeight(x, y));
  }

  private mark(event: PointerEvent): void {
    const to = this.pick(event);
    if (!this.from || !to) return;
    this.area = areaOf(this.shape.value as Area['kind'], this.from, to);
    this.show();
  }

  // Where marking began, so that levelling begins with what is there.
  private proposeHeight(): void {
    if (this.action.value === 'level' && this.from) this.amount.value = this.from.z.toFixed(2);
  }

  private edit(): GroundEdit | undefined {
    return (
      this.area && {
        area: this.area,
        action: this.action.value as GroundAction,
        amount: this.amount.valueAsNumber,
        bank: this.bank.valueAsNumber,
      }
    );
  }

  private show(): void {
    const edit = this.edit();
    const problem = edit ? problemOf(edit) : kHint;
    this.apply.disabled = problem !== undefined;
    setText(this.hint, problem ?? (edit ? editText(edit) : ''));
    this.outline.show(this.area, (x, y) => this.display.view.groundHeight(x, y));
  }

  private send(): void {
    const edit = this.edit();
    if (edit && !problemOf(edit)) this.seat.editGround(editText(edit));
  }
}
