import { modules } from './modules.ts';
import { backupFault } from '../archives/backup-fault.ts';
import { isInBucket } from '../archives/s3-archive.ts';
import { office } from '../office.ts';
import { type Assembled, assembleServer } from './assemble-server.ts';
import { listenError } from './listen-error.ts';
import closeWithGrace from 'close-with-grace';
import type { Logger } from 'pino';
import { openLog, writeLine } from '@back-office/server/platform/log-output.ts';
import { claimStorage, openUncheckedStorage } from '@back-office/server/platform/storage/open-storage.ts';
import type { Database } from '@back-office/server/platform/database/database.ts';
import { openDatabase } from '@back-office/server/platform/database/open-database.ts';
import { productVersion } from '@back-office/server/platform/product-version.ts';
import { readModuleSettings } from '@back-office/server/platform/module-settings.ts';
import { misspeltSentence, misspeltSettings } from '@back-office/server/platform/misspelt-settings.ts';
import { type Settings, settingNames } from '@back-office/server/platform/settings.ts';
import { StartError } from '@back-office/server/platform/start-error.ts';
import { checkAppSecret, verifyAppSecret } from '@back-office/server/identity/two-factor/check-app-secret.ts';
import { sealKeys } from '@back-office/server/identity/two-factor/seal-keys.ts';
import { sealedColumns } from '@back-office/server/office/office-features.ts';
import { prepareDatabase } from '@back-office/server/office/prepare-database.ts';

/** Longest wait for running requests when the process is told to stop, in milliseconds. */
const graceMs = 12_000;

interface Place {
  /** The environment for the settings of modules. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The built browser part. */
  readonly webRoot: string;
}

/** Migrates the database and serves until a signal arrives. */
export async function start(settings: Settings, { environment, webRoot }: Place): Promise<void> {
  const moduleSettings = readModuleSettings(modules, environment);
  const log = openLog(settings.logLevel);
  log.info({ version: productVersion, node: process.version }, `Back-office ${productVersion} starts`);
  const known = [...settingNames, ...modules.flatMap(({ settings: declared = {} }) => Object.keys(declared))];
  for (const misspelt of misspeltSettings(environment, known)) log.warn(misspelt, misspeltSentence(misspelt));
  warnOfBackups(settings, log);
  const { databaseUrl: url, dataDir, timeZone, databaseReadUrls: readUrls, databaseWait: waitMs, liveBus } = settings;
  const database = await openDatabase({ url, readUrls, dataDir, timeZone, waitMs, liveBus, log });
  try {
    await serve(settings, { database, storage: await openUncheckedStorage(settings), log, webRoot, environment, moduleSettings });
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** Not waited for: a share that hangs must not keep the server from starting. A bucket is tried by nobody but people and the job. */
function warnOfBackups(settings: Settings, log: Logger): void {
  if (settings.backup === undefined || isInBucket(settings.backup.place)) return;
  void backupFault(settings).then((fault) => fault !== undefined && log.warn({}, fault));
}

async function serve(settings: Settings, parts: Assembled): Promise<void> {
  const { database, storage, log } = parts;
  // Before the database is changed: this refuses features that claim the same call or job.
  const app = await assembleServer(settings, parts);
  await prepare(settings, database, log);
  await claimStorage(storage, settings, database.db);
  // Before anyone can be answered: from now on a signal lets running work finish.
  closeWithGrace({ delay: graceMs, logger: false }, async ({ err }) => {
    if (err) log.fatal({ err }, 'The server stops because of an error that nothing caught');
    await app.close();
    await database.close();
  });
  const address = await app.listen({ host: settings.host, port: settings.port }).catch((error: NodeJS.ErrnoException) => {
    throw listenError(error, settings);
  });
  process.stdout.write(`${settings.title}: ${settings.publicUrl ?? address}\n`);
  if (settings.routerMode === 'local')
    process.stdout.write('Menus: only the account admin sees them. ROUTER_MODE=remote gives everybody the pages that their roles grant.\n');
  const reported = app.node.start();
  await app.jobs.start();
  await reported;
  await lookAgain(settings, parts).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
}

async function prepare(settings: Settings, database: Database, log: Logger): Promise<void> {
  const { adminPassword, adminPasswordKeep: keep } = settings;
  await prepareDatabase(database, { log, office, modules, adminPassword, keep, tellPassword });
  await checkAppSecret(database.db, settings, sealedColumns(modules));
  await sealKeys(database.db, settings.appSecret, log);
}

/** Prints the first password, which is stored as a hash, and cannot be retrieved later. A StartError if nobody can have read it. */
function tellPassword(password: string): void {
  try {
    writeLine(process.stdout.fd, `First password of admin (shown once, to be changed at the first sign-in): ${password}`);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(
      `The first password of admin could not be printed (${reason}), and the account was not made: start with a standard output that is read and has space, or set ADMIN_PASSWORD.`,
      { cause },
    );
  }
}

/** Ends a node that another has not seen, which started with a first APP_SECRET in the same instant: from its report on this one is seen. */
async function lookAgain(settings: Settings, { database, log }: Assembled): Promise<void> {
  await verifyAppSecret(database.db, { ...settings, appSecretChange: false }).catch((err: unknown) => {
    if (err instanceof StartError) throw err;
    log.warn({ err }, 'APP_SECRET could not be checked once more');
  });
}
