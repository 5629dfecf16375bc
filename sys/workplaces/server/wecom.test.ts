import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startWecom, type TestWecom, wecomApp } from './testing/start-wecom.ts';
import { wecom } from './wecom.ts';
import type { Workplace } from './workplace.ts';

const asked = { state: 'abc', nonce: 'n', verifier: 'v', callback: 'https://office.example/api/login/hq/callback' };
const browser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/142.0 Safari/537.36';
const inApp = `${browser} wxwork/4.1.30 MicroMessenger/7.0.1`;
const inWechat = 'Mozilla/5.0 (iPhone) AppleWebKit/605.1.15 Mobile/15E148 MicroMessenger/8.0.49';
const of = (values: Record<string, string> = {}): Workplace =>
  wecom({ id: 'hq', kind: 'WECOM', values: { ...wecomApp, ...values } }, () => new Date());

describe('the sign-in page of 企业微信', () => {
  it('is the QR code page in a browser', () => {
    const page = of().pageFor(asked, browser);
    expect(page.origin + page.pathname).toBe('https://login.work.weixin.qq.com/wwlogin/sso/login');
    expect(Object.fromEntries(page.searchParams)).toEqual({
      login_type: 'CorpApp',
      appid: 'ww08',
      agentid: '1000002',
      redirect_uri: asked.callback,
      state: 'abc',
    });
  });

  it.each([inApp, inWechat])('is the page without a QR code inside %s', (userAgent) => {
    const page = of().pageFor(asked, userAgent);
    expect(page.origin + page.pathname + page.hash).toBe('https://open.weixin.qq.com/connect/oauth2/authorize#wechat_redirect');
    expect(Object.fromEntries(page.searchParams)).toMatchObject({
      appid: 'ww08',
      scope: 'snsapi_base',
      response_type: 'code',
      agentid: '1000002',
    });
  });

  it.each(['http://wecom.example', 'https://wecom.example/path', 'https://u:p@wecom.example', 'wecom.example', 'ftp://127.0.0.1'])(
    'cannot be at a URL such as %s',
    (URL) => {
      expect(() => of({ URL })).toThrow('WECOM_HQ_URL must be an https origin');
    },
  );
});

describe('a member at 企业微信', () => {
  let company: TestWecom;
  beforeAll(async () => void (company = await startWecom()));
  afterAll(() => company.stop());
  beforeEach(() => company.members.splice(0, 9, { userid: 'Zhang', department: [1], name: '张', status: 1 }));
  const come = (person: string) => of({ URL: company.url }).memberOf(company.codes.give({ agent: wecomApp.AGENT_ID, person }), asked);

  it('is identified by their id in lower case, and named by their id if the app sees no name', async () => {
    expect(await come('Zhang')).toEqual({ subject: 'zhang', name: '张' });
    company.unseen.add('Li');
    expect(await come('Li')).toEqual({ subject: 'li', name: 'Li' });
  });

  it.each([{ status: 2 }, { status: 5 }, { enable: 0 }])('who is disabled or has left (%j) is refused', async (state) => {
    Object.assign(company.members[0] ?? {}, state);
    await expect(come('Zhang')).rejects.toMatchObject({ why: 'wrong', reason: expect.stringContaining('disabled') });
  });

  it.each([40014, 42001])('is looked up once more if the app’s token has expired (%d), and no more than once', async (errcode) => {
    const over = { json: { errcode, errmsg: 'over' } };
    company.instead.set('/cgi-bin/user/get', [over]);
    expect(await come('Zhang')).toMatchObject({ subject: 'zhang' });
    company.instead.set('/cgi-bin/user/get', [over, over]);
    await expect(come('Zhang')).rejects.toMatchObject({ why: 'unavailable', code: String(errcode) });
  });

  it('cannot be a person known only by an openid, whatever the app sees of them', async () => {
    company.customers.add('customer');
    company.unseen.add('o-customer');
    await expect(come('customer')).rejects.toMatchObject({ why: 'wrong', reason: expect.stringContaining('nobody of the company') });
  });

  it('who is unknown to the company is refused', async () => {
    await expect(come('Nobody')).rejects.toBeInstanceOf(WayRefusal);
  });
});
