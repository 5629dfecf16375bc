import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { requireEmbedded, requireOwnDataDir } from './check-data-dir.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-owner-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('refuses to leave files in a data folder that belongs to another user', () => {
  requireOwnDataDir(folder);
  requireOwnDataDir(join(folder, 'none'));
  vi.spyOn(process, 'getuid').mockReturnValue(4711);
  expect(() => requireOwnDataDir(folder)).toThrow(`${folder} (DATA_DIR) belongs to user`);
});

it('refuses a folder without a database, and creates none in it', async () => {
  expect(() => requireEmbedded(join(folder, 'none'))).toThrow(`There is no embedded database in ${join(folder, 'none')} (DATA_DIR)`);
  expect(existsSync(join(folder, 'none'))).toBe(false);
  await mkdir(join(folder, 'database'));
  requireEmbedded(folder);
});
