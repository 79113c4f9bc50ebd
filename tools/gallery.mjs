// Makes pictures of the gallery: machines outside and inside, by day and night, in rain, beside a trench.
//
//   (cd web && npm ci && npm run build) && node tools/gallery.mjs [NAME ...]      default: all, into docs/gallery
//
//   OUTRIGGER_APP        the program, default build/release/outrigger
//   OUTRIGGER_CHROMIUM   the browser, default /usr/bin/chromium
//   OUTRIGGER_PICTURES   where to write them
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser, newPictures } from '../tests/browser/browser.mjs';
import { freePort, repository } from '../tests/browser/server.mjs';

const app = process.env.OUTRIGGER_APP ?? join(repository, 'build', 'release', 'outrigger');
const excavator = process.env.OUTRIGGER_MACHINE ? [process.env.OUTRIGGER_MACHINE] : [];
const out = process.env.OUTRIGGER_PICTURES ?? join(repository, 'docs', 'gallery');
const kSize = { width: 1280, height: 720 };
/** A trench beside the excavator, in the open. */
const kTrench = ['--start', 'slalom', '--ground', '{rectangle: [15.5, 21.5, 27.2, 28.7], lower: 1.7}'];
/** Keys that are held, one after the other, with their seconds. */
const kDig = [
  [['KeyW', 'KeyI'], 2.2],
  [['KeyI'], 1.6],
  [['KeyS', 'KeyJ'], 2.6],
  [['KeyK', 'KeyJ'], 1.6],
];

const kPictures = {
  'viewer-outside': {},
  'viewer-cab': { camera: 'cab' },
  'viewer-close': { turn: [-0.55, 0.12], zoom: 0.42 },
  'viewer-night': { query: 'time=night', camera: 'cab', parameters: kTrench },
  'viewer-rain': { query: 'weather=rain', turn: [0.5, 0], zoom: 0.7 },
  'viewer-digging': { parameters: ['--start', 'trench'], keys: kDig, turn: [0.4, 0], zoom: 0.75 },
  'viewer-trench': { parameters: kTrench, turn: [0.55, 0.22], zoom: 0.85 },
  'viewer-tipper': { machine: 'tipper', zoom: 0.8 },
  'viewer-loading': { machine: 'loading', turn: [-0.5, 0.05], zoom: 0.7 },
};

async function serve(port, parameters) {
  const child = spawn(app, ['seat', ...parameters, '--no-browser', '--port', String(port)], {
    cwd: repository,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const end = new Promise((resolve) => child.on('exit', resolve));
  for (let i = 0; i < 300; i++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer?.ok) break;
    await sleep(100);
  }
  return async () => {
    child.kill('SIGTERM');
    await end;
  };
}

/** Draws no more: a picture that is drawn anew all the time keeps a busy computer from ever finishing. */
async function still(page) {
  await page.evaluate(() => {
    window.requestAnimationFrame = () => 0;
  });
  await sleep(500);
}

async function take(
  browser,
  name,
  { camera, query = '', parameters = [], machine, keys, turn, zoom },
) {
  const port = await freePort();
  const stop = await serve(port, [...(machine ? [machine] : excavator), ...parameters]);
  const page = await browser.newPage({ viewport: kSize });
  page.setDefaultTimeout(240_000);
  try {
    await page.goto(`http://127.0.0.1:${port}/?quality=high&${query}`);
    await page.waitForFunction(() => window.outrigger?.frame && window.outrigger.pictures > 2);
    // The camera frames the machine in the first picture that has it.
    await newPictures(page, 2);
    await page.evaluate(() => document.body.classList.add('no-levers', 'no-instruments'));
    if (camera) await page.click(`#views button:text-is("${camera}")`);
    for (const [codes, seconds] of keys ?? []) {
      for (const code of codes) await page.keyboard.down(code);
      await sleep(1000 * seconds);
      for (const code of codes) await page.keyboard.up(code);
    }
    if (turn || zoom) {
      await page.evaluate(
        ([[left, up], share]) => window.outrigger.orbit?.(left, up, share),
        [turn ?? [0, 0], zoom ?? 1],
      );
    }
    await newPictures(page, 3);
    await still(page);
    await page.screenshot({ path: join(out, `${name}.jpg`), type: 'jpeg', quality: 86 });
    const { triangles, calls } = await page.evaluate(() => ({ ...window.outrigger }));
    console.log(`${name}: ${triangles} triangles, ${calls} calls`);
  } finally {
    await page.close();
    await stop();
  }
}

const wanted = process.argv.slice(2);
const browser = await launchBrowser();
try {
  for (const [name, picture] of Object.entries(kPictures)) {
    if (wanted.length === 0 || wanted.includes(name)) await take(browser, name, picture);
  }
} finally {
  await browser.close();
}
