import { recordIn } from '@back-office/contract/record-in.ts';

/** The SQLSTATE or system code of an error, whichever library threw it. */
function codeOf(error: unknown): string {
  const code = recordIn(error).code;
  return typeof code === 'string' ? code : '';
}

const unavailableCodes =
  /^(08...|57P0.|57014|53...|25P0[34]|25006|58...|ECONN.*|ENOTFOUND|EAI_AGAIN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)$/;
// pg and pg-pool give these errors no code.
const unavailableTexts =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed|Cannot use a pool after calling end)/;

const connectionFailures = new WeakSet();

/** Has `isUnavailable` count this error too, whatever its code: it kept a connection from being opened. */
export function countAsUnavailable(error: unknown): void {
  if (error instanceof Error) connectionFailures.add(error);
}

/**
 * Whether the database could not do the work now although the request was valid: connection lost, refused or not opened for any other reason
 * (password, pg_hba.conf, certificate), pool exhausted, server stopping, statement cancelled at its time limit, disk or memory full, read-only. The
 * HTTP layer then answers 503. The classes are those of PostgreSQL's appendix A: 08 connection, 53 resources, 57P operator, 57014 cancelled, 58 system.
 */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof OutcomeUnknown) return true;
  if (!(error instanceof Error)) return false;
  return connectionFailures.has(error) || unavailableCodes.test(codeOf(error)) || unavailableTexts.test(error.message);
}

/** Whether the statement was ended at its time limit (57014). */
export const isCancelled = (error: unknown): boolean => codeOf(error) === '57014';

/** Whether the disk of the database had no space for it (53100). */
export const isDiskFull = (error: unknown): error is Error => error instanceof Error && codeOf(error) === '53100';

/** Whether another row already has a value that must be unique (23505). */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505';
}

/** Whether a row has a value that is too long for an index (54000), or a limit of the database is exceeded otherwise. */
export function exceedsLimit(error: unknown): boolean {
  return codeOf(error) === '54000';
}

/** Whether a row refers to a missing one, or is still referred to (23503). */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** Whether a row does not fit its table: a value of another type or too large (22), none where one must be (23502), or against a check (23514). */
export function isUnfit(error: unknown): boolean {
  return /^(22...|23502|23514)$/.test(codeOf(error));
}

/** Whether a statement was refused because an earlier one had failed in the same transaction (25P02). */
export function isAborted(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

/** Whether retrying the transaction may succeed: 40001, 40P01, and an outdated plan. */
export function isRetryable(error: unknown): boolean {
  return codeOf(error) === '40001' || codeOf(error) === '40P01' || isStalePlan(error);
}

/**
 * Whether a cached plan returns other types than the tables now have, because a migration ran after it was made. The
 * code has other causes too, and the message is in the server's language.
 */
export function isStalePlan(error: unknown): boolean {
  return codeOf(error) === '0A000' && recordIn(error).routine === 'RevalidateCachedQuery';
}

/** Whether another transaction held a lock too long (55P03). */
export function isLockTimeout(error: unknown): boolean {
  return codeOf(error) === '55P03';
}

/** Whether a lock was unavailable (55P03), or available only at the price of a deadlock (40P01): a retry may get it. */
export function isLockRefused(error: unknown): boolean {
  return codeOf(error) === '55P03' || codeOf(error) === '40P01';
}

/** The constraint that an error of class 23 names, otherwise undefined. */
export function constraintOf(error: unknown): string | undefined {
  const name = recordIn(error).constraint;
  return typeof name === 'string' ? name : undefined;
}

/** The words in the columns and expressions whose values stand twice (23505): `Key (lower(name), place_id)=(x, 1) …`, in any language. */
export function wordsOfKey(error: unknown): ReadonlySet<string> {
  const { detail } = recordIn(error);
  const [, key = ''] = (typeof detail === 'string' && /\((.*?)\)=\(/.exec(detail)) || [];
  return new Set(key.match(/\w+/g));
}

/** The table that an error of class 23 names; for a row that is still referred to (23503), the referring table. */
export function tableOf(error: unknown): string | undefined {
  const name = recordIn(error).table;
  return typeof name === 'string' ? name : undefined;
}

/**
 * The connection was lost between COMMIT and its answer: the rows may be stored or not. To be answered as 503 with
 * 「结果未知，请刷新确认」, and never repeated without asking.
 */
export class OutcomeUnknown extends Error {
  override name = 'OutcomeUnknown';
}
