import fc from 'fast-check';
import Fastify from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import { CachedSessions } from './cached-sessions.ts';
import { sessionHook } from './session-hook.ts';

/* A save may use a session looked up in the last minute, and is answered as if the session had just been looked up. */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.drop());

let count = 0;
const save = ({ token }: Session, more: object = {}) =>
  app.call(token, 'POST', 'sys/dict/save', { dictLabel: '样本', dictValue: `cached${(count += 1)}`, dictValueType: 'String', ...more });
/** A call that needs the same right, and always looks up the caller. */
const read = ({ token }: Session) => app.call(token, 'GET', 'sys/dict/create');
const stored = async () => (await app.database.pool.query(`SELECT FROM sys_dict WHERE dict_value LIKE 'cached%'`)).rowCount;
const clerk = () => app.userWith({ 'sys/dict': ['read', 'write'] });
const known = async (): Promise<Session> => {
  const one = await clerk();
  expect((await read(one)).code).toBe(20000);
  return one;
};
const lookUps = () => ({ byToken: vi.spyOn(app.server.sessions, 'check'), byId: vi.spyOn(app.server.sessions, 'checkSession') });

const ofUser = 'WHERE sys_user_id = $1';
const roleOfUser = 'WHERE sys_role_id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)';
const changes = {
  'the session is ended': `UPDATE sys_session SET end_time = clock_timestamp(), end_reason = '您已被管理员强制下线' ${ofUser}`,
  'they sign out': `UPDATE sys_session SET end_time = clock_timestamp() ${ofUser}`,
  'the session was not used for too long': `UPDATE sys_session SET last_seen_time = now() - interval '30 days' ${ofUser}`,
  'the screen is locked': `UPDATE sys_session SET lock_time = now() ${ofUser}`,
  'the screen is unlocked': `UPDATE sys_session SET lock_time = NULL ${ofUser}`,
  'the account is disabled': `UPDATE sys_user SET user_status = '停用' WHERE id = $1`,
  'the account is enabled': `UPDATE sys_user SET user_status = '正常' WHERE id = $1`,
  'the password has to be changed': `UPDATE sys_user SET password_once = true WHERE id = $1`,
  'the second factor has to be set up': `UPDATE sys_user SET two_step_required = '是' WHERE id = $1`,
  'nothing has to be done first': `UPDATE sys_user SET password_once = false, two_step_required = '否' WHERE id = $1`,
  'the right is taken': `UPDATE sys_role_function SET function_permission = 'read' ${roleOfUser}`,
  'the right is given': `UPDATE sys_role_function SET function_permission = 'read,write' ${roleOfUser}`,
  'the role is disabled': `UPDATE sys_role SET role_status = '停用' WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)`,
  'the role is enabled': `UPDATE sys_role SET role_status = '正常' WHERE id IN (SELECT target_id FROM sys_user_role WHERE owner_id = $1)`,
  nothing: 'SELECT $1',
};
type Change = keyof typeof changes;
const happens = (change: Change, { userId }: Session) => app.database.pool.query(changes[change], [userId]);

