import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { firstSchema } from '@back-office/server/platform/database/own-schema.ts';
import { folderStorage } from '@back-office/server/platform/storage/folder-storage.ts';
import { openStorage } from '@back-office/server/platform/storage/open-storage.ts';
import { openModuleApp } from '../testing/server/open-module-app.ts';
import type { TestApp } from '../testing/server/test-app.ts';
import { agreements, moduleOf, serverOf } from '@back-office/server/testing/trial-module.ts';
import { modules as own } from '../server/modules.ts';
import { backUp } from './backup.ts';
import { move } from './move.ts';
import { restore } from './restore.ts';
import { withEmptyBeside } from '../testing/server/with-empty-beside.ts';
import { verify } from './verify.ts';

/* A backup of a database with another module beside ours, and where it may be restored. */
const server = serverOf();
let app: TestApp;
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'back-office-backup-'));
  file = join(folder, 'whole.tar.gz');
  app = await openModuleApp(moduleOf(agreements), server);
  const admin = await app.admin();
  await app.call(admin, 'POST', 'acme/agreement/save', { agreementName: '甲' });
  await app.call(admin, 'POST', 'sys/user/save', { userAccount: 'badged', userName: '张三', acmeBadge: 'A-7' });
  const storage = await openStorage({ s3: undefined, dataDir: app.database.dataDir }, app.database.db);
  await backUp({ database: app.database, storage, version: '1' }, file);
});
afterAll(async () => {
  await app.drop();
  await rm(folder, { recursive: true });
});

/** An empty embedded database; a backup can be restored into either kind. */
const withEmpty = (work: (database: Database, dataDir: string) => Promise<void>): Promise<void> =>
  withEmptyBeside({ ...app.database, kind: 'embedded' }, folder, work);

it('a backup names the modules that it contains, with the last migration of each', async () => {
  const { manifest } = await verify(file);
  expect(manifest.modules).toEqual({ sys: expect.stringMatching(/^\d{4}-/), acme: 'acme/0001-agreements' });
});

it('a restore or a move without one of the modules is refused, names it and changes nothing', async () => {
  await withEmpty(async (database, dataDir) => {
    const storage = await folderStorage(join(dataDir, 'files'));
    const sentence = 'What is to be put there holds the module acme up to acme/0001-agreements, and there is no such module here';
    await expect(restore({ database, storage, modules: own }, file)).rejects.toThrow(sentence);
    await expect(move(app.database, database, own)).rejects.toThrow(sentence);
    const { rows } = await database.pool.query(`SELECT FROM pg_class WHERE relnamespace = ${firstSchema}`);
    expect(rows).toEqual([]);
  });
});

it('a restore where all of the modules exist brings back everything', async () => {
  await withEmpty(async (database, dataDir) => {
    await restore({ database, storage: await folderStorage(join(dataDir, 'files')), modules: [...own, server] }, file);
    expect((await database.pool.query('SELECT agreement_name FROM acme_agreement')).rows).toEqual([{ agreement_name: '甲' }]);
    const { rows } = await database.pool.query("SELECT acme_badge FROM sys_user WHERE user_account = 'badged'");
    expect(rows).toEqual([{ acme_badge: 'A-7' }]);
  });
});
