// @vitest-environment happy-dom
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  Command_Kind,
  Control_Kind,
  type Frame,
  FrameSchema,
  NoticeSchema,
  SceneSchema,
  Tilt,
} from '../../protocol/outrigger_pb.js';
import { Levers } from '../input/levers.js';
import type { Seat } from '../state/seat.js';
import { Store } from '../state/store.js';
import { Alarm } from './alarm.js';
import { byId, make, makeButton } from './dom.js';
import { LeverPanel } from './lever_panel.js';
import { LinkStatus } from './link_status.js';
import { LoopStatus } from './loop_status.js';
import { NoticeLog } from './notice_log.js';
import { Readings } from './readings.js';
import { RunBar } from './run_bar.js';
import { TaskPanel } from './task_panel.js';
import { TiltGauge } from './tilt_gauge.js';
import { Timeline } from './timeline.js';
import { Toasts } from './toasts.js';
import type { Moment } from './widget.js';

const scene = create(SceneSchema, {
  title: 'crane',
  siteTitle: 'yard',
  controls: [
    { name: 'boom', stick: 'left_y', positive: 'up', negative: 'down' },
    { name: 'steering', kind: Control_Kind.WHEEL, positive: 'left', negative: 'right' },
    { name: 'gear', kind: Control_Kind.CHOICE, choices: ['F', 'N', 'R'] },
    { name: 'horn', kind: Control_Kind.BUTTON },
  ],
  channels: [
    { name: 'load', unit: 'N', label: 'Load', forOperators: true },
    { name: 'pressure', unit: 'bar' },
  ],
});

const moment = (frame: MessageInitShape<typeof FrameSchema>, of = scene): Moment => ({
  scene: of,
  frame: create(FrameSchema, frame) as Frame,
  time: 83.25,
  poses: new Float32Array([0, 0, 0, 0, 0, 0, 1]),
  bodies: [],
});

function fakeSeat() {
  const commands: [Command_Kind, number][] = [];
  const store = new Store({
    link: 'connecting' as Seat['store']['value']['link'],
    retryIn: 0,
    scene: undefined as typeof scene | undefined,
    mayOperate: true,
    mayInstruct: false,
    couldInstruct: false,
  });
  const seat = {
    store,
    silence: 0,
    command: (kind: Command_Kind, value = 0) => commands.push([kind, value]),
    togglePause: vi.fn(),
    reset: vi.fn(),
    retryNow: vi.fn(),
  };
  return { seat: seat as unknown as Seat, commands, store, fake: seat };
}

beforeEach(() => {
  document.body.innerHTML = '';
});

function place<K extends keyof HTMLElementTagNameMap>(tag: K): HTMLElementTagNameMap[K] {
  const element = make(tag);
  document.body.append(element);
  return element;
}

describe('elements', () => {
  it('are made with attributes and children, and found by id', () => {
    const run = vi.fn();
    place('div').append(makeButton('Go', run, { id: 'go', hidden: true, disabled: false }));
    const button = byId<HTMLButtonElement>('go');
    expect([button.type, button.hidden, button.disabled]).toEqual(['button', true, false]);
    button.click();
    expect(run).toHaveBeenCalledOnce();
    expect(() => byId('nothing')).toThrow('"nothing"');
  });
});

