import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Node {
  id: string;
  districtName: string;
  sysDistricts: Node[];
}

let app: TestApp;
let admin: string;
const ids: Record<string, string> = {};
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  const add = async (districtName: string, districtLevel: string, more: object) => {
    const row = { districtName, districtLevel, ...more };
    const { code, message, data } = await app.call<AnyRow>(admin, 'POST', 'sys/district/save', row);
    expect({ code, message }).toMatchObject({ code: 20000 });
    ids[districtName] = data.id;
  };
  await app.database.pool.query('DELETE FROM sys_district');
  await add('海滨省', '省', { districtCode: '980000', districtSort: 2 });
  await add('远山省', '省', { districtCode: '970000' });
  await add('首省', '省', { districtCode: '990000', districtSort: 1 });
  await add('港市', '市', { districtCode: '980100', parentId: ids['海滨省'] });
  await add('旧市', '市', { districtCode: '980200', parentId: ids['海滨省'], districtStatus: '停用' });
  await add('码头区', '县', { districtCode: '980101', parentId: ids['港市'] });
  await add('灯塔镇', '乡', { districtCode: '980101001', parentId: ids['码头区'] });
});
afterAll(() => app.drop());

const tree = (query = '') => app.call<Node[]>(admin, 'GET', `sys/district/select-tree${query}`);
const names = (nodes: readonly Node[]): unknown[] => nodes.map(({ districtName, sysDistricts }) => [districtName, names(sysDistricts)]);

describe('the district tree', () => {
  it('holds the enabled districts down to the counties, sorted by order, then by code', async () => {
    expect(names((await tree()).data)).toEqual([
      ['远山省', []],
      ['首省', []],
      ['海滨省', [['港市', [['码头区', []]]]]],
    ]);
    expect((await tree('?parentId=')).data).toHaveLength(3);
  });

  it('below a given district holds its enabled children, towns included', async () => {
    expect(names((await tree(`?parentId=${ids['海滨省']}`)).data)).toEqual([['港市', []]]);
    expect(names((await tree(`?parentId=${ids['码头区']}`)).data)).toEqual([['灯塔镇', []]]);
    expect((await tree(`?parentId=${ids['灯塔镇']}`)).data).toEqual([]);
    expect((await tree('?parentId=x')).code).toBe(40000);
  });
});

it('a district with others below it cannot be disabled', async () => {
  const { version } = (await app.call(admin, 'GET', `sys/district/select/${ids['港市']}`)).data;
  const answer = await app.call(admin, 'POST', 'sys/district/save', { id: ids['港市'], version, districtStatus: '停用' });
  expect(answer).toMatchObject({ code: 40900, data: { conflict: 'reference' }, message: expect.stringContaining('停用') });
});
