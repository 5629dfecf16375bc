import { type LockAnswer, lockPaths } from '@back-office/contract/calls/screen-lock.ts';
import { outcomes } from '@back-office/contract/status.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { now } from '../../platform/database/now.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '../../platform/http/ok.ts';
import { recordOf } from '../../platform/http/record-of.ts';
import { Refusal, refusedField } from '../../platform/http/refusal.ts';
import { clientOf } from '../session/client.ts';
import { confirmPassword } from '../session/confirm-password.ts';
import { writeLoginLog } from '../session/write-login-log.ts';
import { signedInOf } from '../session/session-hook.ts';
import { unseal } from '../session/unseal.ts';
import { guardedCode } from '../two-factor/guarded-code.ts';
import type { SecondFactorParts } from '../two-factor/second-factor.ts';
import { signInShapes } from './sign-in-shapes.ts';
import { readCode } from '../two-factor/two-factor.ts';

const open = (shape: CallShape) => ({ config: { right: 'own', whileLocked: true, whilePreviewing: true, shape } }) as const;

/**
 * POST /api/session/lock and unlock (docs/decisions/0061-locked-screens.md). A locked session is refused every other
 * call but signing out. Unlocking takes the password or a code of the second factor; a wrong one is refused with 40000
 * and counts as a failed sign-in, with the same delays.
 */
export function screenLockRoutes(app: FastifyInstance, parts: SecondFactorParts): void {
  app.post(lockPaths.lock, open(signInShapes.lock), async (request) => {
    const { sessionId, userId } = signedInOf(request);
    await setLock(parts.db, sessionId, true);
    const found = await parts.db.selectFrom('sys_user').select('twoStep').where('id', '=', userId).executeTakeFirst();
    return ok<LockAnswer>({ secondFactor: found?.twoStep === '是' });
  });

  app.post(lockPaths.unlock, open(signInShapes.unlock), async (request) => {
    await confirm(parts, request);
    const { sessionId, userAccount: account } = signedInOf(request);
    await parts.guard.succeeded(parts.db, { account, client: clientOf(request), sessionId });
    await setLock(parts.db, sessionId, false);
    return ok(undefined);
  });
}

async function confirm(parts: SecondFactorParts, request: FastifyRequest): Promise<void> {
  const signedIn = signedInOf(request);
  const { password: given, code } = recordOf(request.body);
  if (code !== undefined) return confirmCode(parts, request, code);
  if (typeof given !== 'string' || given === '') throw refusedField('password', '请输入密码');
  const password = unseal(given, { name: 'password', label: '密码', key: signedIn.secretKey });
  await confirmPassword(parts, signedIn, clientOf(request), { field: 'password', label: '密码', password }).catch((error: unknown) =>
    logFailure(parts.db, request, error),
  );
}

async function confirmCode(parts: SecondFactorParts, request: FastifyRequest, typed: unknown): Promise<void> {
  const { userId, userAccount, sessionId } = signedInOf(request);
  const code = readCode(typed);
  const attempt = { account: userAccount, client: clientOf(request), sessionId };
  const isRight = await guardedCode(parts, attempt, async (db) => (await parts.twoStep.take(db, userId, code)) || undefined);
  if (isRight !== true) await logFailure(parts.db, request, refusedField('code', '验证码不正确，请核对手机时间后重试'));
}

async function setLock(db: Kysely<Tables>, sessionId: string, isLocked: boolean): Promise<void> {
  // The time of the first lock is kept, however many windows lock. A preview and the session that opened it share a window.
  await db
    .updateTable('sys_session')
    .set((eb) => ({ lockTime: isLocked ? eb.fn.coalesce('lockTime', now) : null }))
    .where((eb) =>
      eb.or([
        eb('id', '=', sessionId),
        eb('previewOf', '=', sessionId),
        eb('id', '=', eb.selectFrom('sys_session').select('previewOf').where('id', '=', sessionId)),
      ]),
    )
    .execute();
}

/** Writes a line of the sign-in log, as for any wrong password, and throws the error again; if locked, the guard itself has logged it. */
async function logFailure(db: Kysely<Tables>, request: FastifyRequest, error: unknown): Promise<never> {
  const { userId, userAccount: account, userName: name } = signedInOf(request);
  const line = { account, name, userId, type: '登录', status: outcomes.failure, message: '解锁屏幕失败' } as const;
  if (error instanceof Refusal && error.outcome === 'refused') await writeLoginLog(db, line, clientOf(request));
  throw error;
}
