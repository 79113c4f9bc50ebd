import { readFileSync } from 'node:fs';
import { defineConfig } from 'vite';

/** Adds the licences of the libraries inside viewer.js, as they ask for. */
function licences() {
  const read = (path) => readFileSync(new URL(`node_modules/${path}`, import.meta.url), 'utf8');
  return {
    name: 'licences',
    generateBundle() {
      // This package has its terms at the top of a source file only.
      const varint = read('@bufbuild/protobuf/dist/esm/wire/varint.js');
      const terms = varint.slice(0, varint.indexOf('/**')).replace(/^\/\/ ?/gm, '');
      const source = [
        'viewer.js contains these libraries.',
        `three, MIT:\n\n${read('three/LICENSE').trim()}`,
        `@bufbuild/protobuf, Apache-2.0 (the text is in the LICENSE file of Outrigger), and in part:\n\n${terms.trim()}`,
      ].join(`\n\n${'-'.repeat(80)}\n`);
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: `${source}\n` });
    },
  };
}

// The built files are committed, so their names carry no hash and nothing in them depends on the
// computer that built them.
export default defineConfig({
  root: 'viewer',
  base: './',
  publicDir: false,
  plugins: [licences()],
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    sourcemap: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
    rollupOptions: {
      output: {
        entryFileNames: 'viewer.js',
        chunkFileNames: '[name].js',
        assetFileNames: '[name][extname]',
      },
    },
  },
  server: { proxy: { '/ws': { target: 'ws://localhost:8080', ws: true } } },
  test: { root: '.', include: ['viewer/**/*.test.ts'], environment: 'node' },
});
