import { randomUUID } from 'node:crypto';
import { openSheetApp, orgRow, Sheet } from '@back-office/app/testing/server/sheet.ts';
import { describe, expect, it } from 'vitest';

const { app, admin, rowsOf } = await openSheetApp();

let state = 1;
/** Chinese characters in no order, which the database cannot compress. */
const varied = (length: number): string =>
  Array.from({ length }, () => String.fromCharCode(0x4e00 + ((state = (state * 48_271) % 2_147_483_647) % 20_000))).join('');

const word = (dictValue: string, more = {}) => ({ dictLabel: '词', dictValue, dictValueType: 'String', ...more });
const save = (values: object, resource = 'sys/dict') => app.call(admin, 'POST', `${resource}/save`, values);
const [types] = await rowsOf('sys/dict', 'dictValue', 'org_type');

describe('a dictionary value', () => {
  it('of as many characters as are allowed is stored, whatever they are', async () => {
    const value = varied(800);
    expect(await save(word(value))).toMatchObject({ code: 20000, data: { dictValue: value } });
    expect(await save(word(value))).toMatchObject({ code: 40900, message: '字典值已存在' });
  });

  it('of more is refused with its field, and of several with its row', async () => {
    const message = '字典值不能超过 800 个字符';
    expect(await save(word(varied(801)))).toMatchObject({ code: 40000, data: { fields: [{ field: 'dictValue', message }] } });
    const rows = [word(varied(10)), word(varied(1000)), word(varied(10))];
    expect(await app.call(admin, 'POST', 'sys/dict/save-batch', rows)).toMatchObject({
      code: 40000,
      data: { fields: [{ row: 1, field: 'dictValue', message }] },
    });
    const sheet = await Sheet.of(app, admin, 'sys/dict', rows);
    expect(await sheet.check()).toEqual([`1 dictValue ${message}`]);
    expect((await sheet.save()).code).toBe(40000);
    expect((await sheet.save('?goodOnly=true')).data).toMatchObject({ saved: 2, skipped: 1 });
  });

  it('that is long can be chosen in fields', async () => {
    const orgType = varied(800);
    expect((await save(word(orgType, { parentId: types?.id, dictLabel: '长词' }))).code).toBe(20000);
    expect(await save(orgRow({ orgType }), 'sys/org')).toMatchObject({ code: 20000, data: { orgType } });
    const sheet = await Sheet.of(app, admin, 'sys/org', [orgRow({ orgType: '长词' }), orgRow({ orgType })]);
    expect(await sheet.check()).toEqual([]);
  });

  it('that was stored longer before is read, chosen and kept, but not written anew', async () => {
    const [id, before] = [randomUUID(), 'a b'.repeat(666)];
    await app.database.pool.query(
      `insert into sys_dict (id, parent_id, dict_label, dict_value, dict_value_type, dict_status) values ($1, $2, '旧', $3, 'String', '正常')`,
      [id, types?.id, before],
    );
    const stored = (await app.call(admin, 'GET', `sys/dict/select/${id}`)).data;
    expect(await save({ ...stored, dictLabel: '旧词' })).toMatchObject({ code: 20000, data: { dictLabel: '旧词', dictValue: before } });
    expect(await save({ id, version: 2, dictValue: `${before}.` })).toMatchObject({
      code: 40000,
      data: { fields: [{ field: 'dictValue' }] },
    });
    expect(await save(orgRow({ orgType: before }), 'sys/org')).toMatchObject({ code: 20000, data: { orgType: before } });
  });
});
