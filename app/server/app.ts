import compress from '@fastify/compress';
import { checkResources } from '@back-office/contract/resource/check-resources.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { resourceRoutes } from '@back-office/server/crud/routes.ts';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { finishIndexes } from '@back-office/server/platform/jobs/search-indexes.ts';
import { registerExports } from '@back-office/server/crud/export/register-exports.ts';
import { clientError } from '@back-office/server/platform/http/client-error.ts';
import { errorHandler } from '@back-office/server/platform/http/error-handler.ts';
import { healthRoutes } from '@back-office/server/platform/http/health.ts';
import { originForm } from '@back-office/server/platform/http/origin-form.ts';
import { accessLog } from '@back-office/server/platform/http/access-log.ts';
import { drain } from '@back-office/server/platform/http/drain.ts';
import { bodyTimer } from '@back-office/server/platform/http/body-timer.ts';
import { checkRequests } from '@back-office/server/platform/http/check-requests.ts';
import { cutStalledReaders } from '@back-office/server/platform/http/cut-stalled-readers.ts';
import { formBody } from '@back-office/server/platform/http/form-body.ts';
import { jsonBody } from '@back-office/server/platform/http/json-body.ts';
import { limitConnections } from '@back-office/server/platform/http/limit-connections.ts';
import { requestIdOf, sendRequestId } from '@back-office/server/platform/http/request-id.ts';
import { files } from '@back-office/server/files/files.ts';
import { guardStorage } from '@back-office/server/platform/storage/guard-storage.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';
import { Refusal } from '@back-office/server/platform/http/refusal.ts';
import { requireRights } from '@back-office/server/platform/http/right.ts';
import { clearImports } from '@back-office/server/crud/import/import-store.ts';
import { importRoutes } from '@back-office/server/crud/import/routes.ts';
import { JobRunner } from '@back-office/server/platform/jobs/job-runner.ts';
import { commonHeaders, securityHeaders } from '@back-office/server/platform/http/security-headers.ts';
import { sessionHook } from '@back-office/server/identity/session/session-hook.ts';
import { cleanForwarded } from '@back-office/server/platform/http/clean-forwarded.ts';
import { trustFunction } from '@back-office/server/platform/trusted-proxies.ts';
import { webRoutes } from '@back-office/server/platform/http/web-routes.ts';
import { clearRecycle } from '@back-office/server/crud/recycle/clear-recycle.ts';
import { clearLogs } from '@back-office/server/crud/operation-log/clear-logs.ts';
import { metricsRoutes } from '@back-office/server/platform/metrics/metrics-routes.ts';
import { historyRoutes } from '@back-office/server/crud/operation-log/history-routes.ts';
import { recordRefusals } from '@back-office/server/crud/operation-log/record-refusals.ts';
import { preferenceRoutes } from '@back-office/server/identity/preferences/routes.ts';
import { liveRoutes } from '@back-office/server/identity/live/live-routes.ts';
import { isLiveUpgrade } from '@back-office/server/identity/live/upgrade.ts';
import { watchRoutes } from '@back-office/server/crud/watching/watch-routes.ts';
import { LoginGuard } from '@back-office/server/identity/session/login-guard.ts';
import { RightsReader } from '@back-office/server/identity/session/rights-reader.ts';
import { sessionRoutes } from '@back-office/server/identity/sign-in/routes.ts';
import { SessionStore } from '@back-office/server/identity/session/session-store.ts';
import { updatePasswordRoute } from '@back-office/server/identity/sign-in/update-password.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { TwoFactor } from '@back-office/server/identity/two-factor/two-factor.ts';
import { defaultOperations, type RouteParts } from '@back-office/server/crud/operations.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import { makeContexts } from '@back-office/server/office/make-contexts.ts';
import { optionRights } from '@back-office/server/office/option-rights.ts';
import type { ServerFeature, Services } from '@back-office/server/office/server-feature.ts';
import type { RecordReach } from '@back-office/server/files/record-reach.ts';
import type { NoticeReader } from '@back-office/server/identity/live/notice-reader.ts';
import type { SecondFactorParts } from '@back-office/server/identity/two-factor/second-factor.ts';
import type { JobKind } from '@back-office/server/platform/jobs/job-kind.ts';
import { modules } from './modules.ts';
import { office as product } from '../office.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Work that outlives a request; `createApp` registers its kinds, `main.ts` starts it. */
    jobs: JobRunner;
  }
}

export interface AppParts {
  database: Database;
  /** Where files lie; closed with the server. */
  storage: Storage;
  settings: Settings;
  log: FastifyBaseLogger;
  /** Now, for what no database clock decides: the date of the sign-in cipher. */
  clock: () => Date;
  /** Folder of the built browser part; without it only /api answers. */
  webRoot: string | undefined;
  /** What is declared; the whole product when absent. */
  office?: Office;
}

/**
 * The whole server over an open, migrated database; it does not listen. Throws when a declaration is wrong or a route
 * declares no right, with the place.
 */
