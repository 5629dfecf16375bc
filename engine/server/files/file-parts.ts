import type { FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import type { Context } from '../crud/context.ts';
import type { Tables } from '../platform/database/tables.ts';
import type { SessionStore } from '../identity/session/session-store.ts';
import type { PathSigner } from './path-signer.ts';
import type { RecordReach } from './record-reach.ts';
import type { StoreParts } from '../platform/storage/store-bytes.ts';
import type { Thumbnails } from './thumbnails.ts';

/** What the file calls need. */
export interface FileParts extends StoreParts {
  readonly contextOf: (db: Kysely<Tables>, request: FastifyRequest) => Context;
  readonly sessions: SessionStore;
  readonly reach: RecordReach;
  readonly signer: PathSigner;
  readonly thumbnails: Thumbnails;
  readonly clock: () => Date;
  /** Whether an external viewer is configured, for which links may be made. */
  readonly hasViewer: boolean;
}
