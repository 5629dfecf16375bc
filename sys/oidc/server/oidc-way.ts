import { cutText } from '@back-office/contract/cut-text.ts';
import { type AuthorizationRequest, type OtherPerson, type SignInWay, WayRefusal } from '@back-office/server/identity/ways/sign-in-way.ts';
import { claimsOf } from './claims-of.ts';
import { isOutage } from './is-outage.ts';
import type { Discovered, OidcSettings } from './provider-client.ts';
import { providerClient } from './provider-client.ts';
import { logoutReader } from './logout-reader.ts';

/**
 * Signing in with an OpenID Connect provider: authorization code flow with PKCE (RFC 7636), state and nonce; the token's issuer, audience and time are
 * verified by openid-client, and so is the answer's issuer if the provider sends it (RFC 9207). That the provider made the token is known by TLS, over
 * which it comes from the provider itself (OpenID Connect Core 1.0, 3.1.3.7, point 6).
 */
export function oidcWay(settings: OidcSettings, clock: () => Date): SignInWay {
  const discovered = providerClient(settings, clock);
  return {
    id: settings.id,
    kind: 'oidc',
    label: settings.label,
    provider: {
      start: async (authorization) => startUrl(await discovered(), settings, authorization),
      finish: async (authorization, answer) => personOf(await discovered(), authorization, answer),
      signOut: async ({ idToken }, back) => {
        const { lib, config } = await discovered();
        if (config.serverMetadata().end_session_endpoint === undefined) return undefined;
        return lib.buildEndSessionUrl(config, {
          post_logout_redirect_uri: back,
          ...(idToken === undefined ? {} : { id_token_hint: idToken }),
        });
      },
      readLogout: logoutReader(settings, discovered),
    },
  };
}

async function startUrl({ lib, config }: Discovered, { scope }: OidcSettings, authorization: AuthorizationRequest): Promise<URL> {
  return lib.buildAuthorizationUrl(config, {
    redirect_uri: authorization.callback,
    scope,
    state: authorization.state,
    nonce: authorization.nonce,
    code_challenge: await lib.calculatePKCECodeChallenge(authorization.verifier),
    code_challenge_method: 'S256',
  });
}

/** The person who returned, from the provider's token. */
async function personOf({ lib, config }: Discovered, authorization: AuthorizationRequest, answer: URL): Promise<OtherPerson> {
  // The callback address of the original request: a proxy in front of us may have changed the one of this request.
  const came = new URL(authorization.callback);
  came.search = answer.search;
  try {
    const tokens = await lib.authorizationCodeGrant(config, came, {
      pkceCodeVerifier: authorization.verifier,
      expectedState: authorization.state,
      expectedNonce: authorization.nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims === undefined) throw new WayRefusal('wrong');
    const { iss: issuer, sub: subject, sid } = claims;
    const named = [claims['name'], claims['preferred_username'], claims['email']].find((name) => typeof name === 'string' && name !== '');
    return {
      issuer,
      subject,
      name: typeof named === 'string' ? cutText(named, 200) : subject,
      claims: claimsOf(claims),
      ...(typeof sid === 'string' ? { sid } : {}),
      ...(tokens.id_token === undefined ? {} : { idToken: tokens.id_token }),
    };
  } catch (error) {
    if (error instanceof WayRefusal) throw error;
    if (isOutage(lib, error)) throw new WayRefusal('unavailable', error);
    throw new WayRefusal(error instanceof lib.AuthorizationResponseError && error.error === 'access_denied' ? 'denied' : 'wrong', error);
  }
}
