import { type LockAnswer, lockPaths } from '@back-office/contract/calls/screen-lock.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { now } from '../../platform/database/now.ts';
import type { Tables } from '../../platform/database/tables.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '../../platform/http/ok.ts';
import { recordOf } from '../../platform/http/record-of.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { clientOf } from '../attempts/client.ts';
import { attemptIn } from '../attempts/login-guard.ts';
import { signedInOf } from '../session/session-hook.ts';
import { signedInForTwoFactor } from '../session/signed-in-for-two-factor.ts';
import { confirmProof, writeWrongProof } from '../two-factor/confirm-person.ts';
import type { SignInParts } from '../two-factor/sign-in-parts.ts';
import { confirmByOf, confirmSignIn } from '../two-factor/confirm-sign-in.ts';
import { signInShapes } from './sign-in-shapes.ts';
import { factorsOf } from '../two-factor/two-factor.ts';

const failed = '解锁屏幕失败';

const open = (shape: CallShape) => ({ config: { right: 'own', whileLocked: true, whilePreviewing: true, shape } }) as const;

/**
 * POST /api/session/lock and unlock (docs/decisions/0061-locked-screens.md). A locked session is refused every other
 * call but signing out. Unlocking takes the password with which the person signed in, or a code or passkey; a wrong one is
 * refused with 40000 and counts as a failed sign-in, with the same delays.
 */
export function screenLockRoutes(app: FastifyInstance, parts: SignInParts): void {
  app.post(lockPaths.lock, open(signInShapes.lock), async (request) => {
    // Once locked, it could not change its one-time password, which is all that it may do (docs/wire.md 40301).
    const signedIn = signedInForTwoFactor(request);
    await setLock(parts.db, signedIn.sessionId, true);
    const found = await parts.db.selectFrom('sys_user').select('twoStep').where('id', '=', signedIn.userId).executeTakeFirst();
    const passkey = parts.passkeys !== undefined && (await factorsOf(parts.db, signedIn.userId)).passkey;
    return ok<LockAnswer>({ secondFactor: found?.twoStep === '是', passkey, confirmBy: await confirmByOf(parts, signedIn) });
  });

  app.post(lockPaths.unlock, open(signInShapes.unlock), async (request) => {
    await confirm(parts, request);
    await setLock(parts.db, signedInOf(request).sessionId, false);
    return ok(undefined);
  });
}

async function confirm(parts: SignInParts, request: FastifyRequest): Promise<void> {
  const body = recordOf(request.body);
  // Whoever finds a screen locked a minute after its person came must not open it: a recent sign-in proves nothing here.
  const bySignIn = () => confirmSignIn(parts, request, body['password'], { acceptsRecent: false });
  if (body['code'] !== undefined || body['passkey'] !== undefined) return confirmProof(parts, request, failed);
  // What cannot be read is no guess, and no line of the log.
  if (typeof body['password'] !== 'string' || body['password'] === '') return bySignIn();
  await bySignIn().catch((error: unknown) => logFailure(parts.db, request, error));
  await parts.guard.succeeded(parts.db, attemptIn(signedInOf(request), clientOf(request)));
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
  if (error instanceof Refusal && error.outcome === 'refused') await writeWrongProof(db, request, failed);
  throw error;
}
