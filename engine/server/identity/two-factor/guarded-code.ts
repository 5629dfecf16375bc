import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { Attempt, LoginGuard } from '../session/login-guard.ts';
import { lockName } from '../../platform/database/lock-name.ts';

/**
 * Tries a code in a transaction, one at a time for each account, on however many nodes and from however many networks: a
 * code is short enough that not one more may be looked at than the guard allows. `work` gives undefined for a wrong one,
 * which is counted as a failed sign-in before the next is tried. Refuses as the guard does.
 */
export async function guardedCode<Done>(
  { db, guard }: { db: Kysely<Tables>; guard: LoginGuard },
  attempt: Attempt,
  work: (transaction: Kysely<Tables>) => Promise<Done | undefined>,
): Promise<Done | undefined> {
  // Before the transaction too: what is locked already waits for nobody.
  await guard.ask(attempt);
  const { done, minutes } = await withTransaction(db, async (transaction) => {
    await lockName(transaction, `code:${attempt.account.toLowerCase()}`);
    const locked = await guard.minutesLeft(transaction, attempt);
    if (locked !== undefined) return { minutes: locked };
    const result = await work(transaction);
    return result === undefined ? { minutes: await guard.count(transaction, attempt) } : { done: result };
  });
  if (done !== undefined) return done;
  if (minutes !== undefined) throw await guard.refusal(attempt, minutes);
  if (attempt.sessionId === undefined) await guard.attemptFrom(attempt.client.ip);
  return undefined;
}
