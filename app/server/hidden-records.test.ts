import { office } from '@back-office/app/office.ts';
import type { PageAnswer } from '@back-office/contract/calls/page.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { pngOf } from '@back-office/server/testing/file-samples.ts';
import { Staff } from '../testing/server/staff.ts';
import { openTestApp, type TestApp } from '../testing/server/test-app.ts';
import { sendFile } from '../testing/server/uploads.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';

/*
 * What a person does not reach is as if it were not: whatever becomes of it, every call by which they may read answers as it did
 * before, in its records, counts, orders, figures and choices, and so do refusals to delete. Of uses that they do not see these
 * say that there are some: here there are from the start.
 */
let app: TestApp;
let staff: Staff;
let admin: string;
beforeAll(async () => {
  app = await openTestApp();
  staff = new Staff(app);
  admin = await app.admin();
});
afterAll(() => app.drop());

/** What tells of the machine: whoever may read it reads of everything. */
const ofTheMachine = ['sys/status', 'sys/job', 'sys/job-run', 'sys/setting'];
const ofPeople = office.resources.map(({ name }) => name).filter((name) => !ofTheMachine.includes(name));
const scoped = office.resources.filter(({ scope }) => scope !== undefined).map(({ name }) => name);

/** Their scope, and where they are: in one of the organisations 0 to 3, of which 1 and 2 lie below 0, or in none. */
const askers = fc.record({
  dataScope: fc.constantFrom('本机构及下级', '本机构', '自定义', '本人'),
  home: fc.option(fc.nat({ max: 3 }), { freq: 6 }),
  orgs: fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 2 }),
  /** On what they have no right at all. */
  lacking: fc.subarray(scoped, { maxLength: 4 }),
});
type Asker = typeof askers extends fc.Arbitrary<infer Value> ? Value : never;

interface Place {
  /** Organisations of which the asker reaches none, and those below which they reach nothing. */
  readonly hidden: readonly string[];
  readonly above: readonly string[];
  /** Records that everybody sees, and that hidden ones name. */
  readonly role: string;
  readonly district: string;
  /** Somebody whose records the asker does not reach, and a notice of the asker's that they read. */
  readonly stranger: { readonly id: string; readonly token: string };
  readonly notice: string;
}

let round = 0;
async function saved(resource: string, values: object, token = admin): Promise<AnyRow> {
  const { code, message, data } = await app.call(token, 'POST', `${resource}/save`, values);
  expect(code, `${resource}: ${message}`).toBe(20000);
  return data;
}

