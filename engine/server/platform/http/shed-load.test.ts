import { setTimeout as wait } from 'node:timers/promises';
import type { Envelope } from '@back-office/contract/envelope.ts';
import { openTestApp, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let app: TestApp;
let token: string;
beforeEach(async () => {
  app = await openTestApp({ shedsLoad: true });
  token = await app.admin();
});
afterEach(() => app.drop());

/** Blocks the event loop for a whole turn; timers that are due come after it. */
async function block(ms: number): Promise<void> {
  for (const end = performance.now() + ms; performance.now() < end;);
  await wait(0);
}
const ask = (authorization = token) => app.server.inject({ url: '/api/sys/user/select-roles', headers: { authorization } });
const codeOf = async (): Promise<number> => (await ask()).json<Envelope>().code;
const health = async (path: string) => (await app.server.inject(path)).json<{ status: string; loopDelay: number }>();

describe('a node whose event loop is blocked', () => {
  it('again and again for three seconds refuses calls, says so to monitors, and accepts calls once it comes in time', async () => {
    for (let times = 0; times < 3; times += 1) await block(1300);
    const refused = await ask();
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '2']);
    expect(refused.json()).toEqual({ success: false, code: 50300, message: '服务暂不可用，请稍后再试' });
    // Before anybody is looked up.
    expect((await ask('unknown')).json()).toMatchObject({ code: 50300 });
    expect(await health('/healthz')).toEqual({ status: 'ok' });
    const { status, loopDelay } = await health('/readyz');
    expect(status).toBe('not ready');
    expect(loopDelay).toBeGreaterThan(1000);
    await expect.poll(codeOf).toBe(20000);
    expect((await health('/readyz')).status).toBe('ready');
  });

  it('once, for however long, refuses nobody and shows the delay to monitors', async () => {
    await block(4000);
    expect(await codeOf()).toBe(20000);
    const { status, loopDelay } = await health('/readyz');
    expect([status, loopDelay > 3500]).toEqual(['ready', true]);
  });

  it('for less than a second at a time, as by large exports, refuses nobody', async () => {
    for (let times = 0; times < 6; times += 1) await block(700);
    expect(await codeOf()).toBe(20000);
  });
});
