import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work on many sockets may block the event loop, in milliseconds. */
const sliceMs = 10;

/** Runs `work` for each item, and yields to the event loop in between. */
export async function inSlices<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  let start = performance.now();
  for (const item of items) {
    work(item);
    if (performance.now() - start < sliceMs) continue;
    await nextTurn();
    start = performance.now();
  }
}
