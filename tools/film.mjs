// Makes the film of the README: drives the excavator in its seat by a script of keys, records it, shows
// the recording picture by picture in a headless browser, and writes an animated WebP.
//
//   (cd web && npm ci) && node tools/film.mjs [FILE.webp]      default: docs/gallery/excavator.webp
//
//   OUTRIGGER_APP        the program, default build/release/outrigger
//   OUTRIGGER_CHROMIUM   the browser, default /usr/bin/chromium
//   OUTRIGGER_RECORDING  a recording to show instead of driving: its last seconds
//   OUTRIGGER_QUALITY    high (default) or low; low draws in a tenth of the time
import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser, newPictures } from '../tests/browser/browser.mjs';
import { freePort, repository } from '../tests/browser/server.mjs';

const kSize = { width: 560, height: 316 };
const kFrameTime = 0.14; // simulated seconds between pictures
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
  await page.goto(`http://127.0.0.1:${port}/?quality=${quality}`);
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

/** One picture as the VP8 chunk of a WebP, encoded by the browser. */
async function picture(page, encoder) {
  const style = 'body > :not(canvas) { visibility: hidden !important; }';
  const png = await page.screenshot({ style });
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

async function show(browser, file, start) {
  const port = await freePort();
  const server = await serve(port, ['replay', file]);
  const page = await openPage(browser, port, process.env.OUTRIGGER_QUALITY ?? 'high');
  const encoder = await browser.newPage();
  // By script: in a small window the timeline may be hidden.
  await page.evaluate(() => {
    if (!window.outrigger.frame.paused) document.getElementById('play').click();
  });
  await page.waitForFunction(() => window.outrigger.frame.paused);
  const duration = await page.evaluate(() => Number(window.outrigger.scene.duration));
  const begin = start ?? Math.max(0, duration - kEnd - 0.3);
  const frames = [];
  for (let t = begin; t < begin + kEnd; t += kFrameTime) {
    await page.locator('#seek').evaluate((slider, value) => {
      slider.value = String(value);
      slider.dispatchEvent(new Event('input'));
    }, t);
    await page.waitForFunction(
      (time) => Math.abs(Number(window.outrigger.frame.time) - time) < 0.02,
      t,
    );
    await newPictures(page, 2);
    frames.push(await picture(page, encoder));
    if (frames.length % 5 === 0) console.log(`${frames.length} pictures`);
  }
  await server.stop();
  return frames;
}

const target = process.argv[2] ?? join(repository, 'docs', 'gallery', 'excavator.webp');
const folder = await mkdtemp(join(tmpdir(), 'outrigger-film-'));
const browser = await launchBrowser();
try {
  const given = process.env.OUTRIGGER_RECORDING;
  const file = given ?? join(folder, 'film.jsonl');
  const start = given ? undefined : await record(browser, file);
  const frames = await show(browser, file, start);
  const film = animation(frames, Math.round(1000 * kFrameTime));
  await writeFile(target, film);
  console.log(`${target}: ${frames.length} pictures, ${(film.length / 1e6).toFixed(2)} MB`);
} finally {
  await browser.close();
  await rm(folder, { recursive: true, force: true });
}
