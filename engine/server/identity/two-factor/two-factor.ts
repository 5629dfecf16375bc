import { randomBytes } from 'node:crypto';
import type { TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { refusedField } from '../../platform/http/refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import { readRecoveryCode, renewRecoveryCodes, consumeRecoveryCode } from './recovery-codes.ts';
import { SecretSeal } from '../secret-seal.ts';
import { base32, matchStep } from './totp.ts';
import { now } from '../../platform/database/now.ts';
import { dropBegun } from './drop-begun.ts';
import { endSessionsOfLostPasskeys } from '../passkeys/passkey-session.ts';

/** A code of the right form: from the app, or for recovery. */
export type Code = { kind: 'app' | 'recovery'; code: string };

/** Reads a typed code; refuses with 40000 a malformed one. */
export function readCode(typed: unknown): Code {
  if (typeof typed !== 'string' || typed.trim() === '') throw refusedField('code', '请输入验证码');
  const digits = typed.length > 64 ? '' : typed.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) return { kind: 'app', code: digits };
  const recovery = typed.length > 64 ? undefined : readRecoveryCode(typed);
  if (recovery === undefined) throw refusedField('code', '请输入 6 位数字验证码，或一个恢复码');
  return { kind: 'recovery', code: recovery };
}

/** People's second factor. Every call works on the given handle, which may be a transaction. */
export class TwoFactor {
  readonly #seal: SecretSeal;
  readonly #clock: () => Date;
  readonly #settings: Pick<Settings, 'title'>;

  constructor(settings: Pick<Settings, 'appSecret' | 'title'>, clock: () => Date) {
    this.#seal = new SecretSeal(settings.appSecret, 'two-step');
    this.#settings = settings;
    this.#clock = clock;
  }

  /** A new secret, which is not in use before `confirm`. Refused with 40000 if the second factor is already in use. */
  async start(db: Kysely<Tables>, user: { userId: string; userAccount: string }): Promise<TwoFactorSecret> {
    const secret = randomBytes(20);
    const sealed = await this.#seal.seal(db, user.userId, secret);
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('sys_totp')
      .values({ sysUserId: user.userId, secret: sealed })
      .onConflict((conflict) => conflict.column('sysUserId').doUpdateSet({ secret: sealed }).where('sys_totp.confirmTime', 'is', null))
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw refusedField('twoStep', '两步验证已经启用');
    const text = base32(secret);
    const label = `${encodeURIComponent(this.#settings.title)}:${encodeURIComponent(user.userAccount)}`;
    return { secret: text, uri: `otpauth://totp/${label}?secret=${text}&issuer=${encodeURIComponent(this.#settings.title)}` };
  }

  /** Puts the secret to use if the code matches it, and returns the recovery codes; otherwise undefined. */
  async confirm(db: Kysely<Tables>, userId: string, code: string): Promise<string[] | undefined> {
    await lockFactors(db, userId);
    if (!(await this.#useAppCode(db, userId, code, { confirmed: false }))) return undefined;
    await db.updateTable('sys_totp').set({ confirmTime: now }).where('sysUserId', '=', userId).execute();
    if (!(await factorsOf(db, userId)).passkey) await dropBegun(db, userId);
    await setTwoStep(db, userId, '是');
    return renewRecoveryCodes(db, userId);
  }

  /** Removes the app; passkeys stay. */
  async stop(db: Kysely<Tables>, userId: string): Promise<void> {
    await lockFactors(db, userId);
    await db.deleteFrom('sys_totp').where('sysUserId', '=', userId).execute();
    await updateTwoFactorState(db, userId);
  }

  /** Uses up a code: no code is accepted twice, however many concurrent calls there are. False for a wrong one. */
  take(db: Kysely<Tables>, userId: string, { kind, code }: Code): Promise<boolean> {
    return kind === 'app' ? this.#useAppCode(db, userId, code, { confirmed: true }) : consumeRecoveryCode(db, userId, code);
  }

  async #useAppCode(db: Kysely<Tables>, userId: string, code: string, { confirmed }: { confirmed: boolean }): Promise<boolean> {
    const kept = await db
      .selectFrom('sys_totp')
      .select('secret')
      .where('sysUserId', '=', userId)
      .where('confirmTime', confirmed ? 'is not' : 'is', null)
      .forUpdate()
      .executeTakeFirst();
    const secret = kept && (await this.#seal.open(db, userId, kept.secret));
    const step = secret && matchStep(secret, code, this.#clock());
    if (step === undefined) return false;
    const { numUpdatedRows } = await db
      .updateTable('sys_totp')
      .set({ lastStep: step })
      .where('sysUserId', '=', userId)
      .where('lastStep', '<', step)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }
}

/** Serialises what adds and removes second factors of a person; before any lock on one of them. */
export async function lockFactors(db: Kysely<Tables>, userId: string): Promise<void> {
  await db.selectFrom('sys_user').select('id').where('id', '=', userId).forUpdate().execute();
}

/** The kinds of second factor that a person has in use. */
export async function factorsOf(db: Kysely<Tables>, userId: string): Promise<{ app: boolean; passkey: boolean }> {
  const found = await db
    .selectFrom('sys_user as u')
    .select((eb) => [
      eb
        .exists(
          eb.selectFrom('sys_totp as t').select('t.sysUserId').where('t.sysUserId', '=', userId).where('t.confirmTime', 'is not', null),
        )
        .as('app'),
      eb.exists(eb.selectFrom('sys_passkey as p').select('p.id').where('p.sysUserId', '=', userId)).as('passkey'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  return { app: Boolean(found?.app), passkey: Boolean(found?.passkey) };
}

/**
 * Records, after a second factor was added or removed, whether the person still has one; without one their recovery codes
 * and half-finished sign-ins are deleted. Ends the sessions of removed passkeys, except `except`. True if they have one.
 */
export async function updateTwoFactorState(db: Kysely<Tables>, userId: string, except?: string): Promise<boolean> {
  // Each sees what the one before removed.
  await lockFactors(db, userId);
  const { app, passkey } = await factorsOf(db, userId);
  const has = app || passkey;
  await endSessionsOfLostPasskeys(db, userId, except);
  await setTwoStep(db, userId, has ? '是' : '否');
  if (has) return true;
  await db.deleteFrom('sys_recovery_code').where('sysUserId', '=', userId).execute();
  await db.deleteFrom('sys_sign_in_ticket').where('sysUserId', '=', userId).execute();
  return false;
}

/** With a version of its own: whoever posts the person back whole, as they were before, is told so instead of that the field cannot be changed. */
async function setTwoStep(db: Kysely<Tables>, userId: string, twoStep: '是' | '否'): Promise<void> {
  await db
    .updateTable('sys_user')
    .set((eb) => ({ twoStep, version: eb('version', '+', 1) }))
    .where('id', '=', userId)
    .where('twoStep', '<>', twoStep)
    .execute();
}

/** Removes every second factor of a person: the app's secret, passkeys, recovery codes and half-finished sign-ins. */
export async function endTwoFactor(db: Kysely<Tables>, userId: string): Promise<void> {
  await lockFactors(db, userId);
  await db.deleteFrom('sys_totp').where('sysUserId', '=', userId).execute();
  await db.deleteFrom('sys_passkey').where('sysUserId', '=', userId).execute();
  await updateTwoFactorState(db, userId);
}