describe('a save with a cached session', () => {
  it('does not look the session up', async () => {
    const one = await known();
    const asked = lookUps();
    const answers = [await save(one), await save(one)];
    expect(answers.map(({ code, headers }) => [code, headers['session-ends-in']])).toEqual([
      [20000, expect.stringMatching(/^idle=\d+/)],
      [20000, expect.stringMatching(/^idle=\d+/)],
    ]);
    expect([asked.byToken.mock.calls, asked.byId.mock.calls]).toEqual([[], []]);
  });

  it('is refused only after the session has been looked up', async () => {
    const one = await known();
    const asked = lookUps();
    expect(await save(one, { dictLabel: '' })).toMatchObject({ code: 40000, data: { fields: [{ field: 'dictLabel' }] } });
    expect(asked.byId).toHaveBeenCalledOnce();
  });

  it('is refused only after a look-up even if its body or a header cannot be read', async () => {
    const one = await known();
    const headers = { 'content-type': 'application/json' };
    const send = (body: unknown, more: object = {}) =>
      app.call(one.token, 'POST', 'sys/dict/save', body, { headers: { ...headers, ...more } });
    const wrong = [() => send('{'), () => send([]), () => send({}, { 'idempotency-key': '' })];
    for (const call of wrong) {
      expect((await read(one)).code).toBe(20000);
      expect([40000, 40010]).toContain((await call()).code);
    }
    for (const call of wrong) {
      expect((await read(one)).code).toBe(20000);
      await happens('the screen is locked', one);
      expect((await call()).code).toBe(40304);
      await happens('the screen is unlocked', one);
    }
  });

  it('looks the session up twice after a row of its user has changed, and then no more', async () => {
    const one = await known();
    await app.database.pool.query(`UPDATE sys_user SET user_name = '改名' WHERE id = $1`, [one.userId]);
    const asked = lookUps();
    for (let at = 0; at < 3; at += 1) expect((await save(one)).code).toBe(20000);
    expect([asked.byId.mock.calls.length, asked.byToken.mock.calls.length]).toEqual([1, 1]);
  });

  it('looks the session up if it writes the user row that the session was read from', async () => {
    const one = await app.userWith({ 'sys/user': ['read', 'write'] });
    const { data } = await app.call(one.token, 'GET', `sys/user/select/${one.userId}`);
    await happens('the second factor has to be set up', one);
    const rename = () => app.call(one.token, 'POST', 'sys/user/save', { id: one.userId, version: data.version, userName: '新名' });
    expect((await rename()).code).toBe(40303);
    await happens('nothing has to be done first', one);
    expect((await app.call(one.token, 'GET', `sys/user/select/${one.userId}`)).data.userName).toBe(data.userName);
    expect((await rename()).code).toBe(20000);
  });

  it('is not attempted with the cache after a look-up that itself recorded the use of the session', async () => {
    const one = await clerk();
    await app.database.pool.query(`UPDATE sys_session SET last_seen_time = now() - interval '2 minutes' ${ofUser}`, [one.userId]);
    expect((await read(one)).code).toBe(20000);
    const asked = lookUps();
    expect((await save(one)).code).toBe(20000);
    expect([asked.byId.mock.calls.length, asked.byToken.mock.calls.length]).toEqual([0, 1]);
  });

  const refusals = [
    ['the session is ended', 41003],
    ['they sign out', 40003],
    ['the session was not used for too long', 40003],
    ['the screen is locked', 40304],
    ['the account is disabled', 41003],
    ['the password has to be changed', 40301],
    ['the second factor has to be set up', 40303],
    ['the right is taken', 40300],
    ['the role is disabled', 40300],
  ] as const;
  const expectRefusal = async (change: Change, code: number): Promise<void> => {
    const one = await known();
    await happens(change, one);
    const before = await stored();
    expect((await save(one)).code).toBe(code);
    expect((await read(one)).code).toBe(code);
    expect(await stored()).toBe(before);
  };
  it.each(refusals)('is refused like any other call if meanwhile %s, and stores nothing', expectRefusal);

  it('is refused in the same cases while rights change concurrently, after waiting for the change', async () => {
    const { sessions } = app.server;
    const other = await clerk();
    const stale = { ...(await sessions.check(other.token)), rightsEpoch: -1 };
    vi.spyOn(sessions, 'cached').mockReturnValueOnce(undefined);
    vi.spyOn(sessions, 'check').mockResolvedValueOnce(stale);
    expect((await save(other)).code).toBe(20000);
    for (const [change, code] of refusals) await expectRefusal(change, code);
  });

  it('has a permission that was granted meanwhile', async () => {
    const one = await clerk();
    await happens('the right is taken', one);
    expect((await save(one)).code).toBe(40300);
    await happens('the right is given', one);
    expect((await save(one)).code).toBe(20000);
  });

  it('is answered like a call that looks the session up, whatever happens in whatever order', async () => {
    const asked = fc.asyncProperty(fc.array(fc.constantFrom(...(Object.keys(changes) as Change[])), { maxLength: 8 }), async (order) => {
      const one = await clerk();
      for (const change of order) {
        await happens(change, one);
        const before = (await stored()) ?? 0;
        const { code } = await save(one);
        expect([code, await stored()]).toEqual([(await read(one)).code, before + (code === 20000 ? 1 : 0)]);
      }
    });
    await fc.assert(asked, { numRuns: 30 });
  });
});

