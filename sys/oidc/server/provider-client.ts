import type * as client from 'openid-client';
import { WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';

/** A provider's settings. */
export interface OidcSettings {
  readonly id: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly label: string;
  /** Scopes requested beside `openid`. */
  readonly scope: string;
}

/** Timeout of each call to the provider, and tolerance for its clock, in seconds. */
const timeout = 10;
export const clockTolerance = 60;

/** How long a provider's metadata is cached, in milliseconds; its keys are refetched when an unknown one is used. */
const metadataTtlMs = 3_600_000;

/** The library and the provider's metadata. */
export interface Discovered {
  readonly lib: typeof client;
  readonly config: client.Configuration;
}

/**
 * Fetches a provider's metadata (OpenID Connect Discovery 1.0) when somebody first signs in with it: an unavailable provider does not prevent the
 * server from starting. Failures are retried at the next attempt; concurrent callers share one request. Throws a `WayRefusal`.
 */
export function providerClient(settings: OidcSettings, clock: () => Date): () => Promise<Discovered> {
  const issuer = issuerOf(settings);
  let cached: { found: Promise<Discovered>; until: number } | undefined;
  return async () => {
    const now = clock().getTime();
    if (cached === undefined || cached.until <= now) cached = { found: discover(issuer, settings), until: now + metadataTtlMs };
    const used = cached;
    try {
      return await used.found;
    } catch (error) {
      if (cached === used) cached = undefined;
      throw new WayRefusal('unavailable', error);
    }
  };
}

async function discover(issuer: URL, { clientId, clientSecret }: OidcSettings): Promise<Discovered> {
  const lib = await import('openid-client');
  const config = await lib.discovery(issuer, clientId, { client_secret: clientSecret, [lib.clockTolerance]: clockTolerance }, undefined, {
    timeout,
    execute: issuer.protocol === 'http:' ? [lib.allowInsecureRequests] : [],
  });
  return { lib, config };
}

/** The issuer's URL: https, or on this machine. */
function issuerOf({ id, issuer }: OidcSettings): URL {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  const isLocal = url !== undefined && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  if (url === undefined || !(url.protocol === 'https:' || (url.protocol === 'http:' && isLocal)))
    throw new StartError(`OIDC_${id.toUpperCase()}_ISSUER must be an https URL, as the provider says it of itself.`);
  return url;
}
