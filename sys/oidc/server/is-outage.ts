import type * as client from 'openid-client';

/** Errors (RFC 6749, 4.1.2.1 and 5.2) that nobody who signs in can cause: the provider is down, or refuses the product itself. */
const outages: readonly (string | undefined)[] = ['temporarily_unavailable', 'server_error', 'invalid_client'];

/**
 * Whether openid-client failed because the provider does not work, or refuses the product's own secret, rather than because of
 * the answer that somebody brought. The library throws what `fetch` throws as it is, and names as the cause of its own errors a
 * timeout, a body that was cut, or the response whose status was not the expected one.
 */
export function isOutage(
  lib: Pick<typeof client, 'ResponseBodyError' | 'AuthorizationResponseError' | 'WWWAuthenticateChallengeError'>,
  error: unknown,
): boolean {
  if (error instanceof lib.AuthorizationResponseError) return outages.includes(error.error);
  if (error instanceof lib.ResponseBodyError) return isDown(error.status) || outages.includes(error.error);
  // The challenge of a token endpoint is for the product, whose secret it does not accept.
  if (error instanceof lib.WWWAuthenticateChallengeError) return isDown(error.status) || error.status === 401;
  for (let cause = error; cause !== undefined; cause = cause instanceof Error ? cause.cause : undefined) {
    if (cause instanceof TypeError || (cause instanceof Response && isDown(cause.status))) return true;
    if (cause instanceof DOMException && (cause.name === 'TimeoutError' || cause.name === 'AbortError')) return true;
  }
  return false;
}

const isDown = (status: number): boolean => status >= 500 || status === 429;
