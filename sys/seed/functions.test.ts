import { afterAll, beforeAll, expect, it } from 'vitest';
import { office } from '@back-office/app/office.ts';
import { modules } from '@back-office/app/server/modules.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { prepareDatabase } from '@back-office/server/office/prepare-database.ts';
import { seedModules } from '@back-office/server/office/seed-modules.ts';
import { silentLog } from '@back-office/server/testing/silent-log.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { migrationsOf, tableOf } from '@back-office/server/testing/trial-module.ts';

/* What a release of a company offers beyond the one before it can be granted. */
let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const table = tableOf('acme_tool', 'tool_name text NOT NULL, label_pinyin text');
const server = { name: 'acme', migrations: migrationsOf({ '0001-tools': table }), features: [{ name: 'tools' }] };

/** A start of a release that offers these operations and these permissions of its own. */
async function start(operations: ('create' | 'select' | 'select-page' | 'save' | 'delete')[], permissions: Record<string, string>) {
  const tool = defineResource({
    name: 'acme/tool',
    title: '工具',
    table: 'acme_tool',
    label: 'toolName',
    fields: { toolName: { kind: 'text', label: '名称', required: true, max: 50, log: 'plain' } },
    list: ['toolName'],
    form: ['toolName'],
    sort: 'createTime:desc',
    operations,
  });
  const menu = [{ resource: tool.name, group: '/acme', order: 10, title: '工具', icon: 'file' as const, permissions }];
  const module = {
    name: 'acme',
    features: [{ name: 'tools', resources: [tool], menu }],
    menu: [{ path: '/acme', title: '工具', icon: 'file' as const }],
  };
  const parts = { office: makeOffice([...office.modules, module]), modules: [...modules, server] };
  await prepareDatabase(database, { log: silentLog, ...parts });
  await seedModules(database, parts);
  const { rows } = await database.pool.query<{ words: string }>(
    "SELECT function_permission AS words FROM sys_function WHERE root_path = '/acme/tool/list'",
  );
  return rows.map(({ words }) => words);
}

it('a permission declared later is added to its function, and one removed by hand stays removed', async () => {
  expect(await start(['create', 'select', 'select-page', 'save'], {})).toEqual(['read,add,edit']);
  await database.pool.query("UPDATE sys_function SET function_permission = 'read,edit' WHERE root_path = '/acme/tool/list'");
  expect(await start(['create', 'select', 'select-page', 'save'], {})).toEqual(['read,edit']);
  expect(await start(['create', 'select', 'select-page', 'save', 'delete'], { lend: '外借' })).toEqual(['read,edit,delete,lend']);
  await database.pool.query("UPDATE sys_function SET function_permission = 'read,lend' WHERE root_path = '/acme/tool/list'");
  expect(await start(['create', 'select', 'select-page', 'save', 'delete'], { lend: '外借' })).toEqual(['read,lend']);
});
