import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dingtalk } from './dingtalk.ts';
import { dingtalkApp, startDingtalk, type TestDingtalk } from './testing/start-dingtalk.ts';
import type { Workplace } from './workplace.ts';

const asked = { state: 'abc', nonce: 'n', verifier: 'v', callback: 'https://office.example/api/login/hq/callback' };
const of = (values: Record<string, string> = {}): Workplace =>
  dingtalk({ id: 'hq', kind: 'DINGTALK', values: { ...dingtalkApp, ...values } }, () => new Date());

it('redirects to the page of 钉钉, which is asked for the company too', () => {
  const page = of().pageFor(asked, 'Mozilla/5.0');
  expect(page.origin + page.pathname).toBe('https://login.dingtalk.com/oauth2/auth');
  expect(Object.fromEntries(page.searchParams)).toEqual({
    redirect_uri: asked.callback,
    response_type: 'code',
    client_id: 'ding-client',
    scope: 'openid corpid',
    corpId: 'ding08',
    prompt: 'consent',
    state: 'abc',
  });
});

describe('a person at 钉钉', () => {
  let company: TestDingtalk;
  beforeAll(async () => void (company = await startDingtalk()));
  afterAll(() => company.stop());
  beforeEach(() => {
    company.chosen = dingtalkApp.CORP_ID;
    company.members.splice(0, 9, { userid: 'manager1', unionid: 'u-1', name: '张三', dept_id_list: [1] });
  });
  const come = (person: string) => of({ URL: company.url }).memberOf(company.codes.give({ client: dingtalkApp.CLIENT_ID, person }), asked);

  it('has the name that the company gives them, not the one they chose themselves', async () => {
    expect(await come('u-1')).toEqual({ subject: 'u-1', name: '张三' });
  });

  it('is refused if they chose another company there', async () => {
    company.chosen = 'ding-another';
    await expect(come('u-1')).rejects.toMatchObject({ why: 'wrong', reason: expect.stringContaining('another company') });
  });

  it('is refused if the company’s own list does not have them, even if no company is named', async () => {
    company.chosen = undefined;
    expect(await come('u-1')).toMatchObject({ subject: 'u-1' });
    await expect(come('u-of-another-company')).rejects.toMatchObject({ why: 'wrong', code: '60121' });
    company.contacts.add('u-customer');
    await expect(come('u-customer')).rejects.toMatchObject({ why: 'wrong', reason: expect.stringContaining('outside the company') });
  });

  it('is refused if two calls name different people', async () => {
    company.instead.set('/topapi/v2/user/get', [{ json: { errcode: 0, result: { name: '李四', unionid: 'u-2' } } }]);
    await expect(come('u-1')).rejects.toMatchObject({ why: 'wrong' });
  });

  it.each([{ errcode: 40014 }, { errcode: 42001 }, { errcode: 88, sub_code: '40014' }, { errcode: 88, sub_code: 42001 }])(
    'is looked up once more if the app’s token has expired (%j)',
    async (over) => {
      company.instead.set('/topapi/user/getbyunionid', [{ json: over }]);
      expect(await come('u-1')).toMatchObject({ subject: 'u-1' });
    },
  );

  it('from abroad has a number with country code; a department that is its own parent is read once', async () => {
    company.members.push({ userid: 'abroad', unionid: 'u-2', name: '赵六', mobile: '5551234', state_code: '1', dept_id_list: [7] });
    company.departments.push({ dept_id: 7, name: '研发部', parent_id: 1 }, { dept_id: 7, name: '研发部', parent_id: 7 });
    const { people, departments } = await of({ URL: company.url }).read(new AbortController().signal);
    expect(people.find(({ subject }) => subject === 'u-2')).toMatchObject({ phone: '+15551234', department: '7' });
    expect(departments).toEqual([{ key: '7', name: '研发部' }]);
  });

  it.each(['invalidClientIdOrSecret'])('is told that sign-in is unavailable if the app is refused with %s', async (code) => {
    company.instead.set('/v1.0/oauth2/userAccessToken', [{ status: 400, json: { code } }]);
    await expect(come('u-1')).rejects.toMatchObject({ why: 'unavailable' });
  });
});
