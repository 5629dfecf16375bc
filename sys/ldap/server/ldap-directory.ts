import type { Entry } from 'ldapts';
import type { Directory, DirectoryContent, DirectoryDepartment, DirectoryPerson } from '@back-office/server/office/directory.ts';
import { idOf, isDisabled, textOf, textsOf } from './entry-values.ts';
import { type LdapSession, readAsService } from './ldap-session.ts';
import type { LdapSettings } from './ldap-settings.ts';
import { ldapIssuer } from './ldap-way.ts';
import { parentOf, sameDn } from './same-dn.ts';

/** Page size of searches: Active Directory returns at most 1000 entries at once. */
const pageSize = 500;

/** Reads a whole directory for synchronisation: people, organisational units as departments, and groups by name. */
export const ldapDirectory = (settings: LdapSettings): Directory => ({
  id: settings.id,
  label: settings.label,
  issuer: ldapIssuer(settings),
  read: (signal) =>
    readAsService(settings, async (session) => {
      const { userAttribute, userClass, idAttribute } = settings;
      const named = [
        userAttribute,
        idAttribute,
        'displayName',
        'cn',
        'mobile',
        'telephoneNumber',
        'mail',
        'userAccountControl',
        'memberOf',
      ];
      const read = (classes: readonly string[], attributes: readonly string[]) =>
        readAll(settings, session, { classes, attributes, signal });
      const people = await read([userClass], named);
      const units = await read(['organizationalUnit'], [idAttribute, 'ou']);
      const groups = await read(['group', 'groupOfNames', 'groupOfUniqueNames'], ['cn', 'member', 'uniqueMember']);
      return contentOf(settings, { people, units, groups });
    }),
});

async function readAll(
  { baseDn }: LdapSettings,
  { lib, client }: LdapSession,
  { classes, attributes, signal }: { classes: readonly string[]; attributes: readonly string[]; signal: AbortSignal },
): Promise<Entry[]> {
  const filters = classes.map((value) => new lib.EqualityFilter({ attribute: 'objectClass', value }));
  const entries: Entry[] = [];
  const pages = client.searchPaginated(baseDn, {
    filter: new lib.OrFilter({ filters }),
    attributes: [...attributes],
    explicitBufferAttributes: ['objectGUID'],
    paged: { pageSize },
  });
  for await (const { searchEntries } of pages) {
    signal.throwIfAborted();
    entries.push(...searchEntries);
  }
  return entries;
}

interface Read {
  readonly people: readonly Entry[];
  readonly units: readonly Entry[];
  readonly groups: readonly Entry[];
}

function contentOf(settings: LdapSettings, { people, units, groups }: Read): DirectoryContent {
  const keys = new Map(units.flatMap((unit) => pairOf(unit, settings)));
  const departments = units.flatMap((unit): DirectoryDepartment[] => {
    const [key, name] = [idOf(unit, settings), textOf(unit, 'ou')];
    return key === undefined || name === undefined ? [] : [{ key, name, parent: nearest(unit.dn, keys) }];
  });
  const groupsOf = namesOfGroups(groups);
  return {
    departments,
    people: people.flatMap((entry): DirectoryPerson[] => {
      const [subject, account] = [idOf(entry, settings), textOf(entry, settings.userAttribute)];
      // Entries without an account are not people who sign in: contacts, or incomplete entries.
      if (subject === undefined || account === undefined) return [];
      const name = textOf(entry, 'displayName') ?? textOf(entry, 'cn') ?? account;
      const phone = textOf(entry, 'mobile') ?? textOf(entry, 'telephoneNumber');
      const department = nearest(entry.dn, keys);
      const groupNames = groupsOf(entry);
      return [
        { subject, account, name, phone, email: textOf(entry, 'mail'), department, groups: groupNames, isDisabled: isDisabled(entry) },
      ];
    }),
  };
}

function pairOf(unit: Entry, settings: LdapSettings): [string, string][] {
  const key = idOf(unit, settings);
  return key === undefined ? [] : [[sameDn(unit.dn), key]];
}

/** The nearest organisational unit above an entry, whatever containers are between them. */
function nearest(dn: string, keys: ReadonlyMap<string, string>): string | undefined {
  for (let above = parentOf(sameDn(dn)); above !== undefined; above = parentOf(above)) {
    const key = keys.get(above);
    if (key !== undefined) return key;
  }
  return undefined;
}

/** The names of a person's groups: from the groups' member lists, and from Active Directory's list in the person's entry. */
function namesOfGroups(groups: readonly Entry[]): (person: Entry) => string[] {
  const names = new Map(groups.map((group) => [sameDn(group.dn), textOf(group, 'cn') ?? '']));
  const listed = new Map<string, Set<string>>();
  for (const group of groups)
    for (const member of [...textsOf(group, 'member'), ...textsOf(group, 'uniqueMember')]) {
      const of = listed.get(sameDn(member)) ?? new Set();
      listed.set(sameDn(member), of.add(textOf(group, 'cn') ?? ''));
    }
  return (person) => {
    const atPerson = textsOf(person, 'memberOf').map((dn) => names.get(sameDn(dn)) ?? '');
    return [...new Set([...(listed.get(sameDn(person.dn)) ?? []), ...atPerson])].filter((name) => name !== '');
  };
}
