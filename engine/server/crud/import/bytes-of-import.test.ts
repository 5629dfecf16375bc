import { type ImportCheck, importLimits, templateName } from '@back-office/contract/calls/import.ts';
import { office } from '@back-office/app/office.ts';
import { openSheetApp, orgRow, Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';
import { describe, expect, it } from 'vitest';
import { readParts } from './import-store.ts';

const { app, admin } = await openSheetApp();
const { pool } = app.database;

const longTexts = ['userName', 'userPhone', 'sysOrgId', 'sysDeptId', 'userGender'];
/** A row whose cells have 200,000 characters together. */
const longRow = () => userRow(Object.fromEntries(longTexts.map((field) => [field, 'x'.repeat(40_000)])));
/** 38 rows from this number on: as many as one call may hold. */
const portion = (from: number) => Array.from({ length: 38 }, (_, at) => ({ row: from + at, values: longRow() }));

describe('an import whose cells hold much', () => {
  it('is refused as soon as it has more bytes than one import may have, and keeps what it had', { timeout: 120_000 }, async () => {
    const sheet = await Sheet.of(app, admin, 'sys/user', [userRow()]);
    const portions = Math.floor(importLimits.bytes / (38 * 200_000)) + 1;
    const answers: [number, string][] = [];
    for (let at = 0; at < portions; at += 1) {
      const { code, message } = await sheet.add(portion(1 + at * 38));
      answers.push([code, message]);
    }
    const refusal = [40000, '一次最多导入 128 MB 的内容，请分成几个文件'];
    expect(answers.map(([code]) => code)).toEqual([...Array<number>(portions - 1).fill(20000), refusal[0]]);
    expect(answers.at(-1)).toEqual(refusal);
    const { rows } = await pool.query('SELECT count(*)::int AS count FROM sys_import_row WHERE import_id = $1', [sheet.id]);
    expect(rows).toEqual([{ count: 1 + (portions - 1) * 38 }]);
    expect((await sheet.add([{ row: 0, values: userRow() }])).code).toBe(20000);
  });

  it('is checked a few megabytes at a time, and every row is told its issues', async () => {
    const sheet = await Sheet.of(app, admin, 'sys/user', [userRow({ userAccount: 'twin' })]);
    for (const from of [1, 39, 77]) await sheet.add(portion(from));
    await sheet.add([{ row: 500, values: userRow({ userAccount: 'Twin' }) }]);
    const held: number[] = [];
    const span = { from: 0, to: importLimits.partRows - 1 };
    for await (const part of readParts(app.database.db, sheet.id, span)) held.push(JSON.stringify(part).length);
    expect(held.length).toBeGreaterThan(2);
    expect(Math.max(...held)).toBeLessThanOrEqual(importLimits.heldBytes);
    const { data } = await app.call<ImportCheck>(admin, 'POST', `sys/user/check-import/${sheet.id}`);
    expect(data.checked).toBe(116);
    const tooLong = data.issues.filter(({ field, message }) => field === 'userName' && message.startsWith('姓名不能超过'));
    expect(tooLong.map(({ row }) => row)).toEqual(Array.from({ length: 114 }, (_, at) => at + 1));
    expect(data.issues.filter(({ field }) => field === 'userAccount')).toEqual([
      { row: 500, field: 'userAccount', message: '账号已存在（与本次提交的其他行重复）' },
    ]);
  });
});

describe('the unsaved imports of a person', () => {
  it('are five at most even if many are begun at once', async () => {
    const { token, userId } = await app.userWith({ 'sys/org': ['import'] });
    const body = { type: templateName(office.resourceOf('sys/org')), fileName: '一月.xlsx' };
    await Promise.all(Array.from({ length: 12 }, () => app.call(token, 'POST', 'sys/org/open-import', body)));
    const { rows } = await pool.query('SELECT count(*)::int AS count FROM sys_import WHERE create_user = $1', [userId]);
    expect(rows).toEqual([{ count: 5 }]);
    const sheet = await Sheet.of(app, token, 'sys/org', [orgRow()]);
    expect(await sheet.check()).toEqual([]);
  });
});