describe('a cached session', () => {
  const rows = { tokenHash: 'hash', sessionRow: '1', userRow: '2' };
  const session = { rightsEpoch: 7, endsIn: { idle: 50, total: 40 }, mustFirst: undefined, preview: undefined };
  const cached = (more: object = {}): CachedSessions => {
    const sessions = new CachedSessions();
    sessions.add({ signedIn: { ...session, ...more } as unknown as SignedIn, rows }, 'terms');
    return sessions;
  };

  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
    return () => vi.useRealTimers();
  });

  it('reports the time that is left now, and is looked up again once none is left', () => {
    const sessions = cached();
    vi.advanceTimersByTime(39_000);
    expect(sessions.get('hash', 'terms', 7)?.signedIn.endsIn).toEqual({ idle: 11, total: 1 });
    vi.advanceTimersByTime(1000);
    expect(sessions.get('hash', 'terms', 7)).toBeUndefined();
    const unending = cached({ endsIn: { idle: 50 } });
    vi.advanceTimersByTime(49_000);
    expect(unending.get('hash', 'terms', 7)?.signedIn.endsIn).toEqual({ idle: 1 });
    vi.advanceTimersByTime(1000);
    expect(unending.get('hash', 'terms', 7)).toBeUndefined();
  });

  it('is looked up again after a minute, once forgotten, under other settings, and after any change of rights', () => {
    const lasting = { endsIn: { idle: 9999 } };
    expect(cached(lasting).get('other', 'terms', 7)).toBeUndefined();
    expect(cached(lasting).get('hash', 'others', 7)).toBeUndefined();
    expect(cached(lasting).get('hash', 'terms', 8)).toBeUndefined();
    const forgotten = cached(lasting);
    forgotten.forget(rows);
    expect(forgotten.get('hash', 'terms', 7)).toBeUndefined();
    const old = cached(lasting);
    vi.advanceTimersByTime(59_000);
    expect(old.get('hash', 'terms', 7)).toBeDefined();
    vi.advanceTimersByTime(1000);
    expect(old.get('hash', 'terms', 7)).toBeUndefined();
  });

  it('is not kept if its user must do something else first, or in a preview', () => {
    expect(cached({ mustFirst: { outcome: 'screenLocked' } }).get('hash', 'terms', 7)).toBeUndefined();
    expect(cached({ preview: {} }).get('hash', 'terms', 7)).toBeUndefined();
  });
});

it('an answer to a cached session that was never verified is replaced by an error', async () => {
  const { token } = await known();
  const bare = Fastify();
  sessionHook(bare, app.server.sessions);
  bare.get('/api/wrong', { config: { right: 'session', cachedSession: true } }, () => ({ success: true, code: 20000, data: '机密' }));
  const { body } = await bare.inject({ url: '/api/wrong', headers: { authorization: token } });
  expect(JSON.parse(body)).toMatchObject({ code: 50000 });
  expect(body).not.toContain('机密');
});

it('calls other than a save look the session up', async () => {
  const one = await known();
  const { byToken } = lookUps();
  const { data } = await save(one);
  expect((await app.call(one.token, 'DELETE', `sys/dict/delete/${data.id}`)).code).toBe(20000);
  expect(byToken).toHaveBeenCalledOnce();
});
