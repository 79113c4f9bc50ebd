// Fails when committed files are not what the sources give: web/dist, and the code generated from
// the protocol (that only where protoc is installed). Also when the seat has become large.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const temporary = mkdtempSync(join(tmpdir(), 'outrigger-web-'));
const complaints = [];
/** Compressed scripts of the seat at most. */
const kMostBytes = 256_000;

function filesOf(folder) {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort();
}

/** Notes every file of `names` that differs between the two folders, or is in one only. */
function compare(committed, fresh, names, remedy) {
  for (const name of names) {
    const read = (folder) => {
      try {
        return readFileSync(join(folder, name));
      } catch {
        return undefined;
      }
    };
    const [a, b] = [read(committed), read(fresh)];
    if (a && b && a.equals(b)) continue;
    const where = join(relative(here, committed), name);
    const what = !a ? 'is missing' : !b ? 'is no longer made' : 'is out of date';
    complaints.push(`web/${where} ${what}: ${remedy}`);
  }
}

function run(script, parameters) {
  execFileSync(process.execPath, [join(here, script), ...parameters], {
    cwd: here,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

try {
  const dist = join(temporary, 'dist');
  run('node_modules/vite/bin/vite.js', ['build', '--outDir', dist, '--logLevel', 'warn']);
  const names = new Set([...filesOf(dist), ...filesOf(join(here, 'dist'))]);
  compare(join(here, 'dist'), dist, names, 'run "npm run build" in web and commit dist');

  // What a browser fetches before it shows the seat.
  const size = ['viewer.js', 'shared.js', 'presets.js', 'groups.js']
    .map((name) => gzipSync(readFileSync(join(dist, name))).length)
    .reduce((sum, bytes) => sum + bytes);
  if (size > kMostBytes) complaints.push(`the seat takes ${size} bytes, more than ${kMostBytes}`);

  if (spawnSync('protoc', ['--version']).status === 0) {
    run('protocol/generate.mjs', [temporary]);
    const generated = ['outrigger_pb.js', 'outrigger_pb.d.ts'];
    compare(join(here, 'protocol'), temporary, generated, 'run "npm run generate" in web');
  } else {
    console.log('protoc is not installed: the generated protocol was not compared');
  }
} finally {
  rmSync(temporary, { recursive: true, force: true });
}

for (const complaint of complaints) console.error(complaint);
console.log(complaints.length === 0 ? 'web/dist and the protocol are up to date' : 'out of date');
process.exit(complaints.length === 0 ? 0 : 1);
