import { setTimeout as wait } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import { isRetryable } from './database-errors.ts';
import { OpenTransaction } from './open-transaction.ts';

const retries = 3;

/**
 * Runs `work` in one transaction and returns its result. A deadlock (40P01) or a serialization failure (40001) rolls
 * back and retries `work`, at most three times, after a random pause: so `work` may run more than once and must touch
 * nothing but `transaction`.
 *
 * Inside, use only the given handle: the embedded database has one connection, and waiting for a second one would last
 * until the pool's limit.
 *
 * Throws the error of `work`, after a rollback; `OutcomeUnknown` when the connection broke during COMMIT.
 * @example
 * export const renew = (db: Kysely<Tables>, id: string) =>
 *   withTransaction(db, async (transaction) => {
 *     await transaction.deleteFrom('sys_msg').where('id', '=', id).execute();
 *     await addJob(transaction, { kind: 'acme-renew', payload: id });
 *   });
 */
export async function withTransaction<Schema, Result>(
  db: Kysely<Schema>,
  work: (transaction: Transaction<Schema>) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await runOnce(db, work);
    } catch (error) {
      if (attempt === retries || !isRetryable(error)) throw error;
      await wait(2 ** attempt * (10 + Math.random() * 40));
    }
  }
}

async function runOnce<Schema, Result>(db: Kysely<Schema>, work: (transaction: Transaction<Schema>) => Promise<Result>): Promise<Result> {
  const transaction = await OpenTransaction.begin(db);
  let result: Result;
  try {
    result = await work(transaction.db);
  } catch (error) {
    throw await transaction.rollback(error);
  }
  await transaction.commit();
  return result;
}
