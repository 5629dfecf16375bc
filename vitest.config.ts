import { defineConfig } from 'vitest/config';

const shared = { testTimeout: 20_000, hookTimeout: 60_000, retry: 0, restoreMocks: true };

export default defineConfig({
  test: {
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
      { test: { ...shared, name: 'architecture', include: ['test/**/*.test.ts'] } },
    ],
  },
});
