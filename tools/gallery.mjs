// Makes the pictures of docs/gallery: the machine outside and inside, digging and dumping, by day and night, in
// rain, in every display mode, and the pages.
//
//   (cd web && npm ci && npm run build) && node tools/gallery.mjs [NAME ...]      default: all, into docs/gallery
//
//   OUTRIGGER_APP        the program, default build/release/outrigger
//   OUTRIGGER_CHROMIUM   the browser, default /usr/bin/chromium
//   OUTRIGGER_PICTURES   where to write them
//
// Without a graphics card a picture takes a minute or two. Digging is recorded once, by the scripted operator
// of the bundled session, and looked at as a recording.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser, newPictures } from '../tests/browser/browser.mjs';
import { freePort, repository } from '../tests/browser/server.mjs';

const app = process.env.OUTRIGGER_APP ?? join(repository, 'build', 'release', 'outrigger');
const out = process.env.OUTRIGGER_PICTURES ?? join(repository, 'docs', 'gallery');
const kSize = [1280, 720];
const kMode = [800, 500];
/** A trench beside the excavator, in the open. */
const kTrench = [
  '--start',
  'slalom',
  '--ground',
  '{rectangle: [15.5, 21.5, 27.2, 28.7], lower: 1.7}',
];
const seat = (...parameters) => ['seat', '--no-real-time', ...parameters];

/** What a page finds in its browser. */
const kBefore = {
  // A joystick with a worn spring, as the page sees one.
  devices: () => {
    const pad = { index: 0, id: 'Joystick (simulated)', axes: [0.34, -0.62, 0.05], buttons: [] };
    navigator.getGamepads = () => [{ ...pad, buttons: [{ pressed: true, value: 1 }] }];
  },
  aids: () => {
    const design = { x: 24, y: 8, z: 0, heading: 0, depth: 0.3, slope: 2 };
    const choices = { aids: { grade: true, levers: true }, design };
    localStorage.setItem('outrigger.choices', JSON.stringify(choices));
  },
};
/** What is clicked there. */
const kClicks = {
  displays: ['#preset-list button:text-is("cave")'],
};

/**
 * A page that is opened once, and the pictures that are taken there: `camera` by name, `turn` and `zoom` of the
 * camera outside, `at` seconds of the recording, `look` pixels that the head is dragged, `panels` stay.
 */
const kPages = [
  {
    serve: seat(),
    pictures: {
      'viewer-outside': {},
      'viewer-close': { turn: [-0.55, 0.12], zoom: 0.42 },
      'viewer-cab': { camera: 'cab' },
      'viewer-mirrors': { camera: 'cab', look: [330, -40] },
    },
  },
  {
    recording: true,
    pictures: {
      'viewer-digging': { at: 18.2, turn: [0.4, 0], zoom: 0.7 },
      'viewer-dumping': { at: 23.7, turn: [-0.75, 0.02], zoom: 0.55 },
      'viewer-cab-digging': { at: 17.6, camera: 'cab' },
      'viewer-bucket': { at: 20.4, camera: 'bucket' },
    },
  },
  { serve: seat('loading'), pictures: { 'viewer-loading': { turn: [-0.5, 0.05], zoom: 0.7 } } },
  { serve: seat('tipper'), pictures: { 'viewer-tipper': { zoom: 0.8 } } },
  {
    serve: seat(...kTrench),
    pictures: { 'viewer-trench': { turn: [0.55, 0.22], zoom: 0.85 } },
  },
  {
    serve: seat(...kTrench),
    query: 'time=night',
    pictures: { 'viewer-night': { camera: 'cab' } },
  },
  {
    serve: seat(),
    query: 'weather=rain',
    pictures: { 'viewer-rain': { turn: [0.5, 0], zoom: 0.7 } },
  },
  {
    serve: seat(),
    query: 'time=dusk',
    pictures: { 'viewer-dusk': { turn: [-0.9, -0.08], zoom: 0.8 } },
  },
  ...['anaglyph', 'side by side', 'rows', 'fisheye', 'dome', 'stereo dome', 'spherical mirror'].map(
    (preset) => ({
      serve: seat(),
      query: `preset=${preset.replaceAll(' ', '+')}`,
      // In high quality the faces of a dome take minutes a picture without a graphics card.
      quality: 'low',
      size: preset.includes('dome') ? [800, 600] : kMode,
      pictures: { [`mode-${preset.replaceAll(' ', '-')}`]: { camera: 'cab' } },
    }),
  ),
  {
    serve: seat(),
    query: 'preset=cave&display=front',
    quality: 'low',
    size: [750, 600],
    pictures: { 'mode-cave-front': {} },
  },
  {
    serve: seat(),
    query: 'preset=dome&card=grid',
    size: [1024, 768],
    pictures: { 'mode-card': {} },
  },
  {
    serve: seat('--start', 'trench'),
    quality: 'low',
    size: [390, 844],
    pictures: { 'viewer-phone': { panels: true, ending: 'png' } },
  },
  ...['panel', 'devices', 'displays', 'aids'].map((name) => ({
    serve: seat(),
    file: name === 'aids' ? 'index.html' : `${name}.html`,
    quality: 'low',
    size: { panel: [1024, 768], aids: kSize }[name] ?? [1100, 820],
    script: kBefore[name],
    click: kClicks[name],
    pictures: { [`page-${name}`]: { panels: true, ending: 'png' } },
  })),
];

