import compress from '@fastify/compress';
import { checkResources } from '@back-office/contract/resource/check-resources.ts';
import { resources } from '@back-office/sys/all.ts';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { defaultOperations, type ResourcePart, type RouteParts } from '@back-office/server/crud/operations.ts';
import { resourceRoutes } from '@back-office/server/crud/routes.ts';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { finishIndexes } from '@back-office/server/platform/jobs/search-indexes.ts';
import { registerExports } from '@back-office/server/crud/export/register-exports.ts';
import { findRoutes } from '@back-office/sys/search/server/routes.ts';
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
import { fileReach } from '@back-office/sys/files/server/file-reach.ts';
import { optionRights } from '@back-office/sys/shared/server/option-rights.ts';
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
import { resourceParts } from '@back-office/sys/server.ts';
import { announceJob } from '@back-office/sys/notices/server/announce.ts';
import { clearLogs } from '@back-office/server/crud/operation-log/clear-logs.ts';
import { logParts } from '@back-office/sys/logs/server/log-part.ts';
import { metricsRoutes } from '@back-office/server/platform/metrics/metrics-routes.ts';
import { historyRoutes } from '@back-office/server/crud/operation-log/history-routes.ts';
import { recordRefusals } from '@back-office/server/crud/operation-log/record-refusals.ts';
import { ownRoutes } from '@back-office/sys/account/server/own-routes.ts';
import { preferenceRoutes } from '@back-office/server/identity/preferences/routes.ts';
import { liveRoutes } from '@back-office/server/identity/live/live-routes.ts';
import { isLiveUpgrade } from '@back-office/server/identity/live/upgrade.ts';
import { watchRoutes } from '@back-office/server/crud/watching/watch-routes.ts';
import { readNotice } from '@back-office/sys/notices/server/readable.ts';
import { contextFor, contextOf } from './context-of.ts';
import { LoginGuard } from '@back-office/server/identity/session/login-guard.ts';
import { registerRoute } from '@back-office/sys/account/server/register.ts';
import { RightsReader } from '@back-office/server/identity/session/rights-reader.ts';
import { smsJobs } from '@back-office/sys/sms/server/sms-jobs.ts';
import { smsPart } from '@back-office/sys/sms/server/sms-part.ts';
import { sessionRoutes } from '@back-office/server/identity/sign-in/routes.ts';
import { lifeOf } from '@back-office/server/identity/session/session-life.ts';
import { SessionStore } from '@back-office/server/identity/session/session-store.ts';
import { watchGuessing } from '@back-office/sys/account/server/watch-guessing.ts';
import { updatePasswordRoute } from '@back-office/server/identity/sign-in/update-password.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import { twoFactorRoutes } from '@back-office/sys/account/server/two-factor-routes.ts';
import { TwoFactor } from '@back-office/server/identity/two-factor/two-factor.ts';
import { statisticsRoutes } from '@back-office/sys/home/server/routes.ts';
import { notifyFiguresJob } from '@back-office/sys/home/server/notify-figures.ts';

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
}

/**
 * The whole server over an open, migrated database; it does not listen. Throws when a declaration is wrong or a route
 * declares no right, with the place.
 */
export async function createApp({ database, storage: bareStorage, settings, log, clock, webRoot }: AppParts): Promise<FastifyInstance> {
  requireDeclarations();
  const app = makeServer(settings, log);
  app.setErrorHandler(errorHandler);
  readBodies(app);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  guardRequests(app, settings);

  const sessions = new SessionStore(database.urgent, new RightsReader(database.urgent.db), settings);
  const twoStep = new TwoFactor(settings, clock);
  const signInParts = {
    db: database.db,
    sessions,
    guard: new LoginGuard(database.urgent.db),
    singleSignOn: settings.singleSignOn,
    twoStep,
  };
  sessionHook(app, sessions);
  recordRefusals(app, database.db);
  healthRoutes(app, database);
  sessionRoutes(app, { ...signInParts, db: database.urgent.db, clock }, settings);
  registerRoute(app, { ...signInParts, clock }, settings);
  updatePasswordRoute(app, signInParts);
  twoFactorRoutes(app, { ...signInParts, urgent: database.urgent.db, contextOf, alwaysRequired: settings.twoStep === 'required' });
  const jobs = jobRunner(app, database.db, log);
  preferenceRoutes(app, database.db);
  const hub = liveRoutes(app, { database, sessions, settings, readNotice: (id, users) => readNotice(database.db, id, users) });
  const storage = guardedStorage(app, bareStorage);
  drain(app);
  metricsRoutes(app, { database, settings, sockets: () => hub.sockets.all.size });
  const parts: RouteParts = { db: database.db, urgent: database.urgent.db, contextOf, optionRights };
  historyRoutes(app, resources, parts);
  ownRoutes(app, { ...parts, life: lifeOf(settings) });
  findRoutes(app, parts);
  watchRoutes(app, resources, parts);
  const { part: filePart } = files(app, {
    db: database.db,
    storage,
    sessions,
    jobs,
    contextOf,
    reach: fileReach,
    clock,
    settings,
  });
  const differing = partsFor(settings, filePart);
  statisticsRoutes(app, parts);
  for (const resource of resources) {
    const part = differing[resource.name] ?? {};
    resourceRoutes(app, resource, part, parts);
    importRoutes(app, resource, { ...defaultOperations, ...part.operations }, parts);
  }
  registerJobs(jobs, database, settings, log);
  registerExports(app, resources, parts, { storage, contextFor });
  if (webRoot !== undefined) await webRoutes(app, webRoot, settings);
  else app.setNotFoundHandler(() => Promise.reject(new Refusal('noSuchCall')));
  return app;
}

/** The storage with its failures told apart. Make it before `drain`, which waits for whoever waits for the storage. */
function guardedStorage(app: FastifyInstance, bare: Storage): Storage {
  const storage = guardStorage(bare);
  app.addHook('preClose', async () => storage.stop());
  return storage;
}

function requireDeclarations(): void {
  const mistakes = checkResources(resources);
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

/** What of the resources differs from the pattern; of some by what the operator decides. */
const partsFor = (settings: Settings, file: ResourcePart): Readonly<Record<string, ResourcePart>> => ({
  ...resourceParts,
  ...logParts(settings),
  'sys/file': file,
  'sys/sms': smsPart(settings.sms),
});

/** The work that features do in the background. */
function registerJobs(jobs: JobRunner, database: Database, settings: Settings, log: FastifyBaseLogger): void {
  const { db } = database;
  jobs.register(finishIndexes(database));
  jobs.register(clearRecycle(db));
  jobs.register(clearLogs(db, settings));
  jobs.register({ name: 'clear-imports', every: 3600, run: () => clearImports(db) });
  jobs.register(announceJob(db));
  jobs.register(watchGuessing(db));
  jobs.register(notifyFiguresJob(db));
  for (const kind of smsJobs({ db, log }, settings.sms)) jobs.register(kind);
}

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
