import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Database } from '../platform/database/database.ts';
import { registerExports } from './register-exports.ts';
import { type Load, shedLoad } from '../platform/http/shed-load.ts';
import { healthRoutes } from '../platform/http/health-routes.ts';
import { drain } from '../platform/http/drain.ts';
import { files } from '../files/files.ts';
import { attachPictures, pictureFields } from '../files/attach-pictures.ts';
import { guardStorage } from '../platform/storage/guard-storage.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { JobRunner } from '../platform/jobs/job-runner.ts';
import { sessionHook } from '../identity/session/session-hook.ts';
import { webRoutes } from '../platform/http/web-routes.ts';
import { NodeReporter } from '../platform/metrics/node-report.ts';
import { metricsRoutes } from '../platform/metrics/metrics-routes.ts';
import { historyRoutes } from '../crud/operation-log/history-routes.ts';
import { recordRefusals } from '../crud/operation-log/record-refusals.ts';
import { preferenceRoutes } from '../identity/preferences/preference-routes.ts';
import { liveRoutes } from '../identity/live/live-routes.ts';
import { readerFinder } from '../crud/watching/reader-finder.ts';
import { watchRoutes } from '../crud/watching/watch-routes.ts';
import { LoginGuard } from '../identity/attempts/login-guard.ts';
import { RightsReader } from '../identity/rights/rights-reader.ts';
import { SessionStore } from '../identity/session/session-store.ts';
import { screenLockRoutes } from '../identity/sign-in/screen-lock-routes.ts';
import { watermarkRoutes } from '../identity/sign-in/watermark-routes.ts';
import { updatePasswordRoute } from '../identity/sign-in/update-password-route.ts';
import { LiveSettings } from '../platform/live-settings.ts';
import type { ModuleSettings } from '../platform/module-settings.ts';
import type { Settings } from '../platform/settings.ts';
import { passkeysOf } from '../identity/passkeys/passkeys.ts';
import { TwoFactor } from '../identity/two-factor/two-factor.ts';
import type { Operations, RouteParts } from '../crud/operations.ts';
import { fillSignInParts, signInRoutes } from './sign-in-routes.ts';
import { wrapOperations } from '../crud/wrap-operations.ts';
import { subjectOf } from '@back-office/contract/office/menu.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import { logWraps } from './log-wraps.ts';
import { type Contexts, makeContexts } from './make-contexts.ts';
import { featuresOf, wrapsOf } from './office-features.ts';
import { ownJobs } from './own-jobs.ts';
import { jobsOf, registerFeatures } from './register-features.ts';
import { readFromReplicas } from './read-from-replicas.ts';
import { requireOffice } from './require-office.ts';
import type { ServerModule } from './server-module.ts';
import { optionRights } from './option-rights.ts';
import type { ServerFeature, Services } from './server-feature.ts';
import type { RecordReach } from '../files/record-reach.ts';
import type { NoticeReader } from '../identity/live/notice-reader.ts';
import type { SignInParts } from '../identity/two-factor/sign-in-parts.ts';
import type { JobKind } from '../platform/jobs/job-kind.ts';
import { makeServer } from './make-server.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Work that outlives a request; `createApp` registers its kinds, `main.ts` starts it. */
    jobs: JobRunner;
    /** What this process says of itself; `main.ts` starts it. */
    node: NodeReporter;
    /** The settings as they hold now. */
    settings: Settings;
  }
}

export interface AppParts {
  database: Database;
  /** Where files lie; closed with the server. */
  storage: Storage;
  settings: Settings;
  /** What the settings were read from: nobody changes what stands there. None when absent. */
  environment?: Readonly<Record<string, string | undefined>>;
  /** What the operator decided of modules. */
  moduleSettings: ModuleSettings;
  log: FastifyBaseLogger;
  /** Now, for what no database clock decides: the date of the sign-in cipher. */
  clock: () => Date;
  /** Folder of the built browser part; without it only /api answers. */
  webRoot: string | undefined;
  /** What is declared. */
  office: Office;
  /** What modules do on the server; features that the office does not have do nothing. */
  modules: readonly ServerModule[];
  /** Has the server tell of each call, statement and job. */
  traceTo?: ((app: FastifyInstance) => void) | undefined;
  /** Calls are refused while the event loop stays late. */
  shedsLoad?: boolean;
  /** Tries the place of backups by the clock, where one is set. */
  tryBackups?: (() => Promise<void>) | undefined;
  /** Work in the background of the program around the server. */
  jobs?: (settings: Settings) => readonly JobKind[];
}

/**
 * The whole server over an open, migrated database; it does not listen. Throws when a declaration is wrong or a route
 * declares no right, with the place.
 */
