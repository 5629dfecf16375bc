import { userStatuses } from '@back-office/contract/status.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { Credentials } from '@back-office/contract/calls/login.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { newId } from '../../platform/database/new-id.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import { SecretSeal } from '../secret-seal.ts';
import type { Client } from './client.ts';
import type { RightsReader } from './rights-reader.ts';
import { lifeOf, type SessionLife } from './session-life.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import { now } from '../../platform/database/now.ts';
import { anyOf } from '../../platform/database/any-of.ts';

/** Most sessions of one account; the oldest ends with 41003 (docs/wire.md "Session"). */
const maxSessions = 20;

interface SessionRow {
  id: string;
  sysUserId: string;
  userAccount: string;
  secretKey: Buffer;
  secretSealed: boolean;
  endReason: string | null;
  ended: boolean;
  locked: boolean;
  idleLeft: number;
  totalLeft: number | null;
  stale: boolean;
  userName: string | null;
  userStatus: string | null;
  passwordOnce: boolean | null;
  passwordGiven: boolean | null;
  passwordOld: boolean | null;
  twoStep: boolean | null;
  twoStepRequired: boolean | null;
  rightsEpoch: number;
  sysOrgId: string | null;
}

const lookUp = (condition: string): string => `
  SELECT s.id, s.sys_user_id AS "sysUserId", u.user_account AS "userAccount", s.secret_key AS "secretKey", s.secret_sealed AS "secretSealed", s.end_reason AS "endReason",
    s.end_time IS NOT NULL AS ended, s.lock_time IS NOT NULL AS locked, $2::float8 + extract(epoch FROM s.last_seen_time - now())::float8 AS "idleLeft",
    CASE WHEN $4::float8 > 0 THEN $4 + extract(epoch FROM s.login_time - now())::float8 END AS "totalLeft",
    s.last_seen_time < now() - interval '1 minute' AS stale, u.user_name AS "userName", u.user_status AS "userStatus", u.sys_org_id AS "sysOrgId",
    u.password_once AS "passwordOnce", u.password_given AS "passwordGiven", u.two_step = '是' AS "twoStep",
    u.two_step_required = '是' AS "twoStepRequired",
    $3::integer > 0 AND u.password_time < now() - make_interval(days => $3) AS "passwordOld",
    (SELECT value FROM sys_epoch WHERE name = 'rights') AS "rightsEpoch"
  FROM sys_session s LEFT JOIN sys_user u ON u.id = s.sys_user_id WHERE ${condition}`;
const lookUps = { token: lookUp('s.token_hash = $1'), id: lookUp('s.id = $1::uuid') };

/** What the operator asks of everybody. */
type Policy = Pick<Settings, 'sessionHours' | 'sessionMaxHours' | 'appSecret' | 'passwordChange' | 'passwordDays' | 'twoStep'>;

/** Who is signed in: opaque tokens kept as hashes in the database, so that a session can end at once on every node. */
export class SessionStore {
  readonly #database: Pick<Database, 'db' | 'pool'>;
  readonly #rights: RightsReader;
  readonly #policy: Policy;
  readonly #life: SessionLife;
  readonly #seal: SecretSeal;

  constructor(database: Pick<Database, 'db' | 'pool'>, rights: RightsReader, policy: Policy) {
    this.#database = database;
    this.#rights = rights;
    this.#policy = policy;
    this.#life = lifeOf(policy);
    this.#seal = new SecretSeal(policy.appSecret, 'session');
  }

  /**
   * The person behind a token. Refuses with 40003 for an unknown or expired one and with 41003 and the reason for one
   * that something else ended. All times are the database's own.
   */
  async check(token: string): Promise<SignedIn> {
    return this.#admit(await this.#read('token', hashOf(token)));
  }

  /** The person of a session whose token was checked before; refuses as `check` does. */
  async checkSession(sessionId: string): Promise<SignedIn> {
    return this.#admit(await this.#read('id', sessionId));
  }

