import { userStatuses } from '@back-office/contract/status.ts';
import { createHash, randomBytes } from 'node:crypto';
import type { Credentials } from '@back-office/contract/calls/login.ts';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { queryPlanned } from '../../platform/database/query-planned.ts';
import { newId } from '../../platform/database/new-id.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { endedRefusal } from './ended-refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import { SecretSeal } from '../secret-seal.ts';
import { type CachedRows, type CachedSession, CachedSessions } from './cached-sessions.ts';
import type { Client } from '../attempts/client.ts';
import type { RightsReader } from '../rights/rights-reader.ts';
import { type KeyPolicy, KeyStore } from '../api-keys/key-store.ts';
import { type MustFirstPolicy, mustFirst } from '../rights/must-first.ts';
import { sessionLookUps, type SessionRow } from './session-look-ups.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';
import { lifeOf, type SessionLife } from './session-life.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import { now } from '../../platform/database/now.ts';

/** Most sessions of one account; the oldest ends with 41003 (docs/wire.md "Session"). */
const maxSessions = 20;

/** The session that this one replaces, or the session and role that it previews. */
interface Beside {
  readonly inPlaceOf?: string | undefined;
  readonly preview?: { readonly of: string; readonly roleId: string };
  /** The identity at the provider; absent for the local password. */
  readonly by?: SignedInBy | undefined;
}

/** The settings that the operator imposes on everybody. */
type Policy = KeyPolicy & Pick<Settings, 'sessionHours' | 'sessionMaxHours' | 'appSecret'>;

/** The sessions: opaque tokens stored as hashes in the database, so that a session can end at once on every node. */
export class SessionStore {
  readonly #database: Pick<Database, 'db' | 'pool'>;
  readonly #rights: RightsReader;
  readonly #policy: Policy;
  readonly life: SessionLife;
  readonly #seal: SecretSeal;
  readonly #keys: KeyStore;
  readonly #cache = new CachedSessions();
  #rightsEpoch = 0;

  constructor(database: Pick<Database, 'db' | 'pool'>, rights: RightsReader, policy: Policy) {
    this.#database = database;
    this.#rights = rights;
    this.#policy = policy;
    this.life = lifeOf(policy);
    this.#seal = new SecretSeal(policy.appSecret, 'session');
    this.#keys = new KeyStore(database, rights, policy);
  }

  /**
   * The person behind a token. Refuses with 40003 for an unknown or expired token and with 41003 and the reason for a
   * session that something else ended. All times are the database's own. Unless the call `isUse`, it does not prolong the session.
   */
  async check(token: string, isUse = true): Promise<SignedIn> {
    const tokenHash = hashOf(token);
    const row = await this.#read('token', tokenHash);
    const signedIn = await this.#admit(row, isUse);
    // A stale row has just been written to, which changed its version.
    if (row?.stale === false) {
      const { sessionRow, userRow } = row;
      this.#cache.add({ signedIn, rows: { tokenHash: tokenHash.toString('latin1'), sessionRow, userRow } }, this.#terms());
    }
    return signedIn;
  }

  /**
   * The person behind a token from the cache of the last minute; undefined if they must be looked up. Only for calls
   * whose transaction checks the cached session at its end, and which answer nothing before (`withRights`).
   */
  cached(token: string): CachedSession | undefined {
    return this.#cache.get(hashOf(token).toString('latin1'), this.#terms(), this.#rightsEpoch);
  }

  /** Removes a cached session that is outdated or must not be used. */
  forget(rows: CachedRows): void {
    this.#cache.forget(rows);
  }

  /** What everybody must do first, as it is set now. */
  duties(): MustFirstPolicy {
    return this.#policy;
  }

