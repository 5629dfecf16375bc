import { recordIn } from '@back-office/contract/record-in.ts';

/** SQLSTATE or the system's code of an error, whatever library it came through. */
function codeOf(error: unknown): string {
  const code = recordIn(error).code;
  return typeof code === 'string' ? code : '';
}

const unavailableCodes =
  /^(08...|57P0.|57014|53...|25P0[34]|25006|58...|ECONN.*|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
// pg and pg-pool give these errors no code.
const unavailableTexts =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed|Cannot use a pool after calling end)/;

/**
 * Whether the database could not do the work now although the request was right: connection
 * lost or refused, pool exhausted, server stopping, statement cancelled at its time limit,
 * disk or memory full, read-only. The HTTP layer answers 503 then.
 * The classes are those of PostgreSQL's appendix A: 08 connection, 53 resources, 57P operator,
 * 57014 cancelled, 58 system.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof OutcomeUnknown) return true;
  if (!(error instanceof Error)) return false;
  return unavailableCodes.test(codeOf(error)) || unavailableTexts.test(error.message);
}

/** Whether it was ended at its time limit (57014). */
export const isCancelled = (error: unknown): boolean => codeOf(error) === '57014';

/** Whether another row already has a value that must be unique (23505). */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** Whether a row refers to one that is missing, or is still referred to (23503). */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** Whether a statement was refused because one before it had failed in the same transaction (25P02). */
export function isAborted(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

/** Whether the same transaction may succeed when it is run once more: 40001, 40P01, and a plan that is out of date. */
export function isRetryable(error: unknown): boolean {
  return codeOf(error) === '40001' || codeOf(error) === '40P01' || isStalePlan(error);
}

/**
 * Whether a plan that was kept gives other types than the tables do now: a migration ran after it was made. The code has other reasons too, and
 * the message is in the language of the server.
 */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && recordIn(error).routine === 'RevalidateCachedQuery';
}

/** Whether another transaction held for too long what a statement wanted (55P03). */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Whether a lock was not to be had (55P03), or only at the price of a deadlock (40P01): another time it may be. */
export function isLockRefused(error: unknown): boolean {
  return codeOf(error) === '55P03' || codeOf(error) === '40P01';
}

/** The constraint that an error of class 23 names, else undefined. */
export function constraintOf(error: unknown): string | undefined {
  const name = recordIn(error).constraint;
  return typeof name === 'string' ? name : undefined;
}

/** The table that an error of class 23 names: of a row that is still referred to (23503) the one that refers to it. */
export function tableOf(error: unknown): string | undefined {
  const name = recordIn(error).table;
  return typeof name === 'string' ? name : undefined;
}

/**
 * The connection was lost between COMMIT and its answer: the rows may be there or not.
 * To be answered as 503 with 「结果未知，请刷新确认」, and never repeated without asking.
 */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
}
