/** Milliseconds that a long task may run before it yields. */
const maxSliceMs = 20;

/** Cooperative yielding: a long task that awaits `end` now and then lets queued messages be handled. */
export class TimeSlice {
  #began = performance.now();

  async end(): Promise<void> {
    if (performance.now() - this.#began < maxSliceMs) return;
    // A message that the thread posts to itself is handled after those already queued, and sooner than any timer.
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
