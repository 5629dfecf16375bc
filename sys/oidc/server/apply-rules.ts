import { userStatuses } from '@back-office/contract/status.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Kysely } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import { save } from '@back-office/server/crud/save.ts';
import type { SignedInBy } from '@back-office/server/identity/session/signed-in-by.ts';
import { systemIds } from '@back-office/server/identity/system-ids.ts';
import type { Services } from '@back-office/server/office/server-feature.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { withTransaction } from '@back-office/server/platform/database/with-transaction.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { extendedAs } from '../../shared/server/extended-as.ts';
import { user } from '../../users/user.ts';
import { fittingRules, type JudgedRule } from './fitting-rules.ts';

const extendedUser = extendedAs(user);

type Parts = Pick<Services, 'db' | 'contextFor' | 'operationsOf'> & { readonly log: FastifyBaseLogger };

/**
 * Applies a provider's rules to a person who signs in: grants the roles of matching rules, revokes roles that only non-matching rules
 * of that provider name, and sets the organisation of the first matching rule that has one. Each rule acts with its last author's rights,
 * through the form's save, with its checks and log entry; a rule whose author lacks the right is skipped, and never prevents signing in.
 */
export async function applyRules({ db, contextFor, operationsOf, log }: Parts, userId: string, by: SignedInBy): Promise<void> {
  if (by.claims === undefined || userId === systemIds.adminUser) return;
  const rules = await fittingRules(db, by.way, by.claims);
  const authors = [...new Set(rules.flatMap(({ authorId }) => authorId ?? []))];
  for (const author of authors) {
    try {
      await withTransaction(db, async (transaction) => {
        const changes = await changesOf(transaction, userId, rules, author);
        if (changes === undefined) return;
        const context: Context = await contextFor(transaction, author, 'claim-rule');
        await save(context, extendedUser(context), changes, operationsOf(user.name).write);
      });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      log.warn({ userId, author, reason: error.message }, 'Rules for signing in could not be applied with the rights of who wrote them');
    }
  }
}

/** What one author's rules change of a person, as values for the form's save; undefined if nothing. */
async function changesOf(db: Kysely<Tables>, userId: string, rules: readonly JudgedRule[], author: string) {
  const person = await db
    .selectFrom('sys_user')
    .select(['id', 'version', 'sysOrgId'])
    .where('id', '=', userId)
    .where('userStatus', '=', userStatuses.enabled)
    .forUpdate()
    .executeTakeFirst();
  if (person === undefined) return undefined;
  const held = await db.selectFrom('sys_user_role').select('targetId').where('ownerId', '=', userId).execute();
  const has = new Set(held.map(({ targetId }) => targetId));
  const fitting = new Set(rules.flatMap(({ fits, sysRoleId }) => (fits ? (sysRoleId ?? []) : [])));
  const own = rules.flatMap(({ authorId, sysRoleId }) => (authorId === author ? (sysRoleId ?? []) : []));
  const roles = new Set(has);
  for (const role of own)
    if (fitting.has(role)) roles.add(role);
    else roles.delete(role);
  const first = rules.find(({ fits, sysOrgId }) => fits && sysOrgId !== null);
  const org = first?.authorId === author ? first.sysOrgId : null;
  const isMoved = org !== null && org !== person.sysOrgId;
  const isSame = roles.size === has.size && [...roles].every((role) => has.has(role));
  if (isSame && !isMoved) return undefined;
  return {
    id: userId,
    version: person.version,
    ...(isSame ? {} : { sysRoleIds: [...roles] }),
    // A department belongs to its organisation.
    ...(isMoved ? { sysOrgId: org, sysDeptId: null } : {}),
  };
}
