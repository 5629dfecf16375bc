import type { RecoveryCodes, SecondFactor, TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { sealedColumns } from '@back-office/server/office/office-features.ts';
import { checkAppSecret } from '@back-office/server/identity/two-factor/check-app-secret.ts';
import { type SealPurpose, SecretSeal } from '@back-office/server/identity/secret-seal.ts';
import { sealKeys } from '@back-office/server/identity/two-factor/seal-keys.ts';
import { groupSecret, type GroupService, openGroupService } from '@back-office/server/testing/open-group-service.ts';
import { type MailServer, openMailServer } from '@back-office/server/testing/open-mail-server.ts';
import { openReceiver, type Receiver, signatureOf } from '@back-office/server/testing/open-receiver.ts';
import { secretCode } from '@back-office/server/testing/secret-code.ts';
import { runJob } from '../testing/server/run-job.ts';
import { openTestApp, type TestApp, userPassword } from '../testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modules } from './modules.ts';

/* Everything that was sealed before there was an APP_SECRET opens under the first one (docs/operating.md). */
const first = 'the-first-app-secret';
let receiver: Receiver;
let service: GroupService;
let mail: MailServer;
let before: TestApp;
beforeAll(async () => {
  [receiver, service, mail] = await Promise.all([openReceiver(), openGroupService(), openMailServer()]);
  before = await openTestApp(settings());
  await prepare(undefined);
});
afterAll(async () => {
  receiver.close();
  service.close();
  await mail.close();
  await before.drop();
});

const settings = () => ({ webhookPrivate: true, botOrigins: [service.origin], mail: mail.settings });

/** What a start does with the secret, before it answers anybody. */
async function prepare(appSecret: string | undefined, { database: { db } } = before): Promise<void> {
  await checkAppSecret(db, { appSecret, appSecretChange: false, databaseUrl: undefined }, sealedColumns(modules));
  await sealKeys(db, appSecret, { warn: () => undefined });
}

it('a first APP_SECRET leaves webhooks, bots, waiting mails, codes and authenticator apps in working order', async () => {
  const admin = await before.admin();
  const save = async (path: string, values: object) => (await before.call<AnyRow>(admin, 'POST', path, values)).data;
  const hook = await save('sys/webhook/save', { webhookName: '同步', webhookUrl: receiver.url, events: ['sys/dict:added'] });
  const bots: AnyRow[] = [];
  for (const botKind of ['企业微信', '钉钉'] as const)
    bots.push(
      await save('sys/bot/save', {
        botName: botKind,
        botKind,
        botUrl: service.url(botKind),
        ...(botKind === '钉钉' ? { botSecret: groupSecret } : {}),
      }),
    );
  const person = await before.userWith({});
  const own = <Data>(app: TestApp, token: string, path: string, body: object) => app.call<Data>(token, 'POST', `sys/user/${path}`, body);
  const { secret } = (await own<TwoFactorSecret>(before, person.token, 'start-two-step', { password: userPassword })).data;
  const codeAt = (away: number) => secretCode(secret, new Date(), away);
  expect((await own<RecoveryCodes>(before, person.token, 'confirm-two-step', { code: codeAt(0) })).code).toBe(20000);
  const reader = await before.userWith({});
  await before.database.pool.query(`UPDATE sys_user SET user_email = 'reader@example.com' WHERE id = $1`, [reader.userId]);
  expect((await own(before, reader.token, 'start-mail-address', { password: userPassword })).code).toBe(20000);

  await prepare(first);
  const after = await openTestApp({ ...settings(), database: before.database, appSecret: first });
  const again = await after.admin();
  expect((await after.call(again, 'POST', 'sys/dict/save', { dictLabel: '首次', dictValue: '首次' })).code).toBe(20000);
  for (const { id } of bots) expect((await after.call(again, 'POST', `sys/bot/test/${String(id)}`)).code).toBe(20000);
  for (const job of ['send-webhooks', 'send-posts', 'send-mail']) await runJob(after, job);

  const [told] = receiver.taken;
  expect(told?.headers['webhook-signature']).toBe(told && signatureOf(String(hook['secret']), told));
  expect(new Set(service.taken.map(({ kind }) => kind))).toEqual(new Set(['企业微信', '钉钉']));
  const code = /验证码是 (\d{6})，/.exec(mail.taken[0]?.text ?? '')?.[1];
  expect((await own(after, reader.token, 'confirm-mail-address', { code })).code).toBe(20000);
  const { ticket } = (await after.login(person.account, userPassword)).data as unknown as SecondFactor;
  expect((await after.call(undefined, 'POST', 'login/verify', new URLSearchParams({ ticket, code: codeAt(1) }))).code).toBe(20000);
  await after.server.close();
});

it('a first APP_SECRET leaves what a deleted person had in working order once they are restored', async () => {
  const bin = await openTestApp(settings());
  await prepare(undefined, bin);
  const admin = await bin.admin();
  const person = await bin.userWith({});
  const own = <Data>(path: string, body: object) => bin.call<Data>(person.token, 'POST', `sys/user/${path}`, body);
  const { secret } = (await own<TwoFactorSecret>('start-two-step', { password: userPassword })).data;
  const codeAt = (away: number) => secretCode(secret, new Date(), away);
  expect((await own('confirm-two-step', { code: codeAt(0) })).code).toBe(20000);
  const values = { webhookName: '被删的人', webhookUrl: receiver.url, events: ['sys/dict:added'] };
  const hook = (await bin.call<AnyRow>(admin, 'POST', 'sys/webhook/save', values)).data;
  const { pool } = bin.database;
  await pool.query('UPDATE sys_webhook SET sys_user_id = $2 WHERE id = $1', [hook.id, person.userId]);
  const sealed = async () => [
    await openedWith(bin, 'two-step', 'SELECT sys_user_id AS owner, secret FROM sys_totp'),
    await openedWith(bin, 'webhook', 'SELECT id AS owner, secret FROM sys_webhook'),
  ];
  expect((await bin.call(admin, 'DELETE', `sys/user/delete/${person.userId}`)).code).toBe(20000);

  await prepare(first, bin);
  const after = await openTestApp({ ...settings(), database: bin.database, appSecret: first });
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM sys_recycle WHERE target_id = $1', [person.userId]);
  expect(await after.call(await after.admin(), 'POST', `sys/recycle/restore/${rows[0]?.id}`)).toMatchObject({
    code: 20000,
    data: { leftOut: 0 },
  });
  expect(await sealed()).toEqual([[[false, true]], [[false, true]]]);
  const { ticket } = (await after.login(person.account, userPassword)).data as unknown as SecondFactor;
  expect((await after.call(undefined, 'POST', 'login/verify', new URLSearchParams({ ticket, code: codeAt(1) }))).code).toBe(20000);
  await after.server.close();
  await bin.drop();
});

/** Of each value, whether it opens without a secret, and under the first one. */
async function openedWith({ database: { db, pool } }: TestApp, purpose: SealPurpose, query: string): Promise<boolean[][]> {
  const { rows } = await pool.query<{ owner: string; secret: Buffer | string }>(query);
  const opens = async ({ owner, secret }: (typeof rows)[number], appSecret?: string) => {
    const value = typeof secret === 'string' ? Buffer.from(secret, 'base64') : secret;
    return (await new SecretSeal(appSecret, purpose).open(db, owner, value)) !== undefined;
  };
  return Promise.all(rows.map(async (row) => [await opens(row), await opens(row, first)]));
}
