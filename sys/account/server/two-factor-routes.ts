import type { RecoveryCodes, TwoFactorAnswer, TwoFactorSecret } from '@back-office/contract/calls/two-factor.ts';
import { recordIn } from '@back-office/contract/record-in.ts';
import { user } from '../../users/user.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Context } from '@back-office/server/crud/context.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { readAs } from '@back-office/server/platform/http/read-as.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import { signedInForTwoFactor } from '@back-office/server/identity/session/signed-in-for-two-factor.ts';
import { signedInOf } from '@back-office/server/identity/session/session-hook.ts';
import { clientOf } from '@back-office/server/identity/attempts/client.ts';
import { confirmByOf, confirmSignIn, isProvedByFactor } from '@back-office/server/identity/two-factor/confirm-sign-in.ts';
import type { SignedIn } from '@back-office/server/identity/rights/signed-in.ts';
import { renewRecoveryCodes } from '@back-office/server/identity/two-factor/recovery-codes.ts';
import { codeInSession, confirmProofOnce, onceByFactor, writeWrongProof } from '@back-office/server/identity/two-factor/confirm-person.ts';
import { verifySecondFactor } from '@back-office/server/identity/two-factor/second-factor.ts';
import type { SignInParts } from '@back-office/server/identity/two-factor/sign-in-parts.ts';
import { type Code, factorsOf, readCode } from '@back-office/server/identity/two-factor/two-factor.ts';

import { notifyOwner } from '../../notices/server/notify-owner.ts';
import { twoFactorShapes } from './two-factor-shapes.ts';

type Parts = SignInParts &
  Pick<RouteParts, 'contextOf'> & {
    isRequiredOfAll: () => boolean;
    /** The connection pool for signing in, which other calls do not use. */
    urgent: Kysely<Tables>;
  };

/** What to do first about each change that is not one's own. */
const remedies = { 启用两步验证: '停用两步验证', 更换恢复码: '更换恢复码', 停用两步验证: '重新启用两步验证' } as const;

const own = (shape: CallShape) => ({ config: { right: 'own', shape } }) as const;

/**
 * The second factor of signing in, and the calls with which people set up their own (docs/decisions/0016-two-step-sign-in.md). They are available
 * while setting it up is required, and every change needs the password with which people signed in, if there is one, and of those who have a second
 * factor also that, as signing in does.
 */
export function twoFactorRoutes(app: FastifyInstance, parts: Parts): void {
  app.post('/api/login/verify', { config: { right: 'public', shape: twoFactorShapes.verify } }, async (request) => {
    // A form or, for an answer by passkey, JSON.
    const body = recordIn(request.body);
    const { ticket } = readAs(twoFactorShapes.verify.body, body);
    return ok(await verifySecondFactor({ ...parts, db: parts.urgent }, { ticket: ticket.slice(0, 100), body }, clientOf(request)));
  });

  app.get('/api/sys/user/two-step', own(twoFactorShapes.state), async (request) =>
    ok<TwoFactorAnswer>({
      ...(await stateOf(parts, signedInForTwoFactor(request).userId)),
      confirmBy: await confirmByOf(parts, signedInOf(request)),
    }),
  );

  app.post('/api/sys/user/start-two-step', own(twoFactorShapes.start), async (request) => {
    const person = signedInForTwoFactor(request);
    const refuse = ({ app }: TwoFactorAnswer): void => {
      if (app) throw refusedField('twoStep', '两步验证已经启用');
    };
    return ok<TwoFactorSecret>(await onceByBoth(parts, request, refuse, (transaction) => parts.twoStep.start(transaction, person)));
  });

  app.post('/api/sys/user/confirm-two-step', own(twoFactorShapes.confirm), async (request) => {
    const { userId } = signedInForTwoFactor(request);
    const recoveryCodes = await withCode(parts, request, '启用两步验证', async (context, { code, kind }) => {
      const made = kind === 'app' ? await parts.twoStep.confirm(context.db, userId, code) : undefined;
      if (made !== undefined) await note(context, '启用两步验证');
      return made;
    });
    return ok<RecoveryCodes>({ recoveryCodes });
  });

  app.post('/api/sys/user/renew-recovery-codes', own(twoFactorShapes.renewCodes), async (request) => {
    const { userId } = signedInForTwoFactor(request);
    const refuse = ({ active }: TwoFactorAnswer): void => {
      if (!active) throw refusedField('twoStep', '两步验证尚未启用');
    };
    const codes = await onceByBoth(parts, request, refuse, async (transaction) => {
      await note(parts.contextOf(transaction, request), '更换恢复码');
      return renewRecoveryCodes(transaction, userId);
    });
    return ok<RecoveryCodes>({ recoveryCodes: codes });
  });

  app.post('/api/sys/user/stop-two-step', own(twoFactorShapes.stop), async (request) => {
    const { userId } = await requirePassword(parts, request);
    const { app: hasApp, required } = await stateOf(parts, userId);
    const { passkey } = await factorsOf(parts.db, userId);
    if (required && !passkey) throw new Refusal('notPermitted', { message: '管理员要求使用两步验证，不能停用' });
    if (!hasApp) throw refusedField('twoStep', '两步验证尚未启用');
    await withCode(parts, request, '停用两步验证', async (context, code) => {
      if (!(await parts.twoStep.take(context.db, userId, code))) return undefined;
      await parts.twoStep.stop(context.db, userId);
      await note(context, '停用两步验证');
      return true;
    });
    return ok(undefined);
  });
}

