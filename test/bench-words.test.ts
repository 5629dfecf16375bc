import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const bench = (...words: string[]) => promisify(execFile)(process.execPath, [join(import.meta.dirname, '../bench/run.ts'), ...words]);

it('npm run bench refuses words that it does not know, and lists what it knows', async () => {
  await expect(bench('records', 'postgresql', 'fsync', 'scale=0.05', '--help', 'record', 'scale=many')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^npm run bench knows lists, .*, fsync and scale=0\.1, not --help, record, scale=many\.\n$/),
  });
});

it('npm run bench refuses names that need other surroundings, before it measures', async () => {
  const stderr = 'npm run bench measures import in a run without records.\n';
  await expect(bench('import', 'records')).rejects.toMatchObject({ code: 1, stderr });
});
