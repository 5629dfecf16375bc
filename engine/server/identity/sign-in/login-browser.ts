import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long somebody may spend at a provider, in seconds. */
export const atProviderSeconds = 900;

/**
 * The secret by which a browser proves that it is the one that was sent to the provider. A cookie, since the provider
 * redirects back by an ordinary link; nothing else ever reads it (docs/decisions/0078-other-ways-to-sign-in.md).
 */
export function browserSecretOf({ headers }: FastifyRequest, origin: string): string | undefined {
  const { cookie = '' } = headers;
  const found = cookie.split(/; */).filter((part) => part.startsWith(`${nameOf(origin)}=`));
  const value = found[0]?.slice(found[0].indexOf('=') + 1);
  return found.length === 1 && value !== undefined && /^[A-Za-z0-9_-]{43}$/.test(value) ? value : undefined;
}

/** The same secret, generated if the browser has none; its lifetime is extended each time. */
export function ensureBrowserSecret(request: FastifyRequest, reply: FastifyReply, origin: string): string {
  const secret = browserSecretOf(request, origin) ?? randomBytes(32).toString('base64url');
  const secure = isSecure(origin) ? '; Secure' : '';
  reply.header('set-cookie', `${nameOf(origin)}=${secret}; Path=/; Max-Age=${atProviderSeconds}; HttpOnly; SameSite=Lax${secure}`);
  return secret;
}

// A cookie name that another host of the same domain cannot set (RFC 6265bis); browsers accept it over https alone.
const nameOf = (origin: string): string => (isSecure(origin) ? '__Host-login' : 'login');

const isSecure = (origin: string): boolean => origin.startsWith('https:');
