import type { ConfirmBy } from '@back-office/contract/calls/two-factor.ts';
import type { FastifyRequest } from 'fastify';
import { passkeyWay } from '../passkeys/passkey-session.ts';
import { secondsAgo } from '../../platform/database/now.ts';
import { refusedField } from '../../platform/http/refusal.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import { clientOf } from '../attempts/client.ts';
import { confirmPassword } from '../passwords/confirm-password.ts';
import { passwordGiver, passwordGiverIssue } from '../passwords/password-giver.ts';
import { attemptIn } from '../attempts/login-guard.ts';
import { signedInOf } from '../session/session-hook.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';
import { unseal } from '../passwords/unseal.ts';
import type { SignInParts } from './sign-in-parts.ts';
import { callDirectory } from '../ways/call-directory.ts';
import type { DirectoryWay, SignInWay } from '../ways/sign-in-way.ts';

type Parts = Pick<SignInParts, 'db' | 'guard' | 'resources' | 'settings' | 'ways'>;
type Directory = SignInWay & { readonly directory: DirectoryWay };

/** Minutes for which signing in at a provider proves the identity of somebody without a local password. */
const recentMinutes = 5;

/** How the session was opened, as far as it decides what proves the person's identity again. */
interface Opened {
  readonly by: SignedInBy | null;
  readonly isRecent: boolean;
  readonly passwordOnce: boolean | null;
  readonly twoStep: string | null;
  readonly passwordGiver: string | null;
}

/** What proves the signed-in user's identity again, besides a second factor; undefined for the local password. */
export async function confirmByOf(parts: Parts, signedIn: SignedIn): Promise<ConfirmBy | undefined> {
  const opened = await openedBy(parts, signedIn);
  if (isFactorAlone(parts, opened)) return { kind: 'secondFactor', label: '两步验证' };
  const way = wayOf(parts, opened);
  return way === undefined ? undefined : { kind: way.directory === undefined ? 'provider' : 'directory', label: way.label };
}

/** Whether the second factor alone proves the signed-in user's identity again: a passkey opened the session, and nobody knows a local password. */
export async function isProvedByFactor(parts: Parts, signedIn: SignedIn): Promise<boolean> {
  return isFactorAlone(parts, await openedBy(parts, signedIn));
}

/**
 * Why the signed-in user cannot prove their identity for a change that outlives the password: they signed in with one, or would prove it with one, that
 * somebody else set and may know, who could leave a way in for when its owner is given more (docs/decisions/0105-passwords-set-by-others.md).
 */
export async function givenPasswordIssue(parts: Parts, signedIn: SignedIn): Promise<string | undefined> {
  const opened = await openedBy(parts, signedIn);
  const { by, twoStep, passwordGiver: giver } = opened;
  const isByPassword = by === null || (twoStep !== '是' && wayOf(parts, opened) === undefined);
  if (giver === null || !isByPassword) return undefined;
  return (await passwordGiverIssue(parts, { id: signedIn.userId, passwordGiver: giver })) ?? '密码由他人设置，请先修改密码';
}

/**
 * Requires the signed-in user to prove their identity again by that with which they signed in: `password` of the body is the directory's if one opened
 * the session, otherwise the local one. Somebody without a local password whom a provider has identified lately needs none, where `acceptsRecent`.
 * Refuses with 40000 a wrong password, which counts as a failed sign-in.
 */
export async function confirmSignIn(parts: Parts, request: FastifyRequest, given: unknown, { acceptsRecent = true } = {}): Promise<void> {
  const signedIn = signedInOf(request);
  const opened = await openedBy(parts, signedIn);
  const way = wayOf(parts, opened);
  if (typeof given !== 'string' || given === '') {
    if (way?.provider === undefined) throw refusedField('password', '请输入密码');
    if (acceptsRecent && opened.isRecent) return;
    const soon = acceptsRecent ? `，并在 ${recentMinutes} 分钟内再试` : '';
    throw refusedField('password', `请退出后从“${way.label}”重新登录${soon}`);
  }
  const password = unseal(given, { name: 'password', label: '密码', key: signedIn.secretKey });
  if (way?.directory === undefined || opened.by === null)
    await confirmPassword(parts, signedIn, clientOf(request), { field: 'password', label: '密码', password });
  else await confirmByDirectory(parts, request, { ...way, directory: way.directory }, opened.by, password);
}

async function openedBy({ db }: Parts, { sessionId }: SignedIn): Promise<Opened> {
  const found = await db
    .selectFrom('sys_session as s')
    .innerJoin('sys_user', 'sys_user.id', 's.sysUserId')
    .select((eb) => [
      eb.ref('s.signedInBy').$castTo<SignedInBy | null>().as('by'),
      eb('s.loginTime', '>', secondsAgo(60 * recentMinutes))
        .$castTo<boolean>()
        .as('isRecent'),
      'passwordOnce',
      'twoStep',
      passwordGiver,
    ])
    .where('s.id', '=', sessionId)
    .executeTakeFirst();
  return found ?? { by: null, isRecent: false, passwordOnce: false, twoStep: null, passwordGiver: null };
}

/** The directory that opened the session, or the provider if the person has no local password that they chose; otherwise undefined. */
function wayOf(parts: Parts, opened: Opened): SignInWay | undefined {
  const way = parts.ways.find(({ id }) => id === opened.by?.way);
  return way?.directory === undefined && (way?.provider === undefined || hasPassword(parts, opened)) ? undefined : way;
}

const hasPassword = ({ settings: { loginMethods } }: Parts, { passwordOnce }: Opened): boolean =>
  passwordOnce !== true && loginMethods?.includes('password') !== false;

const isFactorAlone = (parts: Parts, opened: Opened): boolean =>
  opened.by?.way === passkeyWay && opened.twoStep === '是' && !hasPassword(parts, opened);

/** Asks the directory as signing in does; somebody else who has this account there by now does not count. */
async function confirmByDirectory(
  { guard }: Parts,
  request: FastifyRequest,
  { directory, label }: Directory,
  { account, issuer, subject }: SignedInBy,
  password: string,
): Promise<void> {
  const signedIn = signedInOf(request);
  const attempt = attemptIn(signedIn, clientOf(request));
  await guard.ask(attempt);
  const found = await callDirectory(() => directory.find(account ?? signedIn.userAccount));
  const person = found?.issuer === issuer && found.subject === subject ? found : undefined;
  // No password there is longer than the sign-in form allows.
  const isRight = password.length <= 256 && (await callDirectory(() => directory.check(person, password)));
  if (person === undefined || !isRight) {
    await guard.failed(attempt);
    throw refusedField('password', `“${label}”的密码不正确`);
  }
  await guard.ask(attempt);
}
