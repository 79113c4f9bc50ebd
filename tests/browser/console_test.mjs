// The instructor's console in a real browser, from the first run to the certificate: an instructor sets a
// password, makes a class and a student, starts a session on a seat, the bundled expert drives it, progress
// and log appear, success is stored, report and certificate open, and the attempt computes to the same.
//
//   OUTRIGGER_APP=build/release/outrigger node tests/browser/console_test.mjs [--pictures FOLDER]
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { launchBrowser } from './browser.mjs';
import { complaints, finish, kPatience, listen, step } from './harness.mjs';
import { freePort, repository } from './server.mjs';

const app = process.env.OUTRIGGER_APP;
if (!app) {
  console.log('console_test: OUTRIGGER_APP is not set; there is no mock of the console');
  process.exit(2);
}
const at = process.argv.indexOf('--pictures');
const pictures = at > 0 ? process.argv[at + 1] : undefined;
const folder = mkdtempSync(join(tmpdir(), 'outrigger_console_'));
const kPassword = 'a long password 7';
const kSession = 'first_levers';
const kEvil = '<img src=x onerror="window.hacked=1">';

const started = [];

/** A program of ours; `output` holds what it says. */
function start(parameters) {
  const child = spawn(app, parameters, { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] });
  const program = { child, output: '', ended: false };
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data) => {
      program.output += data;
    });
  program.end = new Promise((resolve) => {
    child.on('exit', () => {
      program.ended = true;
      resolve();
    });
  });
  started.push(program);
  return program;
}

async function until(what, check, patience = kPatience) {
  for (let waited = 0; waited < patience; waited += 100) {
    const found = await check();
    if (found) return found;
    await sleep(100);
  }
  throw new Error(`waited in vain for ${what}\n${started.map((p) => p.output).join('\n---\n')}`);
}

async function startConsole(port, seatPort) {
  const program = start([
    ...['console', '--port', String(port), '--seat-port', String(seatPort), '--name', 'Seat 1'],
    ...['--db', join(folder, 'school.db'), '--keys', join(folder, 'school.keys')],
    ...['--folder', join(folder, 'attempts'), '--by', 'expert'],
    ...['--web', join(repository, 'web', 'dist')],
  ]);
  await until('the console', () => {
    if (program.ended) throw new Error(`the console ended: ${program.output}`);
    return program.output.includes("(the trainee's page)");
  });
  return program;
}

async function picture(page, name) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`) });
}

const seatState = (page, name) =>
  page.locator(`.seat[data-seat="${name}"]`).getAttribute('data-state');

async function setsPassword(page, address, code) {
  await page.goto(`${address}console.html?lang=en&quality=low#setup=${code}`);
  assert.equal(await page.inputValue('#code'), code);
  await page.fill('#name', 'Ada');
  await page.fill('#password', kPassword);
  await picture(page, 'first-run');
  await page.click('#enter');
  await page.waitForSelector('.seat[data-seat="Seat 1"]');
  const cookies = await page.context().cookies();
  const cookie = cookies.find(({ name }) => name === 'outrigger_console');
  assert.equal(cookie.httpOnly, true);
  assert.equal(cookie.sameSite, 'Strict');
}

async function makesClassAndStudents(page) {
  await page.click('#tab-students');
  await page.fill('#class-name', 'Class A1');
  await page.click('#add-class');
  await page.waitForSelector('#student-class option[value="Class A1"]', { state: 'attached' });
  await page.fill('#student-name', 'Ann Smith');
  await page.fill('#student-number', '17');
  await page.selectOption('#student-class', 'Class A1');
  await page.click('#add-student');
  await page.waitForSelector('#people >> text=Ann Smith');
  const table = join(folder, 'class.csv');
  writeFileSync(table, `name,number,class\n"${kEvil.replaceAll('"', '""')}",18,Class A1\n`);
  await page.setInputFiles('#table', table);
  await page.waitForFunction(() => document.querySelectorAll('#people tbody tr').length === 2);
  assert.equal(await page.locator('#people img').count(), 0);
  assert.match(await page.textContent('#people'), /<img src=x onerror/);
  await picture(page, 'students');
}

async function wrongTableIsRefused(page) {
  const table = join(folder, 'wrong.csv');
  writeFileSync(table, 'name,shoe size\nBob,44\n');
  await page.setInputFiles('#table', table);
  await page.waitForSelector('#problem:not([hidden])');
  assert.match(await page.textContent('#problem'), /unknown column 'shoe size'; allowed: name/);
}

