// What the tests of all pages share: opening a page, waiting for it, noting what it complains about.
import { newPictures } from './browser.mjs';

/** Milliseconds. */
export const kPatience = 120_000;

/** What pages wrote on the console. */
export const complaints = [];
/** While the server is away the browser itself reports the failed attempts. */
export const away = { now: false };

export function listen(page, name) {
  page.setDefaultTimeout(kPatience);
  page.on('pageerror', (error) => complaints.push(`${name}: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    if (away.now && /WebSocket|ERR_CONNECTION/.test(message.text())) return;
    complaints.push(`${name}: ${message.text()}`);
  });
}

export const address = (port, query = '') => `http://127.0.0.1:${port}/?quality=low${query}`;

/** The page of the seat, drawn in low quality. */
export async function openPage(browser, port, query = '') {
  const page = await browser.newPage({ viewport: { width: 640, height: 360 } });
  listen(page, query || 'seat');
  // A gamepad that the test plugs and unplugs.
  await page.addInitScript(() => {
    window.testPad = null;
    navigator.getGamepads = () => [window.testPad];
  });
  await page.goto(address(port, query));
  await ready(page);
  return page;
}

export async function ready(page) {
  await page.waitForFunction(() => window.outrigger?.connected && window.outrigger.frame);
  await newPictures(page, 3);
}

const result = { failed: 0 };

/** Runs one test and goes on whatever comes of it. */
export async function step(name, run) {
  try {
    const value = await run();
    console.log(`passed  ${name}`);
    return value;
  } catch (error) {
    result.failed++;
    console.log(`FAILED  ${name}\n${error.stack ?? error}`);
    return undefined;
  }
}

/** Ends the program with the number of failures. */
export function finish() {
  console.log(result.failed === 0 ? 'all passed' : `${result.failed} failed`);
  process.exit(result.failed === 0 ? 0 : 1);
}
