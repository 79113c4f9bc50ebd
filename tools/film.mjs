// A film or a still of a recording, drawn picture by picture in a headless browser: an animated WebP, or a
// PNG. As a command: `./outrigger film`.
//
//   (cd web && npm ci) && node tools/film.mjs [RECORDING.jsonl [FILE.webp | FILE.png]] [options]
//
//   --from S, --to S     simulated seconds; default: the last 10.5 of the recording. A still is at --from
//   --every S            simulated seconds between pictures, default 0.14
//   --camera NAME        of the machine; default: outside
//   --size WxH           pixels, default 560x316
//   --quality high|low   low draws in a tenth of the time
//   --preset NAME        a display mode of docs/cabin.md, such as dome
//
// Without a recording it drives the excavator in its seat by a script of keys, records that, and writes
// the film of the README, docs/gallery/excavator.webp.
//
//   OUTRIGGER_APP        the program, default build/release/outrigger
//   OUTRIGGER_CHROMIUM   the browser, default /usr/bin/chromium
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launchBrowser, newPictures } from '../tests/browser/browser.mjs';
import { freePort, repository } from '../tests/browser/server.mjs';

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    from: { type: 'string' },
    to: { type: 'string' },
    every: { type: 'string', default: '0.14' },
    camera: { type: 'string' },
    size: { type: 'string', default: '560x316' },
    quality: { type: 'string', default: 'high' },
    preset: { type: 'string' },
  },
});

/** Ends with a message about an argument. */
function refuse(text) {
  console.error(`film: ${text}`);
  process.exit(1);
}

function numberOf(name, low, otherwise) {
  const value = options[name] === undefined ? otherwise : Number(options[name]);
  if (value === undefined || value >= low) return value;
  return refuse(`--${name} is ${options[name]}; a number of at least ${low} is needed`);
}

const shape =
  /^(\d{2,4})x(\d{2,4})$/.exec(options.size) ?? refuse(`--size is ${options.size}; as 1280x720`);
const kSize = { width: Number(shape[1]), height: Number(shape[2]) };
if (!['high', 'low'].includes(options.quality))
  refuse(`--quality is ${options.quality}; high or low`);
const kFrameTime = numberOf('every', 0.005); // simulated seconds between pictures
const kQuality = 0.62;
/** What is pressed, from when to when [s]. */
const kKeys = [
  ['KeyP', 0.3, 0.5], // parking brake off
  ['KeyK', 0.6, 2.6], // boom up
  ['KeyW', 0.9, 2.4], // stick out
  ['KeyA', 1.8, 4.8], // slew left
  ['KeyI', 3.6, 5.2], // boom down
  ['KeyJ', 4.2, 5.6], // bucket in
  ['KeyS', 4.6, 6.2], // stick in
  ['KeyK', 5.8, 7.2], // boom up
  ['KeyD', 6.2, 9.2], // slew right
  ['KeyL', 7.4, 8.6], // bucket out
  ['ArrowUp', 7.0, 10.5], // travel
];
const kEnd = 10.5;

const app = process.env.OUTRIGGER_APP ?? join(repository, 'build', 'release', 'outrigger');

async function serve(port, parameters) {
  const child = spawn(app, [...parameters, '--no-browser', '--port', String(port)], {
    cwd: repository,
    stdio: 'inherit',
  });
  const end = new Promise((resolve) => child.on('exit', resolve));
  for (let i = 0; i < 600; i++) {
    const answer = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (answer?.ok) break;
    await sleep(100);
  }
  return {
    stop: async () => {
      child.kill('SIGTERM');
      await end;
    },
  };
}

async function openPage(browser, port, quality) {
  const page = await browser.newPage({ viewport: kSize });
  page.setDefaultTimeout(120_000);
  const preset = options.preset ? `&preset=${encodeURIComponent(options.preset)}` : '';
  await page.goto(`http://127.0.0.1:${port}/?lang=en&quality=${quality}${preset}`);
  await page.waitForFunction(() => window.outrigger?.connected && window.outrigger.frame);
  await newPictures(page, 3);
  return page;
}

const simulatedTime = (page) => page.evaluate(() => Number(window.outrigger.frame.time));

async function record(browser, file) {
  const port = await freePort();
  const server = await serve(port, ['seat', '--record', file]);
  const page = await openPage(browser, port, 'low');
  const start = await simulatedTime(page);
  const changes = kKeys
    .flatMap(([key, from, to]) => [
      { at: from, key, down: true },
      { at: to, key, down: false },
    ])
    .sort((a, b) => a.at - b.at);
  for (const change of changes) {
    await page.waitForFunction((t) => Number(window.outrigger.frame.time) >= t, start + change.at);
    if (change.down) await page.keyboard.down(change.key);
    else await page.keyboard.up(change.key);
  }
  await page.waitForFunction((t) => Number(window.outrigger.frame.time) >= t, start + kEnd);
  await page.close();
  await server.stop();
  return start;
}

/** Hides the panels: by the object model, because the seat's pages allow no styles in the document. */
const showPictureOnly = (page) =>
  page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body > :not(canvas) { visibility: hidden !important; }');
    document.adoptedStyleSheets = [sheet];
  });

