import type { Context } from '@back-office/server/crud/context.ts';
import { selectRows } from '@back-office/server/crud/select.ts';
import type { RecordOf } from '@back-office/contract/resource/row.ts';
import type { DirectoryContent } from '@back-office/server/office/directory.ts';
import { sql } from 'kysely';
import { user } from '../../users/user.ts';

/** A linked account, and who assigned it without its owner's proof. */
export interface StoredLink {
  readonly id: string;
  readonly version: number;
  readonly userId: string | null;
  readonly assignedBy: string | null;
}

/** A record of an earlier run, and who had assigned the external account then. */
export interface StoredEntry {
  readonly kind: string;
  readonly key: string;
  readonly recordId: string;
  readonly isDisabled: boolean;
  readonly assignedBy: string | null;
  /** The record of a person still exists, in the data scope or not. */
  readonly exists: boolean;
}

/** The local records that correspond to a directory's. */
export interface DirectoryState {
  /** By the directory's subject. */
  readonly links: ReadonlyMap<string, StoredLink>;
  readonly entries: readonly StoredEntry[];
  /** People who are linked, or were created by an earlier run, within the caller's data scope. */
  readonly users: ReadonlyMap<string, RecordOf<typeof user>>;
  /** Account names in use, in lower case. */
  readonly taken: ReadonlySet<string>;
  readonly departments: ReadonlyMap<
    string,
    { readonly id: string; readonly version: number; readonly name: string; readonly parentId: string | null; readonly status: string }
  >;
  /** Roles by their code. */
  readonly roles: ReadonlyMap<string, string>;
}

/** Reads the state with one statement per kind; people within the context's data scope. */
export async function readState(
  context: Context,
  { id, orgId, issuer }: { id: string; orgId: string; issuer: string },
  content: DirectoryContent,
): Promise<DirectoryState> {
  const { db } = context;
  const subjects = content.people.map(({ subject }) => subject);
  const accounts = content.people.map(({ account }) => account.toLowerCase());
  const links = await db
    .selectFrom('sys_linked_account')
    .select(['id', 'version', 'subject', 'sysUserId', 'assignedBy'])
    .where('issuer', '=', issuer)
    .where(sql<boolean>`subject = ANY(${subjects}::text[])`)
    .execute();
  const entries = await db
    .selectFrom('sys_directory_entry')
    .select(['entryKind as kind', 'entryKey as key', 'recordId', 'isDisabled', 'assignedBy'])
    .select((eb) =>
      eb
        .exists(eb.selectFrom('sys_user as u').select('u.id').whereRef('u.id', '=', 'recordId'))
        .$castTo<boolean>()
        .as('exists'),
    )
    .where('sysDirectoryId', '=', id)
    .execute();
  const known = entries.filter(({ kind }) => kind === 'person').map(({ recordId }) => recordId);
  const ids = [...new Set([...links.flatMap(({ sysUserId }) => sysUserId ?? []), ...known])];
  const users = await selectRows(context, user, ids);
  const taken = await db
    .selectFrom('sys_user')
    .select((eb) => eb.fn<string>('lower', ['userAccount']).as('account'))
    .where(sql<boolean>`lower(user_account) = ANY(${accounts}::text[])`)
    .execute();
  const departments = await db
    .selectFrom('sys_dept')
    .select(['id', 'version', 'deptName as name', 'parentId', 'deptStatus as status'])
    .where('sysOrgId', '=', orgId)
    .execute();
  const roles = await db.selectFrom('sys_role').select(['id', 'roleCode']).execute();
  return {
    links: new Map(links.map(({ subject, sysUserId: userId, ...link }) => [subject, { ...link, userId }])),
    entries,
    users: new Map(users.map((row) => [row.id, row])),
    taken: new Set(taken.map(({ account }) => account)),
    departments: new Map(departments.map((row) => [row.id, row])),
    roles: new Map(roles.map(({ id: roleId, roleCode }) => [roleCode, roleId])),
  };
}