async function startsAndWatches(page) {
  await page.click('#tab-seats');
  const seat = page.locator('.seat[data-seat="Seat 1"]');
  await seat.waitFor();
  await page.waitForSelector('.trainee option:has-text("Ann Smith")', { state: 'attached' });
  await seat.locator('.session').selectOption(kSession);
  await seat.locator('.trainee').selectOption({ label: 'Ann Smith (17)' });
  await seat.locator('.start').click();
  await until('a running seat', async () => (await seatState(page, 'Seat 1')) === 'running');
  await picture(page, 'seats');
  await seat.locator('.monitor').click();
  await page.waitForSelector('#log li');
  await page.waitForFunction(() => Number(document.getElementById('progress').value) > 0);
  await page.fill('#message', `Well done ${kEvil}`);
  await page.click('#send');
  await page.waitForSelector('#log li:has-text("Instructor: Well done")');
  assert.equal(await page.locator('#log img').count(), 0);
  const viewer = page.frames().find((f) => f.url().includes('index.html'));
  assert.ok(viewer, 'the picture of the seat is there');
  await viewer.waitForFunction(() => window.outrigger?.connected && window.outrigger.frame);
  await picture(page, 'monitor');
}

async function isStored(page) {
  await page.click('#tab-attempts');
  await page.waitForSelector('#attempts [data-attempt]');
  const row = await page.textContent('#attempts tbody tr');
  assert.match(row, /Ann Smith \(17\)/);
  const points = Number(/(\d+\.\d) (excellent|good|passed)/.exec(row)?.[1]);
  assert.ok(points >= 60, row);
  await picture(page, 'attempts');
  return {
    points,
    uuid: await page.locator('[data-attempt]').first().getAttribute('data-attempt'),
  };
}

async function reportsOpen(context, address, { points, uuid }) {
  const page = await context.newPage();
  listen(page, 'report');
  await page.goto(`${address}report/attempt/${uuid}`);
  assert.match(await page.textContent('.grade'), new RegExp(`${points.toFixed(1)} of 100`));
  assert.match(await page.textContent('body'), /Ann Smith/);
  await picture(page, 'report');
  await page.goto(`${address}report/person/1`);
  assert.match(await page.textContent('body'), /first_levers/);
  await page.goto(`${address}report/class/1`);
  assert.match(await page.textContent('body'), /Ann Smith/);
  assert.equal(await page.locator('main img').count(), 0);
  await picture(page, 'class');
  await page.close();
}

async function computesAgain(page) {
  await page.click('.verify');
  await page.waitForSelector('.told:has-text("compute to the same")');
  const said = await page.locator('.told').first().getAttribute('title');
  assert.match(said, /YES/);
}

async function certificateOpens(context, page, address, { points, uuid }) {
  await page.click('.certify');
  await page.waitForSelector('.told a');
  const opened = await context.newPage();
  await opened.goto(`${address}api/certificate/${uuid}`);
  const certificate = JSON.parse(await opened.textContent('body'));
  const statement = JSON.parse(certificate.statement);
  assert.equal(statement.person, 'Ann Smith');
  assert.equal(statement.total.toFixed(1), points.toFixed(1));
  await opened.close();
  const check = start(['verify', join(folder, 'attempts', `${uuid}.certificate.json`)]);
  await check.end;
  assert.match(check.output, /YES: Ann Smith/);
}

async function replays(page, address, { uuid }) {
  await page.goto(`${address}console.html?lang=en&quality=low#replay=${uuid}&at=2`);
  const viewer = await until('the replay', () =>
    page.frames().find((f) => f.url().includes('index.html')),
  );
  await viewer.waitForFunction(() => window.outrigger?.connected && window.outrigger.scene.replay);
  await picture(page, 'replay');
  await page.goto(`${address}console.html?lang=en&quality=low`);
  await page.waitForSelector('.seat');
}

/** A seat of another program; killed while it runs and started again, it loses nothing. */
async function seatFromElsewhere(page, address, second) {
  const { seat_key: key } = await page.evaluate(async () => (await fetch('/api/state')).json());
  const parameters = [
    ...['seat', '--join', address.slice(0, -1), '--key', key, '--name', 'Seat 2'],
    ...['--folder', join(folder, 'seat2'), '--port', String(second), '--by', 'careless'],
    ...['--web', join(repository, 'web', 'dist')],
  ];
  const first = start(parameters);
  const card = page.locator('.seat[data-seat="Seat 2"]');
  await card.waitFor();
  await card.locator('.session').selectOption(kSession);
  await card.locator('.start').click();
  await until('Seat 2 to run', async () => (await seatState(page, 'Seat 2')) === 'running');
  await sleep(1500);
  first.child.kill('SIGKILL');
  await first.end;
  await until('Seat 2 to be away', async () => (await seatState(page, 'Seat 2')) === 'away');
  const again = start(parameters);
  await until('Seat 2 to be back', async () => (await seatState(page, 'Seat 2')) === 'idle');
  await page.click('#tab-attempts');
  await page.waitForFunction(() => document.querySelectorAll('[data-attempt]').length === 2);
  return again;
}

