// The cabin in a real browser: display modes measured by the pixels of test cards, mirrors, sound,
// latency, view aids, TLS, languages, keyboard, accessibility, a lost graphics card. Parameters as of viewer_test.mjs.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser, newPictures, pixelsOf, shareDifferent } from './browser.mjs';
import { complaints, finish, kPatience, listen, openPage, ready, step } from './harness.mjs';
import { freePort, isMock, repository, startServer } from './server.mjs';

const require = createRequire(join(repository, 'web', 'package.json'));
const kAxe = require.resolve('axe-core/axe.min.js');

/** As of web/display/modes/card.ts: azimuth to the left and elevation in degrees, colour. */
const kBeacons = [
  [0, 0, 0xffffff],
  [30, 0, 0xff0000],
  [-30, 0, 0x00ff00],
  [60, 20, 0xff00ff],
  [-60, 20, 0x00ffff],
  [15, 45, 0xffff00],
  [-45, -20, 0x0000ff],
  [45, -30, 0xff8000],
  [80, 0, 0xff0080],
  [-80, 5, 0x80ff00],
];
const kDegree = Math.PI / 180;
const kFar = 20;
/** A beacon that a wall shows a part of. */
const kOnEdge = 'edge';

const rgb = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255].map((v) => v / 255);

/** The middle of what has the colour of a beacon, in a part of a picture; nothing when it is not there. */
function middleOf({ width, data }, colour, [x0, y0, x1, y1]) {
  const wanted = rgb(colour);
  let [count, sumX, sumY] = [0, 0, 0];
  for (let y = y0; y < y1; y++) {
    for (let x = x0; x < x1; x++) {
      const at = 4 * (y * width + x);
      const most = Math.max(data[at], data[at + 1], data[at + 2]);
      if (most < 130) continue;
      const apart = wanted.reduce((sum, v, k) => sum + Math.abs(v - data[at + k] / most), 0);
      if (apart > 0.3) continue;
      count++;
      sumX += x + 0.5;
      sumY += y + 0.5;
    }
  }
  return count > 4 ? { x: sumX / count, y: sumY / count, count } : undefined;
}

const place = (azimuth, elevation) => {
  const level = Math.cos(elevation * kDegree);
  return [
    kFar * level * Math.cos(azimuth * kDegree),
    kFar * level * Math.sin(azimuth * kDegree),
    kFar * Math.sin(elevation * kDegree),
  ];
};

async function openCard(browser, port, query, size, layout) {
  const page = await browser.newPage({ viewport: size });
  listen(page, query);
  if (layout) {
    await page.addInitScript((display) => {
      localStorage.setItem('outrigger.choices', JSON.stringify({ display }));
    }, JSON.stringify(layout));
  }
  await page.goto(`http://127.0.0.1:${port}/?quality=low${query}`);
  await ready(page);
  return page;
}

/**
 * Compares where beacons are with where they must be; says how many were seen. Limits are in pixels of the
 * page, of which a drawn one takes 1.7, and 3.3 where two eyes share the width.
 */
function compare(pixels, part, expected, limit) {
  let seen = 0;
  for (const [azimuth, elevation, colour] of kBeacons) {
    const there = expected(place(azimuth, elevation));
    const found = middleOf(pixels, colour, part);
    if (there === kOnEdge) continue;
    if (!there) {
      const words =
        found && `${azimuth} ${elevation} is seen at ${found.x}, ${found.y}, ${found.count} pixels`;
      assert.equal(found, undefined, words);
      continue;
    }
    assert.ok(found, `${azimuth} ${elevation} is not seen; it must be at ${there}`);
    const apart = Math.hypot(found.x - there[0], found.y - there[1]);
    assert.ok(apart < limit, `${azimuth} ${elevation}: ${found.x}, ${found.y}, not ${there}`);
    seen++;
  }
  return seen;
}

