import { randomBytes } from 'node:crypto';
import type { TwoStepSecret } from '@back-office/contract/calls/two-step.ts';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { refusedField } from '../../platform/http/refusal.ts';
import type { Settings } from '../../platform/settings.ts';
import { readRecoveryCode, renewRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import { SecretSeal } from '../secret-seal.ts';
import { base32, matchStep } from './totp.ts';

/** A code that may be right: of the app, or for recovery. */
export type Code = { kind: 'app' | 'recovery'; code: string };

/** Reads what was typed; refuses with 40000 what can be neither. */
export function readCode(typed: unknown): Code {
  if (typeof typed !== 'string' || typed.trim() === '') throw refusedField('code', '请输入验证码');
  const digits = typed.length > 64 ? '' : typed.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) return { kind: 'app', code: digits };
  const recovery = typed.length > 64 ? undefined : readRecoveryCode(typed);
  if (recovery === undefined) throw refusedField('code', '请输入 6 位数字验证码，或一个恢复码');
  return { kind: 'recovery', code: recovery };
}

/** The second step of people's sign-in. Every call works on the handle that it is given, which may be a transaction. */
export class TwoStep {
  readonly #seal: SecretSeal;
  readonly #clock: () => Date;
  readonly #title: string;

  constructor({ appSecret, title }: Pick<Settings, 'appSecret' | 'title'>, clock: () => Date) {
    this.#seal = new SecretSeal(appSecret, 'two-step');
    this.#title = title;
    this.#clock = clock;
  }

  /** A new secret, which counts for nothing until `confirm`. Refused with 40000 where the second step is in use. */
  async start(db: Kysely<Tables>, user: { userId: string; userAccount: string }): Promise<TwoStepSecret> {
    const secret = randomBytes(20);
    const sealed = await this.#seal.seal(db, user.userId, secret);
    const { numAffectedRows } = await sql`
      INSERT INTO sys_totp AS t (sys_user_id, secret) VALUES (${user.userId}, ${sealed})
      ON CONFLICT (sys_user_id) DO UPDATE SET secret = excluded.secret, last_step = 0 WHERE t.confirm_time IS NULL`.execute(db);
    if (numAffectedRows === 0n) throw refusedField('twoStep', '两步验证已经启用');
    const text = base32(secret);
    const label = `${encodeURIComponent(this.#title)}:${encodeURIComponent(user.userAccount)}`;
    return { secret: text, uri: `otpauth://totp/${label}?secret=${text}&issuer=${encodeURIComponent(this.#title)}` };
  }

  /** Puts the secret to use where the code is its own, and gives the recovery codes; undefined where it is not. */
  async confirm(db: Kysely<Tables>, userId: string, code: string): Promise<string[] | undefined> {
    if (!(await this.#useAppCode(db, userId, code, { confirmed: false }))) return undefined;
    await sql`UPDATE sys_totp SET confirm_time = now() WHERE sys_user_id = ${userId}`.execute(db);
    await sql`UPDATE sys_user SET two_step = '是' WHERE id = ${userId}`.execute(db);
    return renewRecoveryCodes(db, userId);
  }

  /** Uses a code up: no code is taken twice, by however many calls at once. False for a wrong one. */
  take(db: Kysely<Tables>, userId: string, { kind, code }: Code): Promise<boolean> {
    return kind === 'app' ? this.#useAppCode(db, userId, code, { confirmed: true }) : spendRecoveryCode(db, userId, code);
  }

  async #useAppCode(db: Kysely<Tables>, userId: string, code: string, { confirmed }: { confirmed: boolean }): Promise<boolean> {
    const { rows } = await sql<{ secret: Buffer }>`
      SELECT secret FROM sys_totp WHERE sys_user_id = ${userId} AND (confirm_time IS NOT NULL) = ${confirmed} FOR UPDATE`.execute(db);
    const secret = rows[0] && (await this.#seal.open(db, userId, rows[0].secret));
    const step = secret && matchStep(secret, code, this.#clock());
    if (step === undefined) return false;
    const { numAffectedRows } =
      await sql`UPDATE sys_totp SET last_step = ${step} WHERE sys_user_id = ${userId} AND last_step < ${step}`.execute(db);
    return numAffectedRows === 1n;
  }
}

/** Takes the second step from a person: the app's secret, the recovery codes and what is half signed in. */
export async function endTwoStep(db: Kysely<Tables>, userId: string): Promise<void> {
  await sql`DELETE FROM sys_totp WHERE sys_user_id = ${userId}`.execute(db);
  await sql`DELETE FROM sys_recovery_code WHERE sys_user_id = ${userId}`.execute(db);
  await sql`DELETE FROM sys_sign_in_ticket WHERE sys_user_id = ${userId}`.execute(db);
  await sql`UPDATE sys_user SET two_step = '否' WHERE id = ${userId}`.execute(db);
}
