import { readFileSync } from 'node:fs';
import { StartError } from '@back-office/server/platform/start-error.ts';
import type { WaySettings } from '@back-office/server/platform/way-settings.ts';

/** Names of the classes and attributes in a type of directory. */
interface Words {
  /** The object class of people. */
  readonly userClass: string;
  /** The attribute that people type as their account. */
  readonly userAttribute: string;
  /** The attribute that never changes, even if the entry is renamed. */
  readonly idAttribute: string;
}

const types = {
  ldap: { userClass: 'inetOrgPerson', userAttribute: 'uid', idAttribute: 'entryUUID' },
  ad: { userClass: 'user', userAttribute: 'sAMAccountName', idAttribute: 'objectGUID' },
} as const satisfies Record<string, Words>;

/** A directory's settings. */
export interface LdapSettings extends Words {
  readonly id: string;
  /** Prefix of its environment variables. */
  readonly name: string;
  readonly label: string;
  readonly type: keyof typeof types;
  readonly url: URL;
  readonly startTls: boolean;
  /** Whether the connection is encrypted. */
  readonly isSealed: boolean;
  /** CA certificates that replace the system's. */
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
    // The error message below covers both cases.
  }
  throw new StartError(`${name} must name a file with certificates (PEM) that can be read.`);
}
