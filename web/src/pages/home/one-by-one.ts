import { whenIdle } from '../../layout/when-idle.ts';

let last: Promise<void> = Promise.resolve();

/** Does what is costly when the browser has nothing else to do, and nothing else of the kind; gives the way to leave it out. */
export function oneByOne(work: () => void): () => void {
  let wanted = true;
  const turn = (): Promise<void> =>
    new Promise((done) => {
      whenIdle(() => {
        // The next one comes in a task of its own, whatever becomes of this one.
        done();
        if (wanted) work();
      });
    });
  last = last.then(turn);
  return () => {
    wanted = false;
  };
}
