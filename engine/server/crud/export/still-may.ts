import { isDeepStrictEqual } from 'node:util';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyRequest } from 'fastify';
import { scopeOf } from '../../identity/rights/data-scope.ts';
import { admitAgain } from '../../identity/session/admit.ts';
import { signedInOf } from '../../identity/session/session-hook.ts';
import { Refusal } from '../../platform/http/refusal.ts';

/**
 * Asks again, between the pages of a stream, who is reading: it may be taken over hours. Refuses whose session or right is gone, and
 * who reaches the resource in other ways than when the stream began; which records those ways lead to each page asks itself.
 */
export async function stillMay(request: FastifyRequest, { name }: Resource): Promise<void> {
  const before = signedInOf(request);
  await admitAgain(request);
  if (!isDeepStrictEqual(scopeOf(signedInOf(request), name), scopeOf(before, name))) throw new Refusal('notPermitted');
}
