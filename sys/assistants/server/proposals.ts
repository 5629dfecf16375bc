import type { Kysely } from 'kysely';
import { newId } from '@back-office/server/platform/database/new-id.ts';
import { ago, now } from '@back-office/server/platform/database/now.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import { maxProposals, type Proposal } from '../proposal.ts';
import type {} from './proposal-tables.ts';

/** How long a proposal is kept. */
const retention = '30 days';

type Made = Pick<Proposal, 'tokenName' | 'targetResource' | 'targetId' | 'targetVersion' | 'proposed' | 'reason'>;

/** Stores a proposal for a person; returns undefined if the maximum number of proposals wait already. Call it in a transaction. */
export async function storeProposal(db: Kysely<Tables>, userId: string, { proposed, ...made }: Made): Promise<string | undefined> {
  // Serialised by a row lock: two concurrent proposals would each find room for one.
  await db.selectFrom('sys_user').select('id').where('id', '=', userId).forUpdate().execute();
  if ((await countProposals(db, userId)) >= maxProposals) return undefined;
  const id = newId();
  await db
    .insertInto('sys_proposal')
    .values({ id, sysUserId: userId, ...made, proposed: JSON.stringify(proposed) })
    .execute();
  return id;
}

/** A person's proposals, newest first. */
export const readProposals = (db: Kysely<Tables>, userId: string): Promise<Proposal[]> =>
  db
    .selectFrom('sys_proposal')
    .select(['id', 'createTime', 'tokenName', 'targetResource', 'targetId', 'targetVersion', 'proposed', 'reason', 'openTime'])
    .where('sysUserId', '=', userId)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .$narrowType<{ proposed: Readonly<Record<string, unknown>> }>()
    .execute();

/** The number of a person's proposals; with `unopened`, only of those not yet opened. */
export async function countProposals(db: Kysely<Tables>, userId: string, { unopened = false } = {}): Promise<number> {
  const { count } = await db
    .selectFrom('sys_proposal')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sysUserId', '=', userId)
    .$if(unopened, (query) => query.where('openTime', 'is', null))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Marks a person's proposal as put into its form; false if there is none. */
export async function openProposal(db: Kysely<Tables>, userId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sys_proposal')
    .set((eb) => ({ openTime: eb.fn.coalesce('openTime', now) }))
    .where('sysUserId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Removes a person's proposal; false if there is none. */
export async function deleteProposal(db: Kysely<Tables>, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('sys_proposal').where('sysUserId', '=', userId).where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Removes proposals that nobody decided on within a month. */
export async function clearProposals(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('sys_proposal').where('createTime', '<', ago(retention)).execute();
}
