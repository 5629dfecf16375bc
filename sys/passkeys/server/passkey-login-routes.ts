import { outcomes } from '@back-office/contract/status.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { passkeyWay, signedInByPasskey } from '@back-office/server/identity/passkeys/passkey-session.ts';
import type { Passkeys } from '@back-office/server/identity/passkeys/passkeys.ts';
import { readAssertion } from '@back-office/server/identity/passkeys/read-answer.ts';
import { clientOf } from '@back-office/server/identity/attempts/client.ts';
import { writeLoginLog } from '@back-office/server/identity/attempts/write-login-log.ts';
import { admitPerson, type Shown, shownColumns } from '@back-office/server/identity/sign-in/admit-person.ts';
import { browserSecretOf, ensureBrowserSecret } from '@back-office/server/identity/sign-in/login-browser.ts';
import { passkeyFailures } from '@back-office/server/identity/two-factor/proof.ts';
import { requestPasskeyOf } from '@back-office/server/identity/two-factor/second-factor.ts';
import type { SignInParts } from '@back-office/server/identity/two-factor/sign-in-parts.ts';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';
import { ok } from '@back-office/server/platform/http/ok.ts';
import { ownOrigin } from '@back-office/server/platform/http/own-origin.ts';
import { recordOf } from '@back-office/server/platform/http/record-of.ts';
import { Refusal, refusedField } from '@back-office/server/platform/http/refusal.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { passkeyShapes } from './passkey-shapes.ts';
import { arePasskeysOff, requirePasskeys } from './require-passkeys.ts';

/**
 * Signing in with a passkey: as the second step, with the ticket of the first, or by itself, with any passkey that the person chooses. The latter
 * must be among LOGIN_METHODS; a challenge is valid once, and only for the browser that got it.
 */
export function passkeyLoginRoutes(app: FastifyInstance, parts: SignInParts, settings: Settings): void {
  const open = (shape: CallShape) => ({ config: { right: 'public', shape, isOff: () => arePasskeysOff(parts) } }) as const;
  const isPasskeyEnough = settings.loginMethods?.includes(passkeyWay) ?? true;
  const requireWay = (): Passkeys => {
    const passkeys = requirePasskeys(parts);
    if (!isPasskeyEnough) throw new Refusal('notPermitted', { message: '本系统不能只用通行密钥登录，请选择其他登录方式' });
    return passkeys;
  };

  app.post('/api/login/passkey/start', open(passkeyShapes.start), async (request, reply) => {
    const { ticket } = recordOf(request.body ?? {});
    if (ticket === undefined) {
      const passkeys = requireWay();
      const bound = ensureBrowserSecret(request, reply, originOf(request, settings));
      return ok(await passkeys.ask(parts.db, { purpose: 'sign-in', bound, ip: request.ip }));
    }
    if (typeof ticket !== 'string' || ticket === '') throw refusedField('ticket', '缺少登录凭据');
    return ok(await requestPasskeyOf(parts, requirePasskeys(parts), ticket.slice(0, 100), clientOf(request)));
  });

  app.post('/api/login/passkey', open(passkeyShapes.login), async (request) => {
    const passkeys = requireWay();
    const answer = readAssertion(request.body);
    const bound = browserSecretOf(request, originOf(request, settings)) ?? '';
    const checked = await passkeys.check(parts.db, answer, { purpose: 'sign-in', bound, ip: request.ip });
    const person = await holderOf(parts, checked.passkey?.sysUserId ?? null);
    if (checked.outcome !== 'right') throw await recordRefusal(parts, request, { person, why: passkeyFailures[checked.outcome] });
    if (person === undefined) throw new Refusal('gone');
    const by = signedInByPasskey(checked.passkey);
    // A passkey with user verification by fingerprint or PIN counts as both factors (NIST SP 800-63B, 3.1.7).
    return ok<LoginAnswer>(await admitPerson(parts, person, clientOf(request), { by, message: '登录成功（通行密钥）', isStrong: true }));
  });
}

/** The origin at which people use this server; passkeys do not work without it. */
const originOf = ({ raw }: FastifyRequest, { publicUrl }: Settings): string => ownOrigin(raw, publicUrl) ?? '';

async function holderOf({ db }: SignInParts, id: string | null): Promise<Shown | undefined> {
  return id === null ? undefined : db.selectFrom('sys_user').select(shownColumns).where('id', '=', id).executeTakeFirst();
}

/** Counts and logs a failure, under the account if the passkey is somebody's; the answer does not reveal that. */
async function recordRefusal(
  { db, guard }: SignInParts,
  request: FastifyRequest,
  { person, why }: { person: Shown | undefined; why: string },
): Promise<Refusal> {
  const client = clientOf(request);
  if (person === undefined) await guard.attemptFrom(client.ip);
  else await guard.failed({ account: person.userAccount, client, way: passkeyWay });
  const who = person === undefined ? { account: '' } : { account: person.userAccount, name: person.userName, userId: person.id };
  await writeLoginLog(db, { ...who, type: '登录', status: outcomes.failure, message: why, failedBy: passkeyWay }, client);
  return refusedField('response', '通行密钥验证失败，请重试或使用其他登录方式');
}
