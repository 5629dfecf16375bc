import { modules } from '@back-office/app/server/modules.ts';
import type { Directory, DirectoryContent, DirectoryPerson } from '@back-office/server/office/directory.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import { sql } from 'kysely';
import pino from 'pino';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { claimDirectory } from './claim-directory.ts';

/* A large company's directory: long runs, and many people. */
let app: TestApp;
let admin: string;
let directoryId: string;
let people: readonly DirectoryPerson[] = [];
let departments: DirectoryContent['departments'] = [];
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
const large: Directory = {
  id: 'corp',
  label: '公司目录',
  issuer: 'ldap://corp',
  read: async () => {
    await meanwhile();
    return { people, departments };
  },
};
beforeAll(async () => {
  const withLarge = modules.map((module) => ({
    ...module,
    features: module.features.map((feature) => (feature.name === 'account' ? { ...feature, directories: () => [large] } : feature)),
  }));
  app = await openTestApp({ modules: withLarge });
  admin = await app.admin();
  const { data: org } = await app.call(admin, 'POST', 'sys/org/save', { orgName: '总公司', orgCode: 'head' });
  const row = { directoryName: '公司目录', loginMethod: 'corp', sysOrgId: org['id'], directoryStatus: '停用' };
  directoryId = String((await app.call(admin, 'POST', 'sys/directory/save', row)).data['id']);
});
afterAll(() => app.drop());
afterEach(() => {
  vi.useRealTimers();
  meanwhile = () => Promise.resolve();
});

const company = (size: number): DirectoryPerson[] =>
  Array.from({ length: size }, (_, at) => ({ subject: `s${at}`, account: `p${at}`, name: '张三', groups: [], isDisabled: false }));
const query = async (text: string) => (await app.database.pool.query<Record<string, unknown>>(text)).rows;
const run = async () => {
  expect((await app.call(admin, 'POST', `sys/directory/run/${directoryId}`)).code).toBe(20000);
  await app.server.jobs.runDue();
  return (await app.call(admin, 'GET', `sys/directory/select/${directoryId}`)).data;
};

it('a run renews its lease for as long as it takes, and releases it afterwards', async () => {
  people = company(2);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const left = async () => (await query('SELECT extract(epoch FROM running_until - now()) AS left FROM sys_directory'))[0]?.['left'];
  meanwhile = async () => {
    // Its lease has nearly expired, and it has not finished.
    await query(`UPDATE sys_directory SET running_until = running_until - interval '28 seconds'`);
    vi.advanceTimersByTime(10_000);
    await expect.poll(left).toBeGreaterThan(20);
  };
  expect(await run()).toMatchObject({ lastStatus: '成功' });
  expect(await left()).toBeNull();
});

it('a run that was suspended until another began writes nothing, and does not end that one', async () => {
  [people, departments] = [company(2), [{ key: 'd', name: '研发部' }]];
  const claim = () => claimDirectory({ db: app.database.db, log: pino({ level: 'silent' }) }, directoryId);
  const stored = () => query('SELECT * FROM sys_directory');
  const others: Awaited<ReturnType<typeof claim>>[] = [];
  let before: unknown;
  meanwhile = async () => {
    await query(`UPDATE sys_directory SET running_until = running_until - interval '31 seconds'`);
    others.push(await claim());
    before = await stored();
  };
  await run();
  expect(others).toHaveLength(1);
  expect(await stored()).toEqual(before);
  expect(await query('SELECT FROM sys_dept')).toEqual([]);
  await expect(claim()).rejects.toThrow('这个目录正在同步，请等它结束');
  await others[0]?.release();
  meanwhile = () => Promise.resolve();
  expect(await run()).toMatchObject({ lastStatus: '成功' });
  expect(await query('SELECT FROM sys_dept')).toHaveLength(1);
  departments = [];
});

it('a transaction that takes longer than the lease renews it at its end', async () => {
  const { db } = app.database;
  const claim = await claimDirectory({ db, log: pino({ level: 'silent' }) }, directoryId);
  await withTransaction(db, async (transaction) => {
    await claim.hold(transaction);
    await sql`UPDATE sys_directory SET running_until = running_until - interval '31 seconds'`.execute(transaction);
    await claim.hold(transaction);
  });
  await expect(claimDirectory({ db, log: pino({ level: 'silent' }) }, directoryId)).rejects.toThrow('这个目录正在同步，请等它结束');
  await claim.release();
});

it('a run whose directory is deleted meanwhile says so', async () => {
  const claim = await claimDirectory({ db: app.database.db, log: pino({ level: 'silent' }) }, directoryId);
  const end = new Error('rolled back');
  const deleted = withTransaction(app.database.db, async (transaction) => {
    await sql`DELETE FROM sys_directory`.execute(transaction);
    await expect(claim.hold(transaction)).rejects.toThrow('目录已被删除，不再同步');
    throw end;
  });
  await expect(deleted).rejects.toBe(end);
  await claim.release();
});

it('a run killed while the clock was ahead blocks others no longer than any other killed run', async () => {
  people = company(2);
  await query(`UPDATE sys_directory SET running_until = now() + interval '1 day'`);
  await run();
  const [{ left } = {}] = await query('SELECT extract(epoch FROM running_until - now())::float8 AS left FROM sys_directory');
  expect(left).toBeGreaterThan(0);
  expect(left).toBeLessThanOrEqual(30);
});

it('a killed run is continued by the node that takes over its job, and its user sees the result', async () => {
  people = company(2);
  await query(`UPDATE sys_directory SET running_until = now() - interval '1 second', last_time = NULL`);
  await query(`INSERT INTO sys_job (id, kind, payload, key, create_user, state, attempts, lease_token, lease_until)
    SELECT gen_random_uuid(), 'sync-directory', jsonb_build_object('id', d.id, 'force', false), d.id, u.id, 'running', 1, gen_random_uuid(), now() - interval '1 s'
    FROM sys_directory d, sys_user u WHERE u.user_account = 'admin'`);
  await app.server.jobs.runDue();
  expect(await query(`SELECT last_status, last_time IS NOT NULL AS told FROM sys_directory`)).toEqual([
    { last_status: '成功', told: true },
  ]);
});

/** @see docs/postmortems/limits-that-work-reaches.md */
it('unchanged people are updated in batches, however many there are', async () => {
  people = company(1100);
  expect(await run()).toMatchObject({ lastMessage: '新增 1098 人，修改 0 人，停用 0 人' });
  await query(`CREATE FUNCTION refuse_more() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF (SELECT count(*) FROM kept) > 1000 THEN RAISE EXCEPTION 'too much at once'; END IF; RETURN NULL; END $$`);
  await query(`CREATE TRIGGER refuse_more AFTER UPDATE ON sys_directory_entry REFERENCING NEW TABLE AS kept
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_more()`);
  expect(await run()).toMatchObject({ lastStatus: '成功', lastMessage: '新增 0 人，修改 0 人，停用 0 人' });
});
