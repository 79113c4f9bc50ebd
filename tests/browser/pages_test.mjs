// The other pages, the keyed stream and the ground tool in a real browser, against the simulator or the
// mock. Parameters as of viewer_test.mjs.
import assert from 'node:assert/strict';
import { launchBrowser, newPictures, pixelsOf, shareDifferent } from './browser.mjs';
import { complaints, finish, kPatience, listen, openPage, ready, step } from './harness.mjs';
import { freePort, isMock, startServer } from './server.mjs';

async function openPanel(browser, port, query = '') {
  const page = await browser.newPage({ viewport: { width: 820, height: 1180 } });
  listen(page, `panel ${query}`);
  await page.goto(`http://127.0.0.1:${port}/panel.html${query}`);
  await page.waitForFunction(() => document.body.dataset.state === 'connected');
  await page.waitForFunction(() => document.querySelector('#gauges dd')?.textContent);
  return page;
}

/** Instruments and notices without a picture; it watches. */
async function panelShowsInstruments(browser, port) {
  const page = await openPanel(browser, port);
  assert.match(await page.textContent('#state'), /watching only/);
  assert.ok((await page.locator('#gauges dd').count()) > 0);
  assert.equal(await page.locator('canvas').count(), 0);
  assert.equal(await page.isVisible('#tilt svg'), true);
  assert.equal(await page.locator('#levers').evaluate((e) => e.inert), true);
  const time = await page.textContent('#time');
  await page.waitForFunction((t) => document.getElementById('time').textContent !== t, time);
  await page.close();
}

/** With the role, the levers of the panel move the machine that the seat shows. */
async function panelOperates(browser, port, seat) {
  const page = await openPanel(browser, port);
  await page.click('#take-levers');
  await page.waitForFunction(() => document.body.dataset.state === 'connected');
  await page.waitForFunction(() => !document.getElementById('levers').inert);
  const index = await seat.evaluate(() =>
    window.outrigger.scene.controls.findIndex((c) => c.stick === 'left_y'),
  );
  const box = await page.locator('.stick.left .pad').boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, box.y + 5);
  await seat.waitForFunction((i) => Math.abs(window.outrigger.frame.inputs[i]) > 0.3, index);
  await page.mouse.up();
  await seat.waitForFunction((i) => Math.abs(window.outrigger.frame.inputs[i]) < 0.01, index);
  await page.click('#pause');
  await seat.waitForFunction(() => window.outrigger.frame.paused);
  await page.click('#pause');
  await seat.waitForFunction(() => !window.outrigger.frame.paused);
  await page.close();
}

async function listsAllPages(browser, port) {
  const page = await browser.newPage();
  listen(page, 'pages');
  await page.goto(`http://127.0.0.1:${port}/pages.html?token=abc`);
  const links = await page
    .locator('#pages a')
    .evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]));
  const hrefs = Object.fromEntries(links);
  assert.equal(hrefs.Panel, 'panel.html?token=abc');
  for (const href of Object.values(hrefs)) {
    const reply = await page.request.get(`http://127.0.0.1:${port}/${href}`);
    assert.equal(reply.status(), 200, href);
  }
  await page.close();
}

async function menuLeadsToThePanel(page) {
  assert.equal(await page.isVisible('#menu'), false);
  await page.click('#menu-button');
  assert.match(await page.getAttribute('#menu a', 'href'), /^panel\.html/);
  await page.keyboard.press('Escape');
  assert.equal(await page.isVisible('#menu'), false);
}

const heightAt = (page, [x, y]) =>
  page.evaluate(([a, b]) => window.outrigger.groundHeight(a, b), [x, y]);

/** Opens the tool, marks a rectangle in front of the camera and lowers it; gives its middle. */
async function groundToolLowers(page) {
  assert.equal(await page.isVisible('#ground-tool'), false);
  await page.click('#menu-button');
  await page.click('#ground-tool-button');
  await page.waitForSelector('#ground-tool:not([hidden])');
  assert.equal(await page.isDisabled('#ground-apply'), true);
  await page.fill('#ground-amount', '0.75');
  // On the road before the machine, between the panels.
  const { width, height } = page.viewportSize();
  await page.mouse.move(0.04 * width, 0.75 * height);
  await page.mouse.down();
  await page.mouse.move(0.12 * width, 0.79 * height, { steps: 3 });
  await page.mouse.move(0.2 * width, 0.82 * height, { steps: 3 });
  await page.mouse.up();
  const text = await page.textContent('#ground-hint');
  const found = /^\{rectangle: \[(.*)\], lower: 0\.75\}$/.exec(text);
  assert.ok(found, `the tool says: ${text}`);
  const [x0, x1, y0, y1] = found[1].split(',').map(Number);
  const middle = [(x0 + x1) / 2, (y0 + y1) / 2];
  const before = await heightAt(page, middle);
  const picture = await pixelsOf(page);
  await page.click('#ground-apply');
  await page.waitForFunction(
    ([[x, y], z]) => Math.abs(window.outrigger.groundHeight(x, y) - z) < 0.02,
    [middle, before - 0.75],
  );
  await page.click('#ground-close');
  await newPictures(page, 4);
  const changed = shareDifferent(picture, await pixelsOf(page));
  assert.ok(changed > 0.005, `the picture changed by ${(100 * changed).toFixed(2)} % only`);
  return { middle, height: before - 0.75, before };
}

