import { openTestDatabase, type TestDatabase } from '@back-office/app/testing/server/test-database.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailStatuses } from '../mail.ts';
import { claimMails, clearMails, isAnyMailDue, releaseMails, writeOutcome } from './mail-queue.ts';

let database: TestDatabase;
beforeAll(async () => (database = await openTestDatabase()));
afterAll(() => database.drop());

it('the cleanup deletes mails finished more than the given number of days ago, and none that wait', async () => {
  await database.pool.query(
    `INSERT INTO sys_mail (id, mail_to, mail_topic, mail_subject, mail_content, mail_status, create_time)
     SELECT gen_random_uuid(), 'a@example.com', '测试', concat(status, days), '内容', status, now() - make_interval(days => days)
     FROM unnest($1::text[]) status, unnest(ARRAY[5, 40]) days`,
    [Object.values(mailStatuses)],
  );
  await clearMails(database.db, { isSet: true, days: 30 }, new AbortController().signal);
  const left = await database.db.selectFrom('sys_mail').select('mailSubject').execute();
  expect(left.map(({ mailSubject }) => mailSubject).toSorted()).toEqual(['失败5', '已发送5', '待发送40', '待发送5', '未发送5']);
});

it('without a mail server the cleanup fails all queued mails, and leaves none past retention, however many there are', async () => {
  await database.pool.query(
    `INSERT INTO sys_mail (id, mail_to, mail_topic, mail_subject, mail_content, mail_status, create_time)
     SELECT gen_random_uuid(), 'a@example.com', '测试', '', '内容', $1, now() - interval '40 days' FROM generate_series(1, 10001)`,
    [mailStatuses.waiting],
  );
  await clearMails(database.db, { isSet: false, days: 30 }, new AbortController().signal);
  expect((await database.pool.query("SELECT FROM sys_mail WHERE create_time < now() - interval '30 days'")).rowCount).toBe(0);
});

it('the queue sends nothing to recipients who were disabled or deleted after the mail was queued', async () => {
  await database.pool.query(
    `WITH people AS (
       INSERT INTO sys_user (id, user_account, user_name, user_password, user_email, user_status)
       SELECT gen_random_uuid(), 'mail' || place, '收件人', 'x', 'a@example.com', status FROM unnest(ARRAY['正常', '停用']) WITH ORDINALITY AS given(status, place)
       RETURNING id, user_status),
     addresses AS (INSERT INTO sys_mail_address (sys_user_id, address, confirm_time) SELECT id, 'a@example.com', now() FROM people)
     INSERT INTO sys_mail (id, create_user, mail_to, mail_topic, mail_subject, mail_content)
     SELECT gen_random_uuid(), id, 'a@example.com', '通知公告', name, '内容'
     FROM (SELECT id, user_status AS name FROM people UNION ALL SELECT gen_random_uuid(), '已删除') given`,
  );
  const claimed = (await claimMails(database.db, 10, 'example.com')) ?? [];
  expect(claimed.map(({ mailSubject }) => mailSubject).filter((subject) => !/^\p{L}+\d+$/u.test(subject))).toEqual(['正常']);
  const { rows } = await database.pool.query(
    `SELECT mail_subject AS subject, fail_reason AS reason, mail_status AS status FROM sys_mail WHERE fail_reason IS NOT NULL`,
  );
  const reason = '收件人的账号已停用或删除，不再发送';
  expect(rows).toEqual(
    expect.arrayContaining([
      { subject: '停用', reason, status: '未发送' },
      { subject: '已删除', reason, status: '未发送' },
    ]),
  );
});

it('mails that were claimed but not attempted are released as if never claimed', async () => {
  await database.pool.query('DELETE FROM sys_mail');
  await database.pool.query(
    `INSERT INTO sys_mail (id, mail_to, mail_topic, mail_subject, mail_content)
     SELECT gen_random_uuid(), 'a@example.com', '测试', subject, '内容' FROM unnest(ARRAY['一', '二']) subject`,
  );
  const take = async () => (await claimMails(database.db, 10, 'example.com')) ?? [];
  const taken = await take();
  expect([taken.length, (await take()).length]).toEqual([2, 0]);
  await releaseMails(
    database.db,
    taken.filter(({ mailSubject }) => mailSubject === '一'),
  );
  const { rows } = await database.pool.query(
    'SELECT mail_subject AS subject, mail_attempts AS attempts, claim_until IS NULL AS free FROM sys_mail ORDER BY 2',
  );
  expect(rows).toEqual([
    { subject: '一', attempts: 0, free: true },
    { subject: '二', attempts: 1, free: false },
  ]);
  expect((await take()).map(({ mailSubject, mailAttempts }) => [mailSubject, mailAttempts])).toEqual([['一', 1]]);
});