export async function createApp(given: AppParts): Promise<FastifyInstance> {
  const { database, settings, log, clock, webRoot, office = product } = given;
  requireDeclarations(office);
  const features = modules.flatMap((module) => module.features).filter(({ name }) => office.has(name));
  const { contextOf, contextFor } = makeContexts(office, features);
  const app = makeServer(settings, log);
  app.setErrorHandler(errorHandler);
  readBodies(app);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  guardRequests(app, settings);

  const signIn = signInParts(database, settings, clock);
  const { sessions } = signIn;
  sessionHook(app, sessions);
  recordRefusals(app, database.db, office.resources);
  healthRoutes(app, database);
  sessionRoutes(app, { ...signIn, db: database.urgent.db, clock }, settings);
  updatePasswordRoute(app, signIn);
  const jobs = jobRunner(app, database.db, log);
  preferenceRoutes(app, database.db);
  const hub = liveRoutes(app, { database, sessions, settings, ...noticeReaderOf(features, database) });
  const storage = guardedStorage(app, given.storage);
  drain(app);
  metricsRoutes(app, { database, settings, sockets: () => hub.sockets.all.size });
  const choosers = features.flatMap(({ choosers: own }) => (own === undefined ? [] : [own]));
  const parts: RouteParts = {
    db: database.db,
    urgent: database.urgent.db,
    contextOf,
    optionRights: (resource) => optionRights(resource, office.resources, choosers),
  };
  historyRoutes(app, office.resources, parts);
  watchRoutes(app, office.resources, parts);
  const reach = Object.assign({}, ...features.map(({ fileReach }) => fileReach)) as RecordReach;
  const fileParts = files(app, { db: database.db, storage, sessions, jobs, contextOf, reach, clock, settings });
  const services: Services = { ...parts, database, settings, log, clock, sessions, signIn, files: fileParts, office, features };
  for (const { routes } of features) routes?.(app, services);
  resourceCalls(app, office, features, services);
  for (const kind of [...ownJobs(database, settings), ...features.flatMap(({ jobs: kinds }) => kinds?.(services) ?? [])])
    jobs.register(kind);
  registerExports(app, office.resources, parts, { storage, contextFor });
  if (webRoot !== undefined) await webRoutes(app, webRoot, settings);
  else app.setNotFoundHandler(() => Promise.reject(new Refusal('noSuchCall')));
  return app;
}

/** The calls of every resource: the pattern's, with what its feature puts in their place and adds to them. */
function resourceCalls(app: FastifyInstance, { resources }: Office, features: readonly ServerFeature[], services: Services): void {
  const differing = new Map(features.flatMap(({ parts }) => Object.entries(parts?.(services) ?? {})));
  for (const resource of resources) {
    const part = differing.get(resource.name) ?? {};
    resourceRoutes(app, resource, part, services);
    importRoutes(app, resource, { ...defaultOperations, ...part.operations }, services);
  }
}

const signInParts = (database: Database, settings: Settings, clock: () => Date): SecondFactorParts => ({
  db: database.db,
  sessions: new SessionStore(database.urgent, new RightsReader(database.urgent.db), settings),
  guard: new LoginGuard(database.urgent.db),
  singleSignOn: settings.singleSignOn,
  twoStep: new TwoFactor(settings, clock),
});

function noticeReaderOf(features: readonly ServerFeature[], { db }: Database): { readNotice?: NoticeReader } {
  const readNotice = features.find((feature) => feature.readNotice !== undefined)?.readNotice?.(db);
  return readNotice === undefined ? {} : { readNotice };
}

/** The storage with its failures classified. Make it before `drain`, which waits for requests that use the storage. */
function guardedStorage(app: FastifyInstance, bare: Storage): Storage {
  const storage = guardStorage(bare);
  app.addHook('preClose', async () => storage.stop());
  return storage;
}

function requireDeclarations({ resources, rules }: Office): void {
  const mistakes = checkResources(resources, rules);
  if (mistakes.length > 0) throw new Error(`Wrong declarations:\n${mistakes.join('\n')}`);
}

/** What holds for every connection and every request, whoever answers it. */
function guardRequests(app: FastifyInstance, settings: Settings): void {
  sendRequestId(app);
  cleanForwarded(app);
  requireRights(app);
  limitConnections(app, settings);
  cutStalledReaders(app);
  accessLog(app);
  bodyTimer(app);
  securityHeaders(app, settings);
  checkRequests(app, settings);
}

function jobRunner(app: FastifyInstance, db: Database['db'], log: FastifyBaseLogger): JobRunner {
  const jobs = new JobRunner(db, log);
  app.decorate('jobs', jobs);
  app.addHook('preClose', async () => void jobs.stop());
  app.addHook('onClose', () => jobs.stop());
  return jobs;
}

/** The work that the engine itself does in the background. */
const ownJobs = (database: Database, settings: Settings): JobKind[] => [
  finishIndexes(database),
  clearRecycle(database.db),
  clearLogs(database.db, settings),
  { name: 'clear-imports', every: 3600, run: () => clearImports(database.db) },
];

/** The kinds of body that are read; uploads have their own. */
function readBodies(app: FastifyInstance): void {
  app.removeContentTypeParser('text/plain');
  jsonBody(app);
  formBody(app);
}

/** The server without a route. */
function makeServer(settings: Settings, log: FastifyBaseLogger): FastifyInstance {
  return Fastify({
    loggerInstance: log,
    // `accessLog` writes the one line that each request gets.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustFunction(settings.trustProxy),
    genReqId: requestIdOf(settings),
    rewriteUrl: originForm,
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 20_000 },
    // Headers in 15 s; bodies have `bodyTimer` (docs/hardening.md I05, I06). An address holds 500 ids, their commas
    // escaped.
    requestTimeout: 0,
    // A body that comes faster than it is taken is stopped and let go on less often: a fifth of an upload's work
    // (docs/decisions/0010-files.md).
    http: {
      headersTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 32 * 1024,
      highWaterMark: 512 * 1024,
      shouldUpgradeCallback: isLiveUpgrade,
    },
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // An address that cannot be read comes past every hook, so the headers are set here.
    frameworkErrors: (error, request, reply) =>
      errorHandler(error, request, reply.headers({ ...commonHeaders(settings), 'x-request-id': request.id })),
    clientErrorHandler: clientError,
  });
}
