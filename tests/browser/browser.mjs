// Chromium for the page tests, and what a page's picture shows.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { repository } from './server.mjs';

const require = createRequire(join(repository, 'web', 'package.json'));
const { chromium } = require('playwright-core');

/** A browser that draws in software. A first launch that fails is tried once more. */
export async function launchBrowser() {
  const options = {
    executablePath: process.env.OUTRIGGER_CHROMIUM ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--use-gl=angle',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
    ],
  };
  try {
    return await chromium.launch(options);
  } catch (error) {
    console.log(`the browser did not start, once more: ${String(error).split('\n')[0]}`);
    return await chromium.launch(options);
  }
}

/** Waits until the page has drawn at least `count` pictures more. */
export async function newPictures(page, count = 2) {
  const before = await page.evaluate(() => window.outrigger.pictures);
  await page.waitForFunction((n) => window.outrigger.pictures >= n, before + count);
}

/**
 * Pixels of the three-dimensional picture, without the panels over it, as
 * { width, height, data (r g b a ...) }; decoded by the browser itself.
 */
export async function pixelsOf(page) {
  // By the object model: the page's Content-Security-Policy allows no styles in the document, and
  // the browser would complain about those of the screenshot itself.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('body > :not(canvas) { visibility: hidden !important; }');
    document.adoptedStyleSheets = [sheet];
  });
  const png = await page.screenshot({ caret: 'initial' });
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  const decoder = await page.context().browser().newPage();
  try {
    const result = await decoder.evaluate(async (base64) => {
      const bytes = Uint8Array.from(atob(base64), (c) => c.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const context = canvas.getContext('2d');
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let text = '';
      for (let i = 0; i < data.length; i += 8192) {
        text += String.fromCharCode(...data.subarray(i, i + 8192));
      }
      return { width: bitmap.width, height: bitmap.height, base64: btoa(text) };
    }, png.toString('base64'));
    const { width, height } = result;
    return { width, height, data: Buffer.from(result.base64, 'base64') };
  } finally {
    await decoder.close();
  }
}

export function countColours({ data }) {
  const seen = new Set();
  for (let i = 0; i < data.length; i += 4) {
    seen.add(((data[i] >> 3) << 10) | ((data[i + 1] >> 3) << 5) | (data[i + 2] >> 3));
  }
  return seen.size;
}

/** Hue in degrees and saturation in 0..1 of a colour in 0..1. */
function hueOf([r, g, b]) {
  const high = Math.max(r, g, b);
  const span = high - Math.min(r, g, b);
  if (span === 0) return { hue: 0, saturation: 0 };
  let hue = (r - g) / span + 4;
  if (high === r) hue = ((g - b) / span + 6) % 6;
  else if (high === g) hue = (b - r) / span + 2;
  return { hue: 60 * hue, saturation: span / high };
}

/** Share of the pixels with about the hue of `colour`, whatever the light. */
export function shareOfHue({ data }, colour) {
  const { hue } = hueOf(colour);
  let found = 0;
  for (let i = 0; i < data.length; i += 4) {
    const pixel = hueOf([data[i] / 255, data[i + 1] / 255, data[i + 2] / 255]);
    const apart = Math.abs(((pixel.hue - hue + 540) % 360) - 180);
    if (apart < 12 && pixel.saturation > 0.6) found++;
  }
  return found / (data.length / 4);
}

/** The vivid colour that most shapes have. */
export function mainColour(colours) {
  const counts = new Map();
  for (const colour of colours) {
    if (hueOf(colour).saturation < 0.5) continue;
    const key = colour.join(' ');
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1])[0];
  return most?.[0].split(' ').map(Number);
}

/** Share of the pixels that are clearly different. */
export function shareDifferent(a, b) {
  let different = 0;
  for (let i = 0; i < a.data.length; i += 4) {
    let apart = 0;
    for (let k = 0; k < 3; k++) apart += Math.abs(a.data[i + k] - b.data[i + k]);
    if (apart > 60) different++;
  }
  return different / (a.data.length / 4);
}
