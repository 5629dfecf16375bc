import type { WaySettings } from '@back-office/server/platform/way-settings.ts';
import type { Double, Reply } from './start-double.ts';
import { otherAgent, startWecom, wecomApp } from './start-wecom.ts';

/** A vendor's double with what tests of all of them need to know of it. */
export interface Side {
  readonly kind: WaySettings['kind'];
  readonly company: Double & { person: string | undefined };
  readonly values: Readonly<Record<string, string>>;
  readonly label: string;
  readonly issuer: string;
  /** Lets it know somebody of the company. */
  readonly hire: (person: string, name: string) => void;
  /** Somebody who can show a code there, and is none of the company's. */
  readonly stranger: string;
  /** How whoever is known as that is linked here. */
  readonly subjectOf: (person: string) => string;
  /** The calls for the app's token, where signing in needs it, and for the code. */
  readonly tokenPath: string | undefined;
  readonly codePath: string;
  /** Its own words for coming later, and for a refused app. */
  readonly busy: readonly Reply[];
  readonly refusedApp: readonly Reply[];
  /** A code that is good, but another app's. */
  readonly codeOfAnother: (person: string) => string;
  readonly endCodes: () => void;
  readonly endTokens: () => void;
  /** All that no log may have. */
  readonly secrets: () => string[];
}

/** All of them, by what they are called. */
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
};