describe('the run bar', () => {
  it('shows time and pause, and asks the seat', () => {
    const { seat, commands, fake } = fakeSeat();
    const bar = new RunBar(place('section'), seat, () => true);
    bar.setScene(scene);
    bar.paint(moment({ paused: true, timeScale: 0.5 }));
    expect(byId('time').textContent).toBe('1:23.2');
    expect(byId('pause').textContent).toBe('Resume');
    expect(byId('step').hidden).toBe(false);
    expect(byId<HTMLSelectElement>('scale').value).toBe('0.5');
    byId('pause').click();
    byId('reset').click();
    byId('step').click();
    expect(fake.togglePause).toHaveBeenCalledOnce();
    expect(fake.reset).toHaveBeenCalledOnce();
    expect(commands).toEqual([[Command_Kind.SINGLE_STEP, 0]]);
    // A speed that the list does not have.
    bar.paint(moment({ timeScale: 0.375 }));
    expect(byId<HTMLSelectElement>('scale').value).toBe('0.375');
  });

  it('cannot be used by those who watch', () => {
    const { seat, store } = fakeSeat();
    new RunBar(place('section'), seat, () => true);
    store.set({ mayOperate: false });
    expect(byId<HTMLButtonElement>('pause').disabled).toBe(true);
    store.set({ mayOperate: true });
    expect(byId<HTMLButtonElement>('pause').disabled).toBe(false);
  });

  it('has a timeline for recordings', () => {
    const { seat, commands } = fakeSeat();
    const host = place('section');
    const timeline = new Timeline(host, seat);
    const replay = create(SceneSchema, { replay: true, duration: 120, step: 0.005 });
    timeline.setScene(scene);
    expect(host.hidden).toBe(true);
    timeline.setScene(replay);
    timeline.paint(moment({ paused: false }, replay));
    expect(byId('seek-time').textContent).toBe('1:23.2 / 2:00.0');
    const seek = byId<HTMLInputElement>('seek');
    seek.value = '20';
    seek.dispatchEvent(new Event('input'));
    expect(commands).toEqual([[Command_Kind.SEEK, 20]]);
  });

  it('plays backwards and forwards again', () => {
    const { seat, commands } = fakeSeat();
    const timeline = new Timeline(place('section'), seat);
    const replay = create(SceneSchema, { replay: true, duration: 120, step: 0.005 });
    timeline.setScene(replay);
    timeline.paint(moment({ paused: true, timeScale: 2 }, replay));
    byId('backwards').click();
    expect(commands).toEqual([
      [Command_Kind.TIME_SCALE, -2],
      [Command_Kind.RESUME, 0],
    ]);
    timeline.paint(moment({ paused: false, timeScale: -2 }, replay));
    expect(byId('backwards').getAttribute('aria-pressed')).toBe('true');
    byId('backwards').click();
    expect(commands.at(-1)).toEqual([Command_Kind.TIME_SCALE, 2]);
    // The speed is that of both directions.
    const bar = new RunBar(place('div'), seat, () => true);
    bar.setScene(replay);
    bar.paint(moment({ timeScale: -2 }, replay));
    const scale = byId<HTMLSelectElement>('scale');
    expect(scale.value).toBe('2');
    scale.value = '0.5';
    scale.dispatchEvent(new Event('change'));
    expect(commands.at(-1)).toEqual([Command_Kind.TIME_SCALE, -0.5]);
  });

  it('goes back on a live seat, to what happened, and within its history only', () => {
    vi.useFakeTimers();
    const { seat, commands } = fakeSeat();
    const host = place('section');
    const timeline = new Timeline(host, seat);
    const bar = new RunBar(place('section'), seat, () => timeline.toggle());
    for (const widget of [timeline, bar]) widget.setScene(scene);
    const live = moment({ history: { first: 20, last: 90 }, paused: true });
    bar.paint(live);
    byId('rewind').click();
    expect([host.hidden, byId('rewind').getAttribute('aria-pressed')]).toEqual([false, 'true']);
    timeline.add(create(NoticeSchema, { time: 55, text: 'two things met', kind: 'contact_begin' }));
    timeline.add(create(NoticeSchema, { time: 5, text: 'long ago', kind: 'overload' }));
    timeline.add(create(NoticeSchema, { time: 60, text: 'a hint' }));
    timeline.paint(live);
    const marks = [...host.querySelectorAll<HTMLElement>('i')];
    expect(marks.map((m) => [m.hidden, m.style.left])).toEqual([
      [false, '50%'],
      [true, '-21.428571428571427%'],
    ]);
    expect(byId('play').textContent).toBe('Resume');
    const press = (name: string) => {
      host.querySelector<HTMLElement>(`[aria-label="${name}"]`)!.click();
      vi.advanceTimersByTime(1000);
    };
    press('Previous event');
    press('5 s back');
    press('5 s on');
    press('5 s on');
    const seek = byId<HTMLInputElement>('seek');
    for (const value of ['30', '31', '32']) {
      seek.value = value;
      seek.dispatchEvent(new Event('input'));
    }
    vi.advanceTimersByTime(1000);
    expect(commands.map(([, value]) => value)).toEqual([55, 78.25, 88.25, 88.25, 30, 32]);
    // After a reset what was marked has not happened.
    timeline.paint(moment({ history: { first: 0, last: 3 } }));
    expect(host.querySelectorAll('i').length).toBe(0);
    vi.useRealTimers();
  });
});

