import { readdirSync, readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

const here = (path) => new URL(path, import.meta.url);
const read = (path) => readFileSync(here(path), 'utf8');

/** The pages: every HTML file of this folder. */
const pages = readdirSync(here('.'))
  .filter((name) => name.endsWith('.html'))
  .sort();
/** The page of the seat is the first that is shown, and its script is viewer.js. */
const nameOf = (file) => (file === 'index.html' ? 'viewer' : file.replace(/\.html$/, ''));

/** Adds the licences of the libraries inside the built files, as they ask for. */
function licences() {
  return {
    name: 'licences',
    generateBundle() {
      // This package has its terms at the top of a source file only.
      const varint = read('node_modules/@bufbuild/protobuf/dist/esm/wire/varint.js');
      const terms = varint.slice(0, varint.indexOf('/**')).replace(/^\/\/ ?/gm, '');
      const source = [
        'The scripts beside this file contain these libraries.',
        `three, MIT:\n\n${read('node_modules/three/LICENSE').trim()}`,
        `@bufbuild/protobuf, Apache-2.0 (the text is in the LICENSE file of Outrigger), and in part:\n\n${terms.trim()}`,
      ].join(`\n\n${'-'.repeat(80)}\n`);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: `${source}\n` });
    },
  };
}

/** Writes the list of all pages, from their names and descriptions, where a page asks for it. */
function listOfPages() {
  const escaped = (text) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');
  const entry = (file) => {
    const text = read(file);
    const meta = (name) => new RegExp(`<meta name="${name}" content="([^"]*)"`).exec(text)?.[1];
    const [title, words] = [meta('application-name') ?? file, meta('description') ?? ''];
    return `<li><a href="${file}">${escaped(title)}</a><p>${escaped(words)}</p></li>`;
  };
  return {
    name: 'list of pages',
    transformIndexHtml: (html) =>
      html.replace('<!-- list of pages -->', pages.map(entry).join('\n        ')),
  };
}

// The built files are committed, so their names carry no hash and nothing in them depends on the
// computer that built them.
export default defineConfig({
  base: './',
  publicDir: false,
  plugins: [licences(), listOfPages()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      input: {
        ...Object.fromEntries(pages.map((file) => [nameOf(file), here(file).pathname])),
        // Runs beside the page, on the browser's thread for sound.
        sound_worklet: here('sound/worklet.ts').pathname,
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
        // What pages share is one file, whichever page needs which part of it.
        codeSplitting: {
          groups: [{ name: 'shared', test: /\/(shared|protocol)\/|@bufbuild/, minShareCount: 2 }],
        },
      },
    },
  },
  server: { proxy: { '/ws': { target: 'ws://localhost:8080', ws: true } } },
  test: {
    include: [
      'rules.test.ts',
      '{shared,scene,display,sound,viewer,panel,pages,devices,displays,trust}/**/*.test.ts',
    ],
  },
});
