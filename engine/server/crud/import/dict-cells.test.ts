import { openSheetApp, orgRow, Sheet } from '@back-office/app/testing/server/sheet.ts';
import { expect, it } from 'vitest';

const { app, admin, rowsOf, saved } = await openSheetApp();

it('an import takes a dictionary cell for the value or label of an entry that may be chosen, and the value first', async () => {
  const [root] = await rowsOf('sys/dict', 'dictValue', 'org_type');
  const word = (dictValue: string, dictLabel: string, dictStatus = '正常') =>
    saved('sys/dict', { parentId: root?.id, dictValue, dictLabel, dictStatus });
  await word('二级', '甲级');
  await word('甲级', '特级');
  await word('旧级', '丙级', '停用');
  await word('丙级', '三级');
  await word('废级', '丁级', '停用');
  const cells = ['甲级', '丙级', '特级', '丁级'];
  const sheet = await Sheet.of(
    app,
    admin,
    'sys/org',
    cells.map((orgType) => orgRow({ orgName: `词${orgType}`, orgType })),
  );
  expect(await sheet.check()).toEqual(['3 orgType 机构类型不在可选范围内：丁级']);
  expect((await sheet.save('?goodOnly=true')).data).toMatchObject({ saved: 3 });
  const stored = await rowsOf('sys/org', 'orgName', '词');
  expect(Object.fromEntries(stored.map(({ orgName, orgType }) => [orgName, orgType]))).toEqual({
    词丙级: '丙级',
    词特级: '甲级',
    词甲级: '甲级',
  });
});

it('an import refuses a label that several entries have, and takes the value of each', async () => {
  const [root] = await rowsOf('sys/dict', 'dictValue', 'org_type');
  const word = (dictValue: string, dictStatus = '正常') =>
    saved('sys/dict', { parentId: root?.id, dictValue, dictLabel: '分部', dictStatus });
  await word('东部');
  await word('西部', '停用');
  const rowsWith = (cells: readonly string[]) => cells.map((orgType) => orgRow({ orgName: `部${orgType}`, orgType }));
  expect(await (await Sheet.of(app, admin, 'sys/org', rowsWith(['分部']))).check()).toEqual([]);
  await word('南部');
  const sheet = await Sheet.of(app, admin, 'sys/org', rowsWith(['分部', '南部', ' 东部 ', ' 分部']));
  expect(await sheet.check()).toEqual(['0 orgType 机构类型“分部”有多个，请填写字典值', '3 orgType 机构类型“分部”有多个，请填写字典值']);
  await word('分部');
  expect(await sheet.check()).toEqual([]);
  expect((await sheet.save()).data).toMatchObject({ saved: 4 });
  expect(new Set((await rowsOf('sys/org', 'orgName', '部')).map(({ orgType }) => orgType))).toEqual(new Set(['东部', '分部', '南部']));
});
