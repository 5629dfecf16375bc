import { recordIn } from '@back-office/contract/record-in.ts';
import type { Credentials } from '@back-office/contract/calls/login.ts';
import type { PasswordOwner } from '@back-office/contract/password-rules.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { lockCredential } from '../passkeys/lock-credential.ts';
import { ok } from '../../platform/http/ok.ts';
import { refusedField } from '../../platform/http/refusal.ts';
import { signedInOf } from '../session/session-hook.ts';
import { withRights } from '../session/with-rights.ts';
import { clientOf } from '../attempts/client.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';
import { formerPasswordIssue, isFormerPassword, checkPassword } from '../passwords/check-password.ts';
import { attemptIn } from '../attempts/login-guard.ts';
import { hashPassword } from '../passwords/password.ts';
import { endSession, endSessionsOf } from '../session/end-sessions.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';
import { lockCodes } from '../two-factor/lock-codes.ts';
import type { SignInParts } from '../two-factor/sign-in-parts.ts';
import { signInShapes } from './sign-in-shapes.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import { unseal } from '../passwords/unseal.ts';
import { now } from '../../platform/database/now.ts';

const labels = { oldPassword: '原密码', newPassword: '新密码' } as const;

/**
 * PUT /api/sys/user/update-password (docs/wire.md "Session"): always the user's own. Values plain or sealed under the
 * session's key, in the query or in a form body, not in both. Afterwards every other session of the account has ended,
 * and this one continues with new credentials.
 */
export function updatePasswordRoute(app: FastifyInstance, parts: SignInParts): void {
  app.put('/api/sys/user/update-password', { config: { right: 'own', shape: signInShapes.updatePassword } }, async (request) => {
    const signedIn = signedInOf(request);
    const oldPassword = read(request, 'oldPassword', signedIn);
    const newPassword = read(request, 'newPassword', signedIn);
    return ok({ credentials: await change(parts, request, signedIn, oldPassword, newPassword) });
  });
}

async function change(
  parts: SignInParts,
  request: FastifyRequest,
  signedIn: SignedIn,
  oldPassword: string,
  newPassword: string,
): Promise<Credentials> {
  const client = clientOf(request);
  const { userId: id, userAccount, sessionId } = signedIn;
  const before = await confirmPassword(parts, signedIn, client, { field: 'oldPassword', label: labels.oldPassword, password: oldPassword });
  await parts.guard.succeeded(parts.db, attemptIn(signedIn, client));
  const issue = await checkPassword(newPassword, { ...(await ownerOf(parts.db, signedIn)), before: oldPassword });
  if (issue !== undefined) throw refusedField('newPassword', issue);
  if (await isFormerPassword(parts.db, id, newPassword)) throw refusedField('newPassword', formerPasswordIssue);
  const hash = await hashPassword(newPassword);
  return withRights(parts.db, request, async (transaction) => {
    // No code is tried in the replaced session once its wrong ones are copied.
    await lockCodes(transaction, userAccount);
    await lockCredential(transaction, id, await credentialOf(transaction, sessionId));
    // Fails if another change came after verification: of two concurrent changes, one wins.
    const { numUpdatedRows } = await transaction
      .updateTable('sys_user')
      .set({ userPassword: hash, passwordOnce: false, passwordGiven: false, passwordGiver: null, passwordTime: now })
      .where('id', '=', id)
      .where('userPassword', '=', before)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw refusedField('oldPassword', '原密码不正确');
    await endSessionsOf(transaction, [id], '密码已修改，请重新登录', sessionId);
    await endSession(transaction, sessionId);
    const opened = await parts.sessions.open(transaction, { id, userAccount }, client, { inPlaceOf: sessionId });
    const { accessToken, secretKey } = opened;
    await parts.guard.keepCodes(transaction, sessionId, opened.sessionId);
    return { accessToken, secretKey };
  });
}

/** The passkey or account link that opened the replaced session, so that removing it ends the new session too. Any link it had to make exists by now. */
async function credentialOf(db: Kysely<Tables>, sessionId: string): Promise<SignedInBy | undefined> {
  const wayIn = sql<SignedInBy | null>`signed_in_by - 'link'`.as('by');
  const found = await db.selectFrom('sys_session').select(wayIn).where('id', '=', sessionId).executeTakeFirst();
  return found?.by ?? undefined;
}

async function ownerOf(db: Kysely<Tables>, { userId, userAccount, userName }: SignedIn): Promise<PasswordOwner> {
  const user = await db.selectFrom('sys_user').select('userPhone').where('id', '=', userId).executeTakeFirst();
  return { account: userAccount, name: userName, phone: user?.userPhone ?? '' };
}

function read(request: FastifyRequest, name: keyof typeof labels, signedIn: SignedIn): string {
  const query = recordIn(request.query)[name];
  const body = recordIn(request.body)[name];
  if (query !== undefined && body !== undefined) throw refusedField(name, `${labels[name]}重复提交`);
  const value = query ?? body;
  if (typeof value !== 'string') throw refusedField(name, value === undefined ? `${labels[name]}不能为空` : `${labels[name]}格式不正确`);
  if (value === '') throw refusedField(name, `${labels[name]}不能为空`);
  return unseal(value, { name, label: labels[name], key: signedIn.secretKey });
}