/** Not of somebody whom their second factor alone proves; the caller requires that, and once, as a code is good for one use. */
async function requirePassword(parts: Parts, request: FastifyRequest): Promise<SignedIn> {
  const signedIn = signedInForTwoFactor(request);
  if (await isProvedByFactor(parts, signedIn)) return signedIn;
  const { password } = readAs(twoFactorShapes.stop.body, recordOf(request.body));
  await confirmSignIn(parts, request, password);
  return signedIn;
}

/**
 * Runs a change that gives another way past the second factor, as `onceByFactor` does: after the password and, of people who have a second factor,
 * that too. `refuse` comes between them, so that what it refuses uses up no code.
 */
function onceByBoth<Data>(
  parts: Parts,
  request: FastifyRequest,
  refuse: (state: TwoFactorAnswer) => void,
  work: (transaction: Kysely<Tables>) => Promise<Data>,
): Promise<Data> {
  const prove = async (): Promise<boolean> => {
    const { userId } = await requirePassword(parts, request);
    const state = await stateOf(parts, userId);
    refuse(state);
    if (state.active) await confirmProofOnce(parts, request);
    return state.active;
  };
  return onceByFactor(parts.db, request, prove, async (transaction) => {
    refuse(await stateOf({ ...parts, db: transaction }, signedInOf(request).userId));
    return work(transaction);
  });
}

/**
 * Runs `work` with a code in one transaction; if `work` returns undefined, the code was wrong, which counts as a failed sign-in and is a line of the
 * sign-in log.
 */
async function withCode<Done>(
  parts: Parts,
  request: FastifyRequest,
  type: keyof typeof remedies,
  work: (context: Context, code: Code) => Promise<Done | undefined>,
): Promise<Done> {
  const { code: typed } = readAs(twoFactorShapes.confirm.body, recordOf(request.body));
  const code = readCode(typed);
  const done = await codeInSession(parts, request, (transaction) => work(parts.contextOf(transaction, request), code));
  if (done !== undefined) return done;
  await writeWrongProof(parts.db, request, `${type}失败：动态验证码错误`);
  throw refusedField('code', '验证码不正确，请核对手机时间后重试');
}

async function stateOf(
  { db, isRequiredOfAll }: { db: Kysely<Tables>; isRequiredOfAll: () => boolean },
  userId: string,
): Promise<TwoFactorAnswer> {
  const found = await db
    .selectFrom('sys_user as u')
    .leftJoin('sys_recovery_code as c', 'c.sysUserId', 'u.id')
    .select((eb) => ['u.twoStep', 'u.twoStepRequired', eb.fn.count<number>('c.codeHash').as('recoveryCodes')])
    .where('u.id', '=', userId)
    .groupBy('u.id')
    .executeTakeFirst();
  return {
    active: found?.twoStep === '是',
    app: (await factorsOf(db, userId)).app,
    required: found?.twoStepRequired === '是' || isRequiredOfAll(),
    recoveryCodes: found?.recoveryCodes ?? 0,
  };
}

/** Writes an entry about the user's own account to the operation log, and tells them. */
async function note(context: Context, type: keyof typeof remedies): Promise<void> {
  const { userId, userName } = context.user;
  const title = `您的账号${type.slice(0, 2)}了${type.slice(2)}`;
  await notifyOwner(context.db, { userId, title, from: `来自 ${context.origin.ip}`, remedy: remedies[type] });
  await context.record(context, [{ resource: user, type, id: userId, target: userName, fields: [] }]);
}
