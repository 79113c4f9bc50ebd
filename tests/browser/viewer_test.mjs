// The viewer in a real browser, against the simulator or the mock.
//
//   node tests/browser/viewer_test.mjs
//
//   OUTRIGGER_APP        the program; run as `$OUTRIGGER_APP seat --no-browser --port N`.
//                        Without it the mock of web/mock is used.
//   OUTRIGGER_PICTURES   a folder for pictures in high quality
//   OUTRIGGER_CHROMIUM   the browser, default /usr/bin/chromium
//
// Looks at states and pixels, never at times.
import assert from 'node:assert/strict';
import {
  countColours,
  launchBrowser,
  mainColour,
  newPictures,
  pixelsOf,
  shareDifferent,
  shareOfHue,
} from './browser.mjs';
import { away, complaints, finish, openPage, ready, step } from './harness.mjs';
import { everyControlCanBeReached } from './layout.mjs';
import { takePictures } from './pictures.mjs';
import { freePort, isMock, startServer } from './server.mjs';

/** Bodies are found by name: the machine of the seat is an excavator. */
const kBoom = /boom/i;

/** The control that a key of the boom moves, with its place in Frame.inputs. */
const boomControl = (page) =>
  page.evaluate((pattern) => {
    const { controls } = window.outrigger.scene;
    const index = controls.findIndex((c) => new RegExp(pattern, 'i').test(`${c.name} ${c.label}`));
    const { keyPositive, keyNegative, stick, stickReversed } = controls[index];
    return { index, keyPositive, keyNegative, stick, stickReversed };
  }, kBoom.source);

const inputIs = (page, index, test, value) =>
  page.waitForFunction(
    ([i, t, v]) => {
      const now = Math.abs(window.outrigger.frame.inputs[i]);
      return t === 'above' ? now > v : now < v;
    },
    [index, test, value],
  );

// ------------------------------------------------------------------------------------ the tests

async function showsTheScene(page) {
  const colours = await page.evaluate(() =>
    window.outrigger.scene.bodies.flatMap((b) => b.shapes.map((s) => [...s.colour])),
  );
  const pixels = await pixelsOf(page);
  assert.ok(countColours(pixels) > 100, `only ${countColours(pixels)} colours`);
  const colour = mainColour(colours);
  assert.ok(colour, 'no shape of the scene has a vivid colour');
  const share = shareOfHue(pixels, colour);
  assert.ok(share > 0.01, `the machine's colour covers only ${(100 * share).toFixed(2)} %`);
  const triangles = await page.evaluate(() => window.outrigger.triangles);
  assert.ok(triangles > 500 && triangles <= 10_000, `${triangles} triangles in low quality`);
}

/** What a picture in high quality may cost, with its shadows. */
async function staysWithinItsBudget(browser, port) {
  const page = await browser.newPage({ viewport: { width: 640, height: 360 } });
  page.setDefaultTimeout(120_000);
  await page.goto(`http://127.0.0.1:${port}/?quality=high&role=watch`);
  await page.waitForFunction(() => window.outrigger?.pictures > 3);
  // From outside, and from the first camera of the machine with its mirrors.
  for (const n of [0, 1]) {
    await page.locator('#views button').nth(n).click();
    await newPictures(page, 3);
    const { cameraName, triangles, calls } = await page.evaluate(() => ({ ...window.outrigger }));
    assert.ok(triangles <= 250_000, `${cameraName}: ${triangles} triangles in high quality`);
    assert.ok(calls > 10 && calls <= 300, `${cameraName}: ${calls} draw calls in high quality`);
  }
  await page.close();
}

async function keyMovesTheBoom(page) {
  const boom = await boomControl(page);
  const before = await pixelsOf(page);
  const body = await page.evaluate((pattern) => {
    const { scene, frame } = window.outrigger;
    const index = scene.bodies.findIndex((b) => new RegExp(pattern, 'i').test(b.name));
    window.boomBefore = frame.poses.slice(7 * index, 7 * index + 7);
    return index;
  }, kBoom.source);
  await page.keyboard.down(boom.keyPositive);
  // The product of the two rotations is the cosine of half the angle: about 9 degrees.
  await page.waitForFunction((index) => {
    const now = window.outrigger.frame.poses.slice(7 * index + 3, 7 * index + 7);
    const dot = now.reduce((sum, v, i) => sum + v * window.boomBefore[3 + i], 0);
    return Math.abs(dot) < Math.cos(0.08);
  }, body);
  await page.keyboard.up(boom.keyPositive);
  await inputIs(page, boom.index, 'below', 0.01);
  await newPictures(page);
  const share = shareDifferent(before, await pixelsOf(page));
  assert.ok(share > 0.005, `the picture changed by ${(100 * share).toFixed(2)} % only`);
}

