import { createHash } from 'node:crypto';
import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import type { WaySettings } from '@back-office/server/platform/way-settings.ts';
import { z } from 'zod';
import { appToken } from './app-token.ts';
import { callVendor, type Vendor } from './call-vendor.ts';
import { readFeishu } from './read-feishu.ts';
import type { FeishuGet } from './feishu-get.ts';
import { hostsOf } from './hosts-of.ts';
import { textIn } from './text-in.ts';
import type { Workplace } from './workplace.ts';

const vendor: Vendor = {
  codeOf: ({ code }) => code,
  expired: ['99991663', '99991664', '99991671'],
  busy: ['99991400', '20050'],
  refused: ['10003', '10014', '10015', '20002', '20009', '20069', '20071', '99991672'],
};

const tokenAnswer = z.object({ tenant_access_token: z.string().min(1), expire: z.number().positive() });
const personalAnswer = z.object({ access_token: z.string().min(1) });
const whoAnswer = z.object({ data: z.object({ union_id: z.string().min(1), tenant_key: z.string().min(1), name: textIn }) });

/**
 * 飞书, as a company's internal app: its sign-in page works in browsers, and redirects at once inside its own app
 * (https://open.feishu.cn/document/common-capabilities/sso/api/obtain-oauth-code).
 */
export function feishu(way: WaySettings, clock: () => Date): Workplace {
  const { TENANT_KEY = '', APP_ID = '', APP_SECRET = '', LABEL = '飞书' } = way.values;
  const urlFor = hostsOf(way, { page: 'https://accounts.feishu.cn', api: 'https://open.feishu.cn' });
  const tokenOfApp = appToken(
    vendor.expired,
    async () => {
      const url = urlFor('api', '/open-apis/auth/v3/tenant_access_token/internal');
      const body = { app_id: APP_ID, app_secret: APP_SECRET };
      const { tenant_access_token: token, expire: seconds } = await callVendor(vendor, { url, body }, tokenAnswer);
      return { token, seconds };
    },
    clock,
  );
  const getBy =
    (signal: AbortSignal): FeishuGet =>
    (path, params, schema) =>
      tokenOfApp.use((token) => {
        const url = urlFor('api', `/open-apis/contact/v3/${path}`, params);
        return callVendor(vendor, { url, headers: { authorization: `Bearer ${token}` }, signal }, schema);
      });

  return {
    id: way.id,
    kind: 'feishu',
    label: LABEL,
    issuer: `feishu:${TENANT_KEY}`,
    pageFor: ({ callback, state, verifier }) =>
      urlFor('page', '/open-apis/authen/v1/authorize', {
        client_id: APP_ID,
        response_type: 'code',
        redirect_uri: callback,
        state,
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      }),
    memberOf: async (code, { callback, verifier }) => {
      const url = urlFor('api', '/open-apis/authen/v2/oauth/token');
      const client = { grant_type: 'authorization_code', client_id: APP_ID, client_secret: APP_SECRET };
      const body = { ...client, code, redirect_uri: callback, code_verifier: verifier };
      const { access_token: token } = await callVendor(vendor, { url, body }, personalAnswer);
      const me = { url: urlFor('api', '/open-apis/authen/v1/user_info'), headers: { authorization: `Bearer ${token}` } };
      const { union_id: subject, tenant_key: tenant, name } = (await callVendor(vendor, me, whoAnswer)).data;
      // An app may be shared with other companies. The tenant key is not a secret, and the operator needs it once.
      if (tenant !== TENANT_KEY)
        throw new WayRefusal('wrong', new Error(`The code stands for somebody of the tenant ${tenant.slice(0, 60)}`));
      return { subject, name: name ?? subject };
    },
    read: (signal) => readFeishu(getBy(signal), signal),
  };
}
