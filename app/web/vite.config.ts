import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { findOffice } from '../loading/office-place.mjs';
import { officePlugin } from '../loading/office-plugin.ts';
import { precompress } from './precompress.ts';
import { startPage } from './start-page.ts';

const server = `http://127.0.0.1:${process.env['PORT'] ?? '8080'}`;
const office = findOffice(process.env['OFFICE']);
const officePlugins = () => (office === undefined ? [] : [officePlugin(office, { inBrowser: true })]);

export default defineConfig(({ command }) => ({
  plugins: [...officePlugins(), react(), startPage(), ...(process.env['PRECOMPRESS'] === 'off' ? [] : [precompress()])],
  worker: { plugins: officePlugins },
  // Two offices beside one checkout have each their own.
  ...(office === undefined ? {} : { cacheDir: join(office.made, 'vite') }),
  // The server puts a fresh nonce in its place in every index.html that it sends; in development there is no policy.
  ...(command === 'build' ? { html: { cspNonce: '__CSP_NONCE__' } } : {}),
  build: {
    outDir: office?.dist ?? 'dist',
    emptyOutDir: true,
    assetsDir: 'assets',
    sourcemap: false,
    target: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // Nothing is inlined into a script or a stylesheet: one file, one hash, one cache entry.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Each with everything that it imports: the first request for a chunk costs more than its bytes.
          groups: [
            { name: 'start', test: /\/app\/web\/main\.[jt]s$/, priority: 5 },
            { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\//, priority: 4 },
            { name: 'shell', test: /\/app\/web\/app\.(?:js|tsx)$/, priority: 3 },
            { name: 'antd', test: /\/shell\/layout\/ant-root\.(?:js|tsx)$/, priority: 2 },
            { name: 'pages', test: /\/(?:shell\/routing\/open-pages|sys\/pages)\.[jt]s$/, priority: 1 },
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
