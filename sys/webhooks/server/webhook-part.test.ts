import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { openReceiver, type Receiver, signatureOf } from '@back-office/server/testing/open-receiver.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { claimDue } from './delivery-queue.ts';

let receiver: Receiver;
let app: TestApp;
let admin: string;
beforeAll(async () => {
  app = await openTestApp({ webhookPrivate: true });
  admin = await app.admin();
  receiver = await openReceiver();
});
afterEach(async () => {
  receiver.taken.length = 0;
  receiver.answer = undefined;
  await app.database.pool.query('DELETE FROM sys_webhook');
});
afterAll(async () => {
  receiver.close();
  await app.drop();
});

const events = () => receiver.taken.map(({ body }) => JSON.parse(body) as { type: string; timestamp: string; data: { id: string } });
const make = async (kinds: string[], more: object = {}, token = admin) =>
  (
    await app.call<AnyRow & { secret: string }>(token, 'POST', 'sys/webhook/save', {
      webhookName: '同步',
      webhookUrl: receiver.url,
      events: kinds,
      ...more,
    })
  ).data;
const dict = async (dictValue: string) => (await app.call(admin, 'POST', 'sys/dict/save', { dictLabel: dictValue, dictValue })).data;
/** Runs what is due now, like a node's check every second. */
async function run(): Promise<void> {
  await app.database.pool.query(
    `INSERT INTO sys_job (id, kind, payload, key) VALUES (gen_random_uuid(), 'send-webhooks', 'null', 'every')
     ON CONFLICT (kind, key) WHERE state IN ('waiting', 'running') DO UPDATE SET run_time = now()`,
  );
  await app.server.jobs.runDue();
}
const soon = () => app.database.pool.query('UPDATE sys_webhook_delivery SET next_time = now() WHERE next_time IS NOT NULL');
const rested = () => app.database.pool.query('UPDATE sys_webhook SET rest_until = now()');
const deliveries = async (token = admin) =>
  (await app.call<PageAnswer<AnyRow>>(token, 'GET', 'sys/webhook-delivery/select-page?sort=createTime:asc&limit=100')).data.items;

const change = async ({ id, version }: AnyRow, dictLabel: string) =>
  (await app.call(admin, 'POST', 'sys/dict/save', { id, version, dictLabel })).data;
const all = ['sys/dict:added', 'sys/dict:changed', 'sys/dict:deleted'];

describe('a change', () => {
  it('is sent once, signed according to Standard Webhooks, with its id and none of its content', async () => {
    const { secret } = await make(all);
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const entry = await dict('told');
    await run();
    await change(entry, '改名');
    await run();
    await app.call(admin, 'DELETE', `sys/dict/delete/${entry.id}`);
    await run();
    await run();
    expect(events().map(({ type, data }) => [type, data.id])).toEqual(all.map((type) => [type, entry.id]));
    for (const one of receiver.taken) {
      expect(one.headers['webhook-signature']).toBe(signatureOf(secret, one));
      expect(Math.abs(Number(one.headers['webhook-timestamp']) - Date.now() / 1000)).toBeLessThan(60);
      expect(one.body).not.toMatch(/told|改名/);
    }
    expect((await deliveries()).map(({ deliveryStatus, answerStatus, attempts }) => [deliveryStatus, answerStatus, attempts])).toEqual(
      all.map(() => ['已送达', 204, 1]),
    );
  });

  it('that was rolled back, is of another kind, or happened while the webhook was disabled is not sent', async () => {
    const hook = await make(['sys/dict:deleted']);
    await dict('not-told');
    const { code } = await app.call(admin, 'POST', 'sys/dict/save-batch', [
      { dictLabel: 'x', dictValue: 'twice' },
      { dictLabel: 'y', dictValue: 'twice' },
    ]);
    expect(code).not.toBe(20000);
    await app.call(admin, 'POST', 'sys/webhook/save', { id: hook.id, version: hook.version, events: all, webhookStatus: '停用' });
    await dict('while-off');
    await run();
    expect([receiver.taken, await deliveries()]).toEqual([[], []]);
  });

  it('of one record is sent in order, whatever fails in between, and other records do not wait for it', async () => {
    await make(all);
    const [one, other] = [await dict('order-1'), await dict('order-2')];
    await change(await change(one, 'a'), 'b');
    let fail = true;
    receiver.answer = (_request, response) => response.writeHead(fail && events().at(-1)?.data.id === one.id ? 500 : 200).end('nein');
    for (const _ of [1, 2, 3]) {
      await run();
      await rested();
    }
    expect(events().filter(({ data }) => data.id === other.id)).toHaveLength(1);
    expect(
      events()
        .filter(({ data }) => data.id === one.id)
        .map(({ type }) => type),
    ).toEqual(['sys/dict:added']);
    const [first] = await deliveries();
    expect(first).toMatchObject({
      deliveryStatus: '待推送',
      answerStatus: 500,
      answerBody: 'nein',
      failReason: '接收方答复 500',
      attempts: 1,
    });
    fail = false;
    receiver.taken.length = 0;
    await soon();
    for (const _ of [1, 2, 3]) await run();
    expect(events().map(({ type }) => type)).toEqual(['sys/dict:added', 'sys/dict:changed', 'sys/dict:changed']);
  });
});