export async function createApp(given: AppParts): Promise<FastifyInstance> {
  const { database, moduleSettings, log, clock, webRoot, office } = given;
  const liveSettings = new LiveSettings(given.settings, given.environment ?? {});
  const { settings } = liveSettings;
  requireOffice(office, given.modules);
  const placed = featuresOf(office, given.modules);
  const features = placed.map(({ feature }) => feature);
  const wraps = wrapsOf(placed);
  logWraps(log, wraps);
  const { contextOf, contextFor } = makeContexts(office, features, moduleSettings);
  const app = await makeServer(settings, log);
  given.traceTo?.(app);
  app.decorate('settings', settings);

  const signIn = signInParts(database, office, settings, clock);
  const { sessions } = signIn;
  const load = takeRequests(app, given, signIn);
  healthRoutes(app, database, settings.dataDir, load);
  updatePasswordRoute(app, signIn);
  screenLockRoutes(app, signIn);
  watermarkRoutes(app, database.db, settings);
  const jobs = jobRunner(app, database.db, log, settings.timeZone);
  preferenceRoutes(app, database.db);
  const findReaders = readerFinder((userId) => contextFor(database.db, userId, 'live'));
  const { hub, close } = liveRoutes(app, { database, sessions, settings, findReaders, ...noticeReaderOf(features, database) });
  const node = nodeReporter(app, { database, settings, sockets: () => hub.sockets.all.size, log });
  const storage = guardStorage(given.storage, node.storageFailed);
  drain(app, [close, () => storage.stop()]);
  metricsRoutes(app, { database, settings, sockets: () => hub.sockets.all.size, node, failures: jobs.failures });
  const parts: RouteParts = {
    db: database.db,
    urgent: database.urgent.db,
    contextOf,
    moduleSettings,
    ...rulesOf(office, features, wraps),
  };
  historyRoutes(app, office.resources, parts);
  watchRoutes(app, office.resources, parts);
  const reach = Object.assign({}, ...features.map(({ fileReach }) => fileReach)) as RecordReach;
  const fileParts = files(app, { db: database.db, storage, sessions, jobs, contextOf, reach, clock, settings });
  const operations = knownOperations();
  const builtParts = { sessions, liveSettings, signIn, files: fileParts, contextFor, features, operationsOf: operations.of };
  const services = servicesOf({ ...given, settings }, parts, builtParts);
  registerFeatures(app, placed, services, operations.known);
  const methods = fillSignInParts(signIn, services);
  for (const kind of jobsOf([...ownJobs(database, settings, office.resources), ...(given.jobs?.(settings) ?? [])], placed, services))
    jobs.register(kind);
  registerExports(app, office.resources, parts, { storage, contextFor: exportContexts(database, contextFor) });
  signInRoutes(app, { ...signIn, db: database.urgent.db, clock }, methods, settings);
  if (webRoot !== undefined) await webRoutes(app, webRoot, settings, methods.list);
  else app.setNotFoundHandler(() => Promise.reject(new Refusal('noSuchCall')));
  return app;
}

/** What each request passes, in this order: nobody is asked who they are while calls are refused, and only of people is anything read or written. */
function takeRequests(app: FastifyInstance, { database, office, shedsLoad }: AppParts, { sessions }: SignInParts): Load {
  const load = shedLoad(app, shedsLoad === true);
  sessionHook(app, sessions);
  readFromReplicas(app, database);
  recordRefusals(app, database.db, office.resources);
  return load;
}

/** What the calls of resources ask of the whole office. */
function rulesOf(office: Office, features: readonly ServerFeature[], wraps: ReturnType<typeof wrapsOf>) {
  const choosers = features.flatMap(({ choosers: own }) => (own === undefined ? [] : [own]));
  return {
    modules: new Set(office.modules.map(({ name }) => name)),
    subjects: new Set([...office.resources.map(({ name }) => name), ...office.menu.flatMap(({ sections }) => sections.map(subjectOf))]),
    optionRights: (resource: string) => optionRights(resource, office.resources, choosers),
    wrapped: (resource: string, operations: Operations) => {
      const pictured = pictureFields(office.resourceOf(resource)).length > 0 ? [{ by: 'files', wraps: attachPictures }] : [];
      return wrapOperations(resource, operations, [...(wraps.get(resource) ?? []), ...pictured]);
    },
  };
}

/** The same contexts, which read from a replica where one is read from. */
const exportContexts =
  ({ readers }: Database, contextFor: Contexts['contextFor']): Contexts['contextFor'] =>
  async (db, userId, what) => {
    const context = await contextFor(db, userId, what);
    return { ...context, db: (await readers?.current()) ?? context.db };
  };

type Own = 'database' | 'settings' | 'log' | 'clock' | 'office' | 'tryBackups';

const servicesOf = (
  { database, settings, log, clock, office, tryBackups }: AppParts,
  parts: RouteParts,
  builtParts: Omit<Services, keyof RouteParts | Own>,
): Services => ({ ...parts, database, settings, log, clock, office, tryBackups, ...builtParts });

/** The operations of each resource, once the features are in place. */
function knownOperations(): { known: Map<string, Operations>; of: Services['operationsOf'] } {
  const known = new Map<string, Operations>();
  const of: Services['operationsOf'] = (name) => {
    const operations = known.get(name);
    if (operations === undefined) throw new Error(`Nobody has registered operations of ${name}`);
    return operations;
  };
  return { known, of };
}

const signInParts = (database: Database, { resources }: Office, settings: Settings, clock: () => Date): SignInParts => ({
  db: database.db,
  sessions: new SessionStore(database.urgent, new RightsReader(database.urgent.db), settings),
  guard: new LoginGuard(database.urgent.db, settings.limits),
  settings,
  resources,
  entering: [],
  arriving: [],
  telling: [],
  ways: [],
  twoStep: new TwoFactor(settings, clock),
  passkeys: passkeysOf(settings),
});

function noticeReaderOf(features: readonly ServerFeature[], { db }: Database): { readNotice?: NoticeReader } {
  const readNotice = features.find((feature) => feature.readNotice !== undefined)?.readNotice?.(db);
  return readNotice === undefined ? {} : { readNotice };
}

function nodeReporter(app: FastifyInstance, parts: ConstructorParameters<typeof NodeReporter>[0]): NodeReporter {
  const node = new NodeReporter(parts);
  app.decorate('node', node);
  app.addHook('onClose', () => node.stop());
  return node;
}

function jobRunner(app: FastifyInstance, db: Database['db'], log: FastifyBaseLogger, timeZone: string): JobRunner {
  const jobs = new JobRunner(db, log, timeZone);
  app.decorate('jobs', jobs);
  app.addHook('preClose', async () => void jobs.stop());
  app.addHook('onClose', () => jobs.stop());
  return jobs;
}
