/** A log for tests that are not about what is logged. */
export const silentLog = { info: () => undefined, warn: () => undefined, error: () => undefined };