describe('instruments', () => {
  it('show readings for operators first', () => {
    const [gauges, channels] = [place('section'), place('details')];
    const readings = new Readings(gauges, channels, true);
    readings.setScene(scene);
    readings.paint(moment({ channels: [20145, 120] }));
    expect(gauges.textContent).toBe('Load20.1 kN');
    expect(channels.textContent).toBe('More readingspressure120 bar');
    expect(channels.open).toBe(false);
    readings.setScene(create(SceneSchema, { channels: [{ name: 'a', unit: 'm' }] }));
    expect([gauges.hidden, channels.open]).toEqual([true, true]);
  });

  it('are those of the machine that is driven', () => {
    const gauges = place('section');
    const readings = new Readings(gauges, place('details'), true);
    const names = ['a', 'b'];
    readings.setScene(
      create(SceneSchema, {
        controls: names.map((name) => ({ name: `${name}/lever` })),
        channels: names.map((name) => ({ name: `${name}/speed`, forOperators: true })),
        containers: names.map((name) => ({ name: `${name}/box` })),
      }),
    );
    const shown = () =>
      [...gauges.querySelectorAll('dt')].filter((e) => !e.hidden).map((e) => e.textContent);
    readings.choose('b');
    expect(shown()).toEqual(['speed', 'box']);
    expect(gauges.querySelectorAll('dt').length).toBe(4);
    readings.choose('');
    expect(shown()).toEqual([]);
  });

  it('show what the containers hold, after the readings for operators', () => {
    const gauges = place('section');
    const readings = new Readings(gauges, place('details'), true);
    const digger = create(SceneSchema, {
      channels: [{ name: 'speed', unit: 'm/s', forOperators: true }],
      containers: [{ name: 'bucket' }, { name: 'truck bed' }],
    });
    readings.setScene(digger);
    const loads = [
      { mass: 1523.5, volume: 0.9375 },
      { mass: 0, volume: 0 },
    ];
    readings.paint(moment({ channels: [1], loads }, digger));
    expect(gauges.textContent).toBe('speed1.00 m/sbucket1.5 t, 0.94 m³truck bed0.0 t, 0.00 m³');
    readings.paint(moment({ channels: [1], loads: [{ mass: 80, volume: 0.05 }] }, digger));
    expect(gauges.textContent).toBe('speed1.00 m/sbucket0.1 t, 0.05 m³truck bed– t, – m³');
    // Containers alone are enough for the readings to be shown.
    readings.setScene(create(SceneSchema, { containers: [{ name: 'bucket' }] }));
    expect([gauges.hidden, gauges.textContent]).toEqual([false, 'bucket']);
    readings.setScene(scene);
    expect(gauges.textContent).toBe('Load');
  });

  it('show how the machine leans', () => {
    const gauge = new TiltGauge(place('section'));
    const leaning = moment({});
    leaning.poses.set([Math.sin(0.05), 0, 0, Math.cos(0.05)], 3);
    gauge.paint(leaning);
    expect(byId('roll').textContent).toBe('5.7° right');
    expect(byId('pitch').textContent).toBe('0.0°');
    const alarm = new Alarm(place('p'));
    alarm.paint(moment({ tilt: Tilt.LEANING }));
    expect(document.querySelector('p')!.textContent).toMatch(/may roll over/);
    alarm.paint(moment({ tilt: Tilt.UPRIGHT }));
    expect(document.querySelector('p')!.hidden).toBe(true);
  });

  it('show a training session, and its texts as texts', () => {
    const panel = new TaskPanel(place('section'));
    const section = document.querySelector('section')!;
    const of = create(SceneSchema, {
      taskTitle: 'Levels',
      briefing: '<img src=x onerror=alert(1)>',
    });
    panel.setScene(of);
    panel.paint(moment({}, of));
    expect(section.hidden).toBe(true);
    const task = { completion: 41.6, left: 61.2, points: 95, goal: '<b>next</b>' };
    panel.paint(moment({ task }, of));
    expect(section.hidden).toBe(false);
    expect(section.querySelector('.numbers')!.textContent).toBe('42 % · 1:02 left · 95 points');
    expect(section.querySelector('.goal')!.textContent).toBe('<b>next</b>');
    expect(section.querySelector('img')).toBeNull();
    panel.paint(moment({ task: { ...task, ended: true } }, of));
    expect(section.querySelector('.numbers')!.textContent).toBe('42 % · 95 points');
  });

  it('show how the computer keeps up', () => {
    const status = new LoopStatus(place('details'));
    status.paint(moment({ loop: { load: 0.95, stepTimeUs: 180, overruns: 3n } }));
    status.paintDisplay(59.6, 1234);
    expect(byId('load').textContent).toBe('95 %');
    expect(byId('load').classList.contains('bad')).toBe(true);
    expect([byId('overruns').textContent, byId('rate').textContent]).toEqual(['3', '60 /s']);
  });
});

