import type { WaySettings } from '@back-office/server/platform/way-settings.ts';
import { removeFirst, seedDingtalk, seedFeishu, seedWecom } from './seed.ts';
import type { Double, Reply } from './start-double.ts';
import { dingtalkApp, startDingtalk } from './start-dingtalk.ts';
import { feishuApp, startFeishu } from './start-feishu.ts';
import { otherAgent, startWecom, wecomApp } from './start-wecom.ts';

/** A vendor's double, with what the shared tests need to know about it. */
export interface Side {
  readonly kind: WaySettings['kind'];
  readonly company: Double & { person: string | undefined };
  readonly values: Readonly<Record<string, string>>;
  readonly label: string;
  readonly issuer: string;
  /** Adds a person to the company. */
  readonly hire: (person: string, name: string) => void;
  /** A person who can get a code there, but does not belong to the company. */
  readonly stranger: string;
  /** The user agent of a browser inside its app, and the path of the page that it is redirected to. */
  readonly inApp: { readonly userAgent: string; readonly path: string };
  /** The subject by which that person is linked here. */
  readonly subjectOf: (person: string) => string;
  /** The paths of the calls for the app's token, if signing in needs it, and for the code. */
  readonly tokenPath: string | undefined;
  readonly codePath: string;
  /** Its answers for "try again later", and for a refused app. */
  readonly busy: readonly Reply[];
  readonly refusedApp: readonly Reply[];
  /** A valid code that was issued to another app. */
  readonly codeOfAnother: (person: string) => string;
  readonly endCodes: () => void;
  readonly endTokens: () => void;
  /** Fills the company: 研发部 with 测试组 below it, 张三 (zhangsan) and others in them, and the group 采购 with 张三 in it. */
  readonly seed: () => void;
  /** Removes a person from the company. */
  readonly dismiss: (account: string) => void;
  /** The person who signs in with an account there. */
  readonly personOf: (account: string) => string;
  /** The path of the call that lists people. */
  readonly membersPath: string;
  /** The answer of that call when called too often. */
  readonly busyList: Reply;
  /** A page of people that claims to have more without saying where; undefined for vendors without pages. */
  readonly endless: Reply | undefined;
  /** All values that must not appear in a log. */
  readonly secrets: () => string[];
}

/** All doubles by name. */
export const sides: Readonly<Record<string, () => Promise<Side>>> = {
  企业微信: async () => {
    const company = await startWecom();
    company.customers.add('customer');
    return {
      kind: 'WECOM',
      company,
      values: { ...wecomApp, URL: company.url },
      label: '企业微信',
      issuer: 'wecom:ww08',
      hire: (userid, name) => void company.members.push({ userid, name, department: [1], status: 1 }),
      stranger: 'customer',
      inApp: { userAgent: 'Mozilla/5.0 (iPhone) Mobile wxwork/4.1.30 MicroMessenger/7.0.1', path: '/connect/oauth2/authorize' },
      seed: () => seedWecom(company),
      dismiss: (account) => removeFirst(company.members, ({ userid }) => userid === account),
      personOf: (account) => account,
      membersPath: '/cgi-bin/user/list',
      busyList: { json: { errcode: 45009, errmsg: 'busy' } },
      endless: undefined,
      subjectOf: (person) => person.toLowerCase(),
      tokenPath: '/cgi-bin/gettoken',
      codePath: '/cgi-bin/auth/getuserinfo',
      busy: [-1, 45009, 45033].map((errcode) => ({ json: { errcode, errmsg: 'busy' } })),
      refusedApp: [
        { json: { errcode: 40001, errmsg: 'invalid credential' } },
        { json: { errcode: 60020, errmsg: 'not allow to access from your ip' } },
      ],
      codeOfAnother: (person) => company.codes.give({ agent: otherAgent, person }),
      endCodes: () => company.codes.endAll(),
      endTokens: () => company.tokens.endAll(),
      secrets: () => [wecomApp.SECRET, ...company.codes.names, ...company.tokens.names],
    };
  },
  钉钉: async () => {
    const company = await startDingtalk();
    company.contacts.add('customer');
    return {
      kind: 'DINGTALK',
      company,
      values: { ...dingtalkApp, URL: company.url },
      label: '钉钉',
      issuer: 'dingtalk:ding08',
      hire: (person, name) => void company.members.push({ userid: `staff-${person}`, unionid: person, name, dept_id_list: [1] }),
      stranger: 'customer',
      inApp: { userAgent: 'Mozilla/5.0 (iPhone) Mobile DingTalk/7.6.0', path: '/oauth2/auth' },
      seed: () => seedDingtalk(company),
      dismiss: (account) => removeFirst(company.members, ({ userid }) => userid === account),
      personOf: (account) => `union-${account}`,
      membersPath: '/topapi/v2/user/list',
      busyList: { json: { errcode: 88, sub_code: '90018', sub_msg: 'busy' } },
      endless: { json: { errcode: 0, result: { has_more: true, list: [] } } },
      subjectOf: (person) => person,
      tokenPath: '/v1.0/oauth2/ding08/token',
      codePath: '/v1.0/oauth2/userAccessToken',
      busy: [{ status: 403, json: { code: 'Forbidden.AccessDenied.QpsLimitForApi', message: 'busy' } }],
      refusedApp: [{ status: 400, json: { code: 'invalid.client', message: 'refused' } }],
      codeOfAnother: (person) => company.codes.give({ client: 'ding-another', person }),
      endCodes: () => company.codes.endAll(),
      endTokens: () => company.tokens.endAll(),
      secrets: () => [dingtalkApp.CLIENT_SECRET, ...company.codes.names, ...company.tokens.names, ...company.personal.names],
    };
  },
  飞书: async () => {
    const company = await startFeishu();
    company.guests.add('guest');
    return {
      kind: 'FEISHU',
      company,
      values: { ...feishuApp, URL: company.url },
      label: '飞书',
      issuer: 'feishu:tenant08',
      hire: (person, name) => void company.members.push({ union_id: person, name, department_ids: ['0'] }),
      stranger: 'guest',
      inApp: { userAgent: 'Mozilla/5.0 (iPhone) Mobile Lark/7.30.0 LarkLocale/zh_CN', path: '/open-apis/authen/v1/authorize' },
      seed: () => seedFeishu(company),
      dismiss: (account) => removeFirst(company.members, ({ user_id: id }) => id === account),
      personOf: (account) => `union-${account}`,
      membersPath: '/open-apis/contact/v3/users/find_by_department',
      busyList: { status: 400, json: { code: 99_991_400, msg: 'busy' } },
      endless: { json: { code: 0, data: { has_more: true, items: [] } } },
      subjectOf: (person) => person,
      tokenPath: undefined,
      codePath: '/open-apis/authen/v2/oauth/token',
      busy: [
        { status: 400, json: { code: 99_991_400, msg: 'busy' } },
        { status: 500, json: { code: 20_050 } },
      ],
      refusedApp: [{ status: 400, json: { code: 20_002, error: 'invalid_client' } }],
      codeOfAnother: (person) => company.codes.give({ client: 'cli_another', person, back: '', challenge: '' }),
      endCodes: () => company.codes.endAll(),
      endTokens: () => company.tokens.endAll(),
      secrets: () => [feishuApp.APP_SECRET, ...company.codes.names, ...company.tokens.names, ...company.personal.names],
    };
  },
};
