import { finished } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { read, utils, type WorkSheet } from '@e965/xlsx';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { office } from '@back-office/app/office.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

const { resources } = office;

let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

const get = (path: string, token = admin) => app.server.inject({ method: 'GET', url: `/api/${path}`, headers: { authorization: token } });
const sheetOf = (bytes: Buffer): { sheet: WorkSheet; rows: unknown[][] } => {
  const book = read(bytes);
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {};
  return { sheet, rows: utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true }) };
};
async function exported(path: string, token = admin): Promise<unknown[][]> {
  const { statusCode, headers, rawPayload } = await get(path, token);
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet']);
  return sheetOf(rawPayload).rows;
}
const saved = async (resource: string, values: Record<string, unknown>) => (await app.call(admin, 'POST', `${resource}/save`, values)).data;
const lastLog = async (type: string) =>
  (await app.database.pool.query<AnyRow>('SELECT * FROM sys_log_opt WHERE opt_type = $1 ORDER BY opt_time DESC, id DESC LIMIT 1', [type]))
    .rows[0];
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '');
const many = (rows: number) =>
  app.database.pool.query(
    `INSERT INTO sys_log_login (id, user_account, user_name, login_type, login_status, login_time)
     SELECT gen_random_uuid(), CASE WHEN n % 3 = 0 THEN NULL ELSE 'many' || n % 50 END, '日志' || n, '登录', '成功', timestamptz '2025-01-01' + (n / 7) * interval '1 s'
     FROM generate_series(1, $1::int) n`,
    [rows],
  );

