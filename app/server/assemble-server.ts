import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from '@back-office/server/platform/database/database.ts';
import type { ModuleSettings } from '@back-office/server/platform/module-settings.ts';
import type { Settings } from '@back-office/server/platform/settings.ts';
import type { Storage } from '@back-office/server/platform/storage/storage.ts';
import type { Tracer } from '@back-office/server/platform/tracing/tracer.ts';
import { unofferedRights } from '@back-office/server/office/unoffered-rights.ts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { tryBackupPlace } from '../archives/try-backup-place.ts';
import { office } from '../office.ts';
import { createApp } from './app.ts';
import { scheduledBackup } from './scheduled-backup.ts';

export interface Assembled {
  readonly database: Database;
  readonly storage: Storage;
  readonly log: Logger;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly moduleSettings: ModuleSettings;
  /** The built browser part. */
  readonly webRoot: string;
}

/**
 * Assembles the server for a start, before it answers anybody; the doctor uses it too. Sends no query to the database.
 * Throws a StartError if two features claim the same call or job, or if one of them cannot be started.
 */
export async function assembleServer(settings: Settings, { environment, webRoot, log, ...parts }: Assembled): Promise<FastifyInstance> {
  const tracer = await tracerOf(settings, log);
  const server = await createApp({
    ...parts,
    settings,
    environment,
    log,
    jobs: (live) => scheduledBackup(parts.database.db, live, environment),
    tryBackups: tryBackupPlace(settings),
    clock: () => new Date(),
    shedsLoad: true,
    traceTo: tracer && ((app) => tracer.trace(app, settings)),
    webRoot: existsSync(join(webRoot, 'index.html')) ? webRoot : undefined,
  });
  for (const sentence of unofferedRights(server.declaredRights, office)) log.warn({}, sentence);
  return server;
}

/** Its libraries are loaded only if it is used. */
async function tracerOf({ tracing }: Settings, log: Logger): Promise<Tracer | undefined> {
  if (tracing === undefined) return undefined;
  const { Tracer } = await import('@back-office/server/platform/tracing/tracer.ts');
  return new Tracer(tracing, log);
}
