import { statuses } from '@back-office/contract/status.ts';
import { runJob } from '@back-office/app/testing/server/run-job.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

/*
 * The database's clock was a day ahead and was set back, so that times written meanwhile are a day in the future. Waiting entries wait
 * as long as with a correct clock, and no node takes an entry that another node is working on.
 */
let app: TestApp;
beforeAll(async () => {
  const environment = { SMS_PROVIDER: 'log', MAIL_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'office@example.com' };
  app = await openTestApp({ environment, webhookPrivate: true });
});
afterAll(() => app.drop());

it.each([
  {
    job: 'send-mail',
    table: 'sys_mail',
    due: 'run_time',
    of: `mail_to, mail_topic, mail_subject, mail_content) SELECT 'a@example.com', '测试', '题', '文'`,
  },
  { job: 'sweep-sms', table: 'sys_sms', due: 'run_time', of: `sms_phone, sms_content) SELECT '13800138000', '文'` },
  {
    job: 'send-posts',
    table: 'sys_bot_post',
    due: 'run_time',
    before: `WITH bot AS (INSERT INTO sys_bot (id, bot_name, bot_kind, bot_url, bot_status)
      VALUES (gen_random_uuid(), '群', '钉钉', '', '${statuses.enabled}') RETURNING id)`,
    of: `sys_bot_id, post_topic, post_text) SELECT (SELECT id FROM bot), '测试', '文'`,
  },
  {
    job: 'send-webhooks',
    table: 'sys_webhook_delivery',
    due: 'next_time',
    before: `WITH webhook AS (INSERT INTO sys_webhook (id, webhook_name, webhook_url, webhook_status, events, rest_until)
      VALUES (gen_random_uuid(), '推送', 'http://127.0.0.1:1', '${statuses.enabled}', '{}', now() + interval '1 day 30 s') RETURNING id)`,
    of: `sys_webhook_id, event_name, target_id) SELECT (SELECT id FROM webhook), 'sys/dict:added', 'x'`,
  },
])(
  'entries of $table written under the wrong clock do not wait for that time to come again',
  async ({ job, table, due, before = '', of }) => {
    const { pool } = app.database;
    // One entry to be retried an hour after its last attempt, and one that a node took 20 s before.
    await pool.query(
      `${before} INSERT INTO ${table} (id, update_time, ${due}, claim_token, claim_until, ${of.replace(' SELECT ', ' SELECT gen_random_uuid(), tried, due, token, claimed, ')}
     FROM (VALUES (now() + interval '1 day', now() + interval '25 hours', NULL, NULL),
       (now() + interval '1 day', now() + interval '1 day', gen_random_uuid(), now() + interval '1 day 40 s')) AS x(tried, due, token, claimed)`,
    );
    await runJob(app, job);
    const { rows } = await pool.query<{ wait: number; claim: number | null }>(
      `SELECT extract(epoch FROM ${due} - now())::float8 / 60 AS wait, extract(epoch FROM claim_until - now())::float8 / 60 AS claim FROM ${table} ORDER BY 1`,
    );
    const [taken, tried] = rows;
    expect(tried?.wait).toBeGreaterThan(50);
    expect(tried?.wait).toBeLessThanOrEqual(60);
    expect(taken?.claim).toBeGreaterThan(0);
    expect(taken?.claim).toBeLessThanOrEqual(5);
    if (job === 'send-webhooks') expect((await pool.query('SELECT FROM sys_webhook WHERE rest_until > now()')).rowCount).toBe(0);
  },
);

it('jobs written under the wrong clock do not wait either: new ones, retries, and those of a dead node', async () => {
  const { pool } = app.database;
  await pool.query(
    `INSERT INTO sys_job (id, kind, payload, state, attempts, create_time, run_time, lease_token, lease_until)
     SELECT gen_random_uuid(), kind, '{}', state, attempts, now() + made, now() + due, CASE WHEN state = 'running' THEN gen_random_uuid() END,
       CASE WHEN state = 'running' THEN now() + interval '1 day 40 s' END
     FROM (VALUES ('new', 'waiting', 0, interval '1 day', interval '25 hours'), ('again', 'waiting', 2, interval '-1 hour', interval '25 hours'),
       ('held', 'running', 1, interval '-1 hour', interval '1 day'), ('later', 'waiting', 0, interval '-1 hour', interval '25 hours'))
       AS x(kind, state, attempts, made, due)`,
  );
  await app.server.jobs.start();
  const { rows } = await pool.query<{ kind: string; wait: number; lease: number | null }>(
    `SELECT kind, round(extract(epoch FROM run_time - now()) / 3600)::int AS wait, ceil(extract(epoch FROM lease_until - now()) / 60)::int AS lease
     FROM sys_job WHERE kind IN ('new', 'again', 'held', 'later') ORDER BY kind`,
  );
  expect(rows).toEqual([
    { kind: 'again', wait: 1, lease: null },
    { kind: 'held', wait: 0, lease: 1 },
    // Its intended time cannot be known.
    { kind: 'later', wait: 25, lease: null },
    { kind: 'new', wait: 1, lease: null },
  ]);
});
