import type { RecoveryCodes, SecondFactor, TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { secretCode } from '@back-office/server/testing/secret-code.ts';
import { openTestApp, type TestApp, userPassword as password } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';

let app: TestApp;
beforeAll(async () => (app = await openTestApp()));
afterAll(() => app.drop());

/** A person with an authenticator app, and the calls they make with it. */
async function withApp() {
  const person = await app.userWith({});
  const post = <Data>(call: string, body: object) => app.call<Data>(person.token, 'POST', `sys/user/${call}`, body);
  const { data } = await post<TwoFactorSecret>('start-two-step', { password });
  const code = (away: number) => secretCode(data.secret, new Date(), away);
  const confirmed = await post<RecoveryCodes>('confirm-two-step', { code: code(0) });
  return { person, post, code, codes: confirmed.data.recoveryCodes };
}

it('each change to one’s own two-step verification writes a line to the operation log', async () => {
  const { person, post, codes } = await withApp();
  expect((await post('renew-recovery-codes', { password, code: 'AAAA-AAAA-AAAA-AAAA' })).code).toBe(40000);
  const renewed = await post<RecoveryCodes>('renew-recovery-codes', { password, code: codes[0] });
  expect((await post('stop-two-step', { password, code: 'AAAA-AAAA-AAAA-AAAA' })).code).toBe(40000);
  expect((await post('stop-two-step', { password, code: renewed.data.recoveryCodes[0] })).code).toBe(20000);
  const { data } = await app.call<{ items: AnyRow[] }>(
    await app.admin(),
    'GET',
    `sys/log-opt/select-page?eq=userAccount:${person.account}&eq=optModule:用户&sort=optTime:asc`,
  );
  const lines = data.items.map(({ optModule, optType, optTarget }) => [optModule, optType, optTarget]);
  const { data: own } = await app.call(person.token, 'GET', `sys/user/select-info/${person.userId}`);
  expect(lines).toEqual(['启用两步验证', '更换恢复码', '停用两步验证'].map((type) => ['用户', type, own['userName']]));
});

it('each change to one’s own two-step verification is told to its owner', async () => {
  const { person, post, code, codes } = await withApp();
  const renewed = await post<RecoveryCodes>('renew-recovery-codes', { password, code: codes[0] });
  expect((await post('stop-two-step', { password, code: '000000' })).code).toBe(40000);
  expect((await post('stop-two-step', { password, code: renewed.data.recoveryCodes[0] })).code).toBe(20000);
  expect((await post('confirm-two-step', { code: code(1) })).code).toBe(40000);
  const { data } = await app.call<{ items: { msgTitle: string; msgContent: string }[] }>(
    person.token,
    'GET',
    'sys/msg/list?index=0&limit=10',
  );
  expect(data.items.map(({ msgTitle }) => msgTitle).toSorted()).toEqual([
    '您的账号停用了两步验证',
    '您的账号启用了两步验证',
    '您的账号更换了恢复码',
  ]);
});

it('turning off two-step verification voids half-finished sign-ins: no later factor completes them', async () => {
  const { person, post, code } = await withApp();
  const half = (await app.login(person.account, password)) as unknown as { data: SecondFactor };
  expect((await post('stop-two-step', { password, code: code(1) })).code).toBe(20000);
  const again = await post<TwoFactorSecret>('start-two-step', { password });
  expect((await post('confirm-two-step', { code: secretCode(again.data.secret, new Date()) })).code).toBe(20000);
  const shown = new URLSearchParams({ ticket: half.data.ticket, code: secretCode(again.data.secret, new Date(), 1) });
  expect((await app.call(undefined, 'POST', 'login/verify', shown)).code).toBe(40400);
});