async function domeShowsDirections(browser, port) {
  const page = await openCard(browser, port, '&preset=dome&card=beacons', {
    width: 1024,
    height: 768,
  });
  const pixels = await pixelsOf(page);
  const seen = compare(
    pixels,
    [0, 0, 1024, 768],
    ([x, y, z]) => {
      const azimuth = Math.atan2(-y, x) / kDegree;
      const elevation = Math.asin(z / kFar) / kDegree;
      return [512 + (512 * azimuth) / 90, 384 - (384 * elevation) / (elevation > 0 ? 90 : 45)];
    },
    2,
  );
  assert.equal(seen, kBeacons.length);
  await page.close();
}

/** Where a wall x = d, from y0 (left) to y1, z0 to z1, shows a place. */
const onWall =
  (d, [y0, y1], [z0, z1], [width, height]) =>
  ([x, y, z]) => {
    if (x <= 0) return undefined;
    const [u, v] = [((d * y) / x - y0) / (y1 - y0), ((d * z) / x - z0) / (z1 - z0)];
    const inside = u > 0.02 && u < 0.98 && v > 0.02 && v < 0.98;
    const near = u > -0.02 && u < 1.02 && v > -0.02 && v < 1.02;
    if (near && !inside) return kOnEdge;
    return inside ? [width * u, height * (1 - v)] : undefined;
  };

async function wallsShowDirections(browser, port) {
  const size = { width: 800, height: 640 };
  const front = await openCard(browser, port, '&preset=cave&display=front&card=beacons', size);
  const all = [0, 0, 800, 640];
  const seen = compare(
    await pixelsOf(front),
    all,
    onWall(1.5, [1.5, -1.5], [-1.3, 1.1], [800, 640]),
    1.5,
  );
  assert.ok(seen >= 3, `${seen} beacons`);
  await front.close();
  // The left wall is the front one seen by a head that has turned by 90 degrees.
  const left = await openCard(browser, port, '&preset=cave&display=left&card=beacons', size);
  const turned = onWall(1.5, [1.5, -1.5], [-1.3, 1.1], [800, 640]);
  const seenLeft = compare(await pixelsOf(left), all, ([x, y, z]) => turned([y, -x, z]), 1.5);
  assert.ok(seenLeft >= 1, `${seenLeft} beacons`);
  await left.close();
}

async function stereoHasItsDisparity(browser, port) {
  const [width, height, e, d] = [800, 600, 0.3, 2];
  const surface = { lower_left: [d, 2, -1.5], lower_right: [d, -2, -1.5], upper_left: [d, 2, 1.5] };
  const layout = {
    outrigger_display: 1,
    eye_distance: e,
    channels: { main: { surface, stereo: 'side_by_side' } },
  };
  const page = await openCard(
    browser,
    port,
    '&display=main&card=beacons',
    { width, height },
    layout,
  );
  const pixels = await pixelsOf(page);
  for (const [eye, part] of [
    [e / 2, [0, 0, 400, 600]],
    [-e / 2, [400, 0, 800, 600]],
  ]) {
    const seen = compare(
      pixels,
      part,
      ([x, y, z]) => {
        if (x <= 0) return undefined;
        // From the eye at (0, eye, 0) through the wall.
        const [wy, wz] = [eye + (d * (y - eye)) / x, (d * z) / x];
        if (Math.abs(wy) > 1.95 || Math.abs(wz) > 1.45) return undefined;
        return [part[0] + (400 * (2 - wy)) / 4, (600 * (1.5 - wz)) / 3];
      },
      2.5,
    );
    assert.ok(seen >= 3, `${seen} beacons`);
  }
  await page.close();
}

