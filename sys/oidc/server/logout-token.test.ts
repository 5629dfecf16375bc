import { generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { openProviderApp, type ProviderApp } from '@back-office/app/testing/server/open-provider-app.ts';
import type { TestApp } from '@back-office/app/testing/server/test-app.ts';
import { Visitor } from '@back-office/app/testing/server/visitor.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let at: ProviderApp;
let app: TestApp;
beforeAll(async () => {
  at = await openProviderApp();
  ({ app } = at);
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
  ])('%s is rejected', async (_what, claims) => {
    expect(await tell(await at.provider.sign({ ...claims() }))).toBe(400);
  });

  it('that is unsigned, malformed, or signed with a foreign key or the client secret is rejected', async () => {
    const { privateKey } = await generateKeyPair('RS256');
    const secret = new TextEncoder().encode(at.provider.client.secret);
    const tokens = [
      new UnsecuredJWT(good()).encode(),
      await new SignJWT(good()).setProtectedHeader({ alg: 'RS256', kid: 'test' }).sign(privateKey),
      await new SignJWT(good()).setProtectedHeader({ alg: 'HS256', kid: 'test' }).sign(secret),
      'x.y.z',
    ];
    for (const token of tokens) expect(await tell(token)).toBe(400);
  });

  it('that is valid ends the session, and is rejected when sent again', async () => {
    const [visitor, other] = [new Visitor(at), await app.userWith({})];
    const { credentials } = await visitor.link('p-7', other);
    const token = await at.provider.sign(good());
    expect([await tell(token), await tell(token)]).toEqual([200, 400]);
    expect((await app.call(credentials.accessToken, 'GET', 'sys/user/select-roles')).code).toBe(41003);
  });
});
