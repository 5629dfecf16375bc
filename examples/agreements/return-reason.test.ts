import { openTestApp, type Session, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';

/* Returning an agreement needs a reason, which stays until the agreement is submitted again. */
let app: TestApp;
let admin: Session;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.signIn('admin', app.database.adminPassword);
});
afterAll(() => app.drop());

const call = (method: 'POST' | 'PUT', path: string, body?: unknown) => app.call(admin.token, method, path, body);
const save = async (resource: string, values: object): Promise<string> => (await call('POST', `${resource}/save`, values)).data.id;

it('an agreement is returned only with a reason, which is cleared when it is submitted again', async () => {
  const id = await save('acme/agreement', {
    agreementName: '租房',
    acmePartyId: await save('acme/party', { partyName: '房东' }),
    sysOrgId: await save('sys/org', { orgName: '总公司', orgCode: 'hq' }),
    sysUserId: admin.userId,
    beginDate: '2026-03-01',
    endDate: '2027-03-01',
  });
  const move = (name: string, body?: object) => call('PUT', `acme/agreement/${name}/${id}`, body);
  await move('submit');
  expect(await move('return')).toMatchObject({ code: 40000 });
  expect(await move('return', { reason: ' ' })).toMatchObject({ code: 40000, message: '请写明退回原因' });
  expect((await move('return', { reason: '缺附件' })).data).toMatchObject({ agreementState: '草稿', returnReason: '缺附件' });
  expect((await move('submit')).data).toMatchObject({ agreementState: '审批中', returnReason: null });
});
