import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { runChild } from '@back-office/server/testing/run-child.ts';
import { writeArchive } from './write-archive.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-archive-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('a killed backup leaves nothing that looks like a backup, and its name stays free', async () => {
  const file = join(folder, 'office.tar.gz');
  const child = runChild(new URL('./testing/begin-archive.ts', import.meta.url), [file], folder);
  expect(await child.nextLine()).toBe('begun');
  await child.kill();
  const left = await readdir(folder);
  // Files that a rotation or a person would list, by `*` or by `*.tar.gz`, the latter even among hidden files.
  expect(left.filter((name) => !name.startsWith('.') || name.endsWith('.gz'))).toEqual([]);
  const archive = await writeArchive(file);
  await archive.close();
  expect((await readdir(folder)).filter((name) => !name.startsWith('.'))).toEqual(['office.tar.gz']);
});

it('does not overwrite a file that appeared under its name meanwhile', async () => {
  const file = join(folder, 'taken.tar.gz');
  const archive = await writeArchive(file);
  await writeFile(file, 'x');
  await expect(archive.close()).rejects.toThrow('exists already');
  await archive.abort();
  expect(await readFile(file, 'utf8')).toBe('x');
});

it('reports a disk that becomes full at the very end, when what was written is stored for good', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, fsync'), { code: 'ENOSPC', syscall: 'fsync' });
  const stream = new Writable({ write: (_bytes, _encoding, done) => done(), final: (done) => done(full) });
  const nothing = () => Promise.resolve();
  const read = () => {
    throw full;
  };
  const archive = await writeArchive({ name: 'full', read, create: () => Promise.resolve({ stream, name: nothing, abort: nothing }) });
  await archive.addText('manifest.json', '{}');
  const reported = await archive.close().catch((error: unknown) => error);
  expect(reported).toBeInstanceOf(StartError);
  expect(String(reported)).toContain('The archive cannot be written: ENOSPC: no space left on device, fsync.');
  await archive.abort();
});

it('reports a disk that becomes full, whatever was being added at the time', async () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  const stream = new Writable({ write: (_bytes, _encoding, done) => done(full) });
  const nothing = () => Promise.resolve();
  const read = () => {
    throw full;
  };
  const archive = await writeArchive({ name: 'full', read, create: () => Promise.resolve({ stream, name: nothing, abort: nothing }) });
  const adding = async (): Promise<void> => {
    for (let left = 50; left > 0; left -= 1) {
      await archive.add('noise', 1_000_000, [randomBytes(1_000_000)]);
      await new Promise(setImmediate);
    }
  };
  await expect(adding()).rejects.toThrow('The archive cannot be written: ENOSPC: no space left on device, write.');
  await archive.abort();
});
