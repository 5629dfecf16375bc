import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Tables } from '../../platform/database/tables.ts';
import { ownOrigin } from '../../platform/http/own-origin.ts';
import type { SignedInBy } from '../ways/signed-in-by.ts';
import { signedInOf } from '../session/session-hook.ts';
import type { SignInMethods } from './sign-in-methods.ts';

/** How long signing out waits for a provider, in milliseconds: the page waits a little longer. */
const timeoutMs = 2_000;

interface SignOutParts {
  readonly db: Kysely<Tables>;
  readonly methods: SignInMethods;
  readonly publicUrl: string | undefined;
}

/**
 * The address where the person also signs out at the provider that opened this session (OpenID Connect RP-Initiated
 * Logout 1.0); undefined for every other session, and if the provider has no such address or does not answer in time.
 */
export async function providerSignOut({ db, methods, publicUrl }: SignOutParts, request: FastifyRequest): Promise<string | undefined> {
  const found = await db
    .selectFrom('sys_session')
    .select((eb) => eb.ref('signedInBy').$castTo<SignedInBy | null>().as('by'))
    .where('id', '=', signedInOf(request).sessionId)
    .executeTakeFirst();
  const by = found?.by ?? undefined;
  const provider = by === undefined ? undefined : methods.way(by.way)?.provider;
  const origin = ownOrigin(request.raw, publicUrl);
  if (by === undefined || provider?.signOut === undefined || origin === undefined) return undefined;
  const signOutUrl = provider.signOut(by, `${origin}/login`).catch((err: unknown) => {
    request.log.warn({ err }, 'A provider was not asked where people sign out');
    return undefined;
  });
  return (await Promise.race([signOutUrl, wait(timeoutMs, undefined, { ref: false })]))?.href;
}
