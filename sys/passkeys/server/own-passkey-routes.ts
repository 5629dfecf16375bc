import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { changeOf } from '@back-office/server/crud/change.ts';
import type { Context } from '@back-office/server/crud/context.ts';
import { remove } from '@back-office/server/crud/delete.ts';
import type { RouteParts } from '@back-office/server/crud/operations.ts';
import { readRegistration } from '@back-office/server/identity/passkeys/read-answer.ts';
import { once } from '@back-office/server/identity/session/once.ts';
import { signedInForTwoFactor } from '@back-office/server/identity/session/signed-in-for-two-factor.ts';
import { withRights } from '@back-office/server/identity/session/with-rights.ts';
import { onceConfirmed, onceRemovedConfirmed, sessionParty } from '@back-office/server/identity/two-factor/confirm-person.ts';
import { dropBegun } from '@back-office/server/identity/two-factor/drop-begun.ts';
import { renewRecoveryCodes } from '@back-office/server/identity/two-factor/recovery-codes.ts';
import type { SignInParts } from '@back-office/server/identity/two-factor/sign-in-parts.ts';
import { factorsOf, lockFactors, updateTwoFactorState } from '@back-office/server/identity/two-factor/two-factor.ts';
import type { Tables } from '@back-office/server/platform/database/tables.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import type { AddedPasskey, OwnPasskey } from '../own-passkey.ts';
import { passkey } from '../passkey.ts';
import { lockOwn, ownPasskey, renamePasskey } from './change-passkey.ts';
import { nameOf } from './name-of.ts';
import { passkeyShapes } from './passkey-shapes.ts';
import { arePasskeysOff, requirePasskeys } from './require-passkeys.ts';
import { notifyOfPasskey } from './notify-of-passkey.ts';

type Parts = SignInParts & Pick<RouteParts, 'contextOf'> & { isRequiredOfAll: () => boolean };

/** Maximum number of passkeys per person. */
const maxOwnPasskeys = 20;

const own = (shape: CallShape) => ({ config: { right: 'own', shape } }) as const;

/**
 * A person's own passkeys in the personal centre, independent of rights. The calls are allowed while a second factor must still
 * be set up, since a passkey is one; adding or removing one needs re-authentication.
 */
export function ownPasskeyRoutes(app: FastifyInstance, parts: Parts): void {
  endOwnPasskeyRoute(app, parts);
  const ownWithPasskeys = (shape: CallShape) => ({ config: { ...own(shape).config, isOff: () => arePasskeysOff(parts) } });
  app.get('/api/sys/passkey/select-own', own(passkeyShapes.selectOwn), async (request) =>
    ok(await ownPasskeys(parts.db, signedInForTwoFactor(request).userId)),
  );

  const whileLocked = { config: { ...ownWithPasskeys(passkeyShapes.startConfirm).config, whileLocked: true } };
  app.post('/api/sys/passkey/start-confirm', whileLocked, async (request) =>
    ok(await requirePasskeys(parts).ask(parts.db, sessionParty(request, 'confirm'), signedInForTwoFactor(request).userId)),
  );

  app.post('/api/sys/passkey/start-own', ownWithPasskeys(passkeyShapes.startOwn), async (request) => {
    const person = signedInForTwoFactor(request);
    const passkeys = requirePasskeys(parts);
    const begin = (db: Kysely<Tables>) => passkeys.startRegistration(db, person, sessionParty(request, 'register'));
    return ok(await onceConfirmed(parts, request, begin, () => requireRoom(parts.db, person.userId)));
  });

  app.post('/api/sys/passkey/save-own', ownWithPasskeys(passkeyShapes.saveOwn), async (request) => {
    signedInForTwoFactor(request);
    const added = await withRights(parts.db, request, (db) => add(parts, db, request));
    if (added instanceof Refusal) throw added;
    return ok(added);
  });

  app.put<{ Params: { id: string } }>('/api/sys/passkey/rename-own/:id', own(passkeyShapes.rename), async (request) => {
    signedInForTwoFactor(request);
    const passkeyName = nameOf(request.body);
    return ok(
      await once(parts.db, request, async (db) => {
        const context = parts.contextOf(db, request);
        await renamePasskey(context, await lockOwn(context, request.params.id), passkeyName);
      }),
    );
  });
}

