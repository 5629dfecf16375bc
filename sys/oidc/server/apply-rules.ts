import { userStatuses } from '@back-office/contract/status.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { save } from '@back-office/server/crud/save.ts';
import type { SignedInBy } from '@back-office/server/identity/ways/signed-in-by.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { extendedAs } from '../../shared/server/extended-as.ts';
import { requireMaySave } from '../../shared/server/require-may-save.ts';
import { user } from '../../users/user.ts';
import { fittingRules, type JudgedRule } from './fitting-rules.ts';

const extendedUser = extendedAs(user);

type Parts = Pick<Services, 'db' | 'contextFor' | 'operationsOf'> & { readonly log: FastifyBaseLogger };

/** What one author's rules change of a person who has these roles. */
interface Changes {
  readonly version: number;
  readonly has: readonly string[];
  readonly revoked: readonly string[];
  readonly granted: readonly string[];
  /** The organisation to move them to. */
  readonly org: string | null;
}

/**
 * Applies a provider's rules to a person who signs in: grants the roles of matching rules, revokes roles that only non-matching rules
 * of that provider name, and sets the organisation of the first matching rule that has one. Each rule acts with its last author's rights,
 * through the form's save, with its checks and log entry; what its author may not do is skipped, and never prevents signing in. Nor does it give
 * what whoever assigned the external account may not give; what it takes is its author's alone.
 */
export async function applyRules(parts: Parts, userId: string, by: SignedInBy): Promise<void> {
  if (by.claims === undefined || userId === systemIds.adminUser) return;
  const rules = await fittingRules(parts.db, by.way, by.claims);
  const authors = [...new Set(rules.flatMap(({ authorId }) => authorId ?? []))];
  const assigner = authors.length === 0 ? null : await assignerOf(parts.db, by);
  for (const author of authors) {
    const person = { id: userId, assigner };
    const { changes, refusal } = await apply(parts, person, rules, author, (all) => all);
    if (refusal === undefined) continue;
    for (const choose of oneByOne(changes)) {
      const { refusal: reason } = await apply(parts, person, rules, author, choose);
      if (reason === undefined) continue;
      const message =
        'A change by rules for signing in could not be made with the rights of who wrote them, and of who assigned the external account';
      parts.log.warn({ userId, author, assigner, reason }, message);
    }
  }
}

interface Person {
  readonly id: string;
  /** Who assigned the external account to them without its owner's proof. */
  readonly assigner: string | null;
}

async function assignerOf(db: Kysely<Tables>, { issuer, subject }: SignedInBy): Promise<string | null> {
  const link = await db
    .selectFrom('sys_linked_account')
    .select('assignedBy')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return link?.assignedBy ?? null;
}

type Choose = (all: Changes) => Changes;

/** Each change by itself, revocations first: a role that somebody may not grant must not keep a person in another that was withdrawn. */
function oneByOne({ granted }: Pick<Changes, 'granted'>): Choose[] {
  return [
    (all) => ({ ...all, granted: [], org: null }),
    ...granted.map((role): Choose => (all) => ({ ...all, revoked: [], granted: all.granted.filter((one) => one === role), org: null })),
    (all) => ({ ...all, revoked: [], granted: [] }),
  ];
}

/** Makes the chosen changes in a transaction of its own; also returns them all, and the reason if they were refused. */
async function apply(parts: Parts, { id, assigner }: Person, rules: readonly JudgedRule[], author: string, choose: Choose) {
  const { db, contextFor, operationsOf } = parts;
  let changes: Pick<Changes, 'granted'> = { granted: [] };
  try {
    await withTransaction(db, async (transaction) => {
      const all = await changesOf(transaction, id, rules, author);
      if (all === undefined) return;
      changes = all;
      const chosen = choose(all);
      const values = valuesOf(chosen);
      if (values === undefined) return;
      const given = assigner === null ? undefined : valuesOf({ ...chosen, revoked: [] });
      if (assigner !== null && given !== undefined)
        await requireMaySave(parts, transaction, assigner, { resource: extendedUser, values: { id, ...given } });
      const context: Context = await contextFor(transaction, author, 'claim-rule');
      await save(context, extendedUser(context), { id, ...values }, operationsOf(user.name).write);
    });
    return { changes };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { changes, refusal: error.message };
  }
}

/** Undefined for a person who is gone or disabled. */
async function changesOf(db: Kysely<Tables>, userId: string, rules: readonly JudgedRule[], author: string): Promise<Changes | undefined> {
  const person = await db
    .selectFrom('sys_user')
    .select(['version', 'sysOrgId'])
    .where('id', '=', userId)
    .where('userStatus', '=', userStatuses.enabled)
    .forUpdate()
    .executeTakeFirst();
  if (person === undefined) return undefined;
  const held = await db.selectFrom('sys_user_role').select('targetId').where('ownerId', '=', userId).execute();
  const has = new Set(held.map(({ targetId }) => targetId));
  const fitting = new Set(rules.flatMap(({ fits, sysRoleId }) => (fits ? (sysRoleId ?? []) : [])));
  const own = new Set(rules.flatMap(({ authorId, sysRoleId }) => (authorId === author ? (sysRoleId ?? []) : [])));
  const first = rules.find(({ fits, sysOrgId }) => fits && sysOrgId !== null);
  const org = first?.authorId === author ? first.sysOrgId : null;
  return {
    version: person.version,
    has: [...has],
    revoked: [...own.intersection(has).difference(fitting)],
    granted: [...own.intersection(fitting).difference(has)],
    org: org === person.sysOrgId ? null : org,
  };
}

/** As values for the form's save; undefined if nothing changes. */
function valuesOf({ version, has, revoked, granted, org }: Changes) {
  const hasNewRoles = revoked.length + granted.length > 0;
  if (!hasNewRoles && org === null) return undefined;
  return {
    version,
    ...(hasNewRoles ? { sysRoleIds: [...has.filter((role) => !revoked.includes(role)), ...granted] } : {}),
    // A department belongs to its organisation.
    ...(org === null ? {} : { sysOrgId: org, sysDeptId: null }),
  };
}
