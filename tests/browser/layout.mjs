// Nothing lies over anything else, whatever the size of the window.
import assert from 'node:assert/strict';
import { address, listen, ready } from './harness.mjs';

/** Widths and heights of windows; the last two are phones. */
const kSizes = [
  [1600, 900],
  [1366, 500],
  [1024, 768],
  [900, 600],
  [800, 600],
  [640, 480],
  [640, 360],
  [844, 390],
  [390, 844],
];

/** What a click in the middle of each control would not reach. */
const coveredControls = (page) =>
  page.evaluate(() => {
    const all = '#top button, #top select, #levers button, #levers .track, #levers .pad';
    return [...document.querySelectorAll(all)]
      .filter((control) => control.getClientRects().length > 0)
      .filter((control) => {
        const { x, y, width, height } = control.getBoundingClientRect();
        const found = document.elementFromPoint(x + width / 2, y + height / 2);
        return !control.contains(found);
      })
      .map((control) => control.id || control.textContent || control.className);
  });

export async function everyControlCanBeReached(browser, port) {
  for (const [width, height] of kSizes) {
    const touch = Math.min(width, height) < 400;
    const viewport = { width, height };
    const context = await browser.newContext({ viewport, hasTouch: touch, isMobile: touch });
    const page = await context.newPage();
    listen(page, `${width}x${height}`);
    await page.goto(address(port));
    await ready(page);
    assert.deepEqual(await coveredControls(page), [], `covered at ${width} x ${height}`);
    // A long word about the connection takes nothing away.
    await page.evaluate(() => {
      document.getElementById('state-text').textContent = 'connected, no data for 12345 s';
    });
    assert.deepEqual(
      await coveredControls(page),
      [],
      `covered at ${width} x ${height}, long state`,
    );
    assert.ok(await page.isVisible('#scale'), `no speed at ${width} x ${height}`);
    assert.ok(await page.isVisible('#right'), `no instruments at ${width} x ${height}`);
    assert.ok(await page.isVisible('.bar .ends'), `no words on bars at ${width} x ${height}`);
    await page.click('#help-button');
    await page.click('#help-close');
    await context.close();
  }
}
