import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import formbody from '@fastify/formbody';
import { checkResources } from '@back-office/contract/resource/check-resources.ts';
import { resources } from '@back-office/contract/resources/all.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { RouteParts } from './crud/operations.ts';
import { resourceRoutes } from './crud/routes.ts';
import type { Database } from './database/open.ts';
import { clientError } from './http/client-error.ts';
import { errorHandler } from './http/error-handler.ts';
import { healthRoutes } from './http/health.ts';
import { accessLog } from './http/access-log.ts';
import { picking } from './resources/picking.ts';
import { Refusal } from './http/refusal.ts';
import { requireRights } from './http/right.ts';
import { commonHeaders, securityHeaders } from './http/security-headers.ts';
import { sessionHook } from './http/session-hook.ts';
import { webRoutes } from './http/web-routes.ts';
import { resourceParts } from './resources/all.ts';
import { historyRoutes } from './operation-log/history-routes.ts';
import { recordRefusals } from './operation-log/record-refusals.ts';
import { contextOf } from './context-of.ts';
import { LoginGuard } from './session/login-guard.ts';
import { registerRoute } from './session/register.ts';
import { RightsReader } from './session/rights-reader.ts';
import { sessionRoutes } from './session/routes.ts';
import { SessionStore } from './session/session-store.ts';
import { updatePasswordRoute } from './session/update-password.ts';
import type { Settings } from './settings.ts';

export interface AppParts {
  database: Database;
  settings: Settings;
  log: FastifyBaseLogger;
  /** Now, for what no database clock decides: the date of the sign-in cipher. */
  clock: () => Date;
  /** Folder of the built browser part; without it only /api answers. */
  webRoot: string | undefined;
}

/**
 * The whole server over an open, migrated database; it does not listen. Throws when a declaration is wrong or a route
 * declares no right, with the place.
 */
export async function createApp({ database, settings, log, clock, webRoot }: AppParts): Promise<FastifyInstance> {
  const mistakes = checkResources(resources);
  if (mistakes.length > 0) throw new Error(`Wrong declarations:\n${mistakes.join('\n')}`);
  const app = Fastify({
    loggerInstance: log,
    // `accessLog` writes the one line that each request gets.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: settings.trustProxy,
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 20_000 },
    // Headers in 15 s and a JSON body in 30 s; slower is an attack (hardening.md I05, I06).
    requestTimeout: 30_000,
    http: { headersTimeout: 15_000 },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // An address that cannot be read comes past every hook, so the headers are set here.
    frameworkErrors: (error, request, reply) => errorHandler(error, request, reply.headers(commonHeaders(settings))),
    clientErrorHandler: clientError,
  });
  app.setErrorHandler(errorHandler);
  app.removeContentTypeParser('text/plain');
  await app.register(formbody, { bodyLimit: 64 * 1024 });
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  requireRights(app);
  accessLog(app);
  securityHeaders(app, settings);

  const sessions = new SessionStore(database.db, new RightsReader(database.db), settings.sessionHours);
  const signInParts = { db: database.db, sessions, guard: new LoginGuard(database.db) };
  sessionHook(app, sessions);
  recordRefusals(app, database.db);
  healthRoutes(app, database);
  sessionRoutes(app, { ...signInParts, clock }, settings);
  registerRoute(app, { ...signInParts, clock }, settings);
  updatePasswordRoute(app, signInParts);
  const parts: RouteParts = { db: database.db, contextOf, picking };
  historyRoutes(app, resources, parts);
  for (const resource of resources) resourceRoutes(app, resource, resourceParts[resource.name] ?? {}, parts);
  if (webRoot !== undefined) await webRoutes(app, webRoot, settings);
  else app.setNotFoundHandler(() => Promise.reject(new Refusal('noSuchCall')));
  return app;
}
