import { openTestApp, type Session, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* A list shows the totals of the agreements that match its filters and that the person may see. */
let app: TestApp;
let admin: Session;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.signIn('admin', app.database.adminPassword);
});
afterAll(() => app.drop());

const call = (method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown, { token } = admin) => app.call(token, method, path, body);
const save = async (resource: string, values: object): Promise<string> => (await call('POST', `${resource}/save`, values)).data.id;
const amounts = async (filters: [string, string][], person = admin) =>
  (await call('GET', `acme/agreement/amounts?${new URLSearchParams(filters)}`, undefined, person)).data;

it('totals only the agreements that match the filters and that the person may see', async () => {
  const common = {
    acmePartyId: await save('acme/party', { partyName: '房东' }),
    sysOrgId: await save('sys/org', { orgName: '总公司', orgCode: 'hq' }),
    sysUserId: admin.userId,
    beginDate: '2026-03-01',
    endDate: '2027-03-01',
  };
  await save('acme/agreement', { ...common, agreementName: '租房', agreementAmount: 1000.5 });
  const live = await save('acme/agreement', { ...common, agreementName: '租车', agreementAmount: 99.5 });
  await call('PUT', `acme/agreement/submit/${live}`);
  await call('PUT', `acme/agreement/approve/${live}`);

  expect(await amounts([])).toEqual({ amount: 1100, live: 99.5 });
  expect(await amounts([['search', '租房']])).toEqual({ amount: 1000.5, live: 0 });
  expect(await amounts([['ge', 'agreementAmount:2000']])).toEqual({ amount: 0, live: 0 });
  const own = await app.userWith({ 'acme/agreement': ['read'] }, { dataScope: '本人' });
  expect(await amounts([], own)).toEqual({ amount: 0, live: 0 });
  expect(await call('GET', 'acme/agreement/amounts?eq=warnTime:1')).toMatchObject({ code: 40000 });
});
