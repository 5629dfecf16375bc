import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

it('npm run bench refuses words that it does not know, and lists what it knows', async () => {
  const words = ['records', 'postgresql', 'fsync', 'scale=0.05', '--help', 'record', 'scale=many'];
  await expect(promisify(execFile)(process.execPath, [join(import.meta.dirname, '../bench/run.ts'), ...words])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^npm run bench knows lists, .*, fsync and scale=0\.1, not --help, record, scale=many\.\n$/),
  });
});
