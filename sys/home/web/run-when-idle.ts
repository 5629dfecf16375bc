import { whenIdle } from '@back-office/web/platform/ui/when-idle.ts';

let last: Promise<void> = Promise.resolve();

/**
 * Runs expensive steps one at a time when the browser is idle, each in a task of its own; gives a function that cancels
 * those still to come.
 */
export function runWhenIdle(...steps: (() => void)[]): () => void {
  let wanted = true;
  for (const step of steps) {
    const turn = (): Promise<void> =>
      new Promise((done) => {
        whenIdle(() => {
          // The next one comes in a task of its own, whatever becomes of this one.
          done();
          if (wanted) step();
        });
      });
    last = last.then(turn);
  }
  return () => {
    wanted = false;
  };
}
