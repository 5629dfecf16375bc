import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../platform/http/refusal.ts';
import type { SignedIn } from '../rights/signed-in.ts';
import { signedInOf } from './session-hook.ts';

/**
 * The person behind a request that sets up a second factor: allowed before they have one, but not while they have a
 * one-time password (docs/wire.md 40301).
 */
export function signedInForTwoFactor(request: FastifyRequest): SignedIn {
  const signedIn = signedInOf(request);
  if (signedIn.mustFirst?.outcome === 'mustChangePassword') throw new Refusal('mustChangePassword');
  return signedIn;
}
