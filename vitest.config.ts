import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Files share the modules of their worker, which takes a third of the processor's time off; what they test is made anew for each.
const shared = { testTimeout: 60_000, hookTimeout: 60_000, retry: 0, restoreMocks: true, isolate: false };

/** Tests that take much longer than their size says, begun first: begun last, one of them keeps the other cores waiting. */
const long = [
  'kill-uploads',
  'embedded',
  'backup',
  'durable',
  'tree-race',
  'every-route-fuzz',
  'hostile-input',
  'every-resource',
  'rights-matrix',
];

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const first = long.flatMap((name) => rest.filter(({ moduleId }) => moduleId.endsWith(`/${name}.test.ts`)));
    return [...first, ...rest.filter((file) => !first.includes(file))];
  }
}

export default defineConfig({
  test: {
    // All cores: vitest leaves one of them idle, which is half of a machine that has two.
    maxWorkers: '100%',
    sequence: { sequencer: LongFirst },
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
