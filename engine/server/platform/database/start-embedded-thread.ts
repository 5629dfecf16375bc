import { Worker } from 'node:worker_threads';

export interface EmbeddedWorkerData {
  folder: string;
  socket?: string;
}
export type EmbeddedWorkerMessage = { ready: true } | { closed: true } | { failed: string } | { copied: string; reason?: string };
export type EmbeddedCommand = 'close' | { copyTo: string };

export interface EmbeddedThread {
  /** Resolves when the thread is ready; rejects when it crashes first. */
  expect(word: 'ready' | 'closed'): Promise<void>;
  /** Called when the thread exits without having been told to. */
  whenDead(onCrash: (error: Error) => void): void;
  /** Copies the folder as it is at one moment; no other work runs meanwhile. Rejects when the copy cannot be written. */
  copyTo(folder: string): Promise<void>;
  /** Sends the thread a message that only its own script understands. */
  send(order: string): void;
  /** Whether the thread keeps the process alive; initially it does. */
  holdProcess(holds: boolean): void;
  /** Writes a checkpoint and ends the thread. Also resolves if it is already dead. */
  close(): Promise<void>;
}

/**
 * Starts the thread of the embedded database on `folder`: a server on `socket`, or, without a socket, only the creation
 * of the folder. It is a thread, because PGlite works synchronously and a long query would block everything else.
 * `script` is the code that the thread runs.
 */
export function startEmbeddedThread(
  workerData: EmbeddedWorkerData,
  script = new URL('./embedded-worker.ts', import.meta.url),
): EmbeddedThread {
  const worker = new Worker(script, {
    workerData,
    execArgv: [],
    // PostgreSQL's own limit of stack depth (an error) must come before the thread's (a crash).
    resourceLimits: { stackSizeMb: 16 },
  });
  let isClosing = false;
  const death = new Promise<Error>((resolve) => {
    worker.on('message', (message: EmbeddedWorkerMessage) => 'failed' in message && resolve(new Error(message.failed)));
    worker.on('error', resolve);
    worker.on('exit', (code) => resolve(new Error(`its thread ended with code ${code}`)));
  });
  const expect = async (word: 'ready' | 'closed') => {
    let onMessage: (message: EmbeddedWorkerMessage) => unknown = () => undefined;
    const heard = new Promise<undefined>((resolve) => {
      onMessage = (message) => word in message && resolve(undefined);
      worker.on('message', onMessage);
    });
    const error = await Promise.race([heard, death]);
    worker.off('message', onMessage);
    if (error) throw error;
  };
  return {
    expect,
    whenDead: (onCrash) => void death.then((error) => isClosing || onCrash(error)),
    copyTo: (folder) =>
      new Promise<void>((resolve, reject) => {
        const onMessage = (message: EmbeddedWorkerMessage) => {
          if (!('copied' in message) || message.copied !== folder) return;
          worker.off('message', onMessage);
          if (message.reason === undefined) resolve();
          else reject(new Error(message.reason));
        };
        worker.on('message', onMessage);
        void death.then(reject);
        worker.postMessage({ copyTo: folder } satisfies EmbeddedCommand);
      }),
    send: (order) => worker.postMessage(order),
    holdProcess: (holds) => (holds ? worker.ref() : worker.unref()),
    async close() {
      isClosing = true;
      worker.postMessage('close' satisfies EmbeddedCommand);
      const ended = new Promise((resolve) => worker.once('exit', resolve));
      if (worker.threadId !== -1) await ended;
    },
  };
}
