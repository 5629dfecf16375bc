import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { withTransaction } from '../../platform/database/with-transaction.ts';
import type { Attempt, LoginGuard } from '../attempts/login-guard.ts';
import { requireOpen } from '../session/require-open.ts';
import { lockCodes } from './lock-codes.ts';

/**
 * Tries a code in a transaction, one at a time per account, over all nodes and networks: codes are so short that not
 * one attempt more than the guard allows may be verified. `work` returns undefined for a wrong code, which is counted
 * as a failed sign-in before the next is tried; in a session, a right one that `isNew` clears those before. Refuses as the guard does, and in an
 * ended session.
 */
export async function guardedCode<Done>(
  { db, guard }: { db: Kysely<Tables>; guard: LoginGuard },
  attempt: Attempt,
  work: (transaction: Kysely<Tables>) => Promise<Done | undefined>,
  isNew: (done: Done) => boolean = () => true,
): Promise<Done | undefined> {
  // Checked before the transaction too, so that a locked account does not wait for the lock.
  await guard.ask(attempt);
  const { done, minutes } = await withTransaction(db, async (transaction) => {
    await lockCodes(transaction, attempt.account);
    // A call may be admitted long before its body comes: wrong codes of an ended session would not count for the one that replaced it.
    if (attempt.sessionId !== undefined) await requireOpen(transaction, attempt.sessionId);
    const locked = await guard.minutesLeft(transaction, attempt);
    if (locked !== undefined) return { minutes: locked };
    const result = await work(transaction);
    if (result === undefined) return { minutes: await guard.count(transaction, attempt) };
    // A finished sign-in clears its own.
    if (attempt.sessionId !== undefined && isNew(result)) await guard.succeeded(transaction, attempt);
    return { done: result };
  });
  if (done !== undefined) return done;
  if (minutes !== undefined) throw await guard.refusal(attempt, minutes);
  if (attempt.sessionId === undefined) await guard.attemptFrom(attempt.client.ip);
  return undefined;
}
