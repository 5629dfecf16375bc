import { makeOffice } from '@back-office/contract/office/make-office.ts';
import type { Feature } from '@back-office/contract/office/feature.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { prepareDatabase } from '@back-office/server/office/prepare-database.ts';
import type { ServerModule } from '@back-office/server/office/server-module.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { migrationsOf, moduleOf, tableOf } from '@back-office/server/testing/trial-module.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { openTestDatabase, type TestDatabase } from '../testing/server/test-database.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { office } from '../office.ts';
import { modules as own } from './modules.ts';

/* A company deletes one feature of its module, and its table stays. */
const names = ['truck', 'boat'] as const;
const featureOf = (name: (typeof names)[number], order: number): Feature => ({
  name: `${name}s`,
  resources: [
    defineResource({
      name: `acme/${name}`,
      title: name,
      table: `acme_${name}`,
      label: 'craftName',
      fields: { craftName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain' } },
      list: ['craftName'],
      form: ['craftName'],
      sort: 'craftName:asc',
    }),
  ],
  menu: [
    { resource: `acme/${name}`, group: '/acme', order, title: name, icon: 'file' },
    { page: `acme/${name}-map`, group: '/acme', order: order + 5, title: name, icon: 'file' },
  ],
});
const table = (name: string) => tableOf(`acme_${name}`, 'craft_name text NOT NULL, label_pinyin text');
const migrations = migrationsOf({ '0001-crafts': names.map(table).join('\n') });

let database: TestDatabase;
let app: TestApp;
let admin: string;
async function open(...left: readonly (typeof names)[number][]): Promise<void> {
  const server: ServerModule = { name: 'acme', migrations, features: left.map((name) => ({ name: `${name}s` })) };
  const parts = { office: makeOffice([...office.modules, moduleOf(...left.map(featureOf))]), modules: [...own, server] };
  await prepareDatabase(database, { log: silentLog, ...parts });
  app = await openTestApp({ database, ...parts });
  admin = await app.admin();
}

let ids: Record<'entry' | 'done' | 'queued', string>;
beforeAll(async () => {
  database = await openTestDatabase();
  await open(...names);
  const { data: truck } = await app.call(admin, 'POST', 'acme/truck/save', { craftName: '解放' });
  const { data: done } = await app.call(admin, 'POST', 'acme/truck/export');
  await app.server.jobs.runDue();
  await app.call(admin, 'DELETE', `acme/truck/delete/${truck.id}`);
  const { data: queued } = await app.call(admin, 'POST', 'acme/truck/export');
  await app.server.close();
  await open('boat');
  const { data: bin } = await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/recycle/select-page');
  ids = { entry: String(bin.items[0]?.id), done: done.id, queued: queued.id };
});
afterAll(() => app.drop());

describe('what a feature left that its module no longer has', () => {
  const gone = { code: 40400, message: '数据所属的功能已停用' };

  it('in the recycle bin and among finished exports is refused', async () => {
    expect(await app.call(admin, 'POST', `sys/recycle/restore/${ids.entry}`)).toMatchObject(gone);
    expect(await app.call(admin, 'GET', `sys/export/download/${ids.done}`)).toMatchObject(gone);
    expect((await app.call(admin, 'DELETE', `sys/recycle/delete/${ids.entry}`)).code).toBe(20000);
  });

  it('among exports that wait fails with the reason', async () => {
    await app.server.jobs.runDue();
    const { data } = await app.call<AnyRow[]>(admin, 'GET', 'sys/export/select-exports');
    expect(data.find(({ id }) => id === ids.queued)).toMatchObject({ state: 'failed', failReason: gone.message });
  });

  it('in the menu is not shown to anybody', async () => {
    const { data } = await app.call(admin, 'GET', 'sys/function/select-user-functions');
    expect(JSON.stringify(data)).toContain('acme/boat/list');
    expect(JSON.stringify(data)).toContain('acme/boat-map');
    expect(JSON.stringify(data)).not.toContain('truck');
  });
});
