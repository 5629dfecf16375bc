import { describe, expect, it } from 'vitest';
import { waysOf } from './way-settings.ts';

const corp = { OIDC_CORP_ISSUER: 'https://id.example', OIDC_CORP_CLIENT_ID: 'office', OIDC_CORP_CLIENT_SECRET: 'secret' };

describe('the configured sign-in methods', () => {
  it('take their id from their variable names, in lower case, and other variables are ignored', () => {
    const branch = { OIDC_BRANCH_2_ISSUER: 'https://b.example', OIDC_BRANCH_2_CLIENT_ID: 'b', OIDC_BRANCH_2_CLIENT_SECRET: 's' };
    expect(waysOf({ ...corp, ...branch, OIDC_CORP_LABEL: '门户', OIDC_CORP_SCOPE: '', PATH: '/bin' })).toEqual([
      { id: 'branch_2', kind: 'OIDC', values: { ISSUER: 'https://b.example', CLIENT_ID: 'b', CLIENT_SECRET: 's' } },
      { id: 'corp', kind: 'OIDC', values: { ISSUER: 'https://id.example', CLIENT_ID: 'office', CLIENT_SECRET: 'secret', LABEL: '门户' } },
    ]);
    const ad = { LDAP_AD_URL: 'ldaps://ad.example', LDAP_AD_BASE_DN: 'dc=example', LDAP_AD_BIND_DN: 'cn=r', LDAP_AD_BIND_PASSWORD: 'p' };
    expect(waysOf({ ...ad, LDAP_AD_START_TLS: 'off' })).toEqual([
      {
        id: 'ad',
        kind: 'LDAP',
        values: { URL: 'ldaps://ad.example', BASE_DN: 'dc=example', BIND_DN: 'cn=r', BIND_PASSWORD: 'p', START_TLS: 'off' },
      },
    ]);
    const wecom = { WECOM_HQ_CORP_ID: 'ww1', WECOM_HQ_AGENT_ID: '1000002', WECOM_HQ_SECRET: 's', WECOM_HQ_CONTACT_SECRET: 'c' };
    expect(waysOf(wecom)).toEqual([
      { id: 'hq', kind: 'WECOM', values: { CORP_ID: 'ww1', AGENT_ID: '1000002', SECRET: 's', CONTACT_SECRET: 'c' } },
    ]);
    expect(waysOf({})).toEqual([]);
  });

  it.each([
    [{ ...corp, OIDC_CORP_CLIENT_SECRET: '' }, 'OIDC_CORP_CLIENT_SECRET must be set where any of OIDC_CORP_… is.'],
    [{ ...corp, OIDC_CORP_SECRET: 'x' }, 'OIDC_CORP_SECRET is no setting: a way to sign in is set by OIDC_<ID>_ISSUER'],
    [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_ISSUER is no setting'],
    [{ OIDC_2_ISSUER: 'https://id.example' }, 'OIDC_2_ISSUER is no setting'],
  ])('prevent the start if a variable is missing or unknown', (environment, sentence) => {
    expect(() => waysOf(environment)).toThrow(sentence);
  });
});
