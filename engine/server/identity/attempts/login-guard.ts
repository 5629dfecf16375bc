import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Row, Tables } from '../../platform/database/tables.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { publishSignInFailure } from '../../platform/metrics/sign-in-failures.ts';
import type { LimitSettings } from '../../platform/limit-settings.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import type { Client } from './client.ts';
import { recognizeClient } from './known-clients.ts';
import { networkOf } from '../../platform/network-of.ts';
import { writeRefusedLine } from './refused-lines.ts';

/** Failures allowed for one address in a minute. */
const addressFailures = 30;

/** Failures of one account before it is locked, over all sign-in methods together; the limit per network, browser or session is a setting. */
export const failuresAllowed = { everywhere: 20 } as const;

/** How long the longest lock lasts, in minutes. */
export const maxLockMinutes = 60;
/** Minutes of the first, second, … lock; the last one repeats. */
const lockMinutes = { way: [1, 2, 4, 8, 15], everywhere: [1, 2, 4, 8, 15, 30, maxLockMinutes] } as const;

/** An attempt with a password or code. */
export interface Attempt {
  account: string;
  client: Client;
  /** The sign-in method; `password` if absent. */
  way?: string | undefined;
  /** Set for somebody who is already signed in; see `attemptIn`. */
  sessionId?: string;
  /** Of the second factor, in a session: counted apart, so that the password, which a guesser of codes may know, does not clear them. */
  isCode?: boolean;
  /**
   * The form names this account only as read for the day before or after. Most such accounts are strangers' own: the failures are
   * counted apart, and a lock that they cause applies to such attempts alone.
   */
  isOfOtherDate?: boolean;
}

/** An attempt of the signed-in user. Previews have no attempts of their own: anybody could open one after the other. */
export const attemptIn = ({ userAccount: account, sessionId, preview }: SignedIn, client: Client): Attempt & { sessionId: string } => ({
  account,
  client,
  sessionId: preview?.of ?? sessionId,
});

/** The key under which all failures of an account are counted. */
const accountKey = (account: string): string => `all:${nameOf(account)}`;

/**
 * Slows down guessing. Counts in the database, which nodes share: by account and network, and by account over all
 * networks, so that more networks do not allow more guesses. Nobody can lock the owner out: a browser, network or
 * session that the account knows is limited only by its own failures (docs/hardening.md A10 to A13,
 * docs/decisions/0033-guessing.md).
 */
export class LoginGuard {
  readonly #db: Kysely<Tables>;

  readonly #limits: Pick<LimitSettings, 'loginFailures'>;

  constructor(db: Kysely<Tables>, limits: Pick<LimitSettings, 'loginFailures'>) {
    this.#db = db;
    this.#limits = limits;
  }

  /**
   * Refuses with 42900 where this address guesses too much and with 40002 where this account is locked for it. Call it
   * before a password is checked and again when it was right, so that the failures of concurrent guesses count, and a
   * right guess among them gains nothing. Concurrent right sign-ins, as of a whole office in the morning, do not hinder
   * each other.
   */
  async ask(attempt: Attempt): Promise<void> {
    const minutes = await this.minutesLeft(this.#db, attempt);
    if (minutes !== undefined) throw await this.refusal(attempt, minutes);
  }

  /** Whether `ask` would refuse nothing. */
  async accepts(attempt: Attempt): Promise<boolean> {
    const { minutes, isCrowded } = await this.#limitsOn(this.#db, attempt);
    return !isCrowded && minutes === undefined;
  }

  /** Minutes until such an attempt is accepted again; undefined if it is now. Refuses with 42900 as `ask` does. */
  async minutesLeft(db: Kysely<Tables>, attempt: Attempt): Promise<number | undefined> {
    const { minutes, isCrowded } = await this.#limitsOn(db, attempt);
    if (isCrowded) throw new Refusal('tooMany', { retryAfter: 60 });
    return minutes;
  }

  async #limitsOn(db: Kysely<Tables>, attempt: Attempt): Promise<{ minutes: number | undefined; isCrowded: boolean }> {
    const { locks, address } = await waysOf(db, attempt);
    const { rows } = await sql<Row<'sys_login_failure', 'key' | 'failures'> & { minutes: number | null; fresh: boolean }>`
      SELECT key, failures, ceil(extract(epoch FROM locked_until - now()) / 60)::integer AS minutes,
        window_start > now() - interval '1 minute' AS fresh
      FROM sys_login_failure WHERE key = ANY(${[...locks, ...(address === undefined ? [] : [address])]})`.execute(db);
    const isCrowded = rows.some(({ key, fresh, failures }) => key === address && fresh && failures >= addressFailures);
    return { minutes: longest(rows.filter(({ key }) => key !== address)), isCrowded };
  }

