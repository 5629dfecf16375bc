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

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) => app.call(admin.token, method, path, body);
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
  for (const reason of ['\u0000', '缺附件\u0000', '\uD83D缺附件'])
    expect(await move('return', { reason })).toMatchObject({ code: 40000, data: { fields: [{ field: 'reason' }] } });
  expect((await move('return', { reason: '缺附件' })).data).toMatchObject({ agreementState: '草稿', returnReason: '缺附件' });
  expect((await move('submit')).data).toMatchObject({ agreementState: '审批中', returnReason: null });
});

it('a returned agreement keeps its number, cannot be deleted, and so leaves no gap', async () => {
  const [partyId, orgId] = [
    await save('acme/party', { partyName: '供应商' }),
    await save('sys/org', { orgName: '分公司', orgCode: 'branch' }),
  ];
  const draft = (agreementName: string) =>
    save('acme/agreement', {
      agreementName,
      acmePartyId: partyId,
      sysOrgId: orgId,
      sysUserId: admin.userId,
      beginDate: '2026-03-01',
      endDate: '2027-03-01',
    });
  const [returned, fresh] = [await draft('买车'), await draft('买煤')];
  const { data: submitted } = await call('PUT', `acme/agreement/submit/${returned}`);
  await call('PUT', `acme/agreement/return/${returned}`, { reason: '缺附件' });
  expect(await call('DELETE', `acme/agreement/delete-ids/${fresh},${returned}`)).toMatchObject({
    code: 40000,
    message: '合同“买车”已有编号，不能删除，请修改后重新提交',
  });
  expect((await call('GET', `acme/agreement/select/${returned}`)).data).toMatchObject({ agreementNo: submitted['agreementNo'] });
  expect((await call('DELETE', `acme/agreement/delete/${fresh}`)).code).toBe(20000);
});
