/**
 * For compilers that run for seconds: Go would spend a fifth of their time collecting garbage although little is
 * garbage. Above two gibibytes it collects as often as necessary (docs/decisions/0048-time-of-the-tests.md).
 */
export const infrequentGc = { GOGC: '400', GOMEMLIMIT: '2GiB' };
