import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSheetApp, orgRow, Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';

const { app, admin, rowsOf, saved } = await openSheetApp();

describe('a path 上级/名称 in an import', () => {
  it('names rows of the file, of which several have the same name', async () => {
    const sheet = await Sheet.of(app, admin, 'sys/dept', [
      { deptName: '研发一部' },
      { deptName: '研发二部' },
      { deptName: '测试组', parentId: '研发一部' },
      { deptName: '测试组', parentId: '研发二部' },
      { deptName: '自动化', parentId: '研发二部/测试组' },
      { deptName: '手动', parentId: ' 研发一部/测试组' },
      { deptName: '夜班', parentId: '测试组/自动化' },
      { deptName: '早班', parentId: '研发二部/测试组/自动化' },
    ]);
    expect(await sheet.check()).toEqual([]);
    expect((await sheet.save()).data).toMatchObject({ saved: 8, skipped: 0 });
    const only = async (name: string) => (await rowsOf('sys/dept', 'deptName', name))[0];
    const [automatic, manual, night, morning] = [await only('自动化'), await only('手动'), await only('夜班'), await only('早班')];
    const groups = await rowsOf('sys/dept', 'deptName', '测试组');
    const groupOf = (row: typeof manual) => groups.find(({ id }) => id === row?.['parentId'])?.['parentIdLabel'];
    expect([groupOf(automatic), groupOf(manual)]).toEqual(['研发二部', '研发一部']);
    expect([night?.['parentId'], morning?.['parentId']]).toEqual([automatic?.id, automatic?.id]);
  });

  it('names a record whose own name, or whose parent’s, has slashes', async () => {
    const top = await saved('sys/org', orgRow({ orgName: `总部${randomUUID()}` }));
    const south = await saved('sys/org', orgRow({ orgName: '华东/华南', parentId: top.id }));
    const coast = await saved('sys/org', orgRow({ orgName: '沿海/内陆/海岛', parentId: south.id }));
    const paths = [`${String(top['orgName'])}/华东/华南`, '华东/华南/沿海/内陆/海岛'];
    for (const [at, parentId] of paths.entries()) {
      const row = orgRow({ parentId });
      const sheet = await Sheet.of(app, admin, 'sys/org', [row]);
      expect(await sheet.check()).toEqual([]);
      await sheet.save();
      expect(await rowsOf('sys/org', 'orgName', String(row['orgName']))).toMatchObject([{ parentId: [south, coast][at]?.id }]);
    }
    const wrong = await Sheet.of(app, admin, 'sys/org', [orgRow({ parentId: '总部/华南' })]);
    expect(await wrong.check()).toEqual(['0 parentId 上级机构不存在：总部/华南']);
  });

  it('is looked up in a few parts, however many slashes a cell has', async () => {
    const sheet = await Sheet.of(app, admin, 'sys/org', [orgRow({ parentId: 'a/'.repeat(19_000) })]);
    expect(await sheet.check()).toEqual([expect.stringMatching(/^0 parentId 上级机构不存在：a\/a\//)]);
  });
});

describe('a name that several records have', () => {
  it('asks only for what tells them apart', async () => {
    const [one, other] = [await saved('sys/org', orgRow({ orgName: '同名公司' })), await saved('sys/org', orgRow({ orgName: '同名公司' }))];
    await saved('sys/dept', { deptName: '同名部', sysOrgId: one.id });
    await saved('sys/dept', { deptName: '同名部', sysOrgId: one.id });
    await saved('sys/dept', { deptName: '同名部', sysOrgId: other.id });
    const sheet = await Sheet.of(app, admin, 'sys/user', [
      userRow({ sysOrgId: '同名公司' }),
      userRow({ sysDeptId: '同名部' }),
      userRow({ sysDeptId: '同名部', sysOrgId: one.id }),
    ]);
    expect(await sheet.check()).toEqual([
      '0 sysOrgId 机构“同名公司”有多个，请填写编码或“上级/名称”',
      '1 sysDeptId 部门“同名部”有多个，请填写机构或“上级/名称”',
      '2 sysDeptId 部门“同名部”有多个，请填写“上级/名称”',
    ]);
  });
});
