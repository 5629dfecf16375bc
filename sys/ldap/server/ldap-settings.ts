import { readFileSync } from 'node:fs';
import { StartError } from '@back-office/server/platform/start-error.ts';
import type { WaySettings } from '@back-office/server/platform/way-settings.ts';

/** How a directory names what is read of it. */
interface Words {
  /** The class of people's entries. */
  readonly userClass: string;
  /** What people type as their account. */
  readonly userAttribute: string;
  /** What of an entry never changes, whatever it is renamed to. */
  readonly idAttribute: string;
}

const types = {
  ldap: { userClass: 'inetOrgPerson', userAttribute: 'uid', idAttribute: 'entryUUID' },
  ad: { userClass: 'user', userAttribute: 'sAMAccountName', idAttribute: 'objectGUID' },
} as const satisfies Record<string, Words>;

/** A directory as the operator set it. */
export interface LdapSettings extends Words {
  readonly id: string;
  /** What its variables begin with. */
  readonly name: string;
  readonly label: string;
  readonly type: keyof typeof types;
  readonly url: URL;
  readonly startTls: boolean;
  /** What travels is encrypted. */
  readonly isSealed: boolean;
  /** Certificates that are believed in the place of the system's. */
  readonly ca: string | undefined;
  readonly baseDn: string;
  readonly bindDn: string;
  readonly bindPassword: string;
}

/** Reads the settings of one directory. Throws a StartError that names the first wrong one, and never its value. */
export function ldapSettings({ id, values }: WaySettings): LdapSettings {
  const name = `LDAP_${id.toUpperCase()}`;
  const { URL: place = '', TYPE = 'ldap', START_TLS = 'off', CA_FILE } = values;
  const url = URL.parse(place);
  if (
    url === null ||
    !['ldap:', 'ldaps:'].includes(url.protocol) ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname) ||
    url.search !== ''
  )
    throw new StartError(`${name}_URL must be ldaps:// or ldap:// with a host, and a port if need be.`);
  if (TYPE !== 'ldap' && TYPE !== 'ad') throw new StartError(`${name}_TYPE must be ldap or ad.`);
  if (START_TLS !== 'on' && START_TLS !== 'off') throw new StartError(`${name}_START_TLS must be on or off.`);
  const isLdaps = url.protocol === 'ldaps:';
  if (isLdaps && START_TLS === 'on')
    throw new StartError(`${name}_START_TLS is for ldap://; ldaps:// is encrypted from the first byte on.`);
  const words = types[TYPE];
  return {
    id,
    name,
    label: values['LABEL'] ?? (TYPE === 'ad' ? '域账号' : '公司目录'),
    type: TYPE,
    url,
    startTls: START_TLS === 'on',
    isSealed: isLdaps || START_TLS === 'on',
    ca: CA_FILE === undefined ? undefined : readCa(`${name}_CA_FILE`, CA_FILE),
    baseDn: values['BASE_DN'] ?? '',
    bindDn: values['BIND_DN'] ?? '',
    bindPassword: values['BIND_PASSWORD'] ?? '',
    userClass: wordOf(values['USER_CLASS'] ?? words.userClass, `${name}_USER_CLASS`),
    userAttribute: wordOf(values['USER_ATTRIBUTE'] ?? words.userAttribute, `${name}_USER_ATTRIBUTE`),
    idAttribute: wordOf(values['ID_ATTRIBUTE'] ?? words.idAttribute, `${name}_ID_ATTRIBUTE`),
  };
}

function wordOf(word: string, name: string): string {
  if (!/^[A-Za-z][A-Za-z0-9-]*$/.test(word)) throw new StartError(`${name} must be a name of the directory's schema.`);
  return word;
}

function readCa(name: string, file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch {
    // The sentence below says the same of both.
  }
  throw new StartError(`${name} must name a file with certificates (PEM) that can be read.`);
}
