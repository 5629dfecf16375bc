import { may, type Rights } from '@back-office/contract/resource/permission.ts';
import type { FastifyInstance, RouteOptions } from 'fastify';
import type { CallShape } from '@back-office/contract/calls/call-shape.ts';

/**
 * What a route asks of its caller. `public`: nothing. `session`: to be signed in. `own`: as `session`, and open
 * even while a one-time password must be changed first. Otherwise one of the grants.
 */
export type Right = 'public' | 'own' | 'session' | Grant | readonly Grant[];

/** One of the permissions on a resource. */
export interface Grant {
  readonly resource: string;
  readonly permission: string | readonly string[];
}

/** What a route says of itself. */
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
    /** Its body may take as long as it takes: the route itself watches whoever sends it. */
    slowBody?: boolean;
    /** Open to a session whose screen is locked. */
    whileLocked?: boolean;
    /** Open to a session that previews a role, though it is no reading: it changes nothing that people keep. */
    whilePreviewing?: boolean;
    /**
     * It may begin with a session that was looked up in the last minute, since its whole work is one `once` or `withRights`, which asks
     * whether that stands before anything is kept or answered.
     */
    cachedSession?: boolean;
    /** Whether API keys may call it; without a word they may where a permission is asked for, and not where a session is. */
    keys?: boolean;
    /** What it is for, in Chinese: for the page 接口文档. */
    summary?: string;
    /** What it reads and gives. */
    shape?: CallShape;
    /** Whether the settings keep it from anybody, as they are now: 接口文档 leaves it out, and it refuses. */
    isOff?: () => boolean;
  }
  interface FastifyInstance {
    /** The right of every route under /api, by `METHOD url`. */
    declaredRights: Map<string, Right>;
    /** The same calls with what else is declared of them. */
    declaredCalls: Map<string, DeclaredCall>;
  }
}

/** What a right names is open to API keys unless its route says no, and of what a session alone is asked for only what says so. */
export const openToKeys = ({ right, keys }: { right?: Right; keys?: boolean }): boolean => keys ?? typeof right !== 'string';

/**
 * Whether somebody who is signed in, with these rights, may make a call that asks for this one.
 * @example
 * const mayDecide = ({ user }: Context) => mayCall(user.rights, { resource: 'acme/agreement', permission: ['approve', 'end'] });
 */
export function mayCall(rights: Rights, right: Right): boolean {
  if (typeof right === 'string') return true;
  const grants = 'resource' in right ? [right] : right;
  return grants.some(({ resource, permission }) => [permission].flat().some((word) => may(rights, resource, word)));
}

/**
 * Makes the start fail when a route under /api declares no right, and names the route: a forgotten right must not leave
 * a route open (docs/hardening.md B01).
 */
export function requireRights(app: FastifyInstance): void {
  const declared = new Map<string, Right>();
  const calls = new Map<string, DeclaredCall>();
  app.decorate('declaredRights', declared);
  app.decorate('declaredCalls', calls);
  app.addHook('onRoute', (route: RouteOptions) => {
    if (!route.url.startsWith('/api')) return;
    const { right, keys, summary, shape, isOff } = route.config ?? {};
    if (right === undefined)
      throw new Error(`The route ${String(route.method)} ${route.url} declares no right, so the server does not start.`);
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
