import { abortReason } from '../../platform/request/abort-reason.ts';

/** Runs at most `most` tasks concurrently; the others wait in order, or until they are aborted. */
export function limitConcurrency(most: number) {
  let running = 0;
  const queue: (() => void)[] = [];

  const enter = async (signal: AbortSignal): Promise<void> => {
    if (running < most) {
      running += 1;
      return;
    }
    await new Promise<void>((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        queue.splice(queue.indexOf(start), 1);
        reject(abortReason(signal));
      };
      queue.push(start);
      signal.addEventListener('abort', leave, { once: true });
    });
  };

  return async <Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> => {
    signal.throwIfAborted();
    await enter(signal);
    try {
      return await work();
    } finally {
      const next = queue.shift();
      // The slot is handed to the next waiting task rather than freed, so that no newcomer takes it in between.
      if (next) next();
      else running -= 1;
    }
  };
}
