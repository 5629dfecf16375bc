import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import type { Context } from '../crud/context.ts';
import type { RouteParts } from '../crud/operations.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { exportCenterRoutes } from '../crud/export/export-center-routes.ts';
import { registerExportJobs } from '../crud/export/register-export-jobs.ts';
import { exportRoutes } from '../crud/export/export-routes.ts';

interface Parts {
  /** The file storage that all nodes share: one node makes an export, another may serve it. */
  readonly storage: Storage;
  /** The context of work for a person outside a request of theirs. */
  readonly contextFor: (db: Kysely<Tables>, userId: string, what: string) => Promise<Context>;
}

/** Exports: the streams, the jobs and 导出中心. */
export function registerExports(
  app: FastifyInstance,
  resources: readonly Resource[],
  parts: RouteParts,
  { storage, contextFor }: Parts,
): void {
  exportRoutes(app, resources, parts);
  exportCenterRoutes(app, parts, storage);
  registerExportJobs(app.jobs, { db: parts.db, storage, contextFor: (userId) => contextFor(parts.db, userId, 'export') });
}
