import { addJob } from 'back-office/server';
import { openTestApp, type Session, type TestApp } from 'back-office/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { agreement as resource } from './agreement.ts';

/* This company's own rules, tested through HTTP. `testModule` tests everything generated from the declarations. */
let app: TestApp;
let admin: Session;

beforeAll(async () => {
  app = await openTestApp({ environment: { ACME_WARN_DAYS: '10' } });
  admin = await app.signIn('admin', app.database.adminPassword);
});
afterAll(() => app.drop());

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown, { token } = admin) =>
  app.call(token, method, path, body);
const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' });

let made = 0;
const save = async (resource: string, values: object) => {
  const { code, message, data } = await call('POST', `${resource}/save`, values);
  expect([code, message]).toEqual([20000, '操作成功']);
  return data;
};

/** An organisation, and a draft signed by it. */
async function draft(values: object = {}) {
  const name = `合同${(made += 1)}`;
  const org = await save('sys/org', { orgName: `${name}的机构`, orgCode: `org-${made}` });
  const party = await save('acme/party', { partyName: `${name}的相对方` });
  const agreement = await save('acme/agreement', {
    agreementName: name,
    acmePartyId: party.id,
    sysOrgId: org.id,
    sysUserId: admin.userId,
    agreementAmount: 1000.5,
    beginDate: day(0),
    endDate: day(365),
    ...values,
  });
  return { agreement, org, name };
}

const move = (id: string, ...calls: string[]) =>
  calls.reduce<Promise<Record<string, unknown>>>(async (before, name) => {
    await before;
    const { code, data } = await call('PUT', `acme/agreement/${name}/${id}`, { reason: '缺附件' });
    expect(code).toBe(20000);
    return data;
  }, Promise.resolve({}));

const number = (data: Record<string, unknown>): number => Number(String(data['agreementNo']).slice(-4));

it('lets programs ask for changes since a cursor', async () => {
  const { agreement } = await draft();
  for (const name of ['acme/party', 'acme/agreement', 'acme/agreement-line'])
    expect((await call('GET', `${name}/changes`)).code).toBe(20000);
  const { data } = await call('GET', 'acme/agreement/changes');
  await save('acme/agreement', { ...agreement, agreementRemark: '改过' });
  const { data: next } = await call('GET', `acme/agreement/changes?since=${String(data['cursor'])}`);
  expect(next).toMatchObject({ items: [{ id: agreement.id, agreementRemark: '改过' }], gone: [], more: false });
});

describe('an agreement’s number', () => {
  it('is assigned when a draft is submitted, is kept afterwards, and follows the previous one', async () => {
    const [one, two] = [await draft(), await draft()];
    expect(one.agreement).toMatchObject({ agreementNo: null, agreementState: '草稿' });
    const first = await move(one.agreement.id, 'submit');
    expect(first).toMatchObject({ agreementNo: expect.stringMatching(/^HT-\d{4}-\d{4}$/), agreementState: '审批中' });
    expect(number(await move(two.agreement.id, 'submit'))).toBe(number(first) + 1);
    expect((await move(one.agreement.id, 'return', 'submit'))['agreementNo']).toBe(first['agreementNo']);
  });

  it('has neither gaps nor duplicates when several people submit at once', async () => {
    const drafts = await Promise.all(Array.from({ length: 5 }, () => draft()));
    const before = number(await move((await draft()).agreement.id, 'submit'));
    const moved = await Promise.all(drafts.map(({ agreement }) => move(agreement.id, 'submit')));
    expect(moved.map(number).toSorted((a, b) => a - b)).toEqual(drafts.map((_, at) => before + 1 + at));
  });
});

describe('an agreement’s state', () => {
  it('cannot be written by a form', async () => {
    const { agreement } = await draft();
    const { code, data } = await call('POST', 'acme/agreement/save', { ...agreement, agreementState: '生效' });
    expect([code, data]).toMatchObject([40000, { fields: [{ field: 'agreementState' }] }]);
  });

  it('changes only with the permission for the transition, and only from the state where it begins', async () => {
    const { agreement } = await draft();
    const clerk = await app.userWith({ 'acme/agreement': ['read', 'edit'] });
    const lawyer = await app.userWith({ 'acme/agreement': ['read', 'approve'] });
    const by = (person: Session, name: string) => call('PUT', `acme/agreement/${name}/${agreement.id}`, undefined, person);
    expect((await by(lawyer, 'submit')).code).toBe(40300);
    expect((await by(clerk, 'submit')).code).toBe(20000);
    expect((await by(clerk, 'approve')).code).toBe(40300);
    expect((await by(lawyer, 'approve')).data).toMatchObject({ agreementState: '生效' });
    const again = await by(lawyer, 'approve');
    expect([again.code, again.message]).toEqual([40000, '合同现在是“生效”，不能批准，请刷新后查看']);
    expect((await by(lawyer, 'end')).code).toBe(40300);
  });

  it('appears in the history of the record', async () => {
    const { agreement } = await draft();
    await move(agreement.id, 'submit');
    const { data } = await call('GET', `acme/agreement/select-history/${agreement.id}`);
    const moved = expect.objectContaining({ field: 'agreementState', before: '草稿', after: '审批中' });
    expect(data).toMatchObject([{ optChanges: expect.arrayContaining([moved]) }, { optType: '新增' }]);
  });

  it('other than 草稿 prevents editing and deleting the agreement and its lines', async () => {
    const { agreement, name } = await draft();
    const line = await save('acme/agreement-line', { acmeAgreementId: agreement.id, lineName: '服务器' });
    const moved = await move(agreement.id, 'submit');
    const message = `合同“${name}”不是草稿，不能修改或删除`;
    expect(await call('POST', 'acme/agreement/save', { ...moved, agreementAmount: 1 })).toMatchObject({ code: 40000, message });
    expect(await call('POST', 'acme/agreement-line/save', { ...line, lineName: '交换机' })).toMatchObject({ code: 40000, message });
    expect(await call('DELETE', `acme/agreement-line/delete/${line.id}`)).toMatchObject({ code: 40000, message });
    expect(await call('DELETE', `acme/agreement/delete/${agreement.id}`)).toMatchObject({ code: 40000, message });
  });
});

