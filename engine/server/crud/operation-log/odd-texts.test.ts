import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import { openModuleApp } from '@back-office/app/testing/server/open-module-app.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrationsOf, tableOf } from '../../testing/trial-module.ts';

/* Characters of two code units, such as emoji, where the operation log and the recycle bin cut or mask a text: JSON with half of one is refused by the database. */
const thing = defineResource({
  name: 'acme/thing',
  title: '物品',
  table: 'acme_thing',
  label: 'thingName',
  operations: ['create', 'select', 'select-page', 'save', 'save-batch', 'delete'],
  fields: {
    thingName: { kind: 'text', label: '名称', required: true, max: 1000, log: 'plain' },
    thingNote: { kind: 'text', label: '备注', max: 50, log: 'mask' },
  },
  list: ['thingName'],
  form: ['thingName', 'thingNote'],
  import: ['thingName', 'thingNote'],
  sort: 'createTime:desc',
});

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openModuleApp(
    { name: 'acme', features: [{ name: 'things', resources: [thing], menu: [] }], menu: [] },
    {
      name: 'acme',
      migrations: migrationsOf({
        '0001-things': tableOf('acme_thing', 'thing_name text NOT NULL, thing_note text, label_pinyin text'),
      }),
      features: [{ name: 'things' }],
    },
  );
  admin = await app.admin();
});
afterAll(() => app.drop());

const loggedOf = async (id: string) => {
  const { rows } = await app.database.pool.query<{ target: string; changes: { field: string; after: unknown }[] }>(
    `SELECT opt_target AS target, opt_changes AS changes FROM sys_log_opt WHERE target_id = $1 ORDER BY opt_time, id`,
    [id],
  );
  return rows;
};

describe('an emoji', () => {
  it.each(['😀甲乙', '甲乙丙丁戊己庚😀乙丙丁', '😀', '😀😀', '甲乙😀', '甲乙丙丁戊😀乙丙'])(
    'in the masked text %s is saved, and of its value only whole characters are logged',
    async (thingNote) => {
      const { code, data } = await app.call<AnyRow>(admin, 'POST', 'acme/thing/save', { thingName: '甲', thingNote });
      expect(code).toBe(20000);
      const after = (await loggedOf(data.id))[0]?.changes.find(({ field }) => field === 'thingNote')?.after;
      expect(after).toMatch(/^.{0,3}\*{4}.{0,4}$/u);
    },
  );

  it('at the end of what the log and the recycle bin show of a long name is left out, and the records are saved, deleted and restored', async () => {
    const thingName = `${'长'.repeat(499)}😀后面`;
    const rows = [{ thingName }, { thingName: `${thingName}二` }];
    expect((await app.call(admin, 'POST', 'acme/thing/save-batch', rows)).code).toBe(20000);
    const { data } = await app.call<{ items: AnyRow[] }>(
      admin,
      'GET',
      `acme/thing/select-page?like=thingName:${encodeURIComponent('后面')}`,
    );
    const ids = data.items.map(({ id }) => id);
    expect(ids).toHaveLength(2);
    expect((await app.call(admin, 'DELETE', `acme/thing/delete-ids/${ids.join(',')}`)).code).toBe(20000);
    const shown = (await Promise.all(ids.map(loggedOf))).flat().map(({ target }) => target);
    expect(new Set(shown)).toEqual(new Set(['长'.repeat(499)]));
    const bin = await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/recycle/select-page?eq=recycleModule:物品');
    expect(bin.data.items.map(({ recycleName }) => recycleName)).toEqual(shown.slice(2));
    const kept = bin.data.items.map(({ id }) => id).join();
    expect((await app.call(admin, 'POST', `sys/recycle/restore/${kept}`)).code).toBe(20000);
  });
});