async function letsGoWhenTheFocusIsLost(page) {
  const boom = await boomControl(page);
  await page.keyboard.down(boom.keyNegative);
  await inputIs(page, boom.index, 'above', 0.3);
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await inputIs(page, boom.index, 'below', 0.01);
  await page.keyboard.up(boom.keyNegative);
}

async function survivesAnUnpluggedGamepad(page) {
  const boom = await boomControl(page);
  const axis = { left_x: 0, left_y: 1, right_x: 2, right_y: 3 }[boom.stick];
  assert.ok(axis !== undefined, 'the boom is on no stick');
  await page.evaluate((i) => {
    const axes = [0, 0, 0, 0];
    axes[i] = 1;
    const buttons = Array.from({ length: 17 }, () => ({ value: 0, pressed: false }));
    window.testPad = { index: 0, id: 'test pad', connected: true, axes, buttons };
  }, axis);
  await inputIs(page, boom.index, 'above', 0.3);
  await page.evaluate(() => {
    window.testPad = null;
  });
  await inputIs(page, boom.index, 'below', 0.01);
  const notices = await page.textContent('#toasts');
  assert.match(notices, /Gamepad unplugged: test pad/);
}

async function leverOnTheScreenMoves(page) {
  const boom = await boomControl(page);
  const side = boom.stick.startsWith('left') ? '.stick.left .pad' : '.stick.right .pad';
  const box = await page.locator(side).boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  if (boom.stick.endsWith('y')) await page.mouse.move(x, box.y + box.height - 5);
  else await page.mouse.move(box.x + 5, y);
  await inputIs(page, boom.index, 'above', 0.3);
  await page.mouse.up();
  await inputIs(page, boom.index, 'below', 0.01);
}

/** What a bar says on its right end is what dragging it to the right does. */
async function steeringGoesWhereItIsDragged(page) {
  const steering = await page.evaluate(() => {
    const { controls } = window.outrigger.scene;
    const index = controls.findIndex((c) => /steer/i.test(`${c.name} ${c.label}`));
    const { positive, label, name } = controls[index];
    return { index, label: label || name, leftIsPositive: /left/i.test(positive) };
  });
  const track = page.locator(`.bar .track[aria-label="${steering.label}"]`);
  const words = await track.locator('xpath=..').locator('.ends span').allTextContents();
  assert.match(words[1], /right/i, `the right end says ${words[1]}`);
  const box = await track.boundingBox();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width - 2, box.y + box.height / 2);
  await inputIs(page, steering.index, 'above', 0.5);
  const input = await page.evaluate((i) => window.outrigger.frame.inputs[i], steering.index);
  assert.equal(input < 0, steering.leftIsPositive, `dragged to the right, the input is ${input}`);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.up();
}

/** What operators need is in sight; what engineers need is there for who opens it. */
async function operatorsReadFirst(page) {
  const labels = await page.evaluate(() => {
    const of = (operators) =>
      window.outrigger.scene.channels.filter((c) => c.forOperators === operators);
    return { operators: of(true).map((c) => c.label || c.name), engineers: of(false).length };
  });
  assert.ok(labels.operators.length > 0 && labels.engineers > 0);
  const shown = await page.locator('#gauges dt').allTextContents();
  const containers = await page.evaluate(() =>
    window.outrigger.scene.containers.map((c) => c.name),
  );
  assert.deepEqual(shown, [...labels.operators, ...containers]);
  assert.equal(await page.isVisible('#gauges dd'), true);
  assert.equal(await page.isVisible('#channels dd'), false);
  await page.click('#channels-title');
  assert.equal(await page.isVisible('#channels dd'), true);
  await page.click('#channels-title');
}

