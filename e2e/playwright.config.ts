import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';

// Chromium refuses its sandbox to root; the rest keeps it from calling out, which a closed network answers with delays.
const quiet = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
const args = process.getuid?.() === 0 ? ['--no-sandbox', ...quiet] : quiet;
const executablePath = process.env['CHROMIUM_PATH'];

export default defineConfig({
  testDir: './journeys',
  globalSetup: './support/fresh-data.ts',
  outputDir: './test-results',
  // One more than there are processors: a journey waits for its page or its server a quarter of its time.
  workers: Math.min(availableParallelism() + 1, 6),
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    launchOptions: executablePath ? { args, executablePath } : { args },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // Nothing is measured or clicked while it moves.
    contextOptions: { reducedMotion: 'reduce' },
    // Actions, calls and logs, and the page at its end. The page at every step takes a tenth of the time: TRACE=on.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: process.env['TRACE'] === 'on' },
  },
});
