// Generates outrigger_pb.js and outrigger_pb.d.ts from outrigger.proto. Needs protoc on the path.
//
//   node protocol/generate.mjs [folder]     (default: this folder)
import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const plugin = join(here, '..', 'node_modules', '.bin', 'protoc-gen-es');
const out = process.argv[2] ?? here;

execFileSync(
  'protoc',
  [
    `--plugin=protoc-gen-es=${plugin}`,
    `--es_out=${out}`,
    '--es_opt=target=js+dts',
    `--proto_path=${here}`,
    join(here, 'outrigger.proto'),
  ],
  { stdio: 'inherit' },
);
