import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { findOffice } from './app/loading/office-place.mjs';
import { officePlugin } from './app/loading/office-plugin.ts';
import { needsDatabase } from './test/needs-database.ts';
import { readImports, readSource, sourceFiles } from './test/read-imports.ts';

// Files share the modules of their worker, which takes a third of the processor's time off; what they test is made anew for each.
const shared = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // As in the journeys: what comes late on a slow machine has come all the same.
  expect: { poll: { timeout: 60_000 } },
  retry: 0,
  restoreMocks: true,
  isolate: false,
  setupFiles: ['./app/testing/real-timers.ts'],
};

/** Tests that take much longer than their size says, begun first: begun last, one of them keeps the other cores waiting. */
const long = [
  'packed',
  'offline',
  'office',
  'upgrade',
  'recipes',
  'kill-uploads',
  'embedded',
  'backup',
  'durable',
  'tree-race',
  'every-route-fuzz',
  'hostile-input',
  'doctor-and-start',
  'every-resource',
  'rights-matrix',
  'failover',
  'races',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const first = long.flatMap((name) => rest.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)));
    return [...first, ...rest.filter((file) => !first.includes(file))];
  }
}

// As for the journeys (e2e/playwright.config.ts): Chromium refuses its sandbox to root, and calls nobody.
const quiet = ['--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update'];
const executablePath = process.env['CHROMIUM_PATH'];
const chromium = playwright({
  launchOptions: {
    args: process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet,
    ...(executablePath === undefined ? {} : { executablePath }),
  },
  contextOptions: { locale: 'zh-CN', timezoneId: 'Asia/Shanghai', reducedMotion: 'reduce' },
  // Below the time of a test, so that a press that finds nothing says what it sought.
  actionTimeout: 30_000,
});

const shipped = { 'process.env.NODE_ENV': '"production"' };

/** The packages that workers name: the search for packages begins at what a page imports, and a page imports no worker. */
function packagesOfWorkers(): string[] {
  const workers = sourceFiles().filter((file) => /\/web\/.*-worker\.ts$/.test(file) && !file.includes('/preview/frame/'));
  const named = workers.flatMap((file) => readImports(file, readSource(file))).map(({ to }) => to);
  return [...new Set(named.filter((to) => !/^(engine|sys|app)\//.test(to)))];
}

/** The server with an example's office in the place of our own, and the example's tests. */
function exampleProject(name: string) {
  const place = findOffice(`examples/${name}`, import.meta.dirname);
  return {
    plugins: place === undefined ? [] : [officePlugin(place, { inBrowser: false })],
    test: {
      ...shared,
      name,
      include: [`examples/${name}/**/*.test.ts`],
      globalSetup: ['./app/testing/server/global-setup.ts'],
      env: { TEST_WEB_ROOT: place?.dist ?? '' },
    },
  };
}

/** Tests of the server that reach no database: on PostgreSQL they would say again what they said beside the embedded one. */
function withoutDatabase(): string[] {
  return sourceFiles().filter((file) => /^(engine\/server|sys|app)\/.*\.test\.ts$/.test(file) && !needsDatabase(file));
}

export default defineConfig({
  test: {
    // All cores: vitest leaves one of them idle, which is half of a machine that has two.
    maxWorkers: '100%',
    sequence: { sequencer: LongFirst },
    projects: [
      { test: { ...shared, name: 'contract', include: ['engine/contract/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'server',
          include: [
            'engine/server/**/*.test.ts',
            'sys/*/server/**/*.test.ts',
            'sys/{,seed/}*.test.ts',
            'app/{server,archives,backup,loading,entry,demo,codemods,command,upgrade,testing}/**/*.test.ts',
          ],
          exclude: [...configDefaults.exclude, ...(process.env['TEST_DATABASE_URL'] ? withoutDatabase() : [])],
          globalSetup: ['./app/testing/server/global-setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'web',
          include: ['{engine,app}/web/**/*.test.ts', 'sys/*/web/**/*.test.ts'],
          setupFiles: [...shared.setupFiles, './app/testing/web/open-office.ts'],
        },
      },
      {
        // Packages as they are shipped: for tests some of antd's give every element that is named by another the same id.
        define: shipped,
        // A file that cannot be read fails by itself: nothing need lie over the others.
        server: { hmr: { overlay: false } },
        oxc: { jsx: { runtime: 'automatic', development: false } },
        // Found all at once: a package found late would have the page loaded anew in the middle of a test.
        optimizeDeps: {
          entries: ['{engine,sys/*,app/testing}/web/**/*.{ts,tsx}', '!**/*-worker.ts'],
          // What no page names: it comes with workers, with the way JSX is written, and with what draws the components.
          include: [...packagesOfWorkers(), 'react', 'react-dom', 'react-dom/client', 'react/jsx-runtime', 'vitest-browser-react'],
          rolldownOptions: { transform: { define: shipped } },
        },
        // A test that draws something is a .tsx, and runs in Chromium (docs/decisions/0044-component-tests.md).
        test: {
          ...shared,
          name: 'components',
          include: ['engine/web/**/*.test.tsx', 'sys/*/web/**/*.test.tsx'],
          setupFiles: [...shared.setupFiles, './app/testing/web/set-up.ts'],
          browser: {
            enabled: true,
            provider: chromium,
            headless: true,
            ui: false,
            screenshotFailures: false,
            // A name is found by a part of it, as in the journeys.
            locators: { exact: false },
            viewport: { width: 1440, height: 900 },
            testerHtmlPath: './app/testing/web/page.html',
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      exampleProject('agreements'),
      exampleProject('ten-minutes'),
      { test: { ...shared, name: 'architecture', include: ['test/*.test.ts'] } },
      { test: { ...shared, name: 'recipes', include: ['test/recipes/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'packed',
          include: ['test/packed/*.test.ts'],
          exclude: ['test/packed/upgrade.test.ts'],
          globalSetup: ['./test/packed/pack-once.ts'],
        },
      },
      // On both databases.
      { test: { ...shared, name: 'upgrade', include: ['test/packed/upgrade.test.ts'], globalSetup: ['./test/packed/pack-once.ts'] } },
      { test: { ...shared, name: 'nodes', include: ['test/nodes/*.test.ts'] } },
    ],
  },
});
