import { Given } from './given.ts';
import { type Asked, type Double, type Reply, startDouble } from './start-double.ts';

export interface WecomMember {
  userid: string;
  department: number[];
  name?: string;
  mobile?: string;
  email?: string;
  biz_mail?: string;
  main_department?: number;
  status?: number;
  enable?: number;
}

/** A company at 企业微信, answering as documented. */
export interface TestWecom extends Double {
  /** The member signed in there in the next browser; undefined if they refuse. */
  person: string | undefined;
  /** Ids of people outside the company. */
  readonly customers: Set<string>;
  readonly members: WecomMember[];
  readonly departments: { id: number; name?: string; parentid: number }[];
  readonly tags: { tagid: number; tagname: string; userlist: string[]; partylist: number[] }[];
  /** Members not visible to the app. */
  readonly unseen: Set<string>;
  readonly codes: Given<{ agent: string; person: string }>;
  readonly tokens: Given<string>;
}

export const wecomApp = { CORP_ID: 'ww08', AGENT_ID: '1000002', SECRET: 'app-secret-of-wecom' } as const;
export const otherAgent = '1000009';
const secrets: Readonly<Record<string, string>> = {
  [wecomApp.SECRET]: wecomApp.AGENT_ID,
  'other-secret': otherAgent,
  'contact-secret': 'contacts',
};

const fault = (errcode: number): Reply => ({ json: { errcode, errmsg: `refused, hint: [${errcode}]` } });
const good = (more: object): Reply => ({ json: { errcode: 0, errmsg: 'ok', ...more } });

/** Starts it without people. */
export async function startWecom(): Promise<TestWecom> {
  const double = await startDouble((asked) => pages[asked.path]?.(asked) ?? api(asked));
  const company: TestWecom = {
    ...double,
    person: undefined,
    customers: new Set(),
    members: [],
    departments: [],
    tags: [],
    unseen: new Set(),
    codes: new Given(),
    tokens: new Given(),
  };
  const { tokens } = company;
  const pages = pagesOf(company);
  const calls = { ...signInCalls(company), ...directoryCalls(company) };
  const api = ({ path, params }: Asked): Reply => {
    if (path === '/cgi-bin/gettoken') {
      if (params.get('corpid') !== wecomApp.CORP_ID) return fault(40013);
      const agent = secrets[params.get('corpsecret') ?? ''];
      return agent === undefined ? fault(40001) : good({ access_token: tokens.nameOf(agent) ?? tokens.give(agent), expires_in: 7200 });
    }
    const given = params.get('access_token');
    if (given === null) return fault(41001);
    const token = tokens.find(given);
    if (token === undefined || token === 'over') return fault(token === undefined ? 40014 : 42001);
    return calls[path]?.(params, token.what) ?? { status: 404, text: 'Not Found' };
  };
  return company;
}

const unfit: Reply = { status: 400, text: '参数错误' };

/** The pages that people are redirected to; visitors count as signed in there. */
function pagesOf(company: TestWecom): Readonly<Record<string, (asked: Asked) => Reply>> {
  const goOn = ({ params }: Asked): Reply => {
    const [back, state, agent] = [params.get('redirect_uri'), params.get('state') ?? '', params.get('agentid') ?? ''];
    if (params.get('appid') !== wecomApp.CORP_ID || back === null || !/^[a-zA-Z0-9]{1,128}$/.test(state)) return unfit;
    const location = new URL(back);
    if (company.person !== undefined) location.searchParams.set('code', company.codes.give({ agent, person: company.person }));
    location.searchParams.set('state', state);
    return { location };
  };
  return {
    '/wwlogin/sso/login': (asked) => (asked.params.get('login_type') === 'CorpApp' ? goOn(asked) : unfit),
    '/connect/oauth2/authorize': (asked) => {
      if (!/wxwork|MicroMessenger/.test(asked.userAgent)) return { status: 400, text: '请在企业微信客户端打开链接' };
      return asked.params.get('response_type') === 'code' && asked.params.get('scope') === 'snsapi_base' ? goOn(asked) : unfit;
    },
  };
}

type Calls = Readonly<Record<string, (params: URLSearchParams, agent: string) => Reply>>;

const signInCalls = ({ codes, customers, members, unseen }: TestWecom): Calls => ({
  '/cgi-bin/auth/getuserinfo': (params, agent) => {
    const name = params.get('code') ?? '';
    const code = codes.find(name);
    if (code === undefined || code === 'over' || code.what.agent !== agent) return fault(40029);
    codes.end(name);
    const { person } = code.what;
    return good(customers.has(person) ? { openid: `o-${person}`, external_userid: `wm-${person}` } : { userid: person });
  },
  '/cgi-bin/user/get': (params) => {
    const userid = params.get('userid') ?? '';
    const member = members.find((one) => one.userid === userid);
    if (unseen.has(userid)) return fault(60011);
    return member === undefined ? fault(60111) : good(member);
  },
});

const directoryCalls = ({ departments, members, tags, unseen }: TestWecom): Calls => ({
  '/cgi-bin/department/list': () => good({ department: departments }),
  '/cgi-bin/user/list': (params) => {
    const id = Number(params.get('department_id'));
    if (!departments.some((department) => department.id === id)) return fault(60003);
    return good({ userlist: members.filter(({ userid, department }) => department.includes(id) && !unseen.has(userid)) });
  },
  '/cgi-bin/tag/list': () => good({ taglist: tags.map(({ tagid, tagname }) => ({ tagid, tagname })) }),
  '/cgi-bin/tag/get': (params) => {
    const tag = tags.find(({ tagid }) => tagid === Number(params.get('tagid')));
    if (tag === undefined) return fault(40068);
    return good({ tagname: tag.tagname, userlist: tag.userlist.map((userid) => ({ userid })), partylist: tag.partylist });
  },
});
