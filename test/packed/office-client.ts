import { expect } from 'vitest';
import { dayOf, encryptField } from '../../engine/server/testing/seal-values.ts';

interface Called {
  readonly code: number;
  readonly data: Record<string, unknown> & { readonly credentials?: Record<string, unknown>; readonly roles?: Record<string, unknown> };
}

type Call = (method: string, path: string, body?: unknown) => Promise<Called['data']>;

/** Signs in at a server, and returns that person's calls with their id; a refused call fails the test. */
export async function signIn(address: string, account: string, password: string): Promise<{ call: Call; userId: string }> {
  let token = '';
  const call: Call = async (method, path, body) => {
    const isForm = body instanceof URLSearchParams;
    const headers = { ...(token === '' ? {} : { authorization: token }), ...(isForm ? {} : { 'content-type': 'application/json' }) };
    const sent = body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) };
    const answer = (await (await fetch(`${address}/api/${path}`, { method, headers, ...sent })).json()) as Called;
    expect(answer.code, JSON.stringify(answer)).toBe(20000);
    return answer.data;
  };
  const day = dayOf(new Date());
  const form = new URLSearchParams({ username: encryptField(account, day), password: encryptField(password, day) });
  const { credentials, roles } = await call('POST', 'login', form);
  token = String(credentials?.['accessToken']);
  return { call, userId: String(roles?.['userId']) };
}

/** Saves an agreement of the example, with its organisation and party. */
export async function saveAgreement({ call, userId }: { call: Call; userId: string }): Promise<string> {
  const org = await call('POST', 'sys/org/save', { orgName: '机构', orgCode: 'org-1' });
  const party = await call('POST', 'acme/party/save', { partyName: '相对方' });
  const { id } = await call('POST', 'acme/agreement/save', {
    agreementName: '第一份合同',
    acmePartyId: party['id'],
    sysOrgId: org['id'],
    sysUserId: userId,
    agreementAmount: 1000.5,
    beginDate: '2030-01-01',
    endDate: '2030-12-31',
  });
  return String(id);
}