describe('the total of the lines', () => {
  const line = (acmeAgreementId: string, linePrice: number, lineQuantity = 1) =>
    save('acme/agreement-line', { acmeAgreementId, lineName: `服务器${linePrice}`, linePrice, lineQuantity });
  const sum = async (id: string) => (await call('GET', `acme/agreement/select/${id}`)).data['linesAmount'];

  it('is kept up to date in their agreement, whatever happens to them, and appears in its history', async () => {
    const { agreement } = await draft();
    const first = await line(agreement.id, 8000.25, 3);
    expect(await sum(agreement.id)).toBe(24000.75);
    const second = await line(agreement.id, 100);
    await save('acme/agreement-line', { ...first, lineQuantity: 1 });
    expect(await sum(agreement.id)).toBe(8100.25);
    await call('DELETE', `acme/agreement-line/delete/${second.id}`);
    expect(await sum(agreement.id)).toBe(8000.25);
    const { data: bin } = await call('GET', `sys/recycle/select-page?like=recycleName:${String(second['lineName'])}`);
    const [kept] = bin['items'] as { id: string }[];
    expect((await call('POST', `sys/recycle/restore/${kept?.id}`)).code).toBe(20000);
    expect(await sum(agreement.id)).toBe(8100.25);
    const { data } = await call('GET', `acme/agreement/select-history/${agreement.id}`);
    expect(JSON.stringify(data)).toContain('"field":"linesAmount"');
  });

  it('follows a line that is moved, and counts lines that several people add at once', async () => {
    const [one, other] = [(await draft()).agreement, (await draft()).agreement];
    const lines = await Promise.all([1, 2, 3, 4].map((price) => line(one.id, price)));
    expect(await sum(one.id)).toBe(10);
    await save('acme/agreement-line', { ...lines[3], acmeAgreementId: other.id });
    expect([await sum(one.id), await sum(other.id)]).toEqual([6, 4]);
  });
});

it('refuses an agreement that ends before it begins', async () => {
  const { agreement } = await draft();
  const { code, message } = await call('POST', 'acme/agreement/save', { ...agreement, endDate: day(-1) });
  expect([code, message]).toEqual([40000, '到期日期不能早于生效日期']);
});

it('an organisation with active agreements can be neither disabled nor deleted', async () => {
  const { agreement, org } = await draft();
  await move(agreement.id, 'submit', 'approve');
  const why = (doing: string) => `机构“${String(org['orgName'])}”还有 1 份生效的合同，不能${doing}，请先终止`;
  expect(await call('POST', 'sys/org/save', { ...org, orgStatus: '停用' })).toMatchObject({ code: 40900, message: why('停用') });
  expect(await call('DELETE', `sys/org/delete/${org.id}`)).toMatchObject({ code: 40900, message: why('删除') });
  expect((await call('POST', 'sys/org/save', { ...org, orgRemark: '仍可修改' })).code).toBe(20000);
});