/** Two projectors that overlap: their light together is even, within 2 %. */
async function blendIsFlat(browser, port) {
  const size = { width: 660, height: 200 };
  const share = 0.1818;
  const rows = [];
  for (const side of ['left', 'right']) {
    const query = `&preset=blended+wall&display=${side}&card=white`;
    const page = await openCard(browser, port, query, size);
    const { data, width } = await pixelsOf(page);
    rows.push(Array.from({ length: width }, (_, x) => (data[4 * (100 * width + x)] / 255) ** 2.2));
    await page.close();
  }
  const shared = Math.round(share * size.width);
  const full = rows[0][100];
  assert.ok(full > 0.1);
  for (let k = 2; k < shared - 2; k++) {
    const sum = rows[0][size.width - shared + k] + rows[1][k];
    assert.ok(Math.abs(sum / full - 1) < 0.02, `${k}: ${sum / full}`);
  }
  assert.ok(rows[0][size.width - 1] < 0.02 * full, 'it fades out to the edge');
}

async function allModesDraw(browser, port) {
  for (const query of ['anaglyph', 'rows', 'stereo+dome', 'fisheye', 'spherical+mirror']) {
    const page = await openCard(browser, port, `&preset=${query}&card=grid`, {
      width: 400,
      height: 300,
    });
    const { data } = await pixelsOf(page);
    let bright = 0;
    for (let i = 0; i < data.length; i += 4)
      if (Math.max(data[i], data[i + 1], data[i + 2]) > 90) bright++;
    assert.ok(bright > 800, `${query}: ${bright} bright pixels`);
    assert.deepEqual(await page.evaluate(() => window.outrigger.errors), []);
    await page.close();
  }
  const page = await openCard(browser, port, '&preset=nonsense', { width: 400, height: 300 });
  assert.match(await page.textContent('#toasts'), /no display "nonsense"; there are one screen/);
  await page.close();
}

async function mirrorsShowWhatIsBehind(page) {
  const names = await page.evaluate(() => window.outrigger.scene.mirrors.map((m) => m.name));
  assert.ok(names.includes('left'));
  await page.keyboard.press('Digit2');
  await newPictures(page, 8);
  const before = await pixelsOf(page);
  await page.click('#menu-button');
  await page.click('#menu button:has-text("Mirrors")');
  for (let k = 0; k < 6; k++) await page.click('[aria-label="left: to the left"]');
  await newPictures(page, 8);
  const share = shareDifferent(before, await pixelsOf(page));
  assert.ok(share > 0.0005, `turning the mirror changed ${share} of the picture`);
  await page.click('[aria-label="left: as built"]');
  await page.click('#drawer-close');
  await page.keyboard.press('Digit1');
}

async function soundIsMade(page) {
  await page.click('#menu-button');
  await page.click('#menu button:has-text("Sound")');
  await page.click('#sound-on');
  await page.waitForFunction(() => /ms/.test(document.getElementById('sound-state').textContent));
  await page.selectOption('#sound-layout', 'headphones');
  await page.waitForFunction(() => /ms/.test(document.getElementById('sound-state').textContent));
  await page.click('#sound-on');
  await page.waitForFunction(() => document.getElementById('sound-state').textContent === '');
  await page.click('#drawer-close');
}

async function latencyIsMeasured(page) {
  const key = await page.evaluate(
    () => window.outrigger.scene.controls.find((c) => c.stick === 'right_y').keyPositive,
  );
  for (let k = 0; k < 3; k++) {
    await page.keyboard.down(key);
    await newPictures(page, 6);
    await page.keyboard.up(key);
    await newPictures(page, 6);
  }
  await page.waitForFunction(() =>
    /^\d+, \d+ ms$/.test(document.getElementById('latency').textContent),
  );
  console.log(`        lever to picture: ${await page.textContent('#latency')}`);
}

/** A picture that no longer changes: the machine stands, and so does the camera. */
async function stillPicture(page) {
  let before = await pixelsOf(page);
  for (let k = 0; k < 20; k++) {
    await newPictures(page, 8);
    const now = await pixelsOf(page);
    if (shareDifferent(before, now) < 1e-3) return now;
    before = now;
  }
  throw new Error('the picture never stands still');
}

