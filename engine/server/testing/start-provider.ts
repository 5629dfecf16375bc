import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';

/** A real OpenID Connect provider on this machine, which signs in everybody at once. */
export interface TestProvider {
  readonly issuer: string;
  /** Its registered client. */
  readonly client: { readonly id: string; readonly secret: string };
  /** The subject that the next browser is signed in as; undefined: the provider refuses. */
  person: string | undefined;
  /** How its token endpoint fails until this is undefined again: with this status and `error`, or `cut` without any answer. */
  failure: { readonly status: number; readonly error?: string } | 'cut' | undefined;
  /** Opens it for the product at this address; before, it does not answer. */
  readonly open: (office: string) => Promise<void>;
  /** A token with these claims, signed with a key that it publishes. */
  readonly sign: (claims: JWTPayload) => Promise<string>;
  readonly stop: () => Promise<void>;
}

const client = { id: 'back-office', secret: 'a-secret-that-only-tests-know' } as const;

/** Starts a provider that waits to be opened, since the product and the provider must know each other's address. */
export async function startProvider(): Promise<TestProvider> {
  let answer = (_request: IncomingMessage, response: ServerResponse): void => void response.writeHead(503).end();
  const server = createServer((request, response) => answer(request, response));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const test: TestProvider = {
    issuer,
    client,
    person: undefined,
    failure: undefined,
    open: async (office) => {
      const provider = await makeProvider(issuer, office, privateKey);
      const forOthers = provider.callback();
      answer = (request, response) => {
        if (request.url?.startsWith('/interaction/') === true) void signInAtOnce(provider, request, response, test.person);
        else if (request.url === '/token' && test.failure !== undefined) fail(response, test.failure);
        else void forOthers(request, response);
      };
    },
    sign: (claims) => new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'test', typ: 'logout+jwt' }).sign(privateKey),
    stop: () => {
      server.closeAllConnections();
      return new Promise((closed) => server.close(() => closed()));
    },
  };
  return test;
}

function fail(response: ServerResponse, failure: NonNullable<TestProvider['failure']>): void {
  if (failure === 'cut') return void response.destroy();
  const { status, error } = failure;
  response.writeHead(status, { 'content-type': 'application/json' }).end(error === undefined ? '' : JSON.stringify({ error }));
}

/** Somebody whose name has a character that begins as the 200th code unit and ends as the 201st, and whose groups no JSON of a database takes. */
export const oddlyNamed = 'p-odd';

const nameOf = (subject: string): string => (subject === oddlyNamed ? `${'长'.repeat(199)}😀` : `门户的${subject}`);

const oddGroupsOf = (subject: string): string[] => (subject === oddlyNamed ? ['nothing: \0', 'half: \uD83D'] : []);

async function makeProvider(issuer: string, office: string, key: CryptoKey): Promise<Provider> {
  return new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        token_endpoint_auth_method: 'client_secret_post',
        redirect_uris: [`${office}/api/login/corp/callback`],
        post_logout_redirect_uris: [`${office}/login`],
        backchannel_logout_uri: `${office}/api/login/corp/backchannel-logout`,
        backchannel_logout_session_required: true,
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(key)), alg: 'RS256', use: 'sig', kid: 'test' }] },
    cookies: { keys: ['only-for-tests'] },
    conformIdTokenClaims: false,
    claims: { openid: ['sub'], profile: ['name', 'groups'] },
    features: {
      devInteractions: { enabled: false },
      backchannelLogout: { enabled: true },
      rpInitiatedLogout: { enabled: true, logoutSource: askNothing },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
    pkce: { required: () => true },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({ sub, name: nameOf(sub), groups: [`group of ${sub}`, ...oddGroupsOf(sub)] }),
    }),
    // Skips the question whether the product may know the person's identity.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new oidc.provider.Grant({ accountId: oidc.session?.accountId ?? '', clientId: oidc.client?.clientId ?? '' });
      grant.addOIDCScope('openid profile');
      await grant.save();
      return grant;
    },
    // By default it refuses to call addresses of this machine.
    fetch: (url, options) => {
      const plain: Record<string, unknown> = { ...options };
      delete plain['dispatcher'];
      return fetch(url, plain);
    },
  });
}

/** Signing out there needs a form that is submitted at once. */
function askNothing(context: { body: unknown }, form: string): void {
  context.body = `<!doctype html>${form}<script>document.forms[0].insertAdjacentHTML('beforeend','<input type="hidden" name="logout" value="yes">');document.forms[0].submit()</script>`;
}

async function signInAtOnce(provider: Provider, request: IncomingMessage, response: ServerResponse, person: string | undefined) {
  const result = person === undefined ? { error: 'access_denied' } : { login: { accountId: person } };
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
}
