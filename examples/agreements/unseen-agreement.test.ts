import { randomUUID } from 'node:crypto';
import { openTestApp, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* Roles may grant lines, or organisations, to people who do not see the agreements: the rules of agreements hold all the same. */
let app: TestApp;
let admin: string;
let clerk: string;

beforeAll(async () => {
  app = await openTestApp();
  admin = await app.admin();
  const lines = { 'acme/agreement-line': ['read', 'add', 'edit', 'delete', 'import'], 'sys/recycle': ['read', 'restore'] };
  clerk = (await app.userWith(lines)).token;
});
afterAll(() => app.drop());

const call = (token: string, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  app.call(token, method, path, body);

async function save(resource: string, values: object) {
  const { code, message, data } = await call(admin, 'POST', `${resource}/save`, values);
  expect([code, message]).toEqual([20000, '操作成功']);
  return data;
}

/** A draft with two lines, 100 and 20. */
async function draft(name: string) {
  const org = await save('sys/org', { orgName: `${name}的机构`, orgCode: name });
  const party = await save('acme/party', { partyName: `${name}的相对方` });
  const sysUserId = (await app.userWith({})).userId;
  const dates = { beginDate: '2026-01-01', endDate: '2026-12-31' };
  const values = { agreementName: name, acmePartyId: party['id'], sysOrgId: org['id'], sysUserId, agreementAmount: 1, ...dates };
  const agreement = await save('acme/agreement', values);
  const line = (lineName: string, linePrice: number) =>
    save('acme/agreement-line', { acmeAgreementId: agreement['id'], lineName: `${name}${lineName}`, linePrice });
  return { id: String(agreement['id']), org, name, lines: [await line('服务器', 100), await line('交换机', 20)] as const };
}

const submit = async (id: string) => expect((await call(admin, 'PUT', `acme/agreement/submit/${id}`)).code).toBe(20000);
const sum = async (id: string) => (await call(admin, 'GET', `acme/agreement/select/${id}`)).data['linesAmount'];

async function binned(line: Record<string, unknown>): Promise<string> {
  const { data } = await call(clerk, 'GET', `sys/recycle/select-page?like=recycleName:${String(line['lineName'])}`);
  return (data['items'] as { id: string }[])[0]?.id ?? '';
}

describe('lines of an agreement that their editor does not see', () => {
  it('cannot be changed, deleted, imported or restored once it is no draft', async () => {
    const { id, name, lines } = await draft('moved');
    const [first, second] = lines;
    expect((await call(clerk, 'GET', `acme/agreement/select/${id}`)).code).toBe(40300);
    expect((await call(clerk, 'DELETE', `acme/agreement-line/delete/${second['id']}`)).code).toBe(20000);
    await submit(id);
    const refused = { code: 40000, message: `合同“${name}”不是草稿，不能修改或删除` };
    expect(await call(clerk, 'POST', 'acme/agreement-line/save', { ...first, linePrice: 1 })).toMatchObject(refused);
    expect(await call(clerk, 'DELETE', `acme/agreement-line/delete/${first['id']}`)).toMatchObject(refused);
    expect(await call(clerk, 'POST', `sys/recycle/restore/${await binned(second)}`)).toMatchObject(refused);
    const added = [{ acmeAgreementId: id, lineName: '路由器' }];
    expect((await call(clerk, 'POST', 'acme/agreement-line/save-batch', added)).code).toBe(40000);
    const dry = await call(clerk, 'POST', 'acme/agreement-line/save-batch?dryRun=true', added);
    expect(dry.data).toMatchObject({ fields: [{ row: 0, field: 'acmeAgreementId', message: '合同不是草稿，不能再加明细' }] });
    expect(await sum(id)).toBe(100);
  });

  it('are counted in its total as long as it is a draft', async () => {
    const { id, lines } = await draft('open');
    const [first, second] = lines;
    expect(await sum(id)).toBe(120);
    expect((await call(clerk, 'POST', 'acme/agreement-line/save', { ...first, linePrice: 50 })).code).toBe(20000);
    expect(await sum(id)).toBe(70);
    expect((await call(clerk, 'DELETE', `acme/agreement-line/delete/${second['id']}`)).code).toBe(20000);
    expect(await sum(id)).toBe(50);
    expect((await call(clerk, 'POST', `sys/recycle/restore/${await binned(second)}`)).code).toBe(20000);
    expect(await sum(id)).toBe(70);
    const added = [{ acmeAgreementId: id, lineName: '路由器', linePrice: 5 }];
    expect((await call(clerk, 'POST', 'acme/agreement-line/save-batch', added)).code).toBe(20000);
    expect(await sum(id)).toBe(75);
    const { data } = await call(admin, 'GET', `acme/agreement/select-history/${id}`);
    expect(JSON.stringify(data)).toContain('"field":"linesAmount"');
  });
});

describe('an organisation with live agreements', () => {
  it('that a person does not see is deleted, or disabled, like one that does not exist', async () => {
    const { id, org } = await draft('hidden');
    await submit(id);
    expect((await call(admin, 'PUT', `acme/agreement/approve/${id}`)).code).toBe(20000);
    const { token } = await app.userWith({ 'sys/org': ['read', 'edit', 'delete'] }, { dataScope: '本人' });
    const answers = async (one: unknown) => [
      await call(token, 'DELETE', `sys/org/delete/${String(one)}`),
      await call(token, 'DELETE', `sys/org/delete-ids/${String(one)}`),
      await call(token, 'POST', 'sys/org/save', { ...org, id: one, orgStatus: '停用' }),
    ];
    const [hidden, none] = [await answers(org['id']), await answers(randomUUID())];
    expect(hidden.map(({ code }) => code)).toEqual([40400, 40400, 40400]);
    expect(hidden.map(({ code, message, data }) => ({ code, message, data }))).toEqual(
      none.map(({ code, message, data }) => ({ code, message, data })),
    );
  });

  it('is kept without a count of those that the person does not see', async () => {
    const { id, org, name } = await draft('counted');
    await submit(id);
    expect((await call(admin, 'PUT', `acme/agreement/approve/${id}`)).code).toBe(20000);
    const { token } = await app.userWith({ 'sys/org': ['read', 'delete'] });
    const message = `机构“${name}的机构”还有 0 份生效的合同（另有数据范围之外的），不能删除，请先终止`;
    expect(await call(token, 'DELETE', `sys/org/delete/${String(org['id'])}`)).toMatchObject({ code: 40900, message });
  });
});