/**
 * The graphics card forgets everything; the page draws again as before. From the cab of a machine that
 * waits: the camera outside goes where there is room beside notices.
 */
async function lostContextHeals(page) {
  await page.keyboard.press('Digit2');
  await page.click('#pause');
  await page.waitForFunction(() => window.outrigger.frame.paused);
  const before = await stillPicture(page);
  await page.evaluate(() => {
    const gl = document.getElementById('view').getContext('webgl2');
    const lose = gl.getExtension('WEBGL_lose_context');
    lose.loseContext();
    setTimeout(() => lose.restoreContext(), 300);
  });
  await page.waitForFunction(() =>
    /picture is back/.test(document.getElementById('toasts').textContent),
  );
  // Mirrors take turns.
  await newPictures(page, 8);
  const share = shareDifferent(before, await pixelsOf(page));
  assert.ok(share < 0.01, `${share} of the picture is another one`);
  await page.click('#pause');
  await page.keyboard.press('Digit1');
}

const kWords = { en: /Pause/, es: /Pausa/, de: /Zurücksetzen/ };

/** In three languages, and without faults that a program can find (WCAG 2.2 AA). */
async function pagesAreForEveryone(browser, port) {
  for (const file of [
    'index.html',
    'panel.html',
    'displays.html',
    'devices.html',
    'trust.html',
    'pages.html',
  ]) {
    for (const lang of Object.keys(kWords)) {
      const context = await browser.newContext({
        viewport: { width: 1100, height: 760 },
        bypassCSP: true,
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      listen(page, `${file} ${lang}`);
      await page.goto(`http://127.0.0.1:${port}/${file}?quality=low&lang=${lang}`);
      if (file === 'index.html' || file === 'panel.html') {
        await page.waitForFunction(() => document.body.dataset.state === 'connected');
        await page.waitForFunction(() => document.querySelector('#gauges dd')?.textContent);
        assert.match(await page.textContent('#run'), kWords[lang]);
      } else if (file !== 'pages.html') {
        // Texts are put in by the page's script.
        await page.waitForFunction((l) => document.documentElement.lang === l, lang);
      }
      assert.equal(
        await page.evaluate(() => document.documentElement.lang),
        file === 'pages.html' ? 'en' : lang,
      );
      await page.addScriptTag({ path: kAxe });
      const { violations } = await page.evaluate(() =>
        window.axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }),
      );
      const faults = violations.map((v) => `${v.id}: ${v.nodes.map((n) => n.target).join(' | ')}`);
      assert.deepEqual(faults, [], `${file} in ${lang}`);
      await context.close();
    }
  }
}