/** Something of every kind happens where the asker does not reach. */
async function happen({ hidden, above, role, district, stranger, notice }: Place): Promise<void> {
  const tag = `h${(round += 1)}`;
  for (const [at, parentId] of above.entries())
    await saved('sys/org', { orgName: `${tag}-${at}`, orgCode: `${tag}-${at}`, parentId, sysDistrictId: district });
  for (const [at, sysOrgId] of hidden.entries()) {
    await saved('sys/dept', { deptName: tag, sysOrgId });
    const person = { userName: `p-${tag}`, userGender: '男', sysOrgId, sysRoleIds: [role] };
    await saved('sys/user', { ...person, userAccount: `${tag}-${at}` });
    const gone = await saved('sys/user', { ...person, userAccount: `${tag}-${at}-gone` });
    expect((await app.call(admin, 'DELETE', `sys/user/delete/${gone.id}`)).code).toBe(20000);
  }
  await saved('sys/sms', { smsPhone: '13800001234', smsContent: tag });
  await saved('sys/msg', { msgTitle: `p ${tag}`, msgContent: tag, msgScope: '机构', targetIds: [hidden[0]], msgStatus: '已发布' });
  await sendFile(app, stranger.token, { name: `p${tag}.png`, bytes: pngOf(8, 8 + round) });
  const hook = { webhookUrl: 'https://receiver.example/hook', events: ['sys/dict:added'], webhookName: tag };
  await saved('sys/webhook', hook, stranger.token);
  const bot = { botKind: '企业微信', botUrl: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1', botName: tag };
  await saved('sys/bot', bot, stranger.token);
  expect((await app.call(stranger.token, 'PUT', `sys/msg/read/${notice}`)).code).toBe(20000);
  await staff.enter(stranger.id);
  await app.login(`nobody-${tag}`, 'wrong');
}

/** What a call that reads is asked, by the end of its path. */
const asked: Readonly<Record<string, readonly string[]>> = {
  'select-page': ['limit=200', 'search=p&limit=200', 'like=createUser:p', 'sort=createTime:desc'],
  'select-counts': ['of=&of=search%3Dp'],
  'select-options': ['', 'search=p', 'parentId='],
  'select-levels': ['depth=9'],
  search: ['q=p', 'q=h'],
};

/** Every call that reads, and what it may be asked; of calls on a record those on a few that the person sees. */
async function readsOf(token: string): Promise<string[]> {
  const paths: string[] = [];
  const few = async (resource: string) => {
    const { data } = await app.call<PageAnswer<AnyRow> | undefined>(token, 'GET', `${resource}/select-page?limit=3`);
    return (data?.items ?? []).map(({ id }) => id);
  };
  for (const [route, right] of app.server.declaredRights) {
    const [method, url = ''] = route.split(' ');
    const path = url.replace('/api/', '');
    const isLeft = ofTheMachine.some((name) => path.startsWith(`${name}/`)) || /(?:\/export|^live|^logout)$/.test(path);
    if (method !== 'GET' || right === 'public' || isLeft) continue;
    const resource = office.resources.find(({ name }) => path.startsWith(`${name}/`));
    if (!path.includes(':')) for (const query of asked[path.split('/').at(-1) ?? ''] ?? ['']) paths.push(`${path}?${query}`);
    else if (resource?.operations.includes('select-page') === true)
      paths.push(...(await few(resource.name)).map((id) => path.replace(/:ids?\b/, id)));
  }
  return [...paths, ...(await few('sys/role')).map((id) => `sys/function/select-role-functions?sysRoleId=${id}`)];
}

/** Signatures and marks that are made anew each time, and what the asker's own calls change. */
const madeAnew = new Set(['filePath', 'thumbnailPath', 'cursor', 'lastSeenTime']);
const withoutThese = (name: string, value: unknown): unknown => (madeAnew.has(name) ? undefined : value);

/** Until another begins, the figures of hours and days are of the same ones. */
async function hourOf(): Promise<string> {
  const { rows } = await app.database.pool.query<{ hour: string }>(`SELECT date_trunc('hour', now())::text AS hour`);
  return String(rows[0]?.hour);
}

async function answersTo(token: string, paths: readonly string[]): Promise<Map<string, { code: number; text: string }>> {
  const found = new Map<string, { code: number; text: string }>();
  for (const path of paths) {
    const method = path.includes('/delete/') ? 'DELETE' : 'GET';
    const { code, message, data } = await app.call<unknown>(token, method, path);
    found.set(path, { code, text: JSON.stringify({ message, data }, withoutThese) });
  }
  return found;
}

async function build({ dataScope, home, orgs, lacking }: Asker): Promise<{ token: string; here: Place }> {
  const head = await staff.org();
  const all = [head, await staff.org(head), await staff.org(head), await staff.org()];
  const place = home === null ? null : (all[home] ?? null);
  const words = ['write', 'send', 'restore', 'run', 'resend'];
  const grants = Object.fromEntries(ofPeople.filter((name) => !lacking.includes(name)).map((name) => [name, words]));
  const own = await staff.role({ dataScope, grants, orgs: orgs.map((at) => all[at] ?? '') });
  const { token, userId } = await staff.signedIn(place, [own]);
  const far = await staff.org();
  // By this scope they reach nothing of what lies below their own organisation.
  const above = dataScope === '本机构' && place !== null ? [place] : [];
  const below = await Promise.all(above.map((id) => staff.org(id)));
  const role = await staff.role({ dataScope: '本机构及下级', grants: { 'sys/dict': ['read'] } });
  await staff.person(place, [role]);
  const district = await saved('sys/district', { districtCode: `${990_000 + round}`, districtName: '某地', districtLevel: '县' });
  const others = await staff.role({ dataScope: '本人', grants: { 'sys/webhook': ['add'], 'sys/bot': ['add'], 'sys/dict': ['read'] } });
  const stranger = await staff.person(far, [others]);
  const notice = await saved('sys/msg', { msgTitle: '大家', msgContent: '大家', msgScope: '全部', msgStatus: '已发布' });
  await app.database.pool.query('UPDATE sys_msg SET create_user = $1 WHERE id = $2', [userId, notice.id]);
  const hidden = [far, ...below];
  const here = { hidden, above: [far, ...above], role, district: district.id, notice: notice.id };
  return { token, here: { ...here, stranger: { id: stranger, token: await staff.enter(stranger) } } };
}

/** Where two answers part, and what stands around it. */
function parting(one = '', other = ''): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return `…${around(one)} → …${around(other)}`;
}

it('tells by no call of what a person does not reach', async () => {
  await fc.assert(
    fc.asyncProperty(askers, async (asker) => {
      const { token, here } = await build(asker);
      await happen(here);
      const all = [...(await readsOf(token)), `sys/role/delete/${here.role}`, `sys/district/delete/${here.district}`];
      // What is not permitted tells nothing but that, and is each time a line of their own in the log.
      const first = await answersTo(token, all);
      const paths = all.filter((path) => first.get(path)?.code !== 40300);
      expect(paths.length).toBeGreaterThan(50);
      const hour = await hourOf();
      const before = await answersTo(token, paths);
      await happen(here);
      const after = await answersTo(token, paths);
      const isSameHour = hour === (await hourOf());
      const comparable = paths.filter((path) => isSameHour || !path.startsWith('statistics/'));
      const told = comparable.filter((path) => before.get(path)?.text !== after.get(path)?.text);
      expect(told.map((path) => `${path}: ${parting(before.get(path)?.text, after.get(path)?.text)}`)).toEqual([]);
    }),
    { seed: 20_261, numRuns: 3, endOnFailure: true },
  );
}, 600_000);
