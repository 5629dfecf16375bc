import { recordIn } from '@back-office/contract/record-in.ts';
import { may, type Rights } from '@back-office/contract/resource/permission.ts';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';

/**
 * What a route requires of its caller. `public`: nothing. `session`: to be signed in. `own`: as `session`, and allowed
 * even while a one-time password must be changed first. Otherwise one of the grants.
 */
export type Right = 'public' | 'own' | 'session' | Grant | readonly Grant[];

/** Any of the permissions on a resource. */
export interface Grant {
  readonly resource: string;
  readonly permission: string | readonly string[];
}

/** The declaration of a route. */
export interface DeclaredCall {
  readonly right: Right;
  readonly keys?: boolean;
  readonly summary?: string;
  readonly shape?: CallShape;
  readonly isOff?: () => boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    right?: Right;
    /** Its body may take any time: the route itself watches the sender. */
    slowBody?: boolean;
    /** Open to a session whose screen is locked. */
    whileLocked?: boolean;
    /** Open to a session that previews a role, although it is no read: it changes nothing that is kept. */
    whilePreviewing?: boolean;
    /**
     * It may use a session from the cache of the last minute, since all of its work is one `once` or `withRights`,
     * which checks the session before anything is stored or answered.
     */
    cachedSession?: boolean;
    /** Whether API keys may call it; by default they may if a permission is required, and not if only a session is. */
    keys?: boolean;
    /** Its purpose, in Chinese: for the page 接口文档. */
    summary?: string;
    /** The shapes of its request and answer. */
    shape?: CallShape;
    /** Whether the current settings disable it: 接口文档 omits it. What it answers then is its own to decide. */
    isOff?: () => boolean;
  }
  interface FastifyInstance {
    /** The right of every route under /api, by `METHOD url`. */
    declaredRights: Map<string, Right>;
    /** The same calls with the rest of their declarations. */
    declaredCalls: Map<string, DeclaredCall>;
  }
}

/** Unless the route declares otherwise, calls that require a permission are open to API keys, and calls that require only a session are not. */
export const openToKeys = ({ right, keys }: { right?: Right; keys?: boolean }): boolean => keys ?? typeof right !== 'string';

/**
 * Whether a signed-in person with these rights may make a call that requires this right.
 * @example
 * const mayDecide = ({ user }: Context) => mayCall(user.rights, { resource: 'acme/agreement', permission: ['approve', 'end'] });
 */
export function mayCall(rights: Rights, right: Right): boolean {
  if (typeof right === 'string') return true;
  const grants = 'resource' in right ? [right] : right;
  return grants.some(({ resource, permission }) => [permission].flat().some((word) => may(rights, resource, word)));
}

const isWord = (value: unknown): boolean => typeof value === 'string' && value !== '';
const isListOf = (value: unknown, fits: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.length > 0 && value.every(fits);

function isGrant(value: unknown): boolean {
  const { resource, permission } = recordIn(value);
  return isWord(resource) && (isWord(permission) || isListOf(permission, isWord));
}

/** Whether it is a right; a misspelt word would be met by everybody who is signed in. */
const isRight = (value: unknown): boolean =>
  value === 'public' || value === 'own' || value === 'session' || isGrant(value) || isListOf(value, isGrant);

/**
 * Makes the start fail when a route under /api declares no right, or what is none, and names the route: a forgotten right must not
 * leave a route open (docs/hardening.md B01).
 */
export function requireRights(app: FastifyInstance): void {
  const declared = new Map<string, Right>();
  const calls = new Map<string, DeclaredCall>();
  app.decorate('declaredRights', declared);
  app.decorate('declaredCalls', calls);
  app.addHook('onRoute', (route: RouteOptions) => {
    if (!route.url.startsWith('/api')) return;
    const { right, keys, summary, shape, isOff } = route.config ?? {};
    const place = `The route ${String(route.method)} ${route.url} declares`;
    if (right === undefined) throw new Error(`${place} no right, so the server does not start.`);
    if (!isRight(right))
      throw new Error(
        `${place} the right ${JSON.stringify(right)}, which is none: write public, session, own, or the permissions of resources, ` +
          "such as { resource: 'acme/agreement', permission: 'read' }.",
      );
    const call: DeclaredCall = {
      right,
      ...(keys === undefined ? {} : { keys }),
      ...(summary === undefined ? {} : { summary }),
      ...(shape === undefined ? {} : { shape }),
      ...(isOff === undefined ? {} : { isOff }),
    };
    for (const method of [route.method].flat()) {
      if (method === 'HEAD') continue;
      declared.set(`${method} ${route.url}`, right);
      calls.set(`${method} ${route.url}`, call);
    }
  });
}
