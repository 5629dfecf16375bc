import { createHash } from 'node:crypto';
import { Given } from './given.ts';
import { type Asked, type Double, type Reply, startDouble } from './start-double.ts';

export interface FeishuMember {
  union_id: string;
  user_id?: string;
  name?: string;
  mobile?: string;
  email?: string;
  enterprise_email?: string;
  department_ids: string[];
  orders?: { department_id: string; is_primary_dept: boolean }[];
  status?: { is_frozen?: boolean; is_resigned?: boolean; is_exited?: boolean };
}

interface Code {
  readonly client: string;
  readonly person: string;
  readonly back: string;
  readonly challenge: string;
}

/** A company at 飞书, answering as documented. */
export interface TestFeishu extends Double {
  /** The `union_id` of the person signed in there in the next browser; undefined if they refuse. */
  person: string | undefined;
  /** People of other companies that the app is shared with. */
  readonly guests: Set<string>;
  readonly members: FeishuMember[];
  readonly departments: { open_department_id: string; name: string; parent_department_id: string; status?: { is_deleted: boolean } }[];
  readonly groups: { id: string; name: string; type: 1 | 2; people: string[]; departments: string[] }[];
  /** Page size of its answers, whatever is requested. */
  page: number;
  readonly codes: Given<Code>;
  readonly personal: Given<{ person: string }>;
  readonly tokens: Given<string>;
}

export const feishuApp = { TENANT_KEY: 'tenant08', APP_ID: 'cli_08', APP_SECRET: 'app-secret-of-feishu' } as const;

const fault = (code: number, status = 400): Reply => ({
  status,
  json: { code, msg: 'refused', error: 'invalid_grant', error_description: 'refused' },
});
const good = (data: object): Reply => ({ json: { code: 0, msg: 'success', data } });

/** Starts it without people. */
export async function startFeishu(): Promise<TestFeishu> {
  const double = await startDouble((asked) => open[asked.path]?.(asked) ?? contact(asked));
  const company: TestFeishu = {
    ...double,
    person: undefined,
    guests: new Set(),
    members: [],
    departments: [],
    groups: [],
    page: 50,
    codes: new Given(),
    personal: new Given(),
    tokens: new Given(),
  };
  const open = signInCalls(company);
  const contact = (asked: Asked): Reply => {
    const token = company.tokens.find((asked.headers.authorization ?? '').replace('Bearer ', ''));
    if (token === undefined || token === 'over') return fault(99_991_663);
    return contactCall(company, asked);
  };
  return company;
}

function signInCalls(company: TestFeishu): Readonly<Record<string, (asked: Asked) => Reply>> {
  const { codes, personal, tokens, members, guests } = company;
  return {
    '/open-apis/authen/v1/authorize': ({ params }) => {
      const [back, challenge] = [params.get('redirect_uri'), params.get('code_challenge')];
      if (params.get('client_id') !== feishuApp.APP_ID || params.get('response_type') !== 'code' || back === null)
        return { status: 400, text: '参数错误' };
      if (challenge === null || params.get('code_challenge_method') !== 'S256') return { status: 400, text: 'code_challenge 错误' };
      const location = new URL(back);
      if (company.person === undefined) location.searchParams.set('error', 'access_denied');
      else location.searchParams.set('code', codes.give({ client: feishuApp.APP_ID, person: company.person, back, challenge }));
      location.searchParams.set('state', params.get('state') ?? '');
      return { location };
    },
    '/open-apis/authen/v2/oauth/token': ({ body }) => {
      const name = String(body['code']);
      const code = codes.find(name);
      if (body['client_id'] !== feishuApp.APP_ID || body['client_secret'] !== feishuApp.APP_SECRET) return fault(20_002);
      if (code === undefined || code === 'over' || body['grant_type'] !== 'authorization_code') return fault(20_003);
      const { client, back, challenge, person } = code.what;
      if (client !== body['client_id']) return fault(20_024);
      if (back !== body['redirect_uri']) return fault(20_071);
      if (createHash('sha256').update(String(body['code_verifier'])).digest('base64url') !== challenge) return fault(20_049);
      codes.end(name);
      return { json: { code: 0, access_token: personal.give({ person }), expires_in: 7200, token_type: 'Bearer', scope: '' } };
    },
    '/open-apis/authen/v1/user_info': ({ headers }) => {
      const token = personal.find((headers.authorization ?? '').replace('Bearer ', ''));
      if (token === undefined || token === 'over') return fault(99_991_668);
      const { person } = token.what;
      const name = members.find((one) => one.union_id === person)?.name ?? person;
      return good({ name, union_id: person, open_id: `o-${person}`, tenant_key: guests.has(person) ? 'another' : feishuApp.TENANT_KEY });
    },
    '/open-apis/auth/v3/tenant_access_token/internal': ({ body }) =>
      body['app_id'] === feishuApp.APP_ID && body['app_secret'] === feishuApp.APP_SECRET
        ? { json: { code: 0, msg: 'ok', tenant_access_token: tokens.nameOf('app') ?? tokens.give('app'), expire: 7200 } }
        : fault(10_014, 200),
  };
}

function contactCall(company: TestFeishu, { path, params }: Asked): Reply {
  const { departments, members, groups } = company;
  const paged = (list: string, all: readonly object[]): Reply => {
    const [from, size] = [Number((params.get('page_token') ?? 'from 0').replace('from ', '')), Number(params.get('page_size'))];
    if (Number.isNaN(from) || !(size > 0 && size <= 50)) return fault(40_011);
    const next = from + Math.min(size, company.page);
    const hasMore = next < all.length;
    return good({ [list]: all.slice(from, next), has_more: hasMore, ...(hasMore ? { page_token: `from ${next}` } : {}) });
  };
  const call = path.replace('/open-apis/contact/v3/', '');
  const areIds = params.get('user_id_type') === 'union_id' && params.get('department_id_type') === 'open_department_id';
  if (call === 'departments/0/children')
    return areIds && params.get('fetch_child') === 'true' ? paged('items', departments) : fault(40_001);
  if (call === 'users/find_by_department')
    return areIds
      ? paged(
          'items',
          members.filter((one) => one.department_ids.includes(params.get('department_id') ?? '')),
        )
      : fault(40_001);
  if (call === 'group/simplelist')
    return paged(
      'grouplist',
      groups.filter(({ type }) => String(type) === (params.get('type') ?? '1')).map(({ id, name }) => ({ id, name })),
    );
  const found = groups.find(({ id }) => call === `group/${id}/member/simplelist`);
  if (found === undefined) return { status: 404, text: 'Not Found' };
  const ofPeople = params.get('member_type') === 'user';
  if (params.get('member_id_type') !== (ofPeople ? 'union_id' : 'open_department_id')) return fault(40_001);
  return paged(
    'memberlist',
    (ofPeople ? found.people : found.departments).map((id) => ({ member_id: id, member_type: params.get('member_type') })),
  );
}
