import { isIPv6 } from 'node:net';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../http/refusal.ts';

/** Failures of one account from one network before it is locked there, and failures of one address in a minute. */
const accountFailures = 5;
const addressFailures = 30;

/** Minutes of the first, second, … lock; the last one repeats. */
const lockMinutes = [1, 2, 4, 8, 15];

/**
 * Slows guessing down. Counted in the database, so that nodes share it, by account *and* network: nobody can lock
 * the real owner out from elsewhere (hardening.md A10 to A13).
 */
export class LoginGuard {
  readonly #db: Kysely<Tables>;

  constructor(db: Kysely<Tables>) {
    this.#db = db;
  }

  /**
   * Refuses with 42900 where this address guesses too much and with 40002 where this account is locked for it. Asked
   * before a password is looked at and again when it was right: of guesses made at the same moment those count that
   * were seen to fail meanwhile, and a right one among them gains nothing. Right sign-ins at the same moment, as of a
   * whole office in the morning, are not in each other's way.
   */
  async ask(account: string, ip: string): Promise<void> {
    const { rows } = await sql<{ key: string; failures: number; minutes: number | null; fresh: boolean }>`
      SELECT key, failures, ceil(extract(epoch FROM locked_until - now()) / 60)::integer AS minutes,
        window_start > now() - interval '1 minute' AS fresh
      FROM sys_login_failure WHERE key IN (${addressKey(ip)}, ${accountKey(account, ip)})`.execute(this.#db);
    for (const row of rows) {
      if (row.key !== addressKey(ip)) refuseLocked(row.minutes);
      else if (row.fresh && row.failures >= addressFailures) throw new Refusal('tooMany', { retryAfter: 60 });
    }
  }

  /** Counts one failed attempt against both; refuses as `ask` does where others have reached the limit meanwhile. */
  async failed(account: string, ip: string): Promise<void> {
    await this.attemptFrom(ip);
    const { rows } = await sql<{ counted: boolean; minutes: number | null }>`
      INSERT INTO sys_login_failure AS f (key, failures) VALUES (${accountKey(account, ip)}, 1)
      ON CONFLICT (key) DO UPDATE SET
        failures = CASE WHEN f.locked_until > now() THEN f.failures WHEN f.window_start > now() - interval '1 day' THEN f.failures + 1 ELSE 1 END,
        window_start = CASE WHEN f.locked_until > now() THEN f.window_start ELSE now() END,
        locked_until = CASE WHEN f.locked_until > now() THEN f.locked_until
          WHEN f.window_start > now() - interval '1 day' AND f.failures + 1 >= ${accountFailures}
          THEN now() + make_interval(mins => (${lockMinutes}::integer[])[least(f.failures + 2 - ${accountFailures}, ${lockMinutes.length})])
        END
      RETURNING window_start = now() AS counted, ceil(extract(epoch FROM locked_until - now()) / 60)::integer AS minutes`.execute(this.#db);
    if (rows[0]?.counted === false) refuseLocked(rows[0].minutes);
  }

  /** Counts an attempt of the address alone; refuses with 42900 where there are too many in a minute. */
  async attemptFrom(ip: string): Promise<void> {
    const { rows } = await sql<{ failures: number }>`
      INSERT INTO sys_login_failure AS f (key, failures) VALUES (${addressKey(ip)}, 1)
      ON CONFLICT (key) DO UPDATE SET
        failures = CASE WHEN f.window_start > now() - interval '1 minute' THEN f.failures + 1 ELSE 1 END,
        window_start = CASE WHEN f.window_start > now() - interval '1 minute' THEN f.window_start ELSE now() END
      RETURNING failures`.execute(this.#db);
    if ((rows[0]?.failures ?? 0) > addressFailures) throw new Refusal('tooMany', { retryAfter: 60 });
  }

  /** A right password clears the account's count for this network. */
  async succeeded(db: Kysely<Tables>, account: string, ip: string): Promise<void> {
    await sql`DELETE FROM sys_login_failure WHERE key = ${accountKey(account, ip)}`.execute(db);
  }
}

const addressKey = (ip: string): string => `ip:${network(ip)}`;
const accountKey = (account: string, ip: string): string => `account:${account.toLowerCase().slice(0, 64)}:${network(ip)}`;

/** The address's network: /24 for IPv4, /64 for IPv6, where one household or attacker has them all. */
function network(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1] ?? ip;
  if (!isIPv6(mapped)) return mapped.split('.').slice(0, 3).join('.');
  const [head = '', tail = ''] = mapped.split('::');
  const front = head.split(':').filter(Boolean);
  const back = tail.split(':').filter(Boolean);
  const zeros = Array.from({ length: Math.max(0, 8 - front.length - back.length) }, () => '0');
  return [...front, ...zeros, ...back].slice(0, 4).join(':');
}

function refuseLocked(minutes: number | null): void {
  if (minutes === null || minutes <= 0) return;
  throw new Refusal('locked', { message: `账号已锁定，请${minutes}分钟后再试`, retryAfter: minutes * 60 });
}
