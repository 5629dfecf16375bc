import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Context } from '../crud/context.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { JobRunner } from '../platform/jobs/job-runner.ts';
import type { SessionStore } from '../identity/session/session-store.ts';
import type { Settings } from '../platform/settings.ts';
import { clearStorage } from '../platform/storage/clear-storage.ts';
import type { FileParts } from './file-parts.ts';
import { fileRoutes } from './file-routes.ts';
import { hashUpload } from './hash-upload.ts';
import { Hasher } from '../platform/storage/hasher.ts';
import { PathSigner } from './path-signer.ts';
import type { RecordReach } from './record-reach.ts';
import { serveFiles } from './serve-files.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { Thumbnails } from './thumbnails.ts';
import { uploadRoutes } from './upload-routes.ts';

interface Given {
  readonly db: Kysely<Tables>;
  /** Wrapped so that its failures are classified. */
  readonly storage: Storage;
  readonly sessions: SessionStore;
  readonly jobs: JobRunner;
  readonly contextOf: (db: Kysely<Tables>, request: FastifyRequest) => Context;
  /** Who reaches a record's files beyond the permissions and data scope. */
  readonly reach: RecordReach;
  readonly clock: () => Date;
  readonly settings: Pick<Settings, 'appSecret' | 'officeViewer'>;
}

/** Registers files: their calls, the bytes under /files, and the background jobs. */
export function files(app: FastifyInstance, { jobs, settings, ...given }: Given): FileParts {
  const stored = { db: given.db, storage: given.storage, hasher: new Hasher() };
  const signer = new PathSigner(given.db, settings.appSecret);
  const hasViewer = settings.officeViewer !== null;
  const parts: FileParts = { ...given, ...stored, hasViewer, signer, thumbnails: new Thumbnails({ ...stored, clock: given.clock }) };
  uploadRoutes(app, parts);
  fileRoutes(app, parts);
  serveFiles(app, parts);
  jobs.register(hashUpload(stored));
  for (const kind of clearStorage(stored)) jobs.register(kind);
  app.addHook('onClose', async () => {
    await stored.hasher.close();
    await given.storage.close();
  });
  return parts;
}
