import type { Entry } from 'ldapts';
import type { LdapSettings } from './ldap-settings.ts';

/** The values of an entry's attribute as texts; the attribute's name is case-insensitive. */
export function textsOf(entry: Entry, attribute: string): string[] {
  return valuesOf(entry, attribute).map((value) => (Buffer.isBuffer(value) ? value.toString('utf8') : value));
}

/** The first non-empty value. */
export const textOf = (entry: Entry, attribute: string): string | undefined =>
  textsOf(entry, attribute)
    .map((text) => text.normalize('NFC').trim())
    .find((text) => text !== '');

/** The unchanging id of an entry: its UUID, or Active Directory's 16-byte GUID in its usual notation. */
export function idOf(entry: Entry, { idAttribute }: Pick<LdapSettings, 'idAttribute'>): string | undefined {
  const [value] = valuesOf(entry, idAttribute);
  if (value === undefined || value.length === 0) return undefined;
  return Buffer.isBuffer(value) ? guidOf(value) : value;
}

/** Whether Active Directory has disabled the account (ADS_UF_ACCOUNTDISABLE). */
export const isDisabled = (entry: Entry): boolean => (Number(textOf(entry, 'userAccountControl') ?? 0) & 2) !== 0;

/** A GUID in its usual notation: its first three groups are stored in little-endian order (MS-DTYP 2.3.4). */
function guidOf(bytes: Buffer): string {
  if (bytes.length !== 16) return bytes.toString('hex');
  const groups = [bytes.subarray(0, 4).toReversed(), bytes.subarray(4, 6).toReversed(), bytes.subarray(6, 8).toReversed()];
  const rest = [bytes.subarray(8, 10), bytes.subarray(10)];
  return [...groups, ...rest].map((group) => Buffer.from(group).toString('hex')).join('-');
}

function valuesOf(entry: Entry, attribute: string): (string | Buffer)[] {
  const name = Object.keys(entry).find((key) => key.toLowerCase() === attribute.toLowerCase());
  const value = name === undefined ? [] : entry[name];
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}
