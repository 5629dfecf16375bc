import type { AddressInfo } from 'node:net';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { startProvider, type TestProvider } from '@back-office/server/testing/start-provider.ts';
import { openTestApp, type Session, type TestApp, userPassword } from '@back-office/server/testing/test-app.ts';
import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let provider: TestProvider;
let app: TestApp;
let office: string;
let person: Session;
beforeAll(async () => {
  provider = await startProvider();
  const { issuer, client } = provider;
  const values = { ISSUER: issuer, CLIENT_ID: client.id, CLIENT_SECRET: client.secret, LABEL: '公司门户' };
  const elsewhere = { ...values, ISSUER: 'http://127.0.0.1:9', LABEL: '停用的门户' };
  app = await openTestApp({
    ways: [
      { id: 'corp', kind: 'OIDC', values },
      { id: 'down', kind: 'OIDC', values: elsewhere },
    ],
  });
  await app.server.listen({ port: 0, host: '127.0.0.1' });
  office = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
  person = await app.userWith({});
});
afterAll(async () => {
  await app.drop();
  await provider.stop();
});

/** A browser: it follows where it is led, and keeps cookies for each side. */
class Visitor {
  readonly #cookies = new Map<string, string>();

  /** Follows until an address below `until`; gives that address, which is not opened. */
  async follow(from: string, until = '/login'): Promise<URL> {
    let next = new URL(from);
    for (let step = 0; step < 12; step += 1) {
      const response = await this.open(next);
      next = new URL(response.headers.get('location') ?? expect.fail(`${next.href} leads nowhere: ${await response.text()}`), next);
      if (next.origin === office && next.pathname === until) return next;
    }
    return expect.fail('led on for ever');
  }

  async open(url: URL, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}): Promise<Response> {
    const jar = [...this.#cookies].flatMap(([name, value]) =>
      name.startsWith(`${url.origin} `) ? [`${name.split(' ')[1]}=${value}`] : [],
    );
    const response = await fetch(url, { redirect: 'manual', ...init, headers: { cookie: jar.join('; '), ...init.headers } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      this.#cookies.set(`${url.origin} ${name}`, value);
    }
    return response;
  }

  /** Goes to the provider as this subject, and gives the address at which it comes back. */
  async come(subject: string | undefined, way = 'corp'): Promise<URL> {
    provider.person = subject;
    return this.follow(`${office}/api/login/${way}/start?redirect=/index`);
  }

  async exchange<Data = LoginAnswer>(at: URL): Promise<{ code: number; message: string; data: Data }> {
    return this.#post('login/ticket', { ticket: at.searchParams.get('ticket') ?? '' });
  }

  /** Comes for the first time and shows the local password. */
  async link(subject: string, { account }: Session): Promise<LoginAnswer> {
    const { code, data } = await this.exchange<AnyRow>(await this.come(subject));
    expect(code).toBe(40305);
    const day = dayOf(new Date());
    const shown = { username: encryptField(account, day), password: encryptField(userPassword, day), link: String(data['ticket']) };
    return (await this.#post<LoginAnswer>('login', shown)).data;
  }

  /** Signs out here, and gives where the browser is led. */
  async signOut({ accessToken }: LoginAnswer['credentials']): Promise<URL> {
    const { data } = await this.#post<{ signOut: string }>('logout', {}, { authorization: accessToken });
    return new URL(data.signOut);
  }

  async #post<Data>(path: string, form: Record<string, string>, headers = {}): Promise<{ code: number; message: string; data: Data }> {
    const response = await this.open(new URL(`/api/${path}`, office), { method: 'POST', body: new URLSearchParams(form), headers });
    return (await response.json()) as { code: number; message: string; data: Data };
  }
}

const refusedAt = (url: URL): string | null => url.searchParams.get('refused');

describe('before the provider answers', () => {
  it('says so, starts all the same, and asks again at the next try', async () => {
    expect(refusedAt(await new Visitor().come('p-1', 'down'))).toBe('unavailable');
    expect(refusedAt(await new Visitor().come('p-1'))).toBe('unavailable');
    await provider.open(office);
    expect((await new Visitor().come('p-1')).searchParams.get('ticket')).not.toBeNull();
  });
});

describe('somebody who signs in there', () => {
  it('is led there with PKCE, state and nonce, and signed in here once their account is linked', async () => {
    const visitor = new Visitor();
    const asked = await visitor.open(new URL('/api/login/corp/start', office));
    const there = new URL(asked.headers.get('location') ?? '');
    expect(there.origin).toBe(provider.issuer);
    expect(Object.fromEntries(there.searchParams)).toMatchObject({
      client_id: 'back-office',
      response_type: 'code',
      scope: 'openid profile',
      code_challenge_method: 'S256',
      redirect_uri: `${office}/api/login/corp/callback`,
      nonce: expect.stringMatching(/./),
      state: expect.stringMatching(/./),
    });
    await visitor.link('p-1', person);
    const again = await visitor.exchange(await visitor.come('p-1'));
    expect(again.data.roles.userId).toBe(person.userId);
  });

  it('who says no there is told so', async () => {
    expect(refusedAt(await new Visitor().come(undefined))).toBe('denied');
  });

  it('whose account is disabled stays out', async () => {
    const [visitor, other] = [new Visitor(), await app.userWith({})];
    await visitor.link('p-2', other);
    await app.database.pool.query("UPDATE sys_user SET user_status = '停用' WHERE id = $1", [other.userId]);
    expect(await visitor.exchange(await visitor.come('p-2'))).toMatchObject({ code: 40002, message: '账号已被停用' });
  });
});

