/** Milliseconds that a long work may take before others have a turn. */
const longest = 20;

/** Shares a thread: a long work that awaits `end` now and then lets what has arrived meanwhile be answered. */
export class TimeSlice {
  #began = performance.now();

  async end(): Promise<void> {
    if (performance.now() - this.#began < longest) return;
    // A message to its own sender comes after those that are waiting, and sooner than any timer.
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(null);
    });
    this.#began = performance.now();
  }
}
