import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import type { Entry } from 'ldapts';
import { type DirectoryWay, type OtherPerson, type SignInWay, WayRefusal } from '@back-office/server/identity/sign-in/sign-in-way.ts';
import { idOf, isDisabled, textOf } from './entry-values.ts';
import { readAsService, withLdap } from './ldap-session.ts';
import type { LdapSettings } from './ldap-settings.ts';

/** What a directory answers where this password opens nothing: wrong, none, locked, expired, or no entry (RFC 4511, 4.1.9). */
const refusals = new Set([19, 32, 48, 49, 50, 53]);

/** Who vouches for the people of a directory: its name here, so that they stay linked when it moves to another host. */
export const ldapIssuer = ({ id }: Pick<LdapSettings, 'id'>): string => `ldap:${id}`;

/**
 * Signing in with the account and password of a directory: its entry is sought as the account that is set for reading, then the
 * password is tried by binding as that entry. Referrals are never followed: a password goes to no host that is not set.
 */
export function ldapWay(settings: LdapSettings, log: FastifyBaseLogger): SignInWay {
  const places = new WeakMap<OtherPerson, string>();
  const tell = <Answer>(work: Promise<Answer>): Promise<Answer> =>
    work.catch((error: unknown) => {
      if (error instanceof WayRefusal) log.warn({ reason: error.reason, directory: settings.id }, 'The directory cannot be asked.');
      throw error;
    });
  const directory: DirectoryWay = {
    find: async (account) => {
      const [entry, second] = await tell(entriesOf(settings, account));
      if (second !== undefined)
        log.warn({ directory: settings.id }, 'The directory has more than one entry of an account: nobody is signed in by it.');
      const subject = entry === undefined ? undefined : idOf(entry, settings);
      if (entry === undefined || second !== undefined || subject === undefined || entry.dn === '' || isDisabled(entry)) return undefined;
      const name = textOf(entry, 'displayName') ?? textOf(entry, 'cn') ?? account;
      const person = { issuer: ldapIssuer(settings), subject, name: name.slice(0, 200) };
      places.set(person, entry.dn);
      return person;
    },
    check: async (person, password) => {
      const place = person === undefined ? undefined : places.get(person);
      const nobody = `cn=${randomUUID()},${settings.baseDn}`;
      // Without a password, and some read to the first zero alone, a bind is a question of nobody and is answered with yes (RFC 4513, 5.1.2).
      if (password.startsWith('\0') || password === '') return false;
      return (await tell(opens(settings, place ?? nobody, password))) && place !== undefined;
    },
  };
  return { id: settings.id, kind: 'ldap', label: settings.label, directory };
}

function entriesOf(settings: LdapSettings, account: string): Promise<Entry[]> {
  const { baseDn, userClass, userAttribute, idAttribute } = settings;
  return readAsService(settings, async ({ lib, client }) => {
    const filter = new lib.AndFilter({
      filters: [
        new lib.EqualityFilter({ attribute: 'objectClass', value: userClass }),
        new lib.EqualityFilter({ attribute: userAttribute, value: account }),
      ],
    });
    const attributes = [userAttribute, idAttribute, 'displayName', 'cn', 'userAccountControl'];
    const { searchEntries } = await client.search(baseDn, { filter, attributes, sizeLimit: 2, explicitBufferAttributes: ['objectGUID'] });
    return searchEntries;
  });
}

/** Whether the password opens the entry. An answer that judges nothing, a referral among them, is one of a directory that is out of order. */
function opens(settings: LdapSettings, place: string, password: string): Promise<boolean> {
  return withLdap(settings, async ({ lib, client }) => {
    try {
      await client.bind(place, password);
      return true;
    } catch (error) {
      if (error instanceof lib.ResultCodeError) {
        if (refusals.has(error.code)) return false;
        throw new WayRefusal('unavailable', error);
      }
      throw error;
    }
  });
}
