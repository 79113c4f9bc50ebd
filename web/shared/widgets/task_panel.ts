import type { Frame, Scene } from '../../protocol/outrigger_pb.js';
import { make, setText } from './dom.js';
import type { Moment, Widget } from './widget.js';

/** 125 s: "2:05". */
function minutes(seconds: number): string {
  const whole = Math.ceil(seconds);
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** "42 % · 1:02 left · 95 points" */
export function taskText(task: NonNullable<Frame['task']>): string {
  const parts = [`${Math.round(task.completion)} %`];
  if (task.left >= 0 && !task.ended) parts.push(`${minutes(task.left)} left`);
  parts.push(`${Math.round(task.points)} points`);
  return parts.join(' · ');
}

/** What the trainee of a session sees of it: briefing, what comes next, how far, how long. Text stays text. */
export class TaskPanel implements Widget {
  private readonly title = make('h2', {});
  private readonly goal = make('p', { class: 'goal', 'aria-live': 'polite' });
  private readonly bar = make('progress', { max: '100', 'aria-label': 'Completion' });
  private readonly numbers = make('p', { class: 'numbers' });
  private readonly briefing = make('p', { class: 'briefing' });
  private readonly details: HTMLDetailsElement;

  constructor(private readonly element: HTMLElement) {
    this.details = make('details', { open: true }, make('summary', {}, 'Briefing'), this.briefing);
    element.replaceChildren(this.title, this.goal, this.bar, this.numbers, this.details);
  }

  setScene(scene: Scene): void {
    setText(this.title, scene.taskTitle);
    setText(this.briefing, scene.briefing);
    this.details.hidden = scene.briefing === '';
  }

  paint({ frame }: Moment): void {
    const task = frame.task;
    this.element.hidden = task === undefined;
    if (task === undefined) return;
    setText(this.goal, task.goal);
    setText(this.numbers, taskText(task));
    this.bar.value = task.completion;
    this.element.classList.toggle('ended', task.ended);
  }
}
