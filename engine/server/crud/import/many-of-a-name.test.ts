import type { ImportCheck } from '@back-office/contract/calls/import.ts';
import { describe, expect, it } from 'vitest';
import { openSheetApp, orgRow, Sheet } from '@back-office/app/testing/server/sheet.ts';

const { app, admin } = await openSheetApp();

/** Adds organisations of that name. */
const addOrgs = (name: string, count: number) =>
  app.database.pool.query(
    `INSERT INTO sys_org (id, org_name, org_code, org_status) SELECT gen_random_uuid(), $1, $1 || n, '正常' FROM generate_series(1, $2::int) n`,
    [name, count],
  );

describe('an import, where more records than are read at once have a name of the file,', () => {
  it('finds the records of all other names, and takes none of several', async () => {
    await addOrgs('两处', 1);
    await addOrgs('到处', 50_001);
    await addOrgs('一处', 1);
    await app.database.pool.query("UPDATE sys_org SET org_code = '第二' WHERE org_code = '两处1'");
    await addOrgs('两处', 1);
    const rows = ['两处', '到处', '一处', '到处7', '别处'].map((parentId) => orgRow({ parentId }));
    const sheet = await Sheet.of(app, admin, 'sys/org', rows);
    const { data } = await app.call<ImportCheck>(admin, 'POST', `sys/org/check-import/${sheet.id}`);
    expect(data.issues.map(({ row, message }) => [row, message])).toEqual([
      [0, '上级机构“两处”有多个，请填写编码或“上级/名称”'],
      [1, '上级机构“到处”有多个，请填写编码或“上级/名称”'],
      [4, '上级机构不存在：别处'],
    ]);
  });
});