/** The console is killed; started again it has everything, and the seat comes back by itself. */
async function consoleComesBack(page, program, port, seatPort) {
  program.child.kill('SIGKILL');
  await program.end;
  const again = await startConsole(port, seatPort);
  assert.ok(!again.output.includes('#setup='), 'there is an instructor already');
  await page.reload();
  await page.fill('#name', 'Ada');
  await page.fill('#password', kPassword);
  await page.click('#enter');
  await page.click('#tab-attempts');
  await page.waitForFunction(() => document.querySelectorAll('[data-attempt]').length === 2);
  await page.click('#tab-seats');
  await until('both seats', async () => {
    const states = [await seatState(page, 'Seat 1'), await seatState(page, 'Seat 2')];
    return states.every((s) => s === 'idle');
  });
}

/** Nobody may do anything after the log-out, or from another site, or at all without a log-in. */
async function strangersAreRefused(page, address) {
  const cookies = await page.context().cookies();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const state = await page.evaluate(async () => (await fetch('/api/state')).json());
  const change = (headers) =>
    fetch(`${address}api/classes`, { method: 'POST', headers, body: '{"name":"Evil"}' });
  const ours = { cookie, 'X-Outrigger': state.csrf };
  const origin = address.slice(0, -1);
  assert.equal((await change({ ...ours, origin: 'http://evil.example' })).status, 403);
  assert.equal((await change({ cookie, origin })).status, 403);
  assert.equal((await change({ origin })).status, 401);
  assert.equal((await fetch(`${address}api/seats`)).status, 401);
  assert.equal(
    (await fetch(`${address}documents/..%2f..%2fschool.db`, { headers: ours })).status,
    404,
  );
  await page.click('#log-out');
  await page.waitForSelector('#password');
  assert.equal((await fetch(`${address}api/seats`, { headers: { cookie } })).status, 401);
  for (let i = 0; i < 6; i++) {
    await page.fill('#name', 'Ada');
    await page.fill('#password', `wrong password ${i}`);
    await page.click('#enter');
    await page.waitForSelector('#problem:not([hidden])');
    await sleep(300);
  }
  assert.match(await page.textContent('#problem'), /wait a minute/);
}

async function speaksLanguages(browser, address) {
  for (const [language, words] of [
    ['es', 'Entrar'],
    ['de', 'Anmelden'],
  ]) {
    const page = await browser.newPage();
    await page.goto(`${address}console.html?lang=${language}`);
    await page.waitForSelector(`#enter:has-text("${words}")`);
    await page.close();
  }
}

const [port, seatPort, second] = [await freePort(), await freePort(), await freePort()];
const address = `http://127.0.0.1:${port}/`;
let browser;
try {
  let program = await startConsole(port, seatPort);
  const code = /#setup=(\w+)/.exec(program.output)[1];
  browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1280, height: 720 } });
  const page = await context.newPage();
  listen(page, 'console');
  await step('the instructor sets a password', () => setsPassword(page, address, code));
  await step('a class, a student, a table', () => makesClassAndStudents(page));
  await step('a session starts; progress, log and picture are live', () => startsAndWatches(page));
  const attempt = await step('success is stored', () => isStored(page));
  await step('reports open', () => reportsOpen(context, address, attempt));
  await step('the attempt computes to the same score', () => computesAgain(page));
  await step('the certificate opens', () => certificateOpens(context, page, address, attempt));
  await step('the attempt is shown again', () => replays(page, address, attempt));
  await step('no complaints', () => assert.deepEqual(complaints, []));
  await step('a wrong table is refused in words', async () => {
    await page.click('#tab-students');
    await wrongTableIsRefused(page);
    await page.click('#tab-seats');
  });
  await step('a killed seat loses nothing', () => seatFromElsewhere(page, address, second));
  await step('a killed console loses nothing', () =>
    consoleComesBack(page, program, port, seatPort),
  );
  await step('markup ran nowhere', async () =>
    assert.equal(await page.evaluate(() => window.hacked), undefined),
  );
  await step('strangers are refused', () => strangersAreRefused(page, address));
  await step('three languages', () => speaksLanguages(browser, address));
  assert.ok(readdirSync(folder).includes('school.db'));
  program = undefined;
} finally {
  await browser?.close();
  for (const { child, ended } of started) if (!ended) child.kill('SIGTERM');
  await Promise.race([Promise.all(started.map((p) => p.end)), sleep(8000)]);
  for (const { child, ended } of started) if (!ended) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
finish();
