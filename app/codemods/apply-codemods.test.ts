import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, it } from 'vitest';
import { applyCodemods, compareVersions } from './apply-codemods.ts';
import { codemods } from './codemods.ts';
import { writeOffice } from '../loading/testing/write-office.ts';

const folder = await mkdtemp(join(tmpdir(), 'back-office-codemods-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const word = (version: string, from: string, to: string) => ({
  version,
  title: `${from} → ${to}`,
  rewrite: (text: string): string => text.replaceAll(from, to),
});

it('applies the codemods between two versions to sources, in order, and changes nothing else', async () => {
  const files = { 'a.ts': 'one', 'web/b.tsx': 'one', 'notes.txt': 'one', 'node_modules/c.ts': 'one', '.cache/d.ts': 'one' };
  for (const [file, text] of Object.entries(files)) {
    await mkdir(join(folder, file, '..'), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const list = [word('2.0.0', 'one', 'never'), word('2.1.0', 'one', 'two'), word('3.0.0', 'two', 'three'), word('3.0.1', 'three', 'never')];
  expect(await applyCodemods(folder, { from: '2.0.0', to: '3.0.0', codemods: list })).toEqual([
    { title: 'one → two', files: ['a.ts', 'web/b.tsx'] },
    { title: 'two → three', files: ['a.ts', 'web/b.tsx'] },
  ]);
  const texts = await Promise.all(Object.keys(files).map((file) => readFile(join(folder, file), 'utf8')));
  expect(texts).toEqual(['three', 'three', 'one', 'one', 'one']);
});

it('compares versions by their numbers', () => {
  expect(['10.0.0', '2.10.0', '2.9.1', '2.9.0-beta'].toSorted(compareVersions)).toEqual(['2.9.0-beta', '2.9.1', '2.10.0', '10.0.0']);
});

it('codemods are listed in the order of their versions', () => {
  const versions = codemods.map(({ version }) => version);
  expect(versions.toSorted(compareVersions)).toEqual(versions);
});

it('changes the company that OFFICE names, from any working folder, and no other folder', async () => {
  const office = await writeOffice({ 'rows.ts': 'export const count = (row) => row.faults.length;\n' });
  const run = (environment: Record<string, string>) =>
    promisify(execFile)(process.execPath, [join(import.meta.dirname, '../upgrade/main.ts'), 'codemods', '1.1.5'], {
      cwd: folder,
      env: { PATH: process.env['PATH'] ?? '', ...environment },
    });
  expect((await run({ OFFICE: office })).stdout).toContain('1 个文件 rows.ts');
  expect(await readFile(join(office, 'rows.ts'), 'utf8')).toContain('row.issues.length');
  await expect(run({})).rejects.toThrow('Set OFFICE to the folder of the company');
});
