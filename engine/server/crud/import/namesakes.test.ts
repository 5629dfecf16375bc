import type { ImportCheck } from '@back-office/contract/calls/import.ts';
import { openSheetApp, Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';
import { describe, expect, it } from 'vitest';

const { app, admin } = await openSheetApp();

describe('an import whose rows each name one of thousands of departments of the same name', () => {
  it('finds that of the row’s organisation, and reports a row that names none', async () => {
    await app.database.pool.query(`
      WITH orgs AS (INSERT INTO sys_org (id, org_name, org_code, org_status)
        SELECT gen_random_uuid(), '分公司' || n, 'branch-' || n, '正常' FROM generate_series(1, 5000) n RETURNING id)
      INSERT INTO sys_dept (id, dept_name, dept_status, sys_org_id) SELECT gen_random_uuid(), '财务部', '正常', id FROM orgs`);
    const rows = Array.from({ length: 2000 }, (_, at) => userRow({ sysOrgId: `branch-${at + 1}`, sysDeptId: '财务部' }));
    const sheet = await Sheet.of(app, admin, 'sys/user', [...rows.slice(0, 1999), userRow({ sysDeptId: '财务部' })]);
    const { data } = await app.call<ImportCheck>(admin, 'POST', `sys/user/check-import/${sheet.id}`);
    expect(data).toMatchObject({ checked: 2000, issues: [{ row: 1999, message: '部门“财务部”有多个，请填写机构或“上级/名称”' }] });
    expect((await sheet.save('?goodOnly=true')).data).toMatchObject({ saved: 1999, skipped: 1 });
    const { rows: wrong } = await app.database.pool.query(
      `SELECT 1 FROM sys_user u JOIN sys_dept d ON d.id = u.sys_dept_id WHERE d.dept_name = '财务部' AND u.sys_org_id IS DISTINCT FROM d.sys_org_id`,
    );
    expect(wrong).toEqual([]);
  });
});
