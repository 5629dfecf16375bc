import { randomUUID } from 'node:crypto';
import { cutText } from '@back-office/contract/cut-text.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Entry } from 'ldapts';
import { type DirectoryWay, type OtherPerson, type SignInWay, WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import { idOf, isDisabled, textOf } from './entry-values.ts';
import { readAsService, withLdap } from './ldap-session.ts';
import type { LdapSettings } from './ldap-settings.ts';

/** Result codes for a password that does not authenticate: wrong, missing, locked, expired, or no such entry (RFC 4511, 4.1.9). */
const refusals = new Set([19, 32, 48, 49, 50, 53]);

/** The issuer of a directory's people: its id in the settings, so that they stay linked when it moves to another host. */
export const ldapIssuer = ({ id }: Pick<LdapSettings, 'id'>): string => `ldap:${id}`;

/**
 * Signs in with the account and password of a directory: the service account finds the entry, then the password is verified by binding as it.
 * Referrals are never followed: a password is sent to no host but the configured one.
 */
export function ldapWay(settings: LdapSettings, log: FastifyBaseLogger): SignInWay {
  const dnByPerson = new WeakMap<OtherPerson, string>();
  const logUnavailable = <Answer>(work: Promise<Answer>): Promise<Answer> =>
    work.catch((error: unknown) => {
      if (error instanceof WayRefusal) log.warn({ reason: error.reason, directory: settings.id }, 'The directory cannot be asked.');
      throw error;
    });
  const directory: DirectoryWay = {
    find: async (account) => {
      const [entry, second] = await logUnavailable(entriesOf(settings, account));
      if (second !== undefined)
        log.warn({ directory: settings.id }, 'The directory has more than one entry of an account: nobody is signed in by it.');
      const subject = entry === undefined ? undefined : idOf(entry, settings);
      if (entry === undefined || second !== undefined || subject === undefined || entry.dn === '' || isDisabled(entry)) return undefined;
      const name = textOf(entry, 'displayName') ?? textOf(entry, 'cn') ?? account;
      const person = { issuer: ldapIssuer(settings), subject, name: cutText(name, 200) };
      dnByPerson.set(person, entry.dn);
      return person;
    },
    check: async (person, password) => {
      const dn = person === undefined ? undefined : dnByPerson.get(person);
      const nobody = `cn=${randomUUID()},${settings.baseDn}`;
      // A bind without password succeeds as anonymous (RFC 4513, 5.1.2), and some servers read passwords only up to the first zero byte.
      if (password.startsWith('\0') || password === '') return false;
      return (await logUnavailable(isPasswordOf(settings, dn ?? nobody, password))) && dn !== undefined;
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

/** Whether the password is the entry's. A result that does not decide this, such as a referral, means that the directory is unavailable. */
function isPasswordOf(settings: LdapSettings, dn: string, password: string): Promise<boolean> {
  return withLdap(settings, async ({ lib, client }) => {
    try {
      await client.bind(dn, password);
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