  /** The current settings that apply to every session. */
  #terms(): string {
    const { passwordChange, passwordDays, twoStep } = this.#policy;
    return [this.life.idle, this.life.total, passwordChange, passwordDays, twoStep].join();
  }

  /** The person of an API key that a request from this address sent. Refuses with 40003, and with 42900 after too many calls. */
  checkKey(key: string, ip: string, isUse = true): Promise<SignedIn> {
    return this.#keys.check(key, ip, isUse);
  }

  /** Counts one more call of an API key, for a request that contains several; refuses with 42900 after too many. */
  countKeyCall(keyId: string): void {
    this.#keys.count(keyId);
  }

  /** The person of an API key that was checked before in the same request, from this address; refuses with 40003. */
  checkKeyAgain(keyId: string, ip: string): Promise<SignedIn> {
    return this.#keys.checkAgain(keyId, ip);
  }

  /** The person of a session that was checked before; refuses as `check` does, and so the id of an API key. */
  async checkSession(sessionId: string, isUse = true): Promise<SignedIn> {
    return this.#admit(await this.#read('id', sessionId), isUse);
  }

  async #admit(row: SessionRow | undefined, isUse: boolean): Promise<SignedIn> {
    if (row === undefined) throw new Refusal('noSession');
    if (row.ended) throw endedRefusal(row.endReason);
    // It was opened with a password that was being changed at that moment.
    if (row.outlived === true) throw new Refusal('sessionEnded', { message: '密码已修改，请重新登录' });
    if (row.idleLeft < 0 || (row.totalLeft ?? 0) < 0) throw new Refusal('noSession');
    if (row.userStatus === null) throw new Refusal('sessionEnded', { message: '账号已被删除' });
    // Nor does a session that was being opened while the account was closed become valid when the account is reopened.
    if (row.userStatus !== userStatuses.enabled || row.closed === true) throw new Refusal('sessionEnded', { message: '账号已被停用' });
    // Sealed under another APP_SECRET: nothing that this session seals could be read.
    const secretKey = row.secretSealed ? await this.#seal.open(this.#database.db, row.id, row.secretKey) : row.secretKey;
    if (secretKey === undefined) throw new Refusal('noSession');
    // A transaction that ends the session may hold the row's lock; no request waits for it.
    const isMarked = row.stale && isUse;
    if (isMarked)
      await sql`UPDATE sys_session SET last_seen_time = now()
        WHERE id IN (SELECT id FROM sys_session WHERE id IN (${row.id}, ${row.previewOf}) FOR NO KEY UPDATE SKIP LOCKED)`.execute(
        this.#database.db,
      );
    const held = await this.#rightsOf(row);
    return {
      sessionId: row.id,
      userId: row.sysUserId,
      userAccount: row.userAccount,
      userName: row.userName ?? '',
      secretKey,
      ...held,
      rightsEpoch: row.rightsEpoch,
      sysOrgId: row.sysOrgId,
      mustFirst: row.locked ? { outcome: 'screenLocked' } : mustFirst(row, this.#policy),
      endsIn: { idle: isMarked ? this.life.idle : row.idleLeft, ...(row.totalLeft === null ? {} : { total: row.totalLeft }) },
    };
  }

  async #rightsOf(row: SessionRow): Promise<Pick<SignedIn, 'roles' | 'rights' | 'scopes' | 'preview'>> {
    const { sysUserId, previewOf, previewRoleId, rightsEpoch } = row;
    if (previewOf === null || previewRoleId === null) return { ...(await this.#rights.of(sysUserId, rightsEpoch)), preview: undefined };
    const previewed = await this.#rights.preview(sysUserId, previewRoleId, rightsEpoch);
    if (previewed === undefined) throw new Refusal('sessionEnded', { message: '预览的角色已停用或已删除' });
    return { ...previewed, preview: { ...previewed.preview, of: previewOf } };
  }

  /** Every request runs this statement, so each connection plans it once. */
  async #read(which: keyof typeof sessionLookUps, value: Buffer | string): Promise<SessionRow | undefined> {
    const values = [value, this.life.idle, this.#policy.passwordDays, this.life.total];
    const [row] = await queryPlanned<SessionRow>(this.#database.pool, { text: sessionLookUps[which], values });
    if (row !== undefined) this.#rightsEpoch = row.rightsEpoch;
    return row;
  }

  /**
   * Opens a session for the user and ends their oldest beyond twenty; returns the token, which is stored nowhere. A
   * session that replaces another lasts no longer than that one would have: it continues the same sign-in.
   */
  async open(
    db: Kysely<Tables>,
    user: { id: string; userAccount: string; passwordSince?: string; closedSince?: string },
    client: Client,
    { inPlaceOf, preview, by }: Beside = {},
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
        previewOf: preview?.of ?? null,
        previewRoleId: preview?.roleId ?? null,
        signedInBy: by === undefined ? null : JSON.stringify(by),
        passwordTime: user.passwordSince ?? eb.selectFrom('sys_user').select('passwordTime').where('id', '=', user.id),
        closedTime: user.closedSince ?? sql<string>`(SELECT coalesce(closed_time, '-infinity') FROM sys_user WHERE id = ${user.id}::uuid)`,
        createUser: user.id,
        updateUser: user.id,
        ...(inPlaceOf === undefined
          ? {}
          : {
              loginTime: eb.fn.coalesce(eb.selectFrom('sys_session').select('loginTime').where('id', '=', inPlaceOf), now),
              signedInBy: eb
                .selectFrom('sys_session')
                .select((own) => own.ref('signedInBy').$castTo<string | null>().as('signedInBy'))
                .where('id', '=', inPlaceOf),
            }),
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
          .where('previewOf', 'is', null)
          .orderBy('loginTime', 'desc')
          .orderBy('id', 'desc')
          .offset(maxSessions),
      )
      .execute();
    return { accessToken: token, secretKey: secretKey.toString('base64'), sessionId };
  }
}

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();
