import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import type { WaySettings } from '@back-office/server/platform/way-settings.ts';
import { z } from 'zod';
import { type AppToken, appToken } from './app-token.ts';
import { callVendor, type Vendor } from './call-vendor.ts';
import { hostsOf } from './hosts-of.ts';
import { isFormerMember } from './is-former-member.ts';
import { textIn } from './text-in.ts';
import { VendorFault } from './vendor-fault.ts';
import { readWecom } from './read-wecom.ts';
import type { WecomGet } from './wecom-get.ts';
import { wecomSubject } from './wecom-subject.ts';
import type { Member, Workplace } from './workplace.ts';

const vendor: Vendor = {
  codeOf: ({ errcode }) => errcode,
  expired: ['40014', '42001'],
  busy: ['-1', '45009', '45011', '45033', '45035'],
  refused: ['40001', '40013', '40056', '60020'],
};

/** Codes for an app that may not read a person's details: their id is enough. */
const hidden = ['48002', '60011'];

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() });
const whoAnswer = z.object({ userid: textIn });
const userAnswer = z.object({ name: textIn, status: z.number().optional(), enable: z.number().optional() });

/**
 * 企业微信, as a company's internal app: https://developer.work.weixin.qq.com/document/path/98152 in a browser, 91022 inside its apps, 98176 and 91023
 * for the code.
 */
export function wecom(way: WaySettings, clock: () => Date): Workplace {
  const { CORP_ID = '', AGENT_ID = '', SECRET = '', CONTACT_SECRET, LABEL = '企业微信' } = way.values;
  const urlFor = hostsOf(way, {
    api: 'https://qyapi.weixin.qq.com',
    browser: 'https://login.work.weixin.qq.com',
    app: 'https://open.weixin.qq.com',
  });
  const tokenBy = (secret: string): AppToken =>
    appToken(
      vendor.expired,
      async () => {
        const url = urlFor('api', '/cgi-bin/gettoken', { corpid: CORP_ID, corpsecret: secret });
        const { access_token: token, expires_in: seconds } = await callVendor(vendor, { url }, tokenAnswer);
        return { token, seconds };
      },
      clock,
    );
  const tokenOfApp = tokenBy(SECRET);
  const ofContacts = CONTACT_SECRET === undefined ? tokenOfApp : tokenBy(CONTACT_SECRET);
  const getBy =
    (source: AppToken, signal?: AbortSignal): WecomGet =>
    (path, params, schema) =>
      source.use((token) =>
        callVendor(vendor, { url: urlFor('api', `/cgi-bin/${path}`, { ...params, access_token: token }), signal }, schema),
      );

  return {
    id: way.id,
    kind: 'wecom',
    label: LABEL,
    issuer: `wecom:${CORP_ID}`,
    // Letters and digits, at most 128 of them.
    mostState: 128,
    pageFor: ({ callback, state }, userAgent) => {
      const common = { appid: CORP_ID, agentid: AGENT_ID, redirect_uri: callback, state };
      if (!/wxwork|micromessenger/i.test(userAgent)) return urlFor('browser', '/wwlogin/sso/login', { login_type: 'CorpApp', ...common });
      const page = urlFor('app', '/connect/oauth2/authorize', { ...common, response_type: 'code', scope: 'snsapi_base' });
      page.hash = 'wechat_redirect';
      return page;
    },
    memberOf: (code) => memberOf(getBy(tokenOfApp), code),
    read: (signal) => readWecom(getBy(ofContacts, signal), signal),
  };
}

async function memberOf(get: WecomGet, code: string): Promise<Member> {
  const { userid } = await get('auth/getuserinfo', { code }, whoAnswer);
  // A person outside the company has an `openid` instead, a customer an `external_userid` in addition.
  if (userid === undefined) throw new WayRefusal('wrong', new Error('The code stands for nobody of the company'));
  const { name, status, enable } = await get('user/get', { userid }, userAnswer).catch((error: unknown) => {
    if (error instanceof VendorFault && hidden.includes(error.code)) return { name: undefined, status: undefined, enable: undefined };
    throw error;
  });
  if (isFormerMember({ status, enable })) throw new WayRefusal('wrong', new Error('The code stands for somebody who is disabled'));
  return { subject: wecomSubject(userid), name: name ?? userid };
}
