/** A log for tests that do not check it. */
export const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
