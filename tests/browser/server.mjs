// Starts and stops the server under test: the program of OUTRIGGER_APP, or the mock of web/mock.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const repository = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const app = process.env.OUTRIGGER_APP;
export const isMock = !app;

/** Seconds a server may take to answer or to end. */
const kPatience = 120;

export async function freePort() {
  const probe = createServer();
  await new Promise((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

function commandLine(port, options, appOptions) {
  // The pages of this repository, wherever the program is installed.
  const pages = join(repository, 'web', 'dist');
  if (app)
    return [app, ['seat', '--no-browser', '--port', String(port), '--web', pages, ...appOptions]];
  const mock = join(repository, 'web', 'mock', 'server.mjs');
  return [process.execPath, [mock, '--port', String(port), ...options]];
}

/** A running server. `options` are for the mock only, `appOptions` for the program only. */
export async function startServer(port, options = [], appOptions = []) {
  const [program, parameters] = commandLine(port, options, appOptions);
  const child = spawn(program, parameters, { cwd: repository, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data) => {
      output = (output + data).slice(-4000);
    });
  }
  let ended = false;
  const end = new Promise((resolve) => {
    child.on('error', (error) => {
      output += String(error);
      ended = true;
      resolve();
    });
    child.on('exit', () => {
      ended = true;
      resolve();
    });
  });

  const stop = async () => {
    if (ended) return;
    child.kill('SIGTERM');
    const killer = setTimeout(() => child.kill('SIGKILL'), 5000);
    await end;
    clearTimeout(killer);
  };

  for (let waited = 0; waited < kPatience; waited += 0.1) {
    if (ended) throw new Error(`the server ended at once: ${program}\n${output}`);
    try {
      const answer = await fetch(`http://127.0.0.1:${port}/`);
      if (answer.ok) return { stop };
    } catch {
      // Not listening yet.
    }
    await sleep(100);
  }
  await stop();
  throw new Error(`the server does not answer on port ${port}: ${program}\n${output}`);
}
