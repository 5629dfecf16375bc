/**
 * For compilers that run for seconds: Go would take a fifth of their time to collect garbage of which little is any. Beyond two
 * gibibytes it collects as often as it must (docs/decisions/0048-time-of-the-tests.md).
 */
export const rareCollections = { GOGC: '400', GOMEMLIMIT: '2GiB' };
