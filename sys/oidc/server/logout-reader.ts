import { isRecord } from '@back-office/contract/is-record.ts';
import { type ProviderLogout, WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { clockTolerance, type Discovered, type OidcSettings } from './provider-client.ts';

const event = 'http://schemas.openid.net/event/backchannel-logout';

/** Maximum age of a token in seconds: providers send it at once. */
const maxAge = 600;

/**
 * Validates logout tokens as required by OpenID Connect Back-Channel Logout 1.0, 2.6: signed by a key of the provider (never unsigned, never with our
 * own secret), with its issuer, our audience, a current time, the event, a subject or session, an id, and no nonce.
 */
export function logoutReader(
  { clientId }: OidcSettings,
  discovered: () => Promise<Discovered>,
): (token: string) => Promise<ProviderLogout> {
  const keys = new Map<string, JWTVerifyGetKey>();
  return async (token) => {
    const { config } = await discovered();
    const { issuer, jwks_uri: place, id_token_signing_alg_values_supported: supportedAlgorithms } = config.serverMetadata();
    if (place === undefined) throw new WayRefusal('wrong');
    const jose = await import('jose');
    const key = keys.get(place) ?? jose.createRemoteJWKSet(new URL(place), { timeoutDuration: 10_000 });
    keys.set(place, key);
    const algorithms = (supportedAlgorithms ?? ['RS256']).filter((name) => /^(?:RS|PS|ES)\d{3}$|^EdDSA$|^Ed25519$/.test(name));
    try {
      const { payload } = await jose.jwtVerify(token, key, { issuer, audience: clientId, algorithms, clockTolerance, maxTokenAge: maxAge });
      return logoutOf(payload, issuer);
    } catch (error) {
      if (error instanceof WayRefusal) throw error;
      const isUnavailable = error instanceof jose.errors.JWKSTimeout || error instanceof TypeError;
      throw new WayRefusal(isUnavailable ? 'unavailable' : 'wrong', error);
    }
  };
}

function logoutOf({ jti, sub, sid, events, nonce }: JWTPayload & { sid?: unknown; nonce?: unknown }, issuer: string): ProviderLogout {
  const isLogout = isRecord(events) && isRecord(events[event]);
  if (!isLogout || nonce !== undefined || typeof jti !== 'string' || jti === '') throw new WayRefusal('wrong');
  const named = {
    ...(typeof sub === 'string' && sub !== '' ? { subject: sub } : {}),
    ...(typeof sid === 'string' && sid !== '' ? { sid } : {}),
  };
  if (Object.keys(named).length === 0) throw new WayRefusal('wrong');
  return { id: jti, issuer, ...named };
}