it('a person limited to their own records sees their agreements with the lines, and counts no others', async () => {
  const [one, other] = [await draft(), await draft()];
  const line = await save('acme/agreement-line', { acmeAgreementId: one.agreement.id, lineName: '服务器', linePrice: 8000 });
  await save('acme/agreement-line', { acmeAgreementId: other.agreement.id, lineName: '交换机' });
  await move(other.agreement.id, 'submit', 'approve');
  const own = await app.userWith(
    { 'acme/agreement': ['read'], 'acme/agreement-line': ['read'], 'acme/months': ['read'] },
    { dataScope: '本人' },
  );
  const seen = async (path: string, person: Session) => (await call('GET', `acme/${path}`, undefined, person)).data as unknown;
  const amount = async (person: Session) =>
    ((await seen('months/amounts', person)) as { amount: number }[]).reduce((sum, month) => sum + month.amount, 0);
  expect(await seen('agreement/select-page', own)).toMatchObject({ total: 0 });
  // Adding its line changed the agreement.
  const { data: current } = await call('GET', `acme/agreement/select/${one.agreement.id}`);
  await save('acme/agreement', { ...current, sysUserId: own.userId });
  expect(await seen('agreement/select-page', own)).toMatchObject({ total: 1, items: [{ id: one.agreement.id }] });
  expect(await seen('agreement-line/select-page', own)).toMatchObject({ total: 1, items: [{ id: line.id }] });
  expect(await amount(own)).toBe(0);
  await move(one.agreement.id, 'submit', 'approve');
  expect(await amount(own)).toBe(1000.5);
  expect(await amount(admin)).toBeGreaterThanOrEqual(2001);
  const outsider = await app.userWith({ 'acme/agreement': ['read'] });
  expect((await call('GET', 'acme/months/amounts', undefined, outsider)).code).toBe(40300);
});

it('the person in charge is notified once, the configured number of days before the end', async () => {
  const owner = await app.userWith({});
  const [near, far] = [
    await draft({ endDate: day(9), sysUserId: owner.userId }),
    await draft({ endDate: day(11), sysUserId: owner.userId }),
  ];
  for (const { agreement } of [near, far]) await move(agreement.id, 'submit', 'approve');
  for (const _turn of [1, 2]) {
    await app.runJob('acme-warn-ending');
  }
  const { data } = await call('GET', 'sys/msg/list', undefined, owner);
  expect(data).toMatchObject({ total: 1, items: [{ msgTitle: `合同“${near.name}”即将到期` }] });
});

it('the company’s background job is listed among all jobs, with its runs', async () => {
  await addJob(app.database.db, { kind: 'acme-warn-ending', payload: null });
  await app.server.jobs.start();
  await app.server.jobs.runDue();
  const { data } = await call('GET', 'sys/job/select-page?eq=jobKind:acme-warn-ending');
  expect(data).toMatchObject({ total: 1, items: [{ jobTitle: expect.any(String) as string, isPlanned: '是', lastStatus: '成功' }] });
});

it('users have a badge, which is filtered by, validated and logged like any other field', async () => {
  const user = await save('sys/user', { userAccount: 'badge.1', userName: '张三', acmeBadge: 'A-0017' });
  await save('sys/user', { userAccount: 'badge.2', userName: '李四', acmeBadge: 'A-0018' });
  expect((await call('GET', 'sys/user/select-page?eq=acmeBadge:A-0017')).data).toMatchObject({ total: 1, items: [{ id: user.id }] });
  const long = await call('POST', 'sys/user/save', { ...user, acmeBadge: 'A'.repeat(21) });
  expect([long.code, long.data]).toMatchObject([40000, { fields: [{ field: 'acmeBadge' }] }]);
  await save('sys/user', { ...user, acmeBadge: 'A-0019' });
  const { data: history } = await call('GET', `sys/user/select-history/${user.id}`);
  expect(history).toMatchObject([{ optChanges: [{ field: 'acmeBadge', before: 'A-0017', after: 'A-0019' }] }, { optType: '新增' }]);
});

it('an import creates drafts, and says which row lacks what', async () => {
  const { agreement } = await draft();
  const row = Object.fromEntries(resource.import.map((name) => [name, agreement[name]]));
  const lacking = [row, { ...row, acmePartyId: null }];
  const refused = await call('POST', 'acme/agreement/save-batch', lacking);
  expect(refused.data).toMatchObject({ fields: [{ row: 1, field: 'acmePartyId', message: '相对方不能为空' }] });
  const { data } = await call('POST', 'acme/agreement/save-batch', [row, row]);
  expect(data).toMatchObject([{ agreementState: '草稿' }, { agreementState: '草稿', agreementNo: null }]);
});

it('an import of lines marks those of non-draft agreements beside other errors, and is refused even without a dry run', async () => {
  const [open, moved] = [await draft(), await draft()];
  await move(moved.agreement.id, 'submit');
  const lineOf = ({ agreement }: typeof open) => ({ acmeAgreementId: agreement.id, lineName: '服务器' });
  const rows = [lineOf(open), lineOf(moved), { ...lineOf(moved), lineName: null }, { lineName: '交换机' }, { acmeAgreementId: '不是编号' }];
  const dry = await call('POST', 'acme/agreement-line/save-batch?dryRun=true', rows);
  const found = dry.data['fields'] as { row: number; field: string; message: string }[];
  const marked = found.filter(({ message }) => message.includes('草稿')).map(({ row, field }) => `${row} ${field}`);
  expect([dry.code, marked]).toEqual([40000, ['1 acmeAgreementId', '2 acmeAgreementId']]);
  expect((await call('POST', 'acme/agreement-line/save-batch', rows.slice(0, 2))).code).toBe(40000);
});
