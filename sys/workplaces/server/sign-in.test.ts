import type { AddressInfo } from 'node:net';
import { openTestApp, type Session, type TestApp } from '@back-office/app/testing/server/test-app.ts';
import { Visitor } from '@back-office/app/testing/server/visitor.ts';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Side, sides } from './testing/sides.ts';

describe.each(Object.entries(sides))('%s', (_name, start) => {
  let side: Side;
  let app: TestApp;
  let office: string;
  let person: Session;
  const said: string[] = [];
  beforeAll(async () => {
    side = await start();
    const { kind, values } = side;
    app = await openTestApp({
      ways: [
        { id: 'corp', kind, values },
        { id: 'away', kind, values: { ...values, URL: 'http://127.0.0.1:9', LABEL: '不在了' } },
      ],
      log: pino({ level: 'trace' }, { write: (line: string) => void said.push(line) }),
    });
    await app.server.listen({ port: 0, host: '127.0.0.1' });
    office = `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`;
    person = await app.userWith({});
    for (const [id, name] of [
      ['ZhangSan', '张三'],
      ['lisi', '李四'],
      ['wangwu', '王五'],
    ] as const)
      side.hire(id, name);
  });
  afterAll(async () => {
    await app.drop();
    await side.company.stop();
  });

  const visitor = () => new Visitor({ provider: side.company, office });
  const refusedAt = (url: URL): string | null => url.searchParams.get('refused');
  /** The callback URL that the vendor redirects to, not yet opened. */
  const callback = async (browser: Visitor, who = 'lisi'): Promise<URL> => {
    side.company.person = who;
    return browser.follow(`${office}/api/login/corp/start`, '/api/login/corp/callback');
  };
  const open = async (browser: Visitor, url: URL): Promise<string | null> =>
    refusedAt(new URL((await browser.open(url)).headers.get('location') ?? '', office));
  const timesAsked = (path: string | undefined): number => side.company.asked.filter((asked) => asked === path).length;

  it('is offered on the sign-in page', async () => {
    const { data } = await app.call(undefined, 'GET', 'config');
    expect(data['signIn']).toContainEqual({ id: 'corp', kind: side.kind.toLowerCase(), label: side.label });
  });

  it('signs a person in once their account is linked, by company and id', async () => {
    const browser = visitor();
    await browser.link('ZhangSan', person);
    expect((await browser.exchange(await browser.come('ZhangSan'))).data.roles.userId).toBe(person.userId);
    const { rows } = await app.database.pool.query('SELECT issuer, subject, external_name FROM sys_linked_account WHERE sys_user_id = $1', [
      person.userId,
    ]);
    expect(rows).toEqual([{ issuer: side.issuer, subject: side.subjectOf('ZhangSan'), external_name: '张三' }]);
  });

  it('redirects a visitor inside its app to the page that works there', async () => {
    const browser = visitor();
    const headers = { 'user-agent': side.inApp.userAgent };
    side.company.person = 'lisi';
    let at = new URL('/api/login/corp/start', office);
    const led: string[] = [];
    while (at.pathname !== '/login' && led.length < 9) {
      at = new URL((await browser.open(at, { headers })).headers.get('location') ?? expect.fail(`${at.href} leads nowhere`), at);
      led.push(at.pathname);
    }
    expect(led).toEqual([side.inApp.path, '/api/login/corp/callback', '/login']);
    expect((await browser.exchange(at)).code).toBe(40305);
  });

  it('continues to the page that was requested', async () => {
    const browser = visitor();
    const path = '/sys/user/550e8400-e29b-41d4-a716-446655440000';
    side.company.person = 'lisi';
    const back = await browser.follow(`${office}/api/login/corp/start?redirect=${encodeURIComponent(path)}`);
    expect(back.searchParams.get('redirect')).toBe(path);
    const far = await browser.follow(`${office}/api/login/corp/start?redirect=${encodeURIComponent(`/sys/user?find=${'长'.repeat(200)}`)}`);
    expect(refusedAt(far)).toBeNull();
  });

  it('reports a declined sign-in as denied, and refuses a stranger', async () => {
    expect(refusedAt(await visitor().come(undefined))).toBe('denied');
    expect(refusedAt(await visitor().come(side.stranger))).toBe('wrong');
  });

  it('refuses a person whose account is disabled here', async () => {
    const [browser, other] = [visitor(), await app.userWith({})];
    await browser.link('wangwu', other);
    await app.database.pool.query("UPDATE sys_user SET user_status = '停用' WHERE id = $1", [other.userId]);
    expect(await browser.exchange(await browser.come('wangwu'))).toMatchObject({ code: 40002, message: '账号已被停用' });
  });

  it.each<[string, (url: URL, other: URL) => void, string]>([
    ['without a state', (url) => url.searchParams.delete('state'), 'over'],
    ['with an unknown state', (url) => url.searchParams.set('state', 'abc'), 'over'],
    ['with two states', (url) => url.searchParams.append('state', 'abc'), 'over'],
    ['with an unknown code', (url) => url.searchParams.set('code', 'none'), 'wrong'],
    ['with two codes', (url) => url.searchParams.append('code', 'none'), 'wrong'],
    ['with a code that was issued to another app', (url) => url.searchParams.set('code', side.codeOfAnother('lisi')), 'wrong'],
    ['with an error instead of a code', (url) => (url.search = url.search.replace(/code=[^&]*/g, 'error=server_error')), 'wrong'],
    ['to the address of another sign-in method', (url) => (url.pathname = '/api/login/away/callback'), 'over'],
  ])('refuses a callback %s', async (_what, change, why) => {
    const browser = visitor();
    const [url, other] = [await callback(browser), await callback(browser)];
    url.searchParams.delete('authCode');
    change(url, other);
    expect(await open(browser, url)).toBe(why);
  });

  it('rejects a code of over a thousand characters without asking the vendor', async () => {
    const browser = visitor();
    const [url, before] = [await callback(browser), timesAsked(side.codePath)];
    url.search = new URLSearchParams({ code: 'c'.repeat(1001), state: url.searchParams.get('state') ?? '' }).toString();
    expect(await open(browser, url)).toBe('wrong');
    expect(timesAsked(side.codePath)).toBe(before);
  });

  it('refuses an expired code, a used one, and a callback in another browser', async () => {
    const [browser, stranger] = [visitor(), visitor()];
    const url = await callback(browser);
    await callback(stranger);
    expect(await open(stranger, url)).toBe('over');
    expect(await open(visitor(), url)).toBe('over');
    expect(await open(browser, url)).toBeNull();
    const before = timesAsked(side.codePath);
    expect(await open(browser, url)).toBe('over');
    expect(timesAsked(side.codePath)).toBe(before);
    const late = await callback(browser);
    side.endCodes();
    expect(await open(browser, late)).toBe('wrong');
  });

  it('is unavailable if the vendor is down, redirects, answers endlessly, or says so itself', async () => {
    const browser = visitor();
    const page = (await browser.open(new URL('/api/login/away/start', office))).headers.get('location') ?? '';
    const state = new URL(page).searchParams.get('state') ?? '';
    expect(await open(browser, new URL(`/api/login/away/callback?code=c&state=${state}`, office))).toBe('unavailable');
    const elsewhere = new URL('/elsewhere', side.company.url);
    const replies = [
      { status: 503, text: 'down' },
      { status: 429, json: {} },
      { location: elsewhere },
      { text: 'x'.repeat(33 * 1024 * 1024) },
    ];
    for (const reply of [...replies, ...side.busy]) {
      side.company.instead.set(side.codePath, [reply]);
      expect(await open(browser, await callback(browser))).toBe('unavailable');
    }
    expect(timesAsked('/elsewhere')).toBe(0);
  });

  it('refuses a malformed answer from the vendor', async () => {
    const browser = visitor();
    for (const reply of [
      { text: '<html>' },
      { json: {} },
      { json: [1] },
      { json: { errcode: 0, code: 0, data: null } },
      { status: 404, text: 'none' },
    ]) {
      side.company.instead.set(side.codePath, [reply]);
      expect(await open(browser, await callback(browser))).toBe('wrong');
    }
  });

  it('requests the app’s token once for concurrent sign-ins, and a new one when it has expired', async ({ skip }) => {
    if (side.tokenPath === undefined) return skip('signing in does not need a token of the app there');
    const browsers = await Promise.all(Array.from({ length: 5 }, async () => visitor()));
    const enterAll = async (): Promise<void> => {
      const urls = await Promise.all(browsers.map((browser) => callback(browser)));
      for (const url of urls) expect(url.searchParams.get('code')).not.toBeNull();
      expect(await Promise.all(browsers.map((browser, at) => open(browser, urls[at] as URL)))).toEqual(browsers.map(() => null));
    };
    await enterAll();
    const before = timesAsked(side.tokenPath);
    side.endTokens();
    await enterAll();
    expect(timesAsked(side.tokenPath)).toBe(before + 1);
    await enterAll();
    expect(timesAsked(side.tokenPath)).toBe(before + 1);
  });

  it('is unavailable, instead of blaming the visitor’s code, if the app is refused; the next try asks again', async () => {
    const browser = visitor();
    for (const reply of side.refusedApp) {
      side.endTokens();
      side.company.instead.set(side.tokenPath ?? side.codePath, [reply]);
      expect(await open(browser, await callback(browser))).toBe('unavailable');
    }
    expect(await open(browser, await callback(browser))).toBeNull();
  });

  it('leaves no secret, token or code in the log', () => {
    expect(said.filter((line) => line.includes('is refused')).length).toBeGreaterThan(5);
    const lines = said.join('\n');
    for (const secret of side.secrets()) expect(lines).not.toContain(secret);
  });
});
