import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { testAdminPassword } from '@back-office/app/testing/server/test-template.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { mailChoices } from '../../mail/mail-calls.ts';
import { unreadableReason } from '../../mail/server/mail-people.ts';

/* The mails of notices when two thousand people chose them. */
let app: TestApp;
let admin: string;
let people: string[];
beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  const rows = await query(
    `WITH people AS (
       INSERT INTO sys_user (id, user_account, user_name, user_password, user_email, user_status)
       SELECT gen_random_uuid(), 'reader' || n, '读者', '', 'reader' || n || '@example.com', '正常' FROM generate_series(1, 2000) n
       RETURNING id, user_email),
     addresses AS (INSERT INTO sys_mail_address (sys_user_id, address, confirm_time) SELECT id, user_email, now() FROM people),
     choices AS (INSERT INTO sys_user_preference (sys_user_id, key, value) SELECT id, '${mailChoices.notice.key}', 'true' FROM people)
     SELECT id FROM people ORDER BY id`,
  );
  people = rows.map(({ id }) => String(id));
});
beforeEach(() => query('DELETE FROM sys_mail; DELETE FROM sys_msg; DELETE FROM sys_job'));
afterEach(() => query('DROP FUNCTION IF EXISTS refuse_mail() CASCADE'));
afterAll(() => app.drop());

const query = async (text: string): Promise<AnyRow[]> => (await app.database.pool.query<AnyRow>(text)).rows;
const save = async (values: object): Promise<AnyRow> => {
  const notice = { msgContent: '<p>周六</p>', msgScope: '全部', msgStatus: '已发布', ...values };
  const { code, data } = await app.call(admin, 'POST', 'sys/msg/save', notice);
  expect(code).toBe(20000);
  return data;
};
const countMails = async (where: string) => (await query(`SELECT count(*)::int AS count FROM sys_mail WHERE ${where}`))[0]?.['count'];
/** Refuses mails for which the condition holds, until the returned function is called. */
async function refuseMails(condition: string): Promise<() => Promise<unknown>> {
  await query(`
    CREATE FUNCTION refuse_mail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'refused'; END $$;
    CREATE TRIGGER refuse_mail BEFORE INSERT ON sys_mail FOR EACH ROW WHEN (${condition}) EXECUTE FUNCTION refuse_mail()`);
  return () => query('DROP TRIGGER refuse_mail ON sys_mail; DROP FUNCTION refuse_mail()');
}

describe('a notice', () => {
  it('to five hundred of them is mailed without a look at all that each of them may read', async () => {
    await query(`
      ALTER FUNCTION notice_keys(uuid) RENAME TO true_notice_keys;
      CREATE SEQUENCE looks;
      CREATE FUNCTION notice_keys(person uuid) RETURNS SETOF uuid LANGUAGE sql AS $$ SELECT nextval('looks'); SELECT true_notice_keys(person) $$`);
    await save({ msgTitle: '停电', msgScope: '用户', targetIds: people.slice(0, 500) });
    await app.server.jobs.runDue();
    expect(await countMails(`mail_subject = '停电'`)).toBe(500);
    const [looks] = await query('SELECT CASE WHEN is_called THEN last_value ELSE 0 END::int AS count FROM looks');
    expect(looks?.['count']).toBe(0);
    await query('DROP FUNCTION notice_keys(uuid); DROP SEQUENCE looks; ALTER FUNCTION true_notice_keys(uuid) RENAME TO notice_keys');
  });

  it('whose mails cannot be queued keeps neither another from being announced and mailed, nor a person from adding an API key', async () => {
    const allow = await refuseMails(`NEW.mail_subject = '坏'`);
    for (const msgTitle of ['坏', '好']) await save({ msgTitle, publishTime: '2999-01-01 00:00:00' });
    await query(`UPDATE sys_msg SET publish_time = now() - interval '1 second'`);
    const expireTime = new Date(Date.now() + 86_400_000).toLocaleString('sv-SE', { timeZone: 'Asia/Shanghai' });
    const key = { tokenName: '对账', tokenRights: ['sys/dict:read'], expireTime, password: testAdminPassword };
    expect((await app.call(admin, 'POST', 'sys/token/save-own', key)).code).toBe(20000);
    await runJob(app, 'announce-notices');
    expect(await query('SELECT msg_title FROM sys_msg WHERE announce_time IS NULL')).toEqual([]);
    expect(await countMails(`mail_subject = '好'`)).toBe(2000);
    await allow();
    await query('UPDATE sys_job SET run_time = now()');
    await app.server.jobs.runDue();
    expect(await countMails(`mail_subject = '坏'`)).toBe(2000);
  });

  it('whose mails could be queued for a part of them only is mailed once to each of them in the end', async () => {
    const allow = await refuseMails(`NEW.create_user = '${people.at(-1)}'`);
    await save({ msgTitle: '停电' });
    await app.server.jobs.runDue();
    expect(await countMails('true')).toBeGreaterThan(0);
    await query(`UPDATE sys_mail SET mail_status = '失败'`);
    await allow();
    await query('UPDATE sys_job SET run_time = now()');
    await app.server.jobs.runDue();
    expect(await countMails('true')).toBe(2000);
  });

  it('restored after none of them could be mailed queues no more than a thousand mails with a statement', async () => {
    const { id } = await save({ msgTitle: '停电' });
    await app.server.jobs.runDue();
    await app.call(admin, 'DELETE', `sys/msg/delete/${String(id)}`);
    await query(`UPDATE sys_mail SET mail_status = '未发送', fail_reason = '${unreadableReason}', update_time = now()`);
    await query(`
      CREATE FUNCTION refuse_mail() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN IF (SELECT count(*) FROM added) > 1000 THEN RAISE EXCEPTION 'refused'; END IF; RETURN NULL; END $$;
      CREATE TRIGGER refuse_mail AFTER INSERT ON sys_mail REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION refuse_mail()`);
    const [kept] = await query(`SELECT id FROM sys_recycle WHERE target_id = '${String(id)}'`);
    expect((await app.call(admin, 'POST', `sys/recycle/restore/${String(kept?.id)}`)).code).toBe(20000);
    await app.server.jobs.runDue();
    expect(await countMails(`mail_status = '待发送'`)).toBe(2000);
  });

  it('deleted before its mails are queued is mailed once it is restored', async () => {
    const { id } = await save({ msgTitle: '停电' });
    await app.call(admin, 'DELETE', `sys/msg/delete/${String(id)}`);
    await app.server.jobs.runDue();
    const [kept] = await query(`SELECT id FROM sys_recycle WHERE target_id = '${String(id)}'`);
    expect((await app.call(admin, 'POST', `sys/recycle/restore/${String(kept?.id)}`)).code).toBe(20000);
    await app.server.jobs.runDue();
    expect(await countMails('true')).toBe(2000);
  });
});
