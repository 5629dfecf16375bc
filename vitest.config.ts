import { defineConfig } from 'vitest/config';

// Files share the modules of their worker, which takes a third of the processor's time off; what they test is made anew for each.
const shared = { testTimeout: 60_000, hookTimeout: 60_000, retry: 0, restoreMocks: true, isolate: false };

export default defineConfig({
  test: {
    // All cores: vitest leaves one of them idle, which is half of a machine that has two.
    maxWorkers: '100%',
    projects: [
      { test: { ...shared, name: 'contract', include: ['contract/src/**/*.test.ts'] } },
      {
        test: {
          ...shared,
          name: 'server',
          include: ['server/src/**/*.test.ts'],
          globalSetup: ['./server/src/testing/global-setup.ts'],
        },
      },
      { test: { ...shared, name: 'web', include: ['web/src/**/*.test.{ts,tsx}'] } },
      { test: { ...shared, name: 'architecture', include: ['test/*.test.ts'] } },
      { test: { ...shared, name: 'nodes', include: ['test/nodes/*.test.ts'] } },
    ],
  },
});
