import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { shortName } from './short-name.ts';
import { seed } from '@back-office/app/server/seed.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const read = async <Row extends object>(statement: string, ...values: unknown[]): Promise<Row[]> =>
  (await database.pool.query<Row>(statement, values)).rows;

describe('the districts of a new database', () => {
  it('are the 34 provinces with their cities and counties', async () => {
    expect(await read('SELECT district_level AS level, count(*) FROM sys_district GROUP BY 1 ORDER BY 2')).toEqual([
      { level: '省', count: 34 },
      { level: '市', count: 333 },
      { level: '县', count: 2849 },
    ]);
  });

  it.each([
    ['440300', '深圳市', '深圳', '市', 'shenzhen sz', '440000'],
    ['440305', '南山区', '南山', '县', 'nanshan ns', '440300'],
    ['450000', '广西壮族自治区', '广西', '省', 'guangxi gx', null],
    // A municipality's districts and a county directly under its province have no city between.
    ['110105', '朝阳区', '朝阳', '县', 'chaoyang cy', '110000'],
    ['429004', '仙桃市', '仙桃', '县', 'xiantao xt', '420000'],
    ['500231', '垫江县', '垫江', '县', 'dianjiang dj', '500000'],
    ['441900', '东莞市', '东莞', '市', 'dongguan dg', '440000'],
    ['653228', '和康县', '和康', '县', 'hekang hk', '653200'],
    ['710000', '台湾省', '台湾', '省', 'taiwan tw', null],
  ])('include %s %s', async (code, name, short, level, pinyin, parent) => {
    expect(
      await read(
        `SELECT t.district_name, t.district_short_name, t.district_level, t.district_pinyin, t.district_status, p.district_code AS parent
      FROM sys_district t LEFT JOIN sys_district p ON p.id = t.parent_id WHERE t.district_code = $1`,
        code,
      ),
    ).toEqual([
      { district_name: name, district_short_name: short, district_level: level, district_pinyin: pinyin, district_status: '正常', parent },
    ]);
  });

  it('contain no placeholder entries of the package, and have a parent one level up except in the known cases', async () => {
    expect(
      await read("SELECT district_name FROM sys_district WHERE district_name IN ('县', '市辖区') OR district_name LIKE '%直辖%'"),
    ).toEqual([]);
    expect(await read("SELECT district_code FROM sys_district WHERE (parent_id IS NULL) <> (district_level = '省')")).toEqual([]);
    expect(
      await read(
        "SELECT DISTINCT p.district_name FROM sys_district t JOIN sys_district p ON p.id = t.parent_id WHERE t.district_level = '县' AND p.district_level = '省' ORDER BY 1",
      ),
    ).toHaveLength(8);
  });

  it('are inserted only once: a deleted district stays deleted', async () => {
    await read("DELETE FROM sys_district WHERE district_code = '820000'");
    await seed(database, { adminPassword: 'Test-Admin-2024' });
    expect(await read("SELECT FROM sys_district WHERE district_code = '820000'")).toEqual([]);
  });

  it('are attached to a district of the same code that already exists', async () => {
    await read('DELETE FROM sys_district');
    await read(
      "INSERT INTO sys_district (id, district_code, district_name, district_level, district_status) VALUES (gen_random_uuid(), '440000', '我的广东', '省', '正常')",
    );
    await read("DELETE FROM sys_seed WHERE name = 'districts'");
    await seed(database, { adminPassword: 'Test-Admin-2024' });
    expect(
      await read("SELECT p.district_name FROM sys_district t JOIN sys_district p ON p.id = t.parent_id WHERE t.district_code = '440300'"),
    ).toEqual([{ district_name: '我的广东' }]);
    expect(await read("SELECT label_pinyin FROM sys_district WHERE district_code = '440000'")).toEqual([
      { label_pinyin: 'wodeguangdong wdgd' },
    ]);
  });
});

it('every seeded record has its pinyin', async () => {
  for (const table of ['sys_user', 'sys_role', 'sys_function', 'sys_dict', 'sys_district']) {
    expect(await read(`SELECT FROM ${table} WHERE label_pinyin IS NULL`), table).toEqual([]);
  }
  expect(await read("SELECT label_pinyin FROM sys_user WHERE user_account = 'admin'")).toEqual([{ label_pinyin: 'guanliyuan gly' }]);
});

it.each([
  ['内蒙古自治区', '内蒙古'],
  ['香港特别行政区', '香港'],
  ['延边朝鲜族自治州', '延边'],
  ['博尔塔拉蒙古自治州', '博尔塔拉'],
  ['东乡族自治县', '东乡'],
  ['鄂伦春自治旗', '鄂伦春'],
  ['双江拉祜族佤族布朗族傣族自治县', '双江'],
  ['龙胜各族自治县', '龙胜'],
  ['管城回族区', '管城'],
  ['神农架林区', '神农架'],
  ['浦东新区', '浦东'],
  ['六枝特区', '六枝'],
  ['清新区', '清新'],
  ['碑林区', '碑林'],
  ['大兴安岭地区', '大兴安岭'],
  ['兴安盟', '兴安'],
  ['歙县', '歙县'],
  ['城区', '城区'],
  ['阿拉善左旗', '阿拉善左旗'],
  ['井陉矿区', '井陉矿区'],
  ['三都水族自治县', '三都'],
  ['互助土族自治县', '互助'],
  ['西沙群岛', '西沙群岛'],
])('%s is shortened to %s', (name, short) => {
  expect(shortName(name)).toBe(short);
});
