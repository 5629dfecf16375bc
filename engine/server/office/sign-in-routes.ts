import type { FastifyInstance } from 'fastify';
import { backchannelLogout } from '../identity/sign-in/backchannel-logout.ts';
import { sessionRoutes } from '../identity/sign-in/session-routes.ts';
import { type SignInMethods, signInMethods } from '../identity/sign-in/sign-in-methods.ts';
import { wayRoutes } from '../identity/sign-in/way-routes.ts';
import type { Services } from './server-feature.ts';

/** The calls by which people sign in and out, and the ways to do so. */
export function signInRoutes(app: FastifyInstance, parts: Parameters<typeof sessionRoutes>[1], services: Services): SignInMethods {
  const { settings, features } = services;
  const methods = signInMethods(
    settings.loginMethods,
    features.flatMap(({ signInWays }) => signInWays?.(services) ?? []),
  );
  parts.ways.push(...methods.list.flatMap(({ id }) => methods.way(id) ?? []));
  sessionRoutes(app, parts, methods, settings);
  wayRoutes(app, parts, methods, settings);
  backchannelLogout(app, parts, methods);
  return methods;
}
