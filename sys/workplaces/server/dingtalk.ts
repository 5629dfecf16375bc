import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import type { WaySettings } from '@back-office/server/platform/way-settings.ts';
import { z } from 'zod';
import { appToken } from './app-token.ts';
import { callVendor, type Vendor } from './call-vendor.ts';
import { readDingtalk } from './read-dingtalk.ts';
import type { DingtalkPost } from './dingtalk-post.ts';
import { hostsOf } from './hosts-of.ts';
import { textIn } from './text-in.ts';
import type { Workplace } from './workplace.ts';

/** The newer API, which answers with a code in words and an HTTP status. */
const newer: Vendor = {
  codeOf: ({ code }) => code,
  expired: ['InvalidAuthentication'],
  busy: ['Forbidden.AccessDenied.QpsLimitForApi', 'Forbidden.AccessDenied.QpsLimitForAppkeyAndApi'],
  refused: ['invalidClientIdOrSecret', 'invalid.client', 'Forbidden.AccessDenied.AccessTokenPermissionDenied'],
};

/** The older API, which answers with a numeric code: 88 comes with a second one. */
const older: Vendor = {
  codeOf: ({ errcode, sub_code: deeper }) => (String(errcode) === '88' ? (deeper ?? errcode) : errcode),
  expired: ['40014', '42001'],
  // All codes from 90001 on are rate limits, per minute and per second.
  busy: ['-1', ...Array.from({ length: 18 }, (_, at) => String(90_001 + at))],
  refused: ['60011', '60020', '88'],
};

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const personalAnswer = z.object({ accessToken: z.string().min(1), corpId: textIn });
const whoAnswer = z.object({ unionId: z.string().min(1) });
const staffAnswer = z.object({ result: z.object({ contact_type: z.number(), userid: z.string().min(1) }) });
const userAnswer = z.object({ result: z.object({ name: textIn, unionid: z.string() }) });

/**
 * 钉钉, as a company's internal app: its sign-in page works in browsers and in its own app
 * (https://open.dingtalk.com/document/development/tutorial-obtaining-user-personal-information).
 */
export function dingtalk(way: WaySettings, clock: () => Date): Workplace {
  const { CORP_ID = '', CLIENT_ID = '', CLIENT_SECRET = '', LABEL = '钉钉' } = way.values;
  const urlFor = hostsOf(way, { page: 'https://login.dingtalk.com', api: 'https://api.dingtalk.com', old: 'https://oapi.dingtalk.com' });
  const tokenOfApp = appToken(
    older.expired,
    async () => {
      const body = { client_id: CLIENT_ID, client_secret: CLIENT_SECRET, grant_type: 'client_credentials' };
      const url = urlFor('api', `/v1.0/oauth2/${encodeURIComponent(CORP_ID)}/token`);
      const { access_token: token, expires_in: seconds } = await callVendor(newer, { url, body }, tokenAnswer);
      return { token, seconds };
    },
    clock,
  );
  const postBy =
    (signal?: AbortSignal): DingtalkPost =>
    (path, body, schema) =>
      tokenOfApp.use((token) =>
        callVendor(older, { url: urlFor('old', `/topapi/${path}`, { access_token: token }), body, signal }, schema),
      );

  return {
    id: way.id,
    kind: 'dingtalk',
    label: LABEL,
    issuer: `dingtalk:${CORP_ID}`,
    pageFor: ({ callback, state }) =>
      urlFor('page', '/oauth2/auth', {
        redirect_uri: callback,
        response_type: 'code',
        client_id: CLIENT_ID,
        scope: 'openid corpid',
        corpId: CORP_ID,
        prompt: 'consent',
        state,
      }),
    memberOf: async (code) => {
      const url = urlFor('api', '/v1.0/oauth2/userAccessToken');
      const body = { clientId: CLIENT_ID, clientSecret: CLIENT_SECRET, code, grantType: 'authorization_code' };
      const { accessToken, corpId } = await callVendor(newer, { url, body }, personalAnswer);
      if (corpId !== undefined && corpId !== CORP_ID) throw new WayRefusal('wrong', new Error('The code stands for another company'));
      const me = { url: urlFor('api', '/v1.0/contact/users/me'), headers: { 'x-acs-dingtalk-access-token': accessToken } };
      const { unionId: subject } = await callVendor(newer, me, whoAnswer);
      return { subject, name: (await nameOf(postBy(), subject)) ?? subject };
    },
    read: (signal) => readDingtalk(postBy(signal), signal),
  };
}

/**
 * A person's name in the company's directory, as their own account's name can be chosen freely. Everybody on DingTalk has a `unionId`, so the
 * directory decides who belongs to the company. Throws a `WayRefusal` for all others.
 */
async function nameOf(post: DingtalkPost, unionid: string): Promise<string | undefined> {
  const { result: staff } = await post('user/getbyunionid', { unionid }, staffAnswer);
  if (staff.contact_type !== 0) throw new WayRefusal('wrong', new Error('The code stands for a contact outside the company'));
  const { result: user } = await post('v2/user/get', { userid: staff.userid, language: 'zh_CN' }, userAnswer);
  if (user.unionid !== unionid) throw new WayRefusal('wrong', new Error('The code stands for somebody else than the company’s list says'));
  return user.name;
}
