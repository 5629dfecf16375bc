import { openSheetApp, orgRow, Sheet, userRow } from '@back-office/app/testing/server/sheet.ts';
import { describe, expect, it } from 'vitest';

const { app, admin } = await openSheetApp();

describe('the check of an import', () => {
  it('refuses what the table could not read as its field’s kind, and rows that lack a value', async () => {
    const role = { roleName: '一', roleCode: 'one', roleSort: 1 };
    const roles = await Sheet.of(app, admin, 'sys/role', [
      { ...role, roleSort: '十二' },
      { ...role, roleSort: 1.5, roleCode: 'two' },
      { ...role, roleSort: -1, roleCode: 'three' },
      { roleCode: 'four' },
      { ...role, dataScope: '火星', roleCode: 'five' },
    ]);
    expect(await roles.check()).toEqual([
      '0 roleSort 排序应为数字',
      '1 roleSort 排序应为整数',
      expect.stringMatching(/^2 roleSort 排序不能小于/),
      '3 roleName 角色名称不能为空',
      '4 dataScope 数据范围不在可选范围内：火星',
    ]);
    const words = await Sheet.of(app, admin, 'sys/dict', [{ dictLabel: '词', dictValue: 'a', dictColor: '红' }]);
    expect(await words.check()).toContainEqual(expect.stringMatching(/^0 dictColor .*应为颜色/));
  });

  it('refuses a cell in which a formula failed, whatever its field', async () => {
    const sheet = await Sheet.of(app, admin, 'sys/user', [
      userRow({ userName: '#N/A', sysOrgId: '#REF!', userRemark: '#NAME?' }),
      userRow({ userName: '#DIV/0!', userRemark: '见 #N/A' }),
      userRow({ userName: '#1', userRemark: 'N/A' }),
    ]);
    expect(await sheet.check()).toEqual([
      '0 userName 公式出错：#N/A',
      '0 sysOrgId 公式出错：#REF!',
      '0 userRemark 公式出错：#NAME?',
      '1 userName 公式出错：#DIV/0!',
    ]);
    expect((await sheet.save('?goodOnly=true')).data).toMatchObject({ saved: 1, skipped: 2 });
    const orgs = await Sheet.of(app, admin, 'sys/org', [orgRow({ orgSort: '#NUM!' })]);
    expect(await orgs.check()).toEqual(['0 orgSort 公式出错：#NUM!']);
  });

  it('reads names whose part by which they are looked up would end in half a character', async () => {
    const long = `${'a'.repeat(199)}😀`;
    const words = await Sheet.of(app, admin, 'sys/dict', [{ dictLabel: long, dictValue: 'half', parentId: long }]);
    expect(await words.check()).toEqual([
      expect.stringMatching('^0 parentId 上级字典不存在：aaa'),
      expect.stringMatching('^0 dictLabel 字典名称不能超过'),
    ]);
    const people = await Sheet.of(app, admin, 'sys/user', [userRow({ sysOrgId: long })]);
    expect(await people.check()).toEqual([expect.stringMatching('^0 sysOrgId 机构不存在：aaa')]);
  });
});
