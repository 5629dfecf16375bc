import { Given } from './given.ts';
import { type Asked, type Double, type Reply, startDouble } from './start-double.ts';

export interface DingtalkMember {
  userid: string;
  unionid: string;
  name?: string;
  mobile?: string;
  state_code?: string;
  email?: string;
  org_email?: string;
  dept_id_list: number[];
}

/** A company at 钉钉, answering as documented. */
export interface TestDingtalk extends Double {
  /** The `unionid` of the person signed in there in the next browser; undefined if they refuse. */
  person: string | undefined;
  /** The company that they choose there. */
  chosen: string | undefined;
  readonly members: DingtalkMember[];
  /** Contacts outside the company, by `unionid`. */
  readonly contacts: Set<string>;
  readonly departments: { dept_id: number; name: string; parent_id: number }[];
  readonly roles: { id: number; name: string; userids: string[] }[];
  /** Page size of its answers, whatever is requested. */
  page: number;
  readonly codes: Given<{ client: string; person: string }>;
  readonly personal: Given<{ person: string }>;
  readonly tokens: Given<string>;
}

export const dingtalkApp = { CORP_ID: 'ding08', CLIENT_ID: 'ding-client', CLIENT_SECRET: 'app-secret-of-dingtalk' } as const;

const refused = (code: string, status = 400): Reply => ({ status, json: { code, message: 'refused', requestid: 'r-1' } });
const fault = (errcode: number, more: object = {}): Reply => ({ json: { errcode, errmsg: 'refused', request_id: 'r-1', ...more } });
const good = (result: unknown): Reply => ({ json: { errcode: 0, errmsg: 'ok', request_id: 'r-1', result } });

/** Starts it without people. */
export async function startDingtalk(): Promise<TestDingtalk> {
  const double = await startDouble((asked) => newer[asked.path]?.(asked) ?? topapi(asked));
  const company: TestDingtalk = {
    ...double,
    person: undefined,
    chosen: dingtalkApp.CORP_ID,
    members: [],
    contacts: new Set(),
    departments: [],
    roles: [],
    page: 100,
    codes: new Given(),
    personal: new Given(),
    tokens: new Given(),
  };
  const newer = newerCalls(company);
  const older = { ...signInCalls(company), ...directoryCalls(company) };
  const topapi = ({ path, params, body }: Asked): Reply => {
    const token = company.tokens.find(params.get('access_token') ?? '');
    // The documentation has both forms.
    if (token === undefined) return fault(40014);
    if (token === 'over') return fault(88, { sub_code: '42001', sub_msg: 'token is over' });
    return older[path]?.(body) ?? { status: 404, text: 'Not Found' };
  };
  return company;
}

function newerCalls(company: TestDingtalk): Readonly<Record<string, (asked: Asked) => Reply>> {
  const { codes, personal, tokens } = company;
  return {
    '/oauth2/auth': ({ params }) => {
      const wanted = { response_type: 'code', client_id: dingtalkApp.CLIENT_ID, scope: 'openid corpid', prompt: 'consent' };
      const back = params.get('redirect_uri');
      if (back === null || Object.entries(wanted).some(([name, value]) => params.get(name) !== value))
        return { status: 400, text: '参数错误' };
      const location = new URL(back);
      if (company.person !== undefined) {
        const code = codes.give({ client: dingtalkApp.CLIENT_ID, person: company.person });
        for (const name of ['code', 'authCode']) location.searchParams.set(name, code);
      }
      location.searchParams.set('state', params.get('state') ?? '');
      return { location };
    },
    '/v1.0/oauth2/userAccessToken': ({ body }) => {
      if (body['clientId'] !== dingtalkApp.CLIENT_ID || body['clientSecret'] !== dingtalkApp.CLIENT_SECRET)
        return refused('invalidClientIdOrSecret');
      const code = codes.find(String(body['code']));
      if (code === undefined || code === 'over' || code.what.client !== body['clientId'] || body['grantType'] !== 'authorization_code')
        return refused('invalidParameter.authCode.notFound');
      codes.end(String(body['code']));
      const accessToken = personal.give({ person: code.what.person });
      return { json: { accessToken, refreshToken: 'r', expireIn: 7200, corpId: company.chosen } };
    },
    '/v1.0/contact/users/me': ({ headers }) => {
      const token = personal.find(String(headers['x-acs-dingtalk-access-token']));
      if (token === undefined || token === 'over') return refused('InvalidAuthentication');
      return { json: { nick: '自称总经理', unionId: token.what.person, openId: `o-${token.what.person}`, stateCode: '86' } };
    },
    [`/v1.0/oauth2/${dingtalkApp.CORP_ID}/token`]: ({ body }) =>
      body['client_id'] === dingtalkApp.CLIENT_ID && body['client_secret'] === dingtalkApp.CLIENT_SECRET
        ? { json: { access_token: tokens.nameOf('app') ?? tokens.give('app'), expires_in: 7200 } }
        : refused('invalid.client'),
  };
}

type Calls = Readonly<Record<string, (body: Asked['body']) => Reply>>;

const signInCalls = ({ members, contacts }: TestDingtalk): Calls => ({
  '/topapi/user/getbyunionid': ({ unionid }) => {
    if (contacts.has(String(unionid))) return good({ contact_type: 1, userid: `c-${String(unionid)}` });
    const member = members.find((one) => one.unionid === unionid);
    return member === undefined ? fault(60121) : good({ contact_type: 0, userid: member.userid });
  },
  '/topapi/v2/user/get': ({ userid }) => {
    const member = members.find((one) => one.userid === userid);
    return member === undefined ? fault(60121) : good(member);
  },
});

function directoryCalls(company: TestDingtalk): Calls {
  const { members, departments, roles } = company;
  const byOffset = <Item>(all: readonly Item[], { offset, size }: Asked['body'], most: number): Reply => {
    if (typeof offset !== 'number' || typeof size !== 'number' || size > most) return fault(400_002);
    return good({ hasMore: offset + size < all.length, list: all.slice(offset, offset + size) });
  };
  return {
    '/topapi/v2/department/listsub': ({ dept_id: id }) => good(departments.filter(({ parent_id: parent }) => parent === id)),
    '/topapi/v2/user/list': ({ dept_id: id, cursor, size }) => {
      if (typeof cursor !== 'number' || typeof size !== 'number' || size > 100) return fault(400_002);
      const all = members.filter(({ dept_id_list: of }) => of.includes(Number(id)));
      const next = cursor + Math.min(size, company.page);
      return good({ has_more: next < all.length, ...(next < all.length ? { next_cursor: next } : {}), list: all.slice(cursor, next) });
    },
    '/topapi/role/list': (body) => byOffset([{ groupId: 1, name: '默认', roles: roles.map(({ id, name }) => ({ id, name })) }], body, 200),
    '/topapi/role/simplelist': (body) => {
      const role = roles.find(({ id }) => id === body['role_id']);
      return role === undefined
        ? fault(60_102)
        : byOffset(
            role.userids.map((userid) => ({ userid, name: userid })),
            body,
            100,
          );
    },
  };
}
