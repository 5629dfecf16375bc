import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { hostname, totalmem } from 'node:os';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { getHeapStatistics } from 'node:v8';
import { sql } from 'kysely';
import type { BaseLogger } from 'pino';
import type { Database } from '../database/database.ts';
import { onDiskFull } from '../database/planning-client.ts';
import { type LastBackup, readLastBackup } from '../last-backup.ts';
import { newerBackup, selectLastBackup } from './scheduled-backups.ts';
import { productVersion } from '../product-version.ts';
import type { Settings } from '../settings.ts';
import { type DiskCalls, diskCalls } from '../storage/disk-calls.ts';
import { type SlowStatement, SlowStatements } from './slow-statements.ts';

/** Seconds between two reports, and without one until a node counts as gone. */
const reportEvery = 15;
export const silentAfter = 50;

/** A node's report about itself. */
export interface NodeReport {
  readonly version: string;
  readonly runtime: string;
  /** Bytes of the process, the 99th percentile of its event loop delay in milliseconds, and its live sockets. */
  readonly memory: number;
  readonly loopDelay: number;
  readonly sockets: number;
  /** Missing in reports of earlier versions. */
  readonly more?: {
    /** Most connections that the node accepts. */
    readonly connections: number;
    /** Bytes of memory of its machine or container, and those that are free. */
    readonly memory: { readonly total: number; readonly free: number };
    /** Bytes of its heap in use, and the limit. */
    readonly heap: { readonly used: number; readonly most: number };
    readonly slow: readonly SlowStatement[];
  };
  readonly pool: { readonly used: number; readonly waiting: number; readonly most: number };
  /** Seconds by which its clock is ahead of the database's. */
  readonly clockAhead: number;
  /** Of the disk of DATA_DIR; undefined if unknown. */
  readonly disk?: { readonly free: number; readonly total: number };
  readonly files: 'folder' | 's3';
  /** The last failure of the file storage since this node's start. */
  readonly storageError?: { readonly time: number; readonly message: string };
  /** The last refusal of a statement, since this node's start, for which the disk of the database had no space. */
  readonly diskFull?: { readonly time: number; readonly message: string };
  readonly backup?: LastBackup;
}

interface Parts {
  readonly database: Database;
  readonly settings: Settings;
  readonly sockets: () => number;
  readonly log: Pick<BaseLogger, 'warn'>;
  /** The queue for calls on DATA_DIR, which may be on a share; the process's own by default. */
  readonly disk?: DiskCalls;
}

/** Measures this process, and reports to the other nodes through the database. */
export class NodeReporter {
  readonly id = randomUUID();
  readonly name = `${hostname()}:${process.pid}`;
  readonly #parts: Parts;
  readonly #delay = monitorEventLoopDelay({ resolution: 20 });
  readonly #slow = new SlowStatements();
  #clockAhead = 0;
  #storageError: NodeReport['storageError'];
  #diskFull: NodeReport['diskFull'];
  readonly #stopHearing = onDiskFull((words) => {
    this.#diskFull = { time: Date.now(), message: words.slice(0, 300) };
  });
  /** The last scheduled backup of any node. */
  #scheduled: LastBackup | undefined;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#delay.enable();
  }

  /** Begins to report, until `stop`; resolves once the first report is made, or has failed. */
  start(): Promise<void> {
    const write = (): void => {
      this.#writing = this.write().catch((err: unknown) => this.#parts.log.warn({ err }, 'This node could not report'));
    };
    write();
    this.#timer = setInterval(write, reportEvery * 1000);
    this.#timer.unref();
    return this.#writing;
  }

  /** Stops reporting, and deletes the last report: a node that was stopped is not missing. */
  async stop(): Promise<void> {
    this.#delay.disable();
    this.#slow.stop();
    this.#stopHearing();
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    await this.#writing;
    await this.#parts.database.db
      .deleteFrom('sys_node')
      .where('id', '=', this.id)
      .execute()
      .catch((err: unknown) => this.#parts.log.warn({ err }, 'The report of this node stays behind'));
  }

  /** Call it for each failure of the file storage. */
  readonly storageFailed = (error: unknown): void => {
    this.#storageError = { time: Date.now(), message: (error instanceof Error ? error.message : String(error)).slice(0, 300) };
  };

  async read(): Promise<NodeReport> {
    const { database, settings, sockets, disk: calls = diskCalls } = this.#parts;
    const { pool } = database;
    const own = await calls.run(() => readLastBackup(settings.dataDir)).catch(() => undefined);
    const backup = newerBackup(own, this.#scheduled);
    const disk = await calls.run(() => diskOf(settings.dataDir)).catch(() => undefined);
    const late = this.#delay.percentile(99) / 1e6;
    return {
      version: productVersion,
      runtime: process.version,
      memory: process.memoryUsage.rss(),
      // The histogram includes the 20 ms between two samples.
      loopDelay: Math.max(0, Math.round(late) - 20),
      sockets: sockets(),
      more: { connections: settings.maxConnections, ...memoryOf(), slow: this.#slow.slowest(5) },
      pool: { used: pool.totalCount - pool.idleCount, waiting: pool.waitingCount, most: pool.options.max },
      clockAhead: this.#clockAhead,
      ...(disk === undefined ? {} : { disk }),
      files: settings.s3 === undefined ? 'folder' : 's3',
      ...(this.#storageError === undefined ? {} : { storageError: this.#storageError }),
      ...(this.#diskFull === undefined ? {} : { diskFull: this.#diskFull }),
      ...(backup === undefined ? {} : { backup }),
    };
  }

  /** Writes the report, and deletes nodes that have not reported for a day. */
  async write(): Promise<void> {
    const { database } = this.#parts;
    this.#scheduled = await selectLastBackup(database.db);
    const report = await this.read();
    this.#delay.reset();
    const asked = Date.now();
    const { rows } = await sql<{ at: number }>`
      WITH gone AS (DELETE FROM sys_node WHERE seen_time < now() - interval '1 day')
      INSERT INTO sys_node (id, node_name, report) VALUES (${this.id}::uuid, ${this.name}, ${JSON.stringify(report)}::jsonb)
      ON CONFLICT (id) DO UPDATE SET seen_time = now(), report = excluded.report
      RETURNING extract(epoch FROM clock_timestamp())::float8 AS at`.execute(database.db);
    // Half of the round trip is the best estimate of when the database read its clock.
    const [{ at } = { at: 0 }] = rows;
    this.#clockAhead = Math.round(((asked + Date.now()) / 2 - at * 1000) / 100) / 10;
  }
}

/** The container's memory, if it has a limit. */
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
