import { openProviderApp, type ProviderApp } from '@back-office/app/testing/server/open-provider-app.ts';
import type { Session, TestApp } from '@back-office/app/testing/server/test-app.ts';
import { oddlyNamed, type TestProvider } from '@back-office/server/testing/start-provider.ts';
import { Visitor } from '@back-office/app/testing/server/visitor.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

let at: ProviderApp;
let app: TestApp;
let person: Session;
beforeAll(async () => {
  at = await openProviderApp({ answers: false });
  ({ app } = at);
  person = await app.userWith({});
});
afterAll(() => at.stop());

const refusedAt = (url: URL): string | null => url.searchParams.get('refused');

describe('a provider that does not answer yet', () => {
  it('is reported as unavailable, does not stop the server from starting, and is asked again at the next sign-in', async () => {
    expect(refusedAt(await new Visitor(at).come('p-1', 'down'))).toBe('unavailable');
    expect(refusedAt(await new Visitor(at).come('p-1'))).toBe('unavailable');
    await at.provider.open(at.office);
    expect((await new Visitor(at).come('p-1')).searchParams.get('ticket')).not.toBeNull();
  });
});

describe('a person who signs in at the provider', () => {
  it('is redirected with PKCE, state and nonce, and signed in here once their account is linked', async () => {
    const visitor = new Visitor(at);
    const asked = await visitor.open(new URL('/api/login/corp/start', at.office));
    const there = new URL(asked.headers.get('location') ?? '');
    expect(there.origin).toBe(at.provider.issuer);
    expect(Object.fromEntries(there.searchParams)).toMatchObject({
      client_id: 'back-office',
      response_type: 'code',
      scope: 'openid profile',
      code_challenge_method: 'S256',
      redirect_uri: `${at.office}/api/login/corp/callback`,
      nonce: expect.stringMatching(/./),
      state: expect.stringMatching(/./),
    });
    await visitor.link('p-1', person);
    const again = await visitor.exchange(await visitor.come('p-1'));
    expect(again.data.roles.userId).toBe(person.userId);
  });

  it('is signed in although their name is cut within a character, and groups of theirs hold what no JSON of a database takes', async () => {
    const [visitor, other] = [new Visitor(at), await app.userWith({})];
    await visitor.link(oddlyNamed, other);
    expect((await visitor.exchange(await visitor.come(oddlyNamed))).data.roles.userId).toBe(other.userId);
  });

  it('is told that the sign-in was denied if they decline it there', async () => {
    expect(refusedAt(await new Visitor(at).come(undefined))).toBe('denied');
  });

  it('is refused if their account here is disabled', async () => {
    const [visitor, other] = [new Visitor(at), await app.userWith({})];
    await visitor.link('p-2', other);
    await app.database.pool.query("UPDATE sys_user SET user_status = '停用' WHERE id = $1", [other.userId]);
    expect(await visitor.exchange(await visitor.come('p-2'))).toMatchObject({ code: 40002, message: '账号已被停用' });
  });
});

describe('a callback from the provider', () => {
  /** The callback URL that the provider redirects to, not yet opened. */
  const callback = async (visitor: Visitor, subject = 'p-3'): Promise<URL> => {
    at.provider.person = subject;
    return visitor.follow(`${at.office}/api/login/corp/start`, '/api/login/corp/callback');
  };
  const open = async (visitor: Visitor, url: URL): Promise<string | null> =>
    refusedAt(new URL((await visitor.open(url)).headers.get('location') ?? '', at.office));

  it.each<[string, (url: URL, other: URL) => void, string]>([
    ['without a state', (url) => url.searchParams.delete('state'), 'over'],
    ['with the state of another sign-in', (url, other) => url.searchParams.set('state', other.searchParams.get('state') ?? ''), 'wrong'],
    ['with the code of another sign-in', (url, other) => url.searchParams.set('code', other.searchParams.get('code') ?? ''), 'wrong'],
    ['with a code that is none', (url) => url.searchParams.set('code', 'none'), 'wrong'],
    ['that names another issuer (mix-up)', (url) => url.searchParams.set('iss', 'https://evil.example'), 'wrong'],
    ['that names no issuer, though it says that it would', (url) => url.searchParams.delete('iss'), 'wrong'],
    ['to another way', (url) => (url.pathname = '/api/login/down/callback'), 'over'],
  ])('%s is refused', async (_what, change, why) => {
    const visitor = new Visitor(at);
    const [url, other] = [await callback(visitor), await callback(visitor)];
    change(url, other);
    expect(await open(visitor, url)).toBe(why);
  });

  it('is accepted only once', async () => {
    const visitor = new Visitor(at);
    const url = await callback(visitor);
    expect(await open(visitor, url)).toBeNull();
    expect(await open(visitor, url)).not.toBeNull();
  });

  it('is refused in another browser', async () => {
    expect(await open(new Visitor(at), await callback(new Visitor(at)))).toBe('over');
  });
});

