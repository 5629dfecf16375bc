import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { provider, withWays } from '@back-office/app/testing/server/sign-in-ways.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';

/* What the redirects to a provider and back require of the server. */
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ publicUrl: 'https://office.example', modules: withWays([provider]) });
});
afterAll(() => app.drop());

const exchange = (at: TestApp, ticket: string, cookie: string) =>
  at.call<AnyRow>(undefined, 'POST', 'login/ticket', { ticket }, { headers: { cookie } });

it('a ticket is refused once its sign-in method has been switched off', async () => {
  const headers = { host: 'office.example' };
  const led = await app.server.inject({ url: '/api/login/corp/start', headers });
  const cookie = led.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const state = new URL(String(led.headers.location)).searchParams.get('state') ?? '';
  const back = await app.server.inject({ url: `/api/login/corp/callback?code=p-1&state=${state}`, headers: { ...headers, cookie } });
  const ticket = new URL(String(back.headers.location), 'https://office.example').searchParams.get('ticket') ?? '';
  const without = await openTestApp({ database: app.database, publicUrl: 'https://office.example' });
  expect(await exchange(without, ticket, cookie)).toMatchObject({ code: 40400, message: '这种登录方式已关闭' });
});

it('an empty ticket is refused at its field', async () => {
  expect(await exchange(app, '', '')).toMatchObject({ code: 40000, data: { fields: [{ field: 'ticket', message: '缺少登录凭据' }] } });
});

it('a server that does not know its own address redirects nobody to a provider', async () => {
  const nameless = await openTestApp({ database: app.database, modules: withWays([provider]) });
  const { statusCode, body } = await nameless.server.inject({ url: '/api/login/corp/start', headers: { host: 'office.example' } });
  expect([statusCode, JSON.parse(body)]).toMatchObject([503, { code: 50300, message: expect.stringContaining('PUBLIC_URL') as string }]);
});
