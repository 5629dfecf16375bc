import { isRecord } from './is-record.ts';

/** The properties of what came from outside (a body, a storage, an error), each of which is then asked what it is; none of what has none. */
export const recordIn = (value: unknown): Readonly<Record<string, unknown>> => (isRecord(value) ? value : {});
