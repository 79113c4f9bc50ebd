import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const kFolders = [
  'shared',
  'scene',
  'display',
  'sound',
  'viewer',
  'panel',
  'pages',
  'devices',
  'displays',
  'trust',
];
/** Which folders a folder may use; pages use everything below them and no other page. */
const kUses: Record<string, readonly string[]> = {
  shared: ['protocol', 'shared'],
  scene: ['protocol', 'shared', 'scene'],
  sound: ['protocol', 'shared', 'sound'],
  display: ['protocol', 'shared', 'scene', 'display'],
};
const kPage = ['protocol', 'shared', 'scene', 'display', 'sound'];

const files = kFolders
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  )
  .filter((path) => /\.(ts|css)$/.test(path));
const text = (path: string) => readFileSync(path, 'utf8');
const sources = files.filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));

describe('the sources', () => {
  it('have no state of a module', () => {
    expect(sources.filter((path) => /^(export )?(let|var) /m.test(text(path)))).toEqual([]);
  });

  it('are short: files of at most 400 lines, pages of at most 120', () => {
    const lines = (path: string) => text(path).split('\n').length - 1;
    expect(files.filter((path) => lines(path) > 400)).toEqual([]);
    expect(files.filter((path) => path.endsWith('/main.ts') && lines(path) > 120)).toEqual([]);
  });

  it('use what lies below them only', () => {
    const wrong = sources.flatMap((path) => {
      const folder = path.split('/')[0]!;
      const allowed = kUses[folder] ?? [...kPage, folder];
      return [...text(path).matchAll(/from '(\.[^']*)'/g)]
        .map((found) => join(path, '..', found[1]!).split('/')[0]!)
        .filter((used) => !allowed.includes(used))
        .map((used) => `${path} uses ${used}`);
    });
    expect(wrong).toEqual([]);
  });
});