/** Who comes late sees the pit, with the tiles of everybody else. */
async function lateJoinerSeesThePit(browser, port, pit) {
  const page = await openPage(browser, port, '&role=watch');
  await page.waitForFunction(() => window.outrigger.entries.waiting === 0);
  assert.ok((await page.evaluate(() => window.outrigger.entries.present)) > 0);
  const height = await heightAt(page, pit.middle);
  assert.ok(Math.abs(height - pit.height) < 0.02, `height ${height}`);
  await page.close();
}

/** A reset brings back the ground of the start. */
async function resetBringsTheGroundBack(page, pit) {
  await page.click('#reset');
  await page.waitForFunction(
    ([[x, y], z]) => Math.abs(window.outrigger.groundHeight(x, y) - z) < 0.02,
    [pit.middle, pit.before],
  );
}

/** The mock has a buoy that comes and goes: a body with a mesh. */
async function bodiesComeAndGo(page) {
  const count = () => page.evaluate(() => window.outrigger.frame.bodies.length);
  const first = await count();
  await page.waitForFunction((n) => window.outrigger.frame.bodies.length !== n, first);
  await page.waitForFunction((n) => window.outrigger.frame.bodies.length === n, first);
}

/** A seat that wants a token gives the role only with it. */
async function tokenGivesTheRole(browser) {
  const port = await freePort();
  const server = await startServer(port, ['--token', 'secret']);
  try {
    const without = await openPanel(browser, port, '?role=operate');
    assert.match(await without.textContent('#state'), /watching only/);
    assert.match(await without.textContent('#log'), /wants a token/);
    await without.close();
    const withToken = await openPage(browser, port, '&role=operate&token=secret');
    assert.doesNotMatch(await withToken.textContent('#state'), /watching/);
    await withToken.close();
  } finally {
    await server.stop();
  }
}

/** What the server refuses is told. */
async function refusedEditsAreTold(page) {
  await page.evaluate(() => {
    document.getElementById('toasts').replaceChildren();
  });
  await page.click('#menu-button');
  await page.click('#ground-tool-button');
  await page.fill('#ground-amount', '9999');
  const { width, height } = page.viewportSize();
  await page.mouse.move(0.42 * width, 0.62 * height);
  await page.mouse.down();
  await page.mouse.move(0.6 * width, 0.7 * height, { steps: 4 });
  await page.mouse.up();
  await page.click('#ground-apply');
  await page.waitForSelector('#toasts .toast:is(.error, .warning)', { timeout: kPatience });
  await page.click('#ground-close');
}

console.log(`pages against ${isMock ? 'the mock' : 'the simulator'}`);
const port = await freePort();
const server = await startServer(port);
const browser = await launchBrowser();
try {
  const page = await step('the seat connects', async () => {
    const seat = await openPage(browser, port);
    await seat.setViewportSize({ width: 1280, height: 720 });
    await ready(seat);
    return seat;
  });
  await step('the panel shows instruments', () => panelShowsInstruments(browser, port));
  await step('the list of pages is complete', () => listsAllPages(browser, port));
  if (page) {
    await step('the menu leads to the panel', () => menuLeadsToThePanel(page));
    await step('levers of the panel move the machine', () => panelOperates(browser, port, page));
    const pit = await step('the ground tool lowers the ground', () => groundToolLowers(page));
    if (pit) {
      await step('who comes late sees the pit', () => lateJoinerSeesThePit(browser, port, pit));
      await step('an edit that is refused is told', () => refusedEditsAreTold(page));
      await step('a reset brings the ground back', () => resetBringsTheGroundBack(page, pit));
    }
    if (isMock) {
      await step('bodies come and go', () => bodiesComeAndGo(page));
      await step('a token gives the role', () => tokenGivesTheRole(browser));
    }
    await step('the page noted no error', async () => {
      assert.deepEqual(await page.evaluate(() => window.outrigger.errors), []);
    });
  }
  await step('nothing on the console', async () => assert.deepEqual(complaints, []));
} finally {
  await browser.close();
  await server.stop();
}
finish();
