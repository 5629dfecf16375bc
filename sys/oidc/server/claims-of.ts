import { isRecord } from '@back-office/contract/is-record.ts';
import type { Claims } from '@back-office/server/identity/ways/signed-in-by.ts';

/** Claims about the token rather than the person. */
const ofTheToken = new Set([
  'iss',
  'aud',
  'exp',
  'iat',
  'nbf',
  'nonce',
  'at_hash',
  'c_hash',
  's_hash',
  'azp',
  'jti',
  'sid',
  'auth_time',
  'acr',
  'amr',
]);

const most = { names: 100, values: 500, characters: 200 };

/** A provider's claims about a person, each as a list of texts; nested ones by both names, such as `realm_access.roles`. */
export function claimsOf(claims: Readonly<Record<string, unknown>>): Claims {
  const found: Record<string, readonly string[]> = {};
  const addClaim = (name: string, value: unknown): void => {
    const texts = [value].flat().flatMap((one) => (['string', 'number', 'boolean'].includes(typeof one) ? [String(one)] : []));
    const fit = texts.filter((text) => text !== '' && text.length <= most.characters).slice(0, most.values);
    if (fit.length > 0 && Object.keys(found).length < most.names) found[name] = fit;
  };
  for (const [name, value] of Object.entries(claims)) {
    if (ofTheToken.has(name)) continue;
    if (isRecord(value)) for (const [inner, deeper] of Object.entries(value)) addClaim(`${name}.${inner}`, deeper);
    else addClaim(name, value);
  }
  return found;
}
