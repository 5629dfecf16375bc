import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { testAdminPassword } from '../testing/server/test-template.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { office } from '../office.ts';
import { demoAccounts, demoPassword } from './accounts.ts';
import { clear, mark, stateOf } from './demo-folder.ts';
import { fillDemo } from './fill-demo.ts';
import type { DemoPerson } from './making.ts';
import { samples } from './samples.ts';

/** Features that the demo's company does not use: it sends no webhooks and no mail, and signs in by passwords. */
const unused = new Set(['sys/webhook', 'sys/linked-account', 'sys/claim-rule', 'sys/directory', 'sys/mail', 'sys/bot', 'sys/bot-post']);

describe('the company of the demo', () => {
  let app: TestApp;
  let admin: string;
  let people: DemoPerson[];
  beforeAll(async () => {
    app = await openTestApp();
    people = await fillDemo(app.server, app.database.pool, testAdminPassword);
    admin = await app.admin();
  });
  afterAll(() => app.drop());

  const all = async (resource: string, token = admin): Promise<PageAnswer<AnyRow>> =>
    (await app.call<PageAnswer<AnyRow>>(token, 'GET', `${resource}/select-page?limit=1000`)).data;

  it('passes the checks of the product: every record could be saved again as it is', async () => {
    const names = office.resources
      .filter(({ operations }) => operations.includes('save-batch') && operations.includes('save'))
      .map(({ name }) => name);
    expect(names).toContain('sys/user');
    for (const name of names.filter((one) => one !== 'sys/district')) {
      const { items } = await all(name);
      if (unused.has(name)) {
        expect(items).toEqual([]);
        continue;
      }
      // Records from before the demo follow rules of their own.
      const rows = items.filter(({ roleCode, userAccount }) => roleCode !== 'admin' && userAccount !== 'admin');
      const { code, message, data } = await app.call(admin, 'POST', `${name}/save-batch?dryRun=true`, rows);
      expect({ name, code, message, data }).toMatchObject({ name, code: 20000 });
    }
  });

  it('contains what a believable company has, including problems to look at', async () => {
    const totals = Object.fromEntries(
      await Promise.all(
        ['user', 'org', 'dept', 'role', 'msg', 'sms', 'file'].map(async (name) => [name, (await all(`sys/${name}`)).total] as const),
      ),
    );
    expect(totals).toEqual({ user: 205, org: 10, dept: 31, role: 7, msg: 13, sms: 160, file: Object.keys(samples).length });
    const count = async (text: string): Promise<number> => Number((await app.database.pool.query<{ count: string }>(text)).rows[0]?.count);
    expect(await count(`SELECT count(*) FROM sys_user WHERE user_status = '待审核'`)).toBe(4);
    expect(await count(`SELECT count(*) FROM sys_login_failure WHERE locked_until > now()`)).toBeGreaterThan(1);
    expect(await count(`SELECT count(*) FROM sys_job WHERE kind = 'export' AND state = 'failed'`)).toBe(2);
    expect(await count(`SELECT count(*) FROM sys_msg WHERE need_confirm = '是' AND msg_status = '已发布'`)).toBe(1);
    expect(await count(`SELECT count(DISTINCT date_trunc('month', login_time)) FROM sys_log_login`)).toBeGreaterThan(11);
    for (const [log, time, who] of [
      ['login', 'login_time', 'create_user'],
      ['opt', 'opt_time', 'target_id'],
    ])
      expect(
        await count(`SELECT count(*) FROM sys_log_${log} l JOIN sys_user u ON u.id = l.${who} AND l.${time} < u.create_time`),
        `the ${log} log of somebody from before they came`,
      ).toBe(0);
    expect(await count(`SELECT count(*) FROM sys_log_login WHERE login_time > now() OR login_time < now() - interval '1 year'`)).toBe(0);
  });

  it('is the same company each time', () => {
    expect(people.slice(1, 6).map(({ name, account }) => `${name} ${account}`)).toMatchInlineSnapshot(`
      [
        "顾桂欣 guguixin",
        "薛娜颖 xuenaying",
        "赖玲慧 lailinghui",
        "阿依古丽·买买提江 ayiguli",
        "徐英 xuying",
      ]
    `);
  });

  it('lets the accounts that it announces sign in, each with different rights', async () => {
    const seen = await Promise.all(
      demoAccounts.map(async ({ account }) => (await all('sys/user', (await app.signIn(account, demoPassword)).token)).total),
    );
    expect(seen).toEqual([205, 9, 1]);
  });
});

describe('the folder of the demo', () => {
  const empty = (): string => mkdtempSync(join(tmpdir(), 'demo-'));
  const started = (settings: Record<string, string>, ...flags: string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts'), ...flags], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'], ...settings },
    });

  it('is recognised, and any other folder is refused and never touched', () => {
    const folder = empty();
    expect(stateOf(folder)).toBe('new');
    writeFileSync(join(folder, 'kept.txt'), 'kept');
    expect(() => stateOf(folder)).toThrow('is not a demo');
    expect(started({ DEMO_DIR: folder }, '--reset', '--make')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('is not a demo') as string,
    });
    expect(readdirSync(folder)).toEqual(['kept.txt']);
  });

  // Only root may give a folder away.
  it.skipIf(process.getuid?.() !== 0)('is refused and left as it was if it belongs to another user', () => {
    const folder = empty();
    mark(folder, false);
    chownSync(folder, 4711, 4711);
    expect(started({ DEMO_DIR: folder }, '--make')).toMatchObject({ status: 1, stderr: expect.stringContaining('4711') as string });
    expect(readdirSync(folder)).toEqual(['demo.json']);
  });

  it('is made again if it was left unfinished, and removed on demand', () => {
    const folder = empty();
    mark(folder, false);
    expect(stateOf(folder)).toBe('unfinished');
    mark(folder, true);
    expect(stateOf(folder)).toBe('whole');
    clear(folder);
    expect(existsSync(folder)).toBe(false);
  });

  it.each([
    ['left unfinished by another version', '{ "edition": 0, "finished": false }'],
    ['left with a truncated marker file', '{ "edi'],
  ])('is made again if it was %s', (_what, marker) => {
    const folder = empty();
    writeFileSync(join(folder, 'demo.json'), marker);
    expect(stateOf(folder)).toBe('unfinished');
  });

  it('is kept if another version made it, until it is cleared on demand', () => {
    const folder = empty();
    writeFileSync(join(folder, 'demo.json'), '{ "edition": 0, "finished": true }');
    expect(() => stateOf(folder)).toThrow(`The demo in ${folder} was made by another version: make it anew with npm run demo -- --reset.`);
    clear(folder);
    expect(stateOf(folder)).toBe('new');
  });

  it('is not made in production, nor when the settings name a real database, data folder or storage', () => {
    for (const [setting, value] of [
      ['NODE_ENV', 'production'],
      ['DATABASE_URL', 'postgres://somewhere/real'],
      ['DATA_DIR', '/var/lib/real'],
      ['S3_ENDPOINT', 'https://somewhere'],
    ] as const) {
      const folder = empty();
      expect(started({ [setting]: value, DEMO_DIR: folder })).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(setting) as string,
      });
      expect(readdirSync(folder)).toEqual([]);
    }
  });
});
