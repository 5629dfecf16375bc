import { openTestApp, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* The database copies the organisation of a line from its agreement, so that nothing that is imported names it. */
let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
});
afterAll(() => app.drop());

async function save(resource: string, values: object): Promise<string> {
  const { code, data } = await app.call<{ id: string }>(admin, 'POST', `${resource}/save`, values);
  expect(code).toBe(20000);
  return data.id;
}

/** The ids of an organisation and of a draft signed by it. */
async function draft(name: string, sysUserId: string) {
  const org = await save('sys/org', { orgName: `${name}的机构`, orgCode: name });
  const party = await save('acme/party', { partyName: `${name}的相对方` });
  const dates = { beginDate: '2026-01-01', endDate: '2026-12-31' };
  const values = { agreementName: name, acmePartyId: party, sysOrgId: org, sysUserId, agreementAmount: 1000, ...dates };
  return { org, agreement: await save('acme/agreement', values) };
}

it('lines of agreements of their own organisation are imported by people limited to it, and those of others are refused', async () => {
  const clerk = await app.userWith({ 'acme/agreement': ['read'], 'acme/agreement-line': ['import'] }, { dataScope: '本机构' });
  const [own, other] = [await draft('own', clerk.userId), await draft('other', clerk.userId)];
  const { data: person } = await app.call<object>(admin, 'GET', `sys/user/select/${clerk.userId}`);
  await save('sys/user', { ...person, sysOrgId: own.org });
  const send = async (acmeAgreementId: string, query = ''): Promise<number> =>
    (await app.call(clerk.token, 'POST', `acme/agreement-line/save-batch${query}`, [{ acmeAgreementId, lineName: '服务器' }])).code;
  expect(await send(own.agreement, '?dryRun=true')).toBe(20000);
  expect(await send(own.agreement)).toBe(20000);
  expect(await send(other.agreement)).toBe(40000);
});
