const cleanups = new Set();
let stopping;

/** Registers a clean-up for an early end of this process; returns a function that unregisters it. */
export function onStop(cleanup) {
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** Runs every registered clean-up, the newest first. */
export async function cleanUp() {
  for (const cleanup of [...cleanups].reverse()) {
    cleanups.delete(cleanup);
    try {
      await cleanup();
    } catch (error) {
      console.error(`While cleaning up: ${error.message}`);
    }
  }
}

/** Cleans up once and exits, however often a terminal and npm both repeat the signal. */
export function stopOnSignals() {
  for (const [signal, number] of [
    ['SIGHUP', 1],
    ['SIGINT', 2],
    ['SIGTERM', 15],
  ]) {
    process.on(signal, () => {
      stopping ??= cleanUp().finally(() => process.exit(128 + number));
    });
  }
}

/** True from the first signal on: later failures are caused by the stop. */
export const isStopping = () => stopping !== undefined;
