import { modules as own } from '@back-office/app/server/modules.ts';
import { office } from '@back-office/app/office.ts';
import { openTestApp } from '@back-office/app/testing/server/test-app.ts';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { makeOffice } from '@back-office/contract/office/make-office.ts';
import { defineResource } from '@back-office/contract/resource/define-resource.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { silentLog } from '../testing/silent-log.ts';
import { untilWaiting } from '../testing/until-waiting.ts';
import { migrationsOf, tableOf } from '../testing/trial-module.ts';
import { prepareDatabase } from './prepare-database.ts';

const migrations = migrationsOf({
  '0001-towns': tableOf('acme_town', 'town_name text, town_nick text, label_pinyin text'),
});

/** The embedded database has one connection: nothing runs concurrently. */
const hasOneConnection = inject('testTemplate').kind === 'embedded';

/** The product with a resource of which this field is the label. */
const partsOf = (label: 'townName' | 'townNick') => {
  const town = defineResource({
    name: 'acme/town',
    title: '城镇',
    table: 'acme_town',
    label,
    fields: {
      townName: { kind: 'text', label: '名称', max: 50 },
      townNick: { kind: 'text', label: '别称', max: 50 },
    },
    list: ['townName', 'townNick'],
    form: ['townName', 'townNick'],
    sort: 'createTime:desc',
  });
  return {
    office: makeOffice([...office.modules, { name: 'acme', features: [{ name: 'towns', resources: [town] }] }]),
    modules: [...own, { name: 'acme', migrations, features: [{ name: 'towns' }] }],
  };
};

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const start = (label: 'townName' | 'townNick') => prepareDatabase(database, { log: silentLog, ...partsOf(label) });
async function pinyinOf(name: string): Promise<unknown> {
  const { rows } = await database.pool.query<{ pinyin: unknown }>('SELECT label_pinyin AS pinyin FROM acme_town WHERE town_name = $1', [
    name,
  ]);
  return rows[0]?.pinyin;
}

describe('the pinyin of a label', () => {
  it('is that of the label’s present value, and empty for an empty one', async () => {
    await start('townNick');
    const app = await openTestApp({ database, ...partsOf('townNick') });
    const admin = await app.admin();
    const save = async (values: object) => (await app.call<AnyRow>(admin, 'POST', 'acme/town/save', values)).data;
    const made = await save({ townName: '甲', townNick: '深圳' });
    expect(await pinyinOf('甲')).toBe('shenzhen sz');
    await save({ ...made, townNick: null });
    await save({ townName: '乙', townNick: null });
    await app.server.close();
    expect([await pinyinOf('甲'), await pinyinOf('乙')]).toEqual(['', '']);
  });

  it('is made at a start for the records without it, also those without a label', async () => {
    await database.pool.query(
      "INSERT INTO acme_town (id, town_name, town_nick) VALUES (gen_random_uuid(), '丙', NULL), (gen_random_uuid(), '丁', '上海')",
    );
    await start('townNick');
    expect([await pinyinOf('丙'), await pinyinOf('丁')]).toEqual(['', 'shanghai sh']);
  });

  it('is made anew at a start since which another field is the label, and only then', async () => {
    await database.pool.query("UPDATE acme_town SET label_pinyin = 'kept' WHERE town_name = '甲'");
    await start('townNick');
    expect(await pinyinOf('甲')).toBe('kept');
    await start('townName');
    expect([await pinyinOf('甲'), await pinyinOf('丁')]).toEqual(['jia j', 'ding d']);
  });

  it('is that of today’s label for a record that was deleted when another field was the label', async () => {
    await start('townNick');
    const before = await openTestApp({ database, ...partsOf('townNick') });
    const { data } = await before.call<AnyRow>(await before.admin(), 'POST', 'acme/town/save', { townName: '戊', townNick: '杭州' });
    await before.call(await before.admin(), 'DELETE', `acme/town/delete/${data.id}`);
    await before.server.close();
    await start('townName');
    const app = await openTestApp({ database, ...partsOf('townName') });
    const admin = await app.admin();
    const bin = await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/recycle/select-page');
    await app.call(admin, 'POST', `sys/recycle/restore/${bin.data.items[0]?.id}`);
    expect(await pinyinOf('戊')).toBe('wu w');
    await app.server.close();
  });

  it.skipIf(hasOneConnection)('is made in batches, so that a record of an earlier batch can be saved while a later one waits', async () => {
    await start('townName');
    await database.pool.query(
      `INSERT INTO acme_town (id, town_name) SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, '镇' || n FROM generate_series(1, 6000) n`,
    );
    const holder = await database.pool.connect();
    await holder.query('BEGIN');
    await holder.query("SELECT FROM acme_town WHERE town_name = '镇6000' FOR UPDATE");
    const starting = start('townName');
    await untilWaiting(database.pool);
    await database.pool.query("UPDATE acme_town SET town_nick = '改' WHERE town_name = '镇1'");
    await holder.query("UPDATE acme_town SET town_name = '乡6000', label_pinyin = 'xiang6000 x6000' WHERE town_name = '镇6000'");
    await holder.query('COMMIT');
    holder.release();
    await starting;
    expect([await pinyinOf('镇1'), await pinyinOf('乡6000')]).toEqual(['zhen1 z1', 'xiang6000 x6000']);
  });

  it.skipIf(hasOneConnection)('is that of today’s label after two nodes started at once with another one', async () => {
    await start('townName');
    await database.pool.query("UPDATE acme_town SET town_nick = '港' || right(town_name, 3) WHERE town_name LIKE '镇%'");
    await Promise.all([start('townNick'), start('townNick')]);
    const { rows } = await database.pool.query(
      "SELECT count(*)::int FROM acme_town WHERE town_nick LIKE '港%' AND label_pinyin NOT LIKE 'gang%'",
    );
    expect([await pinyinOf('镇2345'), rows]).toEqual(['gang345 g345', [{ count: 0 }]]);
  });
});