/** A heaped bucket and a bed: soil is seen in them, what is tipped out falls, and the loads are read. */
async function showsSoil(browser) {
  const port = await freePort();
  const server = await startServer(port, ['--soil']);
  let page;
  try {
    page = await openPage(browser, port, '&soil');
    await page.waitForFunction(() => window.outrigger.frame.loads.length === 2);
    const read = () => page.locator('#gauges dd').allTextContents();
    const before = (await read()).slice(-2);
    for (const text of before) assert.match(text, /^\d+\.\d t, \d+\.\d\d m³$/);
    const [bucket, bed] = await page.evaluate(() =>
      window.outrigger.frame.loads.map((l) => l.mass),
    );
    assert.ok(bucket > 1000 && bed > 1000, `${bucket} kg and ${bed} kg`);
    const pixels = await pixelsOf(page);
    // The bucket opens: soil falls from it, and its load goes down.
    const tip = await page.evaluate(
      () => window.outrigger.scene.controls.find((c) => c.name === 'bucket').keyPositive,
    );
    await page.keyboard.down(tip);
    await page.waitForFunction(() => window.outrigger.frame.falling.length >= 5 * 20);
    await newPictures(page);
    await page.waitForFunction((m) => window.outrigger.frame.loads[0].mass < 0.5 * m, bucket);
    await page.keyboard.up(tip);
    await newPictures(page);
    assert.notEqual((await read()).at(-2), before[0]);
    assert.ok(shareDifferent(pixels, await pixelsOf(page)) > 0.002);
    const triangles = await page.evaluate(() => window.outrigger.triangles);
    assert.ok(triangles <= 10_000, `${triangles} triangles in low quality`);
    assert.deepEqual(await page.evaluate(() => window.outrigger.errors), []);
  } finally {
    await page?.close();
    await server.stop();
  }
}

async function hidesTheInstruments(page) {
  assert.equal(await page.isVisible('#right'), true);
  await page.keyboard.press('KeyN');
  assert.equal(await page.isVisible('#right'), false);
  await page.click('#instruments-button');
  assert.equal(await page.isVisible('#right'), true);
}

/** Software draws pixels, so a simple picture has fewer of them than the page. */
async function lowQualityDrawsFewerPixels(page) {
  const [drawn, shown] = await page.evaluate(() => [
    window.outrigger.pixels,
    document.getElementById('view').clientWidth * document.getElementById('view').clientHeight,
  ]);
  assert.ok(drawn > 0.2 * shown && drawn < 0.5 * shown, `${drawn} of ${shown} pixels`);
}

async function changesTheCamera(page) {
  const before = await pixelsOf(page);
  const names = await page.evaluate(() => window.outrigger.scene.cameras.map((c) => c.name));
  assert.ok(names.length > 0, 'the scene has no camera');
  assert.deepEqual(await page.locator('#views button').allTextContents(), ['outside', ...names]);
  await page.keyboard.press('KeyC');
  assert.equal(await page.evaluate(() => window.outrigger.cameraName), names[0]);
  await newPictures(page);
  assert.ok(shareDifferent(before, await pixelsOf(page)) > 0.2);
  await page.keyboard.press('Digit1');
  assert.equal(await page.evaluate(() => window.outrigger.cameraName), 'outside');
}

async function pausesAndResets(page) {
  await page.click('#pause');
  await page.waitForFunction(() => window.outrigger.frame.paused);
  await page.keyboard.press('Digit0');
  await page.waitForFunction(() => !window.outrigger.frame.paused);
  const time = await page.evaluate(() => window.outrigger.frame.time);
  await page.click('#reset');
  await page.waitForFunction((t) => window.outrigger.frame.time < t, time);
  await newPictures(page);
}

async function listsTheKeys(page) {
  await page.keyboard.press('KeyH');
  const text = await page.textContent('#help');
  const labels = await page.evaluate(() =>
    window.outrigger.scene.controls.filter((c) => c.keyPositive).map((c) => c.label || c.name),
  );
  for (const label of labels) {
    assert.ok(text.toLowerCase().includes(label.toLowerCase()), `no help for ${label}`);
  }
  await page.keyboard.press('KeyH');
  assert.equal(await page.isVisible('#help'), false);
}

async function observerOnlyWatches(browser, port) {
  const page = await openPage(browser, port, '&observer=1');
  assert.match(await page.textContent('#state'), /watching only/);
  for (const id of ['#pause', '#reset', '#scale']) assert.ok(await page.isDisabled(id), id);
  const boom = await boomControl(page);
  await page.keyboard.down(boom.keyPositive);
  await newPictures(page, 10);
  await page.keyboard.up(boom.keyPositive);
  const input = await page.evaluate((i) => window.outrigger.frame.inputs[i], boom.index);
  assert.ok(Math.abs(input) < 0.01, `an observer moved the boom lever to ${input}`);
  await page.close();
}

async function comesBackAfterARestart(page, server, port) {
  away.now = true;
  await page.evaluate(() => {
    window.sceneBefore = window.outrigger.scene;
  });
  await server.stop();
  await page.waitForFunction(() => !window.outrigger.connected);
  assert.equal(await page.isVisible('#veil'), true);
  const next = await startServer(port);
  try {
    await page.waitForFunction(
      () => window.outrigger.connected && window.outrigger.scene !== window.sceneBefore,
    );
    await ready(page);
    away.now = false;
    assert.equal(await page.isVisible('#veil'), false);
    await showsTheScene(page);
    await keyMovesTheBoom(page);
  } catch (error) {
    await next.stop();
    throw error;
  }
  return next;
}