describe('the state of the link', () => {
  it('is shown with a veil while there is none', () => {
    const { seat, store, fake } = fakeSeat();
    const [titles, veil] = [place('section'), place('div')];
    document.title = 'Panel';
    const status = new LinkStatus(titles, veil, seat);
    expect([veil.hidden, veil.textContent]).toEqual([false, 'Connecting to the simulator…Try now']);
    store.set({ link: 'connected', scene });
    status.setScene(scene);
    expect([veil.hidden, byId('state-text').textContent]).toEqual([true, 'connected']);
    expect(document.title).toBe('crane – Panel');
    fake.silence = 7;
    status.show();
    expect(document.body.dataset.state).toBe('silent');
    store.set({ link: 'lost', retryIn: 2 });
    expect(veil.textContent).toMatch(/is lost/);
    byId('retry').click();
    expect(fake.retryNow).toHaveBeenCalledOnce();
  });
});

describe('notices', () => {
  it('go away by a click, and the same text comes once', () => {
    const host = place('div');
    const toasts = new Toasts(host);
    toasts.show('overload', 'warning');
    toasts.show('overload', 'warning');
    expect(host.children.length).toBe(1);
    expect(host.firstElementChild!.className).toBe('toast warning');
    for (let k = 0; k < 9; k++) toasts.show(`notice ${k}`);
    expect(host.children.length).toBe(4);
    (host.firstElementChild as HTMLElement).click();
    expect(host.children.length).toBe(3);
  });

  it('are kept in a log, newest first, with kind and place', () => {
    const host = place('section');
    const log = new NoticeLog(host);
    for (let k = 0; k < 120; k++) log.add(create(NoticeSchema, { text: `n${k}`, time: k }));
    log.add(create(NoticeSchema, { text: 'broken', kind: 'joint_broken', place: [1, 2, 3] }));
    const items = host.querySelectorAll('li');
    expect(items.length).toBe(100);
    expect(items[0]!.textContent).toBe('0:00.0brokenjoint broken · at 1.00, 2.00, 3.00 m');
    expect(items[1]!.textContent).toBe('1:59.0n119');
  });
});

describe('levers on the screen', () => {
  it('are made for each control and show what is asked for and obeyed', () => {
    const changed = vi.fn();
    const host = place('section');
    const panel = new LeverPanel(host, changed);
    const levers = new Levers(scene.controls);
    panel.attach(levers);
    expect(host.querySelectorAll('.stick, .bar, .choice, .hold').length).toBe(4);
    const [forward, , reverse] = host.querySelectorAll<HTMLButtonElement>('.choice button');
    reverse!.click();
    expect(levers.value(2)).toBe(2);
    expect(changed).toHaveBeenCalled();
    panel.paint([0, 0.5, 2, 0], [0, 0.25, 0, 0]);
    expect(reverse!.classList.contains('pending')).toBe(true);
    expect(forward!.getAttribute('aria-pressed')).toBe('false');
    // Positive is left, so the bar is drawn the other way round.
    expect(host.querySelector<HTMLElement>('.mark')!.style.left).toBe('25%');
    expect([...host.querySelectorAll('.ends span')].map((e) => e.textContent)).toEqual([
      'left',
      'right',
    ]);
    panel.attach(undefined);
    expect(host.childElementCount).toBe(0);
  });
});