describe('a mail with a secret that could not be sent', () => {
  const queue = (wait: string, valid: string) =>
    database.pool.query(
      `WITH gone AS (DELETE FROM sys_mail)
       INSERT INTO sys_mail (id, mail_to, mail_topic, mail_subject, mail_content, mail_attempts, secret, run_time, expire_time)
       VALUES (gen_random_uuid(), 'a@example.com', '重置密码', '重置密码', '内容', 2, 'sealed', now() + $1::interval, now() + $2::interval)`,
      [wait, valid],
    );
  const stored = async () => (await database.pool.query('SELECT mail_status, fail_reason, mail_attempts, secret FROM sys_mail')).rows;
  const failed = (reason: string) => ({ mail_status: '失败', fail_reason: `${reason}已过有效期，不再发送`, secret: null });

  it('is ended, and its secret is gone, as soon as that has expired, however long it would have waited', async () => {
    await queue('0', '5 minutes');
    const [claimed] = (await claimMails(database.db, 6, 'example.com')) ?? [];
    if (claimed === undefined) throw new Error('It was not due.');
    await writeOutcome(database.db, claimed, { state: 'again', reason: '服务器忙' });
    expect(await isAnyMailDue(database.db)).toBe(false);
    await database.pool.query("UPDATE sys_mail SET run_time = run_time - interval '301 s', expire_time = expire_time - interval '301 s'");
    expect(await isAnyMailDue(database.db)).toBe(true);
    expect(await claimMails(database.db, 6, 'example.com')).toEqual([]);
    expect(await stored()).toEqual([{ ...failed('服务器忙；'), mail_attempts: 3 }]);
  });

  it('is ended by the cleanup if an earlier version has it wait for longer', async () => {
    await queue('1 hour', '-1 minute');
    await clearMails(database.db, { isSet: true, days: 30 }, new AbortController().signal);
    expect(await stored()).toEqual([{ ...failed(''), mail_attempts: 2 }]);
  });
});

describe('with many mails due', () => {
  beforeEach(() => database.pool.query('DELETE FROM sys_mail'));
  const queue = (count: number) =>
    database.pool.query(
      `WITH person AS (INSERT INTO sys_user (id, user_account, user_name, user_password, user_email, user_status)
         SELECT gen_random_uuid(), 'many' || $1::int, '收件人', 'x', 'a@example.com', '正常' RETURNING id),
       address AS (INSERT INTO sys_mail_address (sys_user_id, address, confirm_time) SELECT id, 'a@example.com', now() FROM person)
       INSERT INTO sys_mail (id, create_user, mail_to, mail_topic, mail_subject, mail_content, run_time)
       SELECT gen_random_uuid(), id, 'a@example.com', '通知公告', '通知', '内容', now() - interval '1 minute' FROM person, generate_series(1, $1::int)`,
      [count],
    );

  it('a mail with a secret, which is valid for minutes, is sent before those that waited longer', async () => {
    await queue(1000);
    await database.pool.query(
      `INSERT INTO sys_mail (id, mail_to, mail_topic, mail_subject, mail_content, expire_time)
       VALUES (gen_random_uuid(), 'a@example.com', '重置密码', '重置密码', '内容', now() + interval '30 minutes')`,
    );
    const claimed = (await claimMails(database.db, 6, 'example.com')) ?? [];
    expect(claimed.map(({ mailSubject }) => mailSubject).toSorted()).toEqual([...Array.from({ length: 5 }, () => '通知'), '重置密码']);
  });

  it('no more of them are read than with few', async () => {
    const read = async (count: number): Promise<number> => {
      await queue(count);
      await database.pool.query('ANALYZE sys_mail; ANALYZE sys_user; ANALYZE sys_mail_address');
      return database.db.transaction().execute(async (transaction) => {
        const soFar = async (): Promise<number> => {
          const { rows } = await sql<{ count: number }>`
            SELECT sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int AS count FROM pg_stat_xact_user_tables
            WHERE relname = 'sys_mail'`.execute(transaction);
          return rows[0]?.count ?? NaN;
        };
        const before = await soFar();
        expect(await claimMails(transaction, 6, 'example.com')).toHaveLength(6);
        return (await soFar()) - before;
      });
    };
    await read(900);
    expect(await read(4000)).toBeLessThan(100);
  });

  it('those whose recipients have gone are left unsent, six at a time', async () => {
    await queue(20);
    await database.pool.query(`UPDATE sys_user SET user_status = '停用' WHERE user_account = 'many20'`);
    const taken: (number | undefined)[] = [];
    do taken.push((await claimMails(database.db, 6, 'example.com'))?.length);
    while (taken.at(-1) !== undefined);
    expect(taken).toEqual([0, 0, 0, 0, undefined]);
    const { rows } = await database.pool.query('SELECT DISTINCT mail_status, mail_attempts, claim_token FROM sys_mail');
    expect(rows).toEqual([{ mail_status: '未发送', mail_attempts: 0, claim_token: null }]);
  });
});