/** Every control that is shown can be reached and seen with the keyboard alone, and overlays open and close. */
async function keyboardReachesEverything(browser, port) {
  const context = await browser.newContext({
    viewport: { width: 1400, height: 860 },
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  listen(page, 'keyboard');
  await page.goto(`http://127.0.0.1:${port}/?quality=low`);
  await ready(page);
  await page.waitForFunction(() => document.querySelectorAll('#views button').length > 1);
  const wanted = await page.evaluate(() => {
    const all = [...document.querySelectorAll('button, select, input, summary, a[href]')];
    window.reachable = all.filter(
      (e) =>
        e.checkVisibility({ visibilityProperty: true }) && !e.disabled && !e.closest('[inert]'),
    );
    return window.reachable.length;
  });
  assert.ok(wanted > 15, `${wanted} controls`);
  const reached = new Set();
  for (let k = 0; k < 3 * wanted && reached.size < wanted; k++) {
    await page.keyboard.press('Tab');
    const at = await page.evaluate(() => {
      const e = document.activeElement;
      const { outlineStyle, outlineWidth } = getComputedStyle(e);
      const seen = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1;
      return { index: window.reachable.indexOf(e), seen, name: e.id || e.textContent };
    });
    if (at.index < 0) continue;
    assert.ok(at.seen, `nobody sees the focus on ${at.name}`);
    reached.add(at.index);
  }
  const missed = await page.evaluate(
    (found) =>
      window.reachable
        .filter((e, i) => e.isConnected && !found.includes(i))
        .map((e) => e.outerHTML),
    [...reached],
  );
  assert.deepEqual(missed, []);
  await page.focus('#menu-button');
  await page.keyboard.press('Enter');
  assert.ok(await page.isVisible('#menu'));
  await page.keyboard.press('Escape');
  assert.ok(!(await page.isVisible('#menu')));
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  await context.close();
}

/** The grade of the edge over a plane, and the lock of the instructor: another page loses its aids. */
async function aidsAreLocked(page, browser, port) {
  await page.click('#menu-button');
  await page.click('#menu button:has-text("View aids")');
  await page.check('#aid-grade');
  await page.check('#aid-levers');
  await page.waitForFunction(() => /zero/.test(document.getElementById('grade').textContent));
  await page.click('#zero-here');
  await page.fill('#design-depth', '0.4');
  await page.press('#design-depth', 'Enter');
  // Zero was taken where the edge stands: it is as far above the design as the design is deep.
  await page.waitForFunction(() =>
    /^0\.(39|40|41) m$/.test(document.getElementById('grade-value').textContent),
  );
  const trainee = await openPage(browser, port, '&role=operate&lang=en');
  assert.ok((await trainee.locator('#views button').count()) > 1);
  await page.waitForSelector('#lock-views');
  await page.check('#lock-tilt');
  await trainee.waitForFunction(() => window.outrigger.frame.lockedAids === 4);
  await page.check('#lock-views');
  await trainee.waitForFunction(() => document.querySelectorAll('#views button').length === 1);
  assert.equal(await trainee.evaluate(() => window.outrigger.cameraName), 'cab');
  assert.ok(!(await trainee.isVisible('#tilt')));
  assert.ok((await page.locator('#views button').count()) > 1, 'not locked for the instructor');
  await page.uncheck('#lock-views');
  await page.uncheck('#lock-tilt');
  await trainee.waitForFunction(() => document.querySelectorAll('#views button').length > 1);
  await trainee.close();
  await page.uncheck('#aid-grade');
  await page.click('#drawer-close');
}

/** A seat with TLS: a secure page and WebSocket for who trusts it, the way there for who does not. */
async function secureSeatIsSecure(browser) {
  const folder = await mkdtemp(join(tmpdir(), 'outrigger-certs-'));
  const made = spawnSync(process.env.OUTRIGGER_APP, ['certs', '--folder', folder]);
  assert.equal(made.status, 0, String(made.stderr));
  const securePort = await freePort();
  const secure = await startServer(securePort, [], ['--tls', '--certs', folder]);
  const context = await browser.newContext({
    ignoreHTTPSErrors: true,
    viewport: { width: 640, height: 360 },
  });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(kPatience);
    await page.goto(`http://127.0.0.1:${securePort}/`);
    assert.match(page.url(), /trust\.html$/);
    assert.match(await page.textContent('main'), /SHA-256/);
    const crt = await page.request.get(`http://127.0.0.1:${securePort}/school.crt`);
    assert.equal(await crt.text(), await readFile(join(folder, 'authority.pem'), 'utf8'));
    await page.goto(`https://127.0.0.1:${securePort}/?quality=low`);
    await ready(page);
    assert.ok(await page.evaluate(() => window.isSecureContext && location.protocol === 'https:'));
    // Who does not trust it does not get in.
    const stranger = await browser.newPage();
    await assert.rejects(
      stranger.goto(`https://127.0.0.1:${securePort}/`),
      /ERR_CERT_AUTHORITY_INVALID/,
    );
    await stranger.close();
  } finally {
    await context.close();
    await secure.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function devicesAreSetUp(browser, port) {
  const page = await browser.newPage();
  listen(page, 'devices');
  await page.addInitScript(() => {
    window.axesNow = [0, 0];
    navigator.getGamepads = () => [
      { index: 0, id: 'worn stick', axes: window.axesNow, buttons: [{ pressed: true, value: 1 }] },
    ];
  });
  await page.goto(`http://127.0.0.1:${port}/devices.html`);
  await page.click('button:has-text("Learn the ends")');
  for (const axes of [
    [-0.7, 0],
    [0.8, 0],
    [0.05, 0],
  ]) {
    await page.evaluate((a) => {
      window.axesNow = a;
    }, axes);
    await page.waitForFunction(
      (x) => document.querySelector('.words').textContent.startsWith(x.toFixed(2)),
      axes[0],
    );
  }
  await page.click('button:has-text("Done")');
  await page.click('button:has-text("Rest is here")');
  const setup = await page.evaluate(
    () => JSON.parse(localStorage.getItem('outrigger.choices')).devices['worn stick'].axes[0],
  );
  assert.deepEqual([setup.low, setup.rest, setup.high], [-0.7, 0.05, 0.8]);
  await page.evaluate(() => {
    window.axesNow = [0.8, 0];
  });
  await page.waitForFunction(() =>
    /0.80 → 1.00/.test(document.querySelector('.words').textContent),
  );
  await page.close();
}

/** Back on a live seat: the clock goes back and waits, and goes on from there. */
async function rewinds(page) {
  await page.waitForFunction(() => window.outrigger.frame.time > 4);
  await page.click('#rewind');
  const before = await page.evaluate(() => window.outrigger.frame.time);
  await page.locator('#seek').fill('1.5');
  await page.waitForFunction(
    () => window.outrigger.frame.paused && window.outrigger.frame.time < 2,
  );
  await page.click('#pause');
  await page.waitForFunction(
    (t) => !window.outrigger.frame.paused && window.outrigger.frame.time < t,
    before,
  );
  await page.click('#rewind');
}

// --------------------------------------------------------------------------------- run them all

/** A part of a test's name: only those are run. */
const only = process.argv[2] ?? '';
const run = (name, test) => (name.includes(only) ? step(name, test) : undefined);

console.log(`cabin against ${isMock ? 'the mock' : 'the simulator'}`);
const port = await freePort();
const server = await startServer(port);
const browser = await launchBrowser();
try {
  await run('a dome shows directions where they are', () => domeShowsDirections(browser, port));
  await run('walls show directions where they are', () => wallsShowDirections(browser, port));
  await run('two eyes have their disparity', () => stereoHasItsDisparity(browser, port));
  await run('two projectors blend evenly', () => blendIsFlat(browser, port));
  await run('all display modes draw', () => allModesDraw(browser, port));
  await run('devices are set up', () => devicesAreSetUp(browser, port));
  const page = await step('the page connects', () => openPage(browser, port, '&cabin'));
  if (page) {
    await run('mirrors show what is behind, and turn', () => mirrorsShowWhatIsBehind(page));
    await run('sound is made', () => soundIsMade(page));
    await run('latency is measured', () => latencyIsMeasured(page));
    if (!isMock) await run('view aids are locked', () => aidsAreLocked(page, browser, port));
    if (!isMock) await run('the seat goes back', () => rewinds(page));
    await run('a lost picture heals', () => lostContextHeals(page));
    await run('the page noted no error', async () => {
      assert.deepEqual(await page.evaluate(() => window.outrigger.errors), []);
    });
    await page.close();
  }
  await run('the keyboard reaches everything', () => keyboardReachesEverything(browser, port));
  if (!isMock) await run('a secure seat is secure', () => secureSeatIsSecure(browser));
  await run('pages are for everyone', () => pagesAreForEveryone(browser, port));
  await run('nothing on the console', async () => assert.deepEqual(complaints, []));
} finally {
  await browser.close();
  await server.stop();
}
finish();
