import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work on many sockets may keep the process from everything else, in milliseconds. */
const sliceMs = 10;

/** Does `work` for each item, and lets others have their turn in between, however many there are. */
export async function inSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let start = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - start < sliceMs) continue;
    await nextTurn();
    start = performance.now();
  }
}