/** One picture as the VP8 chunk of a WebP, encoded by the browser. */
async function picture(page, encoder) {
  const png = await page.screenshot({ caret: 'initial' });
  const base64 = await encoder.evaluate(
    async ([data, quality]) => {
      const bytes = Uint8Array.from(atob(data), (c) => c.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      canvas.getContext('2d').drawImage(bitmap, 0, 0);
      const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
      const out = new Uint8Array(await blob.arrayBuffer());
      let text = '';
      for (let i = 0; i < out.length; i += 8192) {
        text += String.fromCharCode(...out.subarray(i, i + 8192));
      }
      return btoa(text);
    },
    [png.toString('base64'), kQuality],
  );
  const webp = Buffer.from(base64, 'base64');
  for (let at = 12; at + 8 <= webp.length; ) {
    const name = webp.toString('latin1', at, at + 4);
    const length = webp.readUInt32LE(at + 4);
    if (name === 'VP8 ') return webp.subarray(at, at + 8 + length + (length % 2));
    at += 8 + length + (length % 2);
  }
  throw new Error('the browser made no lossy WebP');
}

const number24 = (value) => Buffer.from([value & 255, (value >> 8) & 255, (value >> 16) & 255]);

function chunk(name, ...parts) {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write(name, 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** https://developers.google.com/speed/webp/docs/riff_container: every frame whole, for ever. */
function animation(frames, milliseconds) {
  const size = [number24(kSize.width - 1), number24(kSize.height - 1)];
  const body = Buffer.concat([
    Buffer.from('WEBP', 'latin1'),
    chunk('VP8X', Buffer.from([2, 0, 0, 0]), ...size),
    chunk('ANIM', Buffer.alloc(6)),
    ...frames.map((f) =>
      chunk('ANMF', number24(0), number24(0), ...size, number24(milliseconds), Buffer.from([2]), f),
    ),
  ]);
  const head = Buffer.alloc(8);
  head.write('RIFF', 'latin1');
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body]);
}

/** Goes to a moment of a recording and waits until it is drawn. */
async function goTo(page, t) {
  await page.locator('#seek').evaluate((slider, value) => {
    slider.value = String(value);
    slider.dispatchEvent(new Event('input'));
  }, t);
  await page.waitForFunction(
    (time) => Math.abs(Number(window.outrigger.frame.time) - time) < 0.02,
    t,
  );
  await newPictures(page, 2);
}

async function chooseCamera(page, name) {
  const names = [
    'outside',
    ...(await page.evaluate(() => window.outrigger.scene.cameras.map((c) => c.name))),
  ];
  const index = names.indexOf(name);
  if (index < 0) throw new Error(`--camera is ${name}; the machine has ${names.join(', ')}`);
  await page.evaluate((i) => document.querySelectorAll('#views button')[i].click(), index);
}

/** Shows the recording and draws the moments that are asked for. */
async function show(browser, file, start, target) {
  const port = await freePort();
  const server = await serve(port, ['replay', file]);
  try {
    const page = await openPage(browser, port, options.quality);
    const encoder = await browser.newPage();
    // By script: in a small window the timeline may be hidden.
    await page.evaluate(() => {
      if (!window.outrigger.frame.paused) document.getElementById('play').click();
    });
    await page.waitForFunction(() => window.outrigger.frame.paused);
    if (options.camera) await chooseCamera(page, options.camera);
    await showPictureOnly(page);
    const duration = await page.evaluate(() => Number(window.outrigger.scene.duration));
    const begin = numberOf('from', 0, start ?? Math.max(0, duration - kEnd - 0.3));
    const end = Math.min(duration, numberOf('to', 0, begin + kEnd));
    if (begin > duration) throw new Error(`--from is ${begin} s; the recording has ${duration} s`);
    if (target.endsWith('.png')) {
      await goTo(page, begin);
      await page.screenshot({ path: target, caret: 'initial' });
      return [];
    }
    const frames = [];
    for (let t = begin; t < end; t += kFrameTime) {
      await goTo(page, t);
      frames.push(await picture(page, encoder));
      if (frames.length % 5 === 0) console.log(`${frames.length} pictures`);
    }
    return frames;
  } finally {
    await server.stop();
  }
}

const [given, to] = positionals;
const target =
  to ??
  (given
    ? given.replace(/\.jsonl$/, '') + '.webp'
    : join(repository, 'docs', 'gallery', 'excavator.webp'));
if (!/\.(webp|png)$/.test(target)) refuse(`${target} is neither .webp nor .png`);
if (given && !existsSync(given)) refuse(`there is no recording ${given}`);
const folder = await mkdtemp(join(tmpdir(), 'outrigger-film-'));
const browser = await launchBrowser();
try {
  const file = given ?? join(folder, 'film.jsonl');
  const start = given ? undefined : await record(browser, file);
  const frames = await show(browser, file, start, target);
  if (frames.length > 0) {
    const film = animation(frames, Math.round(1000 * kFrameTime));
    await writeFile(target, film);
    console.log(`${target}: ${frames.length} pictures, ${(film.length / 1e6).toFixed(2)} MB`);
  } else console.log(target);
} catch (error) {
  console.error(`film: ${error.message}`);
  process.exitCode = 1;
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
