import { whenIdle } from '../../layout/when-idle.ts';

let last: Promise<void> = Promise.resolve();

/**
 * Does what is costly when the browser has nothing else to do, and nothing else of the kind, each step in a task of its
 * own; gives the way to leave out those that are still to come.
 */
export function oneByOne(...steps: (() => void)[]): () => void {
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
