import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { feishu } from './feishu.ts';
import { feishuApp, startFeishu, type TestFeishu } from './testing/start-feishu.ts';
import type { Workplace } from './workplace.ts';

const asked = { state: 'abc', nonce: 'n', verifier: 'v-1', callback: 'https://office.example/api/login/hq/callback' };
const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');
const of = (values: Record<string, string> = {}): Workplace =>
  feishu({ id: 'hq', kind: 'FEISHU', values: { ...feishuApp, ...values } }, () => new Date());

it('redirects to the page of 飞书, with PKCE', () => {
  const page = of().pageFor(asked, 'Mozilla/5.0');
  expect(page.origin + page.pathname).toBe('https://accounts.feishu.cn/open-apis/authen/v1/authorize');
  expect(Object.fromEntries(page.searchParams)).toEqual({
    client_id: 'cli_08',
    response_type: 'code',
    redirect_uri: asked.callback,
    state: 'abc',
    code_challenge: challengeOf('v-1'),
    code_challenge_method: 'S256',
  });
});

describe('a person at 飞书', () => {
  let company: TestFeishu;
  beforeAll(async () => void (company = await startFeishu()));
  afterAll(() => company.stop());
  const codeFor = (person: string, verifier = 'v-1'): string =>
    company.codes.give({ client: feishuApp.APP_ID, person, back: asked.callback, challenge: challengeOf(verifier) });
  const come = (code: string, values: Record<string, string> = {}) => of({ URL: company.url, ...values }).memberOf(code, asked);

  it('is identified by the id that all apps of the company share', async () => {
    company.members.push({ union_id: 'on-1', name: '张三', department_ids: ['0'] });
    expect(await come(codeFor('on-1'))).toEqual({ subject: 'on-1', name: '张三' });
  });

  it('from another company that shares the app is refused, and the log names that company', async () => {
    company.guests.add('on-2');
    await expect(come(codeFor('on-2'))).rejects.toMatchObject({ why: 'wrong', reason: expect.stringContaining('the tenant another') });
    await expect(come(codeFor('on-1'), { TENANT_KEY: 'not yet known' })).rejects.toMatchObject({
      why: 'wrong',
      reason: expect.stringContaining('the tenant tenant08'),
    });
  });

  it('is refused with a code issued for another browser’s sign-in', async () => {
    await expect(come(codeFor('on-1', 'v-2'))).rejects.toMatchObject({ why: 'wrong', code: '20049' });
  });

  it('is read with the whole company, or not at all if the pages of a list form a cycle', async () => {
    const again = { json: { code: 0, data: { has_more: true, page_token: 'p-1', items: [] } } };
    company.instead.set('/open-apis/contact/v3/users/find_by_department', [again, again]);
    const reading = of({ URL: company.url }).read(new AbortController().signal);
    await expect(reading).rejects.toMatchObject({ why: 'wrong', reason: expect.stringContaining('and not where') });
  });

  it('is told that sign-in is unavailable if the app is refused', async () => {
    await expect(come(codeFor('on-1'), { APP_SECRET: 'forgotten' })).rejects.toMatchObject({ why: 'unavailable', code: '20002' });
  });

  it.each([99_991_663, 99_991_664, 99_991_671])('is still listed if the app’s token has expired (%d)', async (code) => {
    company.instead.set('/open-apis/contact/v3/users/find_by_department', [{ status: 400, json: { code, msg: 'over' } }]);
    const { people } = await of({ URL: company.url }).read(new AbortController().signal);
    expect(people).toMatchObject([{ subject: 'on-1', name: '张三' }]);
  });
});
