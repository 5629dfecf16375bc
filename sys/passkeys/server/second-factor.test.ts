import type { RecoveryCodes, TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import { openPasskeyApp, passkeyOrigin } from '@back-office/app/testing/server/open-passkey-app.ts';
import { holdInserts } from '@back-office/server/testing/hold-inserts.ts';
import { secretCode } from '@back-office/server/testing/secret-code.ts';
import { type Deviation, SoftwareAuthenticator } from '@back-office/server/testing/software-authenticator.ts';
import { untilWaiting } from '@back-office/server/testing/until-waiting.ts';
import { type Session, userPassword } from '@back-office/app/testing/server/test-app.ts';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

let at: Awaited<ReturnType<typeof openPasskeyApp>>;
beforeAll(async () => {
  at = await openPasskeyApp();
});
afterAll(() => at.app.drop());

/** The embedded database has one connection: nothing runs concurrently. */
const hasOneConnection = inject('testTemplate').kind === 'embedded';

interface Refused {
  fields?: { field: string }[];
}

/** Begins to add an authenticator app to a passkey. */
const begin = async (person: Session, device: SoftwareAuthenticator) =>
  at.post<TwoFactorSecret>(person.token, 'sys/user/start-two-step', {
    password: userPassword,
    ...(await at.fresh(person.token, device)),
  });

describe('a passkey as the second factor', () => {
  it('is offered in addition to the recovery codes, and completes the sign-in', async () => {
    const { person, device, codes } = await at.withPasskey();
    const { ticket, ways } = await at.ticketOf(person);
    expect(ways).toEqual(['passkey']);
    const { code, data } = await at.verify(ticket, device);
    expect([code, data.roles.userAccount]).toEqual([20000, person.account]);
    expect(await at.lastLine(person.account)).toBe('成功：登录成功（密码和通行密钥）');
    expect((await at.ownOf(person))[0]?.lastUsedTime).not.toBeNull();
    expect((await at.post(undefined, 'login/passkey/start', { ticket })).code).toBe(40400);
    expect((await at.post(undefined, 'login/passkey/start', { ticket: '' })).code).toBe(40000);
    const withCode = { ticket: (await at.ticketOf(person)).ticket, code: codes[0] };
    expect((await at.post(undefined, 'login/verify', withCode)).code).toBe(20000);
    expect(await at.twoStepOf(person)).toMatchObject({ active: true, recoveryCodes: 9 });
  });

  it('unlocks the screen of its person, and no other’s', async () => {
    const [{ person, device }, other] = [await at.withPasskey(), await at.withPasskey()];
    expect((await at.post(person.token, 'session/lock')).data).toMatchObject({ passkey: true });
    expect(await at.post(person.token, 'session/unlock', await at.fresh(person.token, other.device))).toMatchObject({ code: 40000 });
    expect((await at.post(person.token, 'session/unlock', await at.fresh(person.token, device))).code).toBe(20000);
    expect((await at.app.call(person.token, 'GET', 'sys/user/select-sessions')).code).toBe(20000);
  });

  it('is asked for before an authenticator app is added: the password alone is refused', async () => {
    const { person, device, codes } = await at.withPasskey();
    const begin = (proof: object) =>
      at.post<TwoFactorSecret & Refused>(person.token, 'sys/user/start-two-step', {
        password: userPassword,
        ...proof,
      });
    for (const proof of [{}, { code: '' }, { code: '000000' }])
      expect((await begin(proof)).data.fields?.map(({ field }) => field)).toEqual(['code']);
    expect((await begin({ ...(await at.fresh(person.token, device)), password: 'Wrong-1' })).code).toBe(40000);
    expect((await begin(await at.fresh(person.token, device))).code).toBe(20000);
    expect((await begin({ code: codes[0] })).code).toBe(20000);
  });

  it('voids what was begun with the password alone before it was added', async () => {
    const person = await at.app.userWith({});
    const { data: begun } = await at.post<TwoFactorSecret>(person.token, 'sys/user/start-two-step', { password: userPassword });
    const [mine, theirs] = [new SoftwareAuthenticator(passkeyOrigin), new SoftwareAuthenticator(passkeyOrigin)];
    const { data: another } = await at.start(person.token, { password: userPassword });
    const { data: question } = await at.start(person.token, { password: userPassword });
    const { data: added } = await at.save(person.token, question, mine);
    const code = secretCode(begun.secret, new Date());
    expect((await at.post(person.token, 'sys/user/confirm-two-step', { code })).code).toBe(40000);
    expect((await at.save(person.token, another, theirs)).code).toBe(40000);
    expect(await at.twoStepOf(person)).toMatchObject({ active: true, app: false });
    // What is begun with the second factor stays when another passkey is added.
    const proved = { password: userPassword, ...(await at.fresh(person.token, mine)) };
    const { data: secret } = await at.post<TwoFactorSecret>(person.token, 'sys/user/start-two-step', proved);
    const { data: second } = await at.start(person.token, { code: added.recoveryCodes?.[0] });
    expect((await at.save(person.token, second, theirs)).code).toBe(20000);
    const first = { code: secretCode(secret.secret, new Date()) };
    expect((await at.post(person.token, 'sys/user/confirm-two-step', first)).code).toBe(20000);
  });

  it('is not added if its adding was begun with the password alone before an authenticator app was in use', async () => {
    const person = await at.app.userWith({});
    const { data: question } = await at.start(person.token, { password: userPassword });
    const { data: begun } = await at.post<TwoFactorSecret>(person.token, 'sys/user/start-two-step', { password: userPassword });
    const first = { code: secretCode(begun.secret, new Date()) };
    expect((await at.post(person.token, 'sys/user/confirm-two-step', first)).code).toBe(20000);
    expect((await at.save(person.token, question, new SoftwareAuthenticator(passkeyOrigin))).code).toBe(40000);
    expect(await at.ownOf(person)).toEqual([]);
  });

  it.skipIf(hasOneConnection)(
    'is not begun with the password alone if an authenticator app is added between the proof and that',
    async () => {
      const { pool } = at.app.database;
      const person = await at.app.userWith({});
      const { data: begun } = await at.post<TwoFactorSecret>(person.token, 'sys/user/start-two-step', { password: userPassword });
      const letGo = await holdInserts(pool, 'sys_idempotency');
      const headers = { 'idempotency-key': 'begin' };
      const started = at.app.call<Refused>(person.token, 'POST', 'sys/passkey/start-own', { password: userPassword }, { headers });
      await untilWaiting(pool);
      const first = { code: secretCode(begun.secret, new Date()) };
      expect((await at.post(person.token, 'sys/user/confirm-two-step', first)).code).toBe(20000);
      await letGo();
      const { code, data } = await started;
      expect([code, data.fields?.map(({ field }) => field)]).toEqual([40000, ['code']]);
    },
  );

  it('works alongside an authenticator app, and stays when that is removed', async () => {
    const { person, device, codes } = await at.withPasskey();
    const { data: secret } = await begin(person, device);
    const confirmed = await at.post<RecoveryCodes>(person.token, 'sys/user/confirm-two-step', {
      code: secretCode(secret.secret, new Date()),
    });
    expect(confirmed.code).toBe(20000);
    expect((await at.ticketOf(person)).ways).toEqual(['app', 'passkey']);
    expect(
      (
        await at.app.call(
          undefined,
          'POST',
          'login/verify',
          new URLSearchParams({ ticket: (await at.ticketOf(person)).ticket, code: codes[0] ?? '' }),
        )
      ).code,
    ).toBe(40000);
    const [one = '', two = ''] = confirmed.data.recoveryCodes;
    expect((await at.post(person.token, 'sys/user/stop-two-step', { password: userPassword, code: one })).code).toBe(20000);
    expect(await at.twoStepOf(person)).toMatchObject({ active: true, app: false, recoveryCodes: 9 });
    expect((await at.verify((await at.ticketOf(person)).ticket, device)).code).toBe(20000);
    const id = (await at.ownOf(person))[0]?.id ?? '';
    expect((await at.post(person.token, `sys/passkey/end-own/${id}`, { code: two })).code).toBe(20000);
    expect(await at.twoStepOf(person)).toEqual({ active: false, app: false, required: false, recoveryCodes: 0 });
    expect((await at.app.login(person.account, userPassword)).code).toBe(20000);
  });

  it('can be removed while the authenticator app stays, which then is the only second factor', async () => {
    const { person, device, codes } = await at.withPasskey();
    const { data: made } = await begin(person, device);
    const code = (away: number) => secretCode(made.secret, new Date(), away);
    const confirmed = await at.post<RecoveryCodes>(person.token, 'sys/user/confirm-two-step', { code: code(0) });
    const id = (await at.ownOf(person))[0]?.id ?? '';
    const end = (shown: string | undefined) => at.post(person.token, `sys/passkey/end-own/${id}`, { code: shown });
    expect((await end(codes[0])).code).toBe(40000);
    expect((await end(confirmed.data.recoveryCodes[0])).code).toBe(20000);
    expect(await at.twoStepOf(person)).toEqual({ active: true, app: true, required: false, recoveryCodes: 9 });
    const { ticket, ways } = await at.ticketOf(person);
    // Only a code of the app.
    expect(ways).toBeUndefined();
    expect((await at.verify(ticket, device)).code).toBe(40000);
    expect((await at.post(undefined, 'login/verify', { ticket, code: code(1) })).code).toBe(20000);
  });

  it('satisfies a mandatory second factor, so that the authenticator app can be removed', async () => {
    const { person, device } = await at.withPasskey();
    const { data: secret } = await begin(person, device);
    const code = (away: number) => secretCode(secret.secret, new Date(), away);
    expect((await at.post(person.token, 'sys/user/confirm-two-step', { code: code(0) })).code).toBe(20000);
    await at.app.database.pool.query(`UPDATE sys_user SET two_step_required = '是' WHERE id = $1`, [person.userId]);
    expect((await at.post(person.token, 'sys/user/stop-two-step', { password: userPassword, code: code(1) })).code).toBe(20000);
    expect(await at.twoStepOf(person)).toMatchObject({ active: true, app: false, required: true });
  });

  it('is the only one until an app is confirmed, so removing it turns the second factor off', async () => {
    const { person, device, codes } = await at.withPasskey();
    const { data: made } = await begin(person, device);
    const { ticket, ways } = await at.ticketOf(person);
    expect(ways).toEqual(['passkey']);
    const shown = { ticket, code: secretCode(made.secret, new Date()) };
    expect((await at.post(undefined, 'login/verify', shown)).code).toBe(40000);
    expect((await at.verify((await at.ticketOf(person)).ticket, device)).code).toBe(20000);
    const id = (await at.ownOf(person))[0]?.id ?? '';
    expect((await at.post(person.token, `sys/passkey/end-own/${id}`, { code: codes[0] })).code).toBe(20000);
    expect(await at.twoStepOf(person)).toEqual({ active: false, app: false, required: false, recoveryCodes: 0 });
    expect((await at.app.login(person.account, userPassword)).code).toBe(20000);
  });

  it.each<[string, Deviation]>([
    ['the origin of another site', { origin: 'https://evil.example.com' }],
    ['the id of another relying party', { rpId: 'evil.example.com' }],
    ['no user verification', { userVerified: false }],
    ['an unknown challenge', { challenge: 'AAAA' }],
    ['the user handle of another person', { userHandle: Buffer.alloc(32, 7).toString('base64url') }],
  ])('is refused with %s', async (_name, deviation) => {
    const { person, device } = await at.withPasskey();
    const { ticket } = await at.ticketOf(person);
    expect(await at.verify(ticket, device, deviation)).toMatchObject({ code: 40000, message: '通行密钥验证失败，请重试' });
    expect(await at.lastLine(person.account)).toBe('失败：通行密钥验证失败');
    expect((await at.verify(ticket, device)).code).toBe(20000);
  });

  it('is refused if it is another person’s or answers the challenge of another pending sign-in', async () => {
    const [one, other] = [await at.withPasskey(), await at.withPasskey()];
    const { ticket } = await at.ticketOf(one.person);
    expect((await at.verify(ticket, other.device)).code).toBe(40000);
    const foreign = await at.askFor((await at.ticketOf(one.person)).ticket);
    const response = one.device.get(foreign.options);
    expect((await at.post(undefined, 'login/verify', { ticket, passkey: { ceremony: foreign.ceremony, response } })).code).toBe(40000);
    expect((await at.verify(ticket, one.device)).code).toBe(20000);
  });

  it('is refused if a response is replayed or its counter does not advance, which is logged', async () => {
    const { person, device } = await at.withPasskey();
    const { ticket } = await at.ticketOf(person);
    const { ceremony, options } = await at.askFor(ticket);
    const passkey = { ceremony, response: device.get(options) };
    expect((await at.post(undefined, 'login/verify', { ticket, passkey })).code).toBe(20000);
    const again = (await at.ticketOf(person)).ticket;
    expect((await at.post(undefined, 'login/verify', { ticket: again, passkey })).code).toBe(40000);
    expect((await at.verify(again, device, { counter: 1 })).code).toBe(40000);
    expect(await at.lastLine(person.account)).toBe('失败：通行密钥的计数倒退，可能被复制');
    expect((await at.verify(again, device, { counter: 0 })).code).toBe(40000);
    expect((await at.verify(again, device)).code).toBe(20000);
  });

  it('counts as a wrong password when it fails, and a ticket allows five failures', async () => {
    const { person, device } = await at.withPasskey();
    const { ticket } = await at.ticketOf(person);
    for (let n = 0; n < 5; n++) expect((await at.verify(ticket, device, { userVerified: false })).code).toBe(40000);
    expect((await at.verify(ticket, device)).code).toBe(40002);
  });
});
