import { randomUUID } from 'node:crypto';
import { templateName } from '@back-office/contract/calls/import.ts';
import { office } from '@back-office/app/office.ts';
import { describe, expect, it } from 'vitest';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { type Issues, openSheetApp, orgRow, Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';

const { resourceOf } = office;

const { app, admin, rowsOf, saved } = await openSheetApp();

describe('the check of an import', () => {
  it('finds records by name, code or label, both stored ones and those of rows further down', async () => {
    const top = await saved('sys/org', orgRow());
    const rows = [
      orgRow({ parentId: '分公司甲', orgType: '公司' }),
      orgRow({ orgName: '分公司甲', parentId: top['orgCode'] }),
      orgRow({ parentId: `${String(top['orgCode'])}/分公司甲`, orgName: '甲部' }),
    ];
    const sheet = await Sheet.of(app, admin, 'sys/org', rows);
    const words = await app.call<{ items: AnyRow[] }>(admin, 'GET', 'sys/dict/select-page?eq=dictValue:org_type');
    expect(words.data.items).toHaveLength(1);
    const issues = await sheet.check();
    expect(issues.filter((issue) => !issue.includes('orgType'))).toEqual([]);
    await sheet.add([{ row: 0, values: { ...rows[0], orgType: null } }]);
    expect(await sheet.check()).toEqual([]);
    expect((await sheet.save()).data).toMatchObject({ saved: 3, skipped: 0 });
    const [branch] = await rowsOf('sys/org', 'orgName', '分公司甲');
    expect(branch).toMatchObject({ parentId: top.id });
    expect(await rowsOf('sys/org', 'orgName', '甲部')).toEqual([expect.objectContaining({ parentId: branch?.id })]);
  });

  it('tells departments of the same name apart by the organisation in the row', async () => {
    const [one, other] = [await saved('sys/org', orgRow()), await saved('sys/org', orgRow())];
    const finance = await saved('sys/dept', { deptName: '财务部', sysOrgId: one.id });
    await saved('sys/dept', { deptName: '财务部', sysOrgId: other.id });
    const rows = [
      userRow({ sysOrgId: one['orgName'], sysDeptId: '财务部' }),
      userRow({ sysDeptId: '财务部' }),
      userRow({ sysOrgId: '火星分部' }),
    ];
    const sheet = await Sheet.of(app, admin, 'sys/user', rows);
    expect(await sheet.check()).toEqual(['1 sysDeptId 部门“财务部”有多个，请填写机构或“上级/名称”', '2 sysOrgId 机构不存在：火星分部']);
    await sheet.add([
      { row: 1, values: null },
      { row: 2, values: null },
    ]);
    expect((await sheet.save()).code).toBe(20000);
    expect(await rowsOf('sys/user', 'userAccount', String(rows[0]?.['userAccount']))).toEqual([
      expect.objectContaining({ sysDeptId: finance.id, sysOrgId: one.id }),
    ]);
  });

  it('finds no department of another organisation than the row’s', async () => {
    const [one, other] = [await saved('sys/org', orgRow()), await saved('sys/org', orgRow())];
    await saved('sys/dept', { deptName: '资产部', sysOrgId: one.id });
    const rows = ['资产部', '没有的部'].map((sysDeptId) => userRow({ sysOrgId: other['orgName'], sysDeptId }));
    const sheet = await Sheet.of(app, admin, 'sys/user', [
      ...rows,
      userRow({ sysOrgId: one['orgCode'], sysDeptId: '资产部' }),
      userRow({ sysOrgId: null, sysDeptId: '资产部' }),
    ]);
    expect(await sheet.check()).toEqual(['0 sysDeptId 部门不属于所填的机构', '1 sysDeptId 部门不存在：没有的部']);
  });

  it('places a row below the stored namesake of its own organisation rather than a row of another one', async () => {
    const [one, other] = [await saved('sys/org', orgRow()), await saved('sys/org', orgRow())];
    const finance = await saved('sys/dept', { deptName: '财务处', sysOrgId: one.id });
    const sheet = await Sheet.of(app, admin, 'sys/dept', [
      { deptName: '财务处', sysOrgId: other['orgName'] },
      { deptName: '出纳科', sysOrgId: one['orgCode'], parentId: '财务处' },
      { deptName: '审核科', sysOrgId: other['orgCode'], parentId: '财务处' },
    ]);
    expect(await sheet.check()).toEqual([]);
    expect((await sheet.save()).data).toMatchObject({ saved: 3 });
    expect(await rowsOf('sys/dept', 'deptName', '出纳科')).toMatchObject([{ parentId: finance.id, sysOrgId: one.id }]);
    expect(await rowsOf('sys/dept', 'deptName', '审核科')).toMatchObject([{ parentIdLabel: '财务处', sysOrgId: other.id }]);
    const [audit] = await rowsOf('sys/dept', 'deptName', '审核科');
    expect(audit?.['parentId']).not.toBe(finance.id);
    const alone = await Sheet.of(app, admin, 'sys/dept', [
      { deptName: '法务处', sysOrgId: other['orgName'] },
      { deptName: '合同科', sysOrgId: one['orgName'], parentId: '法务处' },
    ]);
    expect(await alone.check()).toEqual(['1 parentId 上级部门不属于所填的所属机构']);
  });

  it('finds duplicates in the file, across spans, and in the table, and accepts dictionary labels', async () => {
    const taken = await saved('sys/user', userRow());
    const twin = userRow({ userGender: '男' });
    const rows = [
      twin,
      userRow({ userAccount: taken['userAccount'] }),
      userRow({ userPhone: 'x' }),
      userRow({ userName: ' ' }),
      { ...twin, userAccount: String(twin['userAccount']).toUpperCase() },
    ];
    const sheet = await Sheet.of(app, admin, 'sys/user', rows);
    expect(await sheet.check('?from=0&to=1')).toEqual(['1 userAccount 账号已存在']);
    expect(await sheet.check('?from=2&to=4')).toEqual([
      expect.stringContaining('2 userPhone 手机号格式不正确'),
      '3 userName 姓名不能为空',
      '4 userAccount 账号已存在（与文件中的其他行重复）',
    ]);
    const before = await app.digest();
    const { code, data } = await sheet.save();
    expect([code, data.fields.map(({ row }) => row)]).toEqual([40000, [1, 2, 3, 4]]);
    expect(await app.digest()).toBe(before);
  });

  it('reports records outside the data scope, and rights that the person lacks', async () => {
    const [home, foreign] = [await saved('sys/org', orgRow()), await saved('sys/org', orgRow())];
    const clerk = await app.userWith(
      { 'sys/user': ['import'], 'sys/role': ['import'], 'sys/org': ['import'] },
      { dataScope: '本机构及下级' },
    );
    await app.database.pool.query('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [home.id, clerk.userId]);
    const people = await Sheet.of(app, clerk.token, 'sys/user', [
      userRow({ sysOrgId: home['orgName'] }),
      userRow(),
      userRow({ sysOrgId: foreign.id }),
    ]);
    expect(await people.check()).toEqual(['1 sysOrgId 不在您的数据范围内', '2 sysOrgId 机构不存在']);
    const orgs = await Sheet.of(app, clerk.token, 'sys/org', [orgRow({ parentId: home['orgCode'] }), orgRow()]);
    expect(await orgs.check()).toEqual(['1 parentId 不在您的数据范围内']);
    const roles = await Sheet.of(app, clerk.token, 'sys/role', [
      { roleName: '一', roleCode: 'one', dataScope: '本机构' },
      { roleName: '二', roleCode: 'two', dataScope: '全部' },
      { roleName: '三', roleCode: 'Admin' },
    ]);
    expect(await roles.check()).toEqual(['1 dataScope 不能授予超出自己的数据范围', '2 roleCode 角色编码已存在']);
    const dry = await app.call<Issues>(clerk.token, 'POST', 'sys/role/save-batch?dryRun=true', [
      { roleName: '二', roleCode: 'two', dataScope: '全部' },
    ]);
    expect([dry.code, dry.data.fields]).toEqual([40000, [expect.objectContaining({ row: 0, field: 'dataScope' })]]);
  });
});

describe('a name in an import', () => {
  it('matches neither a disabled record nor one that the importing person cannot see', async () => {
    const [home, foreign] = [await saved('sys/org', orgRow()), await saved('sys/org', orgRow())];
    const closed = await saved('sys/org', orgRow({ orgStatus: '停用', parentId: home.id }));
    const clerk = await app.userWith({ 'sys/user': ['import'] }, { dataScope: '本机构及下级' });
    await app.database.pool.query('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [home.id, clerk.userId]);
    const sheet = await Sheet.of(
      app,
      clerk.token,
      'sys/user',
      [home, closed, foreign].map(({ orgName }) => userRow({ sysOrgId: orgName })),
    );
    expect(await sheet.check()).toEqual(
      [1, 2].map((row) => `${row} sysOrgId 机构不存在：${String([home, closed, foreign][row]?.['orgName'])}`),
    );
  });

  it('of the row itself does not match as its parent', async () => {
    const sheet = await Sheet.of(app, admin, 'sys/org', [orgRow({ orgName: '自己', parentId: '自己' })]);
    expect(await sheet.check()).toEqual(['0 parentId 上级机构不存在：自己']);
  });
});

describe('client data', () => {
  it('is refused if it is not a valid import', async () => {
    const post = (path: string, body: unknown) => app.call<Issues>(admin, 'POST', `sys/user/${path}`, body);
    expect((await post('open-import', { type: '机构导入模板', fileName: 'a.xlsx' })).message).toBe('无效模版！');
    expect((await post('open-import', { type: templateName(resourceOf('sys/user')) })).code).toBe(40000);
    const sheet = await Sheet.of(app, admin, 'sys/user', [userRow()]);
    const before = await app.digest();
    for (const rows of [
      [{ row: 0, values: userRow({ userPassword: 'Plain-Horse-7193' }) }],
      [{ row: 0, values: userRow({ sysRoleIds: [randomUUID()] }) }],
      [{ row: 0, values: userRow({ hobby: 1 }) }],
      [{ row: 0, values: userRow({ userName: { a: 1 } }) }],
      [{ row: 0, values: userRow({ userName: 'x'.repeat(40_001) }) }],
      [{ row: 0, values: userRow({ userName: Array(501).fill('x') }) }],
      [{ row: 0, values: userRow({ userName: ['x'.repeat(201)] }) }],
      [{ row: 0, values: userRow({ userName: [1] }) }],
      [{ row: -1, values: userRow() }],
      [{ row: 1.5, values: userRow() }],
      [{ row: 1 }],
      [{ row: 1, values: [] }],
      [
        { row: 1, values: userRow() },
        { row: 1, values: userRow() },
      ],
      Array.from({ length: 2001 }, (_, row) => ({ row, values: {} })),
      [],
    ]) {
      expect((await sheet.add(rows)).code, JSON.stringify(rows).slice(0, 80)).toBe(40000);
    }
    for (const query of ['?from=-1', '?from=x', '?from=5&to=4', '?to=2000', '?to=99999999'])
      expect((await sheet.post(`check-import/${sheet.id}${query}`)).code, query).toBe(40000);
    expect(await app.digest()).toBe(before);
  });

  it('is refused beyond the 100,000 rows of one import', async () => {
    const sheet = await Sheet.of(app, admin, 'sys/user', [userRow()]);
    await app.database.pool.query(
      `INSERT INTO sys_import_row (import_id, row_no, record_id, row_values, unique_keys, names)
       SELECT $1, n, gen_random_uuid(), '{}', '{}', '{}' FROM generate_series(1, 99999) n`,
      [sheet.id],
    );
    expect((await sheet.add([{ row: 0, values: userRow() }])).code).toBe(20000);
    const { message } = await sheet.add([{ row: 100_000, values: userRow() }]);
    expect(message).toBe('一次最多导入 100,000 行');
    const { rows } = await app.database.pool.query('SELECT count(*)::int AS count FROM sys_import_row WHERE import_id = $1', [sheet.id]);
    expect(rows).toEqual([{ count: 100_000 }]);
  });

  it('is an issue at its row and column if it is not a valid value', async () => {
    const texts = ['\u0000', '\ud800', '=1+1', "' OR 1=1 --", '<img onerror>', 'x'.repeat(40_000), '__proto__'];
    const sheet = await Sheet.of(app, admin, 'sys/user', [
      ...texts.map((userName) => userRow({ userName })),
      userRow({ userName: 12 }),
      userRow({ sysOrgId: "a'b\u0000" }),
    ]);
    expect((await sheet.check()).map((issue) => issue.split(' ').slice(0, 2).join(' '))).toEqual([
      '0 userName',
      '1 userName',
      '5 userName',
      '7 userName',
      '8 sysOrgId',
    ]);
  });

  it('for save-batch may name its own template, and no other', async () => {
    const { code } = await app.call(admin, 'POST', 'sys/user/save-batch', [userRow({ type: templateName(resourceOf('sys/user')) })]);
    expect(code).toBe(20000);
    const wrong = await app.call<Issues>(admin, 'POST', 'sys/user/save-batch', [userRow(), userRow({ type: '角色导入模板' })]);
    expect([wrong.code, wrong.data.fields]).toEqual([40000, [{ row: 1, field: 'type', message: '无效模版！' }]]);
  });
});
