import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { findOffice } from '../loading/office-place.mjs';
import { officePlugin } from '../loading/office-plugin.ts';
import { antdApart } from './antd-apart.ts';
import { antdStyles } from './antd-styles.ts';
import { compileAhead } from './compile-ahead.ts';
import { keepLastBuild } from './keep-last-build.ts';
import { precompress } from './precompress.ts';
import { startPage } from './start-page.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;
const office = findOffice(process.env['OFFICE'], process.env['INIT_CWD']);
const officePlugins = () => (office === undefined ? [] : [officePlugin(office, { inBrowser: true })]);

export default defineConfig(({ command }) => ({
  plugins: [
    ...officePlugins(),
    antdApart(),
    antdStyles(),
    react(),
    startPage(),
    compileAhead(),
    keepLastBuild(),
    ...(process.env['PRECOMPRESS'] === 'off' ? [] : [precompress()]),
  ],
  worker: { plugins: officePlugins },
  // Two offices beside one checkout have separate ones.
  ...(office === undefined ? {} : { cacheDir: join(office.made, 'vite') }),
  // The server puts a fresh nonce here in every index.html that it sends; in development there is no policy.
  ...(command === 'build' ? { html: { cspNonce: '__CSP_NONCE__' } } : {}),
  build: {
    outDir: office?.dist ?? 'dist',
    emptyOutDir: false,
    assetsDir: 'assets',
    sourcemap: false,
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Nothing is inlined into a script or a stylesheet: one file, one hash, one cache entry.
    assetsInlineLimit: 0,
    rolldownOptions: {
      // Only components, although not declared so: of an index that re-exports a whole form, a list needs a context.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/@rc-component\//, sideEffects: false }] },
      output: {
        codeSplitting: {
          // Each with everything that it imports: the first request for a chunk costs more than its bytes.
          groups: [
            // And what the sign-in page shares with pages, of which it needs nothing else.
            { name: 'start', test: /\/(?:app\/web\/main|platform\/session\/(?:server-time|session-entry))\.[jt]s$/, priority: 9 },
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 8 },
            { name: 'shell', test: /\/(?:app\/web\/app\.(?:js|tsx)|platform\/ui\/use-size\.[jt]s)$/, priority: 7 },
            { name: 'antd', test: /\/shell\/antd\/ant-root\.(?:js|tsx)$/, priority: 6 },
            { name: 'pages', test: /\/(?:shell\/routing\/open-pages|sys\/pages)\.[jt]s$/, priority: 5 },
            // What is loaded after the rows of a list, in this order: the tree beside them and the pagination, messages, all inputs.
            { name: 'beside', test: /\/crud\/parts\/(?:list-pages|tree-side)\.(?:js|tsx)$/, priority: 4 },
            { name: 'notifier', test: /\/shell\/session\/notifier\.(?:js|tsx)$/, priority: 3 },
            { name: 'forms', test: /\/crud\/(?:fields\/kit-of|pages\/view|parts\/open-record)\.(?:js|tsx?)$/, priority: 2 },
          ],
        },
      },
    },
  },
  server: {
    proxy: {
      '/api': { target: server, ws: true },
      '/files': server,
    },
  },
}));
