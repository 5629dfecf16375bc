import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { applySnippet } from './apply-snippet.ts';
import { readSnippets } from './read-snippets.ts';

const folder = await mkdtemp(join(tmpdir(), 'back-office-snippets-'));
beforeEach(() => writeFile(join(folder, 'list.ts'), 'one,\ntwo,\nthree,\n'));
afterAll(() => rm(folder, { recursive: true }));

const follow = async (language: string, path: string, text: string): Promise<string> => {
  const [snippet] = readSnippets(`# A title\n\n\`\`\`${language} ${path}\n${text}\n\`\`\`\n`);
  if (snippet === undefined) throw new Error('No snippet was found');
  await applySnippet(folder, snippet);
  return readFile(join(folder, path), 'utf8');
};

it('changes the shown lines, part by part', async () => {
  expect(await follow('diff', 'list.ts', ' one,\n+more,\n@@\n-three,\n+four,')).toBe('one,\nmore,\ntwo,\nfour,\n');
});

it('creates a file together with its folder', async () => {
  expect(await follow('ts', 'made/new.ts', 'const a = 1;')).toBe('const a = 1;\n');
});

it('says where a recipe does not match the file', async () => {
  await expect(follow('diff', 'list.ts', ' tow,\n+more,')).rejects.toThrow(
    'CONTRIBUTING.md:3: list.ts has these lines 0 times instead of once:\ntow,\n',
  );
  await expect(follow('ts', 'list.ts', 'x')).rejects.toThrow('CONTRIBUTING.md:3 makes list.ts, which is there already');
  await expect(follow('diff', 'gone.ts', '+x')).rejects.toThrow('CONTRIBUTING.md:3 changes gone.ts, which is not there');
});
