import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import type { EmbeddedServer } from './start-embedded.ts';
import type { LiveBus } from '../database-settings.ts';
import type { HostState } from './primary.ts';
import type { Readers } from './readers.ts';
import type { ChannelListener } from './server-listener.ts';
import type { Tables } from './tables.ts';

export interface OpenOptions {
  /** `postgres://…` of read replicas of that server. */
  readUrls?: readonly string[] | undefined;
  /** How nodes receive each other's events on PostgreSQL; `poll` works behind a pooler that shares sessions. */
  liveBus?: LiveBus | undefined;
  /** `postgres://…` of a PostgreSQL server; without it the embedded database in `dataDir`. */
  url?: string | undefined;
  dataDir: string;
  /** Time zone of every datetime that is read or written as text, such as `Asia/Shanghai`. */
  timeZone: string;
  log: DatabaseLog;
  /** How long to wait for an unreachable server; by default not at all. */
  waitMs?: number;
  /** Called when the embedded database dies. By default it throws an uncaught exception, which ends the process. */
  onCrash?: (error: Error) => void;
  /** Starts the embedded database; by default one on disk. */
  startEmbedded?: (dataDir: string, onCrash: (error: Error) => void) => Promise<EmbeddedServer>;
}

export type DatabaseLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>;

export interface Database {
  kind: 'embedded' | 'postgresql';
  /** A session belongs to nobody for longer than a transaction: nothing may be set, prepared or locked in it. */
  sharesSessions: boolean;
  pool: pg.Pool;
  db: Kysely<Tables>;
  /**
   * Separate connections for what must answer however long other work waits: signing in, sessions and rights, health. Statements here never wait for
   * a row that another transaction may lock. The embedded database has one connection for all.
   */
  urgent: { pool: pg.Pool; db: Kysely<Tables> };
  /** Replicas that answer reads; undefined if there are none. */
  readers?: Readers | undefined;
  /** The last known state of each host in the address; empty with a single host. */
  readonly hosts: readonly HostState[];
  /** Receives the events sent to nodes on a channel, and reconnects when the connection breaks. */
  listen(channel: string, listener: ChannelListener): { stop: () => void | Promise<void> };
  /** Waits for running queries, then closes; the embedded database writes a checkpoint. */
  close(): Promise<void>;
}