async function serve(parameters) {
  const port = await freePort();
  const child = spawn(app, [...parameters, '--no-browser', '--port', String(port)], {
    cwd: repository,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = new Promise((resolve) => child.on('exit', resolve));
  for (let i = 0; i < 600; i++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer?.ok) break;
    await sleep(100);
  }
  const stop = async () => {
    child.kill('SIGTERM');
    await end;
  };
  return { port, stop };
}

/** Two buckets, dug by the scripted operator. */
async function recordDigging(folder) {
  const operator = 'sessions/operators/first_bucket.py:expert';
  const made = spawnSync(
    app,
    ['session', 'run', 'first_bucket', '--by', operator, '--headless', '--out', folder],
    { cwd: repository, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const name = (await readdir(folder)).find((n) => n.endsWith('.recording.jsonl'));
  if (made.status !== 0 || !name) throw new Error('the session left no recording');
  return join(folder, name);
}

async function goTo(page, seconds) {
  await page.evaluate((value) => {
    const slider = document.getElementById('seek');
    slider.value = String(value);
    slider.dispatchEvent(new Event('input'));
  }, seconds);
  await page.waitForFunction((t) => Math.abs(window.outrigger.frame.time - t) < 0.05, seconds);
}

async function take(page, name, { camera, at, turn, zoom, look, panels, ending = 'jpg' }) {
  await page.evaluate((bare) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body > :not(canvas) { visibility: hidden !important; }');
    document.adoptedStyleSheets = bare ? [sheet] : [];
  }, !panels);
  if (at !== undefined) await goTo(page, at);
  if (camera) {
    await page.evaluate((name) => {
      const buttons = [...document.querySelectorAll('#views button')];
      buttons.find((b) => b.textContent === name)?.click();
    }, camera);
  }
  if (turn || zoom) {
    await page.evaluate(
      ([[left, up], share]) => window.outrigger.orbit?.(left, up, share),
      [turn ?? [0, 0], zoom ?? 1],
    );
  }
  if (look) {
    const [x, y] = [640, 400];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + look[0], y + look[1], { steps: 4 });
    await page.mouse.up();
  }
  // Mirrors take turns.
  const drawn = await page.evaluate(() => window.outrigger !== undefined);
  if (drawn) await newPictures(page, camera ? 9 : 2);
  await page.screenshot({
    path: join(out, `${name}.${ending}`),
    ...(ending === 'jpg' ? { type: 'jpeg', quality: 86 } : {}),
  });
  // Each picture begins with the camera where the page has put it.
  if (turn || zoom) {
    await page.evaluate(
      ([[left, up], share]) => window.outrigger.orbit?.(-left, -up, 1 / share),
      [turn ?? [0, 0], zoom ?? 1],
    );
  }
  const counts = await page.evaluate(() => ({ ...window.outrigger }));
  console.log(`${name}: ${counts.triangles ?? 0} triangles, ${counts.calls ?? 0} calls`);
}

async function takeAll(browser, chosen, recording) {
  const { port, stop } = await serve(chosen.recording ? ['replay', recording] : chosen.serve);
  const [width, height] = chosen.size ?? kSize;
  const page = await browser.newPage({ viewport: { width, height } });
  page.setDefaultTimeout(400_000);
  try {
    const { file = '', quality = 'high', query = '', script, click = [] } = chosen;
    if (script) await page.addInitScript(script);
    await page.goto(`http://127.0.0.1:${port}/${file}?lang=en&quality=${quality}&${query}`);
    if (!file) {
      await page.waitForFunction(() => window.outrigger?.frame && window.outrigger.pictures > 2);
    } else await sleep(3000);
    for (const selector of click) await page.click(selector);
    if (chosen.recording) {
      await page.evaluate(() => {
        if (!window.outrigger.frame.paused) document.getElementById('play').click();
      });
    }
    for (const [name, picture] of Object.entries(chosen.pictures)) {
      if (isWanted(name)) await take(page, name, picture);
    }
  } finally {
    await page.close();
    await stop();
  }
}

const wanted = process.argv.slice(2);
const isWanted = (name) => wanted.length === 0 || wanted.includes(name);
const folder = await mkdtemp(join(tmpdir(), 'outrigger-gallery-'));
const browser = await launchBrowser();
try {
  const pages = kPages.filter(({ pictures }) => Object.keys(pictures).some(isWanted));
  const recording = pages.some((p) => p.recording) ? await recordDigging(folder) : undefined;
  for (const page of pages) await takeAll(browser, page, recording);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
