import { grouped } from '@back-office/contract/resource/grouped.ts';
import { statuses, userStatuses } from '@back-office/contract/status.ts';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import { queryPlanned } from '../../platform/database/query-planned.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Maker } from '../rights/data-scope.ts';
import { narrow } from '../rights/narrow.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import { isAllowedAddress } from './allowed-address.ts';
import { hashOfApiKey, isApiKey } from './api-key.ts';
import { hasMaker } from './has-maker.ts';
import { mustFirstColumns, type MustFirstPolicy, type MustFirstRow, mustFirst } from '../rights/must-first.ts';
import type { RightsReader } from '../rights/rights-reader.ts';

interface KeyRow extends MustFirstRow {
  id: string;
  tokenName: string;
  tokenRights: string[];
  allowedAddresses: string[];
  good: boolean;
  left: number;
  stale: boolean;
  sysUserId: string;
  /** Who made the key or handed it to another owner, if that was somebody else. */
  makerIds: string[];
  userAccount: string;
  userName: string | null;
  sysOrgId: string | null;
  rightsEpoch: number;
}

/** The person `u` can sign in without the password, so that its age does not matter: nobody may ever have told them one. */
const comesOtherwise = `(EXISTS (SELECT FROM sys_linked_account l WHERE l.sys_user_id = u.id) OR EXISTS (SELECT FROM sys_passkey p WHERE p.sys_user_id = u.id))`;

const lookUp = (condition: string): string => `
  SELECT k.id, k.token_name AS "tokenName", k.token_rights AS "tokenRights", k.allowed_addresses AS "allowedAddresses",
    k.token_status = '${statuses.enabled}' AND k.expire_time > now() AND u.user_status = '${userStatuses.enabled}' AND ${hasMaker('k')} AS good,
    extract(epoch FROM k.expire_time - now())::float8 AS left,
    k.last_used_time IS NULL OR k.last_used_time < now() - interval '1 minute' AS stale,
    k.sys_user_id AS "sysUserId", array_remove(array_remove(k.assigned_by || k.create_user, NULL), k.sys_user_id) AS "makerIds", u.user_account AS "userAccount", u.user_name AS "userName", u.sys_org_id AS "sysOrgId",
    ${mustFirstColumns('$2')}, ${comesOtherwise} AS "otherwise",
    (SELECT value FROM sys_epoch WHERE name = 'rights') AS "rightsEpoch"
  FROM sys_token k JOIN sys_user u ON u.id = k.sys_user_id WHERE ${condition}`;
const lookUps = { hash: lookUp('k.token_hash = $1'), id: lookUp('k.id = $1::uuid AND k.token_hash IS NOT NULL') };

/** The duties that the operator imposes on everybody, and the calls a key may make per minute; 0 for no limit. */
export type KeyPolicy = MustFirstPolicy & Pick<Settings, 'keyCallsPerMinute'>;

/** No key creates, changes or ends keys, whatever it lists (docs/wire.md "Programs"). */
const closed = /^sys\/token:/;

/**
 * The people behind API keys (docs/wire.md "Programs"): a key may do what its person currently may and its list names,
 * and what those currently may who made it for somebody else or handed it over. Only hashes are stored, and ending a key takes
 * effect from the next call on, on every node.
 */
export class KeyStore {
  readonly #database: Pick<Database, 'db' | 'pool'>;
  readonly #rights: RightsReader;
  readonly #policy: KeyPolicy;
  readonly #calls = new Map<string, number>();
  #minute = 0;

  constructor(database: Pick<Database, 'db' | 'pool'>, rights: RightsReader, policy: KeyPolicy) {
    this.#database = database;
    this.#rights = rights;
    this.#policy = policy;
  }

  /** The person of a key. An unknown, ended or expired key, or one used from elsewhere, gets the same 40003. */
  async check(key: string, ip: string, isUse = true): Promise<SignedIn> {
    const row = requireGood(isApiKey(key) ? await this.#read('hash', hashOfApiKey(key)) : undefined, ip);
    const signedIn = await this.#admit(row);
    this.count(row.id);
    // A transaction that edits the key may hold the row's lock; no request waits for it.
    if (row.stale && isUse)
      await sql`UPDATE sys_token SET last_used_time = now(), last_used_ip = ${ip}
        WHERE id = (SELECT id FROM sys_token WHERE id = ${row.id} FOR NO KEY UPDATE SKIP LOCKED)`.execute(this.#database.db);
    return signedIn;
  }

  /** The person of a key that was checked before, for a request from this address; refuses with 40003, and counts no call. */
  async checkAgain(id: string, ip: string): Promise<SignedIn> {
    return this.#admit(requireGood(await this.#read('id', id), ip));
  }

  async #admit(row: KeyRow): Promise<SignedIn> {
    const held = await this.#rights.of(row.sysUserId, row.rightsEpoch);
    const makers: Maker[] = [];
    for (const userId of new Set(row.makerIds)) makers.push({ userId, ...(await this.#rights.of(userId, row.rightsEpoch)) });
    const limits = makers.filter(({ rights }) => !rights.all);
    const listed = row.tokenRights.filter((right) => !closed.test(right));
    return {
      sessionId: row.id,
      key: { name: row.tokenName, makers: limits },
      userId: row.sysUserId,
      userAccount: row.userAccount,
      userName: row.userName ?? '',
      secretKey: Buffer.alloc(0),
      roles: held.roles,
      ...narrow(held, listed, limits),
      rightsEpoch: row.rightsEpoch,
      sysOrgId: row.sysOrgId,
      mustFirst: mustFirst(row, this.#policy),
      preview: undefined,
      endsIn: { idle: row.left },
    };
  }

  /**
   * Counts a call of a key; refuses with 42900 if there are too many. Each node counts separately: the limit only keeps
   * a runaway program from displacing people.
   */
  count(id: string): void {
    const { keyCallsPerMinute: most } = this.#policy;
    if (most === 0) return;
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.#minute) this.#calls.clear();
    this.#minute = minute;
    const calls = (this.#calls.get(id) ?? 0) + 1;
    this.#calls.set(id, calls);
    if (calls > most)
      throw new Refusal('tooMany', { message: `接口密钥每分钟最多调用 ${grouped(most)} 次，请稍后再试`, retryAfter: secondsLeft() });
  }

  async #read(which: keyof typeof lookUps, value: Buffer | string): Promise<KeyRow | undefined> {
    const query = { text: lookUps[which], values: [value, this.#policy.passwordDays] };
    const [row] = await queryPlanned<KeyRow>(this.#database.pool, query);
    return row;
  }
}

/** The same refusal for an unknown, ended or expired key, and for one used from an address that it does not allow. */
function requireGood(row: KeyRow | undefined, ip: string): KeyRow {
  if (row === undefined || !row.good || !isAllowedAddress(row.allowedAddresses, ip))
    throw new Refusal('noSession', { message: '接口密钥无效或已失效' });
  return row;
}

/** Seconds until the next minute begins. */
const secondsLeft = (): number => 60 - (Math.floor(Date.now() / 1000) % 60);