it('nodes that claim at the same time never get the same delivery', async () => {
  await make(['sys/dict:added']);
  for (const at of Array(12).keys()) await dict(`claim-${at}`);
  const taken = (await Promise.all([1, 2, 3, 4].map(() => claimDue(app.database.db, 4, new Map(), 32)))).flat();
  expect(taken.length).toBeGreaterThanOrEqual(4);
  expect(new Set(taken.map(({ id }) => id)).size).toBe(taken.length);
});

describe('a receiver', () => {
  it('that fails is retried over 75 hours and then no more, until somebody resends by hand', async () => {
    await make(['sys/dict:added']);
    receiver.answer = (_request, response) => response.writeHead(503).end();
    await dict('fails');
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 10; attempt += 1) {
      await run();
      const { rows } = await app.database.pool.query<{ wait: number | null }>(
        'SELECT round(extract(epoch FROM next_time - last_time))::int AS wait FROM sys_webhook_delivery',
      );
      if (typeof rows[0]?.wait === 'number') waits.push(rows[0].wait);
      await soon();
      await rested();
    }
    expect(receiver.taken).toHaveLength(10);
    expect(new Set(receiver.taken.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(waits.reduce((sum, wait) => sum + wait) / 3600).toBeGreaterThan(75);
    const [given] = await deliveries();
    expect(given).toMatchObject({ deliveryStatus: '未送达', attempts: 10, nextTime: null });
    const { token } = await app.userWith({ 'sys/webhook-delivery': ['read'] });
    expect((await app.call(token, 'POST', `sys/webhook-delivery/resend/${given?.id}`)).code).toBe(40300);
    receiver.answer = (_request, response) => response.writeHead(200).end();
    expect((await app.call(admin, 'POST', `sys/webhook-delivery/resend/${given?.id}`)).data).toEqual({ queued: 1 });
    await run();
    expect((await deliveries())[0]).toMatchObject({ deliveryStatus: '已送达', attempts: 1, failReason: null });
  });

  it('that answers 410 gets nothing more', async () => {
    const hook = await make(['sys/dict:added']);
    receiver.answer = (_request, response) => response.writeHead(410).end();
    await dict('gone-1');
    await run();
    await dict('gone-2');
    await run();
    expect(receiver.taken).toHaveLength(1);
    const { data: off } = await app.call(admin, 'GET', `sys/webhook/select/${hook.id}`);
    expect(off).toMatchObject({ webhookStatus: '停用', offReason: '接收方答复 410，不再接收' });
    const on = await app.call(admin, 'POST', 'sys/webhook/save', { id: off.id, version: off.version, webhookStatus: '正常' });
    expect(on.data).toMatchObject({ webhookStatus: '正常', offReason: null });
  });

  it('that never ends its answer is cut off after 2 KB, which is all that is stored', async () => {
    await make(['sys/dict:added']);
    receiver.answer = (_request, response) => {
      response.writeHead(200);
      const more = (): void => {
        while (!response.destroyed && response.write('endless\0'.repeat(512)));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    };
    await dict('endless');
    await run();
    const [row] = await deliveries();
    expect(row).toMatchObject({ deliveryStatus: '已送达', answerStatus: 200 });
    expect(String(row?.['answerBody']).length).toBeLessThanOrEqual(2048);
  });
});

describe('the rights that apply to a webhook', () => {
  it('are those of its author at the moment of sending, including the data scope', async () => {
    const [home, away] = await Promise.all(
      ['家', '外'].map(async (orgName, at) => (await app.call(admin, 'POST', 'sys/org/save', { orgName, orgCode: `hook-${at}` })).data),
    );
    const maker = await app.userWith(
      { 'sys/webhook': ['add', 'read'], 'sys/webhook-delivery': ['read'], 'sys/dept': ['read'] },
      { dataScope: '本机构' },
    );
    await app.database.pool.query('UPDATE sys_user SET sys_org_id = $1 WHERE id = $2', [home?.id, maker.userId]);
    const kinds = ['sys/dept:added', 'sys/dept:changed', 'sys/dept:deleted'];
    expect((await make([...kinds, 'sys/user:changed'], {}, maker.token)) as unknown).toMatchObject({ fields: [{ field: 'events' }] });
    await make(kinds, {}, maker.token);
    const dept = async (deptName: string, sysOrgId: string | undefined) =>
      (await app.call(admin, 'POST', 'sys/dept/save', { deptName, sysOrgId })).data;
    const [seen, hidden] = [await dept('看得到', home?.id), await dept('看不到', away?.id)];
    await run();
    for (const { id } of [seen, hidden]) await app.call(admin, 'DELETE', `sys/dept/delete/${id}`);
    await run();
    expect(events().map(({ type, data }) => [type, data.id])).toEqual([
      ['sys/dept:added', seen.id],
      ['sys/dept:deleted', seen.id],
    ]);
    await app.database.pool.query(`UPDATE sys_role_function SET function_permission = 'add'
      WHERE sys_role_id IN (SELECT target_id FROM sys_user_role WHERE owner_id = '${maker.userId}')`);
    await dept('不再看得到', home?.id);
    await run();
    await app.database.pool.query(`UPDATE sys_user SET user_status = '停用' WHERE id = $1`, [maker.userId]);
    await dept('已停用', home?.id);
    await run();
    expect(receiver.taken).toHaveLength(2);
    const { rows } = await app.database.pool.query<{ off_reason: string }>('SELECT off_reason FROM sys_webhook');
    expect(rows).toEqual([{ off_reason: '建立者已停用' }]);
  });

  it('also bind those who edit it: nobody receives through another’s webhook what they may not see', async () => {
    const hook = await make(['sys/dict:added']);
    const keeper = await app.userWith({ 'sys/webhook': ['admin'], 'sys/dict': ['read'] });
    const save = (more: object) => app.call(keeper.token, 'POST', 'sys/webhook/save', { id: hook.id, version: hook.version, ...more });
    expect((await save({ webhookUrl: 'https://receiver.example/' })).code).toBe(40300);
    expect((await app.call(keeper.token, 'POST', `sys/webhook/renew-secret/${hook.id}`)).code).toBe(40300);
    expect((await app.call(keeper.token, 'DELETE', `sys/webhook/delete/${hook.id}`)).code).toBe(40300);
    expect((await make(['sys/dict:added'], {}, keeper.token))['sysUserId']).toBe(keeper.userId);
  });
});

describe('a webhook secret', () => {
  it('is shown once, stored encrypted, absent from every log, and replaceable if lost', async () => {
    const hook = await make(['sys/dict:added']);
    expect((await app.call(admin, 'GET', `sys/webhook/select/${hook.id}`)).data).not.toHaveProperty('secret');
    const again = await app.call(admin, 'POST', 'sys/webhook/save', { ...hook, webhookName: '带着密钥保存' });
    expect([again.code, 'secret' in again.data]).toEqual([20000, false]);
    const { rows } = await app.database.pool.query(`SELECT t::text AS text FROM sys_webhook t UNION ALL SELECT l::text FROM sys_log_opt l`);
    expect(JSON.stringify(rows)).not.toContain(hook.secret.slice(6));
    const { data } = await app.call<{ secret: string }>(admin, 'POST', `sys/webhook/renew-secret/${hook.id}`);
    await dict('renewed');
    await run();
    const [only] = receiver.taken;
    expect(only?.headers['webhook-signature']).toBe(only && signatureOf(data.secret, only));
  });
});
