import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { openProviderApp, type ProviderApp } from '@back-office/app/testing/server/open-provider-app.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { Visitor } from '@back-office/app/testing/server/visitor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let at: ProviderApp;
let app: TestApp;
let visitor: Visitor;
let token: string;
beforeAll(async () => {
  at = await openProviderApp();
  ({ app } = at);
  visitor = new Visitor(at);
  token = (await visitor.link('p-7', await app.userWith({}))).credentials.accessToken;
});
afterAll(() => at.stop());

describe('a logout token', () => {
  const event = 'http://schemas.openid.net/event/backchannel-logout';
  const good = (more: object = {}) => ({
    iss: at.provider.issuer,
    aud: 'back-office',
    sub: 'p-7',
    iat: Math.floor(Date.now() / 1000),
    jti: crypto.randomUUID(),
    events: { [event]: {} },
    ...more,
  });
  const tell = async (token: string): Promise<number> => {
    const url = new URL('/api/login/corp/backchannel-logout', at.office);
    return (await fetch(url, { method: 'POST', body: new URLSearchParams({ logout_token: token }) })).status;
  };
  /** Of the session that `p-7` has opened. */
  const session = async (): Promise<number> => (await app.call(token, 'GET', 'sys/user/select-roles')).code;
  const hourAgo = () => Math.floor(Date.now() / 1000) - 3600;

  it.each<[string, () => object]>([
    ['of another issuer', () => good({ iss: 'https://evil.example' })],
    ['for another client', () => good({ aud: 'somebody-else' })],
    ['with a nonce, as a token for signing in has', () => good({ nonce: 'n' })],
    ['without the event', () => good({ events: {} })],
    ['without a subject', () => good({ sub: undefined })],
    ['without an id of its own', () => good({ jti: undefined })],
    ['issued an hour ago', () => good({ iat: hourAgo() })],
    ['without the time at which it was issued', () => good({ iat: undefined })],
    ['that has expired', () => good({ exp: hourAgo() })],
  ])('%s is rejected, and the session stays open', async (_what, claims) => {
    expect(await tell(await at.provider.sign({ ...claims() }))).toBe(400);
    expect(await session()).toBe(20000);
  });

  it('that is unsigned, malformed, or signed with a foreign key or the client secret is rejected, and the session stays open', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const secret = new TextEncoder().encode(at.provider.client.secret);
    const tokens = [
      new UnsecuredJWT(good()).encode(),
      await new SignJWT(good()).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(privateKey),
      await new SignJWT(good()).setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(secret),
      'x.y.z',
    ];
    for (const made of tokens) expect([await tell(made), await session()]).toEqual([400, 20000]);
  });

  it('that is valid ends the session, and is rejected when sent again', async () => {
    const valid = await at.provider.sign(good());
    expect(await tell(valid)).toBe(200);
    expect(await session()).toBe(41003);
    token = (await visitor.exchange(await visitor.come('p-7'))).data.credentials.accessToken;
    expect([await tell(valid), await session()]).toEqual([400, 20000]);
  });
});
