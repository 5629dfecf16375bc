import { isDeepStrictEqual } from 'node:util';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyRequest } from 'fastify';
import { scopeOf } from '../../identity/rights/data-scope.ts';
import { admitAgain } from '../../identity/session/admit.ts';
import { signedInOf } from '../../identity/session/session-hook.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/**
 * Checks the reader again between the pages of a stream, which may take hours. Refuses if the session or the permission is gone, or if the definition
 * of the person's data scope has changed since the start; each page looks up anew which records that scope reaches.
 */
export async function requireStillPermitted(request: FastifyRequest, { name }: Resource): Promise<void> {
  const before = signedInOf(request);
  await admitAgain(request);
  if (!isDeepStrictEqual(scopeOf(signedInOf(request), name), scopeOf(before, name))) throw new Refusal('notPermitted');
}