  /** Counts one failed attempt; refuses as `ask` does if concurrent failures have reached the limit. */
  async failed(attempt: Attempt): Promise<void> {
    const { address } = await waysOf(this.#db, attempt);
    if (address !== undefined) await this.attemptFrom(attempt.client.ip);
    const minutes = await this.count(this.#db, attempt);
    if (minutes !== undefined) throw await this.refusal(attempt, minutes);
  }

  /** Counts one failed attempt; if concurrent failures have reached the limit, returns the minutes of the lock and does not count it. */
  async count(db: Kysely<Tables>, attempt: Attempt): Promise<number | undefined> {
    const { locks, counted } = await waysOf(db, attempt);
    const isAll = sql`f.key LIKE 'all:%'`;
    const allowed = sql`CASE WHEN ${isAll} THEN ${failuresAllowed.everywhere}::integer ELSE ${this.#limits.loginFailures}::integer END`;
    // A unique id, since two attempts may have the same clock time.
    const attempted = randomUUID();
    const steps = sql`CASE WHEN ${isAll} THEN ${lockMinutes.everywhere}::integer[] ELSE ${lockMinutes.way}::integer[] END`;
    const { rows } = await sql<Row<'sys_login_failure', 'key'> & { isCounted: boolean; minutes: number | null }>`
      INSERT INTO sys_login_failure AS f (key, failures, counted_attempt) SELECT unnest(${counted}::text[]), 1, ${attempted}::uuid
      ON CONFLICT (key) DO UPDATE SET
        failures = CASE WHEN f.locked_until > now() THEN f.failures WHEN f.window_start > now() - interval '1 day' THEN f.failures + 1 ELSE 1 END,
        window_start = CASE WHEN f.locked_until > now() THEN f.window_start ELSE now() END,
        counted_attempt = CASE WHEN f.locked_until > now() THEN f.counted_attempt ELSE excluded.counted_attempt END,
        locked_until = CASE WHEN f.locked_until > now() THEN f.locked_until
          WHEN f.window_start > now() - interval '1 day' AND f.failures + 1 >= ${allowed}
          THEN now() + make_interval(mins => (${steps})[least(f.failures + 2 - ${allowed}, cardinality(${steps}))])
        END
      RETURNING key, counted_attempt = ${attempted}::uuid AS is_counted, ceil(extract(epoch FROM locked_until - now()) / 60)::integer AS minutes`.execute(
      db,
    );
    return longest(rows.filter(({ key, isCounted }) => !isCounted && locks.includes(key)));
  }

  /**
   * Whether an answer of a sign-in provider from this address may cost a call, as too many within a minute may not: `failing` if the provider failed
   * at them, which it may do at wrong ones only. Refuses with 42900 if they were wrong. Counts nothing.
   */
  async askAnswers(ip: string): Promise<'free' | 'failing'> {
    const { rows } = await sql<Row<'sys_login_failure', 'key'>>`
      SELECT key FROM sys_login_failure WHERE key = ANY(${[answersKey(ip), failingKey(ip)]})
        AND window_start > now() - interval '1 minute' AND failures >= ${addressFailures}::integer`.execute(this.#db);
    if (rows.some(({ key }) => key === answersKey(ip))) throw new Refusal('tooMany', { retryAfter: 60 });
    return rows.length > 0 ? 'failing' : 'free';
  }

  /** Counts an answer that its provider refused, or failed at. Apart: whoever guesses passwords beside them keeps nobody from their provider. */
  async countAnswer(ip: string, why: 'wrong' | 'unavailable'): Promise<void> {
    await this.#countOf(why === 'wrong' ? answersKey(ip) : failingKey(ip));
  }

  /** Counts an attempt of the address alone; refuses with 42900 if there are too many in a minute. */
  async attemptFrom(ip: string): Promise<void> {
    if ((await this.#countOf(addressKey(ip))) > addressFailures) throw new Refusal('tooMany', { retryAfter: 60 });
  }

  /** Counts one more under this key, and returns how many there were within a minute. */
  async #countOf(key: string): Promise<number> {
    const { rows } = await sql<Row<'sys_login_failure', 'failures'>>`
      INSERT INTO sys_login_failure AS f (key, failures) VALUES (${key}, 1)
      ON CONFLICT (key) DO UPDATE SET
        failures = CASE WHEN f.window_start > now() - interval '1 minute' THEN f.failures + 1 ELSE 1 END,
        window_start = CASE WHEN f.window_start > now() - interval '1 minute' THEN f.window_start ELSE now() END
      RETURNING failures`.execute(this.#db);
    return rows[0]?.failures ?? 0;
  }

  /** A right password or code resets the failures of the same kind and client, and none that others caused elsewhere; a lock set meanwhile stays. */
  async succeeded(db: Kysely<Tables>, attempt: Attempt): Promise<void> {
    // A session has one key, whatever the date.
    const dates = attempt.sessionId === undefined ? [false, true] : [false];
    const counts = dates.map((isOfOtherDate) => keysOf({ ...attempt, isOfOtherDate }));
    const keys = counts.flatMap(({ client }) => client);
    const totals = counts.flatMap(({ all, client }) => client.map(() => all));
    await sql`
      WITH gone AS (
        DELETE FROM sys_login_failure f USING unnest(${keys}::text[], ${totals}::text[]) AS k (key, total)
        WHERE f.key = k.key AND coalesce(f.locked_until <= now(), true) RETURNING k.total, f.failures)
      UPDATE sys_login_failure f SET failures = greatest(0, f.failures - g.failures)
      FROM (SELECT total, sum(failures) AS failures FROM gone GROUP BY total) g WHERE f.key = g.total`.execute(db);
  }

  /** Has a session that replaces another start with its wrong codes. */
  async keepCodes(db: Kysely<Tables>, from: string, to: string): Promise<void> {
    await sql`
      INSERT INTO sys_login_failure (key, failures, window_start, locked_until)
      SELECT ${codeKey(to)}, failures, window_start, locked_until FROM sys_login_failure WHERE key = ${codeKey(from)}`.execute(db);
  }

  /** The refusal of an attempt on a locked account, recorded in the sign-in log. Call it outside transactions. */
  async refusal(attempt: Attempt, minutes: number): Promise<Refusal> {
    // Counts every attempt in the metrics; the log has one line a minute.
    if (attempt.sessionId === undefined) publishSignInFailure(attempt.way ?? 'password');
    await writeRefusedLine(this.#db, accountKey(attempt.account), attempt);
    return new Refusal('locked', { message: `账号已锁定，请${minutes}分钟后再试`, retryAfter: minutes * 60 });
  }
}

interface Ways {
  /** The keys whose locks apply to the attempt. */
  locks: string[];
  /** The keys under which a failure is counted, always in the same order to avoid deadlocks. */
  counted: string[];
  /** The key of the address; undefined for a browser or session that the account knows. */
  address: string | undefined;
}

type KnownBy = 'session' | 'device' | 'network' | undefined;

async function waysOf(db: Kysely<Tables>, attempt: Attempt): Promise<Ways> {
  const knownBy = attempt.sessionId === undefined ? await recognizeClient(db, attempt.account, attempt.client) : 'session';
  const own = waysBy(knownBy, { ...attempt, isOfOtherDate: false });
  if (attempt.isOfOtherDate !== true) return own;
  const apart = waysBy(knownBy, attempt);
  return { ...apart, locks: [...own.locks, ...apart.locks] };
}

function waysBy(knownBy: KnownBy, attempt: Attempt): Ways {
  const {
    all,
    client: [network = '', known = ''],
  } = keysOf(attempt);
  if (knownBy === 'session') return { locks: [network], counted: [network, all], address: undefined };
  if (knownBy === 'device') return { locks: [known], counted: [known, all], address: undefined };
  return { locks: knownBy === 'network' ? [network] : [network, all], counted: [network, all], address: addressKey(attempt.client.ip) };
}

/** The key of the account, and the client keys of an attempt: the session alone, or the network and the browser. */
function keysOf({ account, client, sessionId, isCode, isOfOtherDate }: Attempt): { all: string; client: string[] } {
  // Nobody can type a name that begins with a space.
  const name = `${isOfOtherDate === true ? ' ' : ''}${nameOf(account)}`;
  const all = `all:${name}`;
  if (sessionId !== undefined) return { all, client: [isCode === true ? codeKey(sessionId) : `session:${sessionId}`] };
  const network = `account:${name}:${networkOf(client.ip)}`;
  return { all, client: client.device === undefined ? [network] : [network, `device:${name}:${client.device}`] };
}

const codeKey = (sessionId: string): string => `code:${sessionId}`;
const addressKey = (ip: string): string => `ip:${networkOf(ip)}`;
const answersKey = (ip: string): string => `answers:${networkOf(ip)}`;
const failingKey = (ip: string): string => `failing:${networkOf(ip)}`;
const nameOf = (account: string): string => account.toLowerCase().slice(0, 64);

function longest(rows: readonly { minutes: number | null }[]): number | undefined {
  const minutes = Math.max(0, ...rows.map((row) => row.minutes ?? 0));
  return minutes > 0 ? minutes : undefined;
}
