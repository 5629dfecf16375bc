import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';

export interface HashRequest {
  readonly id: number;
  /** The next bytes; without them, `end`. */
  readonly block?: Uint8Array;
  readonly end?: 'digest' | 'drop';
}
export interface HashAnswer {
  readonly id: number;
  readonly hash?: Uint8Array;
}

/** One SHA-256 computed on another thread, in the order of the calls, which need not wait for each other. */
export interface ActiveHash {
  /** Hashes a block in shared memory; it may be reused once this resolves. */
  update(block: Uint8Array): Promise<void>;
  digest(): Promise<Buffer>;
  /** Aborts the hash. */
  drop(): void;
}

interface Asked {
  readonly resolve: (answer: HashAnswer) => void;
  readonly reject: (error: Error) => void;
}
interface Thread {
  readonly worker: Worker;
  /** The pending requests, in the order of their answers. */
  readonly waiting: Asked[];
  /** The error that ended it. */
  ended?: Error;
}

/** Hashing is most of the work of an upload, and on the main thread would delay every other request. */
const maxThreads = 4;

/** The hashing threads; they start with the first hash, and a dead one is replaced with the next. */
export class Hasher {
  readonly #threads: (Thread | undefined)[] = Array.from({ length: Math.max(1, Math.min(maxThreads, availableParallelism() - 1)) });
  #lastId = 0;

  begin(): ActiveHash {
    this.#lastId += 1;
    const id = this.#lastId;
    const thread = this.#thread(id % this.#threads.length);
    return {
      update: async (block) => {
        await sendRequest(thread, { id, block });
      },
      digest: async () => Buffer.from((await sendRequest(thread, { id, end: 'digest' })).hash ?? []),
      drop: () => void sendRequest(thread, { id, end: 'drop' }).catch(() => undefined),
    };
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map(async (thread) => thread?.worker.terminate()));
  }

  #thread(at: number): Thread {
    return (this.#threads[at] ??= this.#start(at));
  }

  #start(at: number): Thread {
    const worker = new Worker(new URL('./hash-worker.ts', import.meta.url), { execArgv: [] });
    const thread: Thread = { worker, waiting: [] };
    worker.on('message', (answer: HashAnswer) => thread.waiting.shift()?.resolve(answer));
    const end = (error: Error): void => {
      if (this.#threads[at] === thread) this.#threads[at] = undefined;
      thread.ended = error;
      for (const { reject } of thread.waiting.splice(0)) reject(error);
    };
    worker.on('error', end);
    worker.on('exit', () => end(new Error('The thread that hashes has ended')));
    worker.unref();
    return thread;
  }
}

function sendRequest({ worker, waiting, ended }: Thread, order: HashRequest): Promise<HashAnswer> {
  if (ended !== undefined) return Promise.reject(ended);
  return new Promise((resolve, reject) => {
    waiting.push({ resolve, reject });
    worker.postMessage(order);
  });
}
