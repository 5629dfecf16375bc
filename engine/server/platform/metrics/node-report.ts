import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { hostname, totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { sql } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Database } from '../database/database.ts';
import { type LastBackup, readLastBackup } from '../last-backup.ts';
import { productVersion } from '../product-version.ts';
import type { Settings } from '../settings.ts';
import { type DiskCalls, diskCalls } from '../storage/disk-calls.ts';
import { type SlowStatement, SlowStatements } from './slow-statements.ts';

/** Seconds between two reports, and those without one after which a node counts as gone. */
const reportEvery = 15;
export const silentAfter = 50;

/** What a node says of itself. */
export interface NodeReport {
  readonly version: string;
  readonly runtime: string;
  /** Bytes of the process, milliseconds by which 99 of 100 turns of its event loop were late at most, and its live sockets. */
  readonly memory: number;
  readonly loopDelay: number;
  readonly sockets: number;
  /** What nodes of earlier versions do not say. */
  readonly more?: {
    /** Most connections that the node takes. */
    readonly connections: number;
    /** Bytes that its machine or container has, and those that nobody uses. */
    readonly memory: { readonly total: number; readonly free: number };
    /** Bytes that its own objects take, and those they may. */
    readonly heap: { readonly used: number; readonly most: number };
    readonly slow: readonly SlowStatement[];
  };
  readonly pool: { readonly used: number; readonly waiting: number; readonly most: number };
  /** Seconds by which its clock is ahead of the database's. */
  readonly clockAhead: number;
  /** Of the disk of DATA_DIR; undefined where it does not say. */
  readonly disk?: { readonly free: number; readonly total: number };
  readonly files: 'folder' | 's3';
  /** The last time that the storage of files failed, since this node's start. */
  readonly storageError?: { readonly time: number; readonly message: string };
  readonly backup?: LastBackup;
}

interface Parts {
  readonly database: Database;
  readonly settings: Settings;
  readonly sockets: () => number;
  readonly log: Pick<BaseLogger, 'warn'>;
  /** What calls on DATA_DIR, which may lie on a share, wait for; those of the whole process when absent. */
  readonly disk?: DiskCalls;
}

/** Looks at this process, and tells the other nodes through the database what it sees. */
export class NodeReporter {
  readonly id = randomUUID();
  readonly name = `${hostname()}:${process.pid}`;
  readonly #parts: Parts;
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  readonly #slow = new SlowStatements();
  #clockAhead = 0;
  #storageError: NodeReport['storageError'];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#delay.enable();
  }

  /** Begins to report, until `stop`. */
  start(): void {
    const write = (): void => {
      this.#writing = this.write().catch((err: unknown) => this.#parts.log.warn({ err }, 'This node could not report'));
    };
    write();
    this.#timer = setInterval(write, reportEvery * 1000);
    this.#timer.unref();
  }

  /** Reports no more, and takes the last report back: a node that was stopped is not missed. */
  async stop(): Promise<void> {
    this.#delay.disable();
    this.#slow.stop();
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    await this.#writing;
    await this.#parts.database.db
      .deleteFrom('sys_node')
      .where('id', '=', this.id)
      .execute()
      .catch((err: unknown) => this.#parts.log.warn({ err }, 'The report of this node stays behind'));
  }

  /** To be told of each failure of the storage of files. */
  readonly storageFailed = (error: unknown): void => {
    this.#storageError = { time: Date.now(), message: (error instanceof Error ? error.message : String(error)).slice(0, 300) };
  };

  async read(): Promise<NodeReport> {
    const { database, settings, sockets, disk: calls = diskCalls } = this.#parts;
    const { pool } = database;
    const backup = await calls.run(() => readLastBackup(settings.dataDir)).catch(() => undefined);
    const disk = await calls.run(() => diskOf(settings.dataDir)).catch(() => undefined);
    const late = this.#delay.percentile(99) / 1e6;
    return {
      version: productVersion,
      runtime: process.version,
      memory: process.memoryUsage.rss(),
      // The histogram counts the 20 ms between two looks too.
      loopDelay: Math.max(0, Math.round(late) - 20),
      sockets: sockets(),
      more: { connections: settings.maxConnections, ...memoryOf(), slow: this.#slow.slowest(5) },
      pool: { used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount, most: pool.options.max },
      clockAhead: this.#clockAhead,
      ...(disk === undefined ? {} : { disk }),
      files: settings.s3 === undefined ? 'folder' : 's3',
      ...(this.#storageError === undefined ? {} : { storageError: this.#storageError }),
      ...(backup === undefined ? {} : { backup }),
    };
  }

  /** Writes the report down, and forgets nodes that nobody has heard of for a day. */
  async write(): Promise<void> {
    const { database } = this.#parts;
    const report = await this.read();
    this.#delay.reset();
    const asked = Date.now();
    const { rows } = await sql<{ at: number }>`
      WITH gone AS (DELETE FROM sys_node WHERE seen_time < now() - interval '1 day')
      INSERT INTO sys_node (id, node_name, report) VALUES (${this.id}::uuid, ${this.name}, ${JSON.stringify(report)}::jsonb)
      ON CONFLICT (id) DO UPDATE SET seen_time = now(), report = excluded.report
      RETURNING extract(epoch FROM clock_timestamp())::float8 AS at`.execute(database.db);
    // Half of the way there and back is the best guess of when the database looked at its clock.
    const [{ at } = { at: 0 }] = rows;
    this.#clockAhead = Math.round(((asked + Date.now()) / 2 - at * 1000) / 100) / 10;
  }
}

/** Of the container, where it is one with a limit. */
function memoryOf() {
  const constrained = process.constrainedMemory();
  const total = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
  const { used_heap_size: used, heap_size_limit: most } = getHeapStatistics();
  return { memory: { total, free: process.availableMemory() }, heap: { used, most } };
}

async function diskOf(folder: string): Promise<NodeReport['disk']> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, total: blocks * bsize };
}
