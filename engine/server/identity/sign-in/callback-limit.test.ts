import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { provider, withWays } from '@back-office/app/testing/server/sign-in-ways.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type SignInWay, WayRefusal } from '../ways/sign-in-way.ts';

/* How often an answer of a provider costs a call to that provider. */
let calls = 0;
const counted: SignInWay = {
  ...provider,
  provider: {
    ...provider.provider,
    start: (asked, userAgent) => provider.provider?.start(asked, userAgent) ?? expect.fail(),
    finish: async (asked, answer) => {
      calls += 1;
      const code = answer.searchParams.get('code');
      if (code === 'wrong' || code === 'unavailable') throw new WayRefusal(code);
      return provider.provider?.finish(asked, answer) ?? expect.fail();
    },
  },
};

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ publicUrl: 'https://office.example', modules: withWays([counted]) });
});
afterAll(() => app.drop());
beforeEach(() => {
  calls = 0;
});

/** Leads a new browser to the provider; returns its way back. */
async function begin(remoteAddress: string): Promise<(code: string) => Promise<URLSearchParams>> {
  const headers = { host: 'office.example' };
  const led = await app.server.inject({ url: '/api/login/corp/start?redirect=/a', headers, remoteAddress });
  const cookie = led.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const state = new URL(String(led.headers.location)).searchParams.get('state') ?? '';
  return async (code) => {
    const url = `/api/login/corp/callback?code=${code}&state=${state}`;
    const { statusCode, headers: answered } = await app.server.inject({ url, headers: { ...headers, cookie }, remoteAddress });
    expect(statusCode).toBe(302);
    return new URL(String(answered.location), 'https://office.example').searchParams;
  };
}

it('wrong answers of one address cost at most thirty calls a minute, and no other address', async () => {
  const wrong = await Promise.all(Array.from({ length: 30 }, async () => (await (await begin('10.7.0.1'))('wrong')).get('refused')));
  expect(new Set(wrong)).toEqual(new Set(['wrong']));
  const over = await begin('10.7.0.1');
  expect(Object.fromEntries(await over('wrong'))).toEqual({ refused: 'many', redirect: '/a' });
  expect(calls).toBe(30);
  expect((await (await begin('10.8.0.1'))('p-1')).get('ticket')).toMatch(/./);
  // Refused before it was used up: the person may go on after a minute.
  await app.database.pool.query(`UPDATE sys_login_failure SET window_start = now() - interval '2 minutes'`);
  expect((await over('p-1')).get('ticket')).toMatch(/./);
});

it('guesses of passwords beside them keep nobody from their provider', async () => {
  for (let at = 0; at < 30; at++) await app.login(`nobody-${at}`, 'Wrong-Horse-1', { address: '10.11.0.1' });
  expect((await app.login('admin', 'Wrong-Horse-1', { address: '10.11.0.1' })).code).toBe(42900);
  expect((await (await begin('10.11.0.1'))('p-1')).get('ticket')).toMatch(/./);
});

it('right answers do not count, nor do some failures of the provider', async () => {
  for (let at = 0; at < 31; at++) await (await begin('10.9.0.1'))(at % 2 === 0 ? 'p-1' : 'unavailable');
  expect((await (await begin('10.9.0.1'))('p-1')).get('ticket')).toMatch(/./);
});

it('answers that the provider only fails at cost no more calls, and nobody else’s, and are never said to be too many', async () => {
  const failed = await Promise.all(
    Array.from({ length: 30 }, async () => (await (await begin('10.12.0.1'))('unavailable')).get('refused')),
  );
  const over = await begin('10.12.0.1');
  expect(Object.fromEntries(await over('p-1'))).toEqual({ refused: 'unavailable', redirect: '/a' });
  expect(new Set(failed)).toEqual(new Set(['unavailable']));
  expect(calls).toBe(30);
  expect((await (await begin('10.13.0.1'))('p-1')).get('ticket')).toMatch(/./);
  // Refused before it was used up: the person may go on after a minute.
  await app.database.pool.query(`UPDATE sys_login_failure SET window_start = now() - interval '2 minutes'`);
  expect((await over('p-1')).get('ticket')).toMatch(/./);
});

it('an answer costs one call, whatever it was, and a reload leads to a sentence', async () => {
  for (const code of ['wrong', 'unavailable', 'p-1']) {
    calls = 0;
    const comeBack = await begin('10.10.0.1');
    await comeBack(code);
    const again = await Promise.all(Array.from({ length: 3 }, () => comeBack(code)));
    expect(again.map((page) => page.get('refused'))).toEqual(['over', 'over', 'over']);
    expect(calls).toBe(1);
  }
});