async function replayHasATimeline(browser) {
  const port = await freePort();
  const server = await startServer(port, ['--replay', '--plane']);
  try {
    const page = await openPage(browser, port, '&replay');
    assert.equal(await page.isVisible('#timeline'), true);
    // The levers are shown as they were, and cannot be moved.
    assert.equal(await page.isVisible('#levers .stick .knob'), true);
    assert.equal(await page.locator('#levers').evaluate((e) => e.inert), true);
    await page.locator('#seek').fill('20');
    await page.waitForFunction(() => window.outrigger.frame.time >= 20);
    await page.click('#play');
    await page.waitForFunction(() => window.outrigger.frame.paused);
    await page.close();
  } finally {
    await server.stop();
  }
}

/** The seat's replies: compressed, and with a policy under which foreign code does not run. */
async function isSentCompressedAndConfined(browser, port) {
  const page = await browser.newPage(); // its complaints are wanted
  await page.goto(`http://127.0.0.1:${port}/licences.txt`);
  const sent = await page.evaluate(async () => {
    const reply = await fetch('/viewer.js', { cache: 'no-store' });
    const text = await reply.text();
    const inline = document.createElement('script');
    inline.textContent = 'window.ranInline = true;';
    document.documentElement.append(inline);
    const abroad = await fetch('http://127.0.0.1:1/').then(
      () => 'answered',
      (error) => String(error),
    );
    return {
      encoding: reply.headers.get('content-encoding'),
      length: Number(reply.headers.get('content-length')),
      characters: text.length,
      policy: reply.headers.get('content-security-policy'),
      referrer: reply.headers.get('referrer-policy'),
      ranInline: window.ranInline === true,
      abroad,
    };
  });
  await page.close();
  assert.equal(sent.encoding, 'gzip');
  assert.ok(sent.length < sent.characters / 2);
  assert.match(sent.policy, /default-src 'none'/);
  assert.equal(sent.referrer, 'no-referrer');
  assert.equal(sent.ranInline, false);
  assert.match(sent.abroad, /TypeError/);
}

// --------------------------------------------------------------------------------- run them all

console.log(`viewer against ${isMock ? 'the mock' : 'the simulator'}`);
const port = await freePort();
let server = await startServer(port);
const browser = await launchBrowser();
try {
  const page = await step('the page connects', () => openPage(browser, port));
  if (page) {
    await step('the scene is shown', () => showsTheScene(page));
    await step('a key moves the boom', () => keyMovesTheBoom(page));
    await step('levers go to rest when the focus is lost', () => letsGoWhenTheFocusIsLost(page));
    await step('an unplugged gamepad leaves its levers at rest', () =>
      survivesAnUnpluggedGamepad(page),
    );
    await step('a lever on the screen moves the boom', () => leverOnTheScreenMoves(page));
    await step('a bar goes where it is dragged', () => steeringGoesWhereItIsDragged(page));
    await step('operators read first', () => operatorsReadFirst(page));
    await step('the instruments can be hidden', () => hidesTheInstruments(page));
    await step('low quality draws fewer pixels', () => lowQualityDrawsFewerPixels(page));
    await step('a picture in high quality stays within its budget', () =>
      staysWithinItsBudget(browser, port),
    );
    await step('a key changes the camera', () => changesTheCamera(page));
    await step('the help lists the keys of the machine', () => listsTheKeys(page));
    await step('every control can be reached in windows of all sizes', () =>
      everyControlCanBeReached(browser, port),
    );
    if (!isMock) {
      await step('files are compressed and confined', () =>
        isSentCompressedAndConfined(browser, port),
      );
    }
    await step('an observer only watches', () => observerOnlyWatches(browser, port));
    await step('pause, resume and reset', () => pausesAndResets(page));
    server =
      (await step('the page comes back after a restart', () =>
        comesBackAfterARestart(page, server, port),
      )) ?? server;
    await step('the page noted no error', async () => {
      assert.deepEqual(await page.evaluate(() => window.outrigger.errors), []);
    });
    await page.close();
  }
  if (isMock) await step('soil is seen, falls, and is read', () => showsSoil(browser));
  if (isMock) await step('a recording has a timeline', () => replayHasATimeline(browser));
  if (process.env.OUTRIGGER_PICTURES) {
    await step('pictures', () => takePictures(browser, port, process.env.OUTRIGGER_PICTURES));
  }
  await step('nothing on the console', async () => assert.deepEqual(complaints, []));
} finally {
  await browser.close();
  await server.stop();
}
finish();