describe('an answer that is not the one asked for', () => {
  /** The address at which the provider leads back, before it is opened here. */
  const callback = async (visitor: Visitor, subject = 'p-3'): Promise<URL> => {
    provider.person = subject;
    return visitor.follow(`${office}/api/login/corp/start`, '/api/login/corp/callback');
  };
  const open = async (visitor: Visitor, url: URL): Promise<string | null> =>
    refusedAt(new URL((await visitor.open(url)).headers.get('location') ?? '', office));

  it.each<[string, (url: URL, other: URL) => void, string]>([
    ['without a state', (url) => url.searchParams.delete('state'), 'over'],
    ['with the state of another sign-in', (url, other) => url.searchParams.set('state', other.searchParams.get('state') ?? ''), 'wrong'],
    ['with the code of another sign-in', (url, other) => url.searchParams.set('code', other.searchParams.get('code') ?? ''), 'wrong'],
    ['with a code that is none', (url) => url.searchParams.set('code', 'none'), 'wrong'],
    ['that names another issuer (mix-up)', (url) => url.searchParams.set('iss', 'https://evil.example'), 'wrong'],
    ['that names no issuer, though it says that it would', (url) => url.searchParams.delete('iss'), 'wrong'],
    ['to another way', (url) => (url.pathname = '/api/login/down/callback'), 'over'],
  ])('%s is refused', async (_what, change, why) => {
    const visitor = new Visitor();
    const [url, other] = [await callback(visitor), await callback(visitor)];
    change(url, other);
    expect(await open(visitor, url)).toBe(why);
  });

  it('that comes twice counts once', async () => {
    const visitor = new Visitor();
    const url = await callback(visitor);
    expect(await open(visitor, url)).toBeNull();
    expect(await open(visitor, url)).not.toBeNull();
  });

  it('in another browser is refused', async () => {
    expect(await open(new Visitor(), await callback(new Visitor()))).toBe('over');
  });
});

describe('signing out', () => {
  it('here leads to the provider, which leads back; a session by password goes nowhere', async () => {
    const [visitor, other] = [new Visitor(), await app.userWith({})];
    const { credentials } = await visitor.link('p-4', other);
    const there = await visitor.signOut(credentials);
    expect(there.origin).toBe(provider.issuer);
    expect(there.searchParams.get('post_logout_redirect_uri')).toBe(`${office}/login`);
    expect((await visitor.open(there)).status).toBe(200);
    expect((await app.call(other.token, 'POST', 'logout')).data).toBeUndefined();
  });

  it('there ends exactly the sessions here that it opened, and says why', async () => {
    const [visitor, stranger, other, third] = [new Visitor(), new Visitor(), await app.userWith({}), await app.userWith({})];
    const { credentials } = await visitor.link('p-5', other);
    const byStranger = await stranger.link('p-6', third);
    const again = await visitor.exchange(await visitor.come('p-5'));
    const page = await (await visitor.open(await visitor.signOut(again.data.credentials))).text();
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? [];
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? [];
    await visitor.open(new URL(action), { method: 'POST', body: new URLSearchParams({ xsrf, logout: 'yes' }) });
    await expect
      .poll(async () => app.call(credentials.accessToken, 'GET', 'sys/user/select-roles'), { timeout: 10_000 })
      .toMatchObject({ code: 41003, message: '您已在公司门户退出登录' });
    for (const token of [other.token, byStranger.credentials.accessToken])
      expect((await app.call(token, 'GET', 'sys/user/select-roles')).code).toBe(20000);
  });
});

describe('a logout token', () => {
  const event = 'http://schemas.openid.net/event/backchannel-logout';
  const good = (more: object = {}) => ({
    iss: provider.issuer,
    aud: 'back-office',
    sub: 'p-7',
    iat: Math.floor(Date.now() / 1000),
    jti: crypto.randomUUID(),
    events: { [event]: {} },
    ...more,
  });
  const tell = async (token: string): Promise<number> => {
    const url = new URL('/api/login/corp/backchannel-logout', office);
    return (await fetch(url, { method: 'POST', body: new URLSearchParams({ logout_token: token }) })).status;
  };
  const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;

  it.each<[string, () => object]>([
    ['of another issuer', () => good({ iss: 'https://evil.example' })],
    ['for another client', () => good({ aud: 'somebody-else' })],
    ['with a nonce, as a token for signing in has', () => good({ nonce: 'n' })],
    ['without the event', () => good({ events: {} })],
    ['for nobody', () => good({ sub: undefined })],
    ['without an id', () => good({ jti: undefined })],
    ['of an hour ago', () => good({ iat: hourAgo() })],
    ['that does not say when it was made', () => good({ iat: undefined })],
    ['that is over', () => good({ exp: hourAgo() })],
  ])('%s ends nothing', async (_what, claims) => {
    expect(await tell(await provider.sign({ ...claims() }))).toBe(400);
  });

  it('that is unsigned, or signed by a stranger or by our own secret, ends nothing', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const secret = new TextEncoder().encode(provider.client.secret);
    const tokens = [
      new UnsecuredJWT(good()).encode(),
      await new SignJWT(good()).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(privateKey),
      await new SignJWT(good()).setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(secret),
      'x.y.z',
    ];
    for (const token of tokens) expect(await tell(token)).toBe(400);
  });

  it('that is good counts once', async () => {
    const [visitor, other] = [new Visitor(), await app.userWith({})];
    const { credentials } = await visitor.link('p-7', other);
    const token = await provider.sign(good());
    expect([await tell(token), await tell(token)]).toEqual([200, 400]);
    expect((await app.call(credentials.accessToken, 'GET', 'sys/user/select-roles')).code).toBe(41003);
  });
});
