import { office } from '../../office.ts';
import type { AnyRow } from '@back-office/contract/resource/row.ts';
import { pngOf } from '@back-office/server/testing/file-samples.ts';
import { Staff } from './staff.ts';
import type { TestApp } from './test-app.ts';
import { sendFile } from './uploads.ts';
import fc from 'fast-check';
import { expect } from 'vitest';

/** Resources about the machine: whoever may read them reads data about everything. */
export const ofTheMachine = ['sys/status', 'sys/job', 'sys/job-run', 'sys/setting'];
const ofPeople = office.resources.map(({ name }) => name).filter((name) => !ofTheMachine.includes(name));
const scoped = office.resources.filter(({ scope }) => scope !== undefined).map(({ name }) => name);

/** Their scope, and their organisation: one of 0 to 3, of which 1 and 2 are below 0, or none. */
export const askers = fc.record({
  dataScope: fc.constantFrom('本机构及下级', '本机构', '自定义', '本人'),
  home: fc.option(fc.nat({ max: 3 }), { freq: 6 }),
  orgs: fc.uniqueArray(fc.nat({ max: 3 }), { maxLength: 2 }),
  /** The resources on which they have no right at all. */
  lacking: fc.subarray(scoped, { maxLength: 4 }),
});
export type Asker = typeof askers extends fc.Arbitrary<infer Value> ? Value : never;

/** The asker whose answers are compared, and the records outside their reach. */
export interface Place {
  /** Their session, their role, and their organisation. */
  readonly token: string;
  readonly asker: string;
  readonly own: string;
  readonly home: string | null;
  /** An organisation within their reach, if there is one, and somebody whose records are. */
  readonly reached: string | null;
  readonly colleague: string | null;
  /** The resources on which they have no right. */
  readonly lacking: readonly string[];
  /** Organisations of which the asker reaches none, and those below which they reach nothing. */
  readonly hidden: readonly string[];
  readonly above: readonly string[];
  /** Records that everybody sees, and that hidden ones refer to. */
  readonly role: string;
  readonly district: string;
  /** Somebody whose records are outside the asker's reach, and a notice of the asker's that they read. */
  readonly stranger: { readonly id: string; readonly token: string };
  readonly notice: string;
}

/** Creates askers with many records outside their reach, and makes things happen to those. */
export class HiddenWorld {
  readonly #app: TestApp;
  readonly #admin: string;
  readonly staff: Staff;
  #round = 0;

  constructor(app: TestApp, admin: string) {
    this.#app = app;
    this.#admin = admin;
    this.staff = new Staff(app);
  }

  async save(resource: string, values: object, token = this.#admin): Promise<AnyRow> {
    const { code, message, data } = await this.#app.call(token, 'POST', `${resource}/save`, values);
    expect(code, `${resource}: ${message}`).toBe(20000);
    return data;
  }

  async build({ dataScope, home, orgs, lacking }: Asker): Promise<Place> {
    const { staff } = this;
    const head = await staff.org();
    const all = [head, await staff.org(head), await staff.org(head), await staff.org()];
    const place = home === null ? null : (all[home] ?? null);
    const words = ['write', 'send', 'restore', 'run', 'resend'];
    const grants = Object.fromEntries(ofPeople.filter((name) => !lacking.includes(name)).map((name) => [name, words]));
    const own = await staff.role({ dataScope, grants, orgs: orgs.map((at) => all[at] ?? '') });
    const { token, userId } = await staff.signedIn(place, [own]);
    const reached = dataScope === '本人' ? null : dataScope === '自定义' ? (all[orgs[0] ?? -1] ?? null) : place;
    const colleague = dataScope === '本人' ? userId : reached === null ? null : await staff.person(reached, []);
    const far = await staff.org();
    // With this scope they reach nothing below their own organisation.
    const above = dataScope === '本机构' && place !== null ? [place] : [];
    const below = await Promise.all(above.map((id) => staff.org(id)));
    const role = await staff.role({ dataScope: '本机构及下级', grants: { 'sys/dict': ['read'] } });
    await staff.person(place, [role]);
    const district = await this.save('sys/district', {
      districtCode: `${990_000 + this.#round}`,
      districtName: '某地',
      districtLevel: '县',
    });
    const others = await staff.role({ dataScope: '本人', grants: { 'sys/webhook': ['add'], 'sys/bot': ['add'], 'sys/dict': ['read'] } });
    const stranger = await staff.person(far, [others]);
    const notice = await this.save('sys/msg', { msgTitle: '大家', msgContent: '大家', msgScope: '全部', msgStatus: '已发布' });
    await this.#app.database.pool.query('UPDATE sys_msg SET create_user = $1 WHERE id = $2', [userId, notice.id]);
    return {
      token,
      asker: userId,
      own,
      home: place,
      lacking,
      reached,
      colleague,
      hidden: [far, ...below],
      above: [far, ...above],
      role,
      district: district.id,
      notice: notice.id,
      stranger: { id: stranger, token: await staff.openSession(stranger) },
    };
  }

  /** Something of every kind happens outside the asker's reach. */
  async happen({ hidden, above, role, district, stranger, notice }: Place): Promise<void> {
    const [app, tag] = [this.#app, `h${(this.#round += 1)}`];
    for (const [at, parentId] of above.entries())
      await this.save('sys/org', { orgName: `${tag}-${at}`, orgCode: `${tag}-${at}`, parentId, sysDistrictId: district });
    for (const [at, sysOrgId] of hidden.entries()) {
      await this.save('sys/dept', { deptName: tag, sysOrgId });
      const person = { userName: `p-${tag}`, userGender: '男', sysOrgId, sysRoleIds: [role] };
      await this.save('sys/user', { ...person, userAccount: `${tag}-${at}` });
      const deleted = await this.save('sys/user', { ...person, userAccount: `${tag}-${at}-gone` });
      expect((await app.call(this.#admin, 'DELETE', `sys/user/delete/${deleted.id}`)).code).toBe(20000);
    }
    await this.save('sys/sms', { smsPhone: '13800001234', smsContent: tag });
    await this.save('sys/msg', { msgTitle: `p ${tag}`, msgContent: tag, msgScope: '机构', targetIds: [hidden[0]], msgStatus: '已发布' });
    await sendFile(app, stranger.token, { name: `p${tag}.png`, bytes: pngOf(8, 8 + this.#round) });
    const hook = { webhookUrl: 'https://receiver.example/hook', events: ['sys/dict:added'], webhookName: tag };
    await this.save('sys/webhook', hook, stranger.token);
    const bot = { botKind: '企业微信', botUrl: 'https://qyapi.weixin.qq.com/cgi-bin/webhook/send?key=1', botName: tag };
    await this.save('sys/bot', bot, stranger.token);
    expect((await app.call(stranger.token, 'PUT', `sys/msg/read/${notice}`)).code).toBe(20000);
    await this.staff.openSession(stranger.id);
    await app.login(`nobody-${tag}`, 'wrong');
  }
}

/** The first difference between two answers, with its surroundings. */
export function firstDifference(one = '', other = ''): string {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return `…${around(one)} → …${around(other)}`;
}
