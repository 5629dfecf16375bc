import { describe, expect, it } from 'vitest';
import { ldapSettings } from './ldap-settings.ts';

const values = { URL: 'ldaps://dir.example', BASE_DN: 'dc=example', BIND_DN: 'cn=reader', BIND_PASSWORD: 'secret' };
const read = (more: Record<string, string> = {}) => ldapSettings({ id: 'corp', kind: 'LDAP', values: { ...values, ...more } });

describe('the settings of an LDAP directory', () => {
  it('default to those of OpenLDAP or Active Directory, except for what is set', () => {
    expect(read()).toMatchObject({ userAttribute: 'uid', idAttribute: 'entryUUID', label: '公司目录', isSealed: true, startTls: false });
    expect(read({ TYPE: 'ad', USER_ATTRIBUTE: 'mail' })).toMatchObject({
      userAttribute: 'mail',
      idAttribute: 'objectGUID',
      label: '域账号',
    });
    expect(read({ URL: 'ldap://dir.example', START_TLS: 'on' })).toMatchObject({ isSealed: true, startTls: true });
    expect(read({ URL: 'ldap://[::1]:1389' }).isSealed).toBe(false);
  });

  it.each([
    [{ URL: 'https://dir.example' }, 'LDAP_CORP_URL must be ldaps:// or ldap://'],
    [{ URL: 'ldap://dir.example/dc=example' }, 'LDAP_CORP_URL must be'],
    [{ URL: 'ldap://' }, 'LDAP_CORP_URL must be'],
    [{ TYPE: 'AD' }, 'LDAP_CORP_TYPE must be ldap or ad'],
    [{ START_TLS: 'yes' }, 'LDAP_CORP_START_TLS must be on or off'],
    [{ START_TLS: 'on' }, 'LDAP_CORP_START_TLS is for ldap://'],
    [{ CA_FILE: '/nowhere/ca.pem' }, 'LDAP_CORP_CA_FILE must name a file with certificates'],
    [{ USER_ATTRIBUTE: 'uid)(cn=*' }, 'LDAP_CORP_USER_ATTRIBUTE must be a name'],
  ])('abort the start if they are invalid: %j', (more, sentence) => {
    expect(() => read(more)).toThrow(sentence);
  });
});
