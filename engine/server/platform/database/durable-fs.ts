import { fsyncSync } from 'node:fs';
import type { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';

type Init = Awaited<ReturnType<NodeFS['init']>>;
type ModuleOptions = Init['emscriptenOpts'];
type NodeModule = { NODEFS?: { stream_ops: { fsync?: (stream: { nfd: number }) => number } } };

/**
 * PGlite's folder on disk with a real fsync. PGlite's own NodeFS has none, so PostgreSQL would believe its log to be
 * safe while it is only in memory, and a power cut would lose acknowledged rows.
 */
export class DurableFs extends NodeFS {
  readonly #onFailure: (error: Error) => never;

  /** `onFailure` must end the thread: after a failed fsync nobody knows the contents of the disk. */
  constructor(folder: string, onFailure: (error: Error) => never) {
    super(folder);
    this.#onFailure = onFailure;
  }

  override async init(database: PGlite, options: Partial<ModuleOptions>): Promise<Init> {
    const { emscriptenOpts } = await super.init(database, options);
    const giveFsync = (module: NodeModule) => {
      // Throws, because without the patch nothing would be durable, and nobody would notice.
      if (!module.NODEFS) throw new Error('This version of PGlite has no NODEFS to give an fsync to.');
      module.NODEFS.stream_ops.fsync = (stream) => this.#fsync(stream.nfd);
    };
    const preRun = [...(emscriptenOpts.preRun ?? []), giveFsync] as NonNullable<ModuleOptions['preRun']>;
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  #fsync(file: number): number {
    try {
      fsyncSync(file);
      return 0;
    } catch (error) {
      return this.#onFailure(error instanceof Error ? error : new Error(String(error)));
    }
  }
}
