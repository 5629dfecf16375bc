import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { officePlugin } from '../loading/office-plugin.ts';
import { checkout, findOffice, ourFile, packed } from '../loading/office-place.mjs';

const place = findOffice(process.env['OFFICE']);
if (place === undefined) throw new Error('OFFICE names no office: these are the settings of the tests of a company.');

/** The tests of a company's folder, in Node, each file with a copy of a database that includes the company's module. */
export default defineConfig({
  root: checkout,
  cacheDir: join(place.made, 'tests'),
  plugins: [officePlugin(place, { inBrowser: false })],
  test: {
    name: 'office',
    dir: place.folder,
    include: ['**/*.test.{ts,tsx}'],
    // A company may have written none yet.
    passWithNoTests: true,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
    isolate: false,
    // The cache would keep where imports resolve to, which another office, or a new file in this one, changes.
    fsModuleCache: false,
    // The location of the pages that testModule opens, once they are built.
    env: { TEST_WEB_ROOT: place.dist },
    globalSetup: [ourFile('app/testing/server/global-setup.ts')],
    // The package's own modules import the office too: loaded by Node itself, they would find none.
    ...(packed ? { server: { deps: { inline: [/\/node_modules\/back-office\//] } } } : {}),
  },
});
