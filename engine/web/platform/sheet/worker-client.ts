import type { Answer, Offered, Question } from './serve-calls.ts';

type Argument<Call> = Call extends (argument: infer A) => unknown ? A : never;
type Value<Call> = Call extends (argument: never) => infer R ? Awaited<R> : never;

/** The page's client of a worker. */
export interface WorkerClient<Calls extends Offered> {
  /** Rejects if the worker's function throws, if the worker ends, or, with `time`, after this many milliseconds: then the worker is terminated. */
  ask: <Name extends keyof Calls & string>(
    name: Name,
    argument: Argument<Calls[Name]>,
    options?: { transfer?: Transferable[]; time?: number },
  ) => Promise<Value<Calls[Name]>>;
  end: () => void;
  /** Also if it ended by itself, as without memory. */
  hasEnded: () => boolean;
}

/** A client for a worker that uses `serveCalls`. */
export function workerClient<Calls extends Offered>(worker: Worker): WorkerClient<Calls> {
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let last = 0;
  let ended = false;
  const end = (): void => {
    ended = true;
    worker.terminate();
    for (const { reject } of waiting.values()) reject(new Error('worker ended'));
    waiting.clear();
  };
  worker.addEventListener('message', ({ data: { id, value, failed } }: MessageEvent<Answer>) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (failed === undefined) call?.resolve(value as never);
    else call?.reject(new Error(failed));
  });
  // Out of memory, or the script failed to load.
  worker.addEventListener('error', end);
  return {
    end,
    hasEnded: () => ended,
    ask: (name, argument, { transfer = [], time } = {}) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(new Error('worker ended'));
        const id = (last += 1);
        const timer = time === undefined ? undefined : setTimeout(end, time);
        const settled =
          <V>(settle: (value: V) => void) =>
          (value: V) => {
            clearTimeout(timer);
            settle(value);
          };
        waiting.set(id, { resolve: settled(resolve), reject: settled(reject) });
        worker.postMessage({ id, name, argument } satisfies Question, transfer);
      }),
  };
}
