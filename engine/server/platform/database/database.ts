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
  /** `postgres://…` of replicas of that server, for reading. */
  readUrls?: readonly string[] | undefined;
  /** How nodes hear of each other on PostgreSQL; `poll` works behind a pooler that shares sessions. */
  liveBus?: LiveBus | undefined;
  /** `postgres://…` of a real server; without it the embedded database in `dataDir`. */
  url?: string | undefined;
  dataDir: string;
  /** Time zone of every datetime that is read or written as text, such as `Asia/Shanghai`. */
  timeZone: string;
  log: DatabaseLog;
  /** How long a server that cannot be reached is waited for; by default not at all. */
  waitMs?: number;
  /** Called when the embedded database dies. By default an uncaught exception, which ends the process. */
  onCrash?: (error: Error) => void;
  /** What starts the embedded database; by default one on the disk. */
  startEmbedded?: (dataDir: string, onCrash: (error: Error) => void) => Promise<EmbeddedServer>;
}

export type DatabaseLog = Pick<BaseLogger, 'info' | 'warn' | 'error'>;

export interface Database {
  kind: 'embedded' | 'postgresql';
  /** No session belongs to anybody for longer than a transaction: nothing may be set, prepared or locked in one. */
  sharesSessions: boolean;
  pool: pg.Pool;
  db: Kysely<Tables>;
  /**
   * Connections of their own for what must answer whatever the others wait for: signing in, sessions and rights, health.
   * What runs here waits for no row that somebody else may hold. The embedded database has one connection for all.
   */
  urgent: { pool: pg.Pool; db: Kysely<Tables> };
  /** Replicas that answer reads; undefined where there are none. */
  readers?: Readers | undefined;
  /** What the hosts of the address were when they were asked last; none where it names one. */
  readonly hosts: readonly HostState[];
  /** Hears what nodes are told on a channel, also after the connection broke. */
  listen(channel: string, listener: ChannelListener): { stop: () => void | Promise<void> };
  /** Waits for queries under way, then closes; the embedded database writes a checkpoint. */
  close(): Promise<void>;
}
