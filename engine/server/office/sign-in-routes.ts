import type { FastifyInstance } from 'fastify';
import { backchannelLogout } from '../identity/sign-in/backchannel-logout.ts';
import { sessionRoutes } from '../identity/sign-in/session-routes.ts';
import { type SignInMethods, signInMethods } from '../identity/sign-in/sign-in-methods.ts';
import { wayRoutes } from '../identity/sign-in/way-routes.ts';
import type { SignInParts } from '../identity/two-factor/sign-in-parts.ts';
import type { Settings } from '../platform/settings.ts';
import type { Services } from './server-feature.ts';

/** Adds what features bring to the parts of signing in, which are among the services that these features take, and so exist before them. */
export function fillSignInParts({ entering, arriving, telling, ways }: SignInParts, services: Services): SignInMethods {
  const { settings, features } = services;
  entering.push(...features.flatMap((feature) => feature.entering?.(services) ?? []));
  arriving.push(...features.flatMap((feature) => feature.arriving?.(services) ?? []));
  telling.push(...features.flatMap(({ tellOwners }) => tellOwners ?? []));
  const methods = signInMethods(
    settings.loginMethods,
    features.flatMap(({ signInWays }) => signInWays?.(services) ?? []),
  );
  ways.push(...methods.list.flatMap(({ id }) => methods.way(id) ?? []));
  return methods;
}

/** The calls by which people sign in and out. */
export function signInRoutes(
  app: FastifyInstance,
  parts: Parameters<typeof sessionRoutes>[1],
  methods: SignInMethods,
  settings: Settings,
): void {
  sessionRoutes(app, parts, methods, settings);
  wayRoutes(app, parts, methods, settings);
  backchannelLogout(app, parts, methods);
}