describe('an export', () => {
  it.each(
    resources
      .filter(({ operations }) => operations.includes('export'))
      .map(({ name, export: columns, fields }) => [name, columns, fields] as const),
  )('of %s has the columns of the list under their labels', async (name, columns, fields) => {
    const [head] = await exported(`${name}/export`);
    expect(head).toEqual(columns.map((column) => fields[column]?.label));
  });

  it('holds what the list shows: the requested columns, words, labels and numbers, filtered and sorted', async () => {
    const org = await saved('sys/org', { orgName: '出口总部', orgCode: 'exp-1', orgSort: 7 });
    await saved('sys/org', { orgName: '出口分部', orgCode: 'exp-2', orgSort: 30, parentId: org.id, orgStatus: '停用' });
    const rows = await exported('sys/org/export?columns=orgSort,orgName,parentId,orgStatus&like=orgCode:exp-&sort=orgSort:desc');
    expect(rows).toEqual([
      ['排序', '机构名称', '上级机构', '状态'],
      [30, '出口分部', '出口总部', '停用'],
      [7, '出口总部', undefined, '正常'],
    ]);
  });

  it('keeps text that looks like a formula, an escape or markup as text', async () => {
    const texts = [
      '=1+1',
      '+1',
      '-1',
      '@x',
      '\t=1',
      '＝1',
      "=cmd|'/c calc'!A1",
      '=HYPERLINK("http://evil","x")',
      '_x000D_',
      ' lead ',
      '<b>&"\'',
      '0123',
      '1e5',
      '😀',
    ];
    for (const [at, dictLabel] of texts.entries())
      await saved('sys/dict', { dictLabel, dictValue: `formula-${at}`, dictSort: at, dictRemark: '\r=1\n2' });
    const { rawPayload } = await get('sys/dict/export?columns=dictLabel,dictRemark,dictSort&like=dictValue:formula-&sort=dictSort:asc');
    const { sheet, rows } = sheetOf(rawPayload);
    expect(rows.slice(1).map(([label]) => label)).toEqual(texts);
    expect(rows.slice(1).map(([, remark]) => String(remark).replaceAll('\r\n', '\n'))).toEqual(
      texts.map(() => expect.stringMatching(/^\r?\n?=1\n2$/)),
    );
    for (const [place, cell] of Object.entries(sheet)) {
      if (place.startsWith('!')) continue;
      const { t, f } = cell as { t: string; f?: string };
      expect([place, f, t]).toEqual([place, undefined, place.startsWith('C') && place !== 'C1' ? 'n' : 's']);
    }
  });

  it('as CSV opens in Excel, where text that looks like a formula stays text', async () => {
    const texts: [string, string][] = [
      ['=1+1', "'=1+1"],
      ['-1', "'-1"],
      ['＝1', "'＝1"],
      [' @x', "' @x"],
      ['a,"b"', '"a,""b"""'],
      ['12:30', '12:30'],
    ];
    for (const [at, [dictLabel]] of texts.entries())
      await saved('sys/dict', { dictLabel, dictValue: `csv-${at}`, dictSort: at, dictRemark: at === 0 ? '\t=1\n2' : null });
    const query = 'columns=dictLabel,dictRemark,dictSort,dictStatus&like=dictValue:csv-&sort=dictSort:asc';
    const { headers, rawPayload } = await get(`sys/dict/export?format=csv&${query}`);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="export\.csv"; filename\*=UTF-8''.+\.csv$/);
    expect([...rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = rawPayload.toString('utf8').slice(1).split('\r\n');
    expect(lines[0]).toBe('字典名称,备注,排序,状态');
    expect(lines.slice(1)).toEqual([...texts.map(([, cell], at) => `${cell},${at === 0 ? `"'\t=1\n2"` : ''},${at},正常`), '']);
    expect((await lastLog('导出'))?.['opt_message']).toContain(`导出 ${texts.length} 行`);
  });

  it('as NDJSON has one record per line, as programs read it, with the requested columns', async () => {
    const org = await saved('sys/org', { orgName: '行总部', orgCode: 'nd-1', orgSort: 1 });
    const below = await saved('sys/org', { orgName: '行"分部', orgCode: 'nd-2', orgSort: 2, parentId: org.id });
    const { headers, payload } = await get(
      'sys/org/export?format=ndjson&columns=orgName,parentId,orgSort&like=orgCode:nd-&sort=orgSort:asc',
    );
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    const records = linesOf(payload).map((line) => JSON.parse(line) as AnyRow);
    expect(records).toMatchObject([
      { id: org.id, orgName: '行总部', parentId: null, orgSort: 1 },
      { id: below.id, orgName: '行"分部', parentId: org.id, parentIdLabel: '行总部', orgSort: 2 },
    ]);
    expect(records[0]).not.toHaveProperty('orgCode');
    await many(5000);
    const all = await get(`sys/log-login/export?format=ndjson&like=userName:${encodeURIComponent('日志')}`);
    expect(linesOf(all.payload)).toHaveLength(5000);
    await app.database.pool.query("DELETE FROM sys_log_login WHERE user_name LIKE '日志%'");
  });

  it('is streamed in any format to an API key with the right to export, but no key can use 导出中心', async () => {
    const { rows } = await app.database.pool.query<{ id: string }>(`SELECT id FROM sys_user WHERE user_account = 'admin'`);
    const expireTime = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19).replace('T', ' ');
    const key = async (right: string): Promise<string> =>
      (await saved('sys/token', { tokenName: '导出', sysUserId: rows[0]?.id, tokenRights: [right], expireTime }))['token'] as string;
    const [may, mayNot] = [await key('sys/dict:export'), await key('sys/dict:read')];
    for (const format of ['xlsx', 'csv', 'ndjson']) {
      expect((await get(`sys/dict/export?format=${format}`, may)).headers['content-disposition']).toContain(`export.${format}`);
      expect((await get(`sys/dict/export?format=${format}`, mayNot)).json()).toMatchObject({ code: 40300 });
    }
    expect((await app.call(may, 'POST', 'sys/dict/export')).code).toBe(40300);
  });

  it('reads page after page without losing or repeating a row, whatever the sort order', async () => {
    await many(4100);
    const expected = (
      await app.database.pool.query<{ name: string }>("SELECT user_name AS name FROM sys_log_login WHERE user_name LIKE '日志%'")
    ).rows.length;
    for (const sort of [
      'loginTime:desc',

      'userAccount:desc',
      'loginStatus:asc&sort=userAccount:desc',
      'userAccount:asc&sort=loginTime:desc',
    ]) {
      const rows = (
        await exported(
          `sys/log-login/export?columns=userName,userAccount,loginTime&like=userName:${encodeURIComponent('日志')}&sort=${sort}`,
        )
      ).slice(1);
      expect([sort, rows.length, new Set(rows.map(([name]) => name)).size]).toEqual([sort, expected, expected]);
      const page = await app.call<{ items: AnyRow[] }>(
        admin,
        'GET',
        `sys/log-login/select-page?limit=5000&like=userName:${encodeURIComponent('日志')}&sort=${sort}`,
      );
      expect(rows.map(([name]) => name)).toEqual(page.data.items.map((item) => item['userName']));
    }
  });

  it('shows nobody more than their list does, and is recorded in the operation log', async () => {
    const home = await saved('sys/org', { orgName: '范围机构', orgCode: 'scope-1' });
    const reader = await app.userWith({ 'sys/org': ['export'] }, { dataScope: '本机构' });
    await app.database.pool.query('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [home.id, reader.userId]);
    const rows = await exported(`sys/org/export?columns=orgName&like=orgPhone:&like=orgName:${encodeURIComponent('机构')}`, reader.token);
    expect(rows).toEqual([['机构名称'], ['范围机构']]);
    expect(await lastLog('导出')).toMatchObject({
      user_account: reader.account,
      opt_module: '机构',
      opt_message: '导出 1 行；条件：联系电话含“***”，机构名称含“机构”；列：机构名称',
    });
    const other = await app.userWith({ 'sys/org': ['read'] });
    for (const method of ['GET', 'POST'] as const) expect((await app.call(other.token, method, 'sys/org/export')).code).toBe(40300);
  });

  it('is refused before a byte is sent for invalid columns, filters, sorting or formats', async () => {
    for (const query of [
      'columns=userPassword',
      'columns=userName,userName',
      'columns=x',
      'like=nope:1',
      'sort=userName:up',
      'ge=createTime:x',
      'like=userName',
      'format=pdf',
      'format=csv&format=xlsx',
    ]) {
      const { headers, payload } = await get(`sys/user/export?${query}`);
      // The answer is the refusal alone, not a file that breaks off.
      expect([headers['content-type'], headers['content-disposition']], query).toEqual(['application/json; charset=utf-8', undefined]);
      expect(JSON.parse(payload), query).toMatchObject({ code: 40000 });
      expect((await app.call(admin, 'POST', `sys/user/export?${query}`)).code, query).toBe(40000);
    }
  });
});

describe('a streamed export', () => {
  it('whose reader disconnects stops reading, logs the interruption, and frees its place', async () => {
    const address = await app.server.listen({ port: 0, host: '127.0.0.1' });
    await many(20_000);
    for (let round = 0; round < 7; round += 1) {
      const controller = new AbortController();
      const response = await fetch(`${address}/api/sys/log-login/export`, { headers: { authorization: admin }, signal: controller.signal });
      await response.body?.getReader().read();
      controller.abort();
      while ((await lastLog('导出'))?.['opt_message'] === undefined || !String((await lastLog('导出'))?.['opt_message']).includes('后中断'))
        await wait(20);
      await app.database.pool.query("DELETE FROM sys_log_opt WHERE opt_message LIKE '%后中断%'");
    }
    await expect.poll(async () => (await get('sys/dict/export')).statusCode).toBe(200);
  });
});

it('one person may run six exports at once; one more is told to retry later, and succeeds when they are over', async () => {
  const { token } = await app.userWith({ 'sys/district': ['export'] });
  const path = 'sys/district/export?format=ndjson';
  // Not read, and so not over.
  const open = () => app.server.inject({ url: `/api/${path}`, headers: { authorization: token }, payloadAsStream: true });
  const held = await Promise.all(Array.from({ length: 6 }, open));
  expect(held.map(({ statusCode }) => statusCode)).toEqual(held.map(() => 200));
  const refused = await get(path, token);
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '10']);
  expect(refused.json()).toMatchObject({ code: 42900, message: '同时进行的导出过多，请稍后再试' });
  await Promise.all(held.map((answer) => finished(answer.stream().resume())));
  await expect.poll(async () => (await get(path, token)).statusCode).toBe(200);
});
