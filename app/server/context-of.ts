import { resourceOf, resources } from '@back-office/sys/all.ts';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Change } from '@back-office/server/crud/change.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { originOf } from '@back-office/server/platform/http/origin.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import { notifyWatchers } from '@back-office/server/crud/watching/notify-watchers.ts';
import { guardAudience } from '@back-office/sys/notices/server/guard-audience.ts';
import { recordChanges } from '@back-office/server/crud/operation-log/record-changes.ts';
import { keepDeleted } from '@back-office/server/crud/recycle/keep-deleted.ts';
import { choicesOf } from '@back-office/sys/dictionaries/server/dict.ts';
import { guardEscalation as guardRights } from '@back-office/server/identity/rights/grantable.ts';
import { actingUser } from '@back-office/server/identity/session/acting-user.ts';

/** The context of an operation: the product's declarations and parts, and whoever is behind the request. */
export function contextOf(db: Kysely<Tables>, request: FastifyRequest): Context {
  const user = signedInOf(request);
  return {
    db,
    user,
    origin: originOf(request),
    resourceOf,
    resources,
    choicesOf,
    record,
    guardEscalation,
    keepDeleted,
  };
}

/** Who may make what true: of notices, whom they address; of all else, who comes to hold what. */
const guardEscalation: Context['guardEscalation'] = (context, resource, rows) =>
  resource === 'sys/msg' ? guardAudience(context, rows) : guardRights(context, resource, rows);

async function record(context: Context, changes: readonly Change[]): Promise<void> {
  await recordChanges(context, changes);
  await notifyWatchers(context.db, changes);
}

/** The context of what a job does for a person; `what` stands in the operation log in the place of a call. */
export async function contextFor(db: Kysely<Tables>, userId: string, what: string): Promise<Context> {
  const user = await actingUser(db, userId);
  const start = performance.now();
  const origin = { method: 'JOB', path: what, ip: '', requestId: '', elapsed: () => Math.round(performance.now() - start) };
  return { db, user, origin, resourceOf, resources, choicesOf, record: recordChanges, guardEscalation, keepDeleted };
}