describe('an outage of the provider', () => {
  const wrongAnswers = async (): Promise<number> =>
    (await app.database.pool.query("SELECT FROM sys_login_failure WHERE key LIKE 'answers:%'")).rows.length;
  afterEach(() => (at.provider.failure = undefined));

  it.each<[string, TestProvider['failure'], string]>([
    ['answers 503', { status: 503 }, 'unavailable'],
    ['answers 503 with an error', { status: 503, error: 'temporarily_unavailable' }, 'unavailable'],
    ['answers 429', { status: 429, error: 'slow_down' }, 'unavailable'],
    ['answers 400 with an error of its own', { status: 400, error: 'server_error' }, 'unavailable'],
    ['refuses the product itself', { status: 401, error: 'invalid_client' }, 'unavailable'],
    ['does not answer', 'cut', 'unavailable'],
    ['refuses the code', { status: 400, error: 'invalid_grant' }, 'wrong'],
  ])('whose token endpoint %s leads back with the reason, and only an answer that is wrong is counted', async (_what, failure, why) => {
    await app.database.pool.query("DELETE FROM sys_login_failure WHERE key LIKE 'answers:%'");
    at.provider.failure = failure;
    expect(refusedAt(await new Visitor(at).come('p-7'))).toBe(why);
    expect(await wrongAnswers()).toBe(why === 'wrong' ? 1 : 0);
  });

  it('that it reports itself in its redirect back is not counted either', async () => {
    await app.database.pool.query("DELETE FROM sys_login_failure WHERE key LIKE 'answers:%'");
    const visitor = new Visitor(at);
    const url = await visitor.follow(`${at.office}/api/login/corp/start`, '/api/login/corp/callback');
    url.searchParams.delete('code');
    url.searchParams.set('error', 'temporarily_unavailable');
    const led = (await visitor.open(url)).headers.get('location') ?? '';
    expect(refusedAt(new URL(led, at.office))).toBe('unavailable');
    expect(await wrongAnswers()).toBe(0);
  });
});

describe('signing out', () => {
  it('here redirects to the provider, with the address to return to; a session by password is not redirected', async () => {
    const [visitor, other] = [new Visitor(at), await app.userWith({})];
    const { credentials } = await visitor.link('p-4', other);
    const there = await visitor.signOut(credentials);
    expect(there.origin).toBe(at.provider.issuer);
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${at.office}/login`);
    expect((await visitor.open(there)).status).toBe(200);
    expect((await app.call(other.token, 'POST', 'logout')).data).toBeUndefined();
  });

  it('at the provider ends exactly the sessions here that it opened, and says why', async () => {
    const [visitor, stranger, other, third] = [new Visitor(at), new Visitor(at), await app.userWith({}), await app.userWith({})];
    const { credentials } = await visitor.link('p-5', other);
    const byStranger = await stranger.link('p-6', third);
    const again = await visitor.exchange(await visitor.come('p-5'));
    const page = await (await visitor.open(await visitor.signOut(again.data.credentials))).text();
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    await visitor.open(new URL(action), { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) });
    await expect
      .poll(async () => app.call(credentials.accessToken, 'GET', 'sys/user/select-roles'))
      .toMatchObject({ code: 41003, message: '您已在公司门户退出登录' });
    for (const token of [other.token, byStranger.credentials.accessToken])
      expect((await app.call(token, 'GET', 'sys/user/select-roles')).code).toBe(20000);
  });
});