  async #admit(row: SessionRow | undefined): Promise<SignedIn> {
    if (row === undefined) throw new Refusal('noSession');
    if (row.ended) throw row.endReason === null ? new Refusal('noSession') : new Refusal('sessionEnded', { message: row.endReason });
    if (row.idleLeft < 0 || (row.totalLeft ?? 0) < 0) throw new Refusal('noSession');
    if (row.userStatus === null) throw new Refusal('sessionEnded', { message: '账号已被删除' });
    if (row.userStatus !== userStatuses.enabled) throw new Refusal('sessionEnded', { message: '账号已被停用' });
    // Sealed under another APP_SECRET: nothing that this session seals could be read.
    const secretKey = row.secretSealed ? await this.#seal.open(this.#database.db, row.id, row.secretKey) : row.secretKey;
    if (secretKey === undefined) throw new Refusal('noSession');
    // The row may be locked by a transaction that ends the session; no request waits for that.
    if (row.stale)
      await sql`UPDATE sys_session SET last_seen_time = now()
        WHERE id = (SELECT id FROM sys_session WHERE id = ${row.id} FOR NO KEY UPDATE SKIP LOCKED)`.execute(this.#database.db);
    const { roles, rights, scopes } = await this.#rights.of(row.sysUserId, row.rightsEpoch);
    return {
      sessionId: row.id,
      userId: row.sysUserId,
      userAccount: row.userAccount,
      userName: row.userName ?? '',
      secretKey,
      roles,
      rights,
      scopes,
      rightsEpoch: row.rightsEpoch,
      sysOrgId: row.sysOrgId,
      mustFirst: this.#mustFirst(row),
      // It was used a moment ago.
      endsIn: { idle: row.stale ? this.#life.idle : row.idleLeft, ...(row.totalLeft === null ? {} : { total: row.totalLeft }) },
    };
  }

  #mustFirst(row: SessionRow): SignedIn['mustFirst'] {
    if (row.locked) return { outcome: 'screenLocked' };
    const { passwordChange, twoStep } = this.#policy;
    if (row.passwordOnce === true || (passwordChange === 'always' && row.passwordGiven === true)) return { outcome: 'mustChangePassword' };
    if (row.passwordOld === true) return { outcome: 'mustChangePassword', message: '密码已过期，请修改密码' };
    if (row.twoStep !== true && (twoStep === 'required' || row.twoStepRequired === true)) return { outcome: 'mustSetUpTwoFactor' };
    return undefined;
  }

  /**
   * Every request asks this, so the database plans it once a connection: planning takes longer than looking up. A
   * migration of a newer version may change a type under the plan (0A000); then it is asked without one.
   */
  async #read(which: keyof typeof lookUps, value: Buffer | string): Promise<SessionRow | undefined> {
    const values = [value, this.#life.idle, this.#policy.passwordDays, this.#life.total];
    const { pool } = this.#database;
    const { rows } = await pool
      .query<SessionRow>({ name: `session-${which}`, text: lookUps[which], values })
      .catch((error: { code?: string }) =>
        error.code === '0A000' ? pool.query<SessionRow>(lookUps[which], values) : Promise.reject(error),
      );
    return rows[0];
  }

  /**
   * Opens a session for the user and ends their oldest beyond twenty; gives the token, which is stored nowhere. One that
   * takes the place of another lasts no longer than that would have: the sign-in is the same.
   */
  async open(
    db: Kysely<Tables>,
    user: { id: string; userAccount: string },
    client: Client,
    inPlaceOf?: string,
  ): Promise<Credentials & { sessionId: string }> {
    const token = randomBytes(32).toString('base64url');
    const secretKey = randomBytes(32);
    const sessionId = newId();
    const { isSecret } = this.#seal;
    const stored = isSecret ? await this.#seal.seal(db, sessionId, secretKey) : secretKey;
    await db
      .insertInto('sys_session')
      .values((eb) => ({
        id: sessionId,
        tokenHash: hashOf(token),
        secretKey: stored,
        secretSealed: isSecret,
        sysUserId: user.id,
        userAccount: user.userAccount,
        loginIp: client.ip,
        loginBrowser: client.browser,
        loginOs: client.os,
        createUser: user.id,
        updateUser: user.id,
        ...(inPlaceOf === undefined
          ? {}
          : { loginTime: eb.fn.coalesce(eb.selectFrom('sys_session').select('loginTime').where('id', '=', inPlaceOf), now) }),
      }))
      .execute();
    await db
      .updateTable('sys_session')
      .set({ endTime: now, endReason: '账号登录数量超过上限，最早的登录已退出' })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('sys_session')
          .select('id')
          .where('sysUserId', '=', user.id)
          .where('endTime', 'is', null)
          .orderBy('loginTime', 'desc')
          .orderBy('id', 'desc')
          .offset(maxSessions),
      )
      .execute();
    return { accessToken: token, secretKey: secretKey.toString('base64'), sessionId };
  }
}

/**
 * Ends sessions of the given users, all but `except`. With a reason their next request gets 41003 and the reason.
 * Runs in the caller's transaction, so that it ends what the change ends and nothing else.
 */
export async function endSessionsOf(db: Kysely<Tables>, userIds: readonly string[], reason: string, except?: string): Promise<void> {
  await db
    .updateTable('sys_session')
    .set({ endTime: now, endReason: reason })
    .where('sysUserId', '=', anyOf(userIds))
    .where('endTime', 'is', null)
    .$if(except !== undefined, (others) => others.where('id', '!=', except ?? ''))
    .execute();
}

/** Ends one session; without a reason, as by signing out, its token is simply unknown from then on. */
export async function endSession(db: Kysely<Tables>, sessionId: string, reason?: string): Promise<void> {
  await db
    .updateTable('sys_session')
    .set({ endTime: now, endReason: reason ?? null })
    .where('id', '=', sessionId)
    .where('endTime', 'is', null)
    .execute();
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