/** Removing one, also where passkeys are off by now. */
function endOwnPasskeyRoute(app: FastifyInstance, parts: Parts): void {
  app.post<{ Params: { id: string } }>('/api/sys/passkey/end-own/:id', own(passkeyShapes.endOwn), async (request) => {
    signedInForTwoFactor(request);
    const { id } = request.params;
    await onceRemovedConfirmed(
      parts,
      request,
      (db) => end(parts, parts.contextOf(db, request), id),
      async () => {
        const context = parts.contextOf(parts.db, request);
        await lockOwn(context, id);
        const { app } = await factorsOf(parts.db, context.user.userId);
        if (!app && (await ownPasskeys(parts.db, context.user.userId)).length === 1) await requireFree(parts, context);
      },
    );
    return ok(undefined);
  });
}

function ownPasskeys(db: Kysely<Tables>, userId: string): Promise<OwnPasskey[]> {
  return db
    .selectFrom('sys_passkey')
    .select(['id', 'passkeyName', 'passkeySynced', 'createTime', 'lastUsedTime', 'lastUsedIp'])
    .where('sysUserId', '=', userId)
    .orderBy('createTime', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

async function requireRoom(db: Kysely<Tables>, userId: string): Promise<void> {
  if ((await ownPasskeys(db, userId)).length >= maxOwnPasskeys)
    throw refusedField('passkeyName', `每人最多 ${maxOwnPasskeys} 个通行密钥，请先移除不用的`);
}

/** Refusals are returned rather than thrown, so that the challenge is used up. */
async function add(parts: Parts, db: Kysely<Tables>, request: FastifyRequest): Promise<AddedPasskey | Refusal> {
  const context = parts.contextOf(db, request);
  const { userId } = context.user;
  const [passkeyName, answer] = [nameOf(request.body), readRegistration(request.body)];
  // Serialised: two concurrent calls would each pass the limit, and each count as the first.
  await lockFactors(db, userId);
  await requireRoom(db, userId);
  const { app, passkey: another } = await factorsOf(db, userId);
  const passkeyId = await requirePasskeys(parts).finishRegistration(db, { userId, passkeyName }, answer, sessionParty(request, 'register'));
  if (passkeyId instanceof Refusal) return passkeyId;
  if (!app && !another) await dropBegun(db, userId);
  await updateTwoFactorState(db, userId);
  await context.record(context, [changeOf(passkey, undefined, await lockOwn(context, passkeyId))]);
  await notifyOfPasskey(db, { userId, title: '您的账号添加了通行密钥', passkeyName, from: `来自 ${request.ip}` });
  return app || another ? { id: passkeyId } : { id: passkeyId, recoveryCodes: await renewRecoveryCodes(db, userId) };
}

/** Refuses to leave somebody without a second factor who needs one. */
async function requireFree({ isRequiredOfAll }: Parts, { db, user }: Context): Promise<void> {
  if (isRequiredOfAll() || (await isRequiredOf(db, user.userId)))
    throw new Refusal('notPermitted', { message: '管理员要求使用两步验证，不能移除最后一种验证方式' });
}

async function end(parts: Parts, context: Context, id: string): Promise<void> {
  const { db, user } = context;
  const { passkeyName } = await lockOwn(context, id);
  await remove(context, ownPasskey, [id]);
  if (!(await updateTwoFactorState(db, user.userId, user.sessionId))) await requireFree(parts, context);
  await notifyOfPasskey(db, {
    userId: user.userId,
    title: '您的账号移除了通行密钥',
    passkeyName: passkeyName ?? '',
    from: `来自 ${context.origin.ip}`,
  });
}

async function isRequiredOf(db: Kysely<Tables>, userId: string): Promise<boolean> {
  const found = await db.selectFrom('sys_user').select('twoStepRequired').where('id', '=', userId).executeTakeFirst();
  return found?.twoStepRequired === '是';
}
